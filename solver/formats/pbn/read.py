"""The reader of PBN: each game of a text as a log, with its faults at their lines and columns.

Source: Portable Bridge Notation 2.1; `solver.formats.pbn.text` has its grammar.
"""

import re
from collections.abc import Iterator
from typing import Any

from solver.errors import Wrong, show, wrong
from solver.fault_codes import Code
from solver.formats.pbn.play import PlayReader
from solver.formats.pbn.sections import irregularity_of, keep_said, marked_words, notes_used, rows_of
from solver.formats.pbn.text import NOTE, SUIT_SIGN, Tag, TaggedGame, split_games
from solver.formats.record import (
    ALERTED,
    Lines,
    Place,
    Record,
    RecordBuilder,
    clip,
    with_plain_line_ends,
)
from solver.game import LINE_TAGS, MAX_TABLES, MAX_TEXT, OWN_TAGS, PASS, BridgeContract, parse_call
from solver.seats import CLOCKWISE, seat_after
from solver.sentences import Seat
from solver.wrongs import none_of

VULNERABLE = {
    **dict.fromkeys(("NONE", "LOVE", "-"), "none"),
    **dict.fromkeys(("ALL", "BOTH"), "both"),
    "NS": "NS",
    "EW": "EW",
}
"""The values of the Vulnerable tag, in capitals, and those of a log."""

UNKNOWN = ("", "?")
"""The values of a tag that is not known."""
MAX_OTHER_TAGS = 60
"""The most tags without a field of their own that are kept of a game."""

_NAMES = {"North": "N", "East": "E", "South": "S", "West": "W"}
_PASSED_OUT = ("PASS", "P", "AP", "ALL PASS", "PASSED OUT")
_NEVER_INHERITED = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play")
"""The tags that take nothing over from other games: the standard (4.8) forbids it."""
_POINTERS = {"Declarer": "/contract/taker", "Play": "/plays"}
"""The JSON pointers of tags whose field has another name."""
_CONTRACT = re.compile(r"([1-7]) ?(C|D|H|S|NT|N) ?(X{0,2})", re.IGNORECASE)
_STRAIN = re.compile(r"C|D|H|S|NT|N", re.IGNORECASE)
_RESULT = re.compile(r"\^?(?:(\d{1,2})|(NS|EW) ?(\d{1,2})(?: +(?:NS|EW) ?\d{1,2})?)", re.IGNORECASE)


def read_pbn(text: str) -> Iterator[Record]:
    """Read the games of ``text``, one after another; a faulty one does not hide the others.  Never raises."""
    text = with_plain_line_ends(text)
    lines, inherited, shared = Lines(text), dict[str, str](), dict[str, str]()
    for game in split_games(text):
        yield _GameReader(game, lines, inherited, shared).read()


class _GameReader:
    """Reads one game."""

    def __init__(
        self, game: TaggedGame, lines: Lines, inherited: dict[str, str], shared: dict[str, str]
    ) -> None:
        self.game = game
        self.lines = lines
        self.builder = RecordBuilder(lines.place(game.offset), SUIT_SIGN)
        self.tags: dict[str, Tag] = {}
        self.notes: dict[str, dict[str, str]] = {"Auction": {}, "Play": {}}
        self.play = PlayReader(self.builder, lines, self.notes["Play"])
        self._sort_tags(inherited, shared)

    def _sort_tags(self, inherited: dict[str, str], shared: dict[str, str]) -> None:
        """Take the first tag of each name, and fill in values inherited from the games before."""
        section = ""
        for tag in self.game.tags:
            if tag.name in ("Auction", "Play"):
                section = tag.name
            if tag.name == NOTE:
                number, _, note = tag.value.partition(":")
                self.notes.get(section, {}).setdefault(number.strip(), note.strip())
                continue
            if (first := self.tags.setdefault(tag.name, tag)) is not tag:
                self._refuse_repeated(first, tag)
                continue
            if tag.value.startswith("#"):
                if tag.name in _NEVER_INHERITED:
                    pointer = _POINTERS.get(tag.name, f"/{tag.name.lower()}")
                    own = wrong(
                        Code.not_done_here, "{tag} cannot be taken over from another game", tag=tag.name
                    )
                    self._refuse(tag, own, pointer)
                    tag.value = ""
                elif tag.value.startswith("##"):
                    tag.value = tag.value[2:]
                    shared[tag.name] = tag.value
                elif tag.value == "#":
                    tag.value = inherited.get(tag.name, "")
        for name, tag in self.tags.items():
            inherited[name] = tag.value
            if name in shared:
                # What all games share is defined anew with or without ##.
                shared[name] = tag.value
        for name, value in shared.items():
            if name not in self.tags:
                self.tags[name] = Tag(name, value, self.game.offset, self.game.offset)
        self._share_notes()

    def _share_notes(self) -> None:
        """Give a section the notes that only it refers to, but that stand after the other one."""
        used = {name: notes_used(self.tags[name]) if name in self.tags else set() for name in self.notes}
        for here, there in (("Auction", "Play"), ("Play", "Auction")):
            for number in used[here] - used[there]:
                if number in self.notes[there]:
                    self.notes[here].setdefault(number, self.notes[there][number])

    def _refuse_repeated(self, first: Tag, tag: Tag) -> None:
        """Refuse a tag that stands in the game twice, unless it says the same again."""
        if tag.words or tag.value != first.value:
            twice = wrong(
                Code.contradiction,
                "{tag} stands in this game before, as {value}; games are apart by an empty line",
                tag=tag.name,
                value=show(first.value),
            )
            self._refuse(tag, twice)

    def read(self) -> Record:
        """Read the game."""
        for word in self.game.wrong:
            self.builder.refuse(self.lines.place(word.offset), word.said)
        if not self.tags:
            return Record(self.builder.place, None, tuple(self.builder.faults))
        self._read_labels()
        self._read_comments()
        self._read_deal()
        self._read_contract()
        self._read_auction()
        self.builder.settle_contract()
        self.play.read(self.tags.get("Play"), self._read_seat)
        self._read_result()
        return self.builder.build()

    def _value(self, name: str) -> tuple[str, Tag] | None:
        """Return the value of a tag that is there and known, and the tag."""
        tag = self.tags.get(name)
        return None if tag is None or tag.value.strip() in UNKNOWN else (tag.value.strip(), tag)

    def _refuse(self, tag: Tag, said: Wrong, pointer: str = "") -> None:
        self.builder.refuse(self.lines.place(tag.value_offset), said, pointer)

    def _read_seat(self, name: str, pointer: str) -> str | None:
        if (found := self._value(name)) is None:
            return None
        value, tag = found
        if len(value) == 1 and value.upper() in CLOCKWISE:
            return value.upper()
        if value.startswith("^"):
            said = wrong(
                Code.not_done_here,
                "{field} is {value}; a hand played by the wrong side cannot be told here",
                field=name,
                value=show(value),
            )
        else:
            said = none_of(name, value, CLOCKWISE, Code.not_a_seat)
        self._refuse(tag, said, pointer)
        return None

    def _read_labels(self) -> None:
        builder, place = self.builder, self.lines.place
        if (found := self._value("Board")) is not None:
            builder.set("board", clip(found[0]), place(found[1].value_offset))
        for name, sits in _NAMES.items():
            if (found := self._value(name)) is not None:
                builder.put("players", sits, clip(found[0]), place(found[1].value_offset))
        if (seat := self._read_seat("Dealer", "/dealer")) is not None:
            builder.set("dealer", seat, place(self.tags["Dealer"].value_offset))
        if (found := self._value("Vulnerable")) is not None:
            value, tag = found
            if value.upper() in VULNERABLE:
                builder.set("vulnerable", VULNERABLE[value.upper()], place(tag.value_offset))
            else:
                none = none_of("Vulnerable", value, ("None", "NS", "EW", "All"))
                self._refuse(tag, none, "/vulnerable")
        others = [tag for name, tag in self.tags.items() if name not in OWN_TAGS]
        for tag in others[:MAX_OTHER_TAGS]:
            if len(tag.name) > MAX_TEXT or tag.value.strip() in UNKNOWN:
                continue
            if not tag.words or tag.name in LINE_TAGS:
                builder.put("tags", tag.name, clip(tag.value), place(tag.value_offset))
            elif len(builder.body.get("tables", ())) < MAX_TABLES:
                rows = [clip(tag.value), *rows_of(tag, self.lines)]
                builder.put("tables", tag.name, rows, place(tag.value_offset))

    def _read_comments(self) -> None:
        """Read the comments on the whole game: before its tags, and after tags without a section."""
        for comment in self.game.comments:
            self.builder.comment(comment.text, self.lines.place(comment.offset))
        for tag in self.game.tags:
            for n_before, comment in tag.comments:
                if not n_before:
                    self.builder.comment(comment.text, self.lines.place(comment.offset))

    def _read_deal(self) -> None:
        if (found := self._value("Deal")) is None:
            return
        value, tag = found
        start = tag.value_offset + len(tag.value) - len(tag.value.lstrip())
        match = re.match(r"([NESWnesw])\s*:", value)
        hands = list(re.finditer(r"\S+", value[match.end() :])) if match else []
        if match is None or len(hands) != 4:
            none = wrong(
                Code.not_a_deal,
                "the Deal {value} is no four hands; write the first seat, a colon and the hands clockwise, "
                "as {example}",
                value=show(value),
                example="N:AKT.987.-.J … … …",
            )
            self._refuse(tag, none, "/deal")
            return
        first = CLOCKWISE.index(match[1].upper())
        for index, hand in enumerate(hands):
            if hand[0] != "-":
                place = self.lines.place(start + match.end() + hand.start())
                self.builder.put("deal", CLOCKWISE[(first + index) % 4], hand[0], place)
        if "deal" in self.builder.body:
            deal = self.builder.body["deal"]
            self.builder.body["deal"] = {seat: deal[seat] for seat in CLOCKWISE if seat in deal}
            self.builder.complete_deal()

    def _read_contract(self) -> None:
        declarer = self._read_seat("Declarer", "/contract/taker")
        if (found := self._value("Contract")) is None:
            return
        value, tag = found
        place = self.lines.place(tag.value_offset)
        if value.upper() in _PASSED_OUT:
            if "Auction" not in self.tags:
                self.builder.set("auction", [PASS] * 4, place)
            return
        match = _CONTRACT.fullmatch(value)
        if match is None and _STRAIN.fullmatch(value):
            # As the standard says the trumps of an end position.
            contract = {"trump": "NT" if value.upper() == "N" else value.upper()}
            self._set_contract(contract | ({"taker": declarer} if declarer else {}), place)
            return
        if match is None:
            none = wrong(
                Code.wrong_word,
                "the Contract is {value}; it must be as 4S, 3NTX, 6CXX or Pass",
                value=show(value),
            )
            self._refuse(tag, none, "/contract")
            return
        strain = match[2].upper()
        contract = BridgeContract(
            int(match[1]), "NT" if strain == "N" else strain, 2 ** len(match[3]), declarer or ""
        ).to_dict()
        if declarer is None:
            del contract["taker"]
            if "Auction" not in self.tags:
                missing = wrong(Code.missing, "the Declarer of the Contract is missing")
                self._refuse(tag, missing, "/contract/taker")
        self._set_contract(contract, place)

    def _set_contract(self, contract: dict[str, Any], place: Place) -> None:
        self.builder.set("contract", contract, place)
        if "taker" in contract:
            self.builder.places["/contract/taker"] = self.lines.place(self.tags["Declarer"].value_offset)

    def _read_auction(self) -> None:
        tag, builder = self.tags.get("Auction"), self.builder
        if tag is None or "auction" in builder.body:
            return
        # Step 1. Read call after call, up to the end of the section or an irregularity.
        first = self._read_seat("Auction", "/auction")
        n_skipped = 0
        for said in marked_words(tag):
            word, place = said.word, self.lines.place(said.word.offset)
            if not builder.has_room("auction"):
                break  # the log's reader still finds too many calls
            if word.text in ("*", "+"):
                break
            if (error := irregularity_of(word.text)) is not None:
                irregular = wrong(
                    Code.not_done_here,
                    "{text} says that a player {did}; such an auction cannot be told here: leave it out and "
                    "state Declarer and Contract",
                    text=show(word.text),
                    did=error,
                )
                builder.refuse(place, irregular, "/auction", unreadable=False)
                break
            # A dash stands in the columns of the seats before the dealer's.
            if word.text == "-" and not builder.body.get("auction"):
                n_skipped += 1
                continue
            # AP stands for the passes that end the auction; the log's reader refuses a call after them.
            if word.text.upper() == "AP":
                for _ in range(_n_passes_left(builder.body.get("auction", ()))):
                    builder.add("auction", PASS, place)
                keep_said(builder, self.lines, said, ("call", len(builder.body.get("auction", ())) - 1))
                continue
            call = parse_call(word.text)
            builder.add("auction", call or clip(word.text), place)
            if said.note:
                note = self.notes["Auction"].get(said.note, ALERTED)
                builder.explain_call(None if note == ALERTED else note)
            keep_said(builder, self.lines, said, ("call", len(builder.body["auction"]) - 1))
        # Step 2. The seat of the first call is the dealer.
        if first is not None and builder.body.get("auction"):
            starts = seat_after(first, n_skipped)
            if "dealer" not in builder.body:
                builder.set("dealer", starts, self.lines.place(tag.value_offset))
            elif starts != builder.body["dealer"]:
                other = wrong(
                    Code.contradiction,
                    "the auction starts with {seat}, but the dealer is {dealer}",
                    seat=Seat(starts),
                    dealer=Seat(builder.body["dealer"]),
                )
                self._refuse(tag, other, "/auction")
        # Step 3. The auction names the declarer, where no tag does.
        self._name_declarer()

    def _name_declarer(self) -> None:
        """Take the declarer from the auction, if the contract has none."""
        stated = self.builder.body.get("contract")
        passed_out = (found := self._value("Contract")) is not None and found[0].upper() in _PASSED_OUT
        self.builder.settle_contract()
        if passed_out and "contract" in self.builder.body:
            bid = wrong(Code.contradiction, "the Contract is Pass, but somebody has bid")
            self._refuse(self.tags["Contract"], bid, "/contract")
        elif stated is not None and "taker" not in stated:
            del self.builder.body["contract"]
            self.builder.settle_contract()
            settled = self.builder.body.setdefault("contract", stated)
            if {**settled, "taker": ""} != {**stated, "taker": ""}:
                other = wrong(Code.contradiction, "the auction ends in another Contract")
                self._refuse(self.tags["Contract"], other, "/contract")

    def _read_result(self) -> None:
        if (found := self._value("Result")) is None:
            return
        value, tag = found
        match = _RESULT.fullmatch(value)
        n_tricks = int(match[1] or match[3]) if match else 14
        if match is None or n_tricks > 13:
            none = wrong(
                Code.wrong_word,
                "the Result is {value}; it must be the declarer's tricks, 0 to 13",
                value=show(value),
            )
            self._refuse(tag, none, "/result")
            return
        declarer = self.builder.body.get("contract", {}).get("taker")
        if match[2] and declarer and declarer not in match[2].upper():
            n_tricks = 13 - n_tricks
        if not value.startswith("^") and not self.play.is_unfinished(n_tricks, declarer):
            self.builder.set("result", n_tricks, self.lines.place(tag.value_offset))


def _n_passes_left(calls: object) -> int:
    """Return the number of passes that end an auction after ``calls``."""
    assert isinstance(calls, list | tuple)
    n_passes = 0
    for entry in reversed(calls):
        if (entry["call"] if isinstance(entry, dict) else entry) != PASS:
            break
        n_passes += 1
    needed = 4 if n_passes == len(calls) else 3
    return max(needed - n_passes, 0)
