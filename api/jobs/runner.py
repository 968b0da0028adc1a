"""The runner of jobs in a process: claims chunks, gives them to an executor, and writes their results."""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

from api.jobs.executors import Executor, Task
from api.jobs.ledger import Claim, Ledger
from api.jobs.work import FailedError, LostError, Outcome, Result, StoppedError, Work, granted
from api.monitor import JobCounts
from api.settings import Settings
from api.solving import Bell
from api.store import StoreDownError

LOOK_S = 1.0
"""The interval at which it looks for chunks of other processes, in seconds."""
KEEP_S = 1.0
"""The interval at which it writes the results so far of all running chunks, in seconds."""
GIVE_UP_S = 60.0
"""The time for which results are kept that cannot be written, though the database is there, in seconds."""
SWEEP_S = 60.0
"""The interval at which it looks for expired jobs, in seconds; for more of them after `LOOK_S`."""
SWEEPING_S = 0.2
"""The time for which it deletes them without a look at its chunks, in seconds."""
CLAIMS_AT_ONCE = 50
"""The most chunks that one transaction claims, so that none takes long."""

_logger = logging.getLogger(__name__)


@dataclass
class _Chunk:
    """A chunk that is worked on."""

    claim: Claim
    task: Task
    written: set[int] = field(default_factory=set)
    """The numbers of the items whose results are written."""
    failing_since: float | None = None
    """The time from which on its results could not be written, by a monotonic clock; None if they could."""
    n_lost: int = 0
    """The times that the work was lost, as far as they are counted."""

    def unwritten(self, results: Iterable[Result]) -> list[Result]:
        """Return those of ``results`` that are not written yet."""
        return [result for result in results if result.number not in self.written]

    def has_all(self, unwritten: Sequence[Result]) -> bool:
        """True if these results complete the chunk."""
        return len(unwritten) + len(self.written) == self.claim.n_items


Show = Callable[[JobCounts, int], None]
"""Shows the counts of all work so far, and the number of running chunks."""


def show_nothing(counts: JobCounts, n_under_way: int) -> None:
    """Show nothing."""


class JobRunner:
    """Works on jobs in two threads of its own, besides those of its executor, from `start` to `stop`.

    One thread extends the leases, so that the other may wait for the database: a chunk that ends while it is
    away is written when it is back.  A chunk on which the work has failed before runs alone, so that no other
    is blamed if it kills the process.  A chunk whose results cannot be written counts as failed.
    """

    def __init__(
        self, ledger: Ledger, executor: Executor, settings: Settings, show: Show = show_nothing
    ) -> None:
        self._show = show
        self._ledger = ledger
        self._executor = executor
        self._granted = granted(settings)
        self._most_tries = settings.job_tries
        self._beat_s = min(LOOK_S, settings.job_lease_ms / 1000 / 4)
        self._under_way: dict[str, _Chunk] = {}
        """The running chunks by the names of their claims; another thread may read it."""
        self._held: dict[str, Claim] = {}
        """The claims that wait to be worked on alone, by name."""
        self._bell = Bell()
        self._starting = Lock()
        self._threads: list[Thread] = []
        self._is_over = False
        self._beat_now = Event()
        self._sweep_at = 0.0
        self._keep_at = 0.0
        self.is_stopping = False
        self.counts = JobCounts()

    @property
    def n_under_way(self) -> int:
        """The number of chunks that are worked on."""
        return len(self._under_way)

    def start(self) -> None:
        """Start the threads in this process; do nothing if they run already or were stopped."""
        with self._starting:
            if self.is_stopping:
                return
            # The leases first: no chunk is claimed that would not be kept.
            threads = (("job-leases", self._beat), ("jobs", self._run))
            # One that the system had no room for is started next time.
            for name, run in threads[len(self._threads) :]:
                thread = Thread(target=run, name=name, daemon=True)
                thread.start()
                self._threads.append(thread)

    def wake(self) -> None:
        """Look at once for new chunks; a signal handler may call it."""
        self._bell.ring()

    def check(self) -> None:
        """Look at once for new chunks, and for cancelled ones."""
        self._beat_now.set()
        self.wake()

    def stop_soon(self) -> None:
        """Claim no more chunks, and give unfinished ones back; a signal handler may call it."""
        self.is_stopping = True
        self.wake()

    def stop(self, wait_s: float) -> None:
        """Stop, and wait up to ``wait_s`` seconds until all chunks are given back."""
        self.stop_soon()
        ends = time.monotonic() + wait_s
        with self._starting:
            threads = self._threads
        for thread in threads:
            thread.join(max(ends - time.monotonic(), 0))

    def _run(self) -> None:
        try:
            while not self.is_stopping:
                try:
                    has_more = self._step()
                except StoreDownError:
                    has_more = False
                except Exception:
                    _logger.exception("The work on jobs has met a fault.")
                    has_more = False
                self._show(self.counts, self.n_under_way)
                self._bell.listen(0 if has_more else LOOK_S)
            self._release()
            self._show(self.counts, 0)
        finally:
            self._is_over = True
            self._beat_now.set()
            self._executor.close()

    def _step(self) -> bool:
        """Write results and begin new chunks; return True if there may be more to begin at once."""
        self._write_all()
        n_free = 0 if self._has_suspects() else min(self._executor.n_free(), CLAIMS_AT_ONCE)
        claims = self._ledger.claim(n_free, at_risk=self._executor.is_at_risk) if n_free > 0 else []
        self.counts.n_lost += sum(claim.is_taken_over for claim in claims)
        hopeless = [claim for claim in claims if claim.n_tries >= self._most_tries]
        for claim in claims:
            if not claim.n_tries:
                self._begin(claim)
            elif claim not in hopeless:
                self._held[claim.name] = claim
        if self._held and not self._under_way:
            self._begin_held()
        for claim in hopeless:
            self._ledger.isolate(claim)
        if time.monotonic() >= self._sweep_at:
            self._sweep()
        return bool(hopeless) or len(claims) == CLAIMS_AT_ONCE

    def _has_suspects(self) -> bool:
        return bool(self._held) or any(chunk.claim.n_tries for chunk in self._under_way.values())

    def _begin_held(self) -> None:
        """Begin the first chunk that must run alone; give them all back if the executor takes none."""
        # The thread of the leases may drop a claim at any time, as its job was cancelled.
        held = list(self._held.values())
        if self._executor.n_free() <= 0:
            self._ledger.release(held)
            self._held = {}
        elif held:
            claim = held[0]
            is_good = not self._executor.is_at_risk or self._ledger.note_try(claim)
            if self._held.pop(claim.name, None) is not None and is_good:
                self._begin(claim)

    def _sweep(self) -> None:
        """Delete expired jobs until none is left, something else is to be done, or it is time for a pause."""
        now = time.monotonic()
        self._sweep_at, ends = now + SWEEP_S, now + SWEEPING_S
        while self._ledger.sweep():
            if self.is_stopping or self._bell.rings or time.monotonic() > ends:
                self._sweep_at = time.monotonic() + LOOK_S
                return

    def _begin(self, claim: Claim) -> None:
        work = Work(claim.kind, claim.options, claim.items, self._granted)
        try:
            self._under_way[claim.name] = _Chunk(claim, self._executor.start(work, self.wake))
        except LostError:
            self.counts.n_lost += 1
            self._ledger.release([claim])

    def _write_all(self) -> None:
        """Write the results of ended chunks, and every `KEEP_S` those so far of the others."""
        for chunk in list(self._under_way.values()):
            self._count_lost(chunk)
            if chunk.task.is_over and self._manages(self._write, chunk):
                self._drop(chunk)
        if time.monotonic() >= self._keep_at:
            self._keep_all(list(self._under_way.values()))
            self._keep_at = time.monotonic() + KEEP_S

    def _keep_all(self, chunks: Sequence[_Chunk]) -> None:
        """Write the results so far of those chunks in one transaction, or each alone if one is at fault."""
        try:
            self._keep(chunks)
        except StoreDownError:
            raise
        except Exception:
            for chunk in chunks:
                self._manages(lambda chunk: self._keep([chunk]), chunk)

    def _manages(self, write: Callable[[_Chunk], None], chunk: _Chunk) -> bool:
        """Write results of a chunk, and return False if they cannot be written; raises StoreDownError.

        After `GIVE_UP_S` it is given back: its lease would be extended for ever.
        """
        try:
            write(chunk)
        except StoreDownError:
            raise
        except Exception as error:
            claim, now = chunk.claim, time.monotonic()
            if chunk.failing_since is None:
                chunk.failing_since = now
                _logger.exception("The results of a chunk of job %s could not be written.", claim.job_id)
            # It may pass, as a want of memory does: what is solved is kept for a while.
            if now < chunk.failing_since + GIVE_UP_S:
                return False
            # From here on its lease is not extended, whatever comes of giving it back.
            self._drop(chunk)
            chunk.task.stop()
            self.counts.n_retried += 1
            self._ledger.give_back(claim, type(error).__name__, counts=True)
            return False
        return True

    def _drop(self, chunk: _Chunk) -> None:
        del self._under_way[chunk.claim.name]
        self._count_lost(chunk)

    def _count_lost(self, chunk: _Chunk) -> None:
        n_lost = chunk.task.n_lost
        self.counts.n_lost += n_lost - chunk.n_lost
        chunk.n_lost = n_lost

    def _keep(self, chunks: Iterable[_Chunk]) -> None:
        """Write the results so far of chunks that are not done; raises StoreDownError."""
        made = []
        for chunk in chunks:
            results = chunk.unwritten(chunk.task.so_far())
            # Keep one result back: the last one is written with the end of the chunk.
            if chunk.has_all(results):
                results.pop()
            if results:
                made.append((chunk, results))
        if not made:
            return
        good = self._ledger.advance([(chunk.claim, results) for chunk, results in made])
        for chunk, results in made:
            if chunk.claim.name in good:
                chunk.written |= {result.number for result in results}
                chunk.failing_since = None
                self._count(results)

    def _write(self, chunk: _Chunk) -> None:
        """Write the results of an ended chunk; if it raises StoreDownError, call it again later.

        Of a chunk that ended early, the results so far are written, and the rest is given back.
        """
        why: Exception | None = None
        try:
            results = chunk.task.results()
        except (StoppedError, LostError, FailedError) as error:
            why = error
            results = chunk.task.so_far()
        claim, unwritten = chunk.claim, chunk.unwritten(results)
        if chunk.has_all(unwritten):
            # Results that come too late count for nothing; who has taken the chunk over counts it as lost.
            if self._ledger.finish(claim, results):
                self._count(unwritten)
            return
        self._keep([chunk])
        if isinstance(why, FailedError):
            _logger.error("The work on a chunk of job %s has failed: %s", claim.job_id, why)
            self._ledger.give_back(claim, str(why), counts=True)
            self.counts.n_retried += 1
        elif str(why):
            _logger.error("A chunk of job %s could not be worked on: %s", claim.job_id, why)
            self._ledger.give_back(claim, str(why), counts=False)
            self.counts.n_lost += 1
        else:
            self._ledger.release([claim])
            self.counts.n_lost += isinstance(why, LostError)

    def _count(self, results: Sequence[Result]) -> None:
        outcomes = [result.outcome for result in results]
        self.counts.n_done += outcomes.count(Outcome.done)
        self.counts.n_refused += outcomes.count(Outcome.refused)
        self.counts.n_failed += outcomes.count(Outcome.failed)

    def _beat(self) -> None:
        """Extend the leases, and stop the work on cancelled chunks."""
        while not self._is_over:
            self._beat_now.wait(self._beat_s)
            self._beat_now.clear()
            names = [*self._under_way, *self._held]
            if not names:
                continue
            try:
                self._look_after(names)
            except StoreDownError:
                pass
            except Exception:
                _logger.exception("The leases of jobs could not be kept up.")

    def _look_after(self, names: Sequence[str]) -> None:
        """Extend the leases of those claims; stop and give back the chunks that are not valid any more."""
        unwanted = set(names) - self._ledger.beat(names)
        dropped = [claim for name in unwanted if (claim := self._held.pop(name, None)) is not None]
        for name in unwanted:
            chunk = self._under_way.get(name)
            if chunk is not None:
                chunk.task.stop()
        if dropped:
            self._ledger.release(dropped)

    def _release(self) -> None:
        """Write all results so far, and give the rest back."""
        for chunk in self._under_way.values():
            chunk.task.stop()
        self._keep_at = 0.0
        try:
            self._write_all()
            left = [chunk.claim for chunk in self._under_way.values()]
            if claims := [*left, *self._held.values()]:
                self._ledger.release(claims)
        except StoreDownError:
            _logger.warning("Chunks of jobs could not be given back; others take them when the leases end.")
