"""Measure how the cost grows with the deal: ``python -m benchmarks.growth`` draws benchmarks/growth.svg."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import click

from benchmarks.lists import LOGS, Row, Target, Work
from benchmarks.plot import Curve, Panel, draw
from benchmarks.random_deals import random_deal
from benchmarks.solvers import Question
from solver import Position, find_variant

PLOT = Path(__file__).with_name("growth.svg")
SEED = 1
ROW = Row("growth", LOGS, Work.cards, Target(), table_mib=1024)

CARDS_EACH = {
    "belote": range(3, 9),
    "contree": range(3, 9),
    "valet_de_trefle": range(3, 9),
    "all_fours_4": range(3, 7),
}
STOCKS = range(0, 21, 2)


@dataclass(frozen=True, slots=True)
class Cost:
    """The medians of deals of one size, every card exact."""

    size: int
    ms: float
    nodes: float


@click.command()
@click.option("--deals", "n_deals", default=40, show_default=True, help="Deals of every size.")
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), default=PLOT, help="The file.")
def main(n_deals: int, to: Path) -> None:
    """Solve random deals of growing size and draw what they cost."""
    by_cards = {game: list(measure_cards(game, sizes, n_deals)) for game, sizes in CARDS_EACH.items()}
    by_stock = {"california_jack": list(measure_stocks(STOCKS, n_deals))}
    panels = [
        Panel("cards per hand", "milliseconds", curves(by_cards, "ms")),
        Panel("cards in stock", "milliseconds", curves(by_stock, "ms")),
        Panel("cards per hand", "nodes", curves(by_cards, "nodes")),
        Panel("cards in stock", "nodes", curves(by_stock, "nodes")),
    ]
    to.write_text(draw("Every card exactly: medians of random deals", panels), encoding="utf-8")
    for game, costs in (by_cards | by_stock).items():
        for cost in costs:
            click.echo(f"{game:16} {cost.size:3} {cost.ms:12.3f} ms {cost.nodes:14,.0f} nodes")


def measure_cards(game: str, sizes: Iterable[int], n_deals: int) -> Iterable[Cost]:
    """Measure deals of each of the ``sizes``, in cards a hand."""
    rules = find_variant(game)
    for size in sizes:
        rng = Random(f"{game} {SEED} {size}")
        yield _cost(size, [random_deal(rng, rules, size, 0) for _ in range(n_deals)])


def measure_stocks(sizes: Iterable[int], n_deals: int) -> Iterable[Cost]:
    """Measure deals of California Jack with each of the ``sizes`` of the stock, in cards."""
    rules = find_variant("california_jack")
    for size in sizes:
        rng = Random(f"stock {SEED} {size}")
        yield _cost(size, [random_deal(rng, rules, None, size) for _ in range(n_deals)])


def curves(costs: dict[str, list[Cost]], figure: str) -> list[Curve]:
    """A curve for each game."""
    return [
        Curve(game, [(cost.size, getattr(cost, figure)) for cost in of_game])
        for game, of_game in costs.items()
    ]


def _cost(size: int, positions: Sequence[Position]) -> Cost:
    found = [Question(position, ROW).ask_core() for position in positions]
    return Cost(size, median(one.ms for one in found), median(one.nodes for one in found))


if __name__ == "__main__":
    main()
