"""Nothing that a hidden puzzle tells before it is solved hangs on a card that its solver cannot know of."""

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from solver import (
    LANGUAGES,
    Card,
    Position,
    PositionError,
    Puzzle,
    PuzzleKind,
    Speech,
    format_card,
    puzzle_data,
)
from solver.cards import NOTATIONS, Notation
from solver.formats.puzzles import puzzle_header, puzzle_line
from solver.knowledge import find_knowledge
from solver.puzzles.form import hidden_id
from solver.report.page import puzzle_sheet
from solver.report.terminal import new_console, puzzle_text
from tests.support.puzzles.hidden_puzzles import made_up, read_hidden, twins

PUZZLES = read_hidden()
by_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=[f"{one.variant}-{one.id}" for one in PUZZLES])


def answered(puzzle: Puzzle, plays: Sequence[Card], notation: Notation = "en") -> Any:
    """What is answered to cards: an attempt, or why they are refused."""
    try:
        return puzzle.try_line(plays, notation).to_dict(notation)
    except PositionError as error:
        return [
            (fault.pointer, str(fault.kind), str(fault.wrong.code), fault.wrong.say("fr"), fault.detail)
            for fault in error.faults
        ]


@by_puzzle
@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_refusal_reads_the_same_for_every_card_out_of_sight(puzzle: Puzzle, notation: Notation) -> None:
    position = puzzle.position
    pool = find_knowledge(position).pool
    said = set()
    for card in pool:
        (fault,) = answered(puzzle, (card,), notation)
        said.add(tuple(text.replace(format_card(card, notation), "…") for text in fault))
        # What may be played is told, and no card of anybody else.
        rest = fault[-1].replace(format_card(card, notation), "", 1)
        assert not any(format_card(other, notation) in rest.split() for other in pool)
    assert len(said) == 1
    ((_, _, code, _, _),) = said
    assert code == "not_held"


@by_puzzle
def test_a_card_in_sight_is_refused_with_what_forbids_it(puzzle: Puzzle) -> None:
    position, knowledge = puzzle.position, find_knowledge(puzzle.position)
    codes = {}
    for card in position.rules.deck:
        if card in knowledge.pool or card in position.legal_plays():
            continue
        ((_, _, code, _, _),) = answered(puzzle, (card,))
        codes[card] = code
    assert all(codes[card] == "played_before" for card in position.plays)
    assert "not_held" not in codes.values()
    for seat, known in knowledge.known.items():
        for card in known:
            if card in position.hands[seat] and seat != position.to_play:
                assert codes[card] == "out_of_turn"


N_TWINS = 8
"""The other deals that each puzzle is told with."""


def as_data(puzzle: Puzzle) -> Iterator[Any]:
    """All that is written of it for programs."""
    for notation in NOTATIONS:
        yield puzzle.to_dict(notation, notation)
        yield puzzle_data(puzzle, notation)
    solution = replace(puzzle.solution, line=(), tempting=None)
    yield puzzle_line(replace(puzzle, solution=solution), is_whole=False)


def as_text(puzzle: Puzzle) -> Iterator[Any]:
    """All that is written of it for people, before the solution."""
    console = new_console()
    for language in LANGUAGES:
        speech = Speech(language, language, symbols=True)
        with console.capture() as text:
            console.print(puzzle_text(puzzle, speech))
        yield text.get()
        yield puzzle_sheet([puzzle], speech).partition('<section class="solutions"')[0]


def as_answers(puzzle: Puzzle) -> Iterator[Any]:
    """What is answered to every card of the deck, and to one after it."""
    deck = puzzle.position.rules.deck
    for card in deck:
        yield answered(puzzle, (card,))
    for card in puzzle.position.legal_plays():
        yield from (answered(puzzle, (card, other)) for other in deck if other != card)


@by_puzzle
@pytest.mark.parametrize("tell", [as_data, as_text, as_answers])
def test_the_same_is_told_whatever_lies_out_of_sight(
    puzzle: Puzzle, tell: Callable[[Puzzle], Iterator[Any]]
) -> None:
    told, n = list(tell(puzzle)), 0
    for twin in twins(puzzle, N_TWINS):
        n += twin.position.hands != puzzle.position.hands
        assert list(tell(twin)) == told
    assert n > 1


@pytest.mark.parametrize(
    ("puzzle_id", "deal"),
    [
        ("hjsnwcjsz7se0srb", "N:- QJ9.-.K8.QT8 - -"),
        ("k5vwzpykjcfdfwts", "N:K4.AT93.A96.9853 - T872.KJ765.-.AKT6 -"),
        ("0" * 16, "N:8.Q82.T.7 - + H9 SJ HK D7 D6"),
    ],
)
def test_a_table_has_a_dash_for_a_hand_out_of_sight(puzzle_id: str, deal: str) -> None:
    puzzle = next(one for one in PUZZLES if one.id == puzzle_id)
    (cells,) = csv.DictReader([puzzle_header(), puzzle_line(puzzle, is_whole=False)])
    assert cells["Deal"] == deal


@pytest.mark.parametrize(
    ("puzzle_id", "won"), [("0yrbdpgf49mcv1mq", {"N": 0, "S": 1}), ("2vyyk80jzv4x1mxq", {"NS": 0, "EW": 1})]
)
def test_points_are_shown_as_won_where_everybody_saw_it(puzzle_id: str, won: dict[str, int]) -> None:
    """A side has taken the ace of trumps; who has won the lowest one hangs on hands out of sight."""
    puzzle = next(one for one in PUZZLES if one.id == puzzle_id)
    (table,) = puzzle_data(puzzle, "en")["answers"]
    assert table["won"] == won


def test_a_belote_that_nobody_can_know_of_is_not_told() -> None:
    """West, out of sight, took the king of trumps and has the queen: with it the contract needs 62."""
    puzzle = next(one for one in PUZZLES if one.id == "vdh93f66xz4kzka0")
    (table,) = puzzle_data(puzzle, "en")["answers"]
    assert puzzle.position.belote_side == 1
    assert "needs" not in table
    opened = replace(puzzle, kind=PuzzleKind.open)
    assert "belote" not in str(puzzle_data(puzzle, "en")["told"])
    assert "belote" in str(puzzle_data(opened, "en")["told"])


def test_an_announced_belote_is_told_and_makes_another_puzzle() -> None:
    plays = ["SQ", "ST", "S9", "SJ", "D8", "DK", "DQ", "S7", "D7", "DJ", "C7", "D9", "CJ", "SA", "CT", "C9"]
    said: dict[str, Any] = {"variant": "contree", "dealer": "E", "leader": "N", "plays": plays}
    said |= {"contract": {"trump": "C", "taker": "S", "bid": 110, "multiplier": 2}}
    own, west = "KQ7.AJ.-.J87", "AT8.QT7.98.-"
    heard = {"N": own, "E": "J.K9.QJ.KQ9", "S": "9.8.AKT7.AT", "W": west}
    silent = {"N": own, "E": "J.K98.QJ.Q9", "S": "9.-.AKT7.AKT", "W": west}
    positions = [Position.from_dict({**said, "deal": deal}) for deal in (heard, silent)]
    told = [made_up(position).to_dict() for position in positions]
    assert [one.get("announced") for one in told] == ["E", None]
    assert told[0]["position"] == told[1]["position"]
    first, second = map(hidden_id, positions)
    assert first != second
