"""The language in which commands speak of themselves: their help, and wrong usage.

It is that of ``--lang``, else that of the environment.  The help of commands and options is translated where
it is written out, paragraph by paragraph.  What click itself says goes through the catalogues, too.
"""

import inspect
import re
from collections.abc import Iterable, Sequence
from contextvars import ContextVar

import click
import click.core
import click.exceptions
import click.formatting
import click.parser
import click.types

from solver.sentences import (
    Language,
    PlaceValue,
    Quoted,
    Sayable,
    catalogue_of,
    escape,
    language_of_environment,
    mark,
    mark_n,
    phrase,
)
from solver.system_reasons import system_reason

CLICK_SAYS = (
    mark("Usage:"),
    mark("Options"),
    mark("Commands"),
    mark("Positional arguments"),
    mark("Show this message and exit."),
    mark("Show the version and exit."),
    mark("default: {default}"),
    mark("required"),
    mark("Aborted!"),
    mark("Error: {message}"),
    mark("Try '{command} {option}' for help."),
    mark("Invalid value: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Missing argument"),
    mark("Missing option"),
    mark("Missing command."),
    mark("No such command {name!r}."),
    mark("No such option {name!r}."),
    mark_n("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    mark("Option {name!r} does not take a value."),
    mark_n("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    mark_n("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    mark_n("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value} is not in the range {range}."),
    mark("{name} {filename!r} does not exist."),
    mark("{name} {filename!r} is a file."),
    mark("{name} {filename!r} is a directory."),
    mark("{name} {filename!r} is not readable."),
    mark("{name} {filename!r} is not writable."),
)
"""The messages of click that the commands here can come to."""

_HEADING = mark("{heading}:")
_ASIDE = "  ["
"""Click writes the default of an option, and what it takes, behind its help."""

_chosen: ContextVar[Language | None] = ContextVar("_chosen", default=None)


def spoken_language() -> Language:
    """Return the language of the command that runs: that of ``--lang``, else that of the environment."""
    return _chosen.get() or language_of_environment()


def choose_language(_: click.Context, __: click.Parameter, language: Language) -> Language:
    """Let the command speak the language that ``--lang`` names."""
    _chosen.set(language)
    return language


def forget_language() -> None:
    """Let the next command speak the language of the environment."""
    _chosen.set(None)


def usage_error(wrong: Sayable) -> click.UsageError:
    """Return the error that tells wrong usage, in the language of the command."""
    return click.UsageError(wrong.say(spoken_language()))


def failure(wrong: Sayable) -> click.ClickException:
    """Return the error that tells what a command could not do, in its language."""
    return click.ClickException(wrong.say(spoken_language()))


def not_read(path: PlaceValue, error: OSError) -> click.ClickException:
    """Return the error that tells of a file that could not be read, or not to its end."""
    return failure(phrase("cannot read {path}: {reason}", path=path, reason=system_reason(error)))


def not_written(path: PlaceValue, error: OSError) -> click.ClickException:
    """Return the error that tells of a file that could not be written."""
    return failure(phrase("cannot write {path}: {reason}", path=path, reason=system_reason(error)))


def paragraphs_of(help_text: str) -> list[str]:
    """Return the paragraphs of the help of a command, each on one line: the messages of the catalogues."""
    return [" ".join(lines.split()) for lines in re.split(r"\n\s*\n", inspect.cleandoc(help_text))]


class _Formatter(click.HelpFormatter):
    """Write help in the language of the reader."""

    def write_heading(self, heading: str) -> None:
        self.write(_said(_HEADING).format(heading=_said(heading)) + "\n")

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(map(_said, paragraphs_of(text))))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        said = []
        for name, text in rows:
            about, sign, aside = text.partition(_ASIDE)
            said.append((name, _said(about) + sign + aside))
        super().write_dl(said, col_max, col_spacing)


class SpokenContext(click.Context):
    """The context of a command whose help is in the language of the reader."""

    formatter_class = _Formatter


def let_speak(command: click.Command) -> None:
    """Let a command, and those of a group, write their help in the language of the reader."""
    command.context_class = SpokenContext
    if isinstance(command, click.Group):
        for each in command.commands.values():
            let_speak(each)


class _OfClick(str):
    """A message of click, which fills some places with words between English quotation marks."""

    __slots__ = ()

    def format(self, *args: object, **values: object) -> str:
        """Fill the places, each word between the quotation marks of the reader."""
        quoted = {name: _requoted(str(values[name])) for name in _QUOTED_BY_CLICK & values.keys()}
        if spoken_language() != "en":
            # English has the form of Python for them: {name!r}.
            quoted |= {name: escape(str(values[name])) for name in _QUOTED_BY_US & values.keys()}
        return super().format(*args, **values | quoted)


_QUOTED_BY_CLICK = {"choice", "choices", "possibility", "possibilities"}
_QUOTED_BY_US = {"name", "filename", "value"}


def _requoted(words: str) -> str:
    return re.sub(r"'([^']*)'", lambda word: _quoted(word[1]), words)


def _quoted(word: str) -> str:
    return Quoted(word).say(spoken_language())


def _said(message: str) -> str:
    """Translate a message; an empty one is the head of a catalogue."""
    return _OfClick(catalogue_of(spoken_language()).gettext(message)) if message else ""


def _said_of(one: str, several: str, n: int) -> str:
    return _OfClick(catalogue_of(spoken_language()).ngettext(one, several, n))


def _hints_said(hints: Sequence[str] | str | None) -> str | None:
    """Return the names of an option or an argument as errors quote them."""
    if hints is None or isinstance(hints, str):
        return hints and _requoted(hints)
    return " / ".join(map(_quoted, hints))


# Click asks the standard catalogue of the process, which is a compiled file. Ours are not.
for _module in (click.core, click.exceptions, click.formatting, click.parser, click.types):
    vars(_module).update(_=_said, ngettext=_said_of)
vars(click.exceptions).update(_join_param_hints=_hints_said)
