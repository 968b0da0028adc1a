"""``/v1/puzzles/ID/…``: hints, solutions, tries and votes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Response, jsonify, request

from api.http import LANGUAGE_HEADERS, SHOWN_LANGUAGE_PARAMETER, asked_language, mark_language
from api.monitor import Metrics, key_name, note_game
from api.parts import part
from api.puzzles import (
    OF_HINT,
    OF_SOLUTION,
    TRIES,
    VOTES,
    Bank,
    Ending,
    HintsSchema,
    KeptPuzzle,
    PuzzleTrySchema,
    PuzzleVoteSchema,
    Reader,
    SolvedPuzzleSchema,
    TryRequest,
    VoteRequest,
    VotesSchema,
    popularity_of,
    read_query,
    restored,
    show_hints,
)
from api.schemas import PuzzleAttemptSchema, Resources
from api.settings import Settings
from api.solving import SolvingSlots
from api.views.puzzles import (
    ID_PARAMETER,
    answer_puzzle,
    bank_needed,
    find_puzzle,
    fresh,
    reader_of,
    who_is,
)
from solver import AttemptState, Budget, Limit, Puzzle, parse_card, puzzle_after

tries = Resources(
    "tries", "/v1/puzzles", "Tries at puzzles: hints, solutions, attempts and votes.", is_kept=False
)

ENDINGS = {AttemptState.solved: Ending.solved, AttemptState.wrong: Ending.wrong}
"""The states of an attempt in which it is over."""


@tries.get(
    "/<id>/hint",
    shows=HintsSchema,
    refuses=(400, 404, 422, 503),
    parameters=(ID_PARAMETER, *(one.shown() for one in OF_HINT), SHOWN_LANGUAGE_PARAMETER),
    headers=LANGUAGE_HEADERS,
)
def give_hint(id: str) -> Response:
    """Hints for a decision, as many as asked for: what to look at, what leaves fewer cards, the card"""
    asked = read_query(request.args, OF_HINT)
    with bank_needed() as bank:
        kept = find_puzzle(bank, id)
        bank.note_help(kept, who_is(asked.get("solver")))
    reader = reader_of(asked)
    plays = [parse_card(text, reader.notation) for text in asked.get("plays", ())]
    puzzle = restored(kept)
    if plays:
        with _proving("hint", puzzle) as budget:
            puzzle = puzzle_after(puzzle, plays, reader.notation, budget)
    hints = show_hints(puzzle, reader, asked.get("n", 1))
    return fresh(mark_language(jsonify({"hints": hints}), reader.language))


@tries.get(
    "/<id>/solution",
    shows=SolvedPuzzleSchema,
    refuses=(404, 422, 503),
    parameters=(ID_PARAMETER, *(one.shown() for one in OF_SOLUTION), SHOWN_LANGUAGE_PARAMETER),
    headers=LANGUAGE_HEADERS,
)
def show_solution(id: str) -> Response:
    """A puzzle with its solution: the right cards, what refutes every other one, and all defences"""
    asked = read_query(request.args, OF_SOLUTION)
    with bank_needed() as bank:
        kept = find_puzzle(bank, id)
        bank.note_help(kept, who_is(asked.get("solver")))
    return fresh(answer_puzzle(kept, reader_of(asked), solution=True))


@tries.post(
    "/<id>/attempts",
    asks=PuzzleTrySchema,
    shows=PuzzleAttemptSchema,
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=TRIES,
    parameters=(ID_PARAMETER, SHOWN_LANGUAGE_PARAMETER),
    headers=LANGUAGE_HEADERS,
)
def try_puzzle(asked: TryRequest, id: str) -> Response:
    """Try a puzzle: the whole line so far, which is judged and answered by the most stubborn defence"""
    reader = Reader.of(asked.notation, asked_language(request))
    with bank_needed() as bank:
        kept = find_puzzle(bank, id)
        puzzle = restored(kept)
        with _proving("attempt", puzzle) as budget:
            attempt = puzzle.try_line(asked.plays, reader.notation, budget)
        data = attempt.to_dict(reader.notation, reader.language)
        if attempt.refutation is not None:
            data["refutation"]["text"] = attempt.refutation.say(reader.speech)
        ending = ENDINGS.get(attempt.state)
        data |= {"first": None, "rated": False} if ending is None else _record(bank, kept, asked, ending)
    return fresh(mark_language(jsonify(data), reader.language))


@tries.post(
    "/<id>/votes",
    asks=PuzzleVoteSchema,
    shows=VotesSchema,
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=VOTES,
    parameters=(ID_PARAMETER, SHOWN_LANGUAGE_PARAMETER),
)
def vote_on_puzzle(asked: VoteRequest, id: str) -> Response:
    """Vote for a puzzle or against it; a later vote takes the place of the first"""
    with bank_needed() as bank:
        up, down = bank.vote(find_puzzle(bank, id), who_is(asked.solver), is_up=asked.is_up)
    return fresh(jsonify({"up": up, "down": down, "popularity": popularity_of(up, down)}))


@contextmanager
def _proving(kind: str, puzzle: Puzzle) -> Iterator[Budget]:
    """Take a slot to prove a line of a puzzle, and measure what is spent of the budget; it has no limit."""
    rules, budget = puzzle.position.rules, Budget(Limit())
    note_game(rules)
    with (
        part(SolvingSlots).take() as token,
        part(Metrics).solving(kind, token, rules) as solved,
    ):
        try:
            yield budget
        finally:
            solved.nodes = budget.n_nodes


def _record(bank: Bank, kept: KeptPuzzle, asked: TryRequest, ending: Ending) -> dict[str, Any]:
    """Record a try that is over; return what the answer says of it."""
    settings = part(Settings)
    may_rate = settings.keys == "off" or bool(key_name())
    recorded = bank.record(kept, who_is(asked.solver), ending, may_rate=may_rate)
    ratings = {"puzzle": round(recorded.puzzle.rating)}
    if recorded.solver is not None:
        ratings["solver"] = round(recorded.solver.rating)
    told = {
        "first": recorded.is_first,
        "rated": recorded.is_first and recorded.is_rated,
        "ratings": ratings,
    }
    return told if recorded.moved is None else {**told, "moved": recorded.moved}
