"""What is left to win (ext/bounds.pxd): points to come, slam, prize, discards, sure tricks, master trumps."""

from random import Random

import pytest

from solver import Position
from solver.rules import LowGoesTo, Objective
from tests.positions import random_contract
from tests.solver.technique_checks import check, deal, game, play_on, start

PARTNERS = ("NS", "EW")
SIDES = (PARTNERS, PARTNERS, PARTNERS, ("N", "ES"), ("NW", "S"), ("N", "S"))


def strong_leader(rng: Random, objective: Objective, **rules: object) -> Position:
    """Somebody holds the top of some suits and leads; the others have long and short suits below."""
    sides = rng.choice(SIDES)
    each = rng.choice((2, 3, 3, 4))
    made = game(rng, objective, sides=sides, ranks="AKQJT987", each=each, **rules)  # type: ignore[arg-type]
    contract = random_contract(rng, made)
    suits = rng.sample("SHDC", 4)
    if contract.trump in "SHDC" and rng.random() < 0.5:
        suits.remove(contract.trump)
        suits.insert(0, contract.trump)
    cards = list(made.deck)

    def strength(card: object) -> int:
        order = made.order_trump if card.suit == contract.trump else made.order_plain  # type: ignore[attr-defined]
        return order.index(card.rank)  # type: ignore[attr-defined]

    seats = rng.sample(made.players, made.n_players)
    hands = {}
    liked = suits[: rng.randint(1, 3)]
    cards.sort(key=lambda card: (card.suit not in liked, strength(card) + 2.5 * rng.random()))
    hands[seats[0]], cards = cards[:each], cards[each:]
    for seat in seats[1:]:
        wanted = rng.sample("SHDC", rng.randint(1, 2))
        if rng.random() < 0.3 and contract.trump in "SHDC":
            wanted = [contract.trump]
        cards.sort(key=lambda card: (card.suit not in wanted) + rng.random() * 1.3)
        hands[seat], cards = cards[:each], cards[each:]
    position = start(rng, made, contract, {seat: tuple(hand) for seat, hand in hands.items()})
    if rng.random() < 0.7:
        position = Position(made, contract, position.deal, dealer=position.dealer, leader=seats[0])
    return position


@pytest.mark.parametrize("objective", Objective)
def test_the_leader_cashes_sure_tricks(objective: Objective) -> None:
    # Ruffs by opponents who cannot follow, partners with nothing but trumps, what the others must throw.
    for seed in range(2000):
        check(strong_leader(Random(seed), objective, points=(0, 0, 1, 2, 5)))


def test_sure_tricks_with_discards_that_cost_points() -> None:
    for seed in range(1500):
        rng = Random(seed)
        check(strong_leader(rng, Objective.four_points, forced_discard_penalty=rng.choice((1, 2, 3))))


def test_sure_tricks_with_a_slam_a_last_trick_and_combinations() -> None:
    for seed in range(1500):
        rng = Random(seed)
        bonus = {"slam": rng.choice((0, 3, 20)), "last_trick": rng.choice((0, 1, 7))}
        check(strong_leader(rng, Objective.card_points, points=(0, 1, 2), bonus=bonus))


def test_what_the_others_throw_is_worth_something() -> None:
    # Hardly a card without points: what must fall on a sure trick is part of the bound.
    for seed in range(1200):
        check(strong_leader(Random(seed), Objective.card_points, points=(0, 2, 3, 7, 7)))


@pytest.mark.parametrize("objective", Objective)
def test_master_trumps_win_whenever_they_are_played(objective: Objective) -> None:
    for seed in range(900):
        rng = Random(seed)
        sides = rng.choice(SIDES)
        bonus = {"slam": 9, "last_trick": 4} if objective == Objective.card_points else None
        points = (0, 0, 1, 5)
        rules = game(
            rng, objective, sides=sides, ranks="AKQJT9", suits="SHD", each=3, points=points, bonus=bonus
        )
        check(play_on(rng, deal(rng, rules, 3), rng.randrange(6)))


def test_near_a_slam() -> None:
    # Most deals here are won by one side to the last trick or but one; a slam outweighs the cards.
    for seed in range(1500):
        rng = Random(seed)
        bonus = {"slam": rng.choice((1, 2, 30)), "last_trick": rng.choice((0, 1, 10))}
        position = strong_leader(rng, Objective.card_points, points=(0, 0, 1), bonus=bonus)
        check(play_on(rng, position, rng.randrange(position.n_cards_left - 1)))


def test_points_to_come_with_a_prize_in_the_stock() -> None:
    for seed in range(1200):
        rng = Random(seed)
        rules = game(
            rng,
            Objective.four_points,
            sides=rng.choice((("N", "S"), ("N", "ES"), PARTNERS)),
            ranks="AKQJT98",
            each=3,
            stock=12,
            points=(0, 0, 1),
            low_goes_to=LowGoesTo.holder,
            forced_discard_penalty=rng.choice((0, 0, 1)),
        )
        n_stock = rules.n_players * rng.randint(1, 2)
        check(play_on(rng, deal(rng, rules, 2 if rules.n_players > 2 else 3, n_stock), rng.randrange(4)))


def test_level_game_goes_to_the_side_that_does_not_deal() -> None:
    for seed in range(1500):
        rng = Random(seed)
        sides = rng.choice(SIDES)
        points = rng.choice(((0, 1), (0, 0, 1), (0, 1, 2, 3)))
        rules = game(rng, Objective.four_points, sides=sides, ranks="AKQJT9", each=3, points=points)
        check(play_on(rng, deal(rng, rules, 3), rng.randrange(5)))


@pytest.mark.parametrize("sides", [("N", "S"), ("NS", "EW"), ("N", "ES")])
def test_how_often_a_player_can_come_to_discard(sides: tuple[str, str]) -> None:
    # Penalties outweigh all else: a bound on discards that is one short is a wrong value.
    for seed in range(1000):
        rng = Random(seed)
        rules = game(
            rng,
            Objective.four_points,
            sides=sides,
            ranks="AKQJT9",
            each=4,
            points=(0, 0, 1),
            forced_discard_penalty=rng.choice((1, 5)),
        )
        check(play_on(rng, deal(rng, rules, rng.choice((2, 3, 4))), rng.randrange(4)))
