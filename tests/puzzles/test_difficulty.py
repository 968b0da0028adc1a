"""Difficulty: what is obvious, the chances of the panel, and the ratings and bands made from them."""

from collections.abc import Iterator
from dataclasses import replace
from math import exp
from random import Random

import pytest
from hypothesis import given, strategies as st

from solver.game.position import Position
from solver.puzzles.bands import N_BANDS, USUAL_CUTS, band_of, read_cuts
from solver.puzzles.difficulty import (
    FIRST_DEVIATION,
    HIDDEN_PANEL,
    LEAST_RATING,
    MOST_RATING,
    PANEL,
    Choice,
    Member,
    choices_of,
    first_rating,
    is_obvious,
    panel_chances,
    rate_puzzle,
)
from solver.puzzles.players.player import RANDOM, THUMB, TWO_TRICKS
from solver.puzzles.puzzle import Puzzle, PuzzleKind
from solver.puzzles.unfit import UnfitError
from solver.rules.variants import VARIANTS, find_variant
from tests.support.budgets import FEW
from tests.support.positions import SEEDS, cards, position_of_seed, random_position

ACE, QUEEN = cards("SA SQ")


def blocked() -> Position:
    """North must overtake the king that has won already: seen by two tricks, against the rule of thumb."""
    request = {
        "variant": "bridge",
        "deal": {"S": "K.-.2.-", "W": "32.-.-.-", "N": "AQ.-.-.-", "E": "-.-.A3.-"},
        "contract": {"trump": "NT", "taker": "E", "bid": 1},
        "leader": "S",
        "plays": ["SK", "S2"],
    }
    return Position.from_dict(request)


def test_the_obvious_is_what_all_simple_players_find() -> None:
    assert not is_obvious(blocked(), {ACE})
    assert not is_obvious(blocked(), {QUEEN})
    assert is_obvious(blocked(), {ACE, QUEEN})


def test_a_tie_with_a_wrong_card_is_no_find() -> None:
    # Both hearts win a trick, and the rule of thumb has no opinion on which suit to lead.
    request = {
        "variant": "bridge",
        "deal": {"N": "A.A.-.-", "E": "K.K.-.-", "S": "2.2.-.-", "W": "3.3.-.-"},
        "contract": {"trump": "NT", "taker": "W", "bid": 1},
        "leader": "N",
    }
    position = Position.from_dict(request)
    for card in position.legal_plays():
        assert not is_obvious(position, {card})
    assert is_obvious(position, position.legal_plays())


def test_chances_are_multiplied() -> None:
    panel = [Member(RANDOM), Member(THUMB, temperature=0.5), Member(TWO_TRICKS, temperature=2.0)]
    choice = Choice(blocked(), frozenset({ACE}))
    found = panel_chances([choice], panel)
    assert found["random"] == 0.5
    # One place lower by the rule of thumb; two units better by two tricks, in own minus other.
    assert found["thumb"] == pytest.approx(exp(-2) / (1 + exp(-2)))
    assert found["sees_2"] == pytest.approx(1 / (1 + exp(-1)))
    twice = panel_chances([choice, choice], panel)
    assert twice == {name: pytest.approx(chance**2) for name, chance in found.items()}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", VARIANTS)
@FEW
@given(seed=SEEDS)
def test_more_right_cards_are_found_more_often(game: str, seed: int) -> None:
    position = position_of_seed(seed, game, max_left=16)
    legal = position.legal_plays()
    before = dict.fromkeys((member.player.name for member in PANEL), 0.0)
    for n_right in range(1, len(legal) + 1):
        found = panel_chances([Choice(position, frozenset(legal[:n_right]))])
        assert list(found) == list(before)
        assert all(found[name] >= before[name] for name in found)
        before = found
    assert before == {name: pytest.approx(1) for name in before}


def test_the_first_rating_is_by_the_odds() -> None:
    panel = [Member(RANDOM, 3.0), Member(THUMB, 1.0)]
    assert first_rating({"random": 0.5, "thumb": 0.5}, panel).rating == 1500
    # A mean of one in eleven: the odds are ten to one.
    assert first_rating({"random": 1 / 11, "thumb": 1 / 11}, panel).rating == 1900
    assert first_rating({"random": 0.0, "thumb": 1.0}, panel).rating == 1691
    assert first_rating({"random": 0.0, "thumb": 0.0}, panel).rating == MOST_RATING
    assert first_rating({"random": 1.0, "thumb": 1.0}, panel).rating == LEAST_RATING
    assert first_rating({"random": 0.5, "thumb": 0.5}, panel).deviation == FIRST_DEVIATION


@given(st.lists(st.floats(0, 1), min_size=len(PANEL), max_size=len(PANEL)), st.data())
def test_who_is_solved_more_often_is_rated_lower(found: list[float], data: st.DataObject) -> None:
    names = [member.player.name for member in PANEL]
    index = data.draw(st.integers(0, len(PANEL) - 1))
    easier = [*found]
    easier[index] = data.draw(st.floats(found[index], 1))
    hard = first_rating(dict(zip(names, found, strict=True))).rating
    easy = first_rating(dict(zip(names, easier, strict=True))).rating
    assert LEAST_RATING <= easy <= hard <= MOST_RATING


def test_the_same_puzzle_always_has_the_same_rating() -> None:
    position = random_position(Random(5), find_variant("belote"), n_each=8, n_left=20)
    choices = [Choice(position, frozenset(position.legal_plays()[:1]))]
    assert first_rating(panel_chances(choices)) == first_rating(panel_chances(choices))


@pytest.mark.parametrize("game", [*VARIANTS, "a game of one's own"])
def test_bands_are_the_easier_the_lower(game: str) -> None:
    cuts = read_cuts().get(game, USUAL_CUTS)
    assert len(cuts) == N_BANDS - 1
    assert list(cuts) == sorted(set(cuts))
    assert LEAST_RATING < cuts[0] < cuts[-1] < MOST_RATING
    found = [band_of(game, rating) for rating in range(LEAST_RATING, MOST_RATING + 1)]
    assert found == sorted(found)
    assert set(found) == set(range(1, N_BANDS + 1))
    assert [band_of(game, cut) for cut in cuts] == [2, 3, 4, 5]
    assert [band_of(game, cut - 1) for cut in cuts] == [1, 2, 3, 4]


def test_only_known_games_have_a_row() -> None:
    assert set(read_cuts()) <= set(VARIANTS)


def puzzles(game: str, n_seeds: int) -> Iterator[Puzzle]:
    """The puzzles among the positions of the first seeds."""
    for seed in range(n_seeds):
        try:
            yield Puzzle.prove(position_of_seed(seed, game, max_left=16), least_wrong=1)
        except UnfitError:
            continue


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", ["belote", "quadrette", "all_fours_4"])
def test_the_choices_of_a_puzzle_are_those_of_its_main_line(game: str) -> None:
    found = list(puzzles(game, 80))
    assert found
    assert max(puzzle.length for puzzle in found) > 1
    for puzzle in found:
        choices = choices_of(puzzle.position, puzzle.solution.root)
        assert len(choices) == puzzle.length
        assert choices[0] == Choice(puzzle.position, frozenset(puzzle.solution.right))
        n_before = len(puzzle.position.plays)
        for position, right in choices:
            assert position.side_to_play == puzzle.position.side_to_play
            assert right <= set(position.legal_plays())
            line = position.plays[n_before:]
            assert line == puzzle.solution.line[: len(line)]
        last = choices[-1]
        assert puzzle.solution.line[len(last.position.plays) - n_before :] == (
            next(card for card in last.position.legal_plays() if card in last.right),
        )


@pytest.mark.parametrize("game", ["belote", "bridge"])
def test_a_puzzle_is_rated_by_the_panel_of_its_kind(game: str) -> None:
    puzzle = next(puzzles(game, 80))
    choices = choices_of(puzzle.position, puzzle.solution.root)
    assert rate_puzzle(puzzle) == first_rating(panel_chances(choices))
    hidden = replace(puzzle, kind=PuzzleKind.hidden)
    assert rate_puzzle(hidden) == first_rating(panel_chances(choices, HIDDEN_PANEL), HIDDEN_PANEL)
    # Nobody on the panel for hidden puzzles sees more than the player to play.
    names = {member.player.name for member in HIDDEN_PANEL}
    assert not {name for name in names if name.startswith("sees")}
