"""The table as a program sees it that knows no rules, held against the position itself."""

from typing import Any

import pytest

from solver import Position, solve
from solver.engine import Limit
from solver.game import Moment, Outcome, deal_score, final_result
from tests.support.command_line import ROOT
from tests.support.samples import sample_log

SAMPLES = sorted((ROOT / "samples").glob("*.json"))


def first_deal(name: str) -> dict[str, Any]:
    log = sample_log(name)
    log = log["deals"][0] | {"variant": log["variant"]} if "deals" in log else log
    return {
        key: log[key]
        for key in ("variant", "rules", "dealer", "leader", "deal", "stock", "contract")
        if key in log
    } | {"plays": log["plays"]}


@pytest.mark.parametrize("name", ["belote", "bridge", "quadrette", "california_jack", "all_fours"])
def test_a_deal_can_be_followed_without_knowing_its_rules(name: str) -> None:
    """A card leaves the hand of `to_play`; a trick goes to `won_by`, who leads; `won` ends at the result."""
    data = first_deal(name)
    start = Position.from_dict(data).at_start()
    position, before = start, Moment(start)
    assert before.won_by is None
    for card in Position.from_dict(data).plays:
        seat = position.to_play
        assert seat is not None
        position = position.play(card)
        moment = Moment(position)
        assert card in before.hands[seat]
        assert card not in moment.hands[seat]
        if moment.seats:
            assert moment.seats[-1] == seat
            assert moment.leader == moment.seats[0]
        elif not position.is_over:
            assert moment.won_by == moment.leader == position.to_play
        else:
            assert moment.won_by == moment.leader
        drawn = {held for hand in moment.hands.values() for held in hand} - {
            held for hand in before.hands.values() for held in hand
        }
        assert drawn == set(before.stock or ()) - set(moment.stock or ())
        before = moment
    answer = solve(position, Limit())
    assert answer.value == before.won
    assert (before.stock is None) == (not start.deal.stock)


def test_the_answer_to_a_position_tells_the_table() -> None:
    deal = {"N": "-.AK.-.-", "E": "-.Q.A.-", "S": "-.-.K.A", "W": "-.-.Q.K"}
    request = {"variant": "bridge", "deal": deal, "contract": {"trump": "NT"}, "leader": "N"}
    answer = solve(Position.from_dict(request | {"plays": ["HA", "HQ", "DK", "DQ", "HK"]})).to_dict("fr")
    told = {key: answer[key] for key in ("to_play", "trick", "leader", "seats", "hands", "won", "won_by")}
    assert told == {
        "to_play": "E",
        "trick": ["CR"],
        "leader": "N",
        "seats": ["N"],
        "hands": {"N": [], "E": ["KA"], "S": ["TA"], "W": ["TR"]},
        "won": {"NS": 1, "EW": 0},
        "won_by": "N",
    }
    assert "stock" not in answer


def test_a_hand_is_sorted_by_what_beats_what() -> None:
    """The nine of trumps stands before the ace of trumps, and the ten of another suit before its king."""
    position = Position.from_dict(first_deal("belote")).at_start()
    assert [str(card) for card in Moment(position).hands["E"]] == [
        "SJ", "S7", "HJ", "H9", "HA", "HQ", "DT", "CK",
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "dummy"), [("bridge", "W"), ("whist", None), ("belote", None)])
def test_dummy_is_told(name: str, dummy: str | None) -> None:
    assert Moment(Position.from_dict(first_deal(name)).at_start()).dummy == dummy


@pytest.mark.parametrize(
    ("name", "taking", "needs"),
    [
        ("belote", "EW", 82),
        ("bridge", "EW", 10),
        ("quadrette", None, None),
        ("klaverjas_rotterdam", "NS", None),
    ],
)
def test_what_the_taker_needs(name: str, taking: str | None, needs: int | None) -> None:
    moment = Moment(Position.from_dict(first_deal(name)))
    assert (moment.taking, moment.needs) == (taking, needs)


@pytest.mark.parametrize("name", ["belote", "bridge", "coinche", "contree"])
def test_what_the_taker_needs_is_where_the_score_says_made(name: str) -> None:
    """One less fails, and no more is needed: held against the score of every result."""
    position = Position.from_dict(first_deal(name))
    moment = Moment(position)
    needs, taking = moment.needs, moment.taking
    assert needs is not None
    assert taking is not None
    rules = position.rules
    total = sum(final_result(rules, position.dealer, position.tally))
    taker = rules.side_names.index(taking)
    for own in range(total + 1):
        pair = (own, total - own) if taker == 0 else (total - own, own)
        score = deal_score(rules, position.contract, position.dealer, pair, position.belote_side)
        assert score is not None
        assert (score.outcome == Outcome.made) == (own >= needs)
