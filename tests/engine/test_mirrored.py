"""The same position seen in a mirror, with other trumps, or with every point counted twice."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, given, strategies as st

from solver import Answer, Card, Deal, Position, Rules, solve
from solver.rules import Objective, Scoring, Turn
from tests.support.budgets import MANY
from tests.support.positions import GAMES, SEEDS, position_of_seed, positions

MIRROR = {"N": "N", "E": "W", "S": "S", "W": "E"}
TURNED = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}
IN_PLAY = ("last_trick", "slam", "four_of_a_kind", "sequence_of_four", "sequence_of_three", "trick_marriage")


def changed(
    position: Position,
    rules: Rules,
    seats: dict[str, str],
    card: Callable[[Card], Card] = lambda card: card,
    trump: str | None = None,
) -> Position:
    """The position in another game, with other names of seats and of cards."""
    contract = position.contract
    taker = None if contract.taker is None else seats[contract.taker]
    return Position(
        rules,
        replace(contract, taker=taker, trump=trump or contract.trump),
        Deal(
            {seats[seat]: tuple(map(card, hand)) for seat, hand in position.deal.hands.items()},
            tuple(map(card, position.deal.stock)),
        ),
        dealer=None if position.dealer is None else seats[position.dealer],
        leader=seats[position.first_leader],
        plays=tuple(map(card, position.plays)),
    )


def swings(
    answer: Answer, card: Callable[[Card], Card] = lambda card: card, times: int = 1
) -> dict[Card, Any]:
    """What each card gives away."""
    return {card(one.card): None if one.swing is None else times * one.swing for one in answer.cards}


@given(positions([game for game in GAMES if game != "bridge"], max_left=10))
@MANY
def test_a_table_in_a_mirror_has_the_same_values(position: Position) -> None:
    stated: dict[str, Any] = position.rules.to_dict()
    stated["sides"] = ["".join(MIRROR[seat] for seat in side) for side in stated["sides"]]
    stated["turn"] = Turn(TURNED[stated["turn"]])
    stated["match"]["next_dealer"] = "next"
    rules = Rules.from_dict(stated)
    here, there = solve(position), solve(changed(position, rules, MIRROR))
    assert swings(here) == swings(there)
    first, second = here.bounds, there.bounds
    # The first side by name may be the other one in the mirror.
    assert (second.low, second.high) in ((first.low, first.high), (-first.high, -first.low))


@given(positions(max_left=10), SEEDS)
@MANY
def test_all_suits_are_alike(position: Position, seed: int) -> None:
    """But in bridge, whose scores depend on the suit; the values of tricks do not."""
    rules, trump = position.rules, position.contract.trump
    names = dict(zip(rules.suits, Random(seed).sample(rules.suits, len(rules.suits)), strict=True))
    seats = {seat: seat for seat in rules.players}

    def card(old: Card) -> Card:
        return Card(names[old.suit], old.rank)

    there = solve(changed(position, rules, seats, card, names.get(trump, trump)))
    here = solve(position)
    assert swings(here, card) == swings(there)
    assert here.bounds == there.bounds


@given(
    SEEDS,
    st.sampled_from(["belote", "valet_de_trefle", "klaverjas_amsterdam", "klaverjas_rotterdam", "custom"]),
)
@MANY
def test_points_that_count_twice_double_all_values(seed: int, game: str) -> None:
    position = position_of_seed(seed, game, 10)
    rules = position.rules
    assume(rules.objective == Objective.card_points)
    stated: dict[str, Any] = rules.to_dict()
    for table in stated["points"].values():
        for worth in table.values():
            worth.update({rank: 2 * points for rank, points in worth.items()})
    bonus = stated["bonus"]
    bonus |= {name: 2 * bonus[name] for name in (*IN_PLAY, "belote")}
    bonus["four_of_a_kind_except"] = {
        rank: 2 * points for rank, points in bonus["four_of_a_kind_except"].items()
    }
    if rules.scoring == Scoring.taker:
        stated["score"]["threshold"] *= 2
    there = solve(changed(position, Rules.from_dict(stated), {seat: seat for seat in rules.players}))
    here = solve(position)
    assert swings(here, times=2) == swings(there)
    assert (2 * here.bounds.low, 2 * here.bounds.high) == (there.bounds.low, there.bounds.high)
