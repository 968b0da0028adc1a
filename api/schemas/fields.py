"""Fields of requests and answers that marshmallow does not have, and their form in the API document.

Each field holds its JSON Schema in ``shape``.  In a request null means the same as leaving the field out.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any, cast

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field

from api.http import MAX_FAULTS, UnknownField, first_faults, impossible, unreadable
from solver import MAX_INTEGER, Code, Fault, any_of, show, wrong

JsonSchema = Mapping[str, Any]


def ref(name: str) -> dict[str, str]:
    """Return a reference to a component of the API document."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(shape: JsonSchema) -> dict[str, Any]:
    """Return the schema that also allows null."""
    kind = shape.get("type")
    if isinstance(kind, str) and "enum" not in shape:
        return {**shape, "type": [kind, "null"]}
    inner = {key: value for key, value in shape.items() if key != "description"}
    outer = {"description": shape["description"]} if "description" in shape else {}
    return {**outer, "anyOf": [inner, {"type": "null"}]}


class Shaped(Field[Any]):
    """A field with a JSON Schema of its own."""

    def __init__(self, description: str, shape: JsonSchema, *, required: bool = False) -> None:
        super().__init__(required=required, allow_none=not required)
        self.shape: dict[str, Any] = {"description": description, **shape}


class Shown(Shaped):
    """A field of an answer."""

    def __init__(self, description: str, shape: JsonSchema, *, optional: bool = False) -> None:
        super().__init__(description, shape, required=not optional)


class Asked(Shaped):
    """A field of a request that the solver reads.

    Every value is passed on to it, because its messages about cards are better than those of a schema.
    """

    def __init__(self, description: str, shape: JsonSchema, *, required: bool = False) -> None:
        super().__init__(description, shape if required else or_null(shape), required=required)
        self.allow_none = True


class WholeNumber(Shaped):
    """A whole number, at least ``low``; 8.0 is one, as in JSON Schema, while "8" and true are not."""

    def __init__(self, description: str, *, low: int) -> None:
        shape = {"type": ["integer", "null"], "minimum": low, "maximum": MAX_INTEGER}
        super().__init__(description, shape)
        self.low = low

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            whole = wrong(
                Code.wrong_type,
                "{field} is {value}; it must be a whole number",
                field=attr,
                value=show(value),
            )
            raise ValidationError([unreadable(whole)])
        if value < self.low:
            low = wrong(
                Code.out_of_range,
                "{field} is {value}; it must be at least {low}",
                field=attr,
                value=show(value),
                low=self.low,
            )
            raise ValidationError([impossible(low)])
        return value


class Word(Shaped):
    """One of a few words."""

    def __init__(self, description: str, words: tuple[str, ...]) -> None:
        super().__init__(f"{description} If left out: `{words[0]}`.", {"enum": [*words, None]})
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        said = {"field": attr, "value": show(value), "allowed": any_of(f'"{word}"' for word in self.words)}
        if not isinstance(value, str):
            text = wrong(Code.wrong_type, "{field} is {value}; it must be a text, {allowed}", **said)
            raise ValidationError([unreadable(text)])
        if value not in self.words:
            word = wrong(Code.wrong_word, "{field} is {value}; it must be {allowed}", **said)
            raise ValidationError([impossible(word)])
        return value


class Text(Shaped):
    """A text of at most ``longest`` characters that the service returns unchanged."""

    def __init__(self, description: str, *, longest: int) -> None:
        super().__init__(description, {"type": ["string", "null"], "maxLength": longest})
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            text = wrong(
                Code.wrong_type, "{field} is {value}; it must be a text", field=attr, value=show(value)
            )
            raise ValidationError([unreadable(text)])
        if len(value) > self.longest:
            long = wrong(
                Code.too_long,
                "{field} has {count} characters; it can have {most}",
                field=attr,
                count=len(value),
                most=self.longest,
            )
            raise ValidationError([impossible(long)])
        return value


class Names(Shaped):
    """The players' names by seat, which the service returns unchanged."""

    def __init__(self, description: str, *, seats: str, longest: int) -> None:
        name = {"type": "string", "maxLength": longest}
        shape = {
            "type": ["object", "null"],
            "additionalProperties": False,
            "properties": dict.fromkeys(seats, name),
        }
        super().__init__(description, shape)
        self.seats = seats
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, str]:
        if not isinstance(value, dict):
            names = wrong(
                Code.wrong_type,
                "{field} is {value}; it must be an object of names by seat",
                field=attr,
                value=show(value),
            )
            raise ValidationError([unreadable(names)])
        faults: dict[str, list[Fault]] = {}
        for seat, name in islice(value.items(), MAX_FAULTS):
            if seat not in tuple(self.seats):
                none = wrong(
                    Code.not_a_seat,
                    "{seat} is not a seat; the seats are {seats}",
                    seat=show(seat),
                    seats=" ".join(self.seats),
                )
                faults[seat] = [impossible(none)]
            elif not isinstance(name, str):
                text = wrong(
                    Code.wrong_type,
                    "the name of {seat} is {value}; it must be a text",
                    seat=seat,
                    value=show(name),
                )
                faults[seat] = [unreadable(text)]
            elif len(name) > self.longest:
                long = wrong(
                    Code.too_long,
                    "the name has {count} characters; it can have {most}",
                    count=len(name),
                    most=self.longest,
                )
                faults[seat] = [impossible(long)]
        if faults:
            raise ValidationError(faults)
        return value


_MESSAGES = {"type": cast(str, unreadable(wrong(Code.wrong_type, "this must be an object")))}
_FIELD_MESSAGES = {
    "required": cast(str, [unreadable(wrong(Code.missing, "this is missing, and must be there"))]),
    "null": cast(str, [unreadable(wrong(Code.wrong_type, "this must not be null"))]),
}
"""The faults in the place of marshmallow's English texts; it hands on any object, not only texts."""


class ShapeSchema(Schema):
    """A schema that names the fields there are when it meets another one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.error_messages |= _MESSAGES
        self.error_messages["unknown"] = cast(str, UnknownField(tuple(self.fields)))
        for field in self.fields.values():
            field.error_messages |= _FIELD_MESSAGES

    def known(self, data: Any) -> Any:
        """Return ``data`` without unknown fields; anything but an object is returned unchanged."""
        if not isinstance(data, Mapping):
            return data
        return {name: data[name] for name in data if name in self.fields}

    def values(self, data: Any, **kwargs: Any) -> tuple[dict[str, Any], list[Fault]]:
        """Return the values of the fields of ``data``, and the faults that were found."""
        try:
            return cast(dict[str, Any], super().load(data, **kwargs)), []
        except ValidationError as error:
            return {}, first_faults(error.messages)


def shape_of(self: object, field: Field[Any], **kwargs: Any) -> dict[str, Any]:
    """Return the JSON Schema of a field of this module: an attribute function of apispec's converter."""
    return dict(field.shape) if isinstance(field, Shaped) else {}
