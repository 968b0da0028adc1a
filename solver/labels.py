"""Labels, which are handed back as they came: the id of a game and the names of its players."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from solver.errors import MAX_FAULTS, Fault, FaultKind, UnreadableError, point, show, wrong
from solver.fault_codes import Code
from solver.seats import SEATS, parse_seat, seats_said
from solver.sentences import Language, Seat, phrase
from solver.wrongs import longer_than, no_names, no_text

MAX_LABEL = 200
"""The most characters of an id or a name."""


_BOARD = re.compile(r"board (.+?)(?:, (open|closed) room)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LogName:
    """The id of a log; other languages say that of a board, which reading PBN and LIN gives it in English."""

    text: str

    @property
    def is_board(self) -> bool:
        """True for the name of a board."""
        return _BOARD.fullmatch(self.text) is not None

    def without_room(self) -> "LogName":
        """Return the name of the board alone, which is played in both rooms of a match.

        >>> LogName("board 7, open room").without_room()
        LogName(text='board 7')
        """
        found = _BOARD.fullmatch(self.text)
        return self if found is None else LogName(f"board {found[1]}")

    def say(self, language: Language = "en") -> str:
        """Say the name in ``language``."""
        found = None if language == "en" else _BOARD.fullmatch(self.text)
        if found is None:
            return self.text
        board, room = found.groups()
        said = {
            None: phrase("board {board}", board=board),
            "open": phrase("board {board}, open room", board=board),
            "closed": phrase("board {board}, closed room", board=board),
        }
        return said[room].say(language)

    def __str__(self) -> str:
        return self.text


def find_label_faults(body: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the faults of ``id`` and ``players`` in a request; null says the same as leaving them out.

    Of the names it yields no more faults than an error tells.
    """
    name, players = body.get("id"), body.get("players")
    if name is not None and (fault := find_label_fault(name, "/id")) is not None:
        yield fault
    if players is not None:
        yield from islice(find_name_faults(players, "/players"), MAX_FAULTS)


def find_label_fault(value: object, pointer: str = "") -> Fault | None:
    """Return the fault of one label, any JSON value, or None."""
    if not isinstance(value, str):
        return Fault(pointer, no_text(value), FaultKind.unreadable)
    return Fault(pointer, longer_than(MAX_LABEL)) if len(value) > MAX_LABEL else None


def find_name_faults(players: object, pointer: str = "") -> Iterator[Fault]:
    """Yield the faults of the players' names, any JSON value, each at its place below ``pointer``."""
    if not isinstance(players, Mapping):
        yield Fault(pointer, no_names("players", players), FaultKind.unreadable)
        return
    named = set()
    for key, name in players.items():
        place = point(pointer, key)
        seat = _seat_of(key)
        if seat is None:
            none = wrong(
                Code.not_a_seat,
                "{seat} is not a seat; the seats are {seats}",
                seat=show(key),
                seats=seats_said(SEATS),
            )
            yield Fault(place, none)
        elif seat in named:
            again = wrong(Code.contradiction, "{seat} has two names; each seat has one", seat=Seat(seat))
            yield Fault(place, again)
        elif (fault := find_label_fault(name, place)) is not None:
            yield fault
        if seat is not None:
            named.add(seat)


def names_by_seat(players: object) -> dict[str, str]:
    """Return the players' names, any JSON value, by the letters of their seats, clockwise.

    What is no seat, or no text, is left out.

    >>> names_by_seat({"O": "Odile", "Nord": "Noël", "S": 7})
    {'N': 'Noël', 'W': 'Odile'}
    """
    if not isinstance(players, Mapping):
        return {}
    named = {_seat_of(key): name for key, name in players.items() if isinstance(name, str)}
    return {seat: named[seat] for seat in SEATS if seat in named}


def _seat_of(key: object) -> str | None:
    try:
        return parse_seat(key)
    except UnreadableError:
        return None
