"""Games read from a text: the log of each, and the line and column of each of its parts."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from solver.cards import RANKS, SYMBOLS
from solver.errors import Fault, FaultKind, Wrong, point
from solver.game import MAX_COMMENT, MAX_COMMENTS, MAX_NOTE, MAX_TEXT, follow_auction, parse_call
from solver.joiners import JOINERS, printable
from solver.seats import CLOCKWISE

ALERTED = "alerted"
"""The note on an alert without an explanation, in a format that needs one."""
MAX_WRONG = 20
"""The most faults of form that are kept of a game."""
MAX_LIST = 400
"""The most calls or cards that are kept: more than any game has, so that its reader still finds too many."""
_OF_BOARDS = ("none", "NS", "EW", "both")
"""The vulnerable sides on boards 1 to 4; each further group of four starts one further on."""


def of_board(board: str) -> dict[str, str]:
    """Return the dealer and the vulnerable sides of a board by its number (Law 2); nothing without a number.

    >>> of_board("7"), of_board("7a")
    ({'dealer': 'S', 'vulnerable': 'both'}, {})
    """
    text = board.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text)):
        return {}
    number = int(text) - 1
    return {"dealer": CLOCKWISE[number % 4], "vulnerable": _OF_BOARDS[(number + number // 4) % 4]}


def with_plain_line_ends(text: str) -> str:
    r"""Return a text whose lines end in ``\n``, not in ``\r\n``, ``\r`` or, converted twice, ``\r\r\n``."""
    return re.sub(r"\r?\r?\n|\r", "\n", text) if "\r" in text else text


class Place(NamedTuple):
    """A character of a text: its line and column, both from 1."""

    line: int
    column: int


class Lines:
    """The lines of a text; they tell the place of a character."""

    def __init__(self, text: str) -> None:
        self._starts = array("q", [0])  # a list takes five times as much
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def line(self, offset: int) -> int:
        """Return the line of the character at ``offset``."""
        return bisect_right(self._starts, offset)

    def place(self, offset: int) -> Place:
        """Return the place of the character at ``offset``."""
        line = self.line(offset)
        return Place(line, offset - self._starts[line - 1] + 1)


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a text; its log may be changed, so that it has no hash."""

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    place: Place
    body: dict[str, Any] | None
    """The log as a request states it; None for a text that is no game."""
    faults: tuple[Fault, ...] = ()
    """The faults of the text itself, each at its line and column; those of the log are found later."""
    places: Mapping[str, Place] = field(default_factory=dict)
    """The places of the parts of the log, by their JSON pointers."""

    def locate(self, faults: Iterable[Fault]) -> tuple[Fault, ...]:
        """Give each of ``faults`` the line and column of its part of the log, or of the part around it."""
        return tuple(fault if fault.line is not None else self._located(fault) for fault in faults)

    def _located(self, fault: Fault) -> Fault:
        steps = fault.pointer.split("/")
        for n_steps in range(len(steps), 0, -1):
            place = self.places.get("/".join(steps[:n_steps]))
            if place is not None:
                return replace(fault, line=place.line, column=place.column)
        return replace(fault, line=self.place.line, column=self.place.column)


class RecordBuilder:
    """Collects the log of one game; in its comments a letter after ``suit_sign`` stands for a suit."""

    def __init__(self, place: Place, suit_sign: str = "") -> None:
        self.place = place
        self.suit_sign = suit_sign
        self.body: dict[str, Any] = {"variant": "bridge"}
        self.faults: list[Fault] = []
        self.places: dict[str, Place] = {}

    def set(self, key: str, value: object, place: Place) -> None:
        """Set one part of the log."""
        self.body[key] = value
        self.places[point("", key)] = place

    def put(self, key: str, step: str, value: object, place: Place) -> None:
        """Set one member of a part that is an object."""
        self.body.setdefault(key, {})[step] = value
        self.places.setdefault(point("", key), place)
        self.places[point("", key, step)] = place

    def add(self, key: str, value: object, place: Place) -> None:
        """Append an entry to a part that is a list; entries above `MAX_LIST` are dropped."""
        entries = self.body.setdefault(key, [])
        if len(entries) >= MAX_LIST:
            return
        if not entries:
            self.places.setdefault(f"/{key}", place)
        self.places[f"/{key}/{len(entries)}"] = place
        entries.append(value)

    def has_room(self, key: str, most: int = MAX_LIST) -> bool:
        """True if a part that is a list takes more entries."""
        return len(self.body.get(key, ())) < most

    def take_back(self, n_plays: int) -> None:
        """Remove the last ``n_plays`` plays and the comments on them."""
        plays = self.body.get("plays", [])
        left = max(len(plays) - n_plays, 0)
        del plays[left:]
        said = [
            (comment, self.places[point("", "comments", index)])
            for index, comment in enumerate(self.body.pop("comments", ()))
            if comment.get("play", -1) < left
        ]
        for comment, place in said:
            self.add("comments", comment, place)

    def refuse(self, place: Place, said: Wrong, pointer: str = "", *, unreadable: bool = True) -> None:
        """Add a fault."""
        kind = FaultKind.unreadable if unreadable else FaultKind.impossible
        self.faults.append(Fault(pointer, said, kind, place.line, place.column))

    def explain_call(self, note: str | None) -> None:
        """Mark the last call of the auction as alerted, and keep its explanation."""
        calls = self.body.get("auction")
        if not calls:
            return
        entry = calls[-1] if isinstance(calls[-1], dict) else {"call": calls[-1]}
        entry["alert"] = True
        if note:
            entry["note"] = clip(with_symbols(note, self.suit_sign), MAX_NOTE)
        calls[-1] = entry

    def comment(self, text: str, place: Place, after: tuple[str, int] | None = None, mark: str = "") -> None:
        """Keep a comment and a mark: on the game, or on the call or play that ``after`` names."""
        if not self.has_room("comments", MAX_COMMENTS):
            return
        said = clip(with_symbols(text, self.suit_sign), MAX_COMMENT)
        if not said and not mark:
            return
        entry: dict[str, Any] = dict([after]) if after else {}
        if mark:
            entry["mark"] = mark
        if said:
            entry["text"] = said
        self.add("comments", entry, place)

    def complete_deal(self) -> None:
        """Deal the remaining cards to the fourth hand, if the three others have 13 each."""
        deal: dict[str, str] = self.body["deal"]
        missing = [seat for seat in CLOCKWISE if seat not in deal]
        if len(missing) != 1 or any(hand.count(".") != 3 for hand in deal.values()):
            return
        suits = [
            [hand.upper().replace("10", "T").split(".")[suit] for hand in deal.values()] for suit in range(4)
        ]
        if sum(len(part) for suit in suits for part in suit if part != "-") != 39:
            return
        left = [[rank for rank in RANKS if not any(rank in part for part in suit)] for suit in suits]
        if sum(map(len, left)) == 13:
            hand = ".".join("".join(suit) or "-" for suit in left)
            self.body["deal"] = {seat: deal.get(seat, hand) for seat in CLOCKWISE}

    def settle_contract(self) -> None:
        """Set the contract to the one that the auction ends in, unless the text states one."""
        calls, dealer = self.body.get("auction"), self.body.get("dealer")
        if "contract" in self.body or not calls or not dealer:
            return
        read = [parse_call(entry["call"] if isinstance(entry, dict) else entry) for entry in calls]
        if None in read:
            return
        auction = follow_auction(dealer, [call for call in read if call])
        if auction.is_over and auction.bid is not None and auction.n_calls == len(read):
            self.set("contract", auction.bid.to_dict(), self.places["/auction"])

    def build(self) -> Record:
        """Return the record of all that was collected."""
        board, tags = self.body.get("board"), self.body.get("tags") or {}
        room = tags.get("Room")
        if board is not None and "id" not in self.body:
            where = clip(f", {room.lower()} room", MAX_TEXT // 2) if room else ""
            self.body["id"] = clip(f"board {board}", MAX_TEXT - len(where)) + where  # the room stays apart
        return Record(self.place, self.body, tuple(self.faults), self.places)


def clip(text: str, longest: int = MAX_TEXT) -> str:
    """Return ``text`` on one line, printable, and cut to ``longest`` characters."""
    return " ".join(printable(text[: 8 * longest], " ").split())[:longest].rstrip(JOINERS)


def with_symbols(text: str, sign: str) -> str:
    """Replace the letters of suits after ``sign`` by the suits' symbols, unless a letter begins a word."""
    if not sign:
        return text
    letters = rf"{re.escape(sign)}([SHDCshdc])(?![a-wyz][a-z])"  # what x stands for are cards
    return re.sub(letters, lambda suit: SYMBOLS[suit[1].upper()], text)


def without_symbols(text: str, sign: str) -> str:
    """Replace the symbols of suits by ``sign`` and the suits' letters."""
    for letter, symbol in SYMBOLS.items():
        text = text.replace(symbol, sign + letter)
    return text
