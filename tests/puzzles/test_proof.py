"""Puzzles are sound: every card, right or wrong, and every defence holds when it is tried to the end."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from solver import Position, solve
from solver.game import number_sides
from solver.puzzles import Goal, GoalKind, Puzzle, Unfit, UnfitError, choose_goal
from solver.speech import ENGLISH
from tests.engine.test_canonical import twin
from tests.support.positions import GAMES, position_of_seed
from tests.support.puzzles.puzzle_checks import NaiveReader, PlainReader

pytestmark = pytest.mark.slow

N_TRIED = 40


@cache
def puzzles_of_seed(seed: int, game: str) -> Sequence[Puzzle]:
    """The puzzles among the positions that a seed names, for all that looks at something of any puzzle."""
    proved = (_proved(position_of_seed(seed * N_TRIED + number, game)) for number in range(N_TRIED))
    return [puzzle for puzzle in proved if puzzle]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_a_puzzle_is_proved_by_trying_all(game: str) -> None:
    found = [puzzle for seed in range(3) for puzzle in puzzles_of_seed(seed, game)]
    assert len(found) >= 3
    for puzzle in found:
        for reader in (NaiveReader, PlainReader):
            assert not list(reader(puzzle.to_dict(shown=True)).faults()), puzzle.to_dict(shown=True)


def test_the_naive_reader_finds_what_is_wrong() -> None:
    puzzle = next(one for one in puzzles_of_seed(0, "belote") if one.length > 1)
    told = puzzle.to_dict(shown=True)
    broken = [
        told | {"right": told["refutations"][0]["cards"]},
        told | {"refutations": told["refutations"][1:]},
        told | {"length": told["length"] + 1},
        told | {"goal": told["goal"] | {"kind": "points", "at_least": 300}},
        told | {"tree": {"end": "over"}},
    ]
    for one in broken:
        assert list(NaiveReader(one).faults())
        assert list(PlainReader(one).faults())


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_has_one_name_whatever_suits_and_seats_are_called(game: str) -> None:
    found = [puzzle for seed in range(3) for puzzle in puzzles_of_seed(seed, game)]
    assert found
    for number, puzzle in enumerate(found):
        other = Puzzle.prove(twin(puzzle.position, Random(number)), least_wrong=1)
        assert other.id == puzzle.id
        assert (other.length, other.solution.duals) == (puzzle.length, puzzle.solution.duals)
    assert len({puzzle.id for puzzle in found}) > len(found) / 2


def _proved(position: Position) -> Puzzle | None:
    try:
        return Puzzle.prove(position, least_wrong=1)
    except UnfitError:
        return None


def ending_of_seed(seed: int) -> tuple[Position, Position]:
    """A three-card ending of bridge, come about in two ways: two spades are cashed in either order."""
    rng = Random(seed)
    hidden = [f"{suit}{rank}" for suit in "HDC" for rank in "AKQJ"]
    rng.shuffle(hidden)
    spades = {"N": ("SA", "SK"), "E": ("S3", "S2"), "S": ("S5", "S4"), "W": ("S7", "S6")}
    deal = {seat: [*own, *hidden[3 * i : 3 * i + 3]] for i, (seat, own) in enumerate(spades.items())}
    request = {"variant": "bridge", "deal": deal, "contract": {"trump": "NT"}, "leader": "N"}
    tricks = ["SA", "S3", "S5", "S7"], ["SK", "S2", "S4", "S6"]
    one = Position.from_dict(request | {"plays": [*tricks[0], *tricks[1]]})
    other = Position.from_dict(request | {"plays": [*tricks[1], *tricks[0]]})
    return one, other


def test_an_ending_has_one_name_however_it_came_about() -> None:
    names = []
    for one, other in map(ending_of_seed, range(60)):
        puzzle, same = _proved(one), _proved(other)
        if puzzle is not None and same is not None:
            assert puzzle.id == same.id
            names.append(puzzle.id)
        else:
            assert puzzle is same is None
    assert len(set(names)) > 3


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_goal_is_what_the_best_class_reaches_and_no_other(game: str) -> None:
    n_goals = 0
    for seed in range(N_TRIED):
        position = position_of_seed(seed, game)
        answer = solve(position)
        goal = choose_goal(position, answer)
        if goal is not None:
            values = {card.card: card.value for card in answer.cards if card.value}
            reached = {
                card
                for card, value in values.items()
                if goal.is_reached(position, number_sides(position.rules, value))
            }
            assert reached == {answer.cards[0].card, *answer.cards[0].equals}
            n_goals += 1
    assert n_goals > 2


def test_what_is_no_puzzle_says_why() -> None:
    deal = {
        "N": ["SA", "S2", "HK"],
        "E": ["SK", "SQ", "HA"],
        "S": ["D2", "D3", "D4"],
        "W": ["D5", "D6", "D7"],
    }
    request = {"variant": "bridge", "deal": deal, "contract": {"trump": "NT"}, "leader": "N"}
    position = Position.from_dict(request)
    last = Position.from_dict(request | {"plays": ["SA", "SQ", "D2", "D5", "S2", "SK", "D3", "D6"]})
    tried = {
        ("NS", 1): Unfit.safe,
        ("NS", 2): Unfit.lost,
        ("EW", 1): Unfit.not_own,
    }
    for (side, least), why in tried.items():
        with pytest.raises(UnfitError) as error:
            Puzzle.prove(position, Goal(position.rules, side, GoalKind.tricks, least))
        assert error.value.why == why
    with pytest.raises(UnfitError) as error:
        Puzzle.prove(last)
    assert error.value.why == Unfit.forced


def test_a_capot_that_was_bid_is_defeated_by_any_trick() -> None:
    """Every defence that takes a trick is as good; a goal in points would call some of them wrong."""
    deal = {"N": "J8.Q8.KQ9.K", "E": "AQ9.AJ.8.97", "S": "KT7.9.J7.Q8", "W": "-.KT7.AT.AJT"}
    plays = "HT H9 HA H8 SA S8 CA S7 D8 D9 DA D7 DT DJ SQ DQ HK ST HJ HQ H7"
    contract = {"trump": "NT", "taker": "W", "bid": 250}
    request = {"variant": "coinche", "leader": "W", "deal": deal, "contract": contract}
    request["plays"] = plays.split()
    puzzle = Puzzle.prove(Position.from_dict(request))
    assert (puzzle.goal.kind, puzzle.goal.at_least) == (GoalKind.defeat, None)
    assert puzzle.goal.say(ENGLISH) == "North-South to defeat the contract."
    told = puzzle.to_dict(shown=True)
    for reader in (NaiveReader, PlainReader):
        assert not list(reader(told).faults())
    assert Puzzle.from_dict(told) == puzzle
