"""The deals of an analysis as the board shows them: a position before each card, and what is said of it."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from solver.analysis import SIGNS, Grade
from solver.answer_json import written
from solver.engine import deal_numbers
from solver.game import Moment, Position
from solver.report import words
from solver.report.board.files import board_files
from solver.report.board.games import board_games
from solver.report.board.words import board_words
from solver.sentences import Language
from solver.speech import Speech

TOLD_FORM = 1
"""The form of what `board_told` returns: one more whenever a key of it, or what stands under one, changes."""

_ANSWERED = ("cards", "line")
_WORTH = ("value", "score")
_LOG_ONLY = ("id", "names", "players", "plays", "auction", "scoring", "faults", "left_over")


def board_data(
    language: Language,
    logs: Sequence[Mapping[str, Any] | Position] = (),
    judged: Mapping[str, Any] = MappingProxyType({"deals": ()}),
    said: Mapping[str, Any] = MappingProxyType({"deals": ()}),
    told: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the words of the board, and each deal of an analysis that was played, as JSON for its modules.

    logs: the deals, each a position with its plays, read or as it was posted.
    judged: the analysis in JSON, with English letters for cards.
    said: the same in the letters of the reader, for its sentences.
    told: what a report tells of the analysis, as `board_told` returns it; None where that is not known.  What
        another version has kept in another form is left out.

    ``words`` are those of `board_words`.  ``deals`` are empty for a free position, which may be changed; then
    ``games`` and ``options`` are those of `board_games`.  A deal has ``position`` (a request without plays),
    ``game`` (the plays), ``answers`` (before the first card and after each, as `solver.engine.Answer`),
    ``numbers`` (as `solver.engine.deal_numbers` has them; null without the core in WebAssembly), ``remarks``
    (on each card), ``players``, its ``number`` among all deals of the log, and what is ``told``
    of it.  ``told`` beside ``deals`` is told of the whole analysis.

    >>> from solver import board_data
    >>> board_data("fr")["words"]["says"]["card"]
    '{rank} de {suit}'
    """
    speech = Speech(language, language)
    numbers, of_judged = _played(judged)
    shown = [
        _shown(log, deal, of_said, speech) | {"number": number}
        for log, number, deal, of_said in zip(logs, numbers, of_judged, _played(said)[1], strict=True)
    ]
    data: dict[str, Any] = {"words": board_words(language), "deals": shown}
    if not logs:
        data |= board_games(language)
    if told is None or told.get("form", 1) != TOLD_FORM:
        return data
    for deal in shown:
        deal["told"] = dict(told["deals"][deal["number"] - 1])
        deal["remarks"] = deal["told"].pop("remarks")
    whole = {key: told[key] for key in told if key not in ("deals", "form")}
    return data | {"told": whole | {"numbers": [deal["number"] for deal in told["deals"]]}}


def _played(judged: Mapping[str, Any]) -> tuple[list[int], list[Mapping[str, Any]]]:
    """Return the deals of an analysis but for those that were thrown in, with their numbers from 1."""
    found = [
        (number, deal) for number, deal in enumerate(judged.get("deals", [judged]), 1) if "plays" in deal
    ]
    return [number for number, _ in found], [deal for _, deal in found]


def _shown(
    log: Mapping[str, Any] | Position, deal: Mapping[str, Any], said: Mapping[str, Any], speech: Speech
) -> dict[str, Any]:
    if isinstance(log, Position):
        position = log.at_start()
    else:
        position = Position.from_dict({key: log[key] for key in log if key not in _LOG_ONLY})
    request = position.to_dict()
    names = {seat: player["name"] for seat, player in deal["players"].items() if player.get("name")}
    del request["plays"]
    return {
        "position": request,
        "game": [play["card"] for play in deal["plays"]],
        "answers": list(_answers(position, deal)),
        "numbers": deal_numbers(position) if board_files().core else None,
        "remarks": [_remark(play, speech) for play in said["plays"]],
        "players": names,
    }


def _answers(position: Position, deal: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the answer before each card and after the last, from the plays that were judged."""
    for play in deal["plays"]:
        answer = _table(position) | {key: play[key] for key in _ANSWERED}
        best: Mapping[str, Any] = next((card for card in play["cards"] if card.get("swing") == 0), {})
        yield answer | {key: best[key] for key in _WORTH if key in best}
        card = next(card for card in position.legal_plays() if str(card) == play["card"])
        position = position.play(card)
    # Where a log stops early the board asks the solver, as for lines of the reader's own.
    if position.is_over:
        end = {key: deal["actual"][key] for key in _WORTH if key in deal["actual"]}
        yield _table(position) | {"cards": [], "line": []} | end


def _table(position: Position) -> dict[str, Any]:
    return {
        "to_play": position.to_play,
        "trick": [str(card) for card in position.trick.plays],
        **written(Moment(position)),
    }


def _remark(play: Mapping[str, Any], speech: Speech) -> dict[str, Any]:
    """Return what is said of a card: its sign, its grade in words, and its explanation."""
    grade = None if play["grade"] is None else Grade(play["grade"])
    name = speech.say(words.UNJUDGED if grade is None else words.GRADES[grade])
    return {
        "sign": words.UNPROVED if grade is None else SIGNS.get(grade, ""),
        "grade": name,
        "says": play.get("explanation", ""),
        "mistake": bool(play.get("swing")),
    }
