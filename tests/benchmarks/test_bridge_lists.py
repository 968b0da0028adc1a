"""The bridge lists: fixed deals well-formed and their values right, with endplay beside Atout and without."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import bridge, bridge_lists
from benchmarks.__main__ import main
from benchmarks.bridge import ATOUT, PROGRAMS, Told, compare, has_endplay, tell_atout
from benchmarks.bridge_deals import (
    FIXED,
    FREAKS,
    SEATS,
    STRAINS,
    Asked,
    BridgeWork,
    FixedDeal,
    asked_of,
    position_of,
    random_asked,
    random_freak,
    read_fixed,
)
from benchmarks.bridge_lists import (
    BRIDGE_ROWS,
    NO_PEER,
    UNCHECKED,
    Beside,
    BridgeRow,
    Cost,
    find_bridge_faults,
    measure_bridge,
)
from benchmarks.make_bridge_deals import HARDEST, SEED, freak_deals
from benchmarks.measure import Options
from benchmarks.report import bridge_met_text
from benchmarks.runner import Run
from solver import Card
from tests.support.depth import by_depth

pytestmark = pytest.mark.night

needs_endplay = pytest.mark.skipif(not has_endplay(), reason="endplay is not installed")


def fixed(path: Path) -> list[FixedDeal]:
    return [FixedDeal.from_line(line) for line in path.read_text(encoding="ascii").splitlines()]


@pytest.mark.parametrize("path", [FIXED, FREAKS], ids=lambda path: path.stem)
def test_fixed_deals_are_well_formed(path: Path) -> None:
    deals = fixed(path)
    assert [deal.to_line() for deal in deals] == path.read_text(encoding="ascii").splitlines()
    assert len({json.dumps((deal.asked.deal, deal.asked.trump, deal.asked.leader)) for deal in deals}) == len(
        deals
    )
    for deal in deals:
        position = position_of(deal.asked)
        assert asked_of(position) == replace(deal.asked, plays=())
        for play in deal.asked.plays:
            position = position.play(Card(play[0], play[1]))
        assert position.is_over == (path == FIXED)


def test_every_list_has_its_deals() -> None:
    assert len({row.name for row in BRIDGE_ROWS}) == len(BRIDGE_ROWS)
    for row in BRIDGE_ROWS:
        assert len(list(read_fixed(row.work, freaks=row.freaks))) >= row.n
        assert len(row.deals(Options())) == row.n
        assert len(row.deals(Options(quick=True))) == -(-row.n // 10)


def test_the_values_of_a_deal_agree_with_each_other() -> None:
    for deal in fixed(FIXED):
        declarer = SEATS.index(deal.asked.leader) - 1
        (value,) = deal.known[BridgeWork.value]
        cards: dict[str, int] = dict(deal.known.get(BridgeWork.cards, ()))  # type: ignore[arg-type]
        table, trace = deal.known.get(BridgeWork.table), deal.known.get(BridgeWork.trace)
        if cards:
            assert len(cards) == 13
            assert max(cards.values()) == value
        if table:
            place = 4 * STRAINS.index(deal.asked.trump) + SEATS.index(deal.asked.leader)
            assert table[place] == 13 - int(str(value)), declarer
        if trace:
            assert trace[0] == 13 - int(str(value))
            assert len(trace) == 49


@pytest.mark.parametrize("work", [BridgeWork.value, BridgeWork.cards, BridgeWork.table, BridgeWork.trace])
def test_values_are_right(work: BridgeWork) -> None:
    for deal in list(read_fixed(work))[:6]:
        assert tell_atout(deal.asked, work).values == deal.known[work]


def test_the_deals_are_those_of_their_seed() -> None:
    deals, freaks = fixed(FIXED), fixed(FREAKS)
    # Which of several best cards was played hangs on the search of the day.
    assert replace(deals[3].asked, plays=()) == random_asked(SEED, 3, BridgeWork.value)
    assert freaks[-1].asked == random_freak(SEED, len(freaks) - 1 - len(SEATS))
    assert {deal.asked.leader for deal in freaks if deal.asked.deal == HARDEST} == set(SEATS)
    assert [deal.asked for deal in freak_deals(len(freaks), SEED)] == [deal.asked for deal in freaks]


def test_freaks_are_freaks() -> None:
    for deal in fixed(FREAKS):
        lengths = [len(suit) for hand in deal.asked.deal[2:].split() for suit in hand.split(".")]
        assert max(lengths) >= 6
        assert 0 in lengths


def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_lists, "has_endplay", lambda: False)


def ask_here(
    work: BridgeWork, asked: Sequence[Asked], programs: Sequence[str] = tuple(PROGRAMS)
) -> Iterator[dict[str, Told]]:
    """Ask each program in this process: to start one of its own costs more than most answers."""
    for one in asked:
        yield {program: PROGRAMS[program](one, work) for program in programs}


@pytest.fixture
def asks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs have no processes of their own. Those that measure memory are tested with them."""
    for module in (bridge, bridge_lists):
        monkeypatch.setattr(module, "ask_programs", ask_here)


def test_without_endplay_atout_is_measured_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    alone(monkeypatch)
    path = tmp_path / "run.json"
    result = CliRunner().invoke(main, ["--quick", "--list", "bridge_value", "--json", str(path)])
    assert result.exit_code == 0, result.output
    assert NO_PEER in result.output
    assert "Every value checked is right." in result.output
    run = Run.from_json(path.read_text(encoding="utf-8"))
    assert run.lists == []
    (one,) = run.bridge
    assert (one.name, one.n, one.endplay, one.is_checked) == ("bridge_value", 6, None, True)
    assert 0 < one.atout.median_ms <= one.atout.max_ms
    assert one.atout.peak_bytes > 1 << 20


@pytest.mark.usefixtures("asks_here")
def test_a_list_of_random_deals_is_not_checked_without_endplay(monkeypatch: pytest.MonkeyPatch) -> None:
    alone(monkeypatch)
    result = CliRunner().invoke(main, ["--quick", "--list", "bridge_cards", "--seed", "5", "--markdown"])
    assert UNCHECKED in result.output
    assert "| bridge_cards | 4 |" in result.output


@needs_endplay
def test_with_endplay_both_are_measured() -> None:
    one = measure_bridge(BRIDGE_ROWS[0], Options(quick=True, seed=7))
    assert one.is_checked
    assert one.faults == []
    assert one.endplay is not None
    assert one.endplay.peak_bytes > one.atout.peak_bytes


@needs_endplay
@pytest.mark.usefixtures("asks_here")
@pytest.mark.parametrize(
    ("work", "n"),
    [
        (BridgeWork.table, by_depth(1, 1, 2)),
        (BridgeWork.middle, by_depth(10, 40, 120)),
        (BridgeWork.trace, by_depth(1, 1, 4)),
    ],
)
def test_values_are_those_of_endplay(work: BridgeWork, n: int) -> None:
    compared = compare(work, [random_asked(11, index, work) for index in range(n)])
    assert compared.faults == []
    assert len(compared.times[ATOUT]) == n


def test_a_wrong_value_is_named() -> None:
    row = BRIDGE_ROWS[0]
    deal = fixed(FIXED)[0]
    said = {ATOUT: Told((3,), 1.0, 1)}
    (fault,) = find_bridge_faults(row, replace(deal, known={row.work: (4,)}), said)
    assert fault == f"bridge_value: {deal.asked.deal}: atout says (3,), known is (4,)"
    both = {**said, "endplay": Told((4,), 1.0, 1)}
    (fault,) = find_bridge_faults(row, replace(deal, known={}), both)
    assert fault.endswith("atout says (3,), endplay (4,)")
    assert list(find_bridge_faults(row, replace(deal, known={row.work: (3,)}), said)) == []


@pytest.mark.usefixtures("asks_here")
def test_a_run_with_a_wrong_value_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    alone(monkeypatch)

    def wrong(self: BridgeRow, options: Options) -> list[FixedDeal]:
        (deal, *_) = read_fixed(self.work)
        return [replace(deal, known={self.work: (0,)})]

    monkeypatch.setattr(BridgeRow, "deals", wrong)
    result = CliRunner().invoke(main, ["--list", "bridge_value"])
    assert result.exit_code == 1
    assert "wrong: bridge_value: N:" in result.output


@pytest.mark.parametrize(
    ("ours", "theirs", "max_ms", "said"),
    [
        (Cost(1, 2, 9, 10), Cost(1, 2, 9, 20), None, "yes"),
        (Cost(2, 2, 9, 10), Cost(1, 2, 9, 20), None, "no: median"),
        (Cost(1, 3, 9, 11), Cost(1, 2, 9, 20), None, "no: mean, memory"),
        (Cost(1, 3, 9, 11), None, None, "–"),
        (Cost(1, 3, 9, 11), None, 9, "yes"),
        (Cost(1, 3, 10, 11), None, 9, "no: max"),
    ],
)
def test_targets(ours: Cost, theirs: Cost | None, max_ms: float | None, said: str) -> None:
    assert bridge_met_text(Beside("bridge_value", 1, ours, theirs, max_ms, True, [])) == said


def test_hunting_needs_endplay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "has_endplay", lambda: False)
    result: Any = CliRunner().invoke(bridge.main, [])
    assert result.exit_code == 1
    assert "pip install 'atout[bench]'" in result.output
