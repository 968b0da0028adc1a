"""The jobs of the service: their store, and the runner that works on them in this process."""

from importlib import import_module

from api.jobs.executors import Executor, Threads
from api.jobs.ledger import Ledger
from api.jobs.runner import JobRunner, Show, show_nothing
from api.jobs.store import JobStore
from api.monitor import JobCounts, Load
from api.settings import NO_CLUSTER, Settings
from api.solving import Measure, SolvingSlots, unmeasured
from api.store import Store

STOPPING_S = 0.5
"""The time that a stopping process takes to give its chunks back, in seconds."""


DASK = "api.jobs.dask"
"""The module that needs the extra ``dask``, and is imported where it is used."""


class Jobs:
    """The jobs in the `store`; this process works on them from `start` to `stop`."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        slots: SolvingSlots,
        show: Show = show_nothing,
        measure: Measure = unmeasured,
    ) -> None:
        """``show`` is told the counts of this process, ``measure`` measures what it solves."""
        self.store = JobStore(store, settings.jobs, settings.arrival_ms / 1000)
        self._runner: JobRunner | None = None
        if (settings.job_threads or settings.dask != NO_CLUSTER) and not store.is_off:
            ledger = Ledger(store, settings.job_lease_ms / 1000, settings.job_keep_s)
            self._runner = JobRunner(ledger, _executor(settings, slots, measure), settings, show)

    def start(self) -> None:
        """Begin to work, in this process; a process that is forked afterwards does not."""
        if self._runner is not None:
            self._runner.start()

    def look(self) -> None:
        """Look at once for new chunks, and for cancelled ones."""
        if self._runner is not None:
            self._runner.start()
            self._runner.check()

    def stop_soon(self) -> None:
        """Begin no more chunks; a signal handler may call it."""
        if self._runner is not None:
            self._runner.stop_soon()

    def stop(self, wait_s: float = STOPPING_S) -> None:
        """Stop, and give back unfinished chunks, within ``wait_s`` seconds."""
        if self._runner is not None:
            self._runner.stop(wait_s)

    @property
    def counts(self) -> JobCounts:
        """The outcomes of the items that this process worked on."""
        return JobCounts() if self._runner is None else self._runner.counts

    @property
    def n_under_way(self) -> int:
        """The number of chunks that this process works on."""
        return 0 if self._runner is None else self._runner.n_under_way

    def load(self) -> Load:
        """Return the work that is left, over all processes; raises StoreDownError."""
        return Load(0, 0, 0, 0) if self.store.is_off else self.store.load()


def _executor(settings: Settings, slots: SolvingSlots, measure: Measure) -> Executor:
    """Return the executor that the settings ask for."""
    if settings.dask != NO_CLUSTER:
        cluster: Executor = import_module(DASK).Cluster(settings.dask)
        return cluster
    # A thread without a slot would keep its part of a job from other workers.
    return Threads(min(settings.job_threads, slots.n_slots), slots, measure)
