"""The finder of themes: every word with its test."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from solver.engine import Budget, Limit
from solver.puzzles.puzzle import Puzzle, PuzzleKind
from solver.puzzles.themes import counterfactual, facts, first_trick, later, prizes
from solver.puzzles.themes.lines import Lines
from solver.puzzles.themes.words import PuzzleTheme
from solver.reasons import UnprovedError

THEME_NODES = 1_000_000
"""The nodes that the themes of one puzzle may take, by default."""

FACTS: Mapping[PuzzleTheme, Callable[[Puzzle], bool]] = {
    PuzzleTheme.only_card: facts.only_card,
    PuzzleTheme.contract: facts.contract,
    PuzzleTheme.defeat: facts.defeat,
    PuzzleTheme.one: facts.one,
    PuzzleTheme.short: facts.short,
    PuzzleTheme.long: facts.long,
    PuzzleTheme.ending: facts.ending,
    PuzzleTheme.middle: facts.middle,
    PuzzleTheme.opening: facts.opening,
    PuzzleTheme.taker: facts.taker,
    PuzzleTheme.defence: facts.defence,
}
"""The test of each theme that needs no line of play."""

OF_LINES: Mapping[PuzzleTheme, Callable[[Lines], bool]] = {
    PuzzleTheme.ruff: first_trick.ruff,
    PuzzleTheme.overruff: first_trick.overruff,
    PuzzleTheme.refuse_ruff: first_trick.refuse_ruff,
    PuzzleTheme.refuse_overruff: first_trick.refuse_overruff,
    PuzzleTheme.underruff: first_trick.underruff,
    PuzzleTheme.duck: first_trick.duck,
    PuzzleTheme.hold_up: first_trick.hold_up,
    PuzzleTheme.overtake: first_trick.overtake,
    PuzzleTheme.cover: first_trick.cover,
    PuzzleTheme.load: first_trick.load,
    PuzzleTheme.discard_loser: first_trick.discard_loser,
    PuzzleTheme.sacrifice: first_trick.sacrifice,
    PuzzleTheme.quiet: first_trick.quiet,
    PuzzleTheme.unblock: later.unblock,
    PuzzleTheme.void_made: later.void_made,
    PuzzleTheme.draw_trumps: later.draw_trumps,
    PuzzleTheme.stop_drawing: later.stop_drawing,
    PuzzleTheme.trump_promotion: later.trump_promotion,
    PuzzleTheme.cash_first: later.cash_first,
    PuzzleTheme.keep_entry: later.keep_entry,
    PuzzleTheme.save_ten: prizes.save_ten,
    PuzzleTheme.catch_ten: prizes.catch_ten,
    PuzzleTheme.catch_jack: prizes.catch_jack,
    PuzzleTheme.save_jack: prizes.save_jack,
    PuzzleTheme.low: prizes.low,
    PuzzleTheme.game_point: prizes.game_point,
    PuzzleTheme.last_trick: prizes.last_trick,
    PuzzleTheme.combination: prizes.combination,
    PuzzleTheme.capot: prizes.capot,
    PuzzleTheme.stop_capot: prizes.stop_capot,
    PuzzleTheme.defeat_by_one: prizes.defeat_by_one,
    PuzzleTheme.finesse: counterfactual.finesse,
    PuzzleTheme.throw_in: counterfactual.throw_in,
    PuzzleTheme.squeeze: counterfactual.squeeze,
    PuzzleTheme.zugzwang: counterfactual.zugzwang,
}
"""The test of each other theme."""


_WORDS = frozenset(PuzzleTheme)


def find_themes(puzzle: Puzzle, budget: Budget | None = None) -> tuple[PuzzleTheme, ...]:
    """Return the themes of a puzzle, in the order of the words; docs/puzzles.md defines them.

    A hidden puzzle, in which no card is proved to fail, has those alone that need no line of play.

    budget: by default `THEME_NODES`. A theme that is not proved within it is not told.
    """
    budget = Budget(Limit(nodes=THEME_NODES)) if budget is None else budget
    found = {theme for theme, holds in FACTS.items() if holds(puzzle)}
    if puzzle.kind == PuzzleKind.open:
        found |= _of_lines(puzzle, budget)
    return tuple(theme for theme in PuzzleTheme if theme in found)


def prove_themes(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the themes that are proved of it, and whatever other words it was told with."""
    own = (word for word in puzzle.themes if word not in _WORDS)
    return replace(puzzle, themes=(*find_themes(puzzle), *own))


def find_unproved(puzzle: Puzzle) -> list[str]:
    """Return the themes that a puzzle was told with and that are not proved of it."""
    found = find_themes(puzzle)
    return [word for word in puzzle.themes if word in _WORDS and word not in found]


def _of_lines(puzzle: Puzzle, budget: Budget) -> set[PuzzleTheme]:
    """Return the themes of the two lines of a puzzle, as far as they are proved within the budget."""
    found: set[PuzzleTheme] = set()
    try:
        lines = Lines(puzzle, budget)
        for theme, holds in OF_LINES.items():
            if holds(lines):
                found.add(theme)
    except UnprovedError:
        # What takes no search is told all the same: those themes come first.
        pass
    return found
