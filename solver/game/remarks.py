"""The remarks of a bridge log beside its position: auction, board, result, comments, tags, tables of PBN."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from solver.game.auctions.bridge import (
    PASS,
    call_of,
    parse_call,
)

MAX_TEXT = 200
"""The longest name, id, tag or row of a table, in characters."""
MAX_COMMENT = 500
"""The longest comment, in characters."""
MAX_COMMENTS = 200
MAX_TAGS = 100
MAX_TABLES = 20
MAX_ROWS = 300
"""The most rows of a table, that of its columns included."""
OWN_TAGS = frozenset((
    "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract",
    "Result", "Auction", "Play", "Note",
))  # fmt: skip
"""The tags of PBN that other fields of a log state."""
LINE_TAGS = frozenset(("Event", "Site", "Date", "Scoring"))
"""The tags of every game that are no tables."""
MARKS = ("!!", "!", "!?", "?!", "?", "??")
"""The marks of a call or a card, from very good to very poor."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of an auction, with its explanation."""

    call: str
    """In the form of `parse_call`."""
    alert: bool = False
    note: str = ""

    def to_json(self) -> str | dict[str, Any]:
        """Return the entry of a log's ``auction``: the call alone if it has no explanation."""
        alert = {"alert": True} if self.alert else {}
        note = {"note": self.note} if self.note else {}
        return {"call": self.call, **alert, **note} if alert or note else self.call


OF_GAME = (0, 0)
"""The place of a comment on the whole game."""


def on_call(number: int) -> tuple[int, int]:
    """Return the place of a comment on the call of that number, from 0."""
    return 1, number


def on_play(number: int) -> tuple[int, int]:
    """Return the place of a comment on the play of that number, from 0."""
    return 2, number


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark on a call or a play, by its number from 0, or on the whole game."""

    text: str = ""
    mark: str = ""
    """One of `MARKS`, or empty."""
    call: int | None = None
    play: int | None = None

    @property
    def place(self) -> tuple[int, int]:
        """The sort key: comments on the game, then those on calls, then those on plays."""
        if self.call is not None:
            return on_call(self.call)
        return OF_GAME if self.play is None else on_play(self.play)

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of a log's ``comments``."""
        said = {"call": self.call, "play": self.play, "mark": self.mark, "text": self.text}
        return {key: value for key, value in said.items() if value not in (None, "")}


@dataclass(frozen=True, slots=True)
class Remarks:
    """The fields of a log of bridge besides its position."""

    auction: tuple[Call, ...] = ()
    """The calls, the dealer's first."""
    board: str = ""
    result: int | None = None
    """The tricks of the declarer's side, as agreed."""
    comments: tuple[Comment, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The rows of each table, its columns first."""

    @property
    def is_passed_out(self) -> bool:
        """True if nobody has bid."""
        return self.calls == (PASS,) * 4

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls without their explanations."""
        return tuple(call.call for call in self.auction)

    @classmethod
    def of_log(cls, data: Mapping[Any, Any]) -> Self:
        """Take the remarks from a log in which `find_log_faults` has found no fault."""
        said = [
            Comment(one.get("text") or "", one.get("mark") or "", one.get("call"), one.get("play"))
            for one in data.get("comments") or ()
        ]
        tables = data.get("tables") or {}
        return cls(
            auction=tuple(map(_read_call, data.get("auction") or ())),
            board=data.get("board") or "",
            result=data.get("result"),
            comments=tuple(sorted(said, key=lambda comment: comment.place)),
            tags=dict(data.get("tags") or {}),
            tables={name: tuple(rows) for name, rows in tables.items()},
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the log that are not empty."""
        said = {
            "auction": [call.to_json() for call in self.auction],
            "board": self.board,
            "result": self.result,
            "comments": [comment.to_dict() for comment in self.comments],
            "tags": dict(self.tags),
            "tables": {name: list(rows) for name, rows in self.tables.items()},
        }
        return {key: value for key, value in said.items() if value not in (None, "", [], {})}


def _read_call(entry: object) -> Call:
    call = parse_call(call_of(entry)) or PASS
    stated = entry if isinstance(entry, Mapping) else {}
    return Call(call, stated.get("alert") is True, stated.get("note") or "")
