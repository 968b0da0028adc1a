"""``python -m benchmarks.load``: the service under load, on the loopback, started and stopped by this."""

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from benchmarks.load import promises
from benchmarks.load.figures import Promise, Run
from benchmarks.load.measure import CORES, measure_all
from benchmarks.load.report import markdown, text
from benchmarks.load.server import serve
from benchmarks.load.soak import soak
from benchmarks.load.work import endings, full_deals, logs
from benchmarks.runner import machine

USUAL_S = 3.0
N_GAMES, N_HANG_UPS, N_STOPS = 50, 10, 3
"""The numbers of each that are measured in the usual time."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--seconds",
    default=USUAL_S,
    show_default=True,
    help="For each measurement; with less, fewer games, hang-ups and stops are measured too.",
)
@click.option("--minutes", type=float, help="Soak instead: full load for so long, memory and errors watched.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Tables of Markdown.")
def main(seconds: float, minutes: float | None, path: Path | None, as_markdown: bool) -> None:
    """Measure the service under load: latency, rates, what HTTP adds, what is promised in milliseconds.

    The exit status is 1 when a promise was not kept.
    """
    if minutes is not None:
        found = soak(60 * minutes, _tell)
        click.echo(found.report())
        if path is not None:
            path.write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")
        sys.exit(0 if found.is_sound else 1)
    run = measure(seconds)
    if path is not None:
        path.write_text(json.dumps(asdict(run), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    click.echo(markdown(run) if as_markdown else text(run))
    sys.exit(0 if all(one.is_kept for one in run.promises) else 1)


def measure(seconds: float) -> Run:
    """A whole run, of so many seconds for each measurement."""
    n_games, n_hang_ups, n_stops = (
        max(1, round(min(1.0, seconds / USUAL_S) * usual)) for usual in (N_GAMES, N_HANG_UPS, N_STOPS)
    )
    small, full = endings(300), full_deals(100)
    kept: list[Promise] = []
    with (
        serve("benchmarks.load.bare:app") as bare,
        serve() as remembering,
        serve(cached_answers=0) as forgetting,
    ):
        rows = measure_all(bare, remembering, forgetting, small, full, logs(n_games), seconds, _tell)
        kept += promises.added(rows)
        _tell("all slots solving")
        kept += promises.busy(remembering, small[0], CORES, 2 * seconds)
    _tell("clients that hang up")
    kept += promises.hang_ups(small[0], n_hang_ups)
    _tell("the service stops")
    kept += promises.stops(CORES, n_stops)
    _tell("")
    return Run(datetime.now(UTC).isoformat(timespec="minutes"), machine(), rows, kept)


def _tell(what: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{what}", nl=False, err=True)


if __name__ == "__main__":
    main()
