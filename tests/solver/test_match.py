"""Matches: running totals, points held over, and who is first at the target."""

from solver.contract import Contract
from solver.match import MatchDeal, PlayedDeal, match_score
from solver.scoring import Outcome, Pair, Score, Step, deal_score
from solver.variants import find_variant

BELOTE = find_variant("belote")
FOURS = find_variant("all_fours")


def scored(*pairs: Pair) -> list[PlayedDeal]:
    return [PlayedDeal(Score(pair, Outcome.made)) for pair in pairs]


def belote(result: Pair, taker: str = "N") -> PlayedDeal:
    return PlayedDeal(deal_score(BELOTE, Contract("H", taker), "W", result))


def test_totals_run() -> None:
    match = match_score(BELOTE, scored((90, 72), (0, 162), (100, 62)))
    assert [deal.totals for deal in match.deals] == [(90, 72), (90, 234), (190, 296)]
    assert (match.totals, match.winner, match.decided_in) == ((190, 296), None, None)


def test_an_empty_match() -> None:
    assert match_score(BELOTE, []).totals == (0, 0)


def test_held_over_points_go_to_the_winner_of_the_next_deal() -> None:
    match = match_score(BELOTE, [belote((81, 81)), belote((100, 62))])
    assert match.deals == (
        MatchDeal((0, 81), (0, 0), (0, 81)),
        MatchDeal((100, 62), (81, 0), (181, 143)),
    )
    assert match.held_over == 0
    failed = match_score(BELOTE, [belote((81, 81)), belote((60, 102))])
    assert failed.totals == (0, 81 + 162 + 81)


def test_held_over_twice_in_a_row() -> None:
    match = match_score(BELOTE, [belote((81, 81)), belote((81, 81), "E"), belote((82, 80))])
    assert [deal.totals for deal in match.deals] == [(0, 81), (81, 81), (81 + 82 + 162, 81 + 80)]
    assert [deal.received for deal in match.deals] == [(0, 0), (0, 0), (162, 0)]


def test_held_over_points_wait_while_no_one_wins() -> None:
    level = PlayedDeal(Score((91, 91), Outcome.made))
    nothing = PlayedDeal(None)
    match = match_score(BELOTE, [belote((81, 81)), level, nothing])
    assert (match.totals, match.held_over) == ((91, 172), 81)
    assert match_score(BELOTE, [belote((81, 81)), level, nothing, belote((90, 72))]).totals == (262, 244)


def test_the_first_to_the_target_wins() -> None:
    match = match_score(BELOTE, scored((400, 400), (101, 61), (0, 500)))
    assert (match.winner, match.decided_in, match.totals) == (0, 1, (501, 961))


def test_one_point_short_is_not_there() -> None:
    assert match_score(BELOTE, scored((500, 0))).winner is None
    assert match_score(BELOTE, scored((501, 0))).winner == 0
    assert match_score(BELOTE.override({"target": 1001}), scored((501, 0))).winner is None


def test_the_higher_total_wins_when_both_pass() -> None:
    assert match_score(BELOTE, scored((490, 495), (82, 80))).winner == 1
    assert match_score(BELOTE, scored((495, 490), (82, 80))).winner == 0


def test_equal_totals_play_on() -> None:
    match = match_score(BELOTE, scored((490, 500), (90, 80), (80, 82)))
    assert [deal.totals for deal in match.deals][1] == (580, 580)
    assert (match.winner, match.decided_in) == (1, 2)


def test_held_over_points_can_decide() -> None:
    match = match_score(BELOTE, [*scored((400, 400)), belote((81, 81)), belote((82, 80))])
    assert (match.totals, match.winner) == ((563, 561), 0)


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
    assert (match.totals, match.winner, match.decided_in) == ((9, 7), 1, 1)


def test_high_counts_before_low_and_low_before_jack() -> None:
    level = fours([("game", 0, 6), ("high", 1, 6)])
    assert match_score(FOURS, [level, fours([("high", 0, 1), ("low", 1, 1), ("jack", 1, 1)])]).winner == 0
    assert match_score(FOURS, [level, fours([("low", 1, 1), ("jack", 0, 1)])]).winner == 1


def test_what_came_before_the_play_counts_first() -> None:
    level = fours([("game", 0, 6), ("high", 1, 6)])
    assert match_score(FOURS, [level, fours([("turned_jacks", 1, 1), ("game", 0, 1)])]).winner == 1
    assert match_score(FOURS, [level, fours([("turned_jacks", 1, 1), ("refusal", 0, 1)])]).winner == 1
    assert match_score(FOURS, [level, fours([("refusal", 0, 1), ("game", 1, 1)])]).winner == 0


def test_penalties_are_taken_off_first() -> None:
    california = find_variant("california_jack")
    level = fours([("game", 0, 9), ("high", 1, 9)])
    last = fours([("penalties", 0, -1), ("game", 0, 1), ("high", 1, 1), ("low", 0, 1)])
    match = match_score(california, [level, last])
    assert (match.totals, match.winner) == ((10, 10), 1)


def test_a_match_is_written_by_side_name() -> None:
    assert match_score(BELOTE, [belote((81, 81)), belote((420, 62))]).to_dict(BELOTE) == {
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
    assert match_score(find_variant("bridge"), []).to_dict(find_variant("bridge"))["target"] is None
