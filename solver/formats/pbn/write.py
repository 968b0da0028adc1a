r"""Writes logs as PBN, in export format, with what double-dummy play would bring where it is known.

Source: Portable Bridge Notation 2.1. Two things are as on this system: the ends of lines, and the characters
beyond Latin-1, which a line at the head says. DoubleDummyTricks and ParContract are as BridgeComposer writes
them: the tricks of N S E W in turn, for each NT S H D C, as hexadecimal digits; the par contracts, as
``EW 5SX-2; EW 5HX-2``. OptimumScore is the score of the side that plays, as ``EW -300`` of a sacrifice.
"""

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.cards import Card, format_card, parse_card
from solver.formats.pbn.text import SUIT_SIGN
from solver.formats.record import ALERTED, clip, without_symbols
from solver.game import (
    MAX_COMMENT,
    PASS,
    Position,
    Trick,
    call_of,
    follow_auction,
    format_hand,
    is_passed_out,
    parse_call,
    parse_hand,
)
from solver.rules import find_variant
from solver.seats import CLOCKWISE

HEADER = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n"
LONGEST_LINE = 253
"""The standard's 255 characters, two of which may end the line."""
DECLARERS = "NSEW"
STRAINS = ("NT", "S", "H", "D", "C")

_VULNERABLE = {"none": "None", "NS": "NS", "EW": "EW", "both": "All"}
_NAMES = (("West", "W"), ("North", "N"), ("East", "E"), ("South", "S"))
_IDENTIFIED_BY = ("Event", "Site", "Date")
_RESULT_TABLE = "OptimumResultTable"
_GLYPHS = dict(zip(("!", "?", "!!", "??", "!?", "?!"), range(1, 7), strict=True))
"""The numeric annotation glyphs of calls; those of cards are six more."""

Said = Mapping[tuple[str, int] | None, Sequence[Mapping[str, Any]]]
"""Comments by what they are on."""


@dataclass(frozen=True, slots=True)
class DoubleDummy:
    """What a deal brings with best play by all."""

    tricks: Mapping[tuple[str, str], int]
    """The tricks of a declarer's side, by declarer and strain (``NT``, or a suit's letter)."""
    par_score: tuple[str, int] | None = None
    """Par as points of a side, the one that plays."""
    par_contracts: tuple[str, ...] = ()
    """The contracts that bring it, as ``NS 4S=``."""


def write_game(log: Mapping[str, Any], known: DoubleDummy | None = None) -> str:
    """One game, without the line that parts it from others."""
    tags, players = log.get("tags") or {}, log.get("players") or {}
    contract = log.get("contract") or {}
    auction = list(log.get("auction") or ())
    dealer = log.get("dealer")
    first = dealer or next(iter(log.get("deal") or {}), "N")
    # What is not known of a game is a question mark; what there is not, of a mere deal, is empty.
    unknown = "?" if contract or auction or log.get("plays") else ""
    passed_out = is_passed_out(auction)
    lines = [_tag(name, tags.get(name) or unknown) for name in _IDENTIFIED_BY]
    lines.append(_tag("Board", log.get("board") or unknown))
    lines += [_tag(name, players.get(seat) or unknown) for name, seat in _NAMES]
    lines.append(_tag("Dealer", dealer or unknown))
    lines.append(_tag("Vulnerable", _VULNERABLE.get(log.get("vulnerable") or "", unknown)))
    lines.append(_tag("Deal", _deal_text(log.get("deal") or {}, first) or unknown))
    lines.append(_tag("Scoring", tags.get("Scoring") or unknown))
    lines.append(_tag("Declarer", contract.get("taker") or ("" if passed_out else unknown)))
    lines.append(_tag("Contract", PASS if passed_out else _contract_text(contract) or unknown))
    result = log.get("result", _tricks_won(log, contract))
    lines.append(_tag("Result", result if result is not None else "" if passed_out else unknown))
    others = {name: str(value) for name, value in tags.items() if name not in (*_IDENTIFIED_BY, "Scoring")}
    if known is not None:
        others["DoubleDummyTricks"] = "".join(
            f"{known.tricks[seat, strain]:x}" for seat in DECLARERS for strain in STRAINS
        )
        if known.par_score is not None:
            side, score = known.par_score
            others["OptimumScore"] = f"{side} {score}"
        if known.par_contracts:
            others["ParContract"] = "; ".join(known.par_contracts)
    lines += [_tag(name, others[name]) for name in sorted(others)]
    said = comments_of(log)
    for comment in said.get(None, ()):
        lines += _folded(_comment_text(comment))
    lines += _auction_lines(auction, dealer, said)
    lines += _play_lines(log, contract, said)
    tables = {
        name: [_column_tag(name, rows[0]), *filter(None, map(_row, rows[1:]))]
        for name, rows in (log.get("tables") or {}).items()
    }
    if known is not None:
        tables[_RESULT_TABLE] = [
            _column_tag(_RESULT_TABLE, "Declarer;Denomination\\2R;Result\\2R"),
            *(
                f"{seat} {strain:>2} {known.tricks[seat, strain]:>2}"
                for seat in DECLARERS
                for strain in STRAINS
            ),
        ]
    for name in sorted(tables):
        lines += tables[name]
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    text = clip(str(value)).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


def _column_tag(name: str, columns: str) -> str:
    """The tag of a table: in it a backslash before a number is a column's width, and stays as it is."""
    return re.sub(r"\\\\(?=\d)", r"\\", _tag(name, columns))


def _folded(line: str) -> list[str]:
    """A line, or as many as it takes: its comments may be longer than a line can be."""
    if len(line) <= LONGEST_LINE:
        return [line]
    # No line may begin with what would take it out of the game.
    text = re.sub(r" (?=[%;\[])", "\xa0", line)
    lines = textwrap.wrap(text, LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
    return [part.replace("\xa0", " ") for part in lines]


def _row(row: str) -> str:
    """A row of a table, without what would end it."""
    text = re.sub(r"[\[\]{};]", " ", row).lstrip(" %")
    return clip(text if text.count('"') % 2 == 0 else text.replace('"', ""))


def _tricks_won(log: Mapping[str, Any], contract: Mapping[str, Any]) -> int | None:
    """The declarer's tricks, where every card was played."""
    if not contract.get("taker") or len(log.get("plays") or ()) < 52:
        return None
    position = Position.from_dict(log)
    return position.tally.tricks[position.rules.side_of(contract["taker"])]


def _deal_text(deal: Mapping[str, Any], first: str) -> str:
    """The hands clockwise from ``first``; nothing where there are none."""
    if not deal:
        return ""
    start = CLOCKWISE.index(first)
    hands = [_hand_text(deal.get(seat)) for seat in CLOCKWISE[start:] + CLOCKWISE[:start]]
    return f"{first}:{' '.join(hands)}"


def _hand_text(hand: object) -> str:
    return "-" if hand is None else format_hand(cards_of(hand)).replace("-", "")


def cards_of(hand: object) -> list[Card]:
    """The cards of a hand of a log: a text or a list."""
    if isinstance(hand, str):
        return parse_hand(hand, "en", "", [])
    assert isinstance(hand, list | tuple)
    return [parse_card(card) for card in hand]


def _contract_text(contract: Mapping[str, Any]) -> str:
    """A contract; where its level is not known, the trumps, as the standard has them of end positions."""
    risk = {2: "X", 4: "XX"}.get(contract.get("multiplier") or 1, "")
    bid = contract.get("bid")
    return f"{bid}{contract['trump']}{risk}" if bid else contract.get("trump") or ""


def comments_of(log: Mapping[str, Any]) -> dict[tuple[str, int] | None, list[Mapping[str, Any]]]:
    """The comments of a log by what they are on: a call or a play, by its number, or None for the game."""
    found: dict[tuple[str, int] | None, list[Mapping[str, Any]]] = {}
    for comment in log.get("comments") or ():
        places = [(kind, comment[kind]) for kind in ("call", "play") if comment.get(kind) is not None]
        found.setdefault(places[0] if places else None, []).append(comment)
    return found


def _comment_text(comment: Mapping[str, Any]) -> str:
    text = without_symbols(clip(comment.get("text") or "", MAX_COMMENT), SUIT_SIGN)
    return "{" + text.replace("}", ")") + "}"


def _with_comments(text: str, said: Sequence[Mapping[str, Any]], first_glyph: int, note: str = "") -> str:
    """A call or a card, its note, its mark as a glyph, and the comments on it."""
    glyphs = [f"${_GLYPHS[comment['mark']] + first_glyph}" for comment in said if comment.get("mark")]
    comments = [_comment_text(comment) for comment in said if comment.get("text")]
    return " ".join([text + note, *glyphs[:1], *comments])


def _auction_lines(auction: list[Any], dealer: str | None, said: Said) -> list[str]:
    """The Auction section: four calls a line from the dealer on, alerts as notes."""
    if not auction or dealer is None:
        return []
    notes: dict[str, int] = {}
    texts: list[str] = []
    for entry in auction:
        text, reference = parse_call(call_of(entry)) or PASS, ""
        if isinstance(entry, Mapping) and (entry.get("alert") or entry.get("note")):
            note = without_symbols(entry.get("note") or ALERTED, SUIT_SIGN)
            if note in notes or len(notes) < 32:
                reference = f" ={notes.setdefault(note, len(notes) + 1)}="
        texts.append(_with_comments(text, said.get(("call", len(texts)), ()), 0, reference))
    calls = [parse_call(call_of(entry)) or PASS for entry in auction]
    is_over = follow_auction(dealer, calls).is_over
    lines = [_tag("Auction", dealer)]
    for start in range(0, len(texts), 4):
        lines += _folded(" ".join(texts[start : start + 4]))
    if not is_over:
        lines.append("*")
    return lines + [_tag("Note", f"{number}:{note}") for note, number in notes.items()]


def _play_lines(log: Mapping[str, Any], contract: Mapping[str, Any], said: Said) -> list[str]:
    """The Play section: a line for each trick, a column for each seat from the opening leader on."""
    plays = [parse_card(text) for text in log.get("plays") or ()]
    taker, stated = contract.get("taker"), log.get("leader")
    first = stated or (CLOCKWISE[(CLOCKWISE.index(taker) + 1) % 4] if taker else None)
    if first is None or not (plays or (stated and contract)):
        return []
    if not plays:
        return [_tag("Play", first), "+ - - -"]
    rules, start = find_variant("bridge"), CLOCKWISE.index(first)
    columns = CLOCKWISE[start:] + CLOCKWISE[:start]
    lines, leader = [_tag("Play", first)], first
    for index in range(0, len(plays), 4):
        trick = Trick(leader, tuple(plays[index : index + 4]))
        texts = [
            _with_comments(format_card(card), said.get(("play", index + place), ()), len(_GLYPHS))
            for place, card in enumerate(trick.plays)
        ]
        cards = dict(zip(trick.seats(rules), texts, strict=True))
        lines += _folded(" ".join(cards.get(seat, "-").ljust(2) for seat in columns).rstrip())
        if len(cards) == 4:
            leader = trick.winner(rules, contract.get("trump", "NT"))
    return lines if len(plays) == 52 else [*lines, "*"]
