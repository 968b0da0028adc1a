"""Filters: each takes what it says, and counts it."""

from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from solver import Budget, Card, Limit, Position, Speech, find_variant
from solver.engine import shallow_values
from solver.puzzles import (
    EndOfSearch,
    GivenPosition,
    Puzzle,
    PuzzleFilter,
    PuzzleKind,
    PuzzleSource,
    PuzzleSpec,
    PuzzleTheme,
    Span,
    Unfit,
    UnfitError,
    find_puzzles,
)
from solver.puzzles.filters import filter_of
from solver.puzzles.goal import PLAIN_KINDS, least_swing
from solver.puzzles.sieve import MOST_GUESSED, judge
from solver.puzzles.sources import Candidate, candidates_of, tasks_of
from solver.puzzles.spec import Match
from solver.puzzles.tree import Decision, Defence, End, Forced, Node
from solver.puzzles.twins import near_twin_key
from tests.engine.test_canonical import twin
from tests.support.puzzles.puzzle_specs import a_puzzle, spec_of


def test_every_reason_of_the_proof_is_a_filter() -> None:
    assert {filter_of(unfit).value for unfit in Unfit} == {unfit.value for unfit in Unfit}


@pytest.mark.parametrize("theme", PuzzleTheme)
def test_a_theme_speaks_of_the_side_of_who_reads_it(theme: PuzzleTheme) -> None:
    """*Own* is a word of this code; in French *son camp* was that of somebody else."""
    assert not {"Own", "own"} & set(theme.say(Speech("en")).split())
    assert "son camp" not in theme.say(Speech("fr")).lower()


def left_out(*given: GivenPosition, **wanted: Any) -> dict[str, int]:
    search = find_puzzles(PuzzleSpec(**({"source": PuzzleSource.positions, "positions": given} | wanted)))
    list(search)
    assert search.report.ended == EndOfSearch.source
    return dict(search.report.left_out)


def test_filters_that_a_position_alone_is_taken_by() -> None:
    puzzle = a_puzzle()
    own = GivenPosition(puzzle.position)
    position = puzzle.position
    while len(position.legal_plays()) > 1:
        position = position.play(position.legal_plays()[0])
    forced = position
    while not position.is_over:
        position = position.play(position.legal_plays()[0])
    assert left_out(GivenPosition(forced)) == {PuzzleFilter.forced: 1}
    assert left_out(GivenPosition(position)) == {PuzzleFilter.over: 1}
    assert left_out(own, rules=find_variant("contree")) == {PuzzleFilter.other_game: 1}
    n_cards = max(map(len, puzzle.position.hands.values()))
    assert left_out(own, most_cards=n_cards - 1) == {PuzzleFilter.too_many_cards: 1}
    assert left_out(own, most_cards=8, tricks_left=Span(1, puzzle.tricks_left - 1)) == {
        PuzzleFilter.tricks_left: 1
    }
    assert left_out(own) == {}


def test_filters_that_ask_for_another_puzzle() -> None:
    puzzle = a_puzzle()
    own = GivenPosition(puzzle.position, puzzle.goal)
    assert left_out(own, length=Span(puzzle.length + 1, 8)) == {PuzzleFilter.length: 1}
    assert left_out(own, rating=Span(puzzle.rating + 1, 2800)) == {PuzzleFilter.difficulty: 1}
    assert left_out(own, rating=Span(puzzle.rating, puzzle.rating)) == {}
    assert left_out(own, least_wrong=30) == {PuzzleFilter.few_wrong: 1}


def test_a_goal_that_is_given_is_held_to() -> None:
    puzzle = a_puzzle()
    goal = puzzle.goal
    assert goal.at_least is not None
    other = next(side for side in puzzle.position.rules.side_names if side != goal.side)
    values = [one.value[goal.side] for one in puzzle.solution.wrong]
    for changed, taken in {
        replace(goal, at_least=min(values)): PuzzleFilter.safe,
        replace(goal, at_least=goal.at_least + 200): PuzzleFilter.lost,
        replace(goal, side=other): PuzzleFilter.not_own,
    }.items():
        assert left_out(GivenPosition(puzzle.position, changed)) == {taken: 1}


@pytest.mark.night
@pytest.mark.slow
def test_filters_by_the_values_of_the_cards_are_met_on_the_way() -> None:
    """In a longer search each comes up, and what they take is what they say."""
    tricks = find_puzzles(spec_of("quadrette", count=12))
    points = find_puzzles(spec_of("belote", count=12))
    assert len(list(tricks)) == len(list(points)) == 12
    seen = {*tricks.report.left_out, *points.report.left_out}
    assert seen >= {
        PuzzleFilter.forced,
        PuzzleFilter.safe,
        PuzzleFilter.dual,
        PuzzleFilter.close,
        PuzzleFilter.no_stake,
        PuzzleFilter.few_wrong,
        PuzzleFilter.obvious,
        PuzzleFilter.cash,
        PuzzleFilter.plain,
    }


def candidates_with(game: str, taken: PuzzleFilter, n: int) -> list[Candidate]:
    """The first candidates of a game that a filter takes."""
    spec = spec_of(game, seed=2)
    found = [
        candidate
        for task in islice(tasks_of(spec), 60)
        for candidate in candidates_of(spec, task, Budget(Limit()))
        if judge(spec, candidate, Budget(Limit())) == taken
    ]
    assert len(found) >= n
    return found[:n]


def test_a_wrong_card_must_cost_something_in_the_score() -> None:
    for candidate in candidates_with("quadrette", PuzzleFilter.no_stake, 5):
        assert candidate.answer is not None
        best, *others = candidate.answer.cards
        assert any(other.score == best.score for other in others if other.card not in best.equals)
        assert others[-1].bounds.low < best.bounds.low


@pytest.mark.slow
def test_a_card_that_alone_wins_the_trick_is_no_puzzle() -> None:
    """The ace that takes the king, or the trick is lost: everybody who sees the cards plays it."""
    for candidate in candidates_with("belote", PuzzleFilter.plain, 3):
        assert candidate.answer is not None
        best = candidate.answer.cards[0]
        values = plain_first_trick(candidate.position)
        most = max(values.values())
        assert {card for card, value in values.items() if value == most} <= {best.card, *best.equals}


def plain_first_trick(position: Position) -> dict[Card, int]:
    values = shallow_values(position, 1)
    assert values is not None
    return values


def test_a_puzzle_of_which_half_of_the_cards_are_right_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = a_puzzle(length=Span(1, 1))
    share = len(puzzle.solution.right) / len(puzzle.position.legal_plays())
    assert share < MOST_GUESSED
    own = GivenPosition(puzzle.position)
    monkeypatch.setattr("solver.puzzles.sieve.MOST_GUESSED", share)
    assert left_out(own) == {PuzzleFilter.guessable: 1}
    monkeypatch.setattr("solver.puzzles.sieve.MOST_GUESSED", share + 0.01)
    assert left_out(own) == {}


COUNTED = {
    "variant": "belote",
    "dealer": "E",
    "leader": "S",
    "deal": {"N": "KQ.K.AKJ9.9", "E": "98.A7.T7.QT", "S": "AJT7.T8.-.A8", "W": "-.QJ9.Q8.KJ7"},
    "contract": {"trump": "S", "taker": "S", "turned_up": "S7"},
    "plays": ["SJ", "C7", "SK", "S8", "CA", "CJ", "C9", "CT"],
}
"""South's eight of clubs is eleven points better than any other; two later cards are a point better."""


def test_a_later_card_that_is_a_point_better_is_not_to_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_dict(COUNTED)
    puzzle = Puzzle.prove(position)
    margins = [one.margin for one in decisions_of(puzzle)]
    assert margins == [22, 2, 2]
    assert left_out(GivenPosition(position)) == {PuzzleFilter.petty: 1}
    # Whoever states the goal has said what the points are worth.
    assert left_out(GivenPosition(position, puzzle.goal)) == {}
    monkeypatch.setattr("solver.puzzles.sieve.least_swing", lambda rules: min(margins))
    assert left_out(GivenPosition(position)) == {}


def test_a_later_card_may_turn_the_contract_by_a_point() -> None:
    wanted = spec_of("belote", themes=(PuzzleTheme.contract,), length=Span(2, 8), count=40)
    for puzzle in find_puzzles(wanted):
        if any(one.margin < least_swing(puzzle.position.rules) for one in decisions_of(puzzle)[1:]):
            return
    pytest.fail("no contract hangs on few points")


@pytest.mark.parametrize("game", ["belote", "klaverjas_rotterdam", "all_fours", "bridge"])
def test_every_card_to_find_of_a_plain_goal_costs_a_mistake(game: str) -> None:
    plain = [one for one in find_puzzles(spec_of(game, count=12)) if one.goal.kind in PLAIN_KINDS]
    assert any(puzzle.length > 1 for puzzle in plain)
    for puzzle in plain:
        least = least_swing(puzzle.position.rules)
        assert all(one.margin >= least for one in decisions_of(puzzle))


def decisions_of(puzzle: Puzzle) -> list[Decision]:
    """The decisions of the main line, as the tree has them."""
    found: list[Decision] = []
    node: Node = puzzle.solution.root
    while not isinstance(node, End):
        match node:
            case Decision():
                found.append(node)
                node = node.then
            case Forced():
                node = node.then
            case Defence():
                node = node.replies[0].then
    return found


@pytest.mark.night
@pytest.mark.slow
def test_a_puzzle_that_breaks_off_after_many_defences_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(one for one in find_puzzles(spec_of("belote", count=60, seed=11)) if one.solution.duals > 1)
    own = GivenPosition(puzzle.position)
    monkeypatch.setattr("solver.puzzles.sieve.MOST_DUALS", puzzle.solution.duals - 1)
    assert left_out(own) == {PuzzleFilter.duals: 1}
    monkeypatch.setattr("solver.puzzles.sieve.MOST_DUALS", puzzle.solution.duals)
    assert left_out(own) == {}


def test_trees_that_grow_too_large_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    long = next(find_puzzles(spec_of("belote", count=1, length=Span(2, 8))))
    own = GivenPosition(long.position)
    with monkeypatch.context() as patch:
        patch.setattr("solver.puzzles.puzzle.MOST_DECISIONS", 1)
        assert left_out(own) == {PuzzleFilter.long: 1}
    with monkeypatch.context() as patch:
        patch.setattr("solver.puzzles.study.MOST_POSITIONS", 2)
        assert left_out(own) == {PuzzleFilter.broad: 1}


def test_a_twin_is_left_out_under_other_names_too() -> None:
    puzzle = a_puzzle()
    renamed = twin(puzzle.position, Random(1))
    assert left_out(GivenPosition(puzzle.position), GivenPosition(renamed)) == {PuzzleFilter.twin: 1}


def near_twin(puzzle: Puzzle) -> Puzzle | None:
    """A puzzle that differs by two cards of the opponents, not of the suit of the first right card."""
    position = puzzle.position
    kept = {position.contract.trump, puzzle.solution.right[0].suit}
    first, second = (seat for seat in position.hands if position.rules.side_of(seat) != puzzle.goal.number)
    for one, other in product(position.hands[first], position.hands[second]):
        if one.suit in kept or other.suit in kept:
            continue
        hands = {
            first: [other if card == one else card for card in position.hands[first]],
            second: [one if card == other else card for card in position.hands[second]],
        }
        try:
            found = Puzzle.prove(position.supposed(hands))
        except UnfitError:
            continue
        if found.id != puzzle.id and near_twin_key(found) == near_twin_key(puzzle):
            return found
    return None


def test_a_near_twin_is_left_out() -> None:
    for puzzle in find_puzzles(spec_of("belote", count=30, seed=9)):
        found = near_twin(puzzle)
        if found is not None and not left_out(GivenPosition(found.position)):
            both = GivenPosition(puzzle.position), GivenPosition(found.position)
            assert left_out(*both) == {PuzzleFilter.near_twin: 1}
            return
    pytest.fail("no puzzle has a near twin")


def test_themes_are_all_there_or_one_of_them() -> None:
    puzzle = a_puzzle()
    own = GivenPosition(puzzle.position)
    themes = [theme for theme in PuzzleTheme if theme in puzzle.themes]
    absent = next(theme for theme in PuzzleTheme if theme not in themes)
    assert left_out(own, themes=tuple(themes)) == {}
    assert left_out(own, themes=(*themes, absent)) == {PuzzleFilter.themes: 1}
    assert left_out(own, themes=(*themes, absent), match=Match.any) == {}
    assert left_out(own, themes=(absent,), match=Match.any) == {PuzzleFilter.themes: 1}


@pytest.mark.night
@pytest.mark.slow
def test_puzzles_with_a_theme_are_found() -> None:
    wanted = PuzzleTheme.sacrifice
    for puzzle in find_puzzles(spec_of("belote", themes=(wanted,))):
        assert wanted in puzzle.themes


def bridge_ending(hands: dict[str, str], **options: Any) -> Position:
    deal = {"variant": "bridge", "deal": hands, "contract": {"trump": "NT", "taker": "W"}, "leader": "N"}
    return Position.from_dict(deal | options)


def test_a_made_up_deal_is_taken_only_if_it_is_wanted() -> None:
    ending = bridge_ending({"N": "AQ.2.-.-", "E": "K3.3.-.-", "S": "-.A4.2.-", "W": "2.K5.-.-"})
    assert left_out(GivenPosition(ending)) == {PuzzleFilter.made_up: 1}
    assert PuzzleFilter.made_up not in left_out(GivenPosition(ending), short_deals=True)


CASHED = {
    "variant": "belote",
    "dealer": "E",
    "leader": "S",
    "deal": {"N": "KQ8.Q.T98.9", "E": "JT.AT7.7.AJ", "S": "97.J9.KQ.Q7", "W": "A.K8.AJ.KT8"},
    "contract": {"trump": "C", "taker": "W", "turned_up": "C8"},
    "plays": "DQ DA D8 D7 CT C9 CJ C7 ST S9 SA S8 CK D9 CA CQ HA H9 HK HQ",
}
"""East's ten of hearts is the highest left, and is best on average."""
GIVEN_UP = {
    "variant": "belote",
    "dealer": "S",
    "leader": "W",
    "deal": {"N": "-.KQ98.87.AK", "E": "KT9.-.AQT.J8", "S": "QJ8.JT.-.QT7", "W": "A7.A7.KJ9.9"},
    "contract": {"trump": "C", "taker": "W", "turned_up": "C9"},
    "plays": "SA CA S9 SQ D7 DQ CT D9 SJ S7 CK SK HK CJ HJ HA ST S8 C9 H8",
}
"""West's seven of hearts, the lowest of three cards, is best on average."""


@pytest.mark.slow
@pytest.mark.parametrize(("given", "left"), [(CASHED, {PuzzleFilter.cash: 1}), (GIVEN_UP, {})])
def test_a_hidden_puzzle_is_not_to_cash_a_winner(given: dict[str, Any], left: dict[str, int]) -> None:
    position = Position.from_dict(given | {"plays": given["plays"].split()})
    assert left_out(GivenPosition(position), kind=PuzzleKind.hidden) == left
