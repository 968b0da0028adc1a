"""A measure of how far best play with all cards known flatters the taker, against fair play.

``python -m benchmarks.callers.flatter belote 400`` draws deals, lets players of the model call, each the
likeliest call, and keeps those in which somebody has taken.  Each deal is then played twice: with all cards
known, and so that every player, on both sides, plays the card that is best in expectation, by the fair
verdict on some deals that agree with what that player knows.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import NamedTuple

from benchmarks.callers.solved import DEALER
from solver.analysis import judge_fairly
from solver.engine import solve
from solver.game import (
    N_DEALT_LATER,
    Auction,
    Deal,
    Outcome,
    Position,
    TurnAuction,
    auction_turns,
    deal_rest,
    deal_score,
    lead_of,
    number_sides,
    sign_of,
    start_auction,
    turns_up,
)
from solver.knowledge import BIDS_READ, BidsRead, Sampling
from solver.prospects.callers import find_callers
from solver.prospects.formula import find_model, hold
from solver.rules import Rules, find_variant

SEED = 11
SAMPLES = 20
BIDS = (80, 100, 120)


class Taken(NamedTuple):
    """A deal in which somebody has taken, at its first lead."""

    position: Position
    auction: Auction


class Played(NamedTuple):
    """The end of a deal, for the taker's side."""

    points: int
    """Belote included."""
    made: bool
    lead: int
    """The score less that of the other side."""


def deal_of(rules: Rules, number: int, seed: int = SEED) -> Deal:
    """Return the deal with that number; where a card is turned up, before the rest is dealt."""
    deck = list(rules.deck)
    Random(f"{seed} {number}").shuffle(deck)
    n_each = rules.cards_each - (N_DEALT_LATER if turns_up(rules) else 0)
    hands = {
        seat: tuple(deck[place * n_each : (place + 1) * n_each]) for place, seat in enumerate(rules.players)
    }
    return Deal(hands, tuple(deck[n_each * rules.n_players :])).sorted()


def auction_of(rules: Rules, deal: Deal) -> Auction:
    """Return the auction of a deal before its first call."""
    if turns_up(rules):
        return start_auction(rules, DEALER, deal.stock[0], pack=deal.stock[1:])
    return start_auction(rules, DEALER)


def taken_deal(rules: Rules, deal: Deal, auction: Auction) -> Taken | None:
    """Return a deal at its first lead, with the rest dealt; None if nobody has taken."""
    contract = auction.contract
    if contract is None or contract.taker is None:
        return None
    if isinstance(auction, TurnAuction) and turns_up(rules):
        turns = auction_turns(rules, deal.stock[0], deal.stock[1:])
        turn = next(turn for turn in turns if turn.number == auction.turn)
        deal = deal_rest(rules, DEALER, deal.hands, turn, contract.taker)
    leader = rules.first_leader(DEALER, contract.taker)
    return Taken(Position(rules, contract, deal.sorted(), dealer=DEALER, leader=leader), auction)


def taken_deals(rules: Rules) -> Iterator[Taken]:
    """Yield deals in which players who make the likeliest call of the model come to a contract."""
    model = find_model(rules)
    assert model is not None, "the game has a model of callers"
    number = 0
    while True:
        number += 1
        deal = deal_of(rules, number)
        auction = auction_of(rules, deal)
        while (seat := auction.to_call) is not None:
            caller = find_callers(auction, model)[-1]
            chances = caller.chances(caller.held(hold(rules, deal.hands[seat])))
            auction = auction.call(max(chances, key=lambda call: chances[call]))
        taken = taken_deal(rules, deal, auction)
        if taken is not None:
            yield taken


def play_out(taken: Taken, bids: BidsRead) -> Position:
    """Return the end of a deal in which everybody plays what is best in expectation."""
    position, auction = taken
    while position.to_play is not None:
        cards = position.legal_plays()
        best = cards[0]
        if len(cards) > 1:
            # Other deals are drawn at every card: the seed goes with the number of cards played.
            sampling = Sampling(SAMPLES, SEED, "all", bids=bids)
            verdict = judge_fairly(position, best, sampling, auction=auction)
            assert verdict is not None, "without a limit there is a verdict"
            best = verdict.cards[0].card
        position = position.play(best)
    return position


def end_of(position: Position) -> Played:
    """Return what the taker's side makes of a position, when all play best from there."""
    rules, contract = position.rules, position.contract
    assert contract.taker is not None, "somebody has taken"
    value = solve(position, cards="none").value
    assert value is not None, "without a limit all is proved"
    result, side = number_sides(rules, value), rules.side_of(contract.taker)
    score = deal_score(rules, contract, position.dealer, result, position.belote_side)
    assert score is not None, "the contract is complete"
    points = result[side] + rules.belote * (position.belote_side == side)
    return Played(points, score.outcome == Outcome.made, sign_of(side) * lead_of(score.by_side))


def report(name: str, open_numbers: list[float], fair_numbers: list[float]) -> None:
    """Print the means of both ways to play, and of what the first has more."""
    more = [one - other for one, other in zip(open_numbers, fair_numbers, strict=True)]
    error = stdev(more) / len(more) ** 0.5
    print(
        f"{name}: {mean(open_numbers):.3f} all cards known, {mean(fair_numbers):.3f} in fair play; "
        f"{mean(more):+.3f} ± {error:.3f}"
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("belote", "contree"))
    parser.add_argument("n_deals", type=int)
    parser.add_argument("--bids", choices=BIDS_READ, default="read")
    asked = parser.parse_args()
    started = process_time()
    best: list[Played] = []
    fair: list[Played] = []
    for taken in islice(taken_deals(find_variant(asked.game)), asked.n_deals):
        best.append(end_of(taken.position))
        fair.append(end_of(play_out(taken, asked.bids)))
    print(f"{asked.game}: {len(best)} deals, {SAMPLES} samples a card, {process_time() - started:.0f} s")
    report("points of the taker's side", [one.points for one in best], [one.points for one in fair])
    report("score, own less other", [one.lead for one in best], [one.lead for one in fair])
    report("contracts made", [float(one.made) for one in best], [float(one.made) for one in fair])
    for bid in BIDS:
        shares = ([float(one.points >= bid) for one in ways] for ways in (best, fair))
        report(f"{bid} points or more", *shares)


if __name__ == "__main__":
    main()
