"""The penalty game (ext/points/penalties.pxd): discards alone bound the value; suits that are alike."""

from dataclasses import replace
from random import Random

import pytest

from solver import Contract, Deal, Position
from solver.cards import parse_card
from solver.rules.words import LowGoesTo, Objective, PenaltyLasts
from tests.support.search.technique_checks import check, check_together, course, deal, game, play_on
from tests.support.seeds import seeds


def penalty_position(rng: Random, n_each: int, n_stock: int, lasts: PenaltyLasts) -> Position:
    """Two players, a stock, and discards that cost points, to the end of the deal or of the stock."""
    rules = game(
        rng,
        Objective.four_points,
        sides=("N", "S"),
        ranks=rng.choice(("AKQJT98", "AKQJT987654")),
        each=n_each,
        stock=n_stock,
        points=(0, 0, 0, 1, 3),
        low_goes_to=rng.choice(list(LowGoesTo)),
        forced_discard_penalty=rng.choice((1, 1, 2, 5)),
        penalty_lasts=lasts,
    )
    return deal(rng, rules, n_each, n_stock, order=rng.choice((0.9, 1.5, 3.0)))


@pytest.mark.parametrize("lasts", PenaltyLasts)
@pytest.mark.parametrize(("n_each", "n_stock"), [(2, 8), (3, 6), (4, 4), (5, 2), (6, 2)])
def test_penalties_and_the_rest_bound_the_value(n_each: int, n_stock: int, lasts: PenaltyLasts) -> None:
    for seed in seeds(350, needed=18):
        rng = Random(seed)
        check(play_on(rng, penalty_position(rng, n_each, n_stock, lasts), rng.randrange(3)))


@pytest.mark.parametrize("n_each", [1, 2, 3])
def test_penalties_end_with_the_stock(n_each: int) -> None:
    # Few cards each and a long stock: most tricks are before its end, where the penalty game is looked at.
    # Positions on the way through it, the last first, with one table.
    for seed in seeds(30, needed=1):
        rng = Random(seed)
        first = penalty_position(rng, n_each, 14 - 2 * n_each, PenaltyLasts.stock)
        check_together(reversed(list(course(rng, play_on(rng, first, rng.randrange(4))))))


@pytest.mark.parametrize("lasts", PenaltyLasts)
@pytest.mark.parametrize(("n_each", "n_stock"), [(4, 4), (6, 2), (7, 2)])
def test_plain_suits_are_alike_and_trumps_are_not(n_each: int, n_stock: int, lasts: PenaltyLasts) -> None:
    # With the stock gone a suit is a pattern of holders: endings of one deal meet in the table as patterns.
    for seed in seeds(40, needed=1):
        rng = Random(seed)
        first = penalty_position(rng, n_each, n_stock, lasts)
        positions = [
            position
            for _ in range(4)
            for position in course(rng, first)
            if position.n_cards_left <= 12 and not position.trick.plays
        ]
        check_together(rng.sample(positions, len(positions)))


def test_trumps_are_not_like_a_plain_suit() -> None:
    # The stock is gone after a trick of diamonds. One table serves a deal and its twin, with spades (trumps)
    # and hearts in each other's place.
    for seed in seeds(300, needed=20):
        rng = Random(seed)
        rules = game(
            rng,
            Objective.four_points,
            sides=("N", "S"),
            ranks="AKJ",
            each=5,
            stock=2,
            points=(0, 0, 0, 1, 3),
            forced_discard_penalty=1,
            penalty_lasts=PenaltyLasts.deal,
        )
        rules = replace(rules, order_trump=rules.order_plain)
        diamonds = [parse_card(f"D{rank}") for rank in rng.sample("AKJ", 3)]
        others = [card for card in rules.deck if card.suit != "D"]
        rest = rng.sample([diamonds[2], *others], 10)
        dealer, leader = rng.sample("NS", 2)
        positions = []
        for place in ({}, {"S": "H", "H": "S"}):
            cards = [card._replace(suit=place.get(card.suit, card.suit)) for card in rest]
            hands = {"N": (diamonds[0], *cards[:4]), "S": (diamonds[1], *cards[4:8])}
            position = Position(
                rules, Contract("S"), Deal(hands, tuple(cards[8:])), dealer=dealer, leader=leader
            )
            for seat in (leader, dealer):
                position = position.play(hands[seat][0])
            positions.append(position)
        check_together(positions)
