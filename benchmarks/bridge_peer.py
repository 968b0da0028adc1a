"""endplay, and through it the Double Dummy Solver, asked what Atout is asked in benchmarks/bridge.py."""

import time
from collections.abc import Sequence
from typing import Any

from endplay.dds import analyse_play, calc_dd_table, solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Card, Deal, Denom, Player

SEATS = "NESW"
DENOMS = {
    "S": Denom.spades,
    "H": Denom.hearts,
    "D": Denom.diamonds,
    "C": Denom.clubs,
    "NT": Denom.nt,
}
PLAYERS = {"N": Player.north, "E": Player.east, "S": Player.south, "W": Player.west}


def solve(
    text: str, trump: str, leader: str, played: Sequence[str], work: str
) -> tuple[tuple[object, ...], float]:
    """The values in the order of benchmarks/bridge.py, and the milliseconds of processor time they took."""
    deal = Deal(text, first=PLAYERS[leader], trump=DENOMS[trump])
    plays = [Card(play) for play in played]
    if work == "middle":
        for play in plays:
            deal.play(play)
    values: list[object] = []
    started = time.process_time_ns()
    if work == "value":
        values.append(next(iter(solve_board(deal, mode=SolveMode.OptimalOne)))[1])
    elif work in ("cards", "middle"):
        values += sorted((_name(card), tricks) for card, tricks in solve_board(deal))
    elif work == "table":
        table = calc_dd_table(deal)
        for denom in DENOMS.values():
            values += [table[denom, PLAYERS[SEATS[SEATS.index(leader) - 1]]] for leader in SEATS]
    else:
        values += list(analyse_play(deal, plays))
    return tuple(values), (time.process_time_ns() - started) / 1e6


def _name(card: Any) -> str:
    """endplay's card as Atout writes it."""
    return "SHDC"[int(card.suit)] + str(card.rank.name)[-1]
