"""Options that several commands about puzzles have."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import click

from solver.cards import NOTATIONS
from solver.cli.options import Count, FilePath, find_game
from solver.cli.puzzle.reading import FILE_FORMATS
from solver.cli.spoken import spoken_language
from solver.errors import SolverError
from solver.puzzles import N_BANDS, PuzzleTheme
from solver.report import plain
from solver.rules import Rules
from solver.sentences import LANGUAGES
from solver.speech import Speech

Command = TypeVar("Command", bound=Callable[..., Any])

MAX_SEED = 2**53 - 1


class Game(click.ParamType[Rules]):
    """A game, by its name or by the file of its rules."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Rules:
        """The rules of the game."""
        try:
            return value if isinstance(value, Rules) else find_game(value)
        except SolverError as error:
            said = "; ".join(fault.say(spoken_language()) for fault in error.faults)
            self.fail(plain(said, 2000), param, ctx)


class GameName(Game):
    """A game, as `Game` reads it, of whose puzzles the name is looked for."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name of the game; rules of one's own keep that which their file gives them."""
        return super().convert(value, param, ctx).name


class ThemeWord(click.Choice[str]):
    """A theme, by its word or by its name in any language, as `atout puzzle stats` shows it."""

    def __init__(self) -> None:
        super().__init__([theme.value for theme in PuzzleTheme])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word of the theme."""
        return super().convert(_themes_by_name().get(_plain_name(value), value), param, ctx)

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Say which themes there are: in English by their words, else by their names."""
        if spoken_language() == "en":
            return super().get_invalid_choice_message(value, ctx)
        speech = Speech(spoken_language())
        names = click.Choice([theme.name_in(speech) for theme in PuzzleTheme])
        return names.get_invalid_choice_message(value, ctx)


@cache
def _themes_by_name() -> dict[str, str]:
    """Return the word of each theme by its names in each language."""
    speeches = list(map(Speech, LANGUAGES))
    return {
        _plain_name(name): theme.value
        for speech in speeches
        for theme in PuzzleTheme
        for name in theme.names_in(speech)
    }


def _plain_name(name: object) -> str:
    return " ".join(str(name).casefold().replace("’", "'").split())


BANK_FILE = FilePath(exists=True, readable=True, allow_dash=True)
NOTATION = click.option(
    "--notation",
    type=click.Choice(NOTATIONS),
    help="The letters of cards; if left out, those of the language.",
)
IN_FORMAT = click.option(
    "--from",
    "file_format",
    type=click.Choice(FILE_FORMATS),
    help="What FILE is; if left out, as its name ends: .csv, .pbn, else NDJSON.",
)
SEED = click.option(
    "--seed", type=Count(MAX_SEED, 0), help="Choose among puzzles near the rating in the same way each time."
)
NO_RECORD = click.option(
    "--no-record", is_flag=True, help="Neither read nor write the record of your tries and ratings."
)


def bank_options(command: Command) -> Command:
    """Add the options that say which puzzles of which bank are wanted."""
    options = [
        click.option(
            "--bank", type=BANK_FILE, help="A file of puzzles; if left out, those shipped with Atout."
        ),
        click.option("--variant", type=GameName(), help="The game, or a file of its rules."),
        click.option(
            "--theme",
            "themes",
            type=ThemeWord(),
            metavar="WORD",
            multiple=True,
            help="A theme; given twice, both.",
        ),
        click.option("--level", type=Count(N_BANDS), help="1 to 5, from the easiest fifth to the hardest."),
    ]
    for option in reversed(options):
        command = option(command)
    return command
