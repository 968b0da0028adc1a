"""The core refuses what is no position, question or table: it looks up unasked what it has let pass."""

import copy
import pickle
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from solver import CancelToken, Limit, Position, find_variant
from solver.engine.encode import Encoding
from solver.engine.native import ground, load_unit, points, tricks
from solver.engine.solver import Solver
from tests.support.positions import random_position
from tests.support.waiting import wait_until

plain: Any = load_unit("plain")
UNITS: tuple[Any, ...] = (points, tricks)
TABLE_BYTES = 1 << 20
ANY_CARD, NO_CARD = 1, 1 << 15
"""A set of the lowest card, and one of a card of no deck: a suit has 13 ranks at the most."""


def position_for(unit: Any, n_left: int = 16) -> Position:
    """A position of belote for the search for points, one of bridge for that for tricks."""
    rules = find_variant("bridge" if unit is tricks else "belote").override({"short_deals": True})
    return random_position(Random(1), rules, n_each=rules.cards_each, n_left=n_left)


def given(unit: Any, /, **changes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rules and a position as the core reads them, the position with changes."""
    encoding = Encoding(position_for(unit))
    return encoding.fields, encoding.encode_position(position_for(unit)) | changes


def drawing(**changes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same of a game with a stock."""
    rules = find_variant("california_jack").override({"short_deals": True})
    position = random_position(Random(1), rules, n_each=6, n_stock=8, n_left=20)
    encoding = Encoding(position)
    return encoding.fields, encoding.encode_position(position) | changes


def solve(unit: Any, asked: tuple[dict[str, Any], dict[str, Any]], **options: Any) -> Any:
    return unit.solve(*asked, unit.Table(TABLE_BYTES), **options)


@pytest.mark.parametrize("unit", UNITS)
def test_none_is_no_table_position_rules_or_finding(unit: Any) -> None:
    rules, position = given(unit)
    game, table = unit.Game(rules), unit.Table(TABLE_BYTES)
    calls: list[Callable[[], object]] = [
        lambda: unit.solve(rules, position, None),
        lambda: unit.solve(rules, None, table),
        lambda: unit.solve(None, position, table),
        lambda: unit.solve_many([(game, position, False, None)], None),
        lambda: unit.solve_many(None, table),
        lambda: unit.solve_many([(None, position, False, None)], table),
        lambda: unit.solve_many([(game, None, False, None)], table),
        lambda: unit.read_found(None),
        lambda: ground.legal_plays(rules, None),  # type: ignore[arg-type]
        lambda: ground.perft(None, position, 2),  # type: ignore[arg-type]
        lambda: plain.solve(rules, None),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="NoneType"):
            call()


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("is_longer", [True, False])
def test_a_batch_is_read_as_it_was_asked(unit: Any, is_longer: bool) -> None:
    rules, position = given(unit)
    row = (unit.Game(rules), position, False, None)

    class Leader:
        """A number that changes the list while it is read."""

        def __index__(self) -> int:
            if is_longer:
                rows.extend([row] * 20_000)
            else:
                del rows[1:]
            leader: int = position["leader"]
            return leader

        __int__ = __index__

    rows = [(row[0], position | {"leader": Leader()}, False, None), *[row] * 5]
    found = [unit.read_found(finding) for finding in unit.solve_many(rows, unit.Table(TABLE_BYTES))]
    assert [one[:2] for one in found] == [solve(unit, given(unit))[:2]] * 6


WRONG: tuple[dict[str, Any], ...] = (
    {"hands": [0] * 4, "table": []},
    {"hands": [ANY_CARD] * 4, "table": []},
    {"hands": [1, 2, 4, 0], "table": []},
    {"hands": [NO_CARD, 1, 2, 4], "table": []},
    {"hands": [(1 << 64) - 1] * 4, "table": []},
    {"table": [1] * 4000},
    {"table": [0, 1, 2, 3]},
    {"hands": [1, 2, 4, 0], "leader": 3, "table": [0]},
    {"hands": [1, 2, 4, 0], "leader": 3, "table": [15]},
    {"hands": [1, 2, 4, 0], "leader": 3, "table": [-1]},
    {"stock": [1] * 100_000},
    {"leader": 4},
    {"leader": -1},
    {"leader": 100_000_000},
    {"drawn": -100_000_000},
    {"drawn": 4},
    {"unit": 0},
    {"won": 4},
    {"game": 1 << 30},
)
WRONG_DRAWN: tuple[dict[str, Any], ...] = (
    {"drawn": 9},
    {"stock": [15] * 8, "drawn": 0},
    {"stock": [3, 3, 4, 5], "drawn": 0},
    {"drawn": 1},
)


@pytest.mark.parametrize("changes", WRONG, ids=str)
def test_what_is_no_position_is_refused(changes: dict[str, Any]) -> None:
    for unit in UNITS:
        rules, position = given(unit, **changes)
        game, table = unit.Game(rules), unit.Table(TABLE_BYTES)
        for wanted in ("all", "best", "value"):
            with pytest.raises(ValueError, match=r"cards|position"):
                unit.solve(rules, position, table, wanted=wanted)
        with pytest.raises(ValueError, match=r"cards|position"):
            unit.solve_many([(game, position, False, None)], table)
        for call in (ground.legal_plays, plain.solve):
            with pytest.raises(ValueError, match=r"cards|position"):
                call(rules, position)


@pytest.mark.parametrize("changes", WRONG_DRAWN, ids=str)
def test_a_stock_holds_cards_that_nobody_has(changes: dict[str, Any]) -> None:
    solve(points, drawing())
    with pytest.raises(ValueError, match="position"):
        solve(points, drawing(**changes))


@pytest.mark.parametrize("game", ["belote", "valet_de_trefle"])
def test_a_card_that_the_deck_lacks_is_refused(game: str) -> None:
    """The worth of the cards is looked up, and whose they are, where a natural rank says which they are."""
    position = random_position(Random(1), find_variant(game), n_each=8, n_left=31)
    encoding = Encoding(position)
    rules, encoded = encoding.fields, encoding.encode_position(position)
    strongest = [1 << 16 * lane + 12 for lane in range(4)]
    lowest = [hand & -hand for hand in encoded["hands"]]
    held = [hand ^ low ^ card for hand, low, card in zip(encoded["hands"], lowest, strongest, strict=True)]
    calls: tuple[Callable[[dict[str, Any]], object], ...] = (
        lambda changed: solve(points, (rules, changed)),
        lambda changed: plain.solve(rules, changed, node_limit=1000),
        lambda changed: ground.legal_plays(rules, changed),
        lambda changed: ground.perft(rules, changed, 2),
    )
    for call in calls:
        for changes in ({"hands": held}, {"table": [12]}):
            with pytest.raises(ValueError, match="none of the deck"):
                call(encoded | changes)


@pytest.mark.parametrize("n_seats", [0, 1, 5, -3])
def test_a_game_has_two_to_four_players(n_seats: int) -> None:
    rules, position = given(points)
    with pytest.raises(ValueError, match="players"):
        solve(points, (rules | {"n_seats": n_seats}, position))


@pytest.mark.parametrize("unit", UNITS)
def test_a_finished_deal_has_nothing_to_search(unit: Any) -> None:
    encoding = Encoding(position_for(unit, n_left=0))
    over = encoding.fields, encoding.encode_position(position_for(unit, n_left=0))
    with pytest.raises(ValueError, match="every card has been played"):
        solve(unit, over)


@pytest.mark.parametrize("unit", UNITS)
def test_only_cards_that_can_be_played_have_values(unit: Any) -> None:
    asked = given(unit)
    with pytest.raises(ValueError, match="can be played"):
        solve(unit, asked, among=NO_CARD)
    assert not solve(unit, asked, among=NO_CARD, wanted="value").cards
    every = solve(unit, asked).cards
    some = solve(unit, asked, among=NO_CARD | 1 << every[0].code).cards
    assert every[0].code in {card.code for card in some}


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("value", [1 << 28, -(1 << 28), 1 << 31, -(1 << 31), 10**30])
def test_a_value_that_no_deal_has_is_refused(unit: Any, value: int) -> None:
    rules, position = given(unit)
    game = unit.Game(rules)
    with pytest.raises(ValueError, match="no deal is worth"):
        solve(unit, (rules, position), guess=value)
    with pytest.raises(ValueError, match="no deal is worth"):
        solve(unit, (rules, position), known=(0, value), wanted="value")
    with pytest.raises(ValueError, match="no deal is worth"):
        unit.solve_many([(game, position, False, value)], unit.Table(TABLE_BYTES))
    with pytest.raises(ValueError, match="no deal is worth"):
        unit.solve_many([(game, position, False, 0)], unit.Table(TABLE_BYTES), guess=value)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_guess_beyond_any_value_changes_none(unit: Any, sign: int) -> None:
    asked = given(unit)
    most = sign * ((1 << 28) - 1)
    right = solve(unit, asked)[:2]
    assert solve(unit, asked, guess=most)[:2] == right
    assert solve(unit, asked, wanted="value", known=(-abs(most), abs(most)))[:2] == right
    table = unit.Table(TABLE_BYTES)
    findings = unit.solve_many([(unit.Game(asked[0]), asked[1], True, -most)] * 2, table, guess=most)
    assert [unit.read_found(finding)[:2] for finding in findings] == [right] * 2


@pytest.mark.parametrize("unit", UNITS)
def test_the_least_value_that_matters_comes_first(unit: Any) -> None:
    asked = given(unit)
    with pytest.raises(ValueError, match="the least value comes first"):
        solve(unit, asked, known=(5, -5), wanted="value")
    position = position_for(unit)
    with pytest.raises(ValueError, match="the least value comes first"):
        Solver(position).leads(position, within=(5, -5))


def test_any_lead_of_the_rules_in_game_points_is_told_from_others() -> None:
    rules, position = given(points)
    for lead in (-2000, -1500, 2000):
        assert plain.solve(rules, position | {"game": lead}) == plain.solve(rules, position)


@pytest.mark.parametrize(("unit", "is_batch"), [(points, False), (points, True), (tricks, True)])
def test_a_table_serves_one_call_at_a_time(unit: Any, is_batch: bool) -> None:
    rules = find_variant("bridge" if unit is tricks else "california_jack").override({"short_deals": True})
    n_each, n_stock = (13, 0) if unit is tricks else (6, 40)
    position = random_position(Random(5), rules, n_each=n_each, n_stock=n_stock, n_left=52)
    encoding = Encoding(position)
    fields, encoded = encoding.fields, encoding.encode_position(position)
    row = (unit.Game(fields), encoded, True, None)
    table, token = unit.Table(TABLE_BYTES), CancelToken()

    def search() -> None:
        if is_batch:
            unit.solve_many([row] * 10_000, table, cancel=token, shares=False)
        else:
            unit.solve(fields, encoded, table, cancel=token)

    # Step 1. Two at once.
    thread = threading.Thread(target=search)
    thread.start()
    try:
        wait_until(lambda: table.n_entries > 0)
        with pytest.raises(RuntimeError, match="one call at a time"):
            unit.solve(fields, encoded, table)
        with pytest.raises(RuntimeError, match="one call at a time"):
            unit.solve_many([row], table)
    finally:
        token.cancel()
        thread.join()

    # Step 2. Afterwards it serves again, and after a call that was refused.
    small = given(unit)
    right = solve(unit, small)[:2]
    findings = unit.solve_many([(unit.Game(small[0]), small[1], True, None)], table)
    assert unit.read_found(findings[0])[:2] == right
    with pytest.raises(ValueError, match="can be played"):
        unit.solve(*small, table, among=NO_CARD)
    assert unit.solve(*small, table)[:2] == right


def test_a_copy_of_a_cancel_token_is_the_same_flag() -> None:
    token = CancelToken()
    assert copy.copy(token) is token
    assert copy.deepcopy(Limit(cancel=token)).cancel is token
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(token, protocol)


def test_a_solver_is_not_pickled_and_a_copy_is_itself() -> None:
    one = Solver(position_for(points))
    assert copy.copy(one) is one
    with pytest.raises(TypeError, match="Solver keeps what it has proved in memory"):
        pickle.dumps(one)


@pytest.mark.parametrize("unit", UNITS)
def test_what_owns_memory_is_neither_copied_nor_pickled(unit: Any) -> None:
    rules, position = given(unit)
    game, table = unit.Game(rules), unit.Table(TABLE_BYTES)
    (finding,) = unit.solve_many([(game, position, True, None)], table)
    for owner in (game, table, finding):
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError):
                call(owner)


@pytest.mark.parametrize("bits", [-1, 41, 64, 1 << 70])
def test_a_plain_table_of_no_size_is_refused(bits: int) -> None:
    with pytest.raises(ValueError, match="table_bits"):
        plain.solve(*given(points), table_bits=bits)
