"""Small games of which all deals can be listed, and views of hands."""

from functools import cache
from itertools import combinations

from solver.cards import Card, parse_card
from solver.game.deal import Deal
from solver.knowledge.viewpoint import Viewpoint
from solver.rules.rules import Rules
from solver.rules.variants import find_variant


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


@cache
def small_game(scoring: str = "bid", first_lead: str = "dealer_next") -> Rules:
    """Contrée with the aces, kings and queens alone: three cards each, 9! / 3!³ = 1680 deals for a hand."""
    score = {"scoring": "bid", "bids": [20, 30, 40, 50], "multipliers": [1, 2, 4], "failed_points": 60}
    if scoring == "taker":
        score = {"scoring": "taker", "contract_rule": "majority", "tie": "own"}
    return Rules.from_dict(
        {
            "name": "small",
            "title": "Small",
            "sides": ["NS", "EW"],
            "trumps": ["S", "H", "D", "C"],
            "first_lead": first_lead,
            "deck": {"ranks": "AKQ", "cards_each": 3},
            "order": {"plain": "AKQ", "trump": "QAK"},
            "points": {"standard": {"plain": {"A": 5, "K": 2, "Q": 1}, "trump": {"Q": 9, "A": 5, "K": 2}}},
            "duties": {"ruff": "unless_partner_winning", "overruff": "required", "head_trumps": "always"},
            "result": {"objective": "card_points"},
            "bonus": {"last_trick": 4, "slam": 6, "belote": 3},
            "score": score,
        }
    )


def view(game: str | Rules, hand: str, shown: str = "", seat: str = "N", dealer: str = "W") -> Viewpoint:
    rules = game if isinstance(game, Rules) else find_variant(game)
    return Viewpoint(rules, seat, cards(hand), dealer, cards(shown))


def all_deals(viewpoint: Viewpoint) -> list[Deal]:
    """Every way to deal the cards that the player does not hold, by brute force."""
    rules = viewpoint.rules
    others = [seat for seat in rules.players if seat != viewpoint.seat]
    unseen = [card for card in rules.deck if card not in viewpoint.hand]
    n = rules.cards_each
    found = []
    for first in combinations(unseen, n):
        left = [card for card in unseen if card not in first]
        for second in combinations(left, n):
            third = tuple(card for card in left if card not in second)
            hands = dict(zip(others, (first, second, third), strict=True))
            found.append(Deal({viewpoint.seat: viewpoint.hand, **hands}).sorted())
    return found
