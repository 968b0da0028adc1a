"""Matches: running totals, points held over, and who is first at the target."""

import pytest

from solver.answer_json import written
from solver.answer_row import BySide
from solver.game.contract import Contract
from solver.game.match import MatchDeal, PlayedDeal, match_score
from solver.game.scoring import Outcome, Score, Step, deal_score, score_steps
from solver.game.tally import HIGH, JACK, LOW, DealResult, Pair
from solver.rules.variants import find_variant

BELOTE = find_variant("belote")
FOURS = find_variant("all_fours")


def scored(*pairs: Pair) -> list[PlayedDeal]:
    return [PlayedDeal(Score(pair, Outcome.made)) for pair in pairs]


def belote(result: Pair, taker: str = "N", belote_side: int | None = None) -> PlayedDeal:
    score = deal_score(BELOTE, Contract("H", taker), "W", result, belote_side)
    return PlayedDeal(score, taker=BELOTE.side_of(taker))


def pair(by_side: BySide) -> tuple[int, ...]:
    return tuple(by_side.values())


def belote_deal(*pairs: Pair) -> MatchDeal:
    return MatchDeal(*map(BELOTE.by_side, pairs))


def test_totals_run() -> None:
    match = match_score(BELOTE, scored((90, 72), (0, 162), (100, 62)))
    assert [pair(deal.totals) for deal in match.deals] == [(90, 72), (90, 234), (190, 296)]
    assert (pair(match.totals), match.winner, match.decided_in) == ((190, 296), None, None)


def test_an_empty_match() -> None:
    assert pair(match_score(BELOTE, []).totals) == (0, 0)


def test_held_over_points_go_to_the_side_that_wins_the_next_contract() -> None:
    match = match_score(BELOTE, [belote((81, 81)), belote((100, 62))])
    assert match.deals == (
        belote_deal((0, 81), (0, 0), (0, 81)),
        belote_deal((100, 62), (81, 0), (181, 143)),
    )
    assert match.held_over == 0
    failed = match_score(BELOTE, [belote((81, 81)), belote((60, 102))])
    assert pair(failed.totals) == (0, 81 + 162 + 81)


def test_held_over_twice_in_a_row() -> None:
    match = match_score(BELOTE, [belote((81, 81)), belote((81, 81), "E"), belote((82, 80))])
    assert [pair(deal.totals) for deal in match.deals] == [(0, 81), (81, 81), (81 + 82 + 162, 81 + 80)]
    assert [pair(deal.received) for deal in match.deals] == [(0, 0), (0, 0), (162, 0)]


def test_the_taker_who_makes_it_gets_what_was_held_over_though_the_others_have_more_points() -> None:
    # 81 : 81, then 62 points and belote are the 82 that N needs, against 100.
    match = match_score(BELOTE, [belote((81, 81)), belote((62, 100), "N", belote_side=0)])
    assert match.deals == (
        belote_deal((0, 81), (0, 0), (0, 81)),
        belote_deal((82, 100), (81, 0), (163, 181)),
    )
    # The same cards with belote on the other side: 62 are not enough, and everything goes to the defenders.
    failed = match_score(BELOTE, [belote((81, 81)), belote((62, 100), "N", belote_side=1)])
    assert failed.deals[1] == belote_deal((0, 162 + 20), (0, 81), (0, 81 + 182 + 81))


def test_the_side_of_another_taker_gets_it_as_well() -> None:
    made = match_score(BELOTE, [belote((81, 81)), belote((70, 92), "E")])
    assert made.deals[1] == belote_deal((70, 92), (0, 81), (70, 254))
    failed = match_score(BELOTE, [belote((81, 81), "E"), belote((90, 72), "W")])
    assert failed.deals == (
        belote_deal((81, 0), (0, 0), (81, 0)),
        belote_deal((162, 0), (81, 0), (324, 0)),
    )


def test_held_over_points_wait_for_a_deal_with_a_score() -> None:
    nothing = PlayedDeal(None, taker=0)
    assert match_score(BELOTE, [belote((81, 81)), nothing]).held_over == 81
    match = match_score(BELOTE, [belote((81, 81)), nothing, belote((90, 72))])
    assert (pair(match.totals), match.held_over) == ((171, 153), 0)


def test_the_first_to_the_target_wins() -> None:
    match = match_score(BELOTE, scored((400, 400), (101, 61), (0, 500)))
    assert (match.winner, match.decided_in, pair(match.totals)) == ("NS", 1, (501, 961))


def test_one_point_short_is_not_there() -> None:
    assert match_score(BELOTE, scored((500, 0))).winner is None
    assert match_score(BELOTE, scored((501, 0))).winner == "NS"
    assert match_score(BELOTE.override({"target": 1001}), scored((501, 0))).winner is None


def test_the_higher_total_wins_when_both_pass() -> None:
    assert match_score(BELOTE, scored((490, 495), (82, 80))).winner == "EW"
    assert match_score(BELOTE, scored((495, 490), (82, 80))).winner == "NS"


def test_equal_totals_play_on() -> None:
    match = match_score(BELOTE, scored((490, 500), (90, 80), (80, 82)))
    assert [pair(deal.totals) for deal in match.deals][1] == (580, 580)
    assert (match.winner, match.decided_in) == ("EW", 2)


def test_both_at_seven_points_of_quadrette_play_on() -> None:
    # Three tricks each are a point to both: 6 : 6 becomes 7 : 7, and the next deal decides.
    quadrette = find_variant("quadrette")

    def deals(*tricks: int) -> list[PlayedDeal]:
        return [PlayedDeal(deal_score(quadrette, Contract("H"), "W", (n, 6 - n))) for n in tricks]

    match = match_score(quadrette, deals(6, 6, 6, 0, 0, 0, 3, 4))
    assert [pair(deal.totals) for deal in match.deals][5:] == [(6, 6), (7, 7), (8, 7)]
    assert (match.winner, match.decided_in) == ("NS", 7)
    assert match_score(quadrette, deals(6, 6, 6, 0, 0, 0, 3)).winner is None


def test_held_over_points_can_decide() -> None:
    match = match_score(BELOTE, [*scored((400, 400)), belote((81, 81)), belote((82, 80))])
    assert (pair(match.totals), match.winner) == ((563, 561), "NS")


def test_no_target_no_winner() -> None:
    assert match_score(find_variant("bridge"), scored((9000, 0))).winner is None
    assert match_score(BELOTE.override({"target": 0}), scored((9000, 0))).winner is None


def fours(steps: list[tuple[str, int, int]]) -> PlayedDeal:
    by_side = tuple(sum(points for _, at, points in steps if at == side) for side in (0, 1))
    return PlayedDeal(Score((by_side[0], by_side[1]), Outcome.played), tuple(Step(*step) for step in steps))


def test_all_fours_count_in_order() -> None:
    level = fours([("game", 0, 6), ("high", 1, 6)])
    last = fours([("game", 1, 1), ("high", 0, 1), ("low", 0, 1), ("jack", 0, 1)])
    match = match_score(FOURS, [level, last])
    assert (pair(match.totals), match.winner, match.decided_in) == ((9, 7), "S", 1)


def test_high_counts_before_low_and_low_before_jack() -> None:
    level = fours([("game", 0, 6), ("high", 1, 6)])
    assert match_score(FOURS, [level, fours([("high", 0, 1), ("low", 1, 1), ("jack", 1, 1)])]).winner == "N"
    assert match_score(FOURS, [level, fours([("low", 1, 1), ("jack", 0, 1)])]).winner == "S"


def test_what_came_before_the_play_counts_first() -> None:
    level = fours([("game", 0, 6), ("high", 1, 6)])
    assert match_score(FOURS, [level, fours([("turned_jacks", 1, 1), ("game", 0, 1)])]).winner == "S"
    assert match_score(FOURS, [level, fours([("turned_jacks", 1, 1), ("refusal", 0, 1)])]).winner == "S"
    assert match_score(FOURS, [level, fours([("refusal", 0, 1), ("game", 1, 1)])]).winner == "N"


@pytest.mark.parametrize(
    ("north", "south", "winner"),
    [
        ("turned_jacks", "refusal", 0),
        ("refusal", "game", 0),
        ("high", "game", 1),
        ("low", "high", 1),
        ("jack", "low", 1),
        ("jack", "turned_jacks", 1),
    ],
)
def test_at_six_all_the_point_that_is_counted_first_wins(north: str, south: str, winner: int) -> None:
    """Each side needs one point and gets one; the steps come as the scoring of the deal has them."""
    level = fours([("game", 0, 6), ("high", 1, 6)])
    sides = {north: 0, south: 1}
    bits = {"high": HIGH, "low": LOW, "jack": JACK}
    none = (0, 0)
    game = (int(sides.get("game") == 0), int(sides.get("game") == 1))
    honours = (bits.get(north, 0), bits.get(south, 0))
    result = DealResult(none, none, none, none, none, honours, game, none, none)
    # Jacks that are turned up are the dealer's, a refusal the other's.
    dealer = "NS"[sides["turned_jacks"] if "turned_jacks" in sides else 1 - sides.get("refusal", 1)]
    contract = Contract("H", turned_jacks=int("turned_jacks" in sides), refused="refusal" in sides)
    steps = score_steps(FOURS, contract, dealer, result)
    assert {(step.name, step.side) for step in steps} == {(north, 0), (south, 1)}
    match = match_score(FOURS, [level, PlayedDeal(None, steps)])
    assert match.winner == FOURS.side_names[winner]


def test_penalties_are_taken_off_first() -> None:
    california = find_variant("california_jack")
    level = fours([("game", 0, 9), ("high", 1, 9)])
    last = fours([("penalties", 0, -1), ("game", 0, 1), ("high", 1, 1), ("low", 0, 1)])
    match = match_score(california, [level, last])
    assert (pair(match.totals), match.winner) == ((10, 10), "S")


def test_a_match_is_written_by_side_name() -> None:
    assert written(match_score(BELOTE, [belote((81, 81)), belote((420, 62))])) == {
        "target": 501,
        "totals": {"NS": 501, "EW": 143},
        "held_over": 0,
        "winner": "NS",
        "decided_in": 1,
        "deals": [
            {"score": {"NS": 0, "EW": 81}, "received": {"NS": 0, "EW": 0}, "totals": {"NS": 0, "EW": 81}},
            {
                "score": {"NS": 420, "EW": 62},
                "received": {"NS": 81, "EW": 0},
                "totals": {"NS": 501, "EW": 143},
            },
        ],
    }
    assert written(match_score(find_variant("bridge"), []))["target"] is None
