"""Puzzles as clients are shown them: without what gives them away, unless they ask for it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from api.puzzles.bank import GameFigures
from api.puzzles.kept import ALL, SOLVED, TRIES, KeptPuzzle, variant_of
from solver import (
    Language,
    Notation,
    Puzzle,
    PuzzleTheme,
    Rules,
    Speech,
    engine_version,
    find_hints,
    restore_puzzle,
)
from solver.answer_row import shown_fields
from solver.formats import puzzle_header, puzzle_line

_QUESTION = tuple(field.name for field in shown_fields(Puzzle))
"""The fields of a puzzle without its solution."""
_THEMES = {str(theme): theme for theme in PuzzleTheme}


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a puzzle: their letters for cards, and their language."""

    notation: Notation = "en"
    language: Language = "en"
    letters: Notation = "en"
    """Those of cards in sentences."""

    @classmethod
    def of(cls, notation: Notation | None, language: Language) -> "Reader":
        """Return the reader who asks for a notation or for none; sentences are in it, or as they speak."""
        return cls(notation or "en", language, notation or language)

    @property
    def speech(self) -> Speech:
        """The speech of sentences."""
        return Speech(self.language, self.letters)


def puzzle_dict(
    kept: KeptPuzzle, reader: Reader, *, themes: bool = False, solution: bool = False
) -> dict[str, Any]:
    """Return a puzzle as JSON; with ``themes`` or ``solution`` also what gives it away."""
    if reader == Reader() and kept.engine == engine_version():
        # So this version keeps it; another one may have done so in another form.
        names = kept.body if solution else [name for name in _QUESTION if name in kept.body]
        data = {name: kept.body[name] for name in names}
    else:
        data = restored(kept).to_dict(reader.notation, reader.language, shown=solution)
    own = kept.themes if themes or solution else [word for word in kept.themes if not gives_away(word)]
    return data | {
        "rating": round(kept.rating),
        "rating_deviation": round(kept.deviation),
        "themes": list(own),
        "tries": kept.n_tries,
        "solved": kept.n_solved,
        "popularity": kept.popularity,
    }


def puzzle_table(found: Iterable[KeptPuzzle], *, is_shown: bool) -> str:
    """Return puzzles as a table, in CSV.

    Themes that help, solutions and what solvers do not see of a deal are left out unless ``is_shown``.
    """
    lines = [puzzle_header()]
    for kept in found:
        puzzle = restored(kept)
        if not is_shown:
            themes = tuple(word for word in kept.themes if not gives_away(word))
            solution = replace(puzzle.solution, line=(), tempting=None)
            puzzle = replace(puzzle, themes=themes, solution=solution)
        lines.append(puzzle_line(puzzle, kept.popularity, kept.n_tries, is_whole=is_shown))
    return "".join(lines)


def restored(kept: KeptPuzzle) -> Puzzle:
    """Return a puzzle as the solver has it, rated as it is now."""
    stated = {"rating": round(kept.rating), "rating_deviation": round(kept.deviation)}
    return restore_puzzle({**kept.body, **stated}, kept.engine)


def gives_away(word: str) -> bool:
    """True if a theme helps to find the card; one of another version may."""
    theme = _THEMES.get(word)
    return theme is None or theme.gives_away


def show_hints(puzzle: Puzzle, reader: Reader, n: int) -> list[dict[str, Any]]:
    """Return the first ``n`` hints for the first decision of a puzzle; there may be fewer, the card last."""
    return [
        {"kind": hint.kind.value, "value": hint.value(reader.notation), "text": hint.says(reader.speech)}
        for hint in find_hints(puzzle)[:n]
    ]


def show_themes(
    figures: Iterable[GameFigures], language: Language, rules: Rules | None = None
) -> list[dict[str, Any]]:
    """Return all themes in words, each with the number of its puzzles; named as a game does, or for all."""
    speech = Speech(language)
    by_key = [one.by_key for one in figures]
    return [
        {
            "theme": str(theme),
            "name": theme.name_in(speech, rules),
            "text": theme.say(speech),
            "gives_away": theme.gives_away,
            "puzzles": sum(counts.get(str(theme), 0) for counts in by_key),
        }
        for theme in PuzzleTheme
    ]


def show_figures(figures: Sequence[GameFigures]) -> dict[str, Any]:
    """Return the figures of the bank as JSON."""
    variants = dict.fromkeys(variant_of(one.game) for one in figures)
    games = [_show_game(name, [one for one in figures if variant_of(one.game) == name]) for name in variants]
    return {"puzzles": sum(one.n for one in figures), "games": games}


def _show_game(variant: str, figures: Sequence[GameFigures]) -> dict[str, Any]:
    """Return the figures of a game, those with its usual rules and with others together."""
    by_key: Counter[str] = Counter()
    for one in figures:
        by_key.update(one.by_key)

    def counts(kind: str) -> dict[str, int]:
        found = {key.partition(":")[2]: n for key, n in by_key.items() if key.startswith(f"{kind}:")}
        return dict(sorted(found.items(), key=lambda item: item[0].zfill(2)))

    return {
        "variant": variant,
        "puzzles": by_key[ALL],
        "own_rules": sum(one.n for one in figures if one.game != variant),
        "rating_min": min(one.lowest for one in figures),
        "rating_max": max(one.highest for one in figures),
        "tries": by_key[TRIES],
        "solved": by_key[SOLVED],
        "lengths": counts("length"),
        "tricks_left": counts("tricks"),
        "sources": counts("source"),
    }
