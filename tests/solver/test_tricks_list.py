"""The real deals of list10: the leader's cards, the table and the trace, as another solver has them."""

import pytest

from solver.engine import Limit, Solver
from tests.solver.dds_lists import SEATS, STRAINS, Solved, read_list, start

LIST = read_list()


def side_of(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def test_the_list_is_whole() -> None:
    assert len(LIST) == 10
    assert all(len(solved.cards) == 13 and len(solved.table) == 20 for solved in LIST)
    assert all(len(solved.trace) == min(len(solved.plays), 48) + 1 for solved in LIST)


@pytest.mark.parametrize("solved", LIST, ids=range(10))
def test_every_card_of_the_leader(solved: Solved) -> None:
    answer = Solver(solved.position).solve(solved.position)
    own = side_of(solved.leader)
    assert {card.card: (card.value or {})[own] for card in answer.cards} == solved.cards
    for top, lower in solved.equals.items():
        (entry,) = (card for card in answer.cards if card.card == top)
        assert set(entry.equals) == lower


@pytest.mark.parametrize("solved", LIST, ids=range(10))
def test_the_table(solved: Solved) -> None:
    for strain in STRAINS:
        solver = Solver(start(solved.deal, strain, "N"))
        for declarer in SEATS:
            position = start(solved.deal, strain, SEATS[(SEATS.index(declarer) + 1) % 4])
            answer = solver.solve(position, cards="best")
            assert answer.value is not None
            assert answer.value[side_of(declarer)] == solved.table[strain, declarer], (strain, declarer)


@pytest.mark.parametrize("solved", LIST, ids=range(10))
def test_the_trace(solved: Solved) -> None:
    positions = [solved.position]
    for card in solved.plays[: len(solved.trace) - 1]:
        positions.append(positions[-1].play(card))
    solver = Solver(solved.position, table_mib=16)
    own = "EW" if solved.leader in "NS" else "NS"
    values: list[int] = []
    for position in reversed(positions):
        answer = solver.solve(position, Limit(), "best", with_line=False)
        assert answer.value is not None
        values.append(answer.value[own])
    assert tuple(reversed(values)) == solved.trace
