"""Hidden puzzles: one hand is seen, and one class of cards is best on average, held to other deals."""

from collections.abc import Iterator
from random import Random
from statistics import mean

import pytest

from solver import (
    AttemptState,
    Card,
    Position,
    PositionError,
    Puzzle,
    PuzzleKind,
    SolverError,
    Unfit,
    UnfitError,
    find_variant,
    format_card,
    solve,
)
from solver.analysis.expectation import ExpectedCard
from solver.engine import Budget, Limit
from solver.knowledge import ConsistentDeals, Estimate, find_knowledge, seats_in_sight
from solver.puzzles import hidden
from solver.puzzles.hidden import N_DEALS, prove_expected
from tests.engine.test_canonical import twin
from tests.support.positions import random_position

pytestmark = pytest.mark.slow

GAMES = ("quadrette", "whist", "belote", "klaverjas_rotterdam")


def found(game: str, n: int, seeds: range = range(200)) -> Iterator[Puzzle]:
    """The first hidden puzzles among endings of four tricks."""
    for seed in seeds:
        if not n:
            return
        rng = Random(seed)
        rules = find_variant(game)
        position = random_position(
            rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=4 * rules.n_players
        )
        try:
            yield Puzzle.prove_hidden(position)
        except UnfitError:
            continue
        n -= 1


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", GAMES)
def test_right_is_what_is_best_over_the_deals_that_agree(game: str) -> None:
    for puzzle in found(game, 1):
        position = puzzle.position
        deals = ConsistentDeals(find_knowledge(position))
        rng = Random(99)
        numbers = rng.sample(range(deals.count), min(deals.count, N_DEALS))
        worth: dict[Card, list[int]] = {}
        own, other = _sides(position)
        for number in numbers:
            believed = position.with_deal(deals[number])
            for value in solve(believed).cards:
                pair = value.score or value.value or {}
                worth.setdefault(value.card, []).append(pair[own] - pair[other])
        assert puzzle.kind == PuzzleKind.hidden
        assert puzzle.solution.expected is not None
        right, *others = puzzle.solution.expected
        assert {card for one in (right, *others) for card in one.cards} == set(position.legal_plays())
        # Other deals, the same best card.
        assert max(worth, key=lambda card: mean(worth[card])) in right.cards
        assert all(one.cost > 2 * one.cost_error for one in others)


def _sides(position: Position) -> tuple[str, str]:
    names = position.rules.side_names
    own = position.side_to_play or 0
    return names[own], names[1 - own]


def test_nothing_that_is_out_of_sight_is_told_before_the_solution() -> None:
    puzzle = next(found("quadrette", 1))
    told = puzzle.to_dict()
    seats = seats_in_sight(puzzle.position)
    assert set(told["position"]["deal"]) == set(seats)
    hidden = {str(card) for seat, hand in puzzle.position.hands.items() if seat not in seats for card in hand}
    assert not hidden & set(told["position"]["plays"])
    assert not {"right", "expected", "deal", "tree"} & set(told)
    assert puzzle.to_dict(shown=True)["deal"].keys() == puzzle.position.hands.keys()


def test_it_is_read_as_it_was_written() -> None:
    puzzle = next(found("quadrette", 1))
    assert Puzzle.from_dict(puzzle.to_dict(shown=True)) == puzzle
    with pytest.raises(SolverError):
        Puzzle.from_dict(puzzle.to_dict())


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", ["quadrette", "belote"])
def test_its_name_depends_on_what_the_player_knows(game: str) -> None:
    puzzle = next(found(game, 1))
    assert Puzzle.prove_hidden(twin(puzzle.position, Random(1))).id == puzzle.id
    deals = ConsistentDeals(find_knowledge(puzzle.position))
    other = puzzle.position.with_deal(deals[Random(5).randrange(deals.count)])
    assert other.hands != puzzle.position.hands
    same = Puzzle.prove_hidden(Position.from_dict(other.to_dict()))
    assert (same.id, same.solution.expected) == (puzzle.id, puzzle.solution.expected)


def test_an_attempt_is_one_card() -> None:
    puzzle = next(found("quadrette", 1))
    right, *others = puzzle.solution.expected or ()
    assert puzzle.try_line(()).left == 1
    assert puzzle.try_line(right.cards[:1]).state == AttemptState.solved
    wrong = puzzle.try_line(others[0].cards[:1])
    assert wrong.state == AttemptState.wrong
    assert wrong.to_dict()["refutation"]["expected"]["cost"] == round(others[0].cost, 3)
    assert "line" not in wrong.to_dict()["refutation"]
    illegal = next(card for hand in puzzle.position.hands.values() for card in hand)
    for plays in ((*right.cards[:1], illegal), tuple(_not_held(puzzle))):
        with pytest.raises(PositionError) as error:
            puzzle.try_line(plays, "fr")
        assert f"{format_card(plays[-1], 'fr')} " in error.value.faults[0].detail


def _not_held(puzzle: Puzzle) -> Iterator[Card]:
    legal = puzzle.position.legal_plays()
    yield next(card for hand in puzzle.position.hands.values() for card in hand if card not in legal)


def test_a_budget_that_is_too_small_proves_nothing() -> None:
    puzzle = next(found("quadrette", 1))
    with pytest.raises(UnfitError) as error:
        Puzzle.prove_hidden(puzzle.position, Budget(Limit(nodes=100)))
    assert error.value.why == Unfit.broad


BEST = Estimate(0.0, 0.0)


@pytest.mark.parametrize(
    ("costs", "why"),
    [
        ([BEST, Estimate(60.0, 1.0)], None),
        ([BEST, Estimate(60.0, 30.0)], Unfit.doubtful),  # it may be chance
        ([BEST, Estimate(60.0, 1.0), Estimate(60.0, 30.0)], Unfit.doubtful),  # one of them may
        ([BEST, Estimate(4.0, 0.1)], Unfit.doubtful),  # beyond doubt, and too little
        ([BEST, Estimate(60.0, 61.0)], Unfit.doubtful),
        ([BEST, BEST], Unfit.dual),
        ([BEST], Unfit.dual),
    ],
)
def test_every_other_card_costs_something_beyond_doubt(
    monkeypatch: pytest.MonkeyPatch, costs: list[Estimate], why: Unfit | None
) -> None:
    rules = find_variant("belote")
    position = random_position(Random(1), rules, n_each=rules.cards_each).at_start()
    cards = [
        ExpectedCard(Card("S", rank), {}, None, Estimate(float(n), 0.0), BEST, cost, None)
        for n, (rank, cost) in enumerate(zip("AKQ", costs, strict=False))
    ]
    monkeypatch.setattr(hidden, "_judge", lambda *of_deals: cards)
    if why is None:
        right, other = prove_expected(position, Budget(Limit()))
        assert (right.cost, other.cost, other.cost_error) == (0.0, 60.0, 1.0)
        return
    with pytest.raises(UnfitError) as unfit:
        prove_expected(position, Budget(Limit()))
    assert unfit.value.why == why
