"""Puzzles in words: what is still needed, and themes that help."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from solver.cards import Card, parse_card
from solver.cli.puzzle.bank import Wanted, read_bank
from solver.game import final_result, held_by, won_so_far
from solver.puzzles import GoalKind, Puzzle, PuzzleKind, find_puzzles
from solver.report import PuzzleReport
from solver.report.board.puzzle_shown import puzzle_data
from solver.report.terminal import new_console, puzzle_text, solution_text
from solver.speech import Speech
from tests.support.puzzles.puzzle_specs import spec_of

ENGLISH = Speech("en", "en")
SIDES = {"NS": "North-South", "EW": "East-West"}


def puzzles_about_a_lead() -> list[Puzzle]:
    found = find_puzzles(spec_of("klaverjas_rotterdam", count=16, seed=5))
    return [puzzle for puzzle in found if puzzle.goal.kind == GoalKind.lead]


@pytest.mark.slow
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


@pytest.mark.night
@pytest.mark.slow
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


@pytest.mark.night
@pytest.mark.slow
def test_the_points_of_belote_that_the_numbers_leave_out_are_told() -> None:
    """The numbers of a contract are then 20 away from its bid."""
    told = set()
    for game in ("belote", "contree", "coinche"):
        for puzzle in find_puzzles(spec_of(game, count=12, seed=3)):
            position, said = puzzle.position, PuzzleReport(puzzle, ENGLISH).held(puzzle.position)
            trump = position.contract.trump
            pair = {Card(trump, "K"), Card(trump, "Q")} if trump in "SHDC" else {None}
            holders = [seat for seat, hand in position.deal.hands.items() if pair <= set(hand)]
            sides = [SIDES[position.rules.side_names[position.rules.side_of(seat)]] for seat in holders]
            ends = [
                f" {side} also has the 20 points of belote, which are not counted here." for side in sides
            ]
            assert [said.endswith(end) for end in ends] == [True] * len(ends)
            assert ("belote" in said) == bool(holders)
            told.add((game, bool(holders)))
    assert told == {(game, has_it) for game in ("belote", "contree", "coinche") for has_it in (True, False)}


@pytest.mark.parametrize("game", ["belote", "contree"])
def test_the_belote_of_a_hand_out_of_sight_is_told_once_it_is_announced(game: str) -> None:
    """In contree that is before the first card, in belote with the first of both."""
    puzzles = find_puzzles(spec_of(game, count=40, seed=3))
    puzzle = next(
        one
        for one in puzzles
        if one.position.belote_side == 1 - one.goal.number
        and not any(
            card.suit == one.position.contract.trump and card.rank in "KQ" for card in one.position.plays
        )
    )
    hidden = replace(puzzle, kind=PuzzleKind.hidden)
    assert "belote" in PuzzleReport(puzzle, ENGLISH).held(puzzle.position)
    assert ("belote" in PuzzleReport(hidden, ENGLISH).held(puzzle.position)) == (game == "contree")


def test_a_contract_of_all_the_tricks_asks_for_tricks_and_not_for_points() -> None:
    """It is bid at 250, of which 162 can be taken trick by trick."""
    entries = read_bank(None, Wanted(variant="coinche", themes=("contract",)))
    entry = next(entry for entry in entries if entry.data["goal"]["at_least"] == 250)
    puzzle = Puzzle.from_dict(entry.data)
    report, position = PuzzleReport(puzzle, ENGLISH), puzzle.position
    assert "Every trick to come is needed." in report.held(position)
    assert "more needed" not in report.held(position)
    for wrong in puzzle.solution.wrong:
        said = report.refuted(position, wrong.cards[0], wrong.reply, wrong.line)
        assert said.endswith("would not take all the tricks.")
        # In French what the side would miss begins with no name: small behind a colon.
        said = PuzzleReport(puzzle, Speech("fr")).refuted(position, wrong.cards[0], wrong.reply, wrong.line)
        assert re.search(r"(\u00a0: un|\. Un) pli échappe à ", said)


@pytest.mark.night
@pytest.mark.slow
def test_where_tricks_are_counted_all_that_are_left_are_told_as_such() -> None:
    told = set()
    for puzzle in find_puzzles(spec_of("whist", count=12, seed=3)):
        position, goal = puzzle.position, puzzle.goal
        assert goal.at_least is not None
        won = held_by(position)
        is_all = goal.at_least - won[goal.number] == position.deal.n_cards // 4 - sum(won)
        said = PuzzleReport(puzzle, ENGLISH).held(position)
        assert ("Every trick to come is needed." in said, "more needed" in said) == (is_all, not is_all)
        told.add(is_all)
    assert told == {True, False}


def test_a_litige_is_told_where_the_goal_comes_to_one() -> None:
    """In belote 81 points of 162 leave the contract open: neither side has it."""
    told = []
    for entry in read_bank(None, Wanted(variant="belote")):
        goal = entry.data["goal"]
        if goal["kind"] == "points" and goal["at_least"] in (81, 91, 101):
            puzzle = Puzzle.from_dict(entry.data)
            said = PuzzleReport(puzzle, ENGLISH).held(puzzle.position)
            told.append((goal["at_least"], "With 81 it is a litige." in said))
    assert {least for least, is_told in told if is_told} == {81}


def test_a_page_shows_the_cards_of_its_sentences_by_symbols() -> None:
    """By French letters the five of diamonds is K5, which looks like a king."""
    for puzzle in find_puzzles(spec_of("all_fours", count=6, seed=3)):
        told = puzzle_data(puzzle, "fr")["told"]
        (high,) = re.findall(r"plus fort atout \((.*?)\)", told["held"])
        assert re.fullmatch("[♠♥♦♣]([ARDV2-9]|10)", high)


def test_the_way_round_the_table_is_told_where_it_is_the_unusual_one() -> None:
    told = {
        game: PuzzleReport(puzzle, ENGLISH).task(puzzle.position)
        for game in ("contree", "belote", "all_fours")
        for puzzle in find_puzzles(spec_of(game, count=1))
    }
    assert told["contree"].endswith("Play goes to the right.")
    assert not any("to the right" in told[game] for game in ("belote", "all_fours"))


@pytest.mark.night
@pytest.mark.slow
def test_what_each_side_expects_stands_under_its_name() -> None:
    """Both sides have at least what they hold when the puzzle begins, and the rest is theirs."""
    solvers = set()
    for puzzle in find_puzzles(spec_of("belote", count=2, seed=9, kind=PuzzleKind.hidden)):
        report = PuzzleReport(puzzle, ENGLISH)
        solvers.add(puzzle.goal.number)
        console = new_console()
        with console.capture() as asked:
            console.print(puzzle_text(puzzle, ENGLISH))
        table = asked.get().partition("Played so far")[2]
        cards = re.findall("[♠♥♦♣](?:10|[AKQJ2-9])", table)
        assert {*map(parse_card, cards)} == set(puzzle.position.plays)
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


@pytest.mark.night
@pytest.mark.slow
def test_what_a_hidden_puzzle_tells_of_all_fours_hangs_on_no_hand_out_of_sight() -> None:
    """High, low and the jack are told by the cards dealt: of hands out of sight they give some away."""
    for puzzle in find_puzzles(spec_of("all_fours", count=2, seed=2, kind=PuzzleKind.hidden)):
        position, report = puzzle.position, PuzzleReport(puzzle, ENGLISH)
        told = {parse_card(text) for text in re.findall(r"\((\w+)\)", report.held(position))}
        assert told <= {card for trick in position.tricks for card in trick.plays}
        assert "card points for game" in report.held(position)


TOLD = Path(__file__).resolve().parents[1] / "data" / "puzzles_told.ndjson"


def refutations(speech: Speech) -> list[str]:
    """All that is told of the wrong cards of the puzzles in `TOLD`."""
    told = []
    for entry in read_bank(str(TOLD), Wanted()):
        puzzle = Puzzle.from_dict(entry.data)
        report = PuzzleReport(puzzle, speech)
        for wrong in puzzle.solution.wrong:
            told.append(report.refuted(puzzle.position, wrong.cards[0], wrong.reply, wrong.line))
    return told


def test_a_reply_in_a_later_trick_names_what_it_takes() -> None:
    """West's own ten takes the trick of the king of hearts; South's king of spades takes the next one."""
    told = refutations(ENGLISH)
    assert any(one.startswith("HK: later South takes S8 with SK.") for one in told)
    assert any(one.startswith("SQ: South takes it with SK.") for one in told)


def test_a_single_card_point_is_one_in_french() -> None:
    told = " ".join(refutations(Speech("fr", "fr")))
    assert "Pour le jeu\u00a0: 1 point de cartes contre 17." in told
    assert "Pour le jeu\u00a0: 0 point de cartes contre 18." in told
    assert not re.search(r"\b[01] points", told)
