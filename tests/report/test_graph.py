"""The graph in letters: every value at its height, steps joined, numbers under their tricks."""

import pytest
from hypothesis import given, strategies as st

from solver.report.terminal.graph import HEIGHT, graph_lines


def test_a_small_graph() -> None:
    assert graph_lines([12, 10, 10, 12], 2, {3}, 12) == [
        "12 ┤──╮   ╭─",
        "   ┤  │   │",
        "10 ┤  ╰───╯",
        "          ▲",
        "      1   2",
    ]


def test_where_the_cards_do_not_fit_the_tricks_are_drawn() -> None:
    values = [0, 1, 2, 3, 2, 1, 0, 1, 2]
    lines = graph_lines(values, 4, {3}, 8)
    assert lines == ["2 ┤ ╭─", "  ┤ │", "0 ┤─╯", "    ▲", "    1"]


@pytest.mark.parametrize("values", [[], [None], [None, None]])
def test_nothing_known_is_no_graph(values: list[int | None]) -> None:
    assert graph_lines(values, 4, (), 80) == []


@given(
    st.lists(st.none() | st.integers(-200, 200), min_size=1, max_size=53),
    st.sampled_from((2, 4)),
    st.integers(30, 120),
)
def test_every_graph_is_within_its_width_and_reaches_its_ends(
    values: list[int | None], per_trick: int, width: int
) -> None:
    lines = graph_lines(values, per_trick, (), width)
    known = [value for value in values if value is not None]
    if not known:
        assert lines == []
        return
    assert all(len(line) <= width for line in lines)
    assert len(lines) <= HEIGHT + 1
    if len(values) * 2 + 8 <= width:
        drawn = [line.partition("┤")[2] for line in lines[:-1]]
        for index, value in enumerate(values):
            column = [line[2 * index + 1] if len(line) > 2 * index + 1 else " " for line in drawn]
            assert column.count("─") == (value is not None)
            if value == max(known):
                assert column[0] == "─"
            if value == min(known):
                assert column[len(drawn) - 1] == "─"
