"""One form for all puzzles that are the same ending: the name of a puzzle.

Two puzzles are the same if the cards left, the trick on the table, the goal that is still to be reached and
all else that the rest of the deal depends on differ only in the names of suits and seats; in a game that
counts tricks also in the ranks of cards between which no other is left.  How the ending came about does not
matter.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import permutations
from typing import Any

from solver.cards import Card, Notation
from solver.game import HONOUR_NAMES, Pair, Position, held_by, lead_of, sign_of
from solver.knowledge import count_stock_seen, find_announcer, seats_in_sight
from solver.puzzles.goal import Goal, GoalKind
from solver.reasons import is_sum_fixed
from solver.rules import Objective, Rules, format_variant

ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Digits and letters that are not taken for each other (as in Crockford's base 32)."""
ID_LENGTH = 16
_TEXTS = ("aliases", "description", "source", "notes")
"""The texts about a game; no puzzle depends on them, and each one of a game of one's own would have them."""


def puzzle_id(position: Position, goal: Goal) -> str:
    """Return the name of a puzzle: `ID_LENGTH` letters and digits, the same for all its renamings."""
    return _digest(puzzle_form(position, goal))


def hidden_id(position: Position) -> str:
    """Return the name of a hidden puzzle, which depends on what its player knows and on nothing else."""
    return _digest(min(_known(position, names) for names in _suit_names(position)))


def _digest(form: list[Any]) -> str:
    text = json.dumps(form, separators=(",", ":"))
    number = int.from_bytes(sha256(text.encode()).digest()[: ID_LENGTH * 5 // 8])
    return "".join(ID_LETTERS[number >> 5 * place & 31] for place in range(ID_LENGTH))


def puzzle_form(position: Position, goal: Goal) -> list[Any]:
    """Return the form that a puzzle shares with all that are the same ending, in JSON types."""
    rules = position.rules
    # Seats are numbered from the one to play, so no name of a seat is left.
    assert position.to_play is not None, "a puzzle has a card to play"
    seats = {seat: number for number, seat in enumerate(rules.seats_from(position.to_play))}
    return [
        _rules_form(rules),
        min(_cards(position, names, seats) for names in _suit_names(position)),
        seats[position.trick.leader],
        _goal_left(position, goal),
        _past(position, goal),
    ]


@lru_cache(maxsize=64)  # requests may bring rules of their own
def _rules_form(rules: Rules) -> list[tuple[str, Any]]:
    """Return what the rules of a puzzle are named by; of a game of one's own without its `_TEXTS`."""
    is_own = not isinstance(format_variant(rules)[0], str)
    form = _without_texts(rules.identity()) if is_own else rules.identity()
    return sorted(form.items(), key=lambda item: item[0])


def _without_texts(rules: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in rules.items() if name not in _TEXTS}


def _suit_names(position: Position) -> Iterator[Mapping[str, int]]:
    """Yield every way to number the plain suits from 1 up; trumps are 0."""
    suits, trump = position.rules.suits, position.contract.trump
    plain = [suit for suit in suits if suit != trump]
    for order in permutations(range(1, len(plain) + 1)):
        yield {**dict(zip(plain, order, strict=True)), **({trump: 0} if trump in suits else {})}


def _cards(position: Position, names: Mapping[str, int], seats: Mapping[str, int]) -> list[Any]:
    """Return what lies where: hands, trick and stock, with suits and seats renamed."""
    heights = heights_left(position)

    def write(card: Card) -> tuple[int, int]:
        return names[card.suit], heights[card]

    hands = sorted((seats[seat], sorted(map(write, hand))) for seat, hand in position.hands.items())
    return [
        [position.contract.trump not in position.rules.suits and position.contract.trump],
        [hand for _, hand in hands],
        [write(card) for card in position.trick.plays],
        [write(card) for card in position.stock_left],
    ]


def heights_left(position: Position) -> Mapping[Card, int]:
    """Return a number for the rank of each card that is left; without gaps where only tricks count."""
    rules, trump = position.rules, position.contract.trump
    left = {card for hand in position.hands.values() for card in hand}
    left |= {*position.trick.plays, *position.stock_left}
    heights: dict[Card, int] = {}
    for suit in rules.suits:
        order = [card for rank in rules.rank_order(suit, trump) if (card := Card(suit, rank)) in left]
        for place, card in enumerate(order):
            closed = rules.objective == Objective.tricks
            heights[card] = place if closed else rules.ranks.index(card.rank)
    return heights


def _goal_left(position: Position, goal: Goal) -> list[Any]:
    """Return the goal as what is still to be won; its kind only where it cannot be told so."""
    own = goal.number == position.side_to_play
    if goal.at_least is None:
        return [own, goal.kind.value, _settled(position, goal)]
    # Where tricks hold combinations, all the tricks are told by the lead that they bring.
    is_lead = goal.kind == GoalKind.lead or (goal.kind == GoalKind.capot and not is_sum_fixed(position.rules))
    if is_lead:
        return [own, "lead", goal.at_least - _settled(position, goal)]
    if goal.kind == GoalKind.honour:
        return [own, "honour", goal.wanted]
    return [own, "result", goal.at_least - _held(position)[goal.number]]


def _settled(position: Position, goal: Goal) -> int:
    """Return what the side of the goal is ahead by already."""
    return sign_of(goal.number) * lead_of(_held(position))


def _held(position: Position) -> Pair:
    """Return what the sides hold for good; in all fours what they hold stands in `_past`."""
    return (0, 0) if position.rules.objective == Objective.four_points else held_by(position)


def _past(position: Position, goal: Goal) -> list[Any]:
    """Return what else of the past the rest of the deal depends on, the own side first."""
    rules, tally = position.rules, position.tally
    own = position.side_to_play or 0

    def turned(pair: tuple[int, int]) -> list[int]:
        return [pair[own], pair[1 - own]]

    past: list[Any] = []
    if rules.slam:
        past.append([won > 0 for won in turned(tally.tricks)])
    if rules.objective == Objective.four_points:
        past += _past_of_four(position, goal, turned)
    if rules.belote and position.belote_side is not None:
        past.append(position.belote_side == own)
    return past


def _past_of_four(
    position: Position, goal: Goal, turned: Callable[[tuple[int, int]], list[int]]
) -> list[Any]:
    """Return the past of all fours; of a goal that names the open points, only what these depend on."""
    tally, dealer = position.tally, position.dealer
    # Equal card points are for the side that did not deal.
    past: list[Any] = [turned(tally.card_points)]
    past.append(dealer and (position.rules.side_of(dealer) == position.side_to_play))
    ranks: dict[str, str | None] = {
        name: None if card is None else card.rank
        for name, card in zip(HONOUR_NAMES.values(), position.honours, strict=True)
    }
    if goal.honours is not None:
        return [*past, [[name, ranks.get(name)] for name in goal.honours]]
    return [*past, turned(tally.honours), turned(tally.penalties), list(ranks.values())]


def _known(position: Position, names: Mapping[str, int]) -> list[Any]:
    """Return what the player to play knows, with suits and seats renamed: hands in sight, and all plays."""
    assert position.to_play is not None, "a puzzle has a card to play"
    rules, contract = position.rules, position.contract
    seats = {seat: number for number, seat in enumerate(rules.seats_from(position.to_play))}

    def write(card: Card) -> tuple[int, int]:
        return names[card.suit], rules.ranks.index(card.rank)

    def seat_of(seat: str | None) -> int:
        return -1 if seat is None else seats[seat]

    in_sight = sorted(
        (seats[seat], sorted(map(write, position.deal.hands[seat]))) for seat in seats_in_sight(position)
    )
    n_seen, announcer = count_stock_seen(position), find_announcer(position)
    return [
        _rules_form(rules),
        [seats[position.first_leader], seat_of(position.dealer), seat_of(contract.taker)],
        [contract.trump not in rules.suits and contract.trump, contract.bid, contract.multiplier],
        [] if contract.turned_up is None else write(contract.turned_up),
        [contract.turned_jacks, contract.refused],
        in_sight,
        [write(card) for card in position.plays],
        [write(card) for card in position.deal.stock[:n_seen]],
        *([] if announcer is None else [seats[announcer]]),
    ]


def written_position(position: Position, notation: Notation = "en") -> dict[str, Any]:
    """Return the position of a puzzle in JSON types; a game of one's own comes without its `_TEXTS`."""
    data = position.to_dict(notation)
    if not isinstance(data["variant"], str):
        data["variant"] = _without_texts(data["variant"])
    return data


def seen_position(position: Position, notation: Notation = "en") -> dict[str, Any]:
    """Return such a position with only the hands, and the cards of the stock, that are in sight."""
    data = written_position(position, notation)
    in_sight = seats_in_sight(position)
    data["deal"] = {seat: hand for seat, hand in data["deal"].items() if seat in in_sight}
    if "stock" in data:
        data["stock"] = data["stock"][: count_stock_seen(position)]
    return data
