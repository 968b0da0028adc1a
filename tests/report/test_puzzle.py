"""Puzzles in words: what is still needed, and themes that help."""

import re

from solver.game import final_result, won_so_far
from solver.puzzles import GoalKind, Puzzle, PuzzleKind, PuzzleTheme, find_puzzles
from solver.report import PuzzleReport
from solver.report.terminal import new_console, solution_text
from solver.speech import Speech
from tests.support.puzzle_specs import spec_of

ENGLISH = Speech("en", "en")


def puzzles_about_a_lead() -> list[Puzzle]:
    found = find_puzzles(spec_of("klaverjas_rotterdam", count=16, seed=5))
    return [puzzle for puzzle in found if puzzle.goal.kind == GoalKind.lead]


def test_a_difference_is_told_by_what_the_rest_must_bring() -> None:
    """What both sides hold so far and the rest that is asked for make the difference of the goal."""
    signs = set()
    for puzzle in puzzles_about_a_lead():
        said = PuzzleReport(puzzle, ENGLISH).held(puzzle.position)
        tally, least = puzzle.position.tally, puzzle.goal.at_least
        assert least is not None
        own, other = puzzle.goal.number, 1 - puzzle.goal.number
        held = [tally.card_points[side] + tally.combinations[side] for side in (own, other)]
        gap = least - (held[0] - held[1])
        signs.add(gap > 0)
        numbers = [int(word) for word in said.split("From here")[1].split() if word.isdigit()]
        assert numbers == ([abs(gap)] if gap else [])
        assert ("needs" in said.split("From here")[1]) == (gap >= 0)
    assert signs == {True, False}


def test_at_the_end_of_the_deal_the_rest_that_is_asked_for_tells_if_the_goal_is_reached() -> None:
    for puzzle in puzzles_about_a_lead():
        for wrong in (None, *puzzle.solution.wrong):
            end = puzzle.position
            for card in puzzle.solution.line if wrong is None else (wrong.cards[0], *wrong.line):
                end = end.play(card)
            while not end.is_over and wrong is None:
                end = end.play(end.legal_plays()[0])
            reached = puzzle.goal.is_reached(end, final_result(end.rules, end.dealer, end.tally))
            said = PuzzleReport(puzzle, ENGLISH).held(end)
            assert ("needs" in said and "as much" not in said) != reached


def test_hints_leave_out_what_the_table_shows() -> None:
    for puzzle in find_puzzles(spec_of("belote", count=12, seed=5)):
        hints = PuzzleReport(puzzle, ENGLISH).themes(only_telling=True)
        plain = {theme.name_in(ENGLISH) for theme in PuzzleTheme if not theme.gives_away}
        assert not {*hints} & {*plain, "Only card"}
        telling = [PuzzleTheme[word] for word in puzzle.themes if PuzzleTheme[word].gives_away]
        assert len(hints) == len([theme for theme in telling if theme != PuzzleTheme.only_card])


def test_the_way_round_the_table_is_told_where_it_is_the_unusual_one() -> None:
    told = {
        game: PuzzleReport(puzzle, ENGLISH).task(puzzle.position)
        for game in ("contree", "belote", "all_fours")
        for puzzle in find_puzzles(spec_of(game, count=1))
    }
    assert told["contree"].endswith("Play goes to the right.")
    assert not any("to the right" in told[game] for game in ("belote", "all_fours"))


def test_what_each_side_expects_stands_under_its_name() -> None:
    """Both sides have at least what they hold when the puzzle begins, and the rest is theirs."""
    solvers = set()
    for puzzle in find_puzzles(spec_of("belote", count=2, seed=9, kind=PuzzleKind.hidden)):
        report = PuzzleReport(puzzle, ENGLISH)
        solvers.add(puzzle.goal.number)
        console = new_console()
        with console.capture() as shown:
            console.print(solution_text(report))
        rows = [
            pair for line in shown.get().splitlines() if (pair := re.search(r"([\d.]+) : ([\d.]+)", line))
        ]
        assert puzzle.solution.expected
        assert len(rows) == len(puzzle.solution.expected)
        for row, one in zip(rows, puzzle.solution.expected, strict=True):
            assert [*map(float, row.groups())] == [round(one.value[side], 1) for side in ("NS", "EW")]
            held = won_so_far(puzzle.position.rules, puzzle.position.tally)
            assert all(float(number) >= least for number, least in zip(row.groups(), held, strict=True))
        assert "given away in the score" in shown.get()
    assert solvers == {0, 1}
