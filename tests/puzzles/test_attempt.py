"""Attempts at puzzles: right and wrong cards, every defence, and lines that are none."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver import (
    LANGUAGES,
    Card,
    Position,
    PositionError,
    SolverError,
    Speech,
    format_card,
    parse_card,
    try_line,
)
from solver.answer_row import BySide
from solver.engine import NO_LIMIT, Budget
from solver.fault_codes import Code
from solver.puzzles import AttemptState, GoalKind, Puzzle
from solver.puzzles.read import read_puzzle
from solver.puzzles.study import Study
from solver.puzzles.tree import Decision, End
from tests.puzzles.test_proof import puzzles_of_seed
from tests.support.positions import GAMES
from tests.support.puzzles.puzzle_checks import NaiveReader

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_main_line_solves_a_puzzle(game: str) -> None:
    for puzzle in puzzles_of_seed(1, game):
        plays: list[Card] = []
        left = puzzle.length
        attempt = puzzle.try_line(())
        assert (attempt.state, attempt.left, attempt.reply) == (AttemptState.right, left, ())
        while attempt.state == AttemptState.right:
            plays += attempt.reply
            plays.append(puzzle.solution.line[len(plays)])
            attempt = puzzle.try_line(plays)
            left -= 1
            assert attempt.left == left
        assert attempt.state == AttemptState.solved
        assert tuple(plays) == puzzle.solution.line


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_card_is_refuted(game: str) -> None:
    for puzzle in puzzles_of_seed(2, game):
        for wrong in puzzle.solution.wrong:
            for card in wrong.cards:
                attempt = puzzle.try_line((card,))
                assert attempt.state == AttemptState.wrong
                assert attempt.refutation is not None
                assert attempt.refutation.card == card
                assert attempt.refutation.value == wrong.value
                # The reply can be played, and what follows, to the end of the deal.
                position = puzzle.position.play(card)
                for played in attempt.refutation.line or ():
                    position = position.play(played)
                assert position.is_over
                # What is played now goes as far as the card that refutes it, or to the solver's next choice.
                now = attempt.reply
                assert now == (attempt.refutation.line or ())[: len(now)]
                if wrong.reply is None:
                    assert now == ()
                elif now[-1:] != (wrong.reply,):
                    position = puzzle.position.play(card)
                    for played in now:
                        position = position.play(played)
                    assert position.side_to_play == puzzle.position.side_to_play


def test_of_a_card_that_no_reply_refutes_nothing_is_said_that_a_bad_defence_belies() -> None:
    """In other lines the goal may be reached after such a card, by cards that the defenders need not play."""
    for puzzle in (one for seed in range(20) for one in puzzles_of_seed(seed, "belote")):
        reader = NaiveReader(puzzle.to_dict(shown=True))
        for wrong in puzzle.solution.wrong:
            after = puzzle.position.play(wrong.cards[0])
            if wrong.reply is None and can_end_with_the_goal(reader, after):
                refutation = puzzle.try_line(wrong.cards[:1]).refutation
                assert refutation is not None
                said = [refutation.say(Speech(language)) for language in LANGUAGES]
                assert said == [
                    f"{wrong.cards[0]} misses the goal: after it even best play is not enough.",
                    f"{wrong.cards[0]} manque le but\u00a0: même le meilleur jeu n’y suffit plus ensuite.",
                ]
                return
    raise AssertionError


def can_end_with_the_goal(reader: NaiveReader, position: Position) -> bool:
    """True if the goal is reached in some line, whatever the other side might do better."""
    if position.is_over:
        return reader.is_reached(position)
    return any(can_end_with_the_goal(reader, position.play(card)) for card in position.legal_plays())


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_equal_cards_are_answered_as_if_each_were_proved_for_itself(game: str) -> None:
    for puzzle in (one for seed in (3, 4) for one in puzzles_of_seed(seed, game)):
        rng = Random(puzzle.id)
        study = Study(puzzle.position, puzzle.goal, Budget(NO_LIMIT))
        position, plays = puzzle.position, list[Card]()
        while not isinstance(study.node(position), End):
            classes = study.classes(position)
            for wrong in classes if study.is_own(position) else ():
                if not wrong.is_right:
                    check_refuted(puzzle, plays, position, wrong.cards[-1], wrong.value)
            right = next((one for one in classes if one.is_right), classes[0])
            chosen = right if study.is_own(position) else rng.choice(classes)
            card = chosen.cards[-1]
            plays.append(card)
            position = position.play(card)
            attempt = puzzle.try_line(plays)
            node = study.node(position)
            assert attempt.left == node.n_left
            assert attempt.state == (AttemptState.right if attempt.left else AttemptState.solved)
            assert attempt.end == (node.why if isinstance(node, End) else None)
            after = position
            for reply in attempt.reply:
                after = after.play(reply)
            assert isinstance(study.node(after), Decision if attempt.left else End)


def check_refuted(puzzle: Puzzle, plays: list[Card], position: Position, card: Card, value: BySide) -> None:
    """A wrong card after some others is refuted by cards that can be played, and comes to its value."""
    refutation = puzzle.try_line([*plays, card]).refutation
    assert refutation is not None
    assert (refutation.card, refutation.value) == (card, value)
    after = position.play(card)
    for played in refutation.line or ():
        after = after.play(played)
    assert after.is_over
    assert refutation.reply is None or refutation.reply in (refutation.line or ())


def broad_puzzle() -> Puzzle:
    """A puzzle of which half of all positions that may be solved lie behind one of two equal cards."""
    hands = {"N": "8.AQ8.K87.A", "E": "QJT9.KT9.-.7", "S": "7.7.AJ.QT98", "W": "AK.J.QT9.KJ"}
    contract = {"trump": "H", "taker": "N"}
    deal = {"variant": "belote", "dealer": "W", "leader": "N", "deal": hands, "contract": contract}
    goal = {"side": "NS", "kind": "points", "at_least": 60}
    return Puzzle.from_dict({"position": deal, "goal": goal})


def test_an_equal_card_opens_nothing_that_the_proof_has_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = broad_puzzle()
    assert [str(card) for card in puzzle.solution.right] == ["D8", "D7"]
    monkeypatch.setattr("solver.puzzles.study.MOST_POSITIONS", puzzle.n_solves)
    first, other = (puzzle.try_line([card]) for card in puzzle.solution.right)
    assert first == other


def test_a_puzzle_that_is_too_broad_to_be_followed_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = long_puzzle()
    monkeypatch.setattr("solver.puzzles.attempt.PROOF_NODES", 1)
    with pytest.raises(PositionError) as error:
        puzzle.try_line(puzzle.solution.right[:1])
    assert str(error.value) == "this puzzle has more defences than can be proved"


def long_puzzle() -> Puzzle:
    return next(one for seed in range(20) for one in puzzles_of_seed(seed, "belote") if one.length > 1)


def test_any_defence_may_be_tried() -> None:
    puzzle = long_puzzle()
    right = puzzle.solution.right[0]
    after = puzzle.position.play(right)
    states = {puzzle.try_line((right, card)).state for card in after.legal_plays()}
    assert states <= {AttemptState.right, AttemptState.solved}
    assert AttemptState.right in states


def test_a_card_that_may_not_be_played_is_named_with_the_rule() -> None:
    puzzle = long_puzzle()
    cards = [card for hand in puzzle.position.hands.values() for card in hand]
    illegal = next(card for card in cards if card not in puzzle.position.legal_plays())
    with pytest.raises(PositionError) as error:
        puzzle.try_line((illegal,))
    assert [fault.pointer for fault in error.value.faults] == ["/plays/0"]
    assert str(illegal) in str(error.value)


def test_nothing_is_played_after_the_end() -> None:
    puzzle = long_puzzle()
    wrong = puzzle.solution.wrong[0]
    for plays in ((wrong.cards[0], wrong.line[0]), (*puzzle.solution.line, *_rest(puzzle))):
        with pytest.raises(PositionError) as error:
            puzzle.try_line(plays)
        assert error.value.faults[0].code == Code.deal_over
        assert error.value.faults[0].pointer.startswith("/plays/")
        # The card is written in the letters that are asked for.
        with pytest.raises(PositionError) as error:
            puzzle.try_line(plays, "fr")
        named = plays[0] if plays[0] == wrong.cards[0] else plays[-1]
        assert f" {format_card(named, 'fr')} " in error.value.faults[0].detail


def _rest(puzzle: Puzzle) -> tuple[Card, ...]:
    position = puzzle.position
    for card in puzzle.solution.line:
        position = position.play(card)
    return (position.legal_plays()[0],) if not position.is_over else (parse_card("SA"),)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_read_as_it_was_written(game: str) -> None:
    for puzzle in puzzles_of_seed(0, game):
        assert Puzzle.from_dict(puzzle.to_dict()).to_dict(shown=True) == puzzle.to_dict(shown=True)
        assert Puzzle.from_dict(puzzle.to_dict("fr", shown=True)) == puzzle


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"kind": "shut"}, "/kind"),
        ({"source": "book"}, "/source"),
        ({"goal": {"side": "XY", "kind": "points", "at_least": 82}}, "/goal/side"),
        ({"goal": {"side": "NS", "kind": "win", "at_least": 82}}, "/goal/kind"),
    ],
)
def test_a_word_of_a_puzzle_that_is_not_known_can_be_read(change: dict[str, Any], pointer: str) -> None:
    with pytest.raises(PositionError) as error:
        Puzzle.from_dict(long_puzzle().to_dict() | change)
    assert [(fault.pointer, fault.code) for fault in error.value.faults] == [(pointer, "wrong_word")]


def test_a_side_may_have_its_french_letters() -> None:
    told = long_puzzle().to_dict()
    english, french = (
        read_puzzle(told | {"goal": {"side": side, "kind": "points", "at_least": 82}}).goal
        for side in ("EW", "EO")
    )
    assert english == french


def test_faults_of_a_puzzle_come_together() -> None:
    told = long_puzzle().to_dict()
    broken = told | {
        "position": told["position"] | {"leader": "X"},
        "rating": "high",
        "themes": "squeeze",
        "source": "book",
        "tempting": "ZZ",
    }
    with pytest.raises(SolverError) as error:
        Puzzle.from_dict(broken)
    pointers = {fault.pointer for fault in error.value.faults}
    assert pointers == {"/position/leader", "/rating", "/themes", "/source", "/tempting"}
    for goal in (
        {"side": "XY", "kind": "win", "at_least": "82"},
        "win",
        {},
        {"side": "NS", "kind": "points"},
    ):
        with pytest.raises(SolverError):
            Puzzle.from_dict(told | {"goal": goal})
    with pytest.raises(SolverError) as error:
        Puzzle.from_dict([])
    assert error.value.faults[0].say("en").startswith("a puzzle is a list; it must be an object, as {")
    assert error.value.faults[0].say("fr").startswith("un problème vaut une liste")


@pytest.mark.parametrize("game", ["contree", "auctions/belote", "bridge"])
def test_a_game_is_told_to_be_one(game: str) -> None:
    log = json.loads((SAMPLES / f"{game}.json").read_text(encoding="utf-8"))
    for body in (log, {"variant": log["variant"], "deals": [log]}):
        with pytest.raises(SolverError) as error:
            Puzzle.from_dict(body)
        assert [str(fault) for fault in error.value.faults] == [
            "this is a game or a position, not a puzzle, which has a position and a goal, as "
            '{"position": {…}, "goal": {"side": "NS", "kind": "points", "at_least": 82}}'
        ]


def test_a_goal_that_makes_no_puzzle_is_refused() -> None:
    told = long_puzzle().to_dict()
    for least in (0, 300):
        goal = told["goal"] | {"kind": "points", "at_least": least}
        with pytest.raises(SolverError) as error:
            Puzzle.from_dict(told | {"goal": goal})
        assert error.value.faults[0].code == Code.no_puzzle


def test_a_goal_that_is_out_of_reach_is_no_puzzle() -> None:
    [puzzle, *_] = puzzles_of_seed(1, "whist")
    assert puzzle.goal.kind == GoalKind.tricks
    far = replace(puzzle.goal, at_least=14)
    with pytest.raises(ValueError, match="the goal is out of reach"):
        try_line(puzzle.position, far, ())
