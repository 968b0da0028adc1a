"""The process of ``atout worker``, which works on jobs and answers no requests."""

import logging.config
import os
import signal
from dataclasses import replace

from api.jobs.service import Jobs
from api.monitor import log_configuration
from api.settings import SettingError, read_settings, unknown_variables, variable_of
from api.solving import SolvingSlots
from api.store import Store
from solver.sentences import phrase

_logger = logging.getLogger(__name__)


def work_on_jobs(n_threads: int | None = None) -> None:
    """Work on the jobs in the database until this process is told to stop (SIGTERM, SIGINT, SIGHUP).

    ``n_threads`` is the number of logs that are judged at once; if None, that of the settings, or the number
    of cores if they have 0.  Raises SettingError, and LaterDatabaseError for a database of a later version.
    """
    settings = read_settings()
    n_threads = n_threads or settings.job_threads or os.cpu_count() or 1
    store = Store(settings.database)
    if store.is_off:
        raise SettingError(
            phrase(
                "{variable} is none; the jobs to work on are in a database", variable=variable_of("database")
            )
        )
    logging.config.dictConfig(dict(log_configuration(settings.log_form, settings.log_level)))
    for sentence in unknown_variables():
        _logger.warning(sentence)
    store.refuse_later()
    slots = SolvingSlots(n_threads, 0, 0)
    jobs = Jobs(replace(settings, job_threads=n_threads), store, slots)
    told = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
    # `sigwait` would receive it although it is ignored, as under nohup.
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        told.remove(signal.SIGHUP)
    # Block the signals in this thread and those to come, so that only `sigwait` below receives them.
    signal.pthread_sigmask(signal.SIG_BLOCK, told)
    jobs.start()
    _logger.info("Working on jobs, %d logs at once.", n_threads)
    signal.sigwait(told)
    slots.stop()
    jobs.stop()
    store.close()
    _logger.info("Stopped; what was not done is given back.")
