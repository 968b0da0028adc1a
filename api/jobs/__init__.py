"""Archives of logs analysed in the background: kept, claimed, worked on, resumed."""

from api.jobs.query import (
    AFTER_PARAMETER,
    CURSOR_PARAMETER,
    JOBS_LIMIT_PARAMETER,
    LIMIT_PARAMETER,
    OF_JOBS,
    OF_RESULTS,
    USUAL_JOBS,
    USUAL_RESULTS,
    read_page_query,
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
    "AFTER_PARAMETER",
    "CURSOR_PARAMETER",
    "IN_QUERY",
    "JOBS",
    "JOBS_LIMIT_PARAMETER",
    "JOB_REQUESTS",
    "LIMIT_PARAMETER",
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
    "read_page_query",
    "read_query",
    "work_on_jobs",
    "write_cursor",
]
