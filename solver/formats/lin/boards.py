"""The boards of LIN; `solver.formats.lin.read` describes the format."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from solver.errors import Wrong, show, wrong
from solver.fault_codes import Code
from solver.formats.lin.results import result_of
from solver.formats.lin.text import (
    LIN_ORDER,
    MADE_UP_AUCTION,
    MADE_UP_DEALER,
    Entry,
    LinReader,
    Piece,
    read_entry,
    split_entries,
)
from solver.formats.record import MAX_WRONG, Lines, Record, RecordBuilder
from solver.game import PASS, parse_call

MAX_ENTRIES = 5_000
"""The most entries of a board, comments included; more are left out."""
MAX_HEADER = 2_000
"""The most characters that are read of an entry for all boards."""
MAX_PARTS = 50
"""The most parts of a value between commas that are read: hands, names or teams."""
MAX_BACK = 100
"""The most times that plays are taken back on one board; more is a fault."""

_MADE_UP = {MADE_UP_AUCTION: ("auction",), MADE_UP_DEALER: ("auction", "dealer")}
_BOARD = re.compile(r"^\s*+board\s++#?\s*+(\S.*)|board\s*+#?\s*+(\S{1,20})", re.IGNORECASE | re.DOTALL)
"""A title that is the name of a board, or has a board's number in it."""
_ROOM_BOARD = re.compile(r"([oc])?\s*+(\d\w{0,19})", re.IGNORECASE)
_ROOMS = {"O": "Open", "C": "Closed"}
_MARKED = re.compile(r"(\?\?|\?!|!\?|!!|\?|!)(?:\s+(.*))?", re.DOTALL)
_CALL = re.compile(r"([1-7](?:NT|[CDHSN])|PASS|DBL|RDBL|XX|[PDXR])(!?)", re.IGNORECASE)


def read_boards(piece: Piece, lines: Lines) -> Iterator[Record]:
    """Read the boards of a text, one after another; a faulty one does not hide the others."""
    board: list[Entry] = []
    header: dict[str, Entry] = {}
    has_deal, is_match = False, False
    for entry in _wanted_entries(piece, board):
        if not entry.is_known and entry.starts_line:
            # Text between boards belongs to none of them.
            if _is_board(board):
                yield _BoardReader(board, header, lines).read()
            has_deal = False
            board.clear()
            yield _refused(_no_code(entry), entry.offset, lines)
            continue
        if entry.code == "qx":
            if not is_match and not has_deal:
                header = {one.code: one.cut(MAX_HEADER) for one in board if one.code in _SHARED}
            elif _is_board(board):
                yield _BoardReader(board, header, lines).read()
            is_match, has_deal = True, False
            board.clear()
        elif has_deal and not is_match and entry.code in ("pn", "st", "md", "vg"):
            yield _BoardReader(board, header, lines).read()
            has_deal = False
            board.clear()
        has_deal = has_deal or entry.code == "md"
        if len(board) < MAX_ENTRIES:
            board.append(entry)
    if _is_board(board):
        yield _BoardReader(board, header, lines).read()
    # What follows the last entry, or is no entry at all.
    rest = piece.text.rpartition("|")[2] if piece.text.count("|") % 2 == 0 else ""
    if rest.strip():
        no_lin = wrong(
            Code.bad_text, "{text} is no LIN; an entry is written code|value|", text=show(rest.strip())
        )
        yield _refused(no_lin, piece.at(len(piece.text) - len(rest.lstrip())), lines)


def _wanted_entries(piece: Piece, board: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the entries that begin a board or can matter to ``board`` as it is by then.

    Other entries are skipped before their places are worked out, which makes long texts cheap.
    """
    kinds: dict[str, tuple[str, bool]] = {}
    n_wrong = 0
    for raw, value, start in split_entries(piece.text):
        found = kinds.get(raw)
        if found is None:
            entry = read_entry(piece, raw, "", start)
            found = kinds[raw] = entry.code, entry.is_known
        code, is_known = found
        if code in _BEGINNINGS:
            n_wrong = 0
        elif is_known:
            # The first entry of a board says where it begins, whatever it is.
            is_idle = code not in _READ or (not value and code in _SILENT) or len(board) >= MAX_ENTRIES
            if board and is_idle:
                continue
        elif start and "\n" not in raw:
            n_wrong += 1
            if n_wrong > MAX_WRONG:
                continue
        yield read_entry(piece, raw, value, start)


def _no_code(entry: Entry) -> Wrong:
    return wrong(
        Code.bad_text,
        "{text} is no code of LIN; an entry is written code|value|",
        text=show(entry.code),
    )


def _refused(said: Wrong, offset: int, lines: Lines) -> Record:
    builder = RecordBuilder(lines.place(offset))
    builder.refuse(builder.place, said)
    return Record(builder.place, None, tuple(builder.faults))


def _is_board(entries: list[Entry]) -> bool:
    """True if the entries are more than a title page."""
    return any(entry.code in ("md", "mb", "pc", "qx") or not entry.is_known for entry in entries)


def _are_seats(names: list[Piece]) -> bool:
    """True if the names are those of the seats, which stand for unknown ones."""
    return [name.text.strip().lower() for name in names] == ["south", "west", "north", "east"]


def _is_match(pieces: list[Piece]) -> bool:
    """True if the pieces are the kind of a match, and its first and last board."""
    kind, *numbers = (piece.text.strip() for piece in pieces)
    return len(kind) == 1 and kind.isalpha() and all(number.isdecimal() for number in numbers)


class _BoardReader(LinReader):
    """Reads one board of a LIN file."""

    def __init__(self, entries: list[Entry], header: Mapping[str, Entry], lines: Lines) -> None:
        super().__init__(entries[0].offset, lines)
        self.entries = entries
        self.header = header
        self.room = ""
        self.n_back = 0
        """The number of plays that are taken back if others follow."""
        self.made_up: tuple[str, ...] | None = None
        """The fields that are made up, as a note by `solver.formats.lin.write` says."""
        self.n_times_back = 0
        self.first_board = ""
        """The first board of the match."""
        self.results: Piece | None = None
        """The results of all its boards."""

    def read(self) -> Record:
        """Read the board."""
        for entry in self.entries:
            if entry.code == "qx" and (match := _ROOM_BOARD.match(entry.value.text.strip())):
                self.builder.set("board", match[2], self.place(entry.value))
                if match[1]:
                    self.room = match[1].upper()
                    self.builder.put("tags", "Room", _ROOMS[self.room], self.place(entry.value))
        for entry in islice((one for one in self.entries if not one.is_known), MAX_WRONG):
            self.builder.refuse(self.lines.place(entry.offset), _no_code(entry))
        for entry in (*self.header.values(), *self.entries):
            read = getattr(self, f"_read_{entry.code}", None) if entry.code in _READ else None
            if read is not None:
                read(entry.value)
        self.builder.settle_contract()
        self._take_result()
        if self.made_up is not None and "contract" in self.builder.body:
            for key in self.made_up:
                self.builder.body.pop(key, None)
            if "auction" in self.made_up:
                self._comment_on_the_board()
        return self.builder.build()

    def _take_result(self) -> None:
        """Take the result from those of the match, unless the play ends it or a claim states it."""
        body, results = self.builder.body, self.results
        if results is None or "result" in body or len(body.get("plays", ())) >= 52:
            return
        # The last result of a list that was cut may lack a digit.
        whole = results.text if len(results.text) < MAX_HEADER else results.text.rpartition(",")[0]
        if (n_tricks := result_of(body, whole, self.first_board)) is not None:
            self.builder.set("result", n_tricks, self.place(results))

    def _comment_on_the_board(self) -> None:
        """Make comments on calls, which were made up, comments on the board."""
        comments = self.builder.body.get("comments", [])
        for comment in comments:
            if comment.pop("call", None) is not None:
                comment.pop("mark", None)
        comments[:] = [comment for comment in comments if comment.get("mark") or comment.get("text")]

    def _split(self, value: Piece) -> list[Piece]:
        """Return the first parts of a value between its commas."""
        parts = re.finditer(r"(?:^|(?<=,))[^,]*+", value.text)
        return [value.part(part.start(), part.end()) for part in islice(parts, MAX_PARTS)]

    def _read_md(self, value: Piece) -> None:
        text = value.text
        start = len(text) - len(text.lstrip())
        if text[start : start + 1] in tuple("1234"):
            dealer = LIN_ORDER[int(text[start]) - 1]
            self.builder.set("dealer", dealer, self.place(value, start))
            start += 1
        elif text[start : start + 1] == "0":
            start += 1
        elif text[start : start + 1].isdecimal():
            none = wrong(
                Code.not_a_seat,
                "{text} is no dealer; md begins with 1, 2, 3 or 4: S, W, N or E deals",
                text=show(text[start]),
            )
            self.builder.refuse(self.place(value, start), none, "/dealer")
            start += 1
        hands = self._split(value.part(start, len(text)))
        if len(hands) > 4 and not text[start:].split(",", 4)[4].replace(",", "").strip():
            hands = hands[:4]
        if len(hands) > 4:
            many = wrong(
                Code.too_many,
                "there are {count} hands; md gives those of S, W, N and E",
                count=text.count(",", start) + 1,
            )
            self.builder.refuse(self.place(value), many, "/deal")
            return
        for seat, hand in zip(LIN_ORDER, hands, strict=False):
            if hand.text.strip():
                self.read_hand(seat, hand)
        self.builder.places.setdefault("/deal", self.place(value))
        self.finish_deal()

    def _read_pn(self, value: Piece) -> None:
        names = self._split(value)
        if len(names) >= 8 and self.room == "C" and not _are_seats(names[4:8]):
            names = names[4:]
        for seat, name in zip(LIN_ORDER, names, strict=False):
            self.read_name(seat, name)

    def _read_sv(self, value: Piece) -> None:
        self.read_vulnerable(value)

    def _read_ah(self, value: Piece) -> None:
        if (match := _BOARD.search(value.text)) is not None and not self.room:
            self.builder.set("board", self.read_text(match[1] or match[2]), self.place(value))
        elif (title := self.read_text(value.text)) and not self.room:
            self.builder.set("id", title, self.place(value))

    def _read_mb(self, value: Piece) -> None:
        if value.text.strip() == "-":
            self.builder.add("auction", PASS, self.place(value))
            return
        for call, place in self.each(_CALL, value, "auction"):
            self.builder.add("auction", parse_call(call[1]), place)
            if call[2]:
                self.builder.explain_call(None)

    def _read_an(self, value: Piece) -> None:
        if value.text.strip():
            self.builder.explain_call(value.text)

    def _read_pc(self, value: Piece) -> None:
        if self.n_back and self.n_times_back < MAX_BACK:
            self.builder.take_back(self.n_back)
            self.n_times_back += 1
            if self.n_times_back == MAX_BACK:
                often = wrong(
                    Code.too_many,
                    "plays are taken back {most} times; what is taken back after that stays",
                    most=MAX_BACK,
                )
                self.builder.refuse(self.place(value), often, "/plays")
        self.n_back = 0
        self.read_cards(value)

    def _read_up(self, value: Piece) -> None:
        # What follows is another way to play on; where nothing does, what was played is the game.
        text = value.text.strip()
        if text.isascii() and text.isdecimal():
            self.n_back += int(text[:3])

    def _read_mc(self, value: Piece) -> None:
        self.read_claim(value)

    def _read_nt(self, value: Piece) -> None:
        """Read a comment: on the last card or call before it, or on the board."""
        if (made_up := _MADE_UP.get(value.text.strip())) is not None:
            self.made_up = made_up
            return
        n_calls, n_plays = (len(self.builder.body.get(key, ())) for key in ("auction", "plays"))
        n_plays -= self.n_back
        after = ("play", n_plays - 1) if n_plays > 0 else ("call", n_calls - 1) if n_calls else None
        match = _MARKED.fullmatch(value.text.strip()) if after else None
        mark, text = (match[1], match[2] or "") if match else ("", value.text)
        self.builder.comment(text, self.place(value), after, mark)

    def _read_vg(self, value: Piece) -> None:
        pieces = self._split(value)
        # A name may have commas of its own: the kind of the match is a letter before two numbers.
        kinds = (n for n in range(2, len(pieces) - 2) if _is_match(pieces[n : n + 3]))
        n_more = next(kinds, 2) - 2
        parts = [self.read_text(", ".join(piece.text.strip() for piece in pieces[: n_more + 1]))]
        parts += [self.read_text(piece.text) for piece in pieces[n_more + 1 :]]
        self.first_board = parts[3] if len(parts) > 3 else ""
        for name, index in (("Event", 0), ("Stage", 1), ("HomeTeam", 5), ("VisitTeam", 7)):
            if index < len(parts) and parts[index]:
                self.builder.put("tags", name, parts[index], self.place(value))

    def _read_rs(self, value: Piece) -> None:
        self.results = value


_SHARED = ("md", "pn", "sv", "ah", "mb", "an", "pc", "mc", "vg", "rs")
"""The codes about the game; before the first board of a match, about all boards."""
_READ = (*_SHARED, "nt", "up")
"""The codes that are read."""
_BEGINNINGS = ("qx", "pn", "st", "md", "vg")
"""The codes with which a board can begin."""
_SILENT = ("mb", "an", "nt", "ah", "mc", "rs")
"""The codes that have no meaning without a value."""
