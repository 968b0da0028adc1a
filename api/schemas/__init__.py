"""Requests and answers described: schemas, examples, the OpenAPI document."""

from api.schemas.answers import (
    AnswerSchema,
    CallWorthsSchema,
    ContractTableSchema,
    DealAnalysisSchema,
    GamesSchema,
    MatchAnalysisSchema,
    ProblemSchema,
    PuzzleAttemptSchema,
    PuzzleSchema,
    PuzzleSolutionSchema,
)
from api.schemas.bids import (
    BidsRequest,
    BidsSchema,
)
from api.schemas.bridge import (
    LACKS_SHOWN,
    REFUSED_SHOWN,
    TEXT_ANSWERS,
)
from api.schemas.convert import (
    ConvertedSchema,
    ConvertRequest,
    ConvertSchema,
)
from api.schemas.document import (
    TITLE,
    describe_api,
)
from api.schemas.examples.answers import (
    ANSWER_EXAMPLES,
)
from api.schemas.examples.hands import (
    CALLED_HANDS,
)
from api.schemas.examples.requests import (
    ANSWER,
    BATCHES,
    CONVERSIONS,
    LOGS,
    NUMBERED,
    POSITIONS,
)
from api.schemas.examples.tables import (
    TABLE,
    TABLE_DEALS,
)
from api.schemas.fields import (
    OPEN_OBJECT,
    Asked,
    AskedList,
    Option,
    OptionGroup,
    Shaped,
    ShapeSchema,
    Shown,
    Switchable,
    or_null,
    ref,
)
from api.schemas.health import (
    HealthSchema,
    ReadinessSchema,
)
from api.schemas.numbers import (
    DealNumbersSchema,
)
from api.schemas.positions import (
    BATCHED,
    BatchedPosition,
    BatchedPositionSchema,
    PositionAnswersSchema,
    PositionsRequest,
    PositionsSchema,
)
from api.schemas.requests import (
    AnalysisRequest,
    AskedLimit,
    FairSchema,
    LimitSchema,
    LogSchema,
    PositionSchema,
    SolveRequest,
)
from api.schemas.resources import (
    Resources,
)
from api.schemas.table import (
    TableRequest,
    TableSchema,
)

__all__ = [
    "ANSWER",
    "ANSWER_EXAMPLES",
    "BATCHED",
    "BATCHES",
    "CALLED_HANDS",
    "CONVERSIONS",
    "LACKS_SHOWN",
    "LOGS",
    "NUMBERED",
    "OPEN_OBJECT",
    "POSITIONS",
    "REFUSED_SHOWN",
    "TABLE",
    "TABLE_DEALS",
    "TEXT_ANSWERS",
    "TITLE",
    "AnalysisRequest",
    "AnswerSchema",
    "Asked",
    "AskedLimit",
    "AskedList",
    "BatchedPosition",
    "BatchedPositionSchema",
    "BidsRequest",
    "BidsSchema",
    "CallWorthsSchema",
    "ContractTableSchema",
    "ConvertRequest",
    "ConvertSchema",
    "ConvertedSchema",
    "DealAnalysisSchema",
    "DealNumbersSchema",
    "FairSchema",
    "GamesSchema",
    "HealthSchema",
    "LimitSchema",
    "LogSchema",
    "MatchAnalysisSchema",
    "Option",
    "OptionGroup",
    "PositionAnswersSchema",
    "PositionSchema",
    "PositionsRequest",
    "PositionsSchema",
    "ProblemSchema",
    "PuzzleAttemptSchema",
    "PuzzleSchema",
    "PuzzleSolutionSchema",
    "ReadinessSchema",
    "Resources",
    "ShapeSchema",
    "Shaped",
    "Shown",
    "SolveRequest",
    "Switchable",
    "TableRequest",
    "TableSchema",
    "describe_api",
    "or_null",
    "ref",
]
