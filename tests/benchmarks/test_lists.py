"""The lists of deals: well-formed, complete, right on a sample, and made again from their seed."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.bridge_deals import FIXED, FREAKS
from benchmarks.bridge_lists import BRIDGE_ROWS
from benchmarks.lists import ALL_DEALS, DEALS, ROWS, THREADS, Case, Deals, Work, choose_rows, read_cases
from benchmarks.make_deals import SEED, make_cases
from benchmarks.random_deals import random_case
from benchmarks.solvers import Question, find_fault
from solver import Log, Position, analyse

pytestmark = pytest.mark.night

README = Path(__file__).parents[2] / "benchmarks" / "README.md"
VALUE_ONLY = "california_jack_40"


@pytest.mark.parametrize("deals", ALL_DEALS, ids=lambda deals: deals.name)
def test_lists_are_well_formed(deals: Deals) -> None:
    cases = list(read_cases(deals))
    assert len(cases) == deals.n
    assert len({case.name for case in cases}) == deals.n
    assert len({json.dumps(case.request, sort_keys=True) for case in cases}) == deals.n
    assert {case.request["variant"] for case in cases} == set(deals.games)
    for case, line in zip(cases, deals.path.read_text(encoding="utf-8").splitlines(), strict=True):
        assert case.to_line() == line
        assert case.position.to_dict() == case.request
        assert_values_are_there(deals, case)


def assert_values_are_there(deals: Deals, case: Case) -> None:
    position = case.position
    if deals.is_logs:
        assert position.is_over
        assert case.plays is not None
        assert len(case.plays) == len(position.plays)
        for before, values in zip(position.trail(), case.plays, strict=False):
            assert set(values) == set(map(str, before.legal_plays()))
        return
    assert len(position.stock_left) == (deals.stock_left or position.rules.stock)
    assert not position.trick.plays
    if deals.name == VALUE_ONLY:
        assert case.cards is None
    else:
        assert case.cards is not None
        assert set(case.cards) == set(map(str, position.legal_plays()))
        assert case.value == max(case.cards.values())


def test_no_other_file_lies_among_the_lists() -> None:
    known = {deals.path for deals in ALL_DEALS} | {FIXED, FREAKS}
    assert set(DEALS.iterdir()) == known
    assert {row.deals for row in ROWS} == set(ALL_DEALS)


@pytest.mark.parametrize(
    "name", ["contree_value", "belote_cards", "valet_de_trefle", "quadrette", "all_fours"]
)
def test_values_are_right(name: str) -> None:
    (row,) = choose_rows((name,))
    for case in list(read_cases(row.deals))[-3:]:
        question = Question(case.position, row)
        for found in (question.ask_core(), question.ask_plain()):
            assert found.is_exact
            assert find_fault(found, case.value, case.cards) is None
            assert len(found.cards) == (len(case.cards or {}) if row.work == Work.cards else found.probes > 0)


def test_values_of_a_game_are_right() -> None:
    case = next(iter(read_cases(choose_rows(("logs",))[0].deals)))
    analysis = analyse(Log.from_dict(case.request))
    for play, values in zip(analysis.plays, case.plays or [], strict=True):
        own = analysis.deals[0].position.rules.side_of(play.seat)
        names = analysis.deals[0].position.rules.side_names
        assert values == {
            str(card.card): (card.value or {})[names[own]] - (card.value or {})[names[1 - own]]
            for card in play.before.cards
        }


@pytest.mark.parametrize("deals", ALL_DEALS, ids=lambda deals: deals.name)
def test_a_seed_makes_the_same_deals_again(deals: Deals) -> None:
    # Which best card the players of a game choose hangs on the search; its deal does not.
    case = next(iter(read_cases(deals)))
    made = random_case(deals, SEED, 0)
    assert made.name == case.name
    if deals.is_logs:
        assert made.request | {"plays": []} == case.request | {"plays": []}
    else:
        assert made.request == case.request


def test_values_are_made_by_two_solvers() -> None:
    deals = Deals("all_fours", ("all_fours",), 3)
    made = list(make_cases(deals, SEED, nodes=10**9, plain_nodes=10**9))
    assert [case for case, _ in made] == list(read_cases(deals))[:3]
    assert all(is_checked for _, is_checked in made)
    assert not any(is_checked for _, is_checked in make_cases(deals, SEED, nodes=10**9, plain_nodes=10))
    (unknown, *_) = (case for case, _ in make_cases(deals, SEED, nodes=10, plain_nodes=10))
    assert (unknown.value, unknown.cards) == (None, None)


def test_a_wrong_value_is_a_fault() -> None:
    (row,) = choose_rows(("all_fours",))
    case = next(iter(read_cases(row.deals)))
    assert case.value is not None
    assert case.cards is not None
    found = Question(case.position, row).ask_core()
    assert find_fault(found, case.value, case.cards) is None
    assert find_fault(found, case.value + 2, None) is not None
    card = min(case.cards)
    assert find_fault(found, case.value, {**case.cards, card: case.cards[card] - 2}) is not None


def test_rows_are_chosen_by_name_or_file() -> None:
    assert choose_rows(()) == tuple(row for row in ROWS if not row.on_request)
    assert [row.name for row in choose_rows(("california_jack_40_value",))] == ["california_jack_40_value"]
    assert [row.name for row in choose_rows(("belote", "logs"))] == ["belote_value", "belote_cards", "logs"]
    assert choose_rows((THREADS,)) == ()
    with pytest.raises(KeyError, match="whist"):
        choose_rows(("belote", "whist"))


def test_the_readme_names_every_list() -> None:
    table = README.read_text(encoding="utf-8").partition("## The lists")[2].partition("##")[0]
    rows = {row.name for row in (*ROWS, *BRIDGE_ROWS)}
    assert set(re.findall(r"`(\w+)`", table.partition("A line of")[0])) == rows | {THREADS}


def test_positions_are_at_the_start_of_a_trick() -> None:
    case = next(iter(read_cases(choose_rows(("california_jack_24",))[0].deals)))
    assert Position.from_dict(case.request).n_cards_left == 36
