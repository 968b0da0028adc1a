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
from benchmarks.load.work import endings, full_deals
from benchmarks.runner import machine


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seconds", default=3.0, show_default=True, help="For each measurement.")
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
    small, full = endings(300), full_deals(100)
    kept: list[Promise] = []
    with (
        serve("benchmarks.load.bare:app") as bare,
        serve() as remembering,
        serve(cached_answers=0) as forgetting,
    ):
        rows = measure_all(bare, remembering, forgetting, small, full, seconds, _tell)
        kept += promises.added(rows)
        _tell("all slots solving")
        kept += promises.busy(remembering, small[0], CORES, 2 * seconds)
    _tell("clients that hang up")
    kept += promises.hang_ups(small[0], 10)
    _tell("the service stops")
    kept += promises.stops(CORES, 3)
    _tell("")
    return Run(datetime.now(UTC).isoformat(timespec="minutes"), machine(), rows, kept)


def _tell(what: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{what}", nl=False, err=True)


if __name__ == "__main__":
    main()
