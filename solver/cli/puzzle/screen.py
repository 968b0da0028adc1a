"""The terminal of somebody who solves puzzles: what they read, and the lines that they type."""

import sys

import click
from rich.console import RenderableType

from solver.legible import legible
from solver.puzzles import Rating
from solver.report.terminal import Legible, new_console, tinted
from solver.sentences import Message, mark, mark_n
from solver.speech import Speech

_RATING = mark("Your rating in this game: {before} → {after} (±{deviation}).")
_NOT_RATED = mark("Not rated.")
_GOODBYE = mark_n("{n} puzzle.", "{n} puzzles.")


class Stop(Exception):
    """The reader has had enough, or the input is over."""


class Screen:
    """Prints to standard output, and reads line after line from standard input."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self._console = new_console()

    def show(self, shown: RenderableType) -> None:
        """Print a table or a text, and an empty line."""
        self._console.print(Legible(shown, self.speech.notation))
        self._console.print()

    def say(self, message: Message, n: int = 0, **values: object) -> None:
        """Print a sentence."""
        self.tell(self.speech.say(message, n, **values))

    def tell(self, text: str) -> None:
        """Print a text, its red cards in red."""
        self.show(tinted(text))

    def ask(self, question: str) -> str:
        """Return the next line that is typed, without spaces around it.

        Raises Stop where there is none, and KeyboardInterrupt at Ctrl-C.
        """
        shown = legible(question, sys.stdout.encoding or "ascii")
        try:
            typed: str = click.prompt(shown, prompt_suffix=" ", default="", show_default=False)
        except click.Abort as abort:
            click.echo()
            if isinstance(abort.__context__, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            raise Stop from None
        if not sys.stdin.isatty():  # nobody has seen it typed
            click.echo()
        return typed.strip()

    def tell_rating(self, before: Rating, after: Rating) -> None:
        """Print how a try has changed the rating."""
        if before == after:
            self.say(_NOT_RATED)
            return
        self.say(
            _RATING, before=round(before.rating), after=round(after.rating), deviation=round(after.deviation)
        )

    def tell_end(self, n_played: int) -> None:
        """Print the number of puzzles that were played."""
        if n_played > 1:
            self.say(_GOODBYE, n_played)
