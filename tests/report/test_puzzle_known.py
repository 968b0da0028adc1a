"""What everybody saw and heard is told with a hidden puzzle, wherever it is shown."""

from dataclasses import replace
from itertools import product
from random import Random

from solver import Language, Position, Puzzle, PuzzleKind, Speech, find_variant, puzzle_data
from solver.report import PuzzleReport
from solver.report.terminal import new_console, puzzle_text
from tests.puzzles.test_out_of_sight import PUZZLES, as_text
from tests.support.positions import random_position
from tests.support.puzzles.hidden_puzzles import made_up


def told_of(puzzle_id: str, language: Language = "en") -> list[str]:
    puzzle = next(one for one in PUZZLES if one.id == puzzle_id)
    known: list[str] = puzzle_data(puzzle, language)["told"]["known"]
    text = "".join(as_text(puzzle))
    assert all(one in text for one in known)
    return known


def test_what_everybody_saw_and_heard_is_told() -> None:
    assert told_of("hjsnwcjsz7se0srb") == ["♠A was turned up; West took it."]
    assert told_of("hjsnwcjsz7se0srb", "fr") == ["♠A a été retournée\u00a0; Ouest l’a prise."]
    assert told_of("zjtnhg496c7cb9rx") == ["East has announced king and queen of trumps."]
    assert told_of("8c9jpk4qyey4jp6x") == ["♠7 was turned up; nobody has it."]
    assert told_of("0" * 16) == [
        "South still has ♥9 and ♦7, drawn from the stock.",
        "♦6 lies on top of the stock.",
    ]
    assert not told_of("fngbt4a8080spvr6")


def test_nothing_is_told_beside_an_open_puzzle() -> None:
    for puzzle in PUZZLES:
        opened = replace(puzzle, kind=PuzzleKind.open)
        assert puzzle_data(opened, "en")["told"]["known"] == [], puzzle.id


def test_that_nobody_has_announced_is_told_once_somebody_had_to() -> None:
    """Dealt to two players: in contree that is heard at once, in belote with the first of them."""
    for game, is_played in product(("belote", "contree"), (False, True)):
        rules, rng = find_variant(game), Random(3)
        while True:
            position = random_position(rng, rules, n_each=rules.cards_each, n_left=24)
            trump = position.contract.trump
            has_played = any(card.suit == trump and card.rank in "KQ" for card in position.plays)
            if trump in rules.suits and has_played == is_played and position.belote_side is None:
                break
        told = puzzle_data(made_up(position), "en")["told"]["known"]
        said = "Nobody has announced king and queen of trumps." in told
        assert said == (is_played or game == "contree")


def test_a_card_turned_up_goes_back_where_there_is_a_stock() -> None:
    stocked = next(one for one in PUZZLES if one.id == "0" * 16).position
    trump = stocked.contract.trump
    card = next(card for card in stocked.deal.hands["N"] if card.suit == trump and card.rank != "J")
    contract = replace(stocked.contract, turned_up=card)
    position = Position(stocked.rules, contract, stocked.deal, dealer=stocked.dealer, plays=stocked.plays)
    told, speech = puzzle_data(made_up(position), "en")["told"]["known"], Speech("en", "en", symbols=True)
    assert told[0] == f"{speech.card(card)} was turned up, and went back into the pack."


def test_the_reader_has_the_seat_that_is_to_play() -> None:
    seats = {"N": "North", "E": "East", "S": "South", "W": "West"}
    for puzzle in PUZZLES:
        position = puzzle.position
        if position.declarer is None:
            task = PuzzleReport(puzzle, Speech("en", "en")).task(position)
            assert task.startswith(f"You are {seats[position.to_play or '']},"), puzzle.id


def test_dummy_is_played_by_the_declarer() -> None:
    puzzle = next(one for one in PUZZLES if one.id == "z7xy67t909jtdtf0")
    assert "You are North, and see what they see; dummy is to play." in "".join(as_text(puzzle))


def test_the_head_of_the_costs_says_that_they_are_of_the_score_where_there_is_one() -> None:
    """In bridge, too, where fifty is no number of tricks."""
    for puzzle in PUZZLES:
        assert "given away in the score" in solved(puzzle), puzzle.id
    bridge = next(one for one in PUZZLES if one.variant == "bridge").position.to_dict()
    bare = made_up(Position.from_dict({**bridge, "contract": {"trump": bridge["contract"]["trump"]}}))
    assert "given away  " in solved(bare)


def solved(puzzle: Puzzle) -> str:
    console = new_console()
    with console.capture() as text:
        console.print(puzzle_text(puzzle, Speech("en", "en"), is_solved=True))
    return text.get()
