"""Seats: the four places at the table, clockwise, and the sides that players form."""

from collections.abc import Collection, Iterable, Mapping

from solver.errors import Fault, FaultKind, UnreadableError, show, wrong
from solver.fault_codes import Code
from solver.sentences import Words, all_of, phrase

CLOCKWISE = "NESW"
"""The seats in clockwise order, from north."""
SEATS: tuple[str, ...] = tuple(CLOCKWISE)
_NAMES = {
    **{"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"},
    **{"NORD": "N", "EST": "E", "SUD": "S", "OUEST": "W", "O": "W"},
}


SEAT_LETTERS = {"N": phrase("N"), "E": phrase("E"), "S": phrase("S"), "W": phrase("W")}
"""The letters of seats in a sentence: a French west is an O, which requests may write, too."""


def seats_said(seats: Iterable[str]) -> Words:
    """List the letters of seats for a sentence.

    >>> seats_said("NW").say("fr")
    'N et O'
    """
    return all_of(SEAT_LETTERS[seat] for seat in seats)


def sort_clockwise(seats: Iterable[str]) -> tuple[str, ...]:
    """Return ``seats`` once each, clockwise from north."""
    return tuple(sorted(set(seats), key=CLOCKWISE.index))


def seat_after(seat: str, n: int = 1) -> str:
    """Return the seat ``n`` places after ``seat``, clockwise.

    >>> seat_after("W"), seat_after("W", 2)
    ('N', 'E')
    """
    return CLOCKWISE[(CLOCKWISE.index(seat) + n) % len(CLOCKWISE)]


def name_side(seats: Iterable[str]) -> str:
    """Name the side that seats form by their letters, clockwise from north.

    >>> name_side("SN")
    'NS'
    """
    return "".join(sort_clockwise(seats))


def read_side(text: object) -> object:
    """Return what names a side by English letters: ``EW`` for ``EO``, anything else as it is."""
    return "EW" if text == "EO" else text


def seat_spellings() -> Mapping[str, str]:
    """Return the ways to write a seat, in capitals, each with its letter.

    >>> seat_spellings()["OUEST"]
    'W'
    """
    return {seat: seat for seat in SEATS} | _NAMES


def parse_seat(text: object, among: Collection[str] = SEATS) -> str:
    """Return the seat of ``among`` that ``text`` names; raise UnreadableError if none.

    Either case will do, and the names in English and French, and ``O`` for west.
    """
    if isinstance(text, str) and len(text) < 8:
        if text in SEATS and text in among:
            return text
        seat = text.strip().upper()
        seat = _NAMES.get(seat, seat)
        if seat and seat in tuple(among):
            return seat
    none = wrong(
        Code.not_a_seat,
        "{text} is not a seat of this game; its seats are {seats}",
        text=show(text),
        seats=seats_said(among),
    )
    raise UnreadableError([Fault("", none, FaultKind.unreadable)])
