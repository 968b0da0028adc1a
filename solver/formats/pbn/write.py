r"""The writer of PBN in export format, with the double-dummy tricks where they are known.

Source: Portable Bridge Notation 2.1. Two things differ from the standard: lines end in ``\n``, and the text
is UTF-8, which a line at the head says. DoubleDummyTricks and ParContract are as BridgeComposer writes them:
the tricks of N S E W in turn, for each NT S H D C, as hexadecimal digits; the par contracts, as
``EW 5SX-2; EW 5HX-2``. OptimumScore is the score of the side that plays, as ``EW -300`` of a sacrifice.
"""

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from solver.cards import NO_TRUMPS, Card, format_card
from solver.formats.pbn.text import OTHER_GLYPH, SUIT_SIGN
from solver.formats.record import ALERTED, clip, without_symbols
from solver.game import (
    MAX_COMMENT,
    OF_GAME,
    PASS,
    RISK_SIGNS,
    Call,
    Comment,
    Contract,
    Game,
    Vulnerable,
    follow_auction,
    follow_tricks,
    format_hand,
    on_call,
    on_play,
)
from solver.rules import find_variant
from solver.seats import CLOCKWISE, seat_after

HEADER = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n"
LONGEST_LINE = 253
"""In characters: the standard's 255, of which two may end the line."""
MOST_WIDTH = 40
"""The widest column that is filled up with blanks, in characters."""
MAX_NOTES = 32
"""The most notes of an auction."""
DECLARERS = "NSEW"
STRAINS = ("NT", "S", "H", "D", "C")

_VULNERABLE = {
    Vulnerable.none: "None",
    Vulnerable.NS: "NS",
    Vulnerable.EW: "EW",
    Vulnerable.both: "All",
    None: "",
}
_NAMES = (("West", "W"), ("North", "N"), ("East", "E"), ("South", "S"))
_IDENTIFIED_BY = ("Event", "Site", "Date")
_RESULT_TABLE = "OptimumResultTable"
_CELL = re.compile(r'"(?:[^"\\]|\\.)*+"|[^\s"]++')
_ENDING = re.compile(r'(?P<string>"(?:[^"\\]|\\.)*+")|[\[\]{};"]')
_WIDTH = re.compile(r"\\(\d{1,2})([LR]?)$")
_GLYPHS = dict(zip(("!", "?", "!!", "??", "!?", "?!"), range(1, 7), strict=True))
"""The numeric annotation glyphs of calls; those of cards are higher by six."""

Said = Mapping[tuple[int, int], Sequence[Comment]]
"""Comments by `Comment.place`."""


@dataclass(frozen=True, slots=True)
class DoubleDummy:
    """The tricks of a deal with best play, for every contract, and par."""

    tricks: Mapping[tuple[str, str], int] = field(hash=False)
    """The tricks of a declarer's side, by declarer and strain (``NT``, or a suit's letter)."""
    par_score: tuple[str, int] | None = None
    """Par: a side and its points; the side that plays."""
    par_contracts: tuple[str, ...] = ()
    """The contracts that score par, as ``NS 4S=``."""


def write_game(game: Game, known: DoubleDummy | None = None) -> str:
    """Write one game, without the empty line between games."""
    # Step 1. The tags that every game has, in the order of the standard.
    tags, contract = game.remarks.tags, game.contract
    # The standard writes "?" for a value that is not known, and an empty text for one that does not exist.
    unknown = "?" if contract or game.remarks.auction or game.plays else ""
    passed_out = game.remarks.is_passed_out
    lines = [_tag(name, tags.get(name) or unknown) for name in _IDENTIFIED_BY]
    lines.append(_tag("Board", game.remarks.board or unknown))
    lines += [_tag(name, game.names.get(seat) or unknown) for name, seat in _NAMES]
    lines.append(_tag("Dealer", game.dealer or unknown))
    lines.append(_tag("Vulnerable", _VULNERABLE[game.vulnerable] or unknown))
    lines.append(_tag("Deal", _deal_text(game) or unknown))
    lines.append(_tag("Scoring", tags.get("Scoring") or unknown))
    declarer = None if contract is None else contract.taker
    lines.append(_tag("Declarer", declarer or ("" if passed_out else unknown)))
    lines.append(_tag("Contract", PASS if passed_out else _contract_text(contract) or unknown))
    result = _tricks_won(game) if game.remarks.result is None else game.remarks.result
    lines.append(_tag("Result", result if result is not None else "" if passed_out else unknown))
    # Step 2. The other tags by name, with those of the double-dummy analysis.
    others = {name: str(value) for name, value in tags.items() if name not in (*_IDENTIFIED_BY, "Scoring")}
    if known is not None:
        others.pop(_RESULT_TABLE, None)
        others["DoubleDummyTricks"] = "".join(
            f"{known.tricks[seat, strain]:x}" for seat in DECLARERS for strain in STRAINS
        )
        if known.par_score is not None:
            side, score = known.par_score
            others["OptimumScore"] = f"{side} {score}"
        if known.par_contracts:
            others["ParContract"] = "; ".join(known.par_contracts)
    lines += [_tag(name, others[name]) for name in sorted(others)]
    # Step 3. Comments on the game, auction and play.
    said = comments_of(game)
    for comment in said.get(OF_GAME, ()):
        lines += _folded(_comment_text(comment))
    lines += _auction_lines(game, said)
    lines += _play_lines(game, said)
    # Step 4. The tables by name.
    tables = {name: _table_lines(name, rows[0], rows[1:]) for name, rows in game.remarks.tables.items()}
    if known is not None:
        rows = (f"{seat} {strain} {known.tricks[seat, strain]}" for seat in DECLARERS for strain in STRAINS)
        tables[_RESULT_TABLE] = _table_lines(_RESULT_TABLE, "Declarer;Denomination\\2R;Result\\2R", rows)
    for name in sorted(tables):
        lines += tables[name]
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    text = clip(str(value)).replace("\\", "\\\\").replace('"', '\\"')
    if text.startswith("#"):
        # A # would have the value taken from the game before, ## given to the games after.
        text = f" {text}"
    return f'[{name} "{text}"]'


def _column_tag(name: str, columns: str) -> str:
    """Write the tag of a table; a backslash before a number is a column's width, and is not escaped."""
    return re.sub(r"\\\\(?=\d)", r"\\", _tag(name, columns))


def _folded(line: str) -> list[str]:
    """Fold a line that its comments make longer than `LONGEST_LINE`."""
    if len(line) <= LONGEST_LINE:
        return [line]
    # At the start of a line % is an escape, and [ begins a tag.
    text = re.sub(r" (?=[%;\[])", "\xa0", line)
    lines = textwrap.wrap(text, LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
    return [part.replace("\xa0", " ") for part in lines]


def _table_lines(name: str, columns: str, rows: Iterable[str]) -> list[str]:
    """Write a table; the cells of its rows are as wide as the columns say, where the line is not too long."""
    widths = [_WIDTH.search(column) for column in columns.split(";")]
    lines = (_row_of(_CELL.findall(_without_ends(clip(row))), widths) for row in rows)
    return [_column_tag(name, columns), *filter(None, lines)]


def _row_of(cells: Sequence[str], widths: Sequence[re.Match[str] | None]) -> str:
    texts = list(cells)
    for place, (cell, width) in enumerate(zip(cells, widths, strict=False)):
        if width is not None and (n := int(width[1])) <= MOST_WIDTH:
            texts[place] = cell.rjust(n) if width[2] == "R" else cell.ljust(n)
    row = " ".join(texts).rstrip()
    return row if len(row) <= LONGEST_LINE else " ".join(cells)


def _without_ends(row: str) -> str:
    """Replace the characters outside of strings that would end a row, and signs of strings without an end."""
    text = _ENDING.sub(lambda found: found["string"] or (" " if found[0] != '"' else ""), row)
    return text.lstrip(" %")


def _tricks_won(game: Game) -> int | None:
    """Return the declarer's tricks, if every card was played."""
    position = game.position
    if position is None or position.contract.taker is None or len(game.plays) < 52:
        return None
    return position.tally.tricks[position.rules.side_of(position.contract.taker)]


def _deal_text(game: Game) -> str:
    """Write the hands clockwise from the dealer's, or from the first known one; empty without hands."""
    if not game.hands:
        return ""
    first = game.dealer or next(iter(game.hands))
    start = CLOCKWISE.index(first)
    hands = [_hand_text(game.hands.get(seat)) for seat in CLOCKWISE[start:] + CLOCKWISE[:start]]
    return f"{first}:{' '.join(hands)}"


def _hand_text(hand: Sequence[Card] | None) -> str:
    return "-" if hand is None else format_hand(hand).replace("-", "")


def _contract_text(contract: Contract | None) -> str:
    """Write a contract; only its trumps if its level is not known, as the standard does for end positions."""
    if contract is None:
        return ""
    if not contract.bid:
        return contract.trump
    return f"{contract.bid}{contract.trump}{RISK_SIGNS[contract.multiplier]}"


def comments_of(game: Game) -> Said:
    """Group the comments of a game by their places: `OF_GAME`, `on_call` or `on_play`."""
    found: dict[tuple[int, int], list[Comment]] = {}
    for comment in game.remarks.comments:
        found.setdefault(comment.place, []).append(comment)
    return found


def _comment_text(comment: Comment) -> str:
    text = without_symbols(clip(comment.text, MAX_COMMENT), SUIT_SIGN)
    return "{" + text.replace("}", ")") + "}"


def _with_comments(text: str, said: Sequence[Comment], first_glyph: int, note: str = "") -> str:
    """Write a call or a card with its note, its mark and other glyphs, and its comments."""
    glyphs = [f"${_GLYPHS[comment.mark] + first_glyph}" for comment in said if comment.mark]
    others = [comment.text for comment in said if OTHER_GLYPH.fullmatch(comment.text)]
    comments = [_comment_text(comment) for comment in said if comment.text and comment.text not in others]
    return " ".join([text + note, *glyphs[:1], *others, *comments])


def _auction_lines(game: Game, said: Said) -> list[str]:
    """Write the Auction section: four calls a line from the dealer on, alerts as notes."""
    auction, dealer = game.remarks.auction, game.dealer
    if not auction or dealer is None:
        return []
    notes: dict[str, int] = {}
    texts: list[str] = []
    for call in auction:
        texts.append(
            _with_comments(call.call, said.get(on_call(len(texts)), ()), 0, _note_reference(call, notes))
        )
    lines = [_tag("Auction", dealer)]
    for start in range(0, len(texts), 4):
        lines += _folded(" ".join(texts[start : start + 4]))
    if not follow_auction(dealer, game.remarks.calls).is_over:
        lines.append("*")
    return lines + [_tag("Note", f"{number}:{note}") for note, number in notes.items()]


def _note_reference(call: Call, notes: dict[str, int]) -> str:
    """Return the suffix that refers to the note on a call, and number a new note while one is free."""
    if not (call.alert or call.note):
        return ""
    note = without_symbols(call.note or ALERTED, SUIT_SIGN)
    if note not in notes and len(notes) >= MAX_NOTES:
        return ""
    return f" ={notes.setdefault(note, len(notes) + 1)}="


def _play_lines(game: Game, said: Said) -> list[str]:
    """Write the Play section: a line for each trick, a column for each seat from the opening leader on."""
    plays, contract = game.plays, game.contract
    taker = None if contract is None else contract.taker
    first = game.leader or (seat_after(taker) if taker else None)
    if first is None or not (plays or (game.leader and contract)):
        return []
    if not plays:
        return [_tag("Play", first), "+ - - -"]
    rules, start = find_variant("bridge"), CLOCKWISE.index(first)
    columns = CLOCKWISE[start:] + CLOCKWISE[:start]
    trump = NO_TRUMPS if contract is None else contract.trump
    lines, index = [_tag("Play", first)], count()
    for trick in follow_tricks(rules, trump, first, plays):
        texts = [
            _with_comments(format_card(card), said.get(on_play(next(index)), ()), len(_GLYPHS))
            for card in trick.plays
        ]
        cards = dict(zip(trick.seats(rules), texts, strict=True))
        lines += _folded(" ".join(cards.get(seat, "-").ljust(2) for seat in columns).rstrip())
    return lines if len(plays) == 52 else [*lines, "*"]
