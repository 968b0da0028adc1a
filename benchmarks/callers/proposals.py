"""The model of callers of all fours, fitted to solved deals and written as the file that the solver loads.

``python -m benchmarks.callers.proposals all_fours 40000`` draws so many deals, each with the order of its
pack, and solves each in the suit turned up and after a redeal in which all discard by rule of thumb.  The
dealer's row tells what accepting is worth more than refusing.  The opponent's tells what proposing is worth
more than taking, when a dealer of the model answers.  A sum is the least squares of four fifths of the deals;
its figures are those of the last fifth.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.callers.least_squares import Sums, figures_of
from solver.calls.proposals.callers import MODELS, ProposalModel, count_cards
from solver.calls.proposals.judging import find_outcomes
from solver.cards import Card
from solver.engine import Budget, Limit
from solver.game import ACCEPT, PROPOSE, Deal, sign_of, start_auction
from solver.rules import Rules, find_variant

SEED = 2026
VERSION = 1
NOISE = 0.5
"""Points; stated, not fitted: there are no auctions of people to fit it to."""
AT_ONCE = 500


class DealRow(NamedTuple):
    """A deal solved, by the hands of the two who speak: what accepting and what proposing is worth more."""

    hands: Mapping[str, Sequence[Card]]
    """By call, the hand of the player who may make it."""
    trump: str
    taken: float
    """The opponent's score less the dealer's when the suit turned up is taken."""
    refused: float
    accepted: float


def draw(rules: Rules, number: int) -> Deal:
    """Return the deal with that number; its stock is the pack, from the card turned up down."""
    deck = list(rules.deck)
    Random(f"{SEED} {number}").shuffle(deck)
    n_each, n_dealt = rules.cards_each, rules.cards_each * rules.n_players
    hands = {
        seat: tuple(deck[place * n_each : (place + 1) * n_each]) for place, seat in enumerate(rules.players)
    }
    return Deal(hands, tuple(deck[n_dealt:])).sorted()


def solve_deals(rules: Rules, n_deals: int) -> list[DealRow]:
    """Draw and solve so many deals."""
    dealer = rules.players[-1]
    proposer = start_auction(rules, dealer).seat_of(0)
    sign = sign_of(rules.side_of(proposer))
    rows: list[DealRow] = []
    for start in range(0, n_deals, AT_ONCE):
        deals = [draw(rules, number) for number in range(start, min(start + AT_ONCE, n_deals))]
        for deal, outcomes in zip(deals, find_outcomes(rules, dealer, deals, Budget(Limit())), strict=True):
            taken, refused, accepted = (sign * (first - second) for first, second in outcomes)
            hands = {PROPOSE: deal.hands[proposer], ACCEPT: deal.hands[dealer]}
            rows.append(DealRow(hands, deal.stock[0].suit, taken, refused, accepted))
    return rows


def fit(
    rows: Sequence[DealRow], call: str, gains: Sequence[float]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the sum that tells best what ``call`` gains in the rows, and its figures."""
    counted = [(count_cards(row.hands[call], row.trump), gain) for row, gain in zip(rows, gains, strict=True)]
    sums = Sums()
    for number, (count, gain) in enumerate(counted):
        if number % 5:
            sums.add(count, gain)
    points = sums.fit()
    return points, {"deals": len(rows), **figures_of(points, counted[::5])}


def fit_model(game: str, rows: Sequence[DealRow]) -> ProposalModel:
    """Return the model: first the dealer's answers, then the proposals that these leave worth making."""
    points, figures = {}, {}
    points[ACCEPT], figures[ACCEPT] = fit(rows, ACCEPT, [row.refused - row.accepted for row in rows])
    dealers = ProposalModel(game, VERSION, SEED, NOISE, points, figures)
    gains = []
    for row in rows:
        chance = dealers.chance(ACCEPT, row.hands[ACCEPT], row.trump)
        gains.append(chance * row.accepted + (1 - chance) * row.refused - row.taken)
    points[PROPOSE], figures[PROPOSE] = fit(rows, PROPOSE, gains)
    return dealers


def write_model(path: Path, model: ProposalModel) -> None:
    """Write the file of a game."""
    lines = [
        f"# Written by python -m benchmarks.callers.proposals {model.name}.",
        f"version = {model.version}",
        f"seed = {model.seed}",
        f"noise = {model.noise}",
    ]
    for call in (PROPOSE, ACCEPT):
        for part in ("figures", "points"):
            lines += ["", f"[{call}.{part}]"]
            lines += [f"{name} = {number:.5g}" for name, number in getattr(model, part)[call].items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("n_deals", type=int)
    parser.add_argument("--out", type=Path, help="default: the file that the solver loads")
    asked = parser.parse_args()
    model = fit_model(asked.game, solve_deals(find_variant(asked.game), asked.n_deals))
    for call, figures in model.figures.items():
        print(f"{asked.game} {call}: {figures}")
    write_model(asked.out or MODELS / f"{asked.game}.toml", model)


if __name__ == "__main__":
    main()
