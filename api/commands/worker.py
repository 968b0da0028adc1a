"""``atout worker``: a process that works on the jobs of the HTTP service."""

import click

from api.commands.wrong import WrongSetting
from api.jobs import work_on_jobs
from api.settings import WrongTextError
from api.store import LaterDatabaseError


@click.command("worker")
@click.option("--threads", type=click.IntRange(1, 1024), help="Logs at once; as many as cores if left out.")
def worker_command(threads: int | None) -> None:
    """Work on the jobs in the database that ATOUT_DATABASE names; Ctrl-C stops it.

    As many as one likes, on all machines that reach the database; what one leaves the others take over.
    """
    try:
        work_on_jobs(threads)
    except (WrongTextError, LaterDatabaseError) as error:
        raise WrongSetting(*error.said) from None
