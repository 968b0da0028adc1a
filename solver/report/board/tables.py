"""Games as tables, by which a page makes the numbers of a deal without a service (static/encode.js)."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice, product
from types import MappingProxyType
from typing import Any, Literal

from solver.cards import SUITS, Card
from solver.engine import deal_numbers, rules_layout
from solver.errors import PositionError
from solver.game import MAX_TURNED_JACKS, Contract, Deal, Moment, Position, Vulnerable, score_pieces
from solver.rules import Objective, Rules, Scoring, find_variant

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
    - ``auction``: the word of the rules for what is said before the play;
    - ``contracts``: what a whole deal needs and scores under each contract, as `_contracts` returns it;
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
        "auction": rules.auction.value,
        "contracts": _contracts(rules),
        "honours": rules_layout(_position(rules, Contract(rules.trumps[0]), deal), _POKED)
        if is_four_points
        else None,
    }


def _position(rules: Rules, contract: Contract, deal: Deal) -> Position:
    seat = rules.players[0]
    return Position(rules, contract, deal, dealer=seat, leader=seat)


def _whole_deal(rules: Rules, placed: Mapping[str, Sequence[Card]] = MappingProxyType({})) -> Deal:
    """Return any deal of whole hands in which players hold the cards that are ``placed``.

    Jacks are dealt last: in all fours those that nobody holds may have been turned up.
    """
    taken = {card for cards in placed.values() for card in cards}
    left = iter(sorted((card for card in rules.deck if card not in taken), key=lambda card: card.rank == "J"))
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


_FOUR_POINTS = 4
"""High, low, jack and game: the most that a deal of these games has."""
_PARTS: Mapping[Scoring, tuple[str, ...]] = MappingProxyType(
    {
        Scoring.trick_table: (),
        Scoring.taker: ("trump", "taking", "belote"),
        Scoring.bid: ("trump", "taking", "bid", "belote", "multiplier"),
        Scoring.duplicate: ("trump", "taking", "bid", "multiplier", "vulnerable"),
        Scoring.four_points: ("total", "turned_jacks", "refused", "dealing"),
    }
)
"""The parts of a contract on which a deal score hangs; what the contract needs hangs on no others."""


def _contracts(rules: Rules) -> dict[str, Any]:
    """Return what every contract needs of a whole deal, and the deal score of each result.

    ``of`` has for each part of the contract what it may be, numbered from 0: the ``trump``, the side that is
    ``taking``, the ``bid``, the side of the ``belote`` (empty for none), the ``multiplier``, 1 if the taker's
    side is ``vulnerable``, the ``total`` of both results (empty where the play decides it),
    ``turned_jacks``, 1 if the dealer has ``refused``, the side that is ``dealing``.
    These numbers are the digits of a place in ``at``, where the number of an entry of ``told`` stands:
    ``needs`` and ``scores``, as `deal_numbers` has them.
    """
    totals = {trump: _totals(rules, trump) for trump in rules.trumps}
    values: Mapping[str, Sequence[Any]] = {
        "trump": rules.trumps,
        "taking": (0, 1),
        "bid": rules.bids,
        "belote": ("", 0, 1) if rules.belote else ("",),
        "multiplier": (1, 2, 4),
        "vulnerable": (0, 1),
        "total": ("",) if totals[rules.trumps[0]][0] is None else tuple(range(1, _FOUR_POINTS + 1)),
        "turned_jacks": tuple(range(MAX_TURNED_JACKS + 1)),
        "refused": (0, 1),
        "dealing": (0, 1),
    }
    parts = _PARTS[rules.scoring]
    told: dict[tuple[Any, ...], int] = {}
    known: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    at = []
    for chosen in product(*(values[part] for part in parts)):
        alike = chosen
        if rules.scoring == Scoring.bid:
            # Suits count alike there: what is told of one holds for those of the same total.
            trump = chosen[0]
            alike = (trump if trump not in SUITS else "", *totals[trump], *chosen[1:])
        if alike not in known:
            known[alike] = _told(rules, dict(zip(parts, chosen, strict=True)), totals)
        at.append(told.setdefault(known[alike], len(told)))
    return {
        "of": {part: {str(value): n for n, value in enumerate(values[part])} for part in parts},
        "at": at,
        "told": [{"needs": needs, "scores": scores} for needs, scores in told],
    }


def _totals(rules: Rules, trump: str) -> tuple[int | None, int]:
    """Return the sum of both sides' results in a whole deal, None if it is not fixed, and the slam."""
    numbers = deal_numbers(_position(rules, Contract(trump), _whole_deal(rules)))
    return numbers["total"], numbers["slam"]


def _told(
    rules: Rules, chosen: Mapping[str, Any], totals: Mapping[str, tuple[int | None, int]]
) -> tuple[int | None, tuple[Any, ...]]:
    """Return what a contract of these parts needs, and the pieces of its score."""
    first = _first_seats(rules)
    taking = chosen.get("taking")
    contract = Contract(
        chosen.get("trump", rules.trumps[0]),
        taker=None if taking is None else first[taking],
        bid=chosen.get("bid"),
        multiplier=chosen.get("multiplier", 1),
        turned_jacks=chosen.get("turned_jacks", 0),
        refused=bool(chosen.get("refused")),
        vulnerable=Vulnerable.both if chosen.get("vulnerable") else Vulnerable.none,
    )
    deal = _deal_with_belote(rules, contract.trump, chosen.get("belote", ""))
    seat = first[chosen.get("dealing", 0)]
    try:
        position = Position(rules, contract, deal, dealer=seat, leader=seat)
    except PositionError:
        # Two jacks are not turned up where one suit was.
        return None, ()
    total, slam = totals[contract.trump]
    pieces = score_pieces(position, chosen.get("total") or total, slam)
    return Moment(position).needs, tuple((piece.least, *piece.lines) for piece in pieces)


def _first_seats(rules: Rules) -> list[str]:
    """Return the first seat of each side."""
    return [next(seat for seat in rules.players if rules.side_of(seat) == side) for side in (0, 1)]


@cache
def _deal_with_belote(rules: Rules, trump: str, belote: int | Literal[""]) -> Deal:
    """Return any whole deal in which that side, or none, holds king and queen of trumps in one hand."""
    if not rules.belote or trump not in SUITS:
        return _whole_deal(rules)
    one, other = _first_seats(rules)
    king, queen = Card(trump, "K"), Card(trump, "Q")
    if belote == "":
        return _whole_deal(rules, {one: [king], other: [queen]})
    return _whole_deal(rules, {(one, other)[belote]: [king, queen]})
