"""Write the keys of a file of rules into docs/rules-file.md: ``python -m docs.rules_table``."""

from collections.abc import Iterator
from dataclasses import Field
from enum import StrEnum
from pathlib import Path
from typing import Any

from docs.settings_table import put_between
from solver.rules.form import RULE_FIELDS
from solver.rules.row import Row, row_of

PAGE = Path(__file__).with_name("rules-file.md")
BEGIN = "<!-- Written by `python -m docs.rules_table`. -->\n"
TOP = "At the top of the file"


def keys_of_rules() -> str:
    """Return all keys as Markdown: a table for each section of the file."""
    sections: dict[str, list[str]] = {TOP: []}
    for field in RULE_FIELDS.values():
        sections.setdefault(_section_of(field), []).append(_line_of(field))
    head = "| key | value | if left out | what it says |\n|---|---|---|---|"
    return "\n".join("\n".join([f"## {name}", "", head, *rows, ""]) for name, rows in sections.items())


def with_keys(page: str) -> str:
    """Return the text of the page with the keys of today between its two marks."""
    return put_between(page, BEGIN, keys_of_rules())


def _section_of(field: Field[Any]) -> str:
    path = row_of(field).path
    return f"`[{path[0]}]`" if len(path) > 1 else TOP


def _line_of(field: Field[Any]) -> str:
    row = row_of(field)
    said = " ".join([row.doc, *_words_of(row), *_conditions_of(row)])
    return f"| `{row.path[-1]}` | {_value_of(field, row)} | {_default_of(field)} | {said} |"


def _words_of(row: Row) -> Iterator[str]:
    """Yield what each word of a key means."""
    for word, sentence in row.says.items():
        if isinstance(word, StrEnum) and sentence:
            yield f"`{word}`: {sentence}"


def _conditions_of(row: Row) -> Iterator[str]:
    """Yield for which games the key is."""
    for other, words in row.only.items():
        path = ".".join(row_of(RULE_FIELDS[other]).path)
        if isinstance(words, range):
            allowed = f"`{words[0]}`" if len(words) == 1 else f"at least `{words[0]}`"
            yield f"Only where `{path}` is {allowed}."
        else:
            yield f"Only where `{path}` is {' or '.join(f'`{word}`' for word in words)}."


def _value_of(field: Field[Any], row: Row) -> str:
    words = [word for word in row.says if isinstance(word, StrEnum)]
    if words:
        return "<br>".join(f"`{word}`" for word in words)
    if field.type is bool:
        return "`true` or `false`"
    if field.type is int:
        return f"{row.low} to {row.high}"
    return {"str": "a text", "tuple": "a list", "Mapping": "a table"}[_plain(field.type)]


def _default_of(field: Field[Any]) -> str:
    default = field.default
    if isinstance(default, int) and default < row_of(field).low:
        return "as suits the game"
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if isinstance(default, (tuple, list)):
        return f"`{list(map(_shown, default))}`".replace("'", '"') if default else "–"
    if isinstance(default, (str, int)):
        return f"`{default}`" if default != "" else "–"
    return "–"


def _shown(value: object) -> object:
    return str(value) if isinstance(value, StrEnum) else value


def _plain(kind: object) -> str:
    return str(getattr(kind, "__name__", kind))


if __name__ == "__main__":
    PAGE.write_text(with_keys(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
