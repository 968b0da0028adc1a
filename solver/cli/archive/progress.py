"""The progress of work on an archive: a bar on a terminal, nothing elsewhere."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TimeRemainingColumn
from rich.text import Text

from solver.report.terminal import Legible
from solver.sentences import Counted, Language, mark, mark_n
from solver.speech import Speech

N_LOGS = mark_n("{done} log", "{done} logs")
N_DEALS = mark_n("{done} deal", "{done} deals")
_LEFT = mark("left")


class _Done(ProgressColumn):
    """The column of a bar with the number of logs or deals done, and the rate per second."""

    def __init__(self, speech: Speech, counted: Counted) -> None:
        super().__init__()
        self._speech = speech
        self._counted = counted

    def render(self, task: Task) -> Text:
        n_done, rate = task.fields["n_done"], task.fields["rate"]
        done = self._speech.say(self._counted, n_done, done=self._speech.number(n_done))
        return Text(done + (f" · {self._speech.number(rate, 1)}/s" if rate else ""))


class Meter:
    """A bar with the rate and the time left, of ``total`` bytes of input or deals; None if it is not known.

    ``is_shown`` False shows messages only; ``counted`` is what is counted.
    """

    def __init__(
        self,
        total: int | None,
        is_shown: bool = True,
        language: Language = "en",
        counted: Counted = N_LOGS,
    ) -> None:
        speech = Speech(language)
        self._console = Console(stderr=True, highlight=False, markup=False, emoji=False)
        columns: list[str | ProgressColumn]
        left = (speech.say(_LEFT), TimeRemainingColumn(compact=True))
        columns = [BarColumn(), TaskProgressColumn(), _Done(speech, counted), *left]
        if total is None:
            columns = [_Done(speech, counted)]
        self._bar = Progress(
            *columns,
            console=self._console,
            disable=not (is_shown and self._console.is_terminal),
            refresh_per_second=4,
        )
        self._task = self._bar.add_task("", total=total, n_done=0, rate=None)
        self._n_done = self._n_new = 0
        self._started: float | None = None

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def start(self, n_done: int, end: int) -> None:
        """Begin to measure: ``n_done`` results were there before, of so many bytes of the input."""
        self._started = time.monotonic()
        self._n_done = n_done
        self._bar.reset(self._task, completed=end)

    def step(self, end: int) -> None:
        """Count one more; of the total, ``end`` is done with it."""
        if self._started is None:
            self.start(0, 0)
        assert self._started is not None
        self._n_done += 1
        self._n_new += 1
        rate = self._n_new / max(time.monotonic() - self._started, 1e-3)
        self._bar.update(self._task, completed=end, n_done=self._n_done, rate=rate)

    def say(self, message: str) -> None:
        """Print a line above the bar."""
        self._console.print(Legible(Text(message)), soft_wrap=True)
