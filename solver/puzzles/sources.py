"""Sources: where candidates come from.  Each piece of work has a number, and needs nothing of the others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import NamedTuple

from solver.analysis import MISTAKES, judge_deal
from solver.cards import Card
from solver.engine import Answer, Budget, Limit, Solver
from solver.game import LoggedDeal, Position
from solver.puzzles.attempt import PROOF_NODES
from solver.puzzles.deals import choose_among, draw_deal, play_on
from solver.puzzles.goal import Goal
from solver.puzzles.puzzle import PuzzleKind
from solver.puzzles.spec import GivenPosition, PuzzleSource, PuzzleSpec

TABLE_MIB = 4
"""Memory for what is proved of one deal."""
JUDGING_NODES = 200_000_000
"""The most nodes that judging the cards of one deal of a log may take."""


@dataclass(slots=True)
class Candidate:
    """A position that may be a puzzle."""

    position: Position
    goal: Goal | None = None
    """None for the one that sets the best card apart."""
    tempting: Card | None = None
    """The card that was played in a game."""
    answer: Answer | None = None
    """The values of its cards, if they are known already."""
    solver: Solver | None = None
    """A solver of the deal, if there is one."""


class Task(NamedTuple):
    """A piece of work: a number, and the deal or the position that it stands for; None for a random deal."""

    number: int
    given: LoggedDeal | GivenPosition | None = None


def tasks_of(spec: PuzzleSpec) -> Iterator[Task]:
    """Yield the pieces of work of a search in their order; without end for random deals."""
    match spec.source:
        case PuzzleSource.random:
            yield from map(Task, count())
        case PuzzleSource.logs:
            deals = [deal for log in spec.logs for deal in log.deals]
            yield from (Task(number, deal) for number, deal in enumerate(deals))
        case PuzzleSource.positions:
            yield from (Task(number, given) for number, given in enumerate(spec.positions))


def bare(spec: PuzzleSpec) -> PuzzleSpec:
    """Return what is wanted without the logs and positions, which go with each piece of work."""
    return replace(spec, logs=(), positions=())


def proving(budget: Budget) -> Budget:
    """Return a budget with no more nodes than the proof of one puzzle may take."""
    return budget.within(Budget(Limit(nodes=PROOF_NODES)))


def candidates_of(spec: PuzzleSpec, task: Task, budget: Budget) -> Iterator[Candidate]:
    """Yield the candidates of a piece of work in their order; what is solved for them is spent of ``budget``.

    A random deal is played on only when the next candidate is asked for.  It ends with the first one whose
    values are not proved within the nodes of a proof.

    Raises OutOfTimeError if the deadline of ``budget`` has passed, or the work was cancelled.
    """
    match task.given:
        case None:
            yield from _of_random_deal(spec, task.number, budget)
        case GivenPosition(position, goal, tempting):
            yield Candidate(position, goal, tempting)
        case LoggedDeal():
            yield from _of_log(task.given, budget)


def _of_random_deal(spec: PuzzleSpec, number: int, budget: Budget) -> Iterator[Candidate]:
    rules = spec.rules
    assert rules is not None, "random deals are of a stated game"
    # With the name of the game, as many games have one pack, and would have the same deals.
    rng = Random(f"{rules.name} {spec.seed} {number}")
    window = spec.window(rules)
    position = play_on(rng, draw_deal(rng, rules), rng.randint(*window))
    if spec.kind == PuzzleKind.hidden:
        yield Candidate(position)
        return
    # Within the window everybody sees all cards, but for their slips.
    solver = Solver(position, TABLE_MIB)
    while position.n_cards_left > (window.low - 1) * rules.n_players:
        cards = position.legal_plays()
        if len(cards) == 1:
            yield Candidate(position)
            position = position.play(cards[0])
            continue
        part = proving(budget)
        answer = solver.solve(position, part.rest(), with_line=False)
        part.spend(answer)
        budget.check()
        yield Candidate(position, answer=answer, solver=solver)
        if not answer.exact:
            return
        position = position.play(choose_among(rng, cards, answer.best))


def _of_log(deal: LoggedDeal, budget: Budget) -> Iterator[Candidate]:
    """Yield the positions before the mistakes of a deal of a log, each with the card that was played."""
    judged = judge_deal(deal, budget.within(Budget(Limit(nodes=JUDGING_NODES))))
    budget.check()
    for play in judged.plays:
        if play.open_grade in MISTAKES:
            position = judged.positions[play.index]
            yield Candidate(position, tempting=play.card, answer=play.before)
