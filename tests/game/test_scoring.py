"""What deals are worth: every case reckoned by hand from the rule sheets."""

from typing import Any

import pytest

from solver.cards import Card, parse_card
from solver.game.contract import Contract
from solver.game.scoring import Outcome, Score, deal_score, find_belote_side, score_steps
from solver.game.tally import HIGH, JACK, LOW, Pair, Tally, result_of
from solver.rules.variants import find_variant

NS, EW = 0, 1


def cards(text: str) -> list[Card]:
    return [parse_card(card) for card in text.split()]


def score(game: str, result: Pair, belote: int | None = None, options: Any = None, **contract: Any) -> Score:
    """The score of a deal of ``game`` with hearts as trumps, taken by north, dealt by west."""
    rules = find_variant(game).override(options or {})
    taker = {"taker": "N"} if rules.has_taker else {}
    scored = deal_score(rules, Contract(**{"trump": "H"} | taker | contract), "W", result, belote)
    assert scored is not None
    return scored


# ---- quadrette


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        ((6, 0), (2, 0)),
        ((5, 1), (1, 0)),
        ((4, 2), (1, 0)),
        ((3, 3), (1, 1)),
        ((2, 4), (0, 1)),
        ((0, 6), (0, 2)),
    ],
)
def test_quadrette(tricks: Pair, points: Pair) -> None:
    assert score("quadrette", tricks) == Score(points, Outcome.played)


# ---- belote: 82 with belote, held over on 81-81


@pytest.mark.parametrize(
    ("result", "belote", "points", "outcome", "held_over"),
    [
        pytest.param((82, 80), None, (82, 80), "made", 0, id="just made"),
        pytest.param((80, 82), None, (0, 162), "failed", 0, id="just failed"),
        pytest.param((81, 81), None, (0, 81), "litige", 81, id="litige"),
        pytest.param((81, 81), NS, (101, 81), "made", 0, id="81 and belote make it"),
        pytest.param((81, 81), EW, (0, 101), "litige", 81, id="litige against belote"),
        pytest.param((62, 100), NS, (82, 100), "made", 0, id="made by belote though fewer points"),
        pytest.param((61, 101), NS, (20, 162), "failed", 0, id="failed keeps its belote"),
        pytest.param((82, 80), EW, (82, 100), "made", 0, id="the defenders' belote does not count against"),
        pytest.param((70, 92), EW, (0, 182), "failed", 0, id="the defenders add their belote"),
        pytest.param((252, 0), None, (252, 0), "made", 0, id="capot"),
        pytest.param((252, 0), EW, (252, 20), "made", 0, id="capot against belote"),
        pytest.param((0, 252), None, (0, 252), "failed", 0, id="capot by the defenders"),
        pytest.param((0, 252), NS, (20, 252), "failed", 0, id="capot by the defenders against belote"),
    ],
)
def test_belote(result: Pair, belote: int | None, points: Pair, outcome: str, held_over: int) -> None:
    assert score("belote", result, belote) == Score(points, Outcome(outcome), held_over)


def test_belote_taken_by_the_other_side() -> None:
    assert score("belote", (80, 82), taker="E") == Score((80, 82), Outcome.made)
    assert score("belote", (81, 81), taker="W") == Score((81, 0), Outcome.litige, 81)
    assert score("belote", (82, 80), EW, taker="E") == Score((82, 100), Outcome.made)
    assert score("belote", (101, 61), EW, taker="E") == Score((162, 0 + 20), Outcome.failed)


@pytest.mark.parametrize(
    ("result", "belote", "points", "outcome", "held_over"),
    [
        pytest.param((82, 80), None, (82, 80), "made", 0, id="more"),
        pytest.param((81, 81), None, (0, 81), "litige", 81, id="equal"),
        pytest.param((80, 82), None, (0, 162), "failed", 0, id="fewer"),
        pytest.param((81, 81), NS, (101, 81), "made", 0, id="own belote breaks the tie"),
        pytest.param((81, 81), EW, (0, 182), "failed", 0, id="the defenders' belote breaks the tie"),
        pytest.param((71, 91), NS, (20, 91), "litige", 71, id="equal with own belote"),
        pytest.param((91, 71), EW, (0, 91), "litige", 91, id="equal with the defenders' belote"),
        pytest.param((91, 71), NS, (111, 71), "made", 0, id="well made"),
        pytest.param((90, 72), EW, (0, 182), "failed", 0, id="more points but for the defenders' belote"),
    ],
)
def test_by_majority(result: Pair, belote: int | None, points: Pair, outcome: str, held_over: int) -> None:
    scored = score("belote", result, belote, {"contract_rule": "majority"})
    assert scored == Score(points, Outcome(outcome), held_over)


@pytest.mark.parametrize("tie", ["held_over", "own", "all"])
@pytest.mark.parametrize("threshold", [60, 81, 82, 83, 90, 162])
@pytest.mark.parametrize("belote", [None, NS, EW])
def test_more_points_never_score_less(threshold: int, tie: str, belote: int | None) -> None:
    options = {"threshold": threshold, "tie": tie}
    results = [(own, 162 - own) for own in range(163)]
    found = [score("belote", result, belote, options) for result in results]
    leads = [one.by_side[0] - one.by_side[1] for one in found]
    assert leads == sorted(leads)
    # Half of the points are a tie only if one more would have been enough.
    is_tie = found[81].outcome in (Outcome.litige, Outcome.tied)
    assert is_tie == (tie != "all" and threshold == 82 + (20 if belote == NS else 0))


@pytest.mark.parametrize(
    ("tie", "points", "outcome"), [("own", (0, 81), "tied"), ("all", (0, 162), "failed")]
)
def test_belote_without_litige(tie: str, points: Pair, outcome: str) -> None:
    assert score("belote", (81, 81), None, {"tie": tie}) == Score(points, Outcome(outcome))


def test_no_taker_no_score() -> None:
    for game in ("belote", "valet_de_trefle", "contree"):
        assert deal_score(find_variant(game), Contract("H"), "W", (100, 62)) is None
    assert deal_score(find_variant("contree"), Contract("H", "N"), "W", (100, 62)) is None


# ---- valet de trèfle: more than the other side, combinations included


@pytest.mark.parametrize(
    ("result", "tie", "points", "outcome"),
    [
        pytest.param((82, 80), "own", (82, 80), "made", id="made"),
        pytest.param((80, 82), "own", (0, 162), "failed", id="failed"),
        pytest.param((81, 81), "own", (0, 81), "tied", id="tie, own half"),
        pytest.param((81, 81), "all", (0, 162), "failed", id="tie, everything"),
        pytest.param((101, 101), "own", (0, 101), "tied", id="tie with 40 of combinations, own half"),
        pytest.param((101, 101), "all", (0, 202), "failed", id="tie with 40 of combinations, everything"),
        pytest.param((75, 87 + 100), "own", (0, 262), "failed", id="failed by four of a kind"),
        pytest.param((75 + 20, 87), "own", (95, 87), "made", id="made by a sequence"),
        pytest.param((250, 0), "own", (250, 0), "made", id="all tricks"),
        pytest.param((0, 270), "own", (0, 270), "failed", id="all tricks to the defenders, with a marriage"),
    ],
)
def test_valet_de_trefle(result: Pair, tie: str, points: Pair, outcome: str) -> None:
    assert score("valet_de_trefle", result, None, {"tie": tie}) == Score(points, Outcome(outcome))


# ---- contrée: a bid, doubled or not, three ways of scoring


@pytest.mark.parametrize(
    ("scoring", "multiplier", "made", "failed"),
    [
        # 92-70 for a bid of 90 is made, for a bid of 100 failed
        ("points_plus_bid", 1, (92 + 90, 70), (0, 160 + 100)),
        ("points_plus_bid", 2, (2 * (92 + 90), 0), (0, 2 * (160 + 100))),
        ("points_plus_bid", 4, (4 * (92 + 90), 0), (0, 4 * (160 + 100))),
        ("bid_only", 1, (90, 0), (0, 100)),
        ("bid_only", 2, (180, 0), (0, 200)),
        ("bid_only", 4, (360, 0), (0, 400)),
        ("points_only", 1, (92, 70), (0, 160)),
        ("points_only", 2, (184, 0), (0, 320)),
        ("points_only", 4, (368, 0), (0, 640)),
    ],
)
def test_contree(scoring: str, multiplier: int, made: Pair, failed: Pair) -> None:
    def scored(result: Pair, taker: str, bid: int) -> Score:
        options = {"contract_scoring": scoring}
        return score("contree", result, None, options, taker=taker, bid=bid, multiplier=multiplier)

    assert scored((92, 70), "N", 90) == Score(made, Outcome.made)
    assert scored((92, 70), "N", 100) == Score(failed, Outcome.failed)
    assert scored((70, 92), "E", 90) == Score(made[::-1], Outcome.made)
    assert scored((70, 92), "W", 100) == Score(failed[::-1], Outcome.failed)


@pytest.mark.parametrize(
    ("result", "belote", "bid", "multiplier", "points", "outcome"),
    [
        pytest.param((92, 70), NS, 110, 1, (92 + 110 + 20, 70), "made", id="made by belote"),
        pytest.param((92, 70), NS, 120, 1, (20, 160 + 120), "failed", id="failed keeps its belote"),
        pytest.param((92, 70), EW, 90, 1, (182, 90), "made", id="defenders add theirs"),
        pytest.param((92, 70), EW, 90, 2, (364, 20), "made", id="doubled, the loser has but its belote"),
        pytest.param((92, 70), NS, 100, 2, (2 * 192 + 20, 0), "made", id="belote is never doubled"),
        pytest.param((70, 92), NS, 120, 4, (20, 4 * 280), "failed", id="redoubled and failed"),
        pytest.param((70, 92), EW, 80, 2, (0, 2 * 240 + 20), "failed", id="doubled, the winner's belote"),
        pytest.param((250, 0), None, 250, 1, (500, 0), "made", id="capot"),
        pytest.param((250, 0), EW, 250, 1, (500, 20), "made", id="capot against belote"),
        pytest.param((250, 0), None, 250, 4, (2000, 0), "made", id="capot redoubled"),
        pytest.param((162, 0), NS, 250, 1, (20, 410), "failed", id="capot missed by a trick of no points"),
        pytest.param((250, 0), None, 80, 1, (330, 0), "made", id="all tricks on a low bid"),
        pytest.param((0, 250), None, 80, 1, (0, 240), "failed", id="all tricks to the defenders"),
    ],
)
def test_contree_belote_and_capot(
    result: Pair, belote: int | None, bid: int, multiplier: int, points: Pair, outcome: str
) -> None:
    scored = score("contree", result, belote, bid=bid, multiplier=multiplier)
    assert scored == Score(points, Outcome(outcome))


@pytest.mark.parametrize(
    ("scoring", "made", "failed"),
    [
        ("bid_only", (250, 0), (0, 250)),
        ("points_only", (250, 0), (0, 160)),
        ("points_plus_bid", (500, 0), (0, 410)),
    ],
)
def test_capot_in_each_scoring(scoring: str, made: Pair, failed: Pair) -> None:
    options = {"contract_scoring": scoring}
    assert score("contree", (250, 0), None, options, bid=250).by_side == made
    assert score("contree", (152, 10), None, options, bid=250).by_side == failed


# ---- belote-rebelote


def test_belote_is_of_one_hand_as_dealt() -> None:
    belote = find_variant("belote")
    hands = {"N": cards("HK SQ"), "E": cards("HA SK"), "S": cards("HQ"), "W": cards("DK DQ")}
    assert find_belote_side(belote, "H", hands) is None
    assert find_belote_side(belote, "D", hands) == EW
    assert find_belote_side(belote, "D", {"S": cards("DQ C7 DK")}) == NS
    assert find_belote_side(find_variant("valet_de_trefle"), "D", hands) is None
    assert find_belote_side(find_variant("quadrette"), "D", hands) is None


# ---- all fours: what came before the play, and the order of counting

FOUR = find_variant("all_fours")


@pytest.mark.parametrize(
    ("game", "dealer", "jacks", "refused", "points"),
    [
        ("all_fours", "S", 0, False, (3, 1)),
        ("all_fours", "S", 2, False, (3, 3)),
        ("all_fours", "N", 1, True, (4, 2)),
        ("all_fours", "S", 0, True, (4, 1)),
        ("all_fours_4", "E", 1, False, (3, 2)),
        ("all_fours_4", "S", 1, True, (4, 2)),
        ("california_jack", "S", 3, False, (3, 1)),
    ],
)
def test_turned_jacks_and_refusal(game: str, dealer: str, jacks: int, refused: bool, points: Pair) -> None:
    contract = Contract("H", turned_jacks=jacks, refused=refused)
    assert deal_score(find_variant(game), contract, dealer, (3, 1)) == Score(points, Outcome.played)


def test_jacks_without_a_known_dealer_give_no_score() -> None:
    assert deal_score(FOUR, Contract("H", turned_jacks=1), None, (3, 1)) is None
    assert deal_score(FOUR, Contract("H"), None, (3, 1)) == Score((3, 1), Outcome.played)


def test_steps_are_in_the_order_of_counting_and_add_up() -> None:
    result = result_of(FOUR, "S", Tally(card_points=(50, 30), honours=(LOW, HIGH | JACK), penalties=(1, 0)))
    contract = Contract("H", turned_jacks=2, refused=True)
    steps = score_steps(FOUR, contract, "S", result)
    assert steps == (
        ("turned_jacks", 1, 2),
        ("refusal", 0, 1),
        ("penalties", 0, -1),
        ("game", 0, 1),
        ("high", 1, 1),
        ("low", 0, 1),
        ("jack", 1, 1),
    )
    scored = deal_score(FOUR, contract, "S", result.result)
    assert scored is not None
    assert (
        scored.by_side == tuple(sum(s.points for s in steps if s.side == side) for side in (0, 1)) == (2, 4)
    )
    assert score_steps(find_variant("belote"), Contract("H", "N"), "S", result) == ()
