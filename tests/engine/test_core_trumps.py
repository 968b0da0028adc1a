"""Hands full of trumps, where who must ruff takes the lead: the core against the plain solver."""

from random import Random

import pytest

from solver import Contract, Deal, Position
from solver.engine.solver import solve
from solver.rules.rules import Rules
from solver.rules.variants import find_variant
from solver.rules.words import FollowDuty, Objective, OverruffDuty, RuffDuty, UnderruffDuty
from tests.support.search.plain_values import plain_values

pytestmark = pytest.mark.slow

GAMES = (
    "quadrette",
    "all_fours_4",
    "belote",
    "valet_de_trefle",
    "contree",
    "coinche",
    "klaverjas_amsterdam",
    "klaverjas_rotterdam",
    "whist",
    "bridge",
)


def game_of_duties(name: str, rng: Random) -> Rules:
    """A game in short deals, with duties of all kinds and, in all fours, forced discards that cost points."""
    rules = find_variant(name)
    options: dict[str, object] = {
        "short_deals": True,
        "follow": rng.choice(list(FollowDuty)),
        "ruff": rng.choice(list(RuffDuty)),
        "overruff": rng.choice(list(OverruffDuty)),
        "underruff": rng.choice(list(UnderruffDuty)),
    }
    if rules.objective == Objective.four_points:
        options["forced_discard_penalty"] = rng.randrange(4)
    return rules.override(options)


def lopsided_position(rng: Random, rules: Rules, n_each: int) -> Position:
    """Short hands of mostly one or two suits each, the leader's partner's of trumps, after a few plays."""
    trump = rng.choice("SHDC")
    cards = list(rules.deck)
    hands = {}
    for seat in rng.sample(rules.players, rules.n_players):
        suits = trump if seat == "S" and rng.random() < 0.7 else rng.sample("SHDC", rng.randint(1, 2))
        cards.sort(key=lambda card: (card.suit not in suits) + rng.random() * 1.3)
        hands[seat], cards = tuple(cards[:n_each]), cards[n_each:]
    position = Position(rules, Contract(trump), Deal(hands), dealer="W", leader="N")
    for _ in range(rng.randrange(4)):
        position = position.play(rng.choice(position.legal_plays()))
    return position


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", GAMES)
def test_lopsided_hands(name: str) -> None:
    for seed in range(200):
        rng = Random(seed)
        position = lopsided_position(rng, game_of_duties(name, rng), rng.randint(2, 4))
        found = {card.card: card.bounds.low for card in solve(position).cards}
        assert found == plain_values(position), position.to_dict()


# Small deals in which a search that let such a partner keep his trumps gave a wrong value.
KNOWN = [
    {
        "leader": "W",
        "dealer": "E",
        "deal": {"N": "4.-.82.-", "E": "J.QJ.-.-", "S": "5.-.54.-", "W": "A9.-.-.J"},
        "contract": {"trump": "H"},
        "plays": ["SA", "S4", "SJ"],
    },
    {
        "dealer": "S",
        "deal": {"N": "-.AK6.-.-", "E": "-.8.87.-", "S": "-.-.6.76", "W": "5.75.-.-"},
        "contract": {"trump": "C"},
        "plays": [],
    },
]


@pytest.mark.parametrize("deal", KNOWN)
def test_a_partner_who_has_only_trumps_left_takes_the_lead(deal: dict[str, object]) -> None:
    rules = {"ruff": "free", "forced_discard_penalty": 1, "short_deals": True}
    position = Position.from_dict({"variant": "all_fours_4", "rules": rules, **deal})
    answer = solve(position)
    assert {card.card: card.bounds.low for card in answer.cards} == plain_values(position)
    end = position
    for card in answer.line:
        end = end.play(card)
    assert solve(end).value == answer.value
