r"""Writes logs as PBN, in export format, with what double-dummy play would bring where it is known.

Source: Portable Bridge Notation 2.1. DoubleDummyTricks, OptimumScore and ParContract are as BridgeComposer
writes them: the tricks of N S E W in turn, for each NT S H D C, as hexadecimal digits; the score of the side
that plays, as ``EW -300`` of a sacrifice; the par contracts, as ``EW 5SX-2; EW 5HX-2``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.auction import PASS, call_of, follow_auction, parse_call
from solver.cards import Card, format_card, parse_card
from solver.notation import format_hand, parse_hand
from solver.position import Position
from solver.record import ALERTED, MAX_COMMENT, clip
from solver.seats import CLOCKWISE
from solver.trick import Trick
from solver.variants import find_variant

HEADER = "% PBN 2.1\n% EXPORT\n"
DECLARERS = "NSEW"
STRAINS = ("NT", "S", "H", "D", "C")

_VULNERABLE = {"none": "None", "NS": "NS", "EW": "EW", "both": "All"}
_NAMES = (("West", "W"), ("North", "N"), ("East", "E"), ("South", "S"))
_IDENTIFIED_BY = ("Event", "Site", "Date")

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
    lines = [_tag(name, tags.get(name, "")) for name in _IDENTIFIED_BY]
    lines.append(_tag("Board", log.get("board") or ""))
    lines += [_tag(name, players.get(seat, "")) for name, seat in _NAMES]
    lines.append(_tag("Dealer", dealer or ""))
    lines.append(_tag("Vulnerable", _VULNERABLE.get(log.get("vulnerable") or "", "")))
    lines.append(_tag("Deal", _deal_text(log.get("deal") or {}, first)))
    lines.append(_tag("Scoring", tags.get("Scoring", "")))
    lines.append(_tag("Declarer", contract.get("taker", "")))
    lines.append(_tag("Contract", _contract_text(contract, auction)))
    result = log.get("result", _tricks_won(log, contract))
    lines.append(_tag("Result", "" if result is None else result))
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
    lines += [_comment_text(comment) for comment in said.get(None, ())]
    lines += _auction_lines(auction, dealer, said)
    lines += _play_lines(log, contract, said)
    for name, rows in (log.get("tables") or {}).items():
        lines += [_tag(name, rows[0]), *filter(None, map(_row, rows[1:]))]
    if known is not None:
        lines.append('[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]')
        lines += [
            f"{seat} {strain:>2} {known.tricks[seat, strain]:>2}" for seat in DECLARERS for strain in STRAINS
        ]
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    text = clip(str(value)).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


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


def _contract_text(contract: Mapping[str, Any], auction: list[Any]) -> str:
    if contract.get("bid"):
        risk = {2: "X", 4: "XX"}.get(contract.get("multiplier") or 1, "")
        return f"{contract['bid']}{contract['trump']}{risk}"
    calls = [parse_call(call_of(entry)) for entry in auction]
    return PASS if calls == [PASS] * 4 else ""


def comments_of(log: Mapping[str, Any]) -> dict[tuple[str, int] | None, list[Mapping[str, Any]]]:
    """The comments of a log by what they are on: a call or a play, by its number, or None for the game."""
    found: dict[tuple[str, int] | None, list[Mapping[str, Any]]] = {}
    for comment in log.get("comments") or ():
        places = [(kind, comment[kind]) for kind in ("call", "play") if comment.get(kind) is not None]
        found.setdefault(places[0] if places else None, []).append(comment)
    return found


def _comment_text(comment: Mapping[str, Any]) -> str:
    return "{" + clip(comment.get("text") or "", MAX_COMMENT).replace("}", ")") + "}"


def _with_comments(text: str, said: Sequence[Mapping[str, Any]], note: str = "") -> str:
    """A call or a card, its mark, its note and the comments on it."""
    marks = [comment["mark"] for comment in said if comment.get("mark")]
    comments = [_comment_text(comment) for comment in said if comment.get("text")]
    return " ".join([text + "".join(marks[:1]) + note, *comments])


def _auction_lines(auction: list[Any], dealer: str | None, said: Said) -> list[str]:
    """The Auction section: four calls a line from the dealer on, alerts as notes."""
    if not auction or dealer is None:
        return []
    notes: dict[str, int] = {}
    texts: list[str] = []
    for entry in auction:
        text, reference = parse_call(call_of(entry)) or PASS, ""
        if isinstance(entry, Mapping) and (entry.get("alert") or entry.get("note")):
            note = entry.get("note") or ALERTED
            if note in notes or len(notes) < 32:
                reference = f" ={notes.setdefault(note, len(notes) + 1)}="
        texts.append(_with_comments(text, said.get(("call", len(texts)), ()), reference))
    calls = [parse_call(call_of(entry)) or PASS for entry in auction]
    is_over = follow_auction(dealer, calls).is_over
    lines = [_tag("Auction", dealer)]
    lines += [" ".join(texts[start : start + 4]) for start in range(0, len(texts), 4)]
    if not is_over:
        lines.append("*")
    return lines + [_tag("Note", f"{number}:{note}") for note, number in notes.items()]


def _play_lines(log: Mapping[str, Any], contract: Mapping[str, Any], said: Said) -> list[str]:
    """The Play section: a line for each trick, a column for each seat from the opening leader on."""
    plays = [parse_card(text) for text in log.get("plays") or ()]
    taker, stated = contract.get("taker"), log.get("leader")
    first = stated or (CLOCKWISE[(CLOCKWISE.index(taker) + 1) % 4] if taker else None)
    if not plays or first is None:
        return []
    rules, start = find_variant("bridge"), CLOCKWISE.index(first)
    columns = CLOCKWISE[start:] + CLOCKWISE[:start]
    lines, leader = [_tag("Play", first)], first
    for index in range(0, len(plays), 4):
        trick = Trick(leader, tuple(plays[index : index + 4]))
        texts = [
            _with_comments(format_card(card), said.get(("play", index + place), ()))
            for place, card in enumerate(trick.plays)
        ]
        cards = dict(zip(trick.seats(rules), texts, strict=True))
        lines.append(" ".join(cards.get(seat, "-").ljust(2) for seat in columns).rstrip())
        if len(cards) == 4:
            leader = trick.winner(rules, contract.get("trump", "NT"))
    return lines if len(plays) == 52 else [*lines, "*"]
