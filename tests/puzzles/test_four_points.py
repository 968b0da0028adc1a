"""Goals of all fours: the points that are open, played out in every way."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from solver.cli.puzzle.bank import Wanted, read_bank
from solver.game import HONOUR_NAMES, Position, final_result, result_of
from solver.game.tally import HIGH, JACK, LOW
from solver.puzzles import GAME, Goal, GoalKind, Puzzle, count_game, find_puzzles, sure_honours
from solver.puzzles.four_points import open_points
from solver.report import PuzzleReport
from solver.speech import Speech
from tests.support.puzzles.puzzle_specs import spec_of

GAMES = ("all_fours", "all_fours_4", "california_jack")
DEAREST_BY_NIGHT = [*GAMES[:-1], pytest.param(GAMES[-1], marks=pytest.mark.night)]
"""The games one by one; the puzzles of the last take longest to find."""
N_PLAYED = 30
ENGLISH = Speech("en", "en")
SIDES = {"N": "North", "S": "South", "NS": "North-South", "EW": "East-West"}


@cache
def puzzles_about_honours(game: str) -> list[Puzzle]:
    found = [one for one in find_puzzles(spec_of(game, count=8, seed=3)) if one.goal.kind == GoalKind.honour]
    assert found, game
    return found


def ends(position: Position) -> Iterator[Position]:
    """The deal of a puzzle played out at random, many times."""
    random = Random(0)
    for _ in range(N_PLAYED):
        end = position
        while not end.is_over:
            end = end.play(random.choice(end.legal_plays()))
        yield end


def holders(end: Position) -> dict[str, int]:
    """The side of each point of a deal that is over."""
    found: dict[str, int] = {
        name: side for side in (0, 1) for bit, name in HONOUR_NAMES.items() if end.tally.honours[side] & bit
    }
    game = result_of(end.rules, end.dealer, end.tally).game
    return {**found, GAME: game.index(1)} if any(game) else found


def is_reached(goal: Goal, end: Position) -> bool:
    return goal.is_reached(end, final_result(end.rules, end.dealer, end.tally))


@pytest.mark.slow
@pytest.mark.parametrize("game", DEAREST_BY_NIGHT)
def test_the_goal_is_to_win_so_many_of_the_points_that_are_named(game: str) -> None:
    outcomes = set()
    for puzzle in puzzles_about_honours(game):
        goal = puzzle.goal
        assert goal.honours is not None
        assert goal.wanted is not None
        for end in ends(puzzle.position):
            won = [name for name, side in holders(end).items() if side == goal.number]
            n_won = len({*won} & {*goal.honours})
            outcomes.add(n_won >= goal.wanted)
            assert is_reached(goal, end) == (n_won >= goal.wanted)
    assert outcomes == {True, False}


@pytest.mark.parametrize(
    ("north", "south", "plays", "sure", "names"),
    [
        # South's trumps are all below the king and the jack; its two is not above anything.
        ("-.KJ.A.-", "-.T2.3.-", [], (HIGH | JACK, 0), ("low", GAME)),
        ("-.KJ.A.-", "-.Q2.3.-", [], (HIGH, 0), ("low", "jack", GAME)),
        ("-.KJ.A.-", "-.Q2.3.-", ["HJ"], (HIGH, 0), ("low", "jack", GAME)),
        ("-.KJ.A.-", "-.T2.3.-", ["HJ"], (HIGH | JACK, 0), ("low", GAME)),
        ("-.2.AK.-", "-.-.432.-", [], (HIGH | LOW, 0), (GAME,)),
        ("-.-.AK.-", "-.-.43.-", [], (0, 0), (GAME,)),
    ],
)
def test_an_honour_is_sure_where_the_other_side_has_no_trump_above_it(
    north: str, south: str, plays: list[str], sure: tuple[int, int], names: tuple[str, ...]
) -> None:
    position = Position.from_dict(
        {
            "variant": "all_fours",
            "rules": {"short_deals": True},
            "dealer": "S",
            "contract": {"trump": "H"},
            "deal": {"N": north, "S": south},
            "plays": plays,
        }
    )
    assert sure_honours(position) == sure
    found = open_points(position)
    assert found is not None
    ahead = sure[0].bit_count()
    assert (found.names, found.settled) == (names, (ahead, 0))
    n = len(names)
    for side, settled in ((0, ahead), (1, -ahead)):
        for lead in range(-4, 5):
            least = next(won for won in range(-9, 9) if settled + won - (n - won) >= lead)
            assert found.wanted(side, lead) == least


@pytest.mark.night
def test_an_honour_that_is_sure_goes_to_its_side_whatever_is_played() -> None:
    n_sure = 0
    for puzzle in (one for game in GAMES for one in puzzles_about_honours(game)):
        sure, won = sure_honours(puzzle.position), puzzle.position.tally.honours
        for end in ends(puzzle.position):
            assert all(sure[side] & end.tally.honours[side] == sure[side] for side in (0, 1))
        n_sure += sum(sure[side].bit_count() - won[side].bit_count() for side in (0, 1))
    assert n_sure > 0


@pytest.mark.parametrize("game", DEAREST_BY_NIGHT)
def test_the_card_points_that_are_told_decide_the_point_for_game(game: str) -> None:
    for puzzle in puzzles_about_honours(game):
        before, goal = puzzle.position, puzzle.goal
        count = count_game(before, goal.number)
        for end in ends(before):
            more = end.tally.card_points[goal.number] - before.tally.card_points[goal.number]
            assert (more >= count.needed) == (holders(end)[GAME] == goal.number)
        told = PuzzleReport(puzzle, ENGLISH).held(before)
        is_open = 0 < count.needed <= count.left
        side = SIDES[goal.side]
        needs = f"{side} needs {count.needed} of the {count.left} to come" if is_open else "has game already"
        assert (needs in told) == (goal.honours is not None and GAME in goal.honours)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("california_jack", "thnsccxbfp0xtg62"),
        ("all_fours", "ewrhvwje2sym71n2"),
        ("all_fours_4", "1kdap083ww0h95rp"),
    ],
)
def test_points_for_game_that_are_had_already_are_not_needed_any_more(game: str, name: str) -> None:
    entry = next(entry for entry in read_bank(None, Wanted(variant=game)) if entry.id == name)
    puzzle = Puzzle.from_dict(entry.data)
    assert count_game(puzzle.position, puzzle.goal.number).needed <= 0
    told = PuzzleReport(puzzle, ENGLISH).held(puzzle.position)
    assert f"{SIDES[puzzle.goal.side]} has game already" in told
    assert "to come" not in told.partition("card points for game")[2]
    assert "le jeu est déjà acquis à " in PuzzleReport(puzzle, Speech("fr")).held(puzzle.position)


@pytest.mark.parametrize(
    ("game", "name", "has_game"),
    [
        ("california_jack", "yft8ywhmqv7mykf0", "North has game already"),
        ("all_fours", "sgwryqtadv6npcx1", "North has game already"),
        ("all_fours_4", "0m7620wtextn6srp", "North-South has game already"),
    ],
)
def test_points_for_game_that_the_other_side_has_already_are_not_needed(
    game: str, name: str, has_game: str
) -> None:
    entry = next(entry for entry in read_bank(None, Wanted(variant=game)) if entry.id == name)
    puzzle = Puzzle.from_dict(entry.data)
    count = count_game(puzzle.position, puzzle.goal.number)
    assert count.needed > count.left
    assert has_game in PuzzleReport(puzzle, ENGLISH).held(puzzle.position)


@pytest.mark.parametrize("game", DEAREST_BY_NIGHT)
def test_a_refutation_names_the_points_that_are_lost(game: str) -> None:
    names = {"high": "high", "low": "low", "jack": "the jack", "game": "game"}
    for puzzle in puzzles_about_honours(game):
        for wrong in puzzle.solution.wrong:
            end = puzzle.position
            for card in (wrong.cards[0], *wrong.line):
                end = end.play(card)
            report = PuzzleReport(puzzle, ENGLISH)
            said = report.refuted(puzzle.position, wrong.cards[0], wrong.reply, wrong.line)
            lost = [
                names[name] for name in puzzle.goal.honours or () if holders(end)[name] != puzzle.goal.number
            ]
            assert ENGLISH.join(lost) in said
