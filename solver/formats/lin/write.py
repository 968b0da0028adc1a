"""The writer of LIN, a line for each board, and of links to the hand viewer of Bridge Base Online.

`solver.formats.lin.read` describes the format.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from solver.cards import Card, format_card
from solver.formats.lin.text import LIN_ORDER, MADE_UP_AUCTION, MADE_UP_DEALER, SUIT_SIGN
from solver.formats.pbn.write import comments_of
from solver.formats.record import clip, without_symbols
from solver.game import (
    DOUBLE,
    MAX_COMMENT,
    MAX_TEXT,
    OF_GAME,
    PASS,
    REDOUBLE,
    Call,
    Comment,
    Game,
    Vulnerable,
    format_hand,
    on_call,
    on_play,
)
from solver.seats import CLOCKWISE

VIEWER = "https://www.bridgebase.com/tools/handviewer.html"

_VULNERABLE = {Vulnerable.none: "o", Vulnerable.NS: "n", Vulnerable.EW: "e", Vulnerable.both: "b"}
_MATCH = ("Event", "Stage", "HomeTeam", "VisitTeam")
_VUGRAPH = ("Event", "Stage", "", "", "", "HomeTeam", "", "VisitTeam", "")
"""The tags in the fields of vg."""
_NUMBER = re.compile(r"\d\w{0,19}")
"""A board that qx can name."""
_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}


def write_link(game: Game) -> str:
    """Write the link that shows a game in the hand viewer."""
    return f"{VIEWER}?lin={quote(write_board(game), safe=',')}"


def has_made_up_auction(game: Game) -> bool:
    """True if LIN states an auction that is not known, to state the contract of the game."""
    return not game.remarks.auction and bool(_shortest_auction(game))


def write_board(game: Game) -> str:
    """Write one board, on one line.

    A contract that was stated without its auction is written as the shortest auction that ends in it, with a
    note that says so; `solver.formats.lin.read` knows the note, and leaves such an auction out.
    """
    # Step 1. The board's number, the match, names, hands, and who is vulnerable.
    tags, board = game.remarks.tags, game.remarks.board
    entries: list[tuple[str, str]] = []
    room = tags.get("Room", "")
    if board and room in ("Open", "Closed") and _NUMBER.fullmatch(board):
        entries.append(("qx", f"{room[0].lower()}{board}"))
    if any(tags.get(name) for name in _MATCH):
        fields = [_plain(tags.get(name, "").replace(",", " ")) if name else "" for name in _VUGRAPH]
        entries.append(("vg", ",".join(fields)))
    if game.names:
        names = (_plain(game.names.get(seat, "")).replace(",", "") for seat in LIN_ORDER)
        entries.append(("pn", ",".join(names)))
    entries.append(("st", ""))
    entries.append(("md", _deal_text(game)))
    entries.append(("rh", ""))
    if board:
        entries.append(("ah", f"Board {_plain(board)}"))
    if game.vulnerable is not None:
        entries.append(("sv", _VULNERABLE[game.vulnerable]))
    # Step 2. Comments on the board, and the auction.
    said = comments_of(game)
    if has_made_up_auction(game):
        entries.append(("nt", MADE_UP_AUCTION if game.dealer else MADE_UP_DEALER))
    entries += _comments(said.get(OF_GAME, ()))
    for number, call in enumerate(game.remarks.auction or _shortest_auction(game)):
        alert = "!" if call.note or call.alert else ""
        entries.append(("mb", _CALLS.get(call.call, call.call.removesuffix("T")) + alert))
        if call.note:
            entries.append(("an", _plain(call.note)))
        entries += _comments(said.get(on_call(number), ()))
    # Step 3. The plays, trick by trick, or a claim.
    if game.plays:
        entries.append(("pg", ""))
    for index, card in enumerate(game.plays):
        entries.append(("pc", format_card(card)))
        entries += _comments(said.get(on_play(index), ()))
        if index % 4 == 3:
            entries.append(("pg", ""))
    if game.remarks.result is not None and len(game.plays) < 52:
        entries.append(("mc", str(game.remarks.result)))
    return "".join(f"{code}|{value}|" for code, value in entries)


def _comments(said: Iterable[Comment]) -> Iterator[tuple[str, str]]:
    """Yield the entries of the comments on a call, a card or the board."""
    for comment in said:
        yield "nt", f"{comment.mark} {_plain(comment.text, MAX_COMMENT)}".strip()


def _shortest_auction(game: Game) -> Sequence[Call]:
    """Return the shortest auction that ends in the contract of the game; empty without a contract."""
    contract = game.contract
    if contract is None or not contract.taker or not contract.bid:
        return ()
    n_before = (CLOCKWISE.index(contract.taker) - CLOCKWISE.index(game.dealer or contract.taker)) % 4
    doubles = {1: [], 2: [DOUBLE], 4: [DOUBLE, REDOUBLE]}[contract.multiplier]
    bid = f"{contract.bid}{contract.trump}"
    return [Call(call) for call in (*[PASS] * n_before, bid, *doubles, *[PASS] * 3)]


def _plain(text: str, longest: int = MAX_TEXT) -> str:
    """Write a text without the character that would end an entry."""
    return without_symbols(clip(text, longest), SUIT_SIGN).replace("|", "/")


def _deal_text(game: Game) -> str:
    """Write dealer and hands; the declarer stands for a dealer who is not known, and then bids first."""
    dealer = game.dealer or (game.contract and game.contract.taker)
    number = LIN_ORDER.index(dealer) + 1 if dealer else 0
    return f"{number}{','.join(_hand_text(game.hands.get(seat)) for seat in LIN_ORDER)}"


def _hand_text(hand: Sequence[Card] | None) -> str:
    if hand is None:
        return ""
    suits = format_hand(hand).split(".")
    return "".join(suit + ranks.replace("-", "") for suit, ranks in zip("SHDC", suits, strict=True))
