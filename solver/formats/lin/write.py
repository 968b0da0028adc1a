"""Writes logs of bridge as LIN, a line for each board, and as links to the hand viewer of Bridge Base Online.

`solver.formats.lin.read` says what LIN is.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from solver.cards import format_card, parse_card
from solver.formats.lin.text import LIN_ORDER, MADE_UP_AUCTION, MADE_UP_DEALER, SUIT_SIGN
from solver.formats.pbn.write import cards_of, comments_of
from solver.formats.record import clip, without_symbols
from solver.game import DOUBLE, MAX_COMMENT, MAX_TEXT, PASS, REDOUBLE, call_of, format_hand, parse_call
from solver.seats import CLOCKWISE

VIEWER = "https://www.bridgebase.com/tools/handviewer.html"

_VULNERABLE = {"none": "o", "NS": "n", "EW": "e", "both": "b"}
_MATCH = ("Event", "Stage", "HomeTeam", "VisitTeam")
_VUGRAPH = ("Event", "Stage", "", "", "", "HomeTeam", "", "VisitTeam", "")
"""The tags in the fields of vg."""
_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}


def write_link(log: Mapping[str, Any]) -> str:
    """The link that shows a log in the hand viewer."""
    return f"{VIEWER}?lin={quote(write_board(log), safe=',')}"


def has_made_up_auction(log: Mapping[str, Any]) -> bool:
    """Whether LIN and links say more of a log than is known: an auction, to state its contract."""
    return not log.get("auction") and bool(_shortest_auction(log))


def write_board(log: Mapping[str, Any]) -> str:
    """One board, on one line.

    A contract that was stated without its auction is written as the shortest auction that ends in it, with a
    note that says so; `solver.formats.lin.read` knows the note, and leaves such an auction out.
    """
    players, tags = log.get("players") or {}, log.get("tags") or {}
    entries: list[tuple[str, str]] = []
    room, board = tags.get("Room", ""), log.get("board")
    if board and room in ("Open", "Closed") and str(board).isalnum():
        entries.append(("qx", f"{room[0].lower()}{board}"))
    if any(tags.get(name) for name in _MATCH):
        fields = [_plain(str(tags.get(name, "")).replace(",", " ")) if name else "" for name in _VUGRAPH]
        entries.append(("vg", ",".join(fields)))
    if players:
        entries.append(("pn", ",".join(_plain(players.get(seat, "")).replace(",", "") for seat in LIN_ORDER)))
    entries.append(("st", ""))
    entries.append(("md", _deal_text(log)))
    entries.append(("rh", ""))
    if board:
        entries.append(("ah", f"Board {_plain(board)}"))
    if log.get("vulnerable") is not None:
        entries.append(("sv", _VULNERABLE[log["vulnerable"]]))
    said = comments_of(log)
    if has_made_up_auction(log):
        entries.append(("nt", MADE_UP_AUCTION if log.get("dealer") else MADE_UP_DEALER))
    entries += _comments(said.get(None, ()))
    for number, entry in enumerate(log.get("auction") or _shortest_auction(log)):
        call = parse_call(call_of(entry)) or PASS
        note = (entry.get("note") or "") if isinstance(entry, Mapping) else ""
        alert = "!" if note or (isinstance(entry, Mapping) and entry.get("alert")) else ""
        entries.append(("mb", _CALLS.get(call, call.removesuffix("T")) + alert))
        if note:
            entries.append(("an", _plain(note)))
        entries += _comments(said.get(("call", number), ()))
    plays = [format_card(parse_card(card)) for card in log.get("plays") or ()]
    if plays:
        entries.append(("pg", ""))
    for index, card in enumerate(plays):
        entries.append(("pc", card))
        entries += _comments(said.get(("play", index), ()))
        if index % 4 == 3:
            entries.append(("pg", ""))
    if log.get("result") is not None and len(plays) < 52:
        entries.append(("mc", str(log["result"])))
    return "".join(f"{code}|{value}|" for code, value in entries)


def _comments(said: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """What is said of a call, a card or the board."""
    for comment in said:
        text = _plain(comment.get("text") or "", MAX_COMMENT)
        yield "nt", f"{comment.get('mark') or ''} {text}".strip()


def _shortest_auction(log: Mapping[str, Any]) -> list[str]:
    """The calls that bring the contract of a log without an auction: LIN has no other way to say it."""
    contract = log.get("contract") or {}
    taker, bid = contract.get("taker"), contract.get("bid")
    if not taker or not bid:
        return []
    n_before = (CLOCKWISE.index(taker) - CLOCKWISE.index(_dealer_of(log) or taker)) % 4
    doubles = {2: [DOUBLE], 4: [DOUBLE, REDOUBLE]}.get(contract.get("multiplier") or 1, [])
    return [PASS] * n_before + [f"{bid}{contract['trump']}", *doubles] + [PASS] * 3


def _dealer_of(log: Mapping[str, Any]) -> str | None:
    """The dealer; where a log does not say who it is, nor the auction, whoever would bid first."""
    dealer: str | None = log.get("dealer") or (log.get("contract") or {}).get("taker")
    return dealer


def _plain(text: object, longest: int = MAX_TEXT) -> str:
    """``text`` without what would end an entry."""
    return without_symbols(clip(str(text), longest), SUIT_SIGN).replace("|", "/")


def _deal_text(log: Mapping[str, Any]) -> str:
    deal, dealer = log.get("deal") or {}, _dealer_of(log)
    number = LIN_ORDER.index(dealer) + 1 if dealer else 0
    return f"{number}{','.join(_hand_text(deal.get(seat)) for seat in LIN_ORDER)}"


def _hand_text(hand: object) -> str:
    if hand is None:
        return ""
    suits = format_hand(cards_of(hand)).split(".")
    return "".join(suit + ranks.replace("-", "") for suit, ranks in zip("SHDC", suits, strict=True))
