"""Reports of games in which only the difference of the two sides' results is certain: it alone is told."""

import json
import re

import pytest

from benchmarks.make_logs import make_log
from solver import DealAnalysis, Limit, Speech, analyse, report_page, solve
from tests.support.command_line import answers, run
from tests.support.samples import sample_log

pytestmark = pytest.mark.slow

FIRST_PROVED = 18
"""The card of the sample of California Jack from which on a million nodes prove everything: trick 10."""


def leads(deal: DealAnalysis, start: int) -> list[int]:
    """Side 0 minus side 1 with best play, by a solve of its own of every position."""
    found = []
    for position in deal.positions[start:]:
        value = solve(position).value
        assert value is not None
        first, second = (value[side] for side in position.rules.side_names)
        found.append(first - second)
    return found


def signed(number: int) -> str:
    return str(number).replace("-", "−")


@pytest.mark.parametrize("index", [1, 2, 6])
def test_what_cards_cost_is_told_in_one_unit(index: int) -> None:
    # A capot is won or lost in it: some cards cost their side more or less than the other wins by them.
    analysis = analyse(make_log(41, index, ("contree",)))
    [deal] = analysis.deals
    swings = [play.chosen.swing for play in deal.plays if play.index in deal.explanations]
    assert any(play.chosen.swing == 2 * (play.chosen.loss or 0) > 0 for play in deal.plays)
    assert not deal.is_zero_sum
    told = [explanation.text(Speech()) for explanation in deal.explanations.values()]
    assert all(f"a swing of {swing} point" in text for swing, text in zip(swings, told, strict=True))
    # In a deal without one all is told as it is.
    [other] = analyse(sample_log("belote")).deals
    assert other.is_zero_sum
    assert not any("a swing" in explanation.text(Speech()) for explanation in other.explanations.values())


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("name", "nodes", "start", "head"),
    [("valet_de_trefle", None, 0, "NS − EW"), ("california_jack", 1_000_000, FIRST_PROVED, "N − S")],
)
def test_the_numbers_behind_the_tricks_and_cards_are_differences(
    name: str, nodes: int | None, start: int, head: str
) -> None:
    log = sample_log(name) | {"limit": {"nodes": nodes}}
    analysis = analyse(log, Limit(nodes=nodes))
    deal = analysis.deals[0]
    expected = leads(deal, start)
    n_players = deal.position.rules.n_players
    after_tricks = expected[n_players - start % n_players :: n_players]
    text = run("analyse", "--no-fair", "--text", stdin=json.dumps(log)).stdout
    rows = re.findall(r"^ *(\d+) .*›.* (−?\d+|–)$", text, re.MULTILINE)
    assert len(rows) == len(deal.plays) // n_players
    assert [shown for _, shown in rows][start // n_players :] == list(map(signed, after_tricks))
    assert f" {head}\n" in text
    assert f"{head}: the difference at the end" in " ".join(text.split())
    assert f"{head.replace('−', 'minus')} with best play from each card on" in text
    page = report_page(analysis, Speech())
    assert f'<th scope="col">{head}</th>' in page
    assert head.replace(" − ", " : ") not in page
    for play in deal.plays[start:]:
        if play.chosen.swing:
            before, after = (signed(expected[index - start]) for index in (play.index, play.index + 1))
            assert f"{head} {before} → {after}\n" in re.sub(r" +$", "", text, flags=re.MULTILINE)
            assert f"{head} {before} → {after}" in page


@pytest.mark.night
def test_no_point_of_california_jack_goes_to_a_side_twice_running() -> None:
    """North is ahead from trick 10 to the end: nothing changes hands, whoever has which point."""
    log = sample_log("california_jack") | {"limit": {"nodes": 1_000_000}}
    deal = analyse(log, Limit(nodes=1_000_000)).deals[0]
    assert all(play.is_exact for play in deal.plays[FIRST_PROVED:])
    assert min(leads(deal, FIRST_PROVED)) > 0
    (answer,) = answers(run("analyse", "--no-fair", stdin=json.dumps(log)))
    assert answer["turning_points"] == []
    assert "Where it turned" not in run("analyse", "--no-fair", "--text", stdin=json.dumps(log)).stdout


def test_the_outcome_that_was_played_is_told_in_full() -> None:
    log = sample_log("valet_de_trefle")
    text = run("analyse", "--no-fair", "--text", stdin=json.dumps(log)).stdout
    assert re.search(r"^Best play of all +NS − EW: −6 points *$", text, re.MULTILINE)
    assert re.search(r"^As played +NS 107, EW 115 points; contract made *$", text, re.MULTILINE)
    (answer,) = answers(run("analyse", "--no-fair", stdin=json.dumps(log)))
    value = answer["double_dummy"]["value"]
    assert value["NS"] - value["EW"] == -6


def test_a_game_whose_sum_is_fixed_tells_both_numbers() -> None:
    text = run("analyse", "--no-fair", "--text", stdin=json.dumps(sample_log("all_fours"))).stdout
    assert re.search(r" +[NESW]+ : [NESW]+$", text, re.MULTILINE)
    assert "the difference at the end" not in text
