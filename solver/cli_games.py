"""The games and their rules, in words, for a terminal."""

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.cli_cards import plain
from solver.rule_words import Source
from solver.rules import Rules

_SOURCE_SAYS = {
    Source.sheet: "the game's rule sheet",
    Source.standard: "the published standard rule, where the sheet is silent",
    Source.decision: "a decision, where the sheet is ambiguous or misprinted",
    Source.option: "set by whoever wrote these rules",
}


def games_table(games: list[Rules]) -> Table:
    """The games in a table."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in ("name", "players", "deck", "each", "game"):
        justify: Any = "right" if column in ("players", "deck", "each") else "left"
        table.add_column(column, justify=justify, no_wrap=column != "game")
    for rules in games:
        about = Text(rules.title, style="bold").append(f". {rules.description}", style="not bold")
        table.add_row(rules.name, str(rules.n_players), str(len(rules.deck)), str(rules.cards_each), about)
    return table


def rules_text(rules: Rules) -> RenderableType:
    """Every rule of a game in words, with its source, what is disputed, and the options there are."""
    head = Text(plain(rules.title or rules.name), style="bold").append(f"  {plain(rules.name)}", style="dim")
    parts: list[RenderableType] = [
        head,
        Text(plain(rules.description, 2000)),
        Text(),
        _words_table(rules),
        Text(),
    ]
    used = {word["source"] for word in rules.words()}
    parts += [
        Text(f"{source.value}: {said}", style="dim")
        for source, said in _SOURCE_SAYS.items()
        if source.value in used
    ]
    if rules.source:
        parts.append(Text(f"These rules: {plain(rules.source, 2000)}", style="dim"))
    if rules.notes:
        parts += [Text(), Text("What players may dispute", style="bold")]
        notes = Table(box=None, pad_edge=False, show_header=False)
        for note in rules.notes:
            notes.add_row("-", plain(note, 2000))
        parts.append(notes)
    return Group(*parts, *_options(rules))


def _words_table(rules: Rules) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    table.add_column(no_wrap=True)
    for word in rules.words():
        source = Source(word["source"])
        style = "" if source == Source.sheet else "yellow"
        table.add_row(word["path"], plain(word["says"], 2000), Text(source.value, style=style))
    return table


def _options(rules: Rules) -> list[RenderableType]:
    """What a request may set, with the values allowed and the one it has."""
    options: dict[str, dict[str, Any]] = rules.options_schema()["properties"]
    if not options:
        return []
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, schema in options.items():
        value = (
            "true"
            if schema["default"] is True
            else "false"
            if schema["default"] is False
            else schema["default"]
        )
        table.add_row(name, _allowed(schema), Text(f"now {value}", style="dim"))
    return [Text(), Text('Options, for "rules" in a request', style="bold"), table]


def _allowed(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(schema["enum"])
    return "true | false" if schema["type"] == "boolean" else f"{schema['minimum']} to {schema['maximum']}"
