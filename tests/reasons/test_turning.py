"""Lines played out, held against the slow table; and the cards with which things changed hands."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, strategies as st

from solver import DealAnalysis, Position, analyse, solve
from solver.game.tally import number_sides, result_of
from solver.game.verdict import earns_slam, verdict_of
from solver.reasons.course import Course
from solver.rules.variants import VARIANTS, find_variant
from tests.support.budgets import MANY
from tests.support.depth import by_depth
from tests.support.positions import SEEDS, game_of_seed, positions, random_position

pytestmark = pytest.mark.slow


@MANY
@given(positions(), st.integers(0, 2**32))
def test_a_course_is_what_the_table_makes_of_the_line(position: Position, seed: int) -> None:
    rng = Random(seed)
    line = []
    table = position
    while not table.is_over:
        line.append(rng.choice(table.legal_plays()))
        table = table.play(line[-1])
    course = Course(position, line)
    finished = table.tricks[len(position.tricks) :]
    assert [trick.cards for trick in course.tricks] == [trick.plays for trick in finished]
    for trick, real in zip(course.tricks, finished, strict=True):
        assert trick.winner == real.winner(position.rules, position.contract.trump)
        assert trick.taking == real.winning_card(position.rules, position.contract.trump)
        assert trick.seats == real.seats(position.rules)
        assert table.tricks[trick.number] == real
        for card in trick.cards:
            assert course.trick_of[card] is trick
            assert course.side_of[card] == position.rules.side_of(trick.winner)
    assert course.result == result_of(position.rules, position.dealer, table.tally)
    taken_all = [side for side in (0, 1) if table.tally.tricks[1 - side] == 0]
    assert course.slam_side == (taken_all[0] if taken_all else None)


def judged(name: str, seed: int) -> DealAnalysis:
    rules = find_variant(name)
    log = random_position(Random(seed), rules, n_each=rules.cards_each, n_stock=0, n_left=0)
    return analyse(log.to_dict()).deals[0]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", ["belote", "contree", "quadrette", "valet_de_trefle"])
def test_the_contract_turns_where_best_play_says_otherwise_after_a_card(name: str) -> None:
    n_turns = 0
    for seed in range(by_depth(8, 25)):
        deal = judged(name, seed)
        found = {turn.play.index: turn.turn for turn in deal.turning_points if turn.turn.what != "slam"}
        names = deal.position.rules.side_names
        verdicts = [
            verdict_of(deal.position, number_sides(deal.position.rules, solve(position).value or {}))
            for position in deal.positions
        ]
        for index, (one, two) in enumerate(pairwise(verdicts)):
            assert (one is None) == (two is None)
            if one is None or two is None or one == two:
                assert index not in found
                continue
            n_turns += 1
            turn = found[index]
            if name == "quadrette":
                expected = [None if side is None else names[side] for side in (one.side, two.side)]
            else:
                expected = [one.outcome.value, two.outcome.value]
            assert [turn.before, turn.after] == expected
    assert n_turns > by_depth(2, 5)


@pytest.mark.parametrize("name", ["all_fours", "all_fours_4"])
def test_the_four_points_turn_as_the_two_lines_say(name: str) -> None:
    seen = set()
    for seed in range(by_depth(20, 40)):
        deal = judged(name, seed)
        for turning_point in deal.turning_points:
            play, turn = turning_point.play, turning_point.turn
            seen.add(turn.what)
            position = deal.positions[play.index]
            # The line before is that of the better card that is told, of several.
            reason = deal.explanations[play.index].reason
            better = play.before.line[0] if reason is None else reason.better
            told = (better, *solve(position.play(better)).line)
            holders = []
            for line in (told, (play.card, *deal.after(play).line)):
                table = position
                for card in line:
                    table = table.play(card)
                data = result_of(table.rules, table.dealer, table.tally).to_dict(table.rules)
                scorers = [side for side, points in data["game"].items() if points]
                holders.append(data[turn.what] if turn.what != "game" else (scorers or [None])[0])
            assert holders == [turn.before, turn.after]
            assert turn.before != turn.after
    assert seen >= {"low", "jack", "game"}


@given(SEEDS, st.sampled_from((*VARIANTS, "custom")))
def test_only_cards_that_give_something_away_turn_anything(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_each = rng.randint(1, min(4, rules.cards_each))
    deal = analyse(random_position(rng, rules, n_each=n_each, n_left=0).to_dict()).deals[0]
    for turning_point in deal.turning_points:
        assert turning_point.play.chosen.swing
        assert turning_point.turn.before != turning_point.turn.after
        if turning_point.turn.what == "slam":
            assert earns_slam(rules)


def test_a_capot_given_up_is_a_turning_point() -> None:
    log = {
        "variant": "belote",
        "rules": {"short_deals": True},
        "leader": "N",
        "deal": {"N": "A7.-.-.-", "E": "T.8.-.-", "S": "-.A7.-.-", "W": "-.-.87.-"},
        "contract": {"trump": "C", "taker": "N"},
        # The ace first takes both tricks; the seven goes to the ten of E, who then leads a heart to S's ace.
        "plays": ["S7", "ST", "H7", "D7", "H8", "HA", "D8", "SA"],
    }
    data = analyse(log).to_dict()
    assert data["double_dummy"]["value"] == {"NS": 132, "EW": 0}
    assert data["plays"][0]["grade"] == "blunder"
    card = {"index": 0, "trick": 0, "seat": "N", "card": "S7"}
    assert data["turning_points"] == [
        card
        | {"what": "contract", "from": "made", "to": "failed", "says": "After North's S7 the taker fails."},
        card
        | {
            "what": "slam",
            "from": "NS",
            "to": None,
            "says": "After North's S7 nobody has all the tricks any more.",
        },
    ]
