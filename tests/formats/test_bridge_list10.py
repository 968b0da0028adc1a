"""list10.txt of the Double Dummy Solver reproduced in full through the public names of `solver`.

Ten real deals of bridge: FUT, every card of the leader with its equals; TABLE, the tricks of all 20
contracts, and PAR, the score and the contracts for the side that opens, both from one call; TRACE, the
declarer's tricks before the first card and after each. `tests/data/bridge` says where the list is from.
"""

import re
from typing import Any

import pytest

from solver import analyse, double_dummy_of, solve, tabulate
from tests.support.dds_lists import SEATS, STRAINS, Solved, read_list

pytestmark = pytest.mark.slow

LIST = read_list()


def side_of(seat: str) -> str:
    """The partnership of a seat."""
    return "NS" if seat in "NS" else "EW"


def request_of(solved: Solved) -> dict[str, Any]:
    """A deal of the list as a request, its contract without a level: the list names none."""
    contract = {"trump": solved.trump, "taker": SEATS[SEATS.index(solved.leader) - 1]}
    return {**table_of(solved), "contract": contract}


def table_of(solved: Solved) -> dict[str, Any]:
    """The deal alone."""
    deal = {seat: [str(card) for card in hand] for seat, hand in solved.deal.hands.items()}
    return {
        "variant": "bridge",
        "deal": deal,
        "dealer": solved.dealer,
        "vulnerable": solved.vulnerable,
    }


@pytest.fixture(params=LIST, ids=[f"deal {number}" for number in range(1, 11)])
def solved(request: pytest.FixtureRequest) -> Solved:
    """One deal after the other."""
    deal: Solved = request.param
    return deal


def test_the_list_is_whole() -> None:
    assert len(LIST) == 10
    assert all(len(solved.cards) == 13 and len(solved.table) == 20 for solved in LIST)
    assert all(len(solved.trace) == min(len(solved.plays), 48) + 1 for solved in LIST)
    assert all(len(solved.par) == 2 and solved.dealer_contracts for solved in LIST)


def test_fut_every_card_of_the_leader(solved: Solved) -> None:
    answer = solve(solved.position).to_dict()
    own = side_of(solved.leader)
    assert answer["to_play"] == solved.leader
    assert {card["card"]: card["value"][own] for card in answer["cards"]} == {
        str(card): tricks for card, tricks in solved.cards.items()
    }
    equals = {card["card"]: set(card["equals"]) for card in answer["cards"]}
    assert all(equals[str(top)] == set(map(str, lower)) for top, lower in solved.equals.items())
    assert answer["value"][own] == max(solved.cards.values())


@pytest.mark.by_day(2)
def test_table_and_par_from_one_call(solved: Solved) -> None:
    table = tabulate(table_of(solved)).to_dict()
    assert table["exact"]
    found = {
        (entry["trump"], entry["taker"]): entry["value"][side_of(entry["taker"])]
        for entry in table["entries"]
    }
    assert set(found) == {(strain, seat) for strain in STRAINS for seat in SEATS}
    assert found == solved.table
    (par,) = table["par"]
    assert par["opens"] == side_of(solved.dealer)
    assert par["difference"] == {"NS": solved.dealer_score, "EW": -solved.dealer_score}
    assert texts_with_tricks(par) == solved.dealer_contracts


@pytest.mark.by_day(2)
def test_par_as_pbn_writes_it(solved: Solved) -> None:
    known = double_dummy_of(tabulate(table_of(solved)))
    assert known is not None
    assert known.tricks == {(seat, strain): tricks for (strain, seat), tricks in solved.table.items()}
    assert known.par_score is not None
    side, score = known.par_score
    assert score == (solved.dealer_score if side == "NS" else -solved.dealer_score)
    # 4S*-EW-1 becomes EW 4SX-1: the side that plays comes first, and = says that it just makes it.
    expected = {
        re.sub(r"^(\d[A-Z])(\**)-([NESW]+)(.*)$", lambda part: pbn_text(*part.groups()), text)
        for text in solved.dealer_contracts
    }
    assert set(known.par_contracts) == expected
    assert len(known.par_contracts) == len(expected)


def pbn_text(contract: str, doubled: str, who: str, end: str) -> str:
    """A contract of ``PAR2`` as PBN has it."""
    return f"{who} {contract}{'X' * len(doubled)}{end or '='}"


@pytest.mark.by_day(2)
def test_par_for_either_side_that_opens(solved: Solved) -> None:
    """Without a dealer the same call tells both, as the first form of the list does."""
    asked = {key: value for key, value in table_of(solved).items() if key != "dealer"}
    table = tabulate(asked).to_dict()
    assert [par["opens"] for par in table["par"]] == ["NS", "EW"]
    for par in table["par"]:
        assert par["difference"] == {"NS": solved.par_score, "EW": -solved.par_score}
        assert texts_of(par) == solved.par[par["opens"]]


@pytest.mark.by_day(2)
def test_trace_of_the_cards_played(solved: Solved) -> None:
    log = {**request_of(solved), "plays": [str(card) for card in solved.plays]}
    judged = analyse(log).to_dict()
    declarer = side_of(log["contract"]["taker"])
    values = [judged["double_dummy"]["value"], *(play["value"] for play in judged["plays"])]
    assert [value[declarer] for value in values[: len(solved.trace)]] == list(solved.trace)


def who_of(contract: dict[str, Any]) -> str:
    """The declarer, or the side where it does not matter which of the two it is."""
    takers: list[str] = contract["takers"]
    return str(contract["side"]) if len(takers) == 2 else takers[0]


def texts_of(par: dict[str, Any]) -> set[str]:
    """The par contracts as ``PAR`` writes them, ``NS 234C`` or ``EW 4Sx``: who, levels, strain, doubled."""
    levels: dict[tuple[str, str, int], list[int]] = {}
    for contract in par["contracts"]:
        kind = who_of(contract), contract["trump"][0], contract["multiplier"]
        levels.setdefault(kind, []).append(contract["bid"])
    return {
        f"{who} {''.join(map(str, sorted(bids)))}{strain}{'x' * (multiplier - 1)}"
        for (who, strain, multiplier), bids in levels.items()
    }


def texts_with_tricks(par: dict[str, Any]) -> set[str]:
    """As ``PAR2`` writes them, ``2C-NS+2`` or ``4S*-EW-1``: the lowest of each strain, and how it ends."""
    lowest: dict[str, dict[str, Any]] = {}
    for contract in sorted(par["contracts"], key=lambda contract: -contract["bid"]):
        lowest[contract["trump"]] = contract
    texts = set()
    for contract in lowest.values():
        over = contract["value"][contract["side"]] - contract["bid"] - 6
        risk = "*" * (contract["multiplier"] - 1)
        end = f"{over:+}" if over else ""
        texts.add(f"{contract['bid']}{contract['trump'][0]}{risk}-{who_of(contract)}{end}")
    return texts
