"""Games as tables, by which a page makes the numbers of a deal without a service (static/encode.js)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from types import MappingProxyType
from typing import Any

from solver.cards import SUITS, Card
from solver.engine import deal_numbers, rules_layout
from solver.game import Contract, Deal, Moment, Position
from solver.rules import Objective, Rules, find_variant

_OF_DEAL = ("position", "dummy", "won", "total", "taking", "needs", "scores", "prize")
"""The numbers that differ from deal to deal under one trump."""
_POKED = ("value", "worthless", "least_worth", "game_tie")
"""The fields of the rules that differ from deal to deal, in games for four points."""


@cache
def game_tables(name: str) -> Mapping[str, Any]:
    """Return the tables of a game under its usual rules, in JSON types.

    - ``trumps``: for each trump what `deal_numbers` gives of all deals, and the ``unit`` of values;
    - ``leaders``: who leads, by dealer (empty for none), then by taker; ``dealers``: who deals, by leader;
    - ``dummies``: whose cards the declarer plays, by taker (empty for none), then by leader;
    - ``bonus``: what the end of a deal brings besides tricks; ``varies``: true if the sum is not fixed;
    - ``belote``: true if king and queen of trumps in one hand count;
    - ``needs``: what a contract needs of a whole deal, by trump, side of the taker, bid (empty for none) and
      side of the belote (empty for none), joined by spaces;
    - ``honours``: null, or for games for four points the places of fields in the rules, as `rules_layout`.
    """
    rules = find_variant(name)
    deal = _whole_deal(rules)
    trumps, bonus, varies = {}, 0, False
    for trump in rules.trumps:
        numbers = deal_numbers(_position(rules, Contract(trump), deal))
        trumps[trump] = {key: numbers[key] for key in numbers if key not in _OF_DEAL}
        trumps[trump]["unit"] = numbers["position"]["unit"]
        varies = numbers["total"] is None
        if not varies:
            dealt = sum(numbers["worth"][numbers["codes"][str(card)]] for card in deal.cards())
            n_tricks = deal.n_cards // rules.n_players
            bonus = numbers["total"] - dealt - n_tricks * numbers["trick"]
    is_four_points = rules.objective == Objective.four_points
    return {
        "trumps": trumps,
        "leaders": {
            dealer or "": {taker or "": rules.first_leader(dealer, taker) for taker in (None, *rules.players)}
            for dealer in (None, *rules.players)
        },
        "dealers": _dealers(rules),
        "dummies": _dummies(rules, deal) if rules.dummy else {},
        "bonus": bonus,
        "varies": varies,
        "belote": bool(rules.belote),
        "needs": dict(_needs(rules)),
        "honours": rules_layout(_position(rules, Contract(rules.trumps[0]), deal), _POKED)
        if is_four_points
        else None,
    }


def _position(rules: Rules, contract: Contract, deal: Deal) -> Position:
    seat = rules.players[0]
    return Position(rules, contract, deal, dealer=seat, leader=seat)


def _whole_deal(rules: Rules, placed: Mapping[str, Sequence[Card]] = MappingProxyType({})) -> Deal:
    """Return any deal of whole hands in which players hold the cards that are ``placed``."""
    taken = {card for cards in placed.values() for card in cards}
    left = iter([card for card in rules.deck if card not in taken])
    hands = {}
    for seat in rules.players:
        own = placed.get(seat, ())
        hands[seat] = (*own, *islice(left, rules.cards_each - len(own)))
    return Deal(hands, tuple(islice(left, rules.stock))).sorted()


def _dealers(rules: Rules) -> dict[str, str]:
    """Return who deals where only the leader is stated; empty where the leader does not tell."""
    found = {}
    for dealer in rules.players:
        leader = rules.first_leader(dealer)
        if leader is not None:
            found[leader] = dealer
    return found


def _dummies(rules: Rules, deal: Deal) -> dict[str, dict[str, str | None]]:
    """Return dummy's seat by taker, then by leader."""
    trump = rules.trumps[0]
    return {
        taker or "": {
            leader: Position(rules, Contract(trump, taker=taker), deal, leader=leader).dummy
            for leader in rules.players
        }
        for taker in (None, *rules.players)
    }


def _needs(rules: Rules) -> Iterator[tuple[str, int]]:
    """Yield what each contract needs, with its key."""
    if not rules.has_taker:
        return
    first = [next(seat for seat in rules.players if rules.side_of(seat) == side) for side in (0, 1)]
    for trump in rules.trumps:
        king, queen = Card(trump, "K"), Card(trump, "Q")
        counts = bool(rules.belote) and trump in SUITS
        apart: Mapping[str, Sequence[Card]] = {first[0]: [king], first[1]: [queen]} if counts else {}
        for belote in ("", 0, 1) if counts else ("",):
            deal = _whole_deal(rules, apart if belote == "" else {first[int(belote)]: [king, queen]})
            for side, bid in product((0, 1), rules.bids or (None,)):
                contract = Contract(trump, taker=first[side], bid=bid)
                needs = Moment(_position(rules, contract, deal)).needs
                if needs is not None:
                    yield f"{trump} {side} {'' if bid is None else bid} {belote}", needs
