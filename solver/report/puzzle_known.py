"""The knowledge of a hidden puzzle's solver beside the cards in sight and those played, in sentences."""

from collections.abc import Iterator

from solver.game import Position
from solver.knowledge import find_announcer, is_belote_told, seats_in_sight
from solver.puzzles import PuzzleKind
from solver.report.puzzle import PuzzleReport
from solver.sentences import mark
from solver.speech import Place, Speech

_TAKEN = mark("{card} was turned up; {seat} took it.")
_AWAY = mark("{card} was turned up; nobody has it.")
_PUT_BACK = mark("{card} was turned up, and went back into the pack.")
_ANNOUNCED = mark("{seat} has announced king and queen of trumps.")
_NOT_ANNOUNCED = mark("Nobody has announced king and queen of trumps.")
_DRAWN = mark("{seat} still has {cards}, drawn from the stock.")
_ON_TOP = mark("{card} lies on top of the stock.")


def known_beside(report: PuzzleReport) -> list[str]:
    """Say what everybody saw and heard that bears on hands out of sight; nothing of an open puzzle."""
    if report.puzzle.kind != PuzzleKind.hidden:
        return []
    position, speech = report.position, report.speech
    return [*_turned_up(position, speech), *_belote(position, speech), *_of_stock(position, speech)]


def _turned_up(position: Position, speech: Speech) -> Iterator[str]:
    """Say which card was turned up, and where it went."""
    card = position.contract.turned_up
    if card is None:
        return
    taker = next((seat for seat, hand in position.deal.hands.items() if card in hand), None)
    if position.rules.stock:
        yield speech.say(_PUT_BACK, card=card)
    elif taker is None:
        yield speech.say(_AWAY, card=card)
    else:
        yield speech.say(_TAKEN, card=card, seat=Place(taker))


def _belote(position: Position, speech: Speech) -> Iterator[str]:
    """Say who has announced king and queen of trumps, or that nobody has, once somebody had to."""
    rules, trump = position.rules, position.contract.trump
    if not rules.belote or trump not in rules.suits:
        return
    seat = find_announcer(position)
    if seat is not None:
        yield speech.say(_ANNOUNCED, seat=Place(seat))
    elif is_belote_told(position):
        yield speech.say(_NOT_ANNOUNCED)


def _of_stock(position: Position, speech: Speech) -> Iterator[str]:
    """Say which cards that others drew from the stock, face up, they still have, and which lies on top."""
    n_drawn = len(position.deal.stock) - len(position.stock_left)
    drawn = position.deal.stock[:n_drawn]
    for seat, hand in position.hands.items():
        cards = [card for card in hand if card in drawn]
        if cards and seat not in seats_in_sight(position):
            yield speech.say(_DRAWN, seat=Place(seat), cards=cards)
    if position.stock_left:
        yield speech.say(_ON_TOP, card=position.stock_left[0])
