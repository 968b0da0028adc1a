"""Bridge beside endplay, which asks the Double Dummy Solver: same deals, same run, values compared.

``python -m benchmarks.bridge`` measures random deals; ``--work table --deals 500`` and ``--work middle
--deals 3000`` hunt for differences. The fixed deals are part of ``atout bench``. Each program has a process
of its own, so that neither's memory is taken for the other's; times are processor time, which a busy machine
does not stretch as it does the clock's. endplay is no dependency of Atout: ``pip install 'atout[bench]'``.
"""

import importlib
import importlib.util
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import fmean, median

import click

from benchmarks.bridge_deals import (
    SEATS,
    STRAINS,
    Asked,
    BridgeWork,
    parse_hands,
    position_of,
    random_asked,
    start_of,
)
from benchmarks.measure import peak_memory
from solver import Card, Position, Solver, solve

MIB = 1 << 20
ATOUT, ENDPLAY = "atout", "endplay"


@dataclass(frozen=True, slots=True)
class Told:
    """The tricks found, in an order that the work decides, and the milliseconds of processor time."""

    values: tuple[object, ...]
    ms: float
    peak_bytes: int
    nodes: int | None = None
    """None where a program does not tell them."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One kind of work by both programs: milliseconds by program, and where the values differ."""

    work: BridgeWork
    times: dict[str, list[float]]
    peak_bytes: dict[str, int]
    faults: list[str]


def _own(position: Position) -> str:
    return "NS" if (position.to_play or "N") in "NS" else "EW"


def tell_atout(asked: Asked, work: BridgeWork) -> Told:
    """Atout's answer: whole calls of its public functions."""
    position = position_of(asked)
    if work == BridgeWork.middle:
        for play in asked.plays:
            position = position.play(Card(play[0], play[1]))
    values: list[object] = []
    started = time.process_time_ns()
    if work == BridgeWork.value:
        answer = Solver(position).solve(position, cards="best", with_line=False)
        values.append((answer.value or {})[_own(position)])
        n_nodes = answer.stats.nodes
    elif work in (BridgeWork.cards, BridgeWork.middle):
        answer = solve(position)
        n_nodes = answer.stats.nodes
        before = sum(
            position.tally.tricks[side]
            for side in (0, 1)
            if position.rules.side_names[side] == _own(position)
        )
        values += sorted(
            (str(card.card), (card.value or {})[_own(position)] - before) for card in answer.cards
        )
    elif work == BridgeWork.table:
        tricks, n_nodes = _tricks_of_every_contract(asked)
        values += tricks
    else:
        tricks, n_nodes = _tricks_before_every_card(asked, position)
        values += tricks
    return Told(tuple(values), (time.process_time_ns() - started) / 1e6, peak_memory(), n_nodes)


def _tricks_of_every_contract(asked: Asked) -> tuple[list[int], int]:
    """Return the tricks of every declarer, strain after strain, and the nodes; one solver a strain."""
    deal = parse_hands(asked.deal)
    values: list[int] = []
    n_nodes = 0
    for strain in STRAINS:
        solver, guess, tricks = None, None, {}
        for leader in "NSEW":  # partners after each other, as solver.bidding.table does
            start = start_of(deal, strain, leader)
            solver = solver or Solver(start)
            answer = solver.solve(start, cards="none", guess=guess, with_line=False)
            n_nodes += answer.stats.nodes
            found = answer.value or {}
            guess = found["NS"] - found["EW"]
            tricks[leader] = found["EW" if leader in "NS" else "NS"]
        values += [tricks[leader] for leader in SEATS]
    return values, n_nodes


def _tricks_before_every_card(asked: Asked, position: Position) -> tuple[list[int], int]:
    """Return the tricks of the declarer's side before each card of a game, and the nodes.

    The positions are solved from the last one back.
    """
    positions = [position]
    for play in asked.plays[:48]:
        positions.append(positions[-1].play(Card(play[0], play[1])))
    values: list[int] = []
    n_nodes = 0
    solver, guess, known = Solver(position), None, None
    for one in reversed(positions):
        if guess is not None:  # the player has at least what the card that they played is worth
            known = (guess, 13) if one.to_play in ("N", "S") else (-13, guess)
        answer = solver.solve(one, cards="none", guess=guess, with_line=False, known=known)
        n_nodes += answer.stats.nodes
        found = answer.value or {}
        guess = found["NS"] - found["EW"]
        values.append(found["EW" if asked.leader in "NS" else "NS"])
    values.reverse()
    return values, n_nodes


def tell_endplay(asked: Asked, work: BridgeWork) -> Told:
    """endplay's answer; its module loads in the process that asks it and in no other."""
    peer = importlib.import_module("benchmarks.bridge_peer")
    values, ms = peer.solve(asked.deal, asked.trump, asked.leader, asked.plays, str(work))
    return Told(values, ms, peak_memory())


PROGRAMS: dict[str, Callable[[Asked, BridgeWork], Told]] = {ATOUT: tell_atout, ENDPLAY: tell_endplay}
DEALS = {BridgeWork.value: 60, BridgeWork.cards: 40, BridgeWork.table: 12, BridgeWork.trace: 30}
"""The number of deals measured by default."""


def has_endplay() -> bool:
    """True if the peer is there."""
    return importlib.util.find_spec("endplay") is not None


def _serve(program: str, pipe: Connection) -> None:
    tell = PROGRAMS[program]
    tell(random_asked(0, 0, BridgeWork.value), BridgeWork.value)  # imports and first allocations
    while (question := pipe.recv()) is not None:
        pipe.send(tell(*question))


def ask_programs(
    work: BridgeWork, asked: Sequence[Asked], programs: Sequence[str] = tuple(PROGRAMS)
) -> Iterator[dict[str, Told]]:
    """Run both programs on each deal in turn, each in a process of its own, and return their answers."""
    context = get_context("spawn")
    pipes, processes = {}, []
    for program in programs:
        pipes[program], theirs = context.Pipe()
        process = context.Process(target=_serve, args=(program, theirs), daemon=True)
        process.start()
        processes.append(process)
    for one in asked:
        told: dict[str, Told] = {}
        for program, pipe in pipes.items():
            pipe.send((one, work))
            told[program] = pipe.recv()
        yield told
    for pipe in pipes.values():
        pipe.send(None)
    for process in processes:
        process.join()


def compare(work: BridgeWork, asked: Sequence[Asked]) -> Compared:
    """Ask both programs for every deal."""
    compared = Compared(work, {program: [] for program in PROGRAMS}, {}, [])
    for one, told in zip(asked, ask_programs(work, asked), strict=True):
        for program, said in told.items():
            compared.times[program].append(said.ms)
            compared.peak_bytes[program] = said.peak_bytes
        if told[ATOUT].values != told[ENDPLAY].values:
            compared.faults.append(f"{one}: {told[ATOUT].values}, endplay says {told[ENDPLAY].values}")
    return compared


def report_lines(compared: Compared) -> Iterator[str]:
    """The figures of one kind of work, as rows of a Markdown table."""
    for name, measure in (("median", median), ("mean", fmean)):
        ours, theirs = (measure(compared.times[program]) for program in PROGRAMS)
        peaks = " / ".join(f"{compared.peak_bytes[program] / MIB:.0f}" for program in PROGRAMS)
        row = f"| {compared.work} | {len(compared.times[ATOUT])} | {name}"
        yield f"{row} | {ours:.1f} | {theirs:.1f} | {theirs / ours:.2f} | {peaks} |"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--work", "works", type=click.Choice([*BridgeWork]), multiple=True, help="Only this; may be repeated."
)
@click.option("--deals", type=int, help="So many deals.")
@click.option("--seed", default=1, show_default=True, help="Of the random deals.")
def main(works: tuple[str, ...], deals: int | None, seed: int) -> None:
    """Solve random deals of bridge with Atout and endplay, compare the values and the cost."""
    if not has_endplay():
        raise click.ClickException("endplay is not installed: pip install 'atout[bench]'")
    click.echo("| work | deals | | Atout ms | endplay ms | endplay / Atout | peak MiB |")
    click.echo("| --- | ---: | --- | ---: | ---: | ---: | ---: |")
    n_faults = 0
    for work in map(BridgeWork, works or DEALS):
        n = deals or DEALS.get(work, 300)
        compared = compare(work, [random_asked(seed, index, work) for index in range(n)])
        for line in report_lines(compared):
            click.echo(line)
        for fault in compared.faults:
            click.echo(f"wrong: {fault}", err=True)
        n_faults += len(compared.faults)
    if n_faults:
        sys.exit(1)
    click.echo("Every value is the same in both.", err=True)


if __name__ == "__main__":
    main()
