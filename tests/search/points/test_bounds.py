"""What is left to win (ext/points/bounds.pxd): points, slam, prize, discards, sure tricks, master trumps."""

from random import Random

import pytest

from solver import Contract, Deal, Position
from solver.cards import Card
from solver.rules.words import LowGoesTo, Objective, PenaltyLasts
from tests.support.positions import random_contract
from tests.support.search.technique_checks import check, deal, game, play_on, start
from tests.support.seeds import seeds

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
    for seed in seeds(2000, needed=280 if objective == Objective.card_points else 40):
        check(strong_leader(Random(seed), objective, points=(0, 0, 1, 2, 5)))


def test_sure_tricks_with_discards_that_cost_points() -> None:
    for seed in seeds(1500, needed=28):
        rng = Random(seed)
        check(strong_leader(rng, Objective.four_points, forced_discard_penalty=rng.choice((1, 2, 3))))


def test_sure_tricks_with_a_slam_a_last_trick_and_combinations() -> None:
    for seed in seeds(1500, needed=13):
        rng = Random(seed)
        bonus = {"slam": rng.choice((0, 3, 20)), "last_trick": rng.choice((0, 1, 7))}
        check(strong_leader(rng, Objective.card_points, points=(0, 1, 2), bonus=bonus))


def test_all_tricks_are_sure_and_combinations_may_fall() -> None:
    bonus = {"four_of_a_kind": 7, "sequence_of_three": 4, "sequence_of_four": 9}
    for seed in seeds(700, needed=12):
        rng = Random(seed)
        rules = game(rng, Objective.card_points, ranks="AKQJ", each=3, points=(0, 1), bonus=bonus)
        contract = random_contract(rng, rules)
        cards = rng.sample(rules.deck, len(rules.deck))
        order = rules.order_trump.index
        cards.sort(key=lambda card: order(card.rank) if card.suit == contract.trump else 99)
        n_each = rng.choice((2, 3))
        hands = {seat: cards[i * n_each : (i + 1) * n_each] for i, seat in enumerate("NESW")}
        check(start(rng, rules, contract, {seat: tuple(hand) for seat, hand in hands.items()}))


def test_a_partner_keeps_trumps_and_runs_out_of_other_cards() -> None:
    # The leader has two suits to cash, to which the opponents must discard at a price. His partner soon has
    # to ruff, and goes on with trumps, to which the leader must discard too.
    for seed in seeds(400, needed=6):
        rng = Random(seed)
        rules = game(
            rng,
            Objective.four_points,
            ranks="AKQJT98765432",
            each=5,
            points=(0, 0, 1),
            forced_discard_penalty=rng.choice((1, 3, 10)),
        ).override({"ruff": rng.choice(("free", "unless_partner_winning")), "follow": "strict"})
        trump, first, second, third = rng.sample("SHDC", 4)
        trumps = rng.sample([Card(trump, rank) for rank in rules.order_trump], 5)
        own, other, foreign = (
            [Card(suit, rank) for rank in rules.order_plain] for suit in (first, second, third)
        )
        n_each = rng.choice((4, 4, 5))
        n_plain = rng.choice((1, 2, 2, 3))
        low = rng.sample([*own[2:6], *other[2:6]], 2)
        leader = [*own[:2], *other[:2], foreign[0]][:n_each]
        partner = [*foreign[13 - n_plain :], *trumps][:n_each]
        rest = rng.sample(foreign[1:10], 9) + low
        if rng.random() < 0.4:
            rng.shuffle(rest)
        hands = {"N": leader, "S": partner, "E": rest[:n_each], "W": rest[n_each : 2 * n_each]}
        deal = Deal({seat: tuple(hand) for seat, hand in hands.items()})
        check(Position(rules, Contract(trump), deal, dealer="W", leader="N"))


def test_a_partner_must_ruff_and_lead() -> None:
    # The leader cashes a suit, and from the second round on the partner, who has losers only, has to ruff.
    for seed in seeds(200, needed=6):
        rng = Random(seed)
        rules = game(rng, rng.choice((Objective.tricks, Objective.card_points)), ranks="AKQJT987", each=5)
        rules = rules.override(
            {"ruff": rng.choice(("required", "unless_partner_winning")), "follow": "strict"}
        )
        trump, first, second, third = rng.sample("SHDC", 4)
        own, other, foreign = (
            [Card(suit, rank) for rank in rules.order_plain] for suit in (first, second, third)
        )
        hands = {
            "N": [*own[:3], *other[:2]],
            "S": [own[7], Card(trump, rng.choice(rules.ranks)), *foreign[5:]],
            "E": [own[6], *foreign[:4]],
            "W": rng.sample([*own[3:6], *other[2:]], 5),
        }
        deal = Deal({seat: tuple(hand) for seat, hand in hands.items()})
        check(Position(rules, Contract(trump), deal, dealer="W", leader="N"))


def test_no_trick_is_sure_before_a_draw() -> None:
    # The leader has masters, the opponent a stock to draw trumps and worthless cards from.
    for seed in seeds(1500, needed=432):
        rng = Random(seed)
        sides = rng.choice((("N", "S"), ("N", "ES")))
        rules = game(
            rng,
            rng.choice(list(Objective)),
            sides=sides,
            ranks="AKQJT98",
            suits="SHD",
            each=2,
            stock=6,
            points=(0, 3, 4, 5),
        )
        contract = random_contract(rng, rules)
        plain = [card for card in rules.deck if card.suit != contract.trump]
        suit = rng.choice(plain).suit
        order = rules.order_plain.index
        own = sorted((card for card in plain if card.suit == suit), key=lambda card: order(card.rank))[:2]
        rest = rng.sample([card for card in rules.deck if card not in own], len(rules.deck) - 2)
        n_stock = rules.n_players * rng.randint(1, 6 // rules.n_players)
        rest.sort(key=lambda card: card.suit == contract.trump and rng.random() < 0.5, reverse=True)
        stock, rest = rng.sample(rest[:n_stock], n_stock), rest[n_stock:]
        hands = {"N": own} | {seat: [rest.pop(), rest.pop()] for seat in rules.players[1:]}
        deal = Deal({seat: tuple(hand) for seat, hand in hands.items()}, tuple(stock))
        check(Position(rules, contract, deal, dealer=rng.choice(rules.players), leader="N"))


def test_what_the_others_throw_is_worth_something() -> None:
    # Hardly a card without points: what must fall on a sure trick is part of the bound.
    for seed in seeds(1200, needed=1):
        check(strong_leader(Random(seed), Objective.card_points, points=(0, 2, 3, 7, 7)))


@pytest.mark.parametrize("objective", Objective)
def test_master_trumps_win_whenever_they_are_played(objective: Objective) -> None:
    for seed in seeds(900, needed=17):
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
    for seed in seeds(1500, needed=21):
        rng = Random(seed)
        bonus = {"slam": rng.choice((1, 2, 30)), "last_trick": rng.choice((0, 1, 10))}
        position = strong_leader(rng, Objective.card_points, points=(0, 0, 1), bonus=bonus)
        check(play_on(rng, position, rng.randrange(position.n_cards_left - 1)))


def test_points_to_come_with_a_prize_in_the_stock() -> None:
    for seed in seeds(1200, needed=304):
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
            penalty_lasts=list(PenaltyLasts)[seed % 2],
        )
        n_stock = rules.n_players * rng.randint(1, 2)
        check(play_on(rng, deal(rng, rules, 2 if rules.n_players > 2 else 3, n_stock), rng.randrange(4)))


def test_level_game_goes_to_the_side_that_does_not_deal() -> None:
    for seed in seeds(1500, needed=10):
        rng = Random(seed)
        sides = rng.choice(SIDES)
        points = rng.choice(((0, 1), (0, 0, 1), (0, 1, 2, 3)))
        rules = game(rng, Objective.four_points, sides=sides, ranks="AKQJT9", each=3, points=points)
        check(play_on(rng, deal(rng, rules, 3), rng.randrange(5)))


@pytest.mark.parametrize("sides", [("N", "S"), ("NS", "EW"), ("N", "ES")])
def test_how_often_a_player_can_come_to_discard_before_the_stock_is_gone(sides: tuple[str, str]) -> None:
    # Hands shorter than what is left of the deal, so that most discards can come before the last draw, and
    # none of those after it may be taken for one that costs points, nor one of those before it for free.
    for seed in seeds(700, needed=8):
        rng = Random(seed)
        n_each = rng.choice((1, 2, 3))
        rules = game(
            rng,
            Objective.four_points,
            sides=sides,
            ranks="AKQJT9",
            each=n_each,
            stock=6 if len("".join(sides)) == 3 else 4,
            points=(0, 0, 1),
            forced_discard_penalty=rng.choice((1, 5)),
            penalty_lasts=PenaltyLasts.stock,
        )
        first = deal(rng, rules, n_each, rules.stock if rng.random() < 0.8 or n_each < 3 else 0)
        check(play_on(rng, first, rng.randrange(min(6, first.n_cards_left))))


@pytest.mark.parametrize("sides", [("N", "S"), ("NS", "EW"), ("N", "ES")])
def test_how_often_a_player_can_come_to_discard(sides: tuple[str, str]) -> None:
    # Penalties outweigh all else: a bound on discards that is one short is a wrong value.
    for seed in seeds(1000, needed=97):
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
