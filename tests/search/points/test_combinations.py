"""Combinations still possible (ext/game/combinations.pxd): the bound on fours, runs and marriages."""

from random import Random
from typing import Any

import pytest

from solver import Position
from solver.rules.words import Objective
from tests.support.positions import random_contract
from tests.support.search.technique_checks import check, check_together, course, game, play_on, start
from tests.support.seeds import seeds

KINDS = ("four_of_a_kind", "sequence_of_four", "sequence_of_three", "trick_marriage")


def rich_position(rng: Random, bonus: dict[str, Any], ranks: str = "AKQJT9") -> Position:
    """Three cards each, often of one rank or one suit round the table, so that tricks combine."""
    rules = game(rng, Objective.card_points, ranks=ranks, each=4, points=(0, 0, 1), bonus=bonus)
    contract = random_contract(rng, rules)
    hands: dict[str, list[object]] = {seat: [] for seat in rules.players}
    deck = set(rules.deck)
    natural = "AKQJT98765432"
    for _ in range(rng.choice((2, 3, 3))):
        suit = rng.choice("SHDC")
        top = rng.randrange(len(ranks) - 3)
        run = [card for card in deck if card.suit == suit and card.rank in ranks[top : top + 4]]
        four = [card for card in deck if card.rank == ranks[top]]
        chosen = rng.choice((run, run, four))
        rest = sorted(deck - set(chosen), key=lambda card: (card.suit, natural.index(card.rank)))
        rng.shuffle(rest)
        dealt = (chosen + rest)[:4]
        rng.shuffle(dealt)
        for seat, card in zip(rules.players, dealt, strict=True):
            hands[seat].append(card)
        deck -= set(dealt)
    return start(rng, rules, contract, {seat: tuple(hand) for seat, hand in hands.items()})


def random_bonus(rng: Random) -> dict[str, int]:
    bonus = {name: rng.choice((0, 4, 9, 15)) for name in KINDS}
    return bonus | {"slam": rng.choice((0, 8)), "last_trick": rng.choice((0, 3))}


@pytest.mark.parametrize("kind", KINDS)
def test_what_one_kind_of_combination_can_still_bring(kind: str) -> None:
    for seed in seeds(500, needed=10):
        rng = Random(seed)
        position = rich_position(rng, {kind: rng.choice((3, 20))})
        check(play_on(rng, position, rng.randrange(5)))


def test_fours_of_some_ranks_are_worth_more() -> None:
    for seed in seeds(500, needed=200):
        rng = Random(seed)
        ranks = "AKQJT9"
        few = {rank: rng.choice((0, 3, 20)) for rank in rng.sample(ranks, 3)}
        position = rich_position(rng, {"four_of_a_kind": 5, "four_of_a_kind_except": few}, ranks)
        check(play_on(rng, position, rng.randrange(5)))


def test_what_combinations_of_all_kinds_can_still_bring() -> None:
    for seed in seeds(1200, needed=14):
        rng = Random(seed)
        position = rich_position(rng, random_bonus(rng), rng.choice(("AKQJT9", "AKQJT98765432")))
        check(play_on(rng, position, rng.randrange(7)))


def test_two_runs_of_one_suit_share_no_card() -> None:
    # A run of four or three and another below it: whoever has the strong cards can get both.
    for seed in seeds(900, needed=42):
        rng = Random(seed)
        bonus = {"sequence_of_four": rng.choice((4, 9)), "sequence_of_three": rng.choice((4, 7))}
        ranks = "AKQJT987"
        rules = game(rng, Objective.card_points, ranks=ranks, each=4, points=(0, 0, 1), bonus=bonus)
        contract = random_contract(rng, rules)
        suit = rng.choice("SHDC")
        hands: dict[str, list[object]] = {seat: [] for seat in rules.players}
        spare = [card for card in rules.deck if card.suit != suit]
        for run in rng.choice((("AKQJ", "T987"), ("AKQ", "JT98"), ("AKQJ", "987"), ("KQJ", "T98"))):
            dealt = [card for card in rules.deck if card.suit == suit and card.rank in run]
            dealt += rng.sample(spare, 4 - len(dealt))
            spare = [card for card in spare if card not in dealt]
            seats = rng.sample(rules.players, 4)
            if rng.random() < 0.5:
                seats = sorted(rules.players, key=lambda seat: (rules.side_of(seat), rng.random()))
                dealt.sort(key=lambda card: rules.order_plain.index(card.rank))
            for seat, card in zip(seats, dealt, strict=True):
                hands[seat].append(card)
        check(start(rng, rules, contract, {seat: tuple(hand) for seat, hand in hands.items()}))


def test_positions_of_a_deal_with_combinations_share_a_table() -> None:
    for seed in seeds(120, needed=11):
        rng = Random(seed)
        check_together(reversed([*course(rng, rich_position(rng, random_bonus(rng)))]))
