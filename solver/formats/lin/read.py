"""The reader of LIN, the files of Bridge Base Online, and of links to its hand viewer: each board as a log.

No standard is published; this is what Bridge Base Online writes and its viewer reads:

    file    = { code "|" value "|" }            line ends before a code do not count
    md      dealer (1 2 3 4 are S W N E), then the hands of S W N E, apart by commas, each as SAKH2DT9C3;
            one hand may be left out
    pn      the names of S W N E; of eight, the first four sit in the open room
    sv      vulnerable: o or 0 none, n NS, e EW, b both        ah   a title, as "Board 7"
    mb      a call, or several: p d r 1C 1N, "!" for an alert  an   what the call before it means
            a "-" alone is a pass; before other calls it is nothing
    pc      a card as SA, or several                           mc   a claim: the declarer's tricks in all
    up      so many plays are taken back, if others follow
    nt      something said, of the call or card before it or of the board; "?? why" is a mark and why
    qx      the next board of a match: o7 or c7, board 7 of the open or the closed room
    vg      the match: event, session, scoring, first and last board, team, points, team, points
    rs      the results of its boards, of the open and the closed room in turn: 3NS=, 4SWx-2, PASS, or nothing

All other codes are about the look of a page.  In what is said !s !h !d !c are suits.  A board starts at qx;
where there is none, at the pn, st or md after an md.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import unquote_to_bytes

from solver.errors import wrong
from solver.fault_codes import Code
from solver.formats.lin.boards import read_boards
from solver.formats.lin.text import LIN_ORDER, LinReader, Piece
from solver.formats.record import Lines, Record, RecordBuilder, clip, of_board, with_plain_line_ends
from solver.game import parse_call
from solver.seats import CLOCKWISE
from solver.wrongs import none_of

MAX_FIELDS = 50
"""The most fields of a link that are read."""
MAX_LINK = 200_000
"""The longest link, in characters: a board with the most comments that are kept, each of full length."""

_LINK = re.compile(r"https?://[^\s\"'<>]+", re.IGNORECASE)
_NEXT_LINK = re.compile(r"\shttps?://\S*?[?&;](?:lin|[nesw])=", re.IGNORECASE)
_NEXT_ENTRY = re.compile(r"[ \t]++[a-z]{2}\|", re.IGNORECASE)
_TO_LAST_BAR = re.compile(r".*\|[^\s\"'<>]*+")
_BOARD_FIELD = re.compile(r"[?&;](?:lin|[nesw])=", re.IGNORECASE)
_LINK_NAMES = {"sn": "S", "wn": "W", "nn": "N", "en": "E"}
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})++")
_SAID = re.compile(r"\{([^}]*+)\}")
_TAG = re.compile(r"<[^<>]*+>")
_LINK_CALL = re.compile(
    r"([1-7](?:NT|[CDHSN])|XX|[PDXR])(!?)(?:\(([^)]*+)\)|\{([^}]*+)\})?|(\{[^}]*+\}|\([^)]*+\)|!)",
    re.IGNORECASE,
)


def read_lin(text: str) -> Iterator[Record]:
    """Read the boards of ``text``, LIN or links, in order; a faulty one does not hide the others.

    Never raises.
    """
    text = with_plain_line_ends(text)
    lines = Lines(text)
    end = counted = n_bars = 0
    for link in _LINK.finditer(text):
        if "?" not in link[0] or link.start() < end:
            continue
        between = text[counted : link.start()]
        counted, n_bars = link.start(), n_bars + between.count("|")
        # Where a link to a board begins a line, the entry before it was never ended.
        begins_line = not between.rpartition("\n")[2].strip()
        if n_bars % 2 and not (begins_line and _BOARD_FIELD.search(link[0])):
            continue  # said in the value of an entry
        yield from read_boards(Piece(text[end : link.start()], range(end, link.start())), lines)
        end = link.end()
        if "|" in link[0]:
            end = _end_of_spaced(text, link)
        counted, n_bars = end, 0
        yield from _read_link(Piece(text[link.start() : end], range(link.start(), end)), lines)
    yield from read_boards(Piece(text[end:], range(end, len(text))), lines)


def _end_of_spaced(text: str, link: re.Match[str]) -> int:
    """Return where a link ends whose bars were not encoded, so that it may hold spaces, too.

    One without an escape goes on to the end of the line.  One with some goes on where an entry is cut, or the
    next one begins: to the last bar on the line.  Both end before the next link to a board.
    """
    end, is_plain = link.end(), "%" not in link[0]
    n_bars = link[0].count("|")
    if not is_plain and n_bars % 2 == 0 and not _NEXT_ENTRY.match(text, end):
        return end
    line_end = text.find("\n", end, end + MAX_LINK)
    last, counted = line_end if line_end >= 0 else end + MAX_LINK, end
    for other in _NEXT_LINK.finditer(text, end, last):
        n_bars += text.count("|", counted, other.start())
        counted = last = other.start()
        if n_bars % 2 == 0 or not is_plain:
            break  # it is not said in the value of an entry
    else:
        line_end = text.find("\n", end)
        last = len(text) if line_end < 0 else line_end
    if is_plain:
        return last
    rest = _TO_LAST_BAR.match(text, end, last)
    return end if rest is None else rest.end()


class _LinkReader(LinReader):
    """Reads a link that gives the hands one by one: …?n=…&e=…&s=…&w=…&d=…&v=…&a=…&p=…"""

    def read(self, fields: dict[str, Piece]) -> Record:
        """Read the board."""
        for seat in LIN_ORDER:
            if (hand := fields.get(seat.lower())) is not None and hand.text.strip():
                self.read_hand(seat, hand)
        self.finish_deal()
        for name, seat in _LINK_NAMES.items():
            if name in fields:
                self.read_name(seat, fields[name])
        if (board := fields.get("b")) is not None and board.text.strip():
            self.builder.set("board", clip(board.text), self.place(board))
            self._follow_board(board, fields)
        if (dealer := fields.get("d")) is not None:
            if dealer.text.upper() in tuple(CLOCKWISE):
                self.builder.set("dealer", dealer.text.upper(), self.place(dealer))
            else:
                none = none_of("d", dealer.text, "nesw", Code.not_a_seat)
                self.builder.refuse(self.place(dealer), none, "/dealer")
        if (vulnerable := fields.get("v")) is not None:
            self.read_vulnerable(vulnerable)
        if (auction := fields.get("a")) is not None:
            self._read_auction(auction)
        if (plays := fields.get("p")) is not None:
            self._read_plays(plays)
        if (claim := fields.get("c")) is not None:
            self.read_claim(claim)
        self.builder.settle_contract()
        return self.builder.build()

    def _follow_board(self, board: Piece, fields: Mapping[str, Piece]) -> None:
        """Derive dealer and vulnerable sides from the number of the board, if the link leaves them out."""
        for (key, value), name in zip(of_board(board.text).items(), "dv", strict=False):
            if name not in fields:
                self.builder.set(key, value, self.place(board))

    def _read_plays(self, value: Piece) -> None:
        """Read cards, and comments in braces between them."""
        start = 0
        for said in _SAID.finditer(value.text):
            self.read_cards(value.part(start, said.start()))
            n_plays = len(self.builder.body.get("plays", ()))
            after = ("play", n_plays - 1) if n_plays else None
            self.builder.comment(_TAG.sub(" ", unescape(said[1])), self.place(value, said.start()), after)
            start = said.end()
        self.read_cards(value.part(start, len(value.text)))

    def _read_auction(self, value: Piece) -> None:
        for match, place in self.each(_LINK_CALL, value, "auction"):
            if match[1]:
                self.builder.add("auction", parse_call(match[1]), place)
                if match[2] or match[3] or match[4]:
                    self.builder.explain_call(match[3] or match[4])


def _read_link(link: Piece, lines: Lines) -> Iterator[Record]:
    if len(link.text) > MAX_LINK:
        builder = RecordBuilder(lines.place(link.at(0)))
        long = wrong(
            Code.too_long,
            "the link has {count} characters; one is for one board and has {most} at most",
            count=len(link.text),
            most=MAX_LINK,
        )
        builder.refuse(builder.place, long)
        yield Record(builder.place, None, tuple(builder.faults))
        return
    # Step 1. Split the link into its fields, and decode them.
    start = link.text.index("?") + 1
    query = link.text[start:].partition("#")[0]
    fields: dict[str, Piece] = {}
    for part in query.split("&", MAX_FIELDS)[:MAX_FIELDS]:
        name, _, value = part.partition("=")
        at = start + len(name) + 1
        # A link copied from the source of a page has &amp; between its fields.
        fields.setdefault(name.lower().removeprefix("amp;"), _decode(link.part(at, at + len(value))))
        start += len(part) + 1
    # Step 2. Read the board: as LIN, or as one field for each hand.
    if "lin" in fields:
        records = list(read_boards(fields["lin"], lines))
        if records:
            yield from records
            return
    elif any(seat in fields for seat in "nesw"):
        yield _LinkReader(link.at(0), lines).read(fields)
        return
    # Step 3. Without a board, say what the link would need.
    builder = RecordBuilder(lines.place(link.at(0)))
    kept = next((name for name in ("linurl", "myhand") if name in fields), None)
    none = wrong(
        Code.bad_text,
        "this link holds no board; a link to the hand viewer has lin=… or the hands as n=…&e=…&s=…&w=…",
    )
    if kept:
        none = wrong(
            Code.bad_text,
            "this link only says with {field} where its board is kept; open it, and save the board as LIN",
            field=kept,
        )
    builder.refuse(builder.place, none)
    yield Record(builder.place, None, tuple(builder.faults))


def _decode(piece: Piece) -> Piece:
    """Decode the %-escapes and plus signs of a part of a link."""
    letters: list[str] = []
    offsets: list[int] = []
    known: dict[str, tuple[str, bool]] = {}
    end = 0

    def keep_plain(start: int, end: int) -> None:
        letters.append(piece.text[start:end].replace("+", " "))
        offsets.extend(piece.offsets[start:end])

    for match in _ESCAPES.finditer(piece.text):
        start, escaped = match.start(), match[0]
        if start > end:
            keep_plain(end, start)
        end = start + len(escaped)
        found = known.get(escaped)
        if found is None:
            text = unquote_to_bytes(escaped).decode("utf-8", "replace")
            found = known[escaped] = text, len(text) * 3 == len(escaped)
        text, is_plain = found
        letters.append(text)
        offsets.extend(piece.offsets[start:end:3] if is_plain else [piece.offsets[start]] * len(text))
    keep_plain(end, len(piece.text))
    return Piece("".join(letters), tuple(offsets))
