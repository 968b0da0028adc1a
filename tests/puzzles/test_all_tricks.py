"""Goals of all the tricks in games whose tricks hold combinations, and the points that stand for them."""

from collections import Counter
from functools import cache
from itertools import islice
from random import Random

import pytest

from solver.cli.puzzle.bank import Entry, Wanted, read_bank
from solver.errors import PositionError
from solver.game import Position, final_result
from solver.puzzles import Goal, GoalKind, Puzzle, check_puzzle, find_puzzles
from solver.puzzles.all_tricks import least_of_all_tricks
from solver.puzzles.read import read_puzzle
from solver.report import PuzzleReport
from solver.rules import Scoring
from solver.speech import Speech
from tests.support.positions import position_of_seed
from tests.support.puzzles.puzzle_checks import NaiveReader, PlainReader
from tests.support.puzzles.puzzle_specs import spec_of

GAMES = ("klaverjas_amsterdam", "klaverjas_rotterdam", "valet_de_trefle")
N_PROVED = 8
"""The puzzles of the bank that are proved for each game."""
N_PLAYED = 40
ENGLISH, FRENCH = Speech("en", "en"), Speech("fr", "fr")


@cache
def shipped(game: str) -> list[Entry]:
    """The puzzles of the bank about all the tricks, as they stand in it."""
    return [e for e in read_bank(None, Wanted(game)) if "capot" in e.themes and _asks_for_all(e)]


@cache
def proved(game: str) -> list[tuple[Entry, Puzzle]]:
    """Some of them, short ones, with the lines that they stand in."""
    short = (entry for entry in shipped(game) if entry.data["tricks_left"] <= 4)
    found = ((entry, Puzzle.from_dict(entry.data)) for entry in short)
    return list(islice(((e, one) for e, one in found if one.goal.kind == GoalKind.capot), N_PROVED))


def _asks_for_all(entry: Entry) -> bool:
    """The goal is the lead that all the tricks bring when no combination comes any more."""
    position = Position.from_dict(entry.data["position"])
    rules, goal = position.rules, entry.data["goal"]
    all_points = rules.total_card_points(position.contract.trump) + rules.last_trick + rules.slam
    return bool(goal["at_least"] == all_points + sum(position.tally.combinations))


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_goal_of_all_the_tricks_is_told_as_such_under_the_name_that_it_had(game: str) -> None:
    found = proved(game)
    assert len(found) == N_PROVED
    for entry, puzzle in found:
        told = puzzle.to_dict(shown=True)
        assert (puzzle.id, puzzle.rating, puzzle.length) == (entry.id, entry.rating, entry.length)
        assert puzzle.goal.kind == told["goal"]["kind"] == "capot"
        assert puzzle.goal.say(ENGLISH).endswith(" to take all the tricks.")
        assert puzzle.goal.say(FRENCH).endswith(" de faire tous les plis.")
        report = PuzzleReport(puzzle, ENGLISH)
        assert "From here" not in report.held(puzzle.position)
        for one in puzzle.solution.wrong:
            assert "would not take all the tricks." in report.refuted(
                puzzle.position, one.cards[0], one.reply, one.line
            )
        assert Puzzle.from_dict(told) == puzzle
        # Files of earlier versions have it as a lead.
        as_lead = entry.data["goal"] | {"kind": "lead"}
        assert read_puzzle({**entry.data, "goal": as_lead}).goal == puzzle.goal


@pytest.mark.parametrize("game", GAMES)
def test_few_such_goals_are_told_in_points(game: str) -> None:
    """Only those of endings in which combinations could be worth as much as the last trick that is missed."""
    goals = [read_puzzle(entry.data).goal for entry in shipped(game)]
    kinds = Counter(goal.kind for goal in goals if goal is not None)
    assert kinds[GoalKind.lead] * 10 <= len(goals)
    assert kinds[GoalKind.lead] + kinds[GoalKind.capot] == len(goals) > 40


@pytest.mark.parametrize("game", GAMES)
def test_such_a_goal_is_proved_by_counting_tricks(game: str) -> None:
    for _, puzzle in proved(game)[:4]:
        told = puzzle.to_dict(shown=True)
        for reader in (NaiveReader, PlainReader):
            assert not list(reader(told).faults()), told
        assert not check_puzzle(puzzle, told)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_new_puzzles_about_all_the_tricks_have_that_goal(game: str) -> None:
    found = find_puzzles(spec_of(game, count=2, seed=4, themes=["capot"]))
    for puzzle in found:
        if puzzle.goal.kind not in (GoalKind.contract, GoalKind.defeat):
            assert puzzle.goal.kind == GoalKind.capot
            assert not list(PlainReader(puzzle.to_dict(shown=True)).faults())


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_least_of_all_the_tricks_tells_whether_a_side_took_them(game: str) -> None:
    n_taken = n_missed = n_unknown = 0
    for seed in range(120):
        position, random = position_of_seed(seed, game, 16), Random(seed)
        for side in (0, 1):
            least = least_of_all_tricks(position, side)
            if least is None:
                n_unknown += 1
                continue
            for _ in range(N_PLAYED):
                end = position
                while not end.is_over:
                    end = end.play(random.choice(end.legal_plays()))
                result = final_result(end.rules, end.dealer, end.tally)
                has_all = not end.tally.tricks[1 - side]
                n_taken, n_missed = n_taken + has_all, n_missed + (not has_all)
                assert (result[side] >= least) == (result[side] - result[1 - side] >= least) == has_all
    assert min(n_taken, n_missed, n_unknown) > 20


def test_combinations_that_make_up_for_a_trick_leave_a_goal_in_points() -> None:
    """Four jacks in one trick are worth more than the pit: all the tricks are not all that reaches it."""
    request = {
        "variant": "klaverjas_rotterdam",
        "rules": {"short_deals": True},
        "deal": {"N": "J.A.-.-", "E": "A.J.-.-", "S": "-.-.J.A", "W": "-.-.A.J"},
        "contract": {"trump": "S", "taker": "N"},
        "leader": "N",
    }
    position = Position.from_dict(request)
    assert position.rules.scoring == Scoring.taker
    assert least_of_all_tricks(position, 0) is None
    for least in (200, 262):
        with pytest.raises(PositionError) as error:
            Puzzle.from_dict(
                {"position": request, "goal": {"side": "NS", "kind": "capot", "at_least": least}}
            )
        assert error.value.faults[0].pointer == "/goal/kind"
    stated = {"position": request, "goal": {"side": "NS", "kind": "lead", "at_least": 1}}
    assert read_puzzle(stated).goal == Goal(position.rules, "NS", GoalKind.lead, 1)


def test_all_the_tricks_are_no_other_number_than_they_bring() -> None:
    """With less than that the sentence would ask for more than is proved."""
    entries = read_bank(None, Wanted("contree", ("capot",)))
    line = next(entry for entry in entries if entry.data["goal"]["kind"] == "capot")
    told = {"position": line.data["position"], "goal": line.data["goal"]}
    assert Puzzle.from_dict(told).goal.at_least == 250
    for least in (82, 162, 251):
        with pytest.raises(PositionError) as error:
            Puzzle.from_dict(told | {"goal": told["goal"] | {"at_least": least}})
        assert [fault.pointer for fault in error.value.faults] == ["/goal/at_least"]
