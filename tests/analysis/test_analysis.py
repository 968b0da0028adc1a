"""Logs judged card by card: every number against an independent solve, several deals, faults, limits."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver import (
    Answer,
    CancelToken,
    DealAnalysis,
    Limit,
    Log,
    Position,
    PositionError,
    Sampling,
    Solver,
    SolverError,
    UnreadableError,
    analyse,
    is_complete,
    solve,
)
from solver.analysis.explaining import explain_deal
from solver.engine.budget import NO_LIMIT, Budget
from solver.game import MAX_DEALS
from solver.rules.variants import VARIANTS, find_variant
from tests.support.positions import random_position
from tests.support.waiting import PATIENCE_S, Clock

LOGS = Path(__file__).parents[1] / "data" / "logs.ndjson"
GAMES = tuple(name for name in VARIANTS if name not in ("california_jack", "whist", "bridge"))


def random_log(name: str, seed: int, n_left: int = 0) -> dict[str, Any]:
    """A game of random legal plays, as a request."""
    rules = find_variant(name)
    return random_position(Random(seed), rules, n_each=rules.cards_each, n_left=n_left).to_dict()


def contree_log() -> dict[str, Any]:
    """A complete game of contree from the test data."""
    logs = map(json.loads, LOGS.read_text(encoding="utf-8").splitlines())
    requests: list[dict[str, Any]] = [log["request"] for log in logs]
    return next(request for request in requests if request["variant"] == "contree")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.night) for seed in range(1, 6))])
def test_every_play_is_judged_as_an_independent_solve_would(name: str, seed: int) -> None:
    log = random_log(name, seed)
    analysis = analyse(log)
    assert analysis.exact
    positions = Position.from_dict(log).trail()
    assert len(analysis.plays) == len(positions) - 1
    for play, before, after in zip(analysis.plays, positions, positions[1:], strict=False):
        alone = solve(before)
        chosen = next(card for card in alone.cards if card.card == play.card)
        assert play.seat == before.to_play
        assert play.forced == (len(before.legal_plays()) == 1)
        assert set(play.before.best) == set(alone.best)
        assert (play.chosen.swing, play.chosen.bounds) == (chosen.swing, chosen.bounds)
        if not before.rules.has_combinations:
            assert (play.chosen.value, play.chosen.loss) == (chosen.value, chosen.loss)
            assert play.chosen.score_swing == chosen.score_swing
            assert solve(after).value == play.chosen.value


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", GAMES)
def test_the_swings_add_up_to_the_way_from_best_play_to_the_result(name: str) -> None:
    for seed in range(10, 20):
        analysis = analyse(random_log(name, seed))
        deal = analysis.deals[0]
        rules = deal.position.rules
        start, end = (_difference(answer.value, rules.side_names) for answer in (deal.start, deal.end))
        drift = sum((play.chosen.swing or 0) * (-1) ** rules.side_of(play.seat) for play in analysis.plays)
        assert start - drift == end


def _difference(value: Any, names: tuple[str, ...]) -> int:
    return int(value[names[0]] - value[names[1]])


def test_the_summaries_add_up_the_plays() -> None:
    data = analyse(contree_log()).to_dict()
    assert set(data["players"]) == set("NESW")
    for seat, player in data["players"].items():
        own = [play for play in data["plays"] if play["seat"] == seat and not play["forced"]]
        assert player["name"]
        assert player["decisions"] == len(own)
        assert player["mistakes"] == sum(1 for play in own if play["swing"])
        assert player["swing"] == sum(play["swing"] for play in own)
        assert player["loss"] == sum(play["loss"] for play in own)


def test_a_log_may_stop_early() -> None:
    analysis = analyse(random_log("belote", 3, n_left=17))
    data = analysis.to_dict()
    assert len(data["plays"]) == 15
    assert data["complete"] is False
    assert data["actual"] is None
    assert data["double_dummy"]["exact"] is True


def test_a_log_without_plays_has_a_value_and_nothing_to_judge() -> None:
    data = analyse(random_log("belote", 3, n_left=32)).to_dict()
    assert data["plays"] == []
    assert sum(data["double_dummy"]["value"].values()) in (162, 252)


def test_a_complete_log_may_leave_the_deal_out() -> None:
    log = contree_log()
    expected = analyse(log).to_dict()
    del log["deal"]
    found = analyse(log).to_dict()
    assert [play["swing"] for play in found["plays"]] == [play["swing"] for play in expected["plays"]]


def test_several_deals_are_judged_and_the_match_is_scored() -> None:
    first, second = contree_log(), contree_log()
    second["contract"] = second["contract"] | {"bid": 160}
    common = {"variant": "contree", "players": first.pop("players"), "id": "evening"}
    for log in (first, second):
        log.pop("variant")
        log.pop("id", None)
    second.pop("players")
    data = analyse(common | {"deals": [first, second]}).to_dict()
    assert data["id"] == "evening"
    assert len(data["deals"]) == 2
    scores = [deal["actual"]["score"] for deal in data["deals"]]
    assert data["match"]["totals"] == {side: sum(score[side] for score in scores) for side in ("NS", "EW")}
    for seat, total in data["totals"].items():
        assert total["decisions"] == sum(deal["players"][seat]["decisions"] for deal in data["deals"])
        assert data["deals"][0]["players"][seat]["name"] == common["players"][seat]


def test_the_faults_of_all_deals_are_reported_at_their_places() -> None:
    first, second = contree_log(), contree_log()
    first["plays"] = [*first["plays"][:2], first["plays"][0]]
    second["dealer"] = "Q"
    with pytest.raises(UnreadableError) as caught:
        analyse({"deals": [first, second], "plays": []})
    assert {fault.pointer for fault in caught.value.faults} >= {
        "/plays",
        "/deals/0/plays/2",
        "/deals/1/dealer",
    }


def test_a_fault_of_what_all_deals_share_is_reported_once() -> None:
    first, second = contree_log(), contree_log()
    for log in (first, second):
        log.pop("variant")
    with pytest.raises(SolverError) as caught:
        analyse({"variant": "tarot", "deals": [first, second]})
    assert [fault.pointer for fault in caught.value.faults] == ["/variant"]


def test_deals_of_two_games_are_no_match() -> None:
    with pytest.raises(PositionError, match="must all be of one game"):
        analyse({"deals": [contree_log(), random_log("belote", 1)]})


@pytest.mark.parametrize(
    ("shared", "own", "pointer", "says"),
    [
        ({"variant": "belote"}, {}, "/deals/0/variant", "another game than the log, which is of belote"),
        ({"variant": {"extends": "contree", "name": "x"}}, {}, "/deals/0/variant", "which is of x"),
        ({"variant": "tarot"}, {}, "/variant", "no game is called 'tarot'"),
        (
            {"rules": {"ruff": "free"}},
            {"rules": {"overruff": "free"}},
            "/deals/0/rules",
            "other rules than the log states",
        ),
        ({}, {"limit": {"nodes": 1}}, "/deals/0/limit", "a deal of a log has no limit of its own"),
        ({}, {"notation": "en"}, "/deals/0/notation", "a deal of a log has no notation of its own"),
    ],
)
def test_a_deal_cannot_say_otherwise_than_its_log(
    shared: dict[str, Any], own: dict[str, Any], pointer: str, says: str
) -> None:
    with pytest.raises(SolverError) as caught:
        analyse({**shared, "deals": [contree_log() | own]})
    faults = {fault.pointer: fault.detail for fault in caught.value.faults}
    assert set(faults) == {pointer}
    assert says in faults[pointer]


def test_a_deal_may_say_the_same_as_its_log() -> None:
    rules = {"rules": {"overruff": "required"}}
    log = {"variant": "belote_contree", **rules, "deals": [contree_log() | rules]}
    assert analyse(log).deals[0].position.rules.name == "contree"


def test_letters_of_another_notation_are_one_fault_of_the_log() -> None:
    log = contree_log()
    french = Position.from_dict(log).to_dict("fr")
    del french["notation"], french["variant"]
    with pytest.raises(UnreadableError) as caught:
        analyse({"variant": "contree", "deals": [french, french]})
    assert [fault.pointer for fault in caught.value.faults] == ["/notation"]


@pytest.mark.parametrize("n_deals", [0, MAX_DEALS + 1])
def test_the_number_of_deals_is_named(n_deals: int) -> None:
    says = f"deals is a list of {n_deals}; it must be a list of 1 to {MAX_DEALS} deals"
    with pytest.raises(PositionError, match=says):
        Log.from_dict({"deals": [{}] * n_deals})


@pytest.mark.parametrize("deals", [None, [], "x", {}, [None], [[]], 7])
def test_deals_must_be_a_list_of_logs(deals: object) -> None:
    with pytest.raises(SolverError):
        analyse({"variant": "belote", "deals": deals})


@pytest.mark.parametrize("log", [None, [], "x", 7, {}])
def test_a_log_must_be_an_object(log: Any) -> None:
    with pytest.raises(SolverError):
        analyse(log)


def test_a_limit_is_for_the_whole_log_and_the_end_is_proved_first() -> None:
    log = random_log("valet_de_trefle", 4)
    analysis = analyse(log, Limit(nodes=3000))
    proved = [play.is_exact for play in analysis.plays]
    assert not analysis.exact
    assert proved[-4:] == [True] * 4
    assert analysis.stats.nodes < 3000 + 40 * len(proved)
    data = analysis.to_dict()
    assert data["exact"] is False
    assert "swing" not in data["plays"][0]
    assert data["plays"][0]["exact"] is False


def test_french_letters_come_out_when_asked_for() -> None:
    data = analyse(contree_log()).to_dict("fr")
    assert all(play["card"][0] in "PCKT" for play in data["plays"])


def test_the_deals_of_a_match_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find_variant("california_jack")
    rng = Random(1)
    deals = [random_position(rng, rules, n_each=6, n_stock=40).to_dict() for _ in range(8)]
    for deal in deals:
        deal.pop("variant")
    log = Log.from_dict({"variant": "california_jack", "deals": deals})
    clock = Clock()
    started = clock.now
    granted: list[list[float]] = []

    class Slow(Solver):
        """A solver that takes two milliseconds for each position, or all it is granted if that is less."""

        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            granted.append([])

        def solve(self, position: Position, limit: Limit = NO_LIMIT, *args: Any, **kwargs: Any) -> Answer:
            assert limit.left_ms is not None
            granted[-1].append(limit.left_ms)
            clock.now += min(limit.left_ms, 2) / 1000
            return super().solve(position, Limit(nodes=100), *args, **kwargs)

    monkeypatch.setattr("solver.engine.budget.time", clock)
    monkeypatch.setattr("solver.analysis.judging.Solver", Slow)
    analyse(log, Limit(time_ms=400))
    assert clock.now - started <= 0.400
    # 53 positions would take 106 ms: no deal has time for all, and each has its eighth.
    assert len(granted) == 8
    # Three tenths of a millisecond for each card are kept back, at most half; then a sixteenth of the rest.
    n_plays = sum(len(deal.position.plays) for deal in log.deals)
    part = (400 - min(0.3 * n_plays, 200)) * 15 / 16 / 8
    assert all(times[0] == pytest.approx(part) for times in granted)
    assert all(times[-1] < 2 for times in granted)


def test_the_deals_of_a_match_share_the_nodes() -> None:
    log = random_log("valet_de_trefle", 4)
    alone = analyse(log)
    whole, n_nodes = alone.plays, alone.stats.nodes
    deal = {key: value for key, value in log.items() if key not in ("variant", "rules")}
    match = {"variant": log["variant"], "rules": log.get("rules"), "deals": [deal, deal, deal]}
    first, second, third = (
        sum(play.is_exact for play in deal.plays) for deal in analyse(match, Limit(nodes=n_nodes)).deals
    )
    # Each has its third, the later ones also what an earlier one could not use.
    assert 0 < first < len(whole)
    assert first <= second <= third < len(whole)


def test_deals_for_which_there_is_no_time_are_left_out_but_for_their_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = {key: value for key, value in contree_log().items() if key not in ("id", "variant")}
    log = Log.from_dict({"variant": "contree", "deals": [own] * 5})
    whole = analyse(log)
    assert is_complete(whole)
    assert whole.ended is None
    clock = Clock()
    n_solved = 0

    class Slow(Solver):
        """A solver to which each position costs two milliseconds, whatever it is granted."""

        def solve(self, position: Position, limit: Limit = NO_LIMIT, *args: Any, **kwargs: Any) -> Answer:
            nonlocal n_solved
            n_solved += 1
            answer = super().solve(position, Limit(), *args, **kwargs)
            clock.now += 0.002
            return answer

        def solve_in_turn(self, positions: Sequence[Position], *left: Any, **_: Any) -> list[Answer]:
            return [self.solve(positions[0], *left[:1], guess=left[1])]

    monkeypatch.setattr("solver.engine.budget.time", clock)
    monkeypatch.setattr("solver.analysis.judging.Solver", Slow)
    cut = analyse(log, Limit(time_ms=100))
    # 33 positions of the first deal are 66 ms; 48 of the 100 are kept back for what comes after.
    assert [len(deal.plays) for deal in cut.deals] == [32, 0, 0, 0, 0]
    assert n_solved == 33 + 4 * 2
    assert [deal.left_out for deal in cut.deals] == [("reasons",), *4 * [("plays", "explanations")]]
    assert not is_complete(cut)
    assert not cut.exact
    assert cut.match == whole.match
    data = cut.to_dict()
    assert data["limit"] == {"ended_by": "time_ms", "time_ms": 100}
    assert data["deals"][0]["limit"] == data["limit"]
    for late, judged in zip(data["deals"][1:], whole.to_dict()["deals"][1:], strict=True):
        assert late["limit"] == data["limit"]
        assert late["left_out"] == ["plays", "explanations"]
        assert (late["exact"], late["plays"], late["turning_points"]) == (False, [], [])
        assert (late["actual"], late["breakdown"]) == (judged["actual"], judged["breakdown"])


def test_explanations_for_which_there_is_no_time_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = {key: value for key, value in contree_log().items() if key not in ("id", "variant")}
    log = Log.from_dict({"variant": "contree", "deals": [deal, deal]})
    whole = analyse(log)
    assert whole.deals[1].explanations
    clock = Clock()
    clock.now += time.monotonic() + PATIENCE_S  # no search of this test is late

    def take_long(deal: DealAnalysis, budget: Budget, solver: Solver | None) -> DealAnalysis:
        explained = explain_deal(deal, budget, solver)
        clock.now += 10
        return explained

    monkeypatch.setattr("solver.engine.budget.time", clock)
    monkeypatch.setattr("solver.analysis.judging.explain_deal", take_long)
    cut = analyse(log, Limit(time_ms=5000))
    assert cut.exact
    assert not is_complete(cut)
    assert [deal.left_out for deal in cut.deals] == [(), ("explanations",)]
    assert cut.deals[0].explanations.keys() == whole.deals[0].explanations.keys()
    data = cut.to_dict()["deals"][1]
    assert data["left_out"] == ["explanations"]
    assert data["limit"] == {"ended_by": "time_ms", "time_ms": 5000}
    assert not any("explanation" in play for play in data["plays"])
    assert data["turning_points"] == []


def test_work_that_is_called_off_ends_between_deals() -> None:
    deal = {key: value for key, value in contree_log().items() if key not in ("id", "variant")}
    log = Log.from_dict({"variant": "contree", "deals": [deal] * 3})
    token = CancelToken()
    token.cancel()
    cut = analyse(log, Limit(cancel=token), Sampling(samples=5, plays="all"))
    assert [len(deal.plays) for deal in cut.deals] == [32, 0, 0]
    assert not any(play.fair for play in cut.plays)
    assert cut.to_dict()["limit"] == {"ended_by": "cancelled"}


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (Limit(nodes=40), {"ended_by": "nodes", "nodes": 40}),
        (Limit(nodes=40, time_ms=1e9), {"ended_by": "nodes", "nodes": 40}),
        (Limit(nodes=10**9, time_ms=0.5, due=0.0), {"ended_by": "time_ms", "time_ms": 0.5}),
    ],
)
def test_an_analysis_says_which_limit_ended_it(limit: Limit, said: Any) -> None:
    analysis = analyse(contree_log(), limit)
    assert not analysis.exact
    assert analysis.to_dict()["limit"] == said


def test_a_time_limit_leaves_the_last_cards_proved() -> None:
    rules = find_variant("california_jack")
    position = random_position(Random(1), rules, n_each=6, n_stock=40, n_left=0)
    analysis = analyse(position.to_dict(), Limit(time_ms=400))
    proved = [play.is_exact for play in analysis.plays]
    assert not proved[0]
    assert proved[-1]
