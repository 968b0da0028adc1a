"""Themes of puzzles are true: proved again by a naive reader, and told or not in positions made by hand."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from benchmarks.random_deals import random_deal
from solver import LANGUAGES, Budget, Limit, Position, Solver, Speech, find_variant, parse_card
from solver.cli.puzzle.bank import Wanted, read_bank, shipped_games
from solver.puzzles import Puzzle, PuzzleTheme, Span, UnfitError, find_puzzles, find_themes
from tests.puzzles.test_hidden import found as hidden_puzzles
from tests.puzzles.test_proof import puzzles_of_seed
from tests.support.positions import GAMES
from tests.support.puzzles.puzzle_specs import spec_of
from tests.support.puzzles.theme_positions import THEME_CASES, ThemeCase
from tests.support.puzzles.theme_reader import ThemeReader

pytestmark = pytest.mark.slow

FULL_GAMES = (
    "belote",
    "contree",
    "valet_de_trefle",
    "quadrette",
    "all_fours",
    "all_fours_4",
    "bridge",
    "coinche",
    "klaverjas_rotterdam",
)
N_EACH = 14
MOST_TRICKS = 6


def puzzles_of_game(game: str, n_puzzles: int) -> Iterator[Puzzle]:
    """Puzzles from the middle of full deals that are played at random."""
    number = 0
    while n_puzzles:
        number += 1
        rng = Random(f"themes {game} {number}")
        position = random_deal(rng, find_variant(game))
        solver = Solver(position, 4)
        while position.n_cards_left > MOST_TRICKS * position.rules.n_players:
            position = position.play(rng.choice(position.legal_plays()))
        while not position.is_over and n_puzzles:
            try:
                yield Puzzle.prove(position, solver=solver, least_wrong=1)
                n_puzzles -= 1
            except UnfitError:
                pass
            position = position.play(rng.choice(position.legal_plays()))


def reader_of(puzzle: Puzzle) -> ThemeReader:
    """The naive reader of a puzzle with its themes."""
    return ThemeReader(replace(puzzle, themes=find_themes(puzzle)).to_dict(shown=True))


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_no_theme_of_a_small_puzzle_is_false(game: str) -> None:
    for seed in (0, 1):
        for puzzle in puzzles_of_seed(seed, game):
            reader = reader_of(puzzle)
            assert not list(reader.faults()), reader.puzzle


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", FULL_GAMES)
def test_no_theme_of_a_puzzle_of_a_full_deal_is_false(game: str) -> None:
    for puzzle in puzzles_of_game(game, N_EACH):
        reader = reader_of(puzzle)
        assert not list(reader.faults()), reader.puzzle


@pytest.mark.parametrize("case", THEME_CASES, ids=lambda case: case.theme)
def test_a_theme_is_told_of_an_ending_made_for_it(case: ThemeCase) -> None:
    puzzle = Puzzle.prove(Position.from_dict(case.request()), least_wrong=1)
    assert parse_card(case.right) in puzzle.solution.right
    assert case.theme in find_themes(puzzle)
    assert not list(reader_of(puzzle).faults())


@pytest.mark.parametrize("case", THEME_CASES, ids=lambda case: case.theme)
def test_a_theme_is_not_told_of_a_near_miss(case: ThemeCase) -> None:
    puzzle = Puzzle.prove(Position.from_dict(case.request(near=True)), least_wrong=1)
    assert case.theme not in find_themes(puzzle)
    assert not reader_of(puzzle).holds(case.theme)


def test_a_finesse_is_told_only_if_the_place_of_the_card_matters() -> None:
    # South's six wins below West's queen; with the queen in East's hand, who has no club, it wins as well.
    hands = {"N": "S3 D9 C9 C3", "E": "SK H9 H3 DQ", "S": "DJ D5 CK C6", "W": "HQ D2 CQ C2"}
    request = {
        "variant": "bridge",
        "deal": {seat: hand.split() for seat, hand in hands.items()},
        "contract": {"trump": "D", "taker": "S", "bid": 1},
        "leader": "W",
        "plays": ["C2", "C3", "SK"],
    }
    puzzle = Puzzle.prove(Position.from_dict(request), least_wrong=1)
    assert puzzle.solution.right == (parse_card("C6"),)
    assert PuzzleTheme.finesse not in find_themes(puzzle)


def test_every_theme_that_gives_away_has_an_ending() -> None:
    made = {case.theme for case in THEME_CASES}
    assert made == {theme for theme in PuzzleTheme if theme.gives_away} - {PuzzleTheme.only_card}


def test_the_naive_reader_finds_no_theme_more() -> None:
    # Of a finesse it tries every exchange, and the finder one of each suit.
    for game in ("belote", "bridge", "all_fours_4"):
        for puzzle in puzzles_of_game(game, 6):
            reader = reader_of(puzzle)
            told = {theme for theme in PuzzleTheme if reader.holds(theme)} - {PuzzleTheme.finesse}
            assert told == set(find_themes(puzzle)) - {PuzzleTheme.finesse}


def test_the_naive_reader_finds_a_false_theme() -> None:
    case = next(case for case in THEME_CASES if case.theme == "squeeze")
    puzzle = Puzzle.prove(Position.from_dict(case.request(near=True)), least_wrong=1)
    told = replace(puzzle, themes=("squeeze", "ruff", "ending")).to_dict(shown=True)
    assert list(ThemeReader(told).faults()) == ["squeeze", "ruff"]


def test_a_theme_that_is_not_proved_within_the_budget_is_not_told() -> None:
    for case in THEME_CASES:
        puzzle = Puzzle.prove(Position.from_dict(case.request()), least_wrong=1)
        few = find_themes(puzzle, Budget(Limit(nodes=1)))
        assert set(few) <= set(find_themes(puzzle))
        assert PuzzleTheme.ending in few or puzzle.tricks_left > 3


def test_a_hidden_puzzle_has_the_themes_that_need_no_line() -> None:
    (puzzle,) = hidden_puzzles("belote", 1)
    themes = set(find_themes(puzzle))
    assert {PuzzleTheme.one, PuzzleTheme.middle} <= themes
    assert not {theme for theme in themes if theme.gives_away} - {PuzzleTheme.only_card}


@pytest.mark.parametrize(
    ("game", "tricks_left", "phase"),
    [
        ("quadrette", 6, PuzzleTheme.opening),
        ("quadrette", 5, PuzzleTheme.opening),
        ("quadrette", 4, PuzzleTheme.middle),
        ("belote", 6, PuzzleTheme.middle),
        ("bridge", 7, PuzzleTheme.middle),
        ("california_jack", 6, PuzzleTheme.middle),
        ("belote", 3, PuzzleTheme.ending),
    ],
)
def test_how_far_a_deal_has_come_is_told_by_the_tricks_that_are_finished(
    game: str, tricks_left: int, phase: PuzzleTheme
) -> None:
    """Six tricks left are all of a deal of quadrette, and the last quarter of one of California Jack."""
    puzzle = next(find_puzzles(spec_of(game, count=1, seed=2, tricks_left=Span(tricks_left, tricks_left))))
    phases = {PuzzleTheme.opening, PuzzleTheme.middle, PuzzleTheme.ending}
    assert phases & set(find_themes(puzzle)) == {phase}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", shipped_games())
def test_shipped_puzzles_are_told_how_far_their_deals_have_come(game: str) -> None:
    for entry in read_bank(None, Wanted(variant=game)):
        n_players = len(find_variant(game).players)
        n_finished = len(entry.data["position"].get("plays", ())) // n_players
        assert ("opening" in entry.themes) == (n_finished < 2 and "ending" not in entry.themes)
        assert ("middle" in entry.themes) == (n_finished > 1 and "ending" not in entry.themes)


def test_words_are_said_in_both_languages() -> None:
    for theme in PuzzleTheme:
        names = {theme.name_in(Speech(language)) for language in LANGUAGES}
        sentences = {theme.say(Speech(language)) for language in LANGUAGES}
        assert all(names)
        assert len(sentences) == len(LANGUAGES)
    assert PuzzleTheme.hold_up.gives_away
    assert not PuzzleTheme.contract.gives_away


@pytest.mark.parametrize(
    ("game", "all_tricks", "prevented", "in_french"),
    [
        ("quadrette", "Vole", "Prevent the vole", "Éviter la vole"),
        ("whist", "Slam", "Prevent the slam", "Éviter le chelem"),
        ("belote", "Capot", "Prevent capot", "Éviter le capot"),
        ("klaverjas_rotterdam", "Pit", "Prevent the pit", "Éviter le pit"),
        ("valet_de_trefle", "All the tricks", "Save a trick", "Sauver un pli"),
    ],
)
def test_all_the_tricks_are_named_as_the_game_does(
    game: str, all_tricks: str, prevented: str, in_french: str
) -> None:
    rules = find_variant(game)
    assert PuzzleTheme.capot.name_in(Speech(), rules) == all_tricks
    assert PuzzleTheme.stop_capot.name_in(Speech(), rules) == prevented
    assert PuzzleTheme.stop_capot.name_in(Speech("fr"), rules) == in_french
    assert {all_tricks, PuzzleTheme.capot.name_in(Speech())} <= PuzzleTheme.capot.names_in(Speech())


@pytest.mark.parametrize("game", ["bridge", "all_fours", "california_jack"])
def test_where_all_the_tricks_earn_nothing_they_have_no_name_of_the_game(game: str) -> None:
    assert PuzzleTheme.capot.name_in(Speech(), find_variant(game)) == "Capot or vole"


def test_every_theme_is_known_to_the_naive_reader() -> None:
    for theme in PuzzleTheme:
        assert callable(getattr(ThemeReader, f"is_{theme}"))


@pytest.mark.night
@pytest.mark.parametrize("game", shipped_games())
def test_shipped_puzzles_have_the_themes_that_are_proved_of_them(game: str) -> None:
    for entry in read_bank(None, Wanted(variant=game)):
        assert (entry.id, entry.themes) == (entry.id, find_themes(Puzzle.from_dict(entry.data)))
