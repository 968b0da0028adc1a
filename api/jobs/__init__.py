"""Archives of logs analysed in the background: kept, claimed, worked on, resumed."""

from api.jobs.query import (
    OF_JOBS,
    OF_RESULTS,
    USUAL_JOBS,
    USUAL_RESULTS,
    write_cursor,
)
from api.jobs.schemas import (
    IN_QUERY,
    JOB_REQUESTS,
    JOBS,
    QUERY_PARAMETERS,
    JobListSchema,
    JobRequest,
    JobRequestSchema,
    JobResultSchema,
    JobSchema,
    read_query,
)
from api.jobs.service import (
    Jobs,
)
from api.jobs.store import (
    Job,
    Page,
)
from api.jobs.upload import (
    keep_job,
)
from api.jobs.worker import (
    work_on_jobs,
)

__all__ = [
    "IN_QUERY",
    "JOBS",
    "JOB_REQUESTS",
    "OF_JOBS",
    "OF_RESULTS",
    "QUERY_PARAMETERS",
    "USUAL_JOBS",
    "USUAL_RESULTS",
    "Job",
    "JobListSchema",
    "JobRequest",
    "JobRequestSchema",
    "JobResultSchema",
    "JobSchema",
    "Jobs",
    "Page",
    "keep_job",
    "read_query",
    "work_on_jobs",
    "write_cursor",
]
