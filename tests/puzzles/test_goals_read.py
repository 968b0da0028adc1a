"""Goals that are stated: what is read is proved, and what no search can prove is refused."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from solver.cli.puzzle.bank import Entry, Wanted, read_bank
from solver.errors import Fault, SolverError
from solver.game import Position, verdict_of
from solver.puzzles import Puzzle
from solver.puzzles.goal import contract_goal
from solver.puzzles.read import read_puzzle
from solver.rules import VARIANTS
from solver.speech import Speech
from tests.support.puzzles.puzzle_checks import NaiveReader

N_PROVED = 5
"""The endings of each game of which goals are stated."""
COUNTED = ("contract", "defeat", "points", "tricks", "lead")
PLAIN = {
    "lead": ("california_jack", "klaverjas_amsterdam", "klaverjas_rotterdam", "valet_de_trefle"),
    "tricks": ("bridge", "quadrette", "whist"),
}
"""The games in which a plain goal is not one of points."""


@cache
def endings(game: str) -> list[tuple[Entry, Puzzle]]:
    """Short puzzles of the bank, each with the line that it stands in."""
    short = (entry for entry in read_bank(None, Wanted(game)) if entry.data["tricks_left"] <= 3)
    return [(entry, Puzzle.from_dict(entry.data)) for entry in islice(short, N_PROVED)]


def stated_goals(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Goals that only the best card may reach, by what its side has or leads by after the others."""
    side = puzzle.goal.side
    values = [wrong.value for wrong in puzzle.solution.wrong]
    most = max(value[side] for value in values) + 1
    lead = max(2 * value[side] - sum(value.values()) for value in values) + 1
    for kind in COUNTED:
        for least in {None, most, lead} if kind in ("contract", "defeat") else {most, lead}:
            yield {"side": side, "kind": kind, "at_least": least}


def faults_of(position: object, goal: object) -> tuple[Fault, ...]:
    """What is said of a puzzle with that goal; nothing if it is read."""
    try:
        read_puzzle({"position": position, "goal": goal})
    except SolverError as error:
        return error.faults
    return ()


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_goal_that_is_read_is_reached_by_the_cards_that_are_called_right(game: str) -> None:
    n_read = 0
    for entry, puzzle in endings(game):
        for goal in stated_goals(puzzle):
            try:
                found = Puzzle.from_dict({"position": entry.data["position"], "goal": goal})
            except SolverError:
                continue
            assert not list(NaiveReader(found.to_dict(shown=True)).faults()), (entry.id, goal)
            n_read += 1
    assert n_read >= N_PROVED


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_plain_goals_are_in_what_the_search_settles(game: str) -> None:
    [(entry, puzzle), *_] = endings(game)
    plain = next((kind for kind, games in PLAIN.items() if game in games), "points")
    for kind in ("points", "tricks"):
        goal = {"side": puzzle.goal.side, "kind": kind, "at_least": 1}
        faults = faults_of(entry.data["position"], goal)
        assert [fault.pointer for fault in faults] == ([] if kind == plain else ["/goal/kind"])
        for fault in faults:
            assert f"state a goal of {plain}" in fault.say("en")
            assert f"donner un but «\N{NO-BREAK SPACE}{plain}\N{NO-BREAK SPACE}»" in fault.say("fr")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_the_contract_of_a_goal_is_that_of_the_position(game: str) -> None:
    """Another number than the contract asks for, or the other side, would be told as what it is not."""
    shipped = list(read_bank(None, Wanted(game)))
    kinds = {"contract": "defeat", "defeat": "contract"}
    for kind, other in kinds.items():
        told = [entry.data for entry in shipped if entry.data["goal"]["kind"] == kind]
        for data in told[:20]:
            position, goal = data["position"], data["goal"]
            assert read_puzzle({"position": position, "goal": goal}).goal is not None
            [fault] = faults_of(position, goal | {"kind": other})
            assert fault.pointer == "/goal/kind"
            least = (goal["at_least"] or 0) + 1
            [fault] = faults_of(position, goal | {"at_least": least})
            assert fault.pointer == "/goal/at_least"
        if not told:
            data = shipped[0].data
            [fault] = faults_of(data["position"], {"side": data["goal"]["side"], "kind": kind, "at_least": 1})
            assert fault.pointer == "/goal/kind"


# With belote the taker's side makes its contract with half of the cards' points.
@pytest.mark.parametrize(
    ("game", "goals"),
    [
        ("belote", {(82, True), (101, False)}),
        ("valet_de_trefle", {(None, True)}),
        ("klaverjas_amsterdam", {(None, False)}),
    ],
)
def test_a_goal_to_defeat_says_where_a_tie_is_not_enough(game: str, goals: set[Any]) -> None:
    told = set()
    for entry in read_bank(None, Wanted(game, ("defeat",))):
        position = Position.from_dict(entry.data["position"])
        goal = contract_goal(position, position.rules.side_names.index(entry.data["goal"]["side"]))
        assert goal is not None
        said = [goal.say(Speech(language)) for language in ("en", "fr")]
        assert said[0] == entry.data["goal"]["text"]
        for words, text in zip(
            ("; a tie is not enough.", "\u00a0; l’égalité ne suffit pas."), said, strict=True
        ):
            assert text.endswith(words) == goal.misses_tie
        tie = verdict_of(position, (81, 81))
        assert tie is not None
        assert (tie.side is None) == goal.misses_tie
        assert goal.is_reached(position, (81, 81)) == (tie.side == goal.number)
        told.add((goal.at_least, goal.misses_tie))
    assert told == goals


@pytest.mark.parametrize("game", ["bridge", "contree"])
def test_a_contract_that_was_bid_knows_no_tie(game: str) -> None:
    told = [entry.data for entry in read_bank(None, Wanted(game, ("defeat",)))]
    assert told
    for data in told:
        position = Position.from_dict(data["position"])
        goal = contract_goal(position, position.rules.side_names.index(data["goal"]["side"]))
        assert goal is not None
        assert not goal.misses_tie
        said = goal.say(Speech("en"))
        assert said == data["goal"]["text"]
        assert said.partition(" to ")[2] == "defeat the contract."
