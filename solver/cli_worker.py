"""``atout worker``: a process that works on the jobs of the HTTP service."""

from importlib import import_module

import click

from solver.cli_serve import WrongSetting

WORKER = "api.jobs_worker"


@click.command("worker")
@click.option("--threads", type=click.IntRange(1, 1024), help="Logs at once; as many as cores if left out.")
def worker_command(threads: int | None) -> None:
    """Work on the jobs in the database that ATOUT_DATABASE names; Ctrl-C stops it.

    As many as one likes, on all machines that reach the database; what one leaves the others take over.
    """
    try:
        # The service is built on this package, which therefore knows it by name only.
        import_module(WORKER).work(threads)
    except ValueError as error:
        raise WrongSetting(str(error)) from None
