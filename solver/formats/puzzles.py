"""Puzzles as tables and as bridge games: CSV for every game, PBN for bridge.

Both hold what a puzzle is and none of its proof: who reads one proves it again.  In CSV a line has

- ``Variant``: the game's name, and behind it the options that are not usual, as JSON; or all rules as JSON;
- ``Deal``: the hands as one text, ``N:hand hand …``, and behind a ``+`` the cards of a stock;
- ``Contract``: its parts, as ``trump=S taker=E bid=80``, and for bridge ``vulnerable=NS``;
- ``Plays``: the first leader, a colon and the cards up to the first decision;
- ``Goal``: side, kind and least result, as ``NS points 82``;
- ``Solution``: the main line; ``Source``: the word, and behind it the card that was played in the game.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from solver.cards import format_card
from solver.errors import Fault, FaultKind, PositionError, SolverError, UnreadableError, show, wrong
from solver.fault_codes import Code
from solver.file_text import as_utf8
from solver.formats.games import convert_record, read_records, write_game_of
from solver.game import Game, format_deal
from solver.json_text import parse_json
from solver.puzzles import GoalKind, Puzzle, PuzzleKind
from solver.rules import find_variant
from solver.sentences import all_of
from solver.speech import ENGLISH
from solver.wrongs import no_utf8

PuzzleFormat = Literal["csv", "pbn"]
PUZZLE_FORMATS: tuple[PuzzleFormat, ...] = ("csv", "pbn")
CSV_COLUMNS = (
    *("PuzzleId", "Variant", "Deal", "Contract", "Dealer", "Plays", "Goal", "Solution"),
    *("Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "Source"),
)
_UNSEEN = "-"
"""A hand that is not told, as in PBN."""
_NEEDED = ("Variant", "Deal", "Contract", "Plays", "Goal")


@dataclass(frozen=True, slots=True)
class PuzzleText:
    """A puzzle of a text: what `Puzzle.from_dict` reads, or the faults for which there is nothing to read."""

    line: int
    """The number of the line it begins on, from 1."""
    body: Mapping[str, Any] | None
    faults: tuple[Fault, ...] = ()


# ---- CSV


def write_puzzles_csv(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Yield the lines of a table of puzzles, the names of its columns first."""
    yield puzzle_header()
    for puzzle in puzzles:
        yield puzzle_line(puzzle)


def puzzle_header() -> str:
    """Return the first line of a table: the names of its columns."""
    return _csv_line(CSV_COLUMNS)


def puzzle_line(puzzle: Puzzle, popularity: int = 0, n_plays: int = 0, *, is_whole: bool = True) -> str:
    """Return the line of a table for one puzzle, in the columns `CSV_COLUMNS`.

    popularity: −100 to 100, the votes for it minus those against it, in percent.
    n_plays: how often it was tried.
    is_whole: False to leave out what its solver does not see: a hand of a hidden puzzle is ``-`` then.
    """
    position = puzzle.position
    stated = position.to_dict() if is_whole else puzzle.position_in(ENGLISH)
    variant, options = stated["variant"], stated.get("rules")
    first, *_ = seats = list(format_deal(position.deal))
    deal = f"{first}:{' '.join(stated['deal'].get(seat, _UNSEEN) for seat in seats)}"
    if "stock" in stated:
        deal = " ".join([deal, "+", *stated["stock"]])
    parts = {**stated["contract"], **({"vulnerable": stated["vulnerable"]} if "vulnerable" in stated else {})}
    goal, tempting = puzzle.goal, puzzle.solution.tempting
    cells = {
        "PuzzleId": puzzle.id,
        "Variant": variant if isinstance(variant, str) else _compact(variant),
        "Deal": deal,
        "Contract": " ".join(f"{key}={value}" for key, value in parts.items()),
        "Dealer": position.dealer or "",
        "Plays": " ".join([f"{position.first_leader}:", *stated["plays"]]),
        "Goal": " ".join(
            [goal.side, goal.kind.value, *([] if goal.at_least is None else [str(goal.at_least)])]
        ),
        "Solution": " ".join(map(str, puzzle.solution.line)),
        "Rating": puzzle.rating,
        "RatingDeviation": puzzle.rating_deviation,
        "Popularity": popularity,
        "NbPlays": n_plays,
        "Themes": " ".join(puzzle.themes),
        "Source": puzzle.source if tempting is None else f"{puzzle.source} {format_card(tempting)}",
    }
    if options:
        cells["Variant"] = f"{variant} {_compact(options)}"
    return _csv_line([cells[column] for column in CSV_COLUMNS])


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _csv_line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def read_puzzles_csv(raw: bytes) -> Iterator[PuzzleText]:
    """Yield the puzzles of a table, each with its faults; columns may stand in any order, others are ignored.

    Raises UnreadableError where it is no table of puzzles.
    """
    try:
        text = as_utf8(raw).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError([Fault("", no_utf8(error), FaultKind.unreadable)]) from None
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        missing = [name for name in _NEEDED if name not in (rows.fieldnames or ())]
        if missing:
            lacks = wrong(Code.missing, "the table has no column {names}", names=all_of(missing))
            raise UnreadableError([Fault("", lacks, FaultKind.unreadable)])
        line = rows.line_num + 1
        for row in rows:
            yield _read_row(line, row)
            line = rows.line_num + 1
    except csv.Error as error:
        broken = wrong(Code.bad_text, "the table breaks off: {reason}", reason=str(error))
        raise UnreadableError([Fault("", broken, FaultKind.unreadable, rows.line_num, 1)]) from None


def _read_row(line: int, row: Mapping[str, Any]) -> PuzzleText:
    lacking = [name for name in _NEEDED if not row.get(name)]
    if lacking:
        lacks = wrong(Code.missing, "there is nothing in the columns {names}", names=all_of(lacking))
        return PuzzleText(line, None, (Fault("", lacks, FaultKind.unreadable),))
    body, faults = _read_cells({name: cell for name, cell in row.items() if cell and name in _CELLS})
    return PuzzleText(line, None if faults else body, faults)


def _read_cells(cells: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """Return what the cells of one puzzle say, by column, and the faults of those that cannot be read."""
    body: dict[str, Any] = {}
    faults = []
    for column, cell in cells.items():
        try:
            _CELLS[column](cell, body)
        except ValueError:
            bad = wrong(Code.bad_text, "{text} is no {name} of a puzzle", text=show(cell), name=column)
            faults.append(Fault("", bad, FaultKind.unreadable))
    return body, tuple(faults)


def _read_variant(cell: str, body: dict[str, Any]) -> None:
    name, brace, rest = cell.partition("{")
    position = body.setdefault("position", {})
    rules = parse_json((brace + rest).encode()) if brace else None
    position["variant"] = name.strip() or rules
    if name.strip() and rules is not None:
        position["rules"] = rules


def _read_deal(cell: str, body: dict[str, Any]) -> None:
    hands, _, stock = cell.partition("+")
    body.setdefault("position", {})["deal"] = hands.strip()
    if stock.split():
        body["position"]["stock"] = stock.split()


_TRUTHS = {"True": True, "False": False}


def _read_contract(cell: str, body: dict[str, Any]) -> None:
    parts: dict[str, Any] = {}
    for part in cell.split():
        key, sign, value = part.partition("=")
        if not sign:
            raise ValueError
        parts[key] = int(value) if value.isdecimal() else _TRUTHS.get(value, value)
    position = body.setdefault("position", {})
    if "vulnerable" in parts:
        position["vulnerable"] = parts.pop("vulnerable")
    position["contract"] = parts


def _read_dealer(cell: str, body: dict[str, Any]) -> None:
    body.setdefault("position", {})["dealer"] = cell


def _read_plays(cell: str, body: dict[str, Any]) -> None:
    leader, colon, plays = cell.partition(":")
    if not colon:
        raise ValueError
    position = body.setdefault("position", {})
    position["leader"] = leader.strip()
    position["plays"] = plays.split()


def _read_goal(cell: str, body: dict[str, Any]) -> None:
    side, kind, *least = cell.split()
    if len(least) > 1:
        raise ValueError
    body["goal"] = {"side": side, "kind": kind, **({"at_least": int(least[0])} if least else {})}
    if kind == GoalKind.expected:
        body["kind"] = PuzzleKind.hidden.value


def _read_source(cell: str, body: dict[str, Any]) -> None:
    source, *tempting = cell.split()
    body["source"] = source
    if tempting:
        body["tempting"] = tempting[0]


def _put(name: str, read: Callable[[str], object]) -> Callable[[str, dict[str, Any]], None]:
    def put(cell: str, body: dict[str, Any]) -> None:
        body[name] = read(cell)

    return put


_CELLS: Mapping[str, Callable[[str, dict[str, Any]], None]] = {
    "PuzzleId": _put("id", str),
    "Variant": _read_variant,
    "Deal": _read_deal,
    "Contract": _read_contract,
    "Dealer": _read_dealer,
    "Plays": _read_plays,
    "Goal": _read_goal,
    "Solution": _put("line", str.split),
    "Rating": _put("rating", int),
    "RatingDeviation": _put("rating_deviation", int),
    "Themes": _put("themes", str.split),
    "Source": _read_source,
}


# ---- PBN


def write_puzzle_pbn(puzzle: Puzzle, *, is_first: bool = True) -> str:
    """Write a puzzle of bridge as a game of PBN, its goal as a comment in words and as a tag.

    Raises PositionError for another game, and for bridge with rules of its own, which PBN cannot say.
    """
    position, goal = puzzle.position, puzzle.goal
    if position.rules != find_variant("bridge"):
        other = wrong(
            Code.not_done_here,
            "PBN holds puzzles of bridge with its usual rules; {id} is another",
            id=puzzle.id,
        )
        raise PositionError([Fault("", other)])
    least = [] if goal.at_least is None else [str(goal.at_least)]
    tempting = puzzle.solution.tempting
    tags = {
        "PuzzleId": puzzle.id,
        "PuzzleGoal": " ".join([goal.side, goal.kind.value, *least]),
        "PuzzleRating": f"{puzzle.rating} {puzzle.rating_deviation}",
        "PuzzleSource": puzzle.source if tempting is None else f"{puzzle.source} {format_card(tempting)}",
    }
    if puzzle.themes:
        tags["PuzzleThemes"] = " ".join(puzzle.themes)
    stated = {key: value for key, value in position.to_dict().items() if value != []}
    game = Game.from_dict({**stated, "tags": tags, "comments": [{"text": goal.say(ENGLISH)}]})
    return write_game_of(game, "pbn", is_first=is_first)


def read_puzzles_pbn(raw: bytes) -> Iterator[PuzzleText]:
    """Yield the puzzles of a text of PBN, each with its faults; raises UnreadableError for no text."""
    for record in read_records(raw, "pbn"):
        try:
            game = convert_record(record)
        except SolverError as error:
            yield PuzzleText(record.place.line, None, error.faults)
            continue
        tags = game.remarks.tags
        if game.position is None or "PuzzleGoal" not in tags:
            lacks = wrong(
                Code.missing,
                "this game is no puzzle; one has all hands, a contract and the tag {name}",
                name="PuzzleGoal",
            )
            yield PuzzleText(record.place.line, None, (Fault("", lacks),))
            continue
        cells = {
            "PuzzleId": tags.get("PuzzleId"),
            "Goal": tags["PuzzleGoal"],
            "Rating": tags.get("PuzzleRating", "").partition(" ")[0],
            "RatingDeviation": tags.get("PuzzleRating", "").partition(" ")[2],
            "Themes": tags.get("PuzzleThemes"),
            "Source": tags.get("PuzzleSource"),
        }
        body, faults = _read_cells({name: cell for name, cell in cells.items() if cell})
        body["position"] = game.position.to_dict()
        yield PuzzleText(record.place.line, None if faults else body, faults)


def read_puzzle_texts(raw: bytes, text_format: PuzzleFormat) -> Iterator[PuzzleText]:
    """Yield the puzzles of a text; raises UnreadableError where it is none of that form."""
    return read_puzzles_csv(raw) if text_format == "csv" else read_puzzles_pbn(raw)
