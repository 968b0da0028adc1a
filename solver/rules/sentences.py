"""Rules in words: the sentence of each rule a game has, and the schema of what a request may set."""

from collections.abc import Iterator
from dataclasses import Field
from enum import StrEnum
from typing import Any

from solver.rules.fields import RuleFields
from solver.rules.form import HINTS, RULE_FIELDS, applies, write_value
from solver.rules.row import ANY, row_of
from solver.rules.words import Source
from solver.sentences import GAME
from solver.speech import ENGLISH, Speech


def sentence(rule_field: Field[Any], value: object, speech: Speech = ENGLISH) -> str:
    """Return the sentence for a rule that has that value."""
    row = row_of(rule_field)
    says = row.says.get(value) if isinstance(value, (int, str)) else None
    return speech.say(says) if says else speech.say(row.says[ANY], value=row.shown(value, speech))


def game_texts(rules: RuleFields, speech: Speech) -> dict[str, Any]:
    """Return the texts about a game as a whole, for a reader: ``title, description, source, notes``."""
    return {
        "title": speech.translate(rules.title, GAME),
        "description": speech.translate(rules.description, GAME),
        "source": speech.translate(rules.source, GAME),
        "notes": [speech.translate(note, GAME) for note in rules.notes],
    }


def words_of(rules: RuleFields, speech: Speech = ENGLISH) -> list[dict[str, Any]]:
    """Describe every rule of the game: ``rule``, ``path``, ``value``, ``says``, ``source`` and ``option``.

    Rules with a value that goes without saying are left out.
    """
    offered = set(option_fields(rules))
    return [
        {
            "rule": rule_field.name,
            "path": ".".join(row_of(rule_field).path),
            "value": write_value(getattr(rules, rule_field.name)),
            "says": sentence(rule_field, getattr(rules, rule_field.name), speech),
            "source": rules.sources.get(rule_field.name, Source.option).value,
            "option": rule_field in offered,
        }
        for rule_field in spoken_fields(rules)
        if getattr(rules, rule_field.name) or not row_of(rule_field).quiet
    ]


def spoken_fields(rules: RuleFields) -> Iterator[Field[Any]]:
    """Yield the fields that are rules of play and apply in this game."""
    rows = ((field, row_of(field)) for field in RULE_FIELDS.values())
    return (field for field, row in rows if row.says and (row.everywhere or applies(rules, field)))


def option_fields(rules: RuleFields) -> list[Field[Any]]:
    """Return the fields that a request may set: options that apply here, or will once another is set."""

    def is_offered(field: Field[Any]) -> bool:
        row = row_of(field)
        if field.name == "point_table" and len(rules.points) < 2:
            return False
        return row.option and all(
            (getattr(rules, other) in words and applies(rules, RULE_FIELDS[other]))
            or is_offered(RULE_FIELDS[other])
            for other, words in row.only.items()
        )

    return [field for field in RULE_FIELDS.values() if is_offered(field)]


def options_schema(rules: RuleFields, speech: Speech = ENGLISH) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the ``rules`` object that a request may send with this game."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {field.name: _option_schema(rules, field, speech) for field in option_fields(rules)},
    }


def option_choices(rules: RuleFields, speech: Speech = ENGLISH) -> list[dict[str, Any]]:
    """Describe the options that bear on the play or the score of one deal, for people to choose from.

    Each has its ``rule``, the question that it answers (``asks``), the ``value`` of this game, and either its
    ``choices``, each a pair of a value and its sentence, or the ``low`` and ``high`` of a number.
    """
    return [
        {
            "rule": field.name,
            "asks": speech.say(row_of(field).doc),
            "value": write_value(getattr(rules, field.name)),
            **_choices(rules, field, speech),
        }
        for field in option_fields(rules)
        if row_of(field).path[0] not in ("match", "auction")
    ]


def _choices(rules: RuleFields, field: Field[Any], speech: Speech) -> dict[str, Any]:
    row, hint = row_of(field), HINTS[field.name]
    if field.name == "point_table":
        values: list[object] = list(rules.points)
    elif isinstance(hint, type) and issubclass(hint, StrEnum):
        values = list(hint)
    elif hint is bool:
        values = [False, True]
    else:
        return {"low": row.low, "high": row.high}
    return {"choices": [[write_value(value), sentence(field, value, speech)] for value in values]}


def _option_schema(rules: RuleFields, field: Field[Any], speech: Speech) -> dict[str, Any]:
    row, value = row_of(field), getattr(rules, field.name)
    hint = HINTS[field.name]
    doc = speech.say(row.doc)
    schema: dict[str, Any] = {"description": doc, "default": write_value(value)}
    if field.name == "point_table":
        return schema | {"type": "string", "enum": list(rules.points)}
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        said = "\n".join(f"- {speech.labelled(f'`{word}`', sentence(field, word, speech))}" for word in hint)
        schema["description"] = f"{doc}\n\n{said}"
        return schema | {"type": "string", "enum": [word.value for word in hint]}
    if hint is bool:
        return schema | {"type": "boolean"}
    return schema | {"type": "integer", "minimum": row.low, "maximum": row.high}
