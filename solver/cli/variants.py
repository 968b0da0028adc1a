"""``atout variants``: the list of games, the rules of one, and the check of a file of own rules."""

import sys

import click
from rich.console import RenderableType

from solver.answer_json import written
from solver.cli.options import LANG, FilePath, find_game
from solver.cli.run import REFUSED, write_line
from solver.cli.spoken import usage_error
from solver.errors import SolverError
from solver.report import plain
from solver.report.terminal import GamesTable, Legible, new_console, rules_text
from solver.rules import VARIANTS, check_variant_file, find_variant
from solver.sentences import Language, phrase
from solver.speech import Speech


@click.command("variants")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="JSON: a line for each game, or one object.")
@click.option("--check", "path", type=FilePath(exists=True), help="Check a TOML file of rules.")
@LANG
def variants_command(name: str | None, as_json: bool, path: str | None, language: Language) -> None:
    """List the games, or print the rules of the game NAME in words, with their sources and options.

    NAME may also be a file of rules, as club.toml.
    """
    if path is not None:
        if name is not None:
            raise usage_error(phrase("--check takes a file and no NAME"))
        _check_file(path, as_json, language)
        return
    try:
        games = [find_game(name)] if name is not None else [find_variant(known) for known in VARIANTS]
    except SolverError as error:
        said = "; ".join(fault.say(language) for fault in error.faults)
        raise click.BadParameter(plain(said, 2000), param_hint="'NAME'") from None
    speech = Speech(language, language)
    if as_json:
        for game in games:
            write_line(game.describe(speech))
        return
    shown: RenderableType = GamesTable(games, speech) if name is None else rules_text(games[0], speech)
    new_console().print(Legible(shown))


def _check_file(path: str, as_json: bool, language: Language) -> None:
    faults = check_variant_file(path)
    if as_json:
        errors = [written(fault, language=language) for fault in faults]
        write_line({"file": path, "valid": not faults, "errors": errors})
    else:
        for fault in faults:
            click.echo(plain(fault.say(language), 1000))
        if not faults:
            click.echo(phrase("{path}: these rules can be played.", path=path).say(language))
    if faults:
        sys.exit(REFUSED)
