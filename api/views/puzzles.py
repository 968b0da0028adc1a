"""``/v1/puzzles``: puzzles that are proved, looked for, listed and shown without what gives them away."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app, jsonify, request, url_for

from api.http import (
    JSON,
    JSON_LINES,
    LANGUAGE_HEADERS,
    SHOWN_LANGUAGE_PARAMETER,
    STORE_DOWN,
    UNKNOWN_PUZZLE,
    InvalidRequestError,
    Line,
    ProblemError,
    asked_language,
    mark_language,
    preferred_type,
    text_header,
)
from api.jobs import JobRequest, JobSchema
from api.monitor import key_name
from api.parts import part
from api.puzzles import (
    ANY_RATING,
    DIFFICULTIES,
    EXAMPLE_ID,
    OF_DAY,
    OF_LIST,
    OF_NEXT,
    OF_PUZZLE,
    OF_THEMES,
    PUZZLE_ID,
    PUZZLES,
    SEARCHES,
    SHARED,
    USUAL_LISTED,
    Bank,
    DailyPuzzleSchema,
    KeptPuzzle,
    PuzzleFiguresSchema,
    PuzzleListSchema,
    PuzzleSearchSchema,
    Reader,
    Sort,
    ThemeListSchema,
    Wanted,
    Who,
    gives_away,
    length_key,
    parts_of,
    puzzle_dict,
    puzzle_table,
    read_query,
    show_figures,
    show_themes,
    source_key,
    tricks_key,
    variant_of,
    write_cursor,
)
from api.schemas import ANSWER_EXAMPLES, PuzzleSchema, Resources, ref
from api.store import StoreDownError
from api.views.jobs import KEY_PARAMETER, LOCATION, accept_job
from solver import VARIANTS, Code, find_variant
from solver.errors import show, wrong
from solver.puzzles import USUAL_RATING
from solver.sentences import phrase

puzzles = Resources(
    "puzzles",
    "/v1/puzzles",
    "Puzzles: positions with one right card, every other one proved to fail.",
    schemas=PUZZLES,
    is_kept=False,
    reads_query=True,
)

CSV = "text/csv"
USUAL_GAME = "belote"
"""The game of the day's puzzle, if none is named."""

ID_PARAMETER = {
    "in": "path",
    "name": "id",
    "description": "The name of the puzzle.",
    "schema": {"type": "string", "pattern": PUZZLE_ID},
    "examples": {"belote": {"value": EXAMPLE_ID}},
}
MORE = {
    "Link": text_header('The address of the puzzles after these, `rel="next"`; missing when there are none.'),
    **LANGUAGE_HEADERS,
}


@puzzles.post(
    asks=PuzzleSearchSchema,
    shows=JobSchema,
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=SEARCHES,
    parameters=(KEY_PARAMETER, SHOWN_LANGUAGE_PARAMETER),
    headers=LOCATION,
    status=202,
)
def find_puzzles(asked: dict[str, Any]) -> Response:
    """Look for puzzles when there is time: a job, whose results are puzzles, which the bank keeps too"""
    lines = (Line(number, json.dumps(part).encode()) for number, part in enumerate(parts_of(asked), 1))
    return accept_job(JobRequest("puzzles", {SHARED: asked}, []), lines)


@puzzles.get(
    shows=PuzzleListSchema,
    refuses=(404, 422, 503),
    parameters=(*(one.shown() for one in OF_LIST), SHOWN_LANGUAGE_PARAMETER),
    headers=MORE,
    also={
        "content": {
            JSON_LINES: {
                "schema": {"anyOf": [ref("SolvedPuzzle"), ref("Puzzle")]},
                "example": ANSWER_EXAMPLES.get("show_puzzle"),
            },
            CSV: {"schema": {"type": "string"}, "example": ANSWER_EXAMPLES.get("list_puzzles.csv")},
        }
    },
)
def list_puzzles() -> Response:
    """Puzzles by game, rating, themes and size, page by page; as JSON, one a line, or as a table"""
    asked = read_query(request.args, OF_LIST)
    sort = Sort(asked.get("sort", Sort.new))
    after = asked.get("cursor")
    if after is not None and len(after) != len(sort.place):
        raise InvalidRequestError(
            wrong(
                Code.contradiction,
                "the cursor {cursor} is of a list in another order than {sort}",
                cursor=show(request.args["cursor"]),
                sort=str(sort),
            )
        )
    with bank_needed() as bank:
        found, more = bank.find(wanted_by(asked), sort, after, asked.get("limit", USUAL_LISTED))
    response = _written(found, reader_of(asked), is_shown=asked.get("shown", False))
    response.vary.add("Accept")
    if more is not None:
        query = {name: request.args.getlist(name) for name in request.args if name != "cursor"}
        query["cursor"] = [write_cursor(more)]
        address = f"{url_for('puzzles.list_puzzles')}?{urlencode(query, doseq=True)}"
        response.headers["Link"] = f'<{address}>; rel="next"'
    return fresh(mark_language(response, asked_language(request)))


def _written(found: Sequence[KeptPuzzle], reader: Reader, *, is_shown: bool) -> Response:
    """Return puzzles in the form that the request prefers."""
    kind = preferred_type(request, (JSON, JSON_LINES, CSV), JSON)
    if kind == CSV:
        return Response(puzzle_table(found, is_shown=is_shown), mimetype=CSV)
    rows = [puzzle_dict(kept, reader, themes=is_shown, solution=is_shown) for kept in found]
    if kind == JSON_LINES:
        return Response("".join(f"{current_app.json.dumps(row)}\n" for row in rows), mimetype=JSON_LINES)
    return jsonify({"puzzles": rows})


@puzzles.get(
    "/next",
    shows=PuzzleSchema,
    refuses=(404, 422, 503),
    parameters=(*(one.shown() for one in OF_NEXT), SHOWN_LANGUAGE_PARAMETER),
    headers=LANGUAGE_HEADERS,
)
def next_puzzle() -> Response:
    """A random puzzle near a rating; another one each time"""
    asked = read_query(request.args, OF_NEXT)
    return fresh(answer_puzzle(choose_next(asked), reader_of(asked)))


@puzzles.get(
    "/daily",
    shows=DailyPuzzleSchema,
    refuses=(404, 422, 503),
    parameters=(*(one.shown() for one in OF_DAY), SHOWN_LANGUAGE_PARAMETER),
    headers=LANGUAGE_HEADERS,
)
def daily_puzzle() -> Response:
    """The puzzle of a day in a game: the same for everybody, and never again that of another day"""
    asked = read_query(request.args, OF_DAY)
    day, kept = choose_daily(asked)
    reader = reader_of(asked)
    response = jsonify({"day": day.isoformat(), "puzzle": puzzle_dict(kept, reader)})
    return fresh(mark_language(response, reader.language))


@puzzles.get(
    "/themes",
    shows=ThemeListSchema,
    refuses=(404, 422, 503),
    parameters=(*(one.shown() for one in OF_THEMES), SHOWN_LANGUAGE_PARAMETER),
    headers=LANGUAGE_HEADERS,
)
def list_themes() -> Response:
    """The themes in words, and how many puzzles have each"""
    variant = read_query(request.args, OF_THEMES).get("variant")
    with bank_needed() as bank:
        figures = [one for one in bank.figures() if variant in (None, variant_of(one.game))]
    # A game of one's own may be in the bank alone.
    is_known = variant is not None and (variant in VARIANTS or not figures)
    rules = find_variant(variant) if variant is not None and is_known else None
    language = asked_language(request)
    themes = show_themes(figures, language, rules)
    return fresh(mark_language(jsonify({"themes": themes}), language))


@puzzles.get("/stats", shows=PuzzleFiguresSchema, refuses=(422, 503))
def show_puzzle_figures() -> Response:
    """The figures of the bank"""
    read_query(request.args, ())
    with bank_needed() as bank:
        figures = bank.figures()
    return fresh(jsonify(show_figures(figures)))


@puzzles.get(
    "/<id>",
    shows=PuzzleSchema,
    refuses=(404, 422, 503),
    parameters=(ID_PARAMETER, *(one.shown() for one in OF_PUZZLE), SHOWN_LANGUAGE_PARAMETER),
    headers=LANGUAGE_HEADERS,
)
def show_puzzle(id: str) -> Response:
    """A puzzle, without what gives it away"""
    asked = read_query(request.args, OF_PUZZLE)
    is_shown = asked.get("themes", False)
    with bank_needed() as bank:
        kept = find_puzzle(bank, id)
        if is_shown:
            bank.note_help(kept, who_is(asked.get("solver")))
    return fresh(answer_puzzle(kept, reader_of(asked), themes=is_shown))


def choose_next(asked: Mapping[str, Any]) -> KeptPuzzle:
    """Return a random puzzle as a query asks for it; raises ProblemError if there is none."""
    who = who_is(asked.get("solver"))
    with bank_needed() as bank:
        rating = asked.get("rating")
        if rating is None:
            rating = bank.rating_of(who) or USUAL_RATING
        rating += DIFFICULTIES[asked.get("difficulty", "normal")]
        kept = bank.next(wanted_by(asked), rating, asked.get("exclude", ()), who)
        if kept is None:
            raise ProblemError(
                UNKNOWN_PUZZLE, phrase("no puzzle of that kind is near the rating {rating}", rating=rating)
            )
        # A theme that is asked for is a theme that is known.
        if any(map(gives_away, asked.get("theme", ()))):
            bank.note_help(kept, who)
    return kept


def choose_daily(asked: Mapping[str, Any]) -> tuple[date, KeptPuzzle]:
    """Return the day that a query asks for, and its puzzle; raises SolverError or ProblemError."""
    today = datetime.now(UTC).date()
    day, game = asked.get("day", today), asked.get("variant", USUAL_GAME)
    if day > today:
        raise InvalidRequestError(
            wrong(
                Code.wrong_word,
                "day is {day}; it must be one up to today, {today}",
                day=str(day),
                today=str(today),
            )
        )
    with bank_needed() as bank:
        kept = bank.daily(day, game, may_choose=day == today)
    if kept is None:
        raise ProblemError(
            UNKNOWN_PUZZLE, phrase("there is no puzzle of {day} in {game}", day=day.isoformat(), game=game)
        )
    return day, kept


@contextmanager
def bank_needed() -> Iterator[Bank]:
    """Open the bank for the context; answer with 503 if there is none, or it cannot be used."""
    bank = part(Bank)
    if bank.is_off:
        raise ProblemError(
            STORE_DOWN, phrase("this service keeps nothing (ATOUT_DATABASE is none), so it has no puzzles")
        )
    try:
        yield bank
    except StoreDownError:
        raise ProblemError(
            STORE_DOWN, phrase("the database, where puzzles are, cannot be used now; try again in a moment")
        ) from None


def find_puzzle(bank: Bank, puzzle_id: str) -> KeptPuzzle:
    """Return a puzzle by its id; raises ProblemError if there is none."""
    # A text that is no id is not looked up: it may hold characters that a database refuses.
    kept = bank.get(puzzle_id) if re.fullmatch(PUZZLE_ID, puzzle_id) else None
    if kept is None:
        raise ProblemError(UNKNOWN_PUZZLE, phrase("no puzzle has that name"))
    return kept


def who_is(name: str | None) -> Who:
    """Return the solver who sends this request."""
    return Who(key_name(), name or "")


def reader_of(asked: Mapping[str, Any]) -> Reader:
    """Return the reader of the answer to this request."""
    return Reader.of(asked.get("notation"), asked_language(request))


def answer_puzzle(
    kept: KeptPuzzle, reader: Reader, *, themes: bool = False, solution: bool = False
) -> Response:
    """Answer a puzzle."""
    response = jsonify(puzzle_dict(kept, reader, themes=themes, solution=solution))
    return mark_language(response, reader.language)


def fresh(response: Response) -> Response:
    """Let no cache keep an answer: the next try may change it."""
    response.cache_control.no_store = True
    return response


def wanted_by(asked: Mapping[str, Any]) -> Wanted:
    """Return the puzzles that a query asks for."""
    themes = asked.get("theme", ())
    makers: Mapping[str, Callable[[Any], str]] = {
        "length": length_key,
        "tricks_left": tricks_key,
        "source": source_key,
    }
    keys = tuple(make(asked[name]) for name, make in makers.items() if name in asked)
    is_any = asked.get("match") == "any"
    lowest, highest = ANY_RATING
    return Wanted(
        variant=asked.get("variant"),
        every=keys if is_any else (*themes, *keys),
        either=themes if is_any else (),
        ratings=(asked.get("rating_min", lowest), asked.get("rating_max", highest)),
    )
