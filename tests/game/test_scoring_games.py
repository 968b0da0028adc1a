"""What deals of whist, klaverjas, coinche and bridge are worth: every case reckoned by hand."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from solver.engine.solver import solve
from solver.errors import PositionError, SolverError
from solver.game.contract import Contract
from solver.game.duplicate import Vulnerable
from solver.game.position import Position
from solver.game.scoring import Outcome, Score, deal_score
from solver.game.tally import Pair, final_result
from solver.game.verdict import verdict_of
from solver.rules.variants import find_variant, resolve_variant


def score(game: str, result: Pair, options: Any = None, **contract: Any) -> Score:
    """The score of a deal of ``game`` with hearts as trumps, taken by north, dealt by west."""
    rules = find_variant(game).override(options or {})
    taker = {"taker": "N"} if rules.has_taker else {}
    scored = deal_score(rules, Contract(**{"trump": "H"} | taker | contract), "W", result)
    assert scored is not None
    return scored


@pytest.mark.parametrize(
    ("tricks", "points"),
    [((7, 6), (1, 0)), ((6, 7), (0, 1)), ((9, 4), (3, 0)), ((13, 0), (7, 0)), ((1, 12), (0, 6))],
)
def test_whist_counts_tricks_over_six(tricks: Pair, points: Pair) -> None:
    assert score("whist", tricks) == Score(points, Outcome.played)


@pytest.mark.parametrize("game", ["klaverjas_amsterdam", "klaverjas_rotterdam"])
@pytest.mark.parametrize(
    ("result", "points", "outcome"),
    [
        pytest.param((82, 80), (82, 80), "made", id="more than the other"),
        pytest.param(
            (81, 81), (0, 162), "failed", id="as many as the other is nat: everything to the defenders"
        ),
        pytest.param((80, 82), (0, 162), "failed", id="nat"),
        pytest.param((70 + 20, 92), (0, 182), "failed", id="nat, its own roem goes over too"),
        pytest.param((70 + 40, 92), (110, 92), "made", id="made by roem"),
        pytest.param((100, 62 + 50), (0, 212), "failed", id="nat by the defenders' roem"),
        pytest.param((262, 0), (262, 0), "made", id="pit"),
        pytest.param((262 + 200, 0), (462, 0), "made", id="pit with four jacks"),
        pytest.param((0, 262), (0, 262), "failed", id="pit by the defenders"),
    ],
)
def test_klaverjas(game: str, result: Pair, points: Pair, outcome: str) -> None:
    assert score(game, result) == Score(points, Outcome(outcome))
    assert score(game, result[::-1], taker="E") == Score(points[::-1], Outcome(outcome))


@pytest.mark.parametrize("trump", ["H", "NT", "AT"])
@pytest.mark.parametrize(
    ("result", "bid", "points", "outcome"),
    [
        pytest.param((92, 70), 90, (92 + 90, 70), "made", id="made"),
        pytest.param((92, 70), 100, (0, 260), "failed", id="failed"),
        pytest.param((250, 0), 250, (500, 0), "made", id="capot"),
        pytest.param((162, 0), 250, (0, 410), "failed", id="all points, but not all tricks"),
    ],
)
def test_coinche_scores_every_contract_alike(
    trump: str, result: Pair, bid: int, points: Pair, outcome: str
) -> None:
    assert score("coinche", result, trump=trump, bid=bid) == Score(points, Outcome(outcome))


@pytest.mark.parametrize(
    ("trump", "result", "outcome"),
    [
        pytest.param("NT", (130 + 88, 0), "made", id="no trumps are 130 and all tricks 88"),
        pytest.param("NT", (130, 0), "failed", id="no trumps, a trick of no points lost"),
        pytest.param("AT", (258 + 88, 0), "made", id="all trumps are 258 and all tricks 88"),
        pytest.param("AT", (258, 0), "failed", id="all trumps, more than 250 points, but a trick lost"),
    ],
)
def test_capot_is_all_the_tricks_whatever_they_add_up_to(trump: str, result: Pair, outcome: str) -> None:
    found = score("coinche", result, {"point_table": "raw"}, trump=trump, bid=250)
    assert found.outcome == Outcome(outcome)


# ---- bridge: the contract's score to one side, nothing to the other


@pytest.mark.parametrize(
    ("contract", "result", "points", "outcome"),
    [
        # 4 hearts by north: 120 and the game, 300 or, vulnerable, 500
        pytest.param({"bid": 4}, (10, 3), (420, 0), "made", id="game"),
        pytest.param({"bid": 4, "vulnerable": "NS"}, (10, 3), (620, 0), "made", id="vulnerable game"),
        pytest.param(
            {"bid": 4, "vulnerable": "EW"}, (10, 3), (420, 0), "made", id="only the others vulnerable"
        ),
        pytest.param({"bid": 4, "vulnerable": "both"}, (11, 2), (650, 0), "made", id="an overtrick"),
        pytest.param({"bid": 4}, (9, 4), (0, 50), "failed", id="one down"),
        pytest.param({"bid": 4, "vulnerable": "both"}, (8, 5), (0, 200), "failed", id="two down, vulnerable"),
        pytest.param({"bid": 4, "multiplier": 2}, (8, 5), (0, 300), "failed", id="two down, doubled"),
        pytest.param(
            {"bid": 2, "multiplier": 2}, (9, 4), (570, 0), "made", id="doubled into game, overtrick"
        ),
        pytest.param({"bid": 1, "multiplier": 4}, (7, 6), (520, 0), "made", id="redoubled into game"),
        pytest.param({"bid": 7, "trump": "NT"}, (13, 0), (1520, 0), "made", id="grand slam"),
        pytest.param({"bid": 3, "trump": "NT", "taker": "E"}, (3, 10), (0, 430), "made", id="east declares"),
        pytest.param(
            {"bid": 3, "trump": "NT", "taker": "W", "vulnerable": "EW"},
            (7, 6),
            (300, 0),
            "failed",
            id="west fails",
        ),
    ],
)
def test_bridge(contract: dict[str, Any], result: Pair, points: Pair, outcome: str) -> None:
    vulnerable = Vulnerable(contract.get("vulnerable", "none"))
    found = score("bridge", result, **contract | {"vulnerable": vulnerable})
    assert found == Score(points, Outcome(outcome))


@pytest.mark.parametrize(
    ("contract", "result"),
    [
        pytest.param(Contract("NT", "N"), (9, 4), id="no bid"),
        pytest.param(Contract("NT", bid=3), (9, 4), id="no declarer"),
        pytest.param(Contract("NT", "N", 1), (3, 2), id="an ending"),
    ],
)
def test_bridge_without_a_score(contract: Contract, result: Pair) -> None:
    assert deal_score(find_variant("bridge"), contract, "N", result) is None


def bridge_deal(**stated: Any) -> dict[str, Any]:
    """A request: north has all spades, east all hearts, south all diamonds, west all clubs."""
    suit = "AKQJT98765432"
    deal = f"N:{suit}.-.-.- -.{suit}.-.- -.-.{suit}.- -.-.-.{suit}"
    return {"variant": "bridge", "dealer": "N", "deal": deal, **stated}


def test_the_score_of_a_bridge_position() -> None:
    answer = solve(
        Position.from_dict(
            bridge_deal(contract={"trump": "S", "taker": "N", "bid": 7, "multiplier": 2}, vulnerable="NS")
        )
    )
    # 13 tricks: 420 + 50 for the insult + 500 + 1500
    assert (answer.value, answer.score) == ({"NS": 13, "EW": 0}, {"NS": 2470, "EW": 0})
    assert solve(Position.from_dict(bridge_deal(contract={"trump": "S", "taker": "N"}))).score is None
    failed = solve(Position.from_dict(bridge_deal(contract={"trump": "H", "taker": "S", "level": 1})))
    # 0 tricks of 7
    assert (failed.value, failed.score) == ({"NS": 0, "EW": 13}, {"NS": 0, "EW": 350})


def test_who_is_vulnerable_is_written_and_read_back() -> None:
    body = bridge_deal(contract={"trump": "S", "taker": "N", "bid": 4}, vulnerable="both")
    position = Position.from_dict(body)
    assert position.contract.vulnerable is Vulnerable.both
    assert position.to_dict()["vulnerable"] == "both"
    assert Position.from_dict(position.to_dict()) == position
    assert "vulnerable" not in Position.from_dict(body | {"vulnerable": "none"}).to_dict()


@pytest.mark.parametrize(
    ("body", "pointer", "says"),
    [
        (bridge_deal(contract={"trump": "S", "taker": "N", "bid": 8}), "/contract/bid", "no bid of 8"),
        (bridge_deal(contract={"trump": "S", "taker": "N", "level": 0}), "/contract/level", "no level of 0"),
        (
            bridge_deal(contract={"trump": "S", "taker": "N", "bid": 3, "level": 4}),
            "/contract/level",
            "level is 4, but bid is 3",
        ),
        (
            bridge_deal(contract={"trump": "S", "taker": "N"}, vulnerable="all"),
            "/vulnerable",
            "none, NS, EW or",
        ),
        (
            bridge_deal(contract={"trump": "S", "taker": "N"}, vulnerable=True),
            "/vulnerable",
            "none, NS, EW or",
        ),
        (
            bridge_deal(variant="whist", contract={"trump": "S"}, vulnerable="NS"),
            "/vulnerable",
            "leave it out",
        ),
        (
            bridge_deal(variant="whist", contract={"trump": "S", "level": 4}),
            "/contract/level",
            "whist has no",
        ),
        (bridge_deal(contract={"trump": "AT", "taker": "N"}), "/contract/trump", "not played with trump AT"),
    ],
)
def test_faults_of_bridge_contracts(body: dict[str, Any], pointer: str, says: str) -> None:
    with pytest.raises(SolverError) as refused:
        Position.from_dict(body)
    assert [fault.pointer for fault in refused.value.faults] == [pointer]
    assert says in refused.value.faults[0].detail


def test_a_position_of_another_game_knows_no_vulnerability() -> None:
    position = Position.from_dict(bridge_deal(variant="whist", contract={"trump": "S"}))
    with pytest.raises(PositionError, match="whist knows no vulnerability"):
        Position(position.rules, Contract("S", vulnerable=Vulnerable.NS), position.deal, dealer="N")


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("deck", "cards_each", 12),
        ("score", "bids", [1, 2, 8]),
        ("score", "multipliers", [1, 3]),
        ("", "sides", ["NE", "SW"]),
        ("", "turn", "anticlockwise"),
        ("", "trumps", ["S", "AT"]),
    ],
)
def test_duplicate_scoring_is_for_bridge(section: str, key: str, value: object) -> None:
    data = {"extends": "bridge", "dummy": False}
    data |= {section: {key: value}} if section else {key: value}
    with pytest.raises(SolverError) as refused:
        resolve_variant(data, "")
    pointers = {fault.pointer: fault.detail for fault in refused.value.faults}
    assert "scoring duplicate is for bridge" in pointers["/".join(["", *filter(None, [section]), key])]


def ends(variant: Any, hands: dict[str, list[str]], rng: Random) -> tuple[Position, Outcome]:
    """The end of a deal that is played at random, with a bid of all the tricks, and what becomes of it."""
    contract = {"trump": rng.choice("SHDC"), "taker": rng.choice("NESW"), "bid": 250}
    position = Position.from_dict({**variant, "deal": hands, "dealer": "W", "contract": contract})
    while not position.is_over:
        position = position.play(rng.choice(position.legal_plays()))
    result = final_result(position.rules, position.dealer, position.tally)
    verdict = verdict_of(position, result)
    assert verdict is not None
    scored = deal_score(
        position.rules, position.contract, "W", result, position.belote_side, position.points_in_play
    )
    assert scored is not None
    assert scored.outcome == verdict.outcome
    assert solve(position).score == position.rules.by_side(scored.by_side)
    return position, verdict.outcome


@pytest.mark.parametrize("n_cards", [1, 2, 3])
def test_a_capot_is_made_by_all_the_tricks_of_a_short_deal(n_cards: int) -> None:
    rng, seen = Random(n_cards), Counter[Outcome]()
    for _ in range(60):
        pack = rng.sample([f"{suit}{rank}" for suit in "SHDC" for rank in "AKQJT987"], 4 * n_cards)
        hands = {seat: pack[place::4] for place, seat in enumerate("NESW")}
        position, outcome = ends({"variant": "contree", "rules": {"short_deals": True}}, hands, rng)
        taker = position.rules.side_of(position.contract.taker or "")
        assert outcome == (Outcome.failed if position.tally.tricks[1 - taker] else Outcome.made)
        seen[outcome] += 1
    assert min(seen[Outcome.made], seen[Outcome.failed]) >= 5


def test_a_capot_is_made_by_all_the_tricks_where_cards_are_left_over() -> None:
    six = {"name": "contree_six", "extends": "contree", "deck": {"cards_each": 6}}
    suits = {"N": "S", "E": "H", "S": "D", "W": "C"}
    hands = {seat: [f"{suit}{rank}" for rank in "AKQT98"] for seat, suit in suits.items()}
    asked = {"variant": six, "deal": hands, "dealer": "W"}
    made = Position.from_dict({**asked, "contract": {"trump": "S", "taker": "N", "bid": 250}})
    failed = Position.from_dict({**asked, "contract": {"trump": "H", "taker": "N", "bid": 250}})
    # Trumps count 42 points, each other suit 28, last trick and slam 10 and 88; belote is kept besides.
    assert solve(made).score == {"NS": 42 + 3 * 28 + 10 + 88 + 250 + 20, "EW": 0}
    assert solve(failed).score == {"NS": 0, "EW": 160 + 250 + 20}


def test_a_capot_is_made_by_all_the_tricks_where_cards_are_drawn() -> None:
    # The cards of the stock are played, too.
    game: dict[str, Any] = {
        "name": "drawn",
        "sides": ["N", "S"],
        "deck": {"suits": "SH", "ranks": "AKQJ", "cards_each": 1, "stock": 6},
        "trumps": ["S"],
        "result": {"objective": "card_points"},
        "points": {"standard": {"plain": {"A": 10, "K": 4, "J": 2}, "trump": {"A": 10, "K": 4, "J": 2}}},
        "bonus": {"slam": 1},
        "score": {"scoring": "bid", "bids": [250], "failed_points": 160},
    }
    rng, seen = Random(4), Counter[Outcome]()
    pack = [f"{suit}{rank}" for suit in "SH" for rank in "AKQJ"]
    for _ in range(200):
        rng.shuffle(pack)
        n_stock = rng.choice([2, 4, 6])
        rules = {**game, "deck": {**game["deck"], "stock": n_stock}}
        position = Position.from_dict(
            {
                "variant": rules,
                "deal": {"N": pack[:1], "S": pack[1:2]},
                "stock": pack[2 : 2 + n_stock],
                "dealer": "S",
                "contract": {"trump": "S", "taker": "N", "bid": 250},
            }
        )
        while not position.is_over:
            position = position.play(rng.choice(position.legal_plays()))
        scored = position.score(final_result(position.rules, position.dealer, position.tally))
        assert scored is not None
        assert scored.outcome == (Outcome.failed if position.tally.tricks[1] else Outcome.made)
        assert solve(position).score == position.rules.by_side(scored.by_side)
        seen[scored.outcome] += 1
    assert min(seen[Outcome.made], seen[Outcome.failed]) >= 5
