"""Grades by hand-made cases, the sums of a player and a side, and what holds of every graded log."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

from solver import Position, analyse, find_variant, resolve_variant, solve
from solver.analysis import DealAnalysis, Grade
from solver.analysis.grades import JUDGED, grade_card
from solver.analysis.summary import MIN_CHOICES
from solver.engine.answer import Bounds, CardValue
from solver.game.duplicate import BridgeScoring
from solver.game.scoring import Outcome, deal_score
from solver.game.tally import number_sides
from solver.game.verdict import Verdict, verdict_of
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS
from solver.rules.words import Scoring
from tests.support.positions import SEEDS, game_of_seed, random_position

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
GAMES = tuple(name for name in VARIANTS if name not in ("california_jack", "whist", "bridge"))


def position_of(variant: str, **contract: Any) -> Position:
    """Some position of the game at the start of a deal, N to play, under that contract."""
    rules = find_variant(variant)
    rng = Random(1)
    position = random_position(rng, rules, n_each=rules.cards_each, n_stock=rules.stock)
    dealer = "W" if "W" in rules.players else "S"
    stated = {"leader": "N", "dealer": dealer, "contract": {"trump": "H", **contract}, "plays": []}
    made = Position.from_dict(position.to_dict() | stated)
    assert made.belote_side is None
    return made


def values(position: Position, *results: tuple[int, int]) -> list[CardValue]:
    """Cards that come to these results for the side to play, best first, scored as the solver does."""
    rules, own = position.rules, position.side_to_play
    assert own is not None
    made = []
    scores = [
        deal_score(rules, position.contract, position.dealer, result, position.belote_side)
        for result in results
    ]
    for card, result, score in zip(position.legal_plays(), results, scores, strict=False):
        sign = 1 if own == 0 else -1
        lead = sign * (result[0] - result[1])
        best_lead = sign * (results[0][0] - results[0][1])
        score_swing = None
        if score is not None and scores[0] is not None:
            score_swing = sign * (
                scores[0].by_side[0] - scores[0].by_side[1] - score.by_side[0] + score.by_side[1]
            )
        made.append(
            CardValue(
                card=card,
                bounds=Bounds(lead, lead),
                equals=(),
                value=dict(zip(rules.side_names, result, strict=True)),
                score=None if score is None else score.to_dict(rules),
                swing=best_lead - lead,
                loss=results[0][own] - result[own],
                score_swing=score_swing,
            )
        )
    return made


@pytest.mark.parametrize(
    ("variant", "contract", "best", "chosen", "grade"),
    [
        # Belote, N to play, N takes: 82 points make the contract.
        ("belote", {"taker": "N"}, (82, 80), (80, 82), Grade.blunder),  # two points, and the contract
        ("belote", {"taker": "N"}, (82, 80), (81, 81), Grade.blunder),  # made, now litige
        ("belote", {"taker": "N"}, (81, 81), (80, 82), Grade.blunder),  # litige, now failed
        ("belote", {"taker": "N"}, (110, 52), (109, 53), Grade.good),
        ("belote", {"taker": "N"}, (110, 52), (107, 55), Grade.inaccuracy),
        ("belote", {"taker": "N"}, (110, 52), (100, 62), Grade.mistake),
        ("belote", {"taker": "N"}, (110, 52), (85, 77), Grade.blunder),
        ("belote", {"taker": "N"}, (70, 92), (50, 112), Grade.inaccuracy),  # lost before, lost after
        ("belote", {"taker": "N"}, (70, 92), (10, 152), Grade.inaccuracy),
        ("belote", {"taker": "N"}, (70, 92), (68, 94), Grade.good),
        ("belote", {"taker": "E"}, (82, 80), (80, 82), Grade.blunder),  # lets the contract through
        ("belote", {"taker": "E"}, (120, 42), (100, 62), Grade.inaccuracy),  # it fails all the same
        ("belote", {"taker": "N"}, (252, 0), (152, 10), Grade.blunder),  # the capot
        ("belote", {}, (110, 52), (100, 62), Grade.mistake),  # no taker, no score
        # Belote contree: the bid decides.
        ("contree", {"taker": "N", "bid": 100}, (100, 62), (99, 63), Grade.blunder),
        ("contree", {"taker": "N", "bid": 80}, (100, 62), (99, 63), Grade.good),
        ("contree", {"taker": "N", "bid": 120}, (100, 62), (60, 102), Grade.inaccuracy),
        ("contree", {"taker": "E", "bid": 80}, (90, 72), (80, 82), Grade.blunder),
        # Quadrette: 3 tricks each are a point each, six tricks are two.
        ("quadrette", {}, (4, 2), (3, 3), Grade.blunder),
        ("quadrette", {}, (3, 3), (2, 4), Grade.blunder),
        ("quadrette", {}, (5, 1), (4, 2), Grade.inaccuracy),
        ("quadrette", {}, (6, 0), (5, 1), Grade.mistake),
        ("quadrette", {}, (2, 4), (1, 5), Grade.inaccuracy),
        # All fours: each of the four points for itself.
        ("all_fours", {}, (3, 1), (2, 2), Grade.mistake),
        ("all_fours", {}, (1, 3), (0, 4), Grade.mistake),
        ("all_fours", {}, (3, 1), (1, 3), Grade.blunder),
        # Bridge, tricks only.
        ("bridge", {"taker": "W"}, (9, 4), (8, 5), Grade.mistake),
        ("bridge", {"taker": "W"}, (9, 4), (7, 6), Grade.blunder),
    ],
)
def test_a_card_is_graded_by_its_swing_the_score_and_the_contract(
    variant: str,
    contract: dict[str, Any],
    best: tuple[int, int],
    chosen: tuple[int, int],
    grade: Grade,
) -> None:
    position = position_of(variant, **contract)
    played = values(position, best, chosen)
    assert grade_card(position, played, played[0]) == Grade.best
    assert grade_card(position, played, played[1]) == grade
    assert grade_card(position, played[1:], played[1]) == Grade.forced


def test_california_jack_counts_a_lost_point_as_an_inaccuracy() -> None:
    position = position_of("california_jack")
    played = values(position, (2, 1), (1, 1))
    assert grade_card(position, played, played[1]) == Grade.inaccuracy


def test_a_card_that_is_not_proved_has_no_grade() -> None:
    position = position_of("belote", taker="N")
    unproved = [CardValue(card=card, bounds=Bounds(-162, 162), equals=()) for card in position.legal_plays()]
    assert grade_card(position, unproved, unproved[0]) is None


def test_the_numbers_are_the_games_own() -> None:
    strict = resolve_variant(
        {"extends": "belote", "name": "strict", "grades": {"inaccuracy": 1, "mistake": 2, "blunder": 3}}
    )
    position = Position.from_dict(position_of("belote", taker="N").to_dict() | {"variant": strict.to_dict()})
    played = values(position, (110, 52), (109, 53), (108, 54))
    assert [grade_card(position, played, card) for card in played] == [
        Grade.best,
        Grade.mistake,
        Grade.blunder,
    ]


def test_verdicts_in_words() -> None:
    taken = position_of("belote", taker="E")
    assert verdict_of(taken, (82, 80)) == Verdict(Outcome.failed, 0)
    assert verdict_of(taken, (80, 82)) == Verdict(Outcome.made, 1)
    assert verdict_of(taken, (81, 81)) == Verdict(Outcome.litige, None)
    assert verdict_of(position_of("belote"), (82, 80)) is None
    tricks = position_of("quadrette")
    assert verdict_of(tricks, (3, 3)) == Verdict(Outcome.played, None)
    assert verdict_of(tricks, (2, 4)) == Verdict(Outcome.played, 1)
    assert verdict_of(position_of("all_fours"), (3, 1)) is None


@pytest.mark.by_day(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_the_sums_of_a_log_are_those_of_its_plays(name: str, seed: int) -> None:
    rules = find_variant(name)
    log = random_position(Random(seed), rules, n_each=rules.cards_each, n_left=0)
    data = analyse(log.to_dict()).to_dict()
    for owner, summary in (data["players"] | data["sides"]).items():
        own = [play for play in data["plays"] if play["seat"] in owner and not play["forced"]]
        assert summary["decisions"] == len(own)
        assert summary["grades"] == {
            grade.value: sum(play["grade"] == grade.value for play in own) for grade in JUDGED
        }
        assert summary["swing"] == sum(play["swing"] for play in own)
        assert summary["loss"] == sum(play["loss"] for play in own)
        scored = [play["score_swing"] for play in own if "score_swing" in play]
        assert summary.get("score_swing", 0) == sum(max(lost, 0) for lost in scored)
        assert summary["accuracy"] is None or summary["decisions"] >= MIN_CHOICES
    assert all(play["grade"] == "forced" for play in data["plays"] if play["forced"])
    assert all(
        (play["grade"] == "best") == (play["swing"] == 0) for play in data["plays"] if not play["forced"]
    )


def small_deal(seed: int, game: str) -> DealAnalysis:
    """A short deal of random plays, judged."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_each = rng.randint(1, min(4, rules.cards_each))
    return analyse(random_position(rng, rules, n_each=n_each, n_left=0).to_dict()).deals[0]


@given(SEEDS, st.sampled_from((*VARIANTS, "custom")))
@example(1, "klaverjas_amsterdam")  # a mistake: the score is worse, and no contract turns
@example(44, "coinche")  # good, and likewise
@example(9, "belote")  # a blunder, and likewise
def test_the_rule_of_the_grades_holds_in_every_log(seed: int, game: str) -> None:
    deal = small_deal(seed, game)
    for play, position in zip(deal.plays, deal.positions, strict=False):
        rules = position.rules
        swing, grade = play.chosen.swing, play.grade
        assert swing is not None
        assert grade is not None
        if grade in (Grade.forced, Grade.best):
            assert swing == 0
            continue
        assert swing > 0
        before, after = (_verdict(position, solve(one).value) for one in (position, position.play(play.card)))
        own = rules.side_of(play.seat)
        turned = before is not None and after is not None and _worse(before, after, own)
        if turned and not rules.has_combinations:
            assert grade == Grade.blunder
        elif play.chosen.score_swing is not None and play.chosen.score_swing <= 0:
            assert grade in (Grade.good, Grade.inaccuracy)
        elif not turned:
            assert (grade == Grade.good) == (swing < rules.inaccuracy)
            assert (grade == Grade.blunder) == (swing >= rules.blunder)


def _verdict(position: Position, value: Any) -> Verdict | None:
    return verdict_of(position, number_sides(position.rules, value))


def _worse(before: Verdict, after: Verdict, own: int) -> bool:
    standing = [{own: 1, None: 0}.get(verdict.side, -1) for verdict in (before, after)]
    return standing[1] < standing[0]


def test_every_game_has_grades_that_grow_worse() -> None:
    for name in VARIANTS:
        rules: Rules = find_variant(name)
        assert 0 < rules.inaccuracy <= rules.mistake <= rules.blunder
        assert rules.stake >= 0
        assert [word["path"] for word in rules.words() if word["path"].startswith("grades.")] == [
            "grades.inaccuracy",
            "grades.mistake",
            "grades.blunder",
            *(["grades.stake"] if rules.scoring != Scoring.four_points else []),
        ]


OVERTRICK = ((10, 3), (9, 4))
"""Tricks of the declarer's side and the other, with the best card and with the one played, at two spades."""


@pytest.mark.parametrize(
    ("contract", "results", "grades"),
    [
        # The results, and the grades at matchpoints, IMPs and rubber bridge.
        ({"trump": "S", "bid": 2}, OVERTRICK, (Grade.mistake, Grade.good, Grade.good)),  # 30 points
        ({"trump": "S", "bid": 2}, ((10, 3), (8, 5)), (Grade.blunder, Grade.inaccuracy, Grade.inaccuracy)),
        (
            {"trump": "S", "bid": 2, "multiplier": 2},
            OVERTRICK,
            (Grade.mistake, Grade.mistake, Grade.inaccuracy),
        ),
        ({"trump": "C", "bid": 1}, ((7, 6), (6, 7)), (Grade.blunder, Grade.mistake, Grade.mistake)),  # 120
        ({"trump": "NT", "bid": 3}, ((9, 4), (8, 5)), (Grade.blunder, Grade.blunder, Grade.blunder)),  # 450
        ({"trump": "NT", "bid": 3}, ((8, 5), (7, 6)), (Grade.mistake, Grade.inaccuracy, Grade.inaccuracy)),
    ],
)
def test_bridge_is_graded_by_its_scoring(
    contract: dict[str, Any], results: tuple[tuple[int, int], ...], grades: tuple[Grade, ...]
) -> None:
    position = Position.from_dict(
        position_of("bridge", taker="S", **contract).to_dict() | {"vulnerable": "none"}
    )
    played = values(position, *results)
    found = tuple(grade_card(position, played, played[1], scoring) for scoring in BridgeScoring)
    assert found == grades
    assert grade_card(position, played, played[0], BridgeScoring.imps) == Grade.best


def test_without_a_score_bridge_is_graded_by_its_tricks() -> None:
    position = position_of("bridge", taker="S", trump="S")
    played = values(position, *OVERTRICK)
    assert played[1].score_swing is None
    assert {grade_card(position, played, played[1], scoring) for scoring in BridgeScoring} == {Grade.mistake}


def test_an_analysis_at_imps_counts_them() -> None:
    log = json.loads((SAMPLES / "bridge.json").read_text())
    usual, in_imps = analyse(log), analyse(log, scoring=BridgeScoring.imps)
    first = next(play for play in in_imps.plays if play.chosen.swing)
    assert (first.chosen.score_swing, first.imps, first.grade) == (30, 1, Grade.good)
    assert usual.plays[first.index].grade == Grade.mistake
    data = in_imps.to_dict()
    assert data["scoring"] == "imps"
    assert data["players"]["E"]["imps"] == sum(
        play["imps"] for play in data["plays"] if play.get("played_by") == "E"
    )
    assert usual.to_dict()["scoring"] == "matchpoints"
    assert not any("imps" in play for play in usual.to_dict()["plays"])
    belote = analyse(json.loads((SAMPLES / "belote.json").read_text()), scoring=BridgeScoring.imps)
    assert "scoring" not in belote.to_dict()
    assert not any("imps" in play for play in belote.to_dict()["plays"])


def test_dummys_cards_are_the_declarers() -> None:
    log = json.loads((SAMPLES / "bridge.json").read_text())
    analysis = analyse(log)
    data = analysis.to_dict()
    by_hand = {play["seat"]: play.get("played_by") for play in data["plays"]}
    assert by_hand == {"N": None, "E": "E", "S": None, "W": "E"}
    assert [seat for seat, summary in data["players"].items() if not summary["decisions"]] == ["W"]
    chosen = [play for play in data["plays"] if play["seat"] in "EW" and not play["forced"]]
    assert data["players"]["E"]["decisions"] == data["sides"]["EW"]["decisions"] == len(chosen)
    assert data["players"]["E"]["swing"] == sum(play["swing"] for play in chosen) > 0
    assert all(turn.get("played_by") == by_hand[turn["seat"]] for turn in data["turning_points"])
    assert data["turning_points"][0]["says"] == "After dummy's S9 the contract fails."
    assert data["plays"][8 * 4 - 4]["explanation"].startswith("Dummy led S9")


def test_a_game_without_a_dummy_names_no_declarer() -> None:
    for game in ("whist", "belote"):
        data = analyse(json.loads((SAMPLES / f"{game}.json").read_text())).to_dict()
        assert not any("played_by" in play for play in data["plays"])
        assert all(summary["decisions"] for summary in data["players"].values())


def test_grades_are_in_order_from_the_best_to_the_worst() -> None:
    grades = list(Grade)
    assert sorted(Random(3).sample(grades, len(grades))) == grades
    assert max(grades) is Grade.blunder
    for place, grade in enumerate(grades):
        assert [grade >= other for other in grades] == [place >= n for n in range(len(grades))]
        assert [grade < other for other in grades] == [place < n for n in range(len(grades))]
    with pytest.raises(TypeError):
        assert Grade.best < 3
