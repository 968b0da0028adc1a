"""Records for operators: request records, logs, metrics."""

from api.monitor.counts import (
    JobCounts,
    Load,
)
from api.monitor.ended import fold_ended
from api.monitor.folder import (
    empty_folder,
    make_folder,
    places,
)
from api.monitor.logs import (
    log_configuration,
    log_request,
)
from api.monitor.metrics import (
    FOLDER_VARIABLE,
    Metrics,
)
from api.monitor.record import (
    ID_HEADER,
    Recorder,
    RequestRecord,
    current_record,
    forget_record,
    key_name,
    note_game,
    note_path,
    note_problem,
    request_id_of,
)

__all__ = [
    "FOLDER_VARIABLE",
    "ID_HEADER",
    "JobCounts",
    "Load",
    "Metrics",
    "Recorder",
    "RequestRecord",
    "current_record",
    "empty_folder",
    "fold_ended",
    "forget_record",
    "key_name",
    "log_configuration",
    "log_request",
    "make_folder",
    "note_game",
    "note_path",
    "note_problem",
    "places",
    "request_id_of",
]
