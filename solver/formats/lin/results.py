"""The results of a match in LIN, which rs lists for all its boards: the one of a board."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from solver.cards import parse_card
from solver.errors import SolverError
from solver.game import BridgeContract, follow_tricks
from solver.rules import find_variant
from solver.seats import seat_after

_RESULT = re.compile(r"([1-7])(NT|[CDHSN])([NESW])(X{0,2})(=|[+-]\d{1,2})", re.IGNORECASE)


def result_of(body: Mapping[str, Any], results: str, first_board: str) -> int | None:
    """Return the declarer's tricks on the board of a log, as the results of its match state them.

    These are of the open and the closed room in turn, from the first board on.  None if there is no result of
    the board, or if it is of another contract than the log's, or impossible after its plays.
    """
    board, contract, plays = body.get("board", ""), body.get("contract"), body.get("plays", ())
    if not contract or not all(number.isascii() and number.isdecimal() for number in (board, first_board)):
        return None
    index = 2 * (int(board) - int(first_board)) + (body.get("tags", {}).get("Room") == "Closed")
    entries = results.split(",")
    found = _RESULT.fullmatch(entries[index].strip()) if 0 <= index < len(entries) else None
    if found is None:
        return None
    level, strain, taker, doubled, more = found.groups()
    trump = "NT" if strain.upper() == "N" else strain.upper()
    stated = BridgeContract(int(level), trump, 2 ** len(doubled), taker.upper())
    if stated.to_dict() != contract:
        return None
    n_tricks = 6 + stated.level + (0 if more == "=" else int(more))
    won = _tricks_of(plays, stated)
    return None if won is None or not won[0] <= n_tricks <= 13 - won[1] else n_tricks


def _tricks_of(plays: Sequence[str], contract: BridgeContract) -> tuple[int, int] | None:
    """Return the tricks that the declarer's side has won and lost; None where a play is no card."""
    rules, strain = find_variant("bridge"), contract.strain
    own = (contract.declarer, seat_after(contract.declarer, 2))
    try:
        cards = [parse_card(play) for play in plays]
    except SolverError:
        return None
    finished = cards[: len(cards) // 4 * 4]
    tricks = follow_tricks(rules, strain, seat_after(contract.declarer), finished)
    is_won = [trick.winner(rules, strain) in own for trick in tricks]
    return sum(is_won), len(is_won) - sum(is_won)
