"""The grammar of LIN, and the fields that boards of files and links share."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from solver.errors import show, wrong
from solver.fault_codes import Code
from solver.formats.record import Lines, Place, RecordBuilder, clip, with_symbols
from solver.game import MAX_TEXT
from solver.seats import CLOCKWISE
from solver.sentences import any_of

LIN_ORDER = "SWNE"
"""The order of hands and names."""

SUIT_SIGN = "!"
"""Within a text, a letter after this sign stands for a suit: !s is a spade."""

MADE_UP_AUCTION = "The auction is made up: only the contract is known."
MADE_UP_DEALER = "Dealer and auction are made up: only the contract is known."
"""The notes on a board whose log has no auction: LIN states a contract only by its auction."""

_VULNERABLE = {"": "none", "O": "none", "0": "none", "-": "none", "N": "NS", "E": "EW", "B": "both"}
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKA])", re.IGNORECASE)
SKIPPED = re.compile(r"[\s,\-?]++")
"""Characters between calls or cards that have no meaning."""

_ENTRY = re.compile(r"([^|]*+)\|([^|]*+)(?:\||\Z)")


class Piece(NamedTuple):
    """A piece of text with the offset of each character in the text that was read."""

    text: str
    offsets: range | tuple[int, ...]

    def at(self, index: int) -> int:
        """Return the offset of the character at ``index``."""
        if index < len(self.offsets):
            return self.offsets[index]
        return self.offsets[-1] + 1 if self.offsets else 0

    def part(self, start: int, end: int) -> "Piece":
        """Return the piece from ``start`` to ``end``."""
        return Piece(self.text[start:end], self.offsets[start:end] or (self.at(start),))


class Entry(NamedTuple):
    """A code with its value."""

    code: str
    value: Piece
    offset: int
    starts_line: bool = False

    @property
    def is_known(self) -> bool:
        """True if the code has the form of one."""
        return len(self.code) <= 3 and self.code.isascii() and self.code.isalnum()

    def cut(self, longest: int) -> "Entry":
        """Return the entry with at most ``longest`` characters of its value."""
        return Entry(self.code, self.value.part(0, longest), self.offset)


def split_entries(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the entries of a text: code, value, and offset of the code; text after the last is dropped."""
    # One by one, as a list of all would take many times the room of the text.
    at = 0
    while (found := _ENTRY.match(text, at)) is not None:
        yield found[1], found[2], at
        at = found.end()


def read_entry(piece: Piece, code: str, value: str, start: int) -> Entry:
    """Return the entry of ``piece`` that begins at ``start``."""
    value_start = start + len(code) + 1
    return Entry(
        code.strip().lower(),
        piece.part(value_start, value_start + len(value)),
        piece.at(start + len(code) - len(code.lstrip())),
        "\n" in code or not start,
    )


class LinReader:
    """Reads the fields that LIN and links have in common."""

    def __init__(self, offset: int, lines: Lines) -> None:
        self.lines = lines
        self.builder = RecordBuilder(lines.place(offset), SUIT_SIGN)

    def place(self, piece: Piece, index: int = 0) -> Place:
        """Return the place of the character at ``index`` of ``piece``."""
        return self.lines.place(piece.at(index))

    @staticmethod
    def read_text(text: str) -> str:
        """Read a name or a title: on one line, with the symbols of suits."""
        return clip(with_symbols(text[: 8 * MAX_TEXT], SUIT_SIGN))

    def read_hand(self, seat: str, hand: Piece) -> None:
        """Read a hand as SAKH2DT9C3, in any order of suits."""
        suits: dict[str, list[str]] = {suit: [] for suit in "SHDC"}
        suit = ""
        for index, letter in enumerate(hand.text.upper().replace("10", "T ")):
            if letter in suits:
                suit = letter
            elif letter in " -.\n":
                continue
            elif suit and letter in "AKQJT98765432":
                suits[suit].append(letter)
            else:
                said = {"hand": show(hand.text.strip()), "letter": show(letter), "example": "SAKH2DT9C3"}
                strange = wrong(
                    Code.not_a_hand,
                    "in the hand {hand}, {letter} stands before any suit; write it as {example}",
                    **said,
                )
                if suit:
                    strange = wrong(
                        Code.not_a_rank,
                        "in the hand {hand}, {letter} is no rank; write it as {example}",
                        **said,
                    )
                self.builder.refuse(self.place(hand, index), strange, f"/deal/{seat}")
                return
        text = ".".join("".join(ranks) or "-" for ranks in suits.values())
        self.builder.put("deal", seat, text, self.place(hand))

    def finish_deal(self) -> None:
        """Sort the hands clockwise, and complete the one that may be left out."""
        deal = self.builder.body.get("deal")
        if deal:
            self.builder.body["deal"] = {seat: deal[seat] for seat in CLOCKWISE if seat in deal}
            self.builder.complete_deal()

    def read_vulnerable(self, value: Piece) -> None:
        """Read the vulnerable sides, which are one letter."""
        letter = value.text.strip().upper()
        if letter in _VULNERABLE:
            self.builder.set("vulnerable", _VULNERABLE[letter], self.place(value))
        else:
            none = wrong(
                Code.wrong_word,
                "{value} is no vulnerability; it must be {allowed}",
                value=show(value.text),
                allowed=any_of("oneb"),
            )
            self.builder.refuse(self.place(value), none, "/vulnerable")

    def each(self, word: re.Pattern[str], value: Piece, key: str) -> Iterator[tuple[re.Match[str], Place]]:
        """Yield the words of a value and their places; any other text is kept as it is, and ends them."""
        at = 0
        while at < len(value.text) and self.builder.has_room(key):
            if (skipped := SKIPPED.match(value.text, at)) is not None:
                at = skipped.end()
            elif (match := word.match(value.text, at)) is not None:
                yield match, self.place(value, at)
                at = match.end()
            else:
                self.builder.add(key, clip(value.text[at : at + 20]), self.place(value, at))
                return

    def read_cards(self, value: Piece) -> None:
        """Read one card or several."""
        for card, place in self.each(_CARD, value, "plays"):
            self.builder.add("plays", card[0].upper().replace("10", "T"), place)

    def read_claim(self, value: Piece) -> None:
        """Read a claim: the declarer's tricks in all."""
        text = value.text.strip()
        if text.isascii() and text.isdecimal() and len(text) < 3 and int(text) <= 13:
            self.builder.set("result", int(text), self.place(value))
        elif text:
            none = wrong(
                Code.out_of_range,
                "{value} tricks cannot be claimed; it must be the declarer's tricks, 0 to 13",
                value=show(text),
            )
            self.builder.refuse(self.place(value), none, "/result")

    def read_name(self, seat: str, value: Piece) -> None:
        """Read a player's name."""
        if (name := self.read_text(value.text)) and name != "~~M":
            self.builder.put("players", seat, name, self.place(value))
