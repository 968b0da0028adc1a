"""Rules in words: the English sentence of each rule a game has, and the schema of what a request may set."""

from collections.abc import Iterator
from dataclasses import Field
from enum import StrEnum
from typing import Any

from solver.rule_form import HINTS, RULE_FIELDS, applies, write_value
from solver.rule_grades import RuleFields
from solver.rule_row import ANY, row_of
from solver.rule_words import Source


def sentence(rule_field: Field[Any], value: object) -> str:
    """The English sentence for a rule that has that value."""
    row = row_of(rule_field)
    says = row.says.get(value) if isinstance(value, (int, str)) else None
    return says or row.says[ANY].format(value=row.shown(value))


def words_of(rules: RuleFields) -> list[dict[str, Any]]:
    """Every rule of the game in words: ``rule``, ``path``, ``value``, ``says``, ``source`` and ``option``.

    What the game does not have, and need not say so, is left out.
    """
    offered = set(option_fields(rules))
    return [
        {
            "rule": rule_field.name,
            "path": ".".join(row_of(rule_field).path),
            "value": write_value(getattr(rules, rule_field.name)),
            "says": sentence(rule_field, getattr(rules, rule_field.name)),
            "source": rules.sources.get(rule_field.name, Source.option).value,
            "option": rule_field in offered,
        }
        for rule_field in spoken_fields(rules)
        if getattr(rules, rule_field.name) or not row_of(rule_field).quiet
    ]


def spoken_fields(rules: RuleFields) -> Iterator[Field[Any]]:
    """The fields that are rules of play and mean something in this game."""
    return (field for field in RULE_FIELDS.values() if row_of(field).says and applies(rules, field))


def option_fields(rules: RuleFields) -> list[Field[Any]]:
    """The fields a request may set: options that mean something here, or will once another is set."""

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


def options_schema(rules: RuleFields) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the ``rules`` object that a request may send with this game."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {field.name: _option_schema(rules, field) for field in option_fields(rules)},
    }


def _option_schema(rules: RuleFields, field: Field[Any]) -> dict[str, Any]:
    row, value = row_of(field), getattr(rules, field.name)
    hint = HINTS[field.name]
    schema: dict[str, Any] = {"description": row.doc, "default": write_value(value)}
    if field.name == "point_table":
        return schema | {"type": "string", "enum": list(rules.points)}
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        said = "\n".join(f"- `{word}`: {sentence(field, word)}" for word in hint)
        schema["description"] = f"{row.doc}\n\n{said}"
        return schema | {"type": "string", "enum": [word.value for word in hint]}
    if hint is bool:
        return schema | {"type": "boolean"}
    return schema | {"type": "integer", "minimum": row.low, "maximum": row.high}
