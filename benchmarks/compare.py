"""Two runs side by side: ``python -m benchmarks.compare BEFORE.json AFTER.json``."""

from collections.abc import Iterable
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table as RichTable

from benchmarks.measure import Measured
from benchmarks.report import NOTHING, number
from benchmarks.runner import Run

COLUMNS = ("list", "median", "after", "×", "p95", "after", "×", "nodes", "after", "×", "÷ plain", "search")
WIDTH = 130

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
def main(before: Path, after: Path) -> None:
    """Compare two files that ``--json`` wrote.

    ×: after over before, so less than 1 is better. ÷ plain: the same of the time measured by the plain
    reference of each run, which a noisy machine disturbs as well. search: whether every deal took as many
    nodes as before.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDTH
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False)
    for column in COLUMNS:
        table.add_column(column, justify="left" if column in ("list", "search") else "right", no_wrap=True)
    for row in compare(_read(before), _read(after)):
        table.add_row(*row)
    console.print(table)


def compare(before: Run, after: Run) -> Iterable[tuple[str, ...]]:
    """A line for each list that both runs have."""
    earlier = {one.name: one for one in before.lists}
    for one in after.lists:
        if one.name in earlier:
            yield _line(earlier[one.name], one)
    of_bridge = {one.name: one.atout for one in before.bridge}
    for beside in after.bridge:
        if (old := of_bridge.get(beside.name)) is not None:
            new = beside.atout
            medians = number(old.median_ms), number(new.median_ms), _ratio(old.median_ms, new.median_ms)
            yield (beside.name, *medians, *[NOTHING] * 8)
    if before.threads is not None and after.threads is not None:
        gains = (f"{before.threads.ratio:.2f} ×", f"{after.threads.ratio:.2f} ×")
        yield ("threads", *gains, _ratio(before.threads.ratio, after.threads.ratio), *[NOTHING] * 8)


def _line(old: Measured, new: Measured) -> tuple[str, ...]:
    by_plain = NOTHING
    if old.plain is not None and new.plain is not None:
        by_plain = _ratio(new.plain.time, old.plain.time)
    return (
        old.name,
        number(old.median_ms),
        number(new.median_ms),
        _ratio(old.median_ms, new.median_ms),
        number(old.p95_ms),
        number(new.p95_ms),
        _ratio(old.p95_ms, new.p95_ms),
        f"{old.nodes:,}",
        f"{new.nodes:,}",
        _ratio(old.nodes, new.nodes),
        by_plain,
        _search(old, new),
    )


def _search(old: Measured, new: Measured) -> str:
    if old.n != new.n:
        return f"{old.n} and {new.n} deals"
    if old.signature is None or new.signature is None:
        return NOTHING
    return "equal" if old.signature == new.signature else "differs"


def _ratio(old: float, new: float) -> str:
    return f"{new / old:.2f}" if old else NOTHING


def _read(path: Path) -> Run:
    try:
        return Run.from_json(path.read_text(encoding="utf-8"))
    except (ValueError, KeyError, TypeError) as error:
        raise click.ClickException(f"{path.name} is not a file that --json wrote: {error}") from None


if __name__ == "__main__":
    main()
