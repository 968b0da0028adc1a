"""From tests to values (ext/points/driver.pxd): bisection, guesses, the unit, tests laid aside, limits."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from solver import Position, find_variant
from solver.game.tally import final_result
from solver.rules.words import LowGoesTo, Objective, PenaltyLasts
from tests.support.positions import random_contract, random_deal, random_position
from tests.support.search.technique_checks import Bench, Values, check, course, deal, game, play_on
from tests.support.seeds import seeds

SIDES = (("NS", "EW"), ("N", "ES"), ("N", "S"))


def any_position(rng: Random) -> Position:
    """A small position of any kind of game."""
    objective = rng.choice(list(Objective))
    sides = rng.choice(SIDES)
    bonus = {"slam": rng.choice((0, 7)), "last_trick": rng.choice((0, 5))}
    result: dict[str, Any] = {}
    if objective == Objective.four_points:
        result = {
            "forced_discard_penalty": rng.choice((0, 1, 2)),
            "low_goes_to": rng.choice(list(LowGoesTo)),
            "penalty_lasts": rng.choice(list(PenaltyLasts)),
        }
    rules = game(
        rng,
        objective,
        sides=sides,
        stock=12,
        bonus=bonus if objective == Objective.card_points else None,
        **result,
    )
    n_stock = rules.n_players * rng.choice((0, 0, 1))
    return play_on(rng, deal(rng, rules, 3 - n_stock // 4, n_stock), rng.randrange(5))


def lead_so_far(bench: Bench, position: Position) -> int:
    """What the first side has won for good, less what the other has."""
    first, second = bench.encoding.won_so_far(position)
    return first - second


def best(position: Position, truth: Values) -> int:
    """The value of a best card, for the side to play."""
    values = [value for value, _ in truth.values()]
    return max(values) if position.side_to_play == 0 else min(values)


def walk(bench: Bench, position: Position, line: Sequence[int]) -> Position:
    """The end of the deal along a line, of which every card must be a best one but for the first."""
    for index, code in enumerate(line):
        truth, card = bench.plain(position), bench.encoding.card[code]
        assert index == 0 or truth[card][0] == best(position, truth)
        position = position.play(card)
    assert position.is_over
    return position


def test_the_guess_never_changes_a_value() -> None:
    for seed in seeds(300, needed=33):
        rng = Random(seed)
        position = any_position(rng)
        truth = Bench(position).plain(position)
        for guess in (-1000, 1000, 0, rng.randrange(-60, 60), rng.choice([low for low, _ in truth.values()])):
            assert Bench(position).core(position, guess=guess) == truth


def test_bounds_already_proved_give_the_same_value() -> None:
    for seed in seeds(300, needed=20):
        rng = Random(seed)
        position = any_position(rng)
        value = best(position, Bench(position).plain(position))
        for known in ((value, value + 9), (value - 9, value), (value, value), (value - 2, value + 3)):
            found = Bench(position).solve(position, wanted=rng.choice(("best", "value")), known=known)
            assert (found.lower, found.upper) == (value, value)


def test_a_stopped_search_keeps_to_the_bounds_already_proved() -> None:
    # The guess lies far outside them: a test of it would say less than they do.
    for seed in seeds(300, needed=6):
        rng = Random(seed)
        position = any_position(rng)
        value = best(position, Bench(position).plain(position))
        for known in ((value - 2, value + 2), (value - 8, value), (value, value + 8)):
            for guess, nodes in ((-1000, 5), (1000, 2), (1000, 5)):
                found = Bench(position).solve(
                    position, wanted="value", known=known, guess=guess, node_limit=nodes
                )
                assert known[0] <= found.lower <= value <= found.upper <= known[1]


def test_the_cards_asked_for_alone() -> None:
    n_shared = n_exact = n_beyond = 0
    for seed in seeds(600, needed=43):
        rng = Random(seed)
        position = any_position(rng)
        bench = Bench(position)
        truth, code = bench.plain(position), bench.encoding.code
        card = rng.choice(list(truth))
        value, _ = truth[card]
        found = bench.solve(position, among=1 << code[card], guess=rng.randrange(-20, 20))
        told = bench.values(found)
        # Those that are as good by the rules come with it, and no other.
        n_shared += len(told) > 1
        assert card in told
        assert len({keeper for _, keeper, _, _ in found.cards}) == 1
        assert all(bounds == (value, value) == truth[one] for one, bounds in told.items())
        assert (found.lower, found.upper) == (value, value)
        # Of a value beyond what matters it is told only that it lies there, by fewer nodes.
        n_exact += Bench(position).solve(position, among=1 << code[card]).nodes
        beyond = (value + 1, value + 30)
        n_beyond += Bench(position).solve(position, among=1 << code[card], known=beyond).nodes
        for low, high in ((value + 1, value + 30), (value - 30, value - 1), (value - 3, value + 2)):
            told_within = bench.values(bench.solve(position, among=1 << code[card], known=(low, high)))[card]
            assert told_within[0] == told_within[1]
            assert (told_within[0] <= low) == (value <= low)
            assert (told_within[0] >= high) == (value >= high)
            assert not low < value < high or told_within[0] == value
    assert n_shared
    assert n_beyond < n_exact * 0.8


def test_values_of_one_parity_and_of_both() -> None:
    # A slam or a penalty of an odd number breaks the parity that the cards alone would keep.
    for seed in seeds(900, needed=57):
        check(any_position(Random(seed)))


def test_the_best_card_alone_and_the_bounds_of_the_whole() -> None:
    for seed in seeds(700, needed=234):
        position = any_position(Random(seed))
        bench = Bench(position)
        value = best(position, bench.plain(position))
        one, every = Bench(position).solve(position, wanted="best"), bench.solve(position)
        assert (one.lower, one.upper) == (every.lower, every.upper) == (value, value)
        assert list(bench.values(one).values()) == [(value, value)]
        assert bench.values(every)[bench.encoding.card[one.cards[0].code]] == (value, value)


def test_best_play_is_best_card_by_card() -> None:
    for seed in seeds(400, needed=131):
        position = any_position(Random(seed))
        check_lines(position)
        # Where the sum of both sides is fixed there is one line: after each card there is another one.
        for card in position.legal_plays():
            after = position.play(card)
            if not after.is_over:
                check_lines(after)


def check_lines(position: Position) -> None:
    """Hold each card of each line against the plain solver, and the end of it against what was promised."""
    bench = Bench(position)
    found = bench.solve(position)
    keepers = {card.keeper for card in found.cards}
    assert len(found.lines) == (len(keepers) if bench.encoding.total is None else 1)
    for keeper, (total, line) in found.lines.items():
        value = next(card.lower for card in found.cards if card.code == keeper)
        final = value + lead_so_far(bench, position)
        at = walk(bench, position, line)
        result = final_result(at.rules, at.dealer, at.tally)
        assert result[0] - result[1] == final
        assert sum(result) == total + sum(bench.encoding.won_so_far(position))


# ---- limits


def test_what_a_stopped_search_left_in_the_table_is_true() -> None:
    # A search that a limit cut off, again and again at any node, and then without a limit: one table.
    for seed in seeds(400, needed=19):
        rng = Random(seed)
        position = any_position(rng)
        bench = Bench(position)
        truth = bench.plain(position)
        for _ in range(rng.randrange(1, 12)):
            found = bench.solve(
                position, node_limit=rng.randrange(5, 120), wanted="all" if rng.random() < 0.7 else "best"
            )
            for card, (lower, upper) in bench.values(found).items():
                assert lower <= truth[card][0] <= upper
            assert found.lower <= best(position, truth) <= found.upper
            for code, line in found.lines.items():
                if bench.encoding.total is not None:
                    assert truth[bench.encoding.card[code]][0] == best(position, truth)
                walk(bench, position, line.codes)
        assert bench.core(position) == truth


@pytest.mark.parametrize("name", ["belote", "valet_de_trefle", "california_jack", "all_fours_4", "quadrette"])
def test_a_stopped_search_of_a_larger_position_left_nothing_false(name: str) -> None:
    rules = find_variant(name).override({"short_deals": True})
    for seed in seeds(4, needed=1):
        rng = Random(seed)
        n_stock = 10 if rules.stock else 0
        n_each = min(rules.cards_each, 6)
        position = random_position(
            rng, rules, n_each=n_each, n_stock=n_stock, n_left=n_each * rules.n_players + n_stock
        )
        bench = Bench(position, 1 << 22)
        truth = bench.plain(position)
        for nodes in (1, 700, 1500, 5000, 2000, 1024, 9000, 3000):
            for card, (lower, upper) in bench.values(bench.solve(position, node_limit=nodes)).items():
                assert lower <= truth[card][0] <= upper
        assert bench.core(position) == truth
        for after in course(rng, position):
            bench.check(after)


def test_tests_that_were_laid_aside_are_taken_up_again() -> None:
    # A deal with tests that take more than the first budget: laid aside, they prove nothing. (There is one in
    # thousands; when the search gets faster another must be found, as python -m tests.mutations will say.)
    rng = Random(2123)
    rules = find_variant("valet_de_trefle")
    hands, contract = random_deal(rng, rules, 8, 0), random_contract(rng, rules)
    position = Position(rules, contract, hands, dealer=rng.choice(rules.players))
    bench = Bench(position, 1 << 26)
    found = bench.solve(position)
    assert not found.stopped
    assert bench.values(found) == bench.plain(position)
