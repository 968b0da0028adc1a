"""``python -m benchmarks``, ``atout bench``, ``make bench``: what solving costs, every value checked."""

import sys
from pathlib import Path

import click
from rich.console import Console

from benchmarks import kept
from benchmarks.bridge_lists import BRIDGE, BRIDGE_ROWS, choose_bridge_rows
from benchmarks.lists import ROWS, THREADS, choose_rows
from benchmarks.measure import Options
from benchmarks.report import markdown, report
from benchmarks.runner import run

WIDTH = 130
"""Of tables that do not go to a terminal."""
QUICK_SHARE = 10


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--list", "names", multiple=True, metavar="NAME", help="Only this list; may be repeated.")
@click.option("--quick", is_flag=True, help="A tenth of every list.")
@click.option("--seed", type=int, help="Fresh deals of this seed, checked by the plain reference or endplay.")
@click.option("--plain/--no-plain", default=True, help="With the plain reference beside the core.")
@click.option("--plain-s", default=8.0, show_default=True, help="The plain reference's seconds for a list.")
@click.option("--time-s", type=float, help="Another limit for the full deals of California Jack, in seconds.")
@click.option("--table-mib", type=int, help="Another limit for the tables.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures.")
@click.option("--keep", "keeps", is_flag=True, help="Write the nodes as those to compare with from now on.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Tables of Markdown.")
def main(
    names: tuple[str, ...],
    quick: bool,
    seed: int | None,
    plain: bool,
    plain_s: float,
    time_s: float | None,
    table_mib: int | None,
    path: Path | None,
    keeps: bool,
    as_markdown: bool,
) -> None:
    """Measure the lists of deals, check every value, and print what it cost beside the targets.

    The nodes are compared with the committed ones (nodes.json), and lists that take over 10 % more are named.
    The exit status is 1 when a value is not the known one; the deal is named.
    """
    # Step 1. The lists that are named, or all.
    bridge_rows = choose_bridge_rows(names)
    of_bridge = {BRIDGE, *(row.name for row in BRIDGE_ROWS)}
    others = tuple(name for name in names if name not in of_bridge)
    try:
        rows = choose_rows(others) if others or not names else ()
    except KeyError as error:
        known = ", ".join([*(row.name for row in ROWS), THREADS, BRIDGE, *(row.name for row in BRIDGE_ROWS)])
        raise click.BadParameter(f"{error.args[0]!r} is no list; there are {known}") from None
    # Step 2. Measure them.
    options = Options(
        seed=seed,
        quick=quick,
        plain_s=(plain_s / QUICK_SHARE if quick else plain_s) if plain else 0,
        time_s=time_s,
        table_mib=table_mib,
    )
    errors = Console(stderr=True)
    with errors.status("starting") as status:
        with_threads = not names or THREADS in names
        result = run(rows, options, with_threads, lambda name: status.update(name), bridge_rows)
    # Step 3. Write the figures, print the tables.
    if path is not None:
        path.write_text(result.to_json(), encoding="utf-8")
    if as_markdown:
        click.echo(markdown(result))
    else:
        console = Console(highlight=False, markup=False, emoji=False)
        if not console.is_terminal:
            console.width = WIDTH
        console.print(report(result))
    # Step 4. Name the lists that take more nodes than the committed ones.
    changes = list(kept.compare(result, kept.read_kept()))
    for change in changes:
        if change.is_slower:
            click.echo(f"slower: {change}", err=True)
    if changes and not any(change.is_slower for change in changes):
        click.echo(f"Of {len(changes)} lists none takes over {kept.MOST_MORE:.0%} more nodes.", err=True)
    # Step 5. Name the deals with a wrong value.
    for fault in result.faults:
        click.echo(f"wrong: {fault}", err=True)
    if result.faults:
        sys.exit(1)
    if keeps:
        try:
            kept.keep(result)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    click.echo("Every value checked is right." if result.lists or result.bridge else "", err=True)


if __name__ == "__main__":
    main()
