"""Makes the lists of deals from a seed: ``python -m benchmarks.make_deals [--seed N] [NAME...]``.

Every value comes from the core and is checked against the plain solver, where that one can prove it within
its nodes; what even the core cannot prove within its own stays null.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from benchmarks.lists import ALL_DEALS, DEALS, FULL_STOCK_NODES, Case, Deals, Row, Target, Work
from benchmarks.random_deals import random_case
from benchmarks.solvers import Question, find_fault
from solver import Position

SEED = 1
"""The seed of the lists that are committed."""
TABLE_MIB = 2048
PLAIN_TABLE_BITS = 25
"""Of games with a stock: 800 MiB."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([deals.name for deals in ALL_DEALS]))
@click.option("--seed", default=SEED, show_default=True, help="Which deals.")
@click.option("--to", type=click.Path(file_okay=False, path_type=Path), default=DEALS, help="The folder.")
@click.option("--nodes", default=10_000_000_000, help="What the core may spend on a deal.")
@click.option("--plain-nodes", default=3_000_000_000, help="What the plain solver may spend on a deal.")
def main(names: tuple[str, ...], seed: int, to: Path, nodes: int, plain_nodes: int) -> None:
    """Write the lists NAMES, or all."""
    to.mkdir(parents=True, exist_ok=True)
    for deals in ALL_DEALS:
        if names and deals.name not in names:
            continue
        with (to / deals.path.name).open("w", encoding="utf-8") as file:
            n_checked = 0
            for case, is_checked in make_cases(deals, seed, nodes, plain_nodes):
                file.write(case.to_line() + "\n")
                file.flush()
                n_checked += is_checked
        click.echo(f"{deals.name}: {deals.n} deals, {n_checked} of them checked by the plain solver")


def make_cases(deals: Deals, seed: int, nodes: int, plain_nodes: int) -> Iterator[tuple[Case, bool]]:
    """The cases of a list with their values, and whether both solvers proved them."""
    value_only = deals.name == "california_jack_40"
    work = Work.value if value_only else Work.cards
    most = min(nodes, FULL_STOCK_NODES) if value_only else nodes
    row = Row(deals.name, deals, work, Target(), table_mib=TABLE_MIB, node_limit=most)
    for index in range(deals.n):
        case = random_case(deals, seed, index)
        if deals.is_logs:
            positions = case.position.trail()[:-1]
            found = [_values(case.name, position, row, plain_nodes) for position in positions]
            plays = [cards or {} for _, cards, _ in found]
            yield Case(case.name, case.request, plays=plays), all(checked for _, _, checked in found)
        elif value_only:  # minutes a deal for the core, out of reach for the plain solver
            answer = Question(case.position, row).ask_core()
            yield Case(case.name, case.request, answer.low if answer.is_exact else None), False
        else:
            value, cards, is_checked = _values(case.name, case.position, row, plain_nodes)
            yield Case(case.name, case.request, value, cards), is_checked


def _values(
    name: str, position: Position, row: Row, plain_nodes: int
) -> tuple[int | None, dict[str, int] | None, bool]:
    """The value and the cards' values as far as proved, and whether the plain solver proved them too."""
    question = Question(position, row)
    found = question.ask_core()
    if not found.is_exact:
        return None, None, False
    cards = dict(sorted(found.cards.items()))
    assert len(cards) == len(position.legal_plays())
    plain = question.ask_plain(plain_nodes, PLAIN_TABLE_BITS if position.stock_left else None)
    if not plain.is_exact:
        return found.low, cards, False
    fault = find_fault(plain, found.low, cards)
    if fault is not None:
        raise click.ClickException(f"{name}: the core and the plain solver differ: {fault}")
    return found.low, cards, True


if __name__ == "__main__":
    main()
