"""Searches for puzzles as jobs: cut into parts, each of them found by itself, and kept when it is written."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from api.puzzles.adding import add_puzzles
from api.puzzles.kept import NewPuzzle
from api.settings import Settings
from api.solving import Measure, Solved
from solver import (
    CancelToken,
    Code,
    Fault,
    PuzzleSource,
    PuzzleSpec,
    SolverError,
    engine_version,
    find_puzzles,
    restore_puzzle,
)
from solver.answer_json import written
from solver.errors import wrong
from solver.json_text import MAX_INTEGER
from solver.sentences import phrase

PART = 10
"""The puzzles of one part of a search in random deals."""
SHARED = "search"
"""The option of a job under which it keeps a search: what all its parts share."""
MOST_IN_PART = 100
"""The most puzzles that a part may look for."""


def parts_of(asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the parts of a search: what each has besides all that they share, or in its place.

    The job keeps once what they share, however long it is.  In random deals each part looks for `PART`
    puzzles, the first one with the seed of the search and the others with those that follow.  Logs and
    positions are gone through in one part.
    """
    spec = PuzzleSpec.from_dict(asked)
    if spec.source != PuzzleSource.random:
        yield {"count": min(spec.count, MOST_IN_PART)}
        return
    for number, start in enumerate(range(0, spec.count, PART)):
        seed = spec.seed + number if spec.seed + number <= MAX_INTEGER else spec.seed - number
        yield {"seed": seed, "count": min(PART, spec.count - start)}


def find_part(
    item: object, options: Mapping[str, Any], settings: Settings, token: CancelToken, measure: Measure
) -> object:
    """Return the puzzles of one part of a search with the report, as JSON; None if it was interrupted.

    ``options`` has under `SHARED` what it shares with the others of its search.  It takes no more time than a
    request is granted, whatever it asks for; its own limits end it sooner.

    Raises SolverError with every fault of the part.
    """
    if isinstance(item, Mapping):
        item = {**options.get(SHARED, {}), **item}
    spec = PuzzleSpec.from_dict(item)
    if spec.count > MOST_IN_PART:
        many = wrong(
            Code.wrong_word,
            "{field} is {value}; it must be {allowed}",
            field="count",
            value=str(spec.count),
            allowed=phrase("a whole number from {low} to {high}", low=1, high=MOST_IN_PART),
        )
        raise SolverError([Fault("/count", many)])
    limit = replace(
        spec.limit,
        nodes=min(spec.most_nodes, settings.max_nodes),
        time_ms=min(spec.limit.time_ms or settings.max_time_ms, settings.max_time_ms),
    )
    finding = find_puzzles(replace(spec, limit=limit), cancel=token)
    measuring = nullcontext(Solved()) if spec.rules is None else measure("puzzles", token, spec.rules)
    with measuring as solved:
        found = [puzzle.to_dict("en", options.get("language", "en"), shown=True) for puzzle in finding]
        solved.nodes = finding.report.nodes
    if token.is_cancelled:
        return None
    return {"puzzles": found, "report": written(finding.report)}


def keep_found(connection: Connection, results: Sequence[Any]) -> None:
    """Add the puzzles of results of `find_part` to the bank, in the transaction that writes the results.

    The bank has them in English.
    """
    engine = engine_version()
    found = (restore_puzzle(body, engine) for result in results for body in result["puzzles"])
    add_puzzles(connection, [NewPuzzle.of(puzzle.to_dict(shown=True)) for puzzle in found])
