"""Fields of requests and answers that marshmallow does not have, and their form in the API document.

Each field holds its JSON Schema in ``shape``.  In a request null means the same as leaving the field out.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, ClassVar, cast

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field, Nested

from api.http import MisshapenField, UnknownField, first_faults, impossible, option_shape, unreadable
from solver import SEATS, Code, Fault
from solver.errors import MAX_FAULTS, show, wrong
from solver.labels import MAX_LABEL, find_label_fault, find_name_faults, names_by_seat
from solver.requests import Kind, RequestOption
from solver.sentences import mark

JsonSchema = Mapping[str, Any]

OPEN_OBJECT: JsonSchema = {"type": "object", "additionalProperties": True}
"""An object whose fields are told elsewhere. Without `additionalProperties` generators of clients make one
that has none."""


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


class AskedList(Asked):
    """A list of a request that must be there; what is in it is read elsewhere."""

    def __init__(self, description: str, shape: JsonSchema) -> None:
        super().__init__(description, shape, required=True)
        self.allow_none = False


def check_list(value: object, field: str | None, most: int, *, no_list: str, bad_length: str) -> None:
    """Raise ValidationError unless a value is a list of 1 to ``most`` entries.

    ``no_list`` and ``bad_length`` are what is said of another value, and of a list with another ``count``.
    """
    if not isinstance(value, list):
        none = wrong(Code.wrong_type, no_list, field=field, value=show(value), most=most)
        raise ValidationError([unreadable(none)])
    if not 1 <= len(value) <= most:
        code = Code.too_many if value else Code.missing
        raise ValidationError([impossible(wrong(code, bad_length, field=field, count=len(value), most=most))])


class Option(Shaped):
    """A field of a request that is a row of request options."""

    def __init__(self, option: RequestOption) -> None:
        shape = option_shape(option)
        if option.kind == Kind.word:
            said = f"{option.says} If left out: `{option.words[0]}`."
            super().__init__(said, {"enum": [*option.words, None]})
        else:
            super().__init__(option.says, or_null(shape))
        self.option = option

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if (fault := self.option.find_fault(value)) is not None:
            raise ValidationError([fault])
        return int(value) if self.option.kind == Kind.number else value


def fields_of(options: Iterable[RequestOption]) -> dict[str, Option]:
    """Return the fields of a schema for several options, by their names."""
    return {option.name: Option(option) for option in options}


class Label(Shaped):
    """The id of a game, which the service only hands back."""

    def __init__(self, description: str) -> None:
        super().__init__(description, {"type": ["string", "null"], "maxLength": MAX_LABEL})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if (fault := find_label_fault(value)) is not None:
            raise ValidationError([fault])
        return cast(str, value)


class Names(Shaped):
    """The players' names by seat, which the service only hands back."""

    def __init__(self, description: str) -> None:
        name = {"type": "string", "maxLength": MAX_LABEL}
        shape = {
            "type": ["object", "null"],
            "propertyNames": ref("SeatText"),
            "properties": dict.fromkeys(SEATS, name),
            "additionalProperties": name,
        }
        super().__init__(description, shape)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, str]:
        faults = list(islice(find_name_faults(value), MAX_FAULTS))
        if faults:
            raise ValidationError(faults)
        return names_by_seat(value)


_MESSAGES = {"type": cast(str, MisshapenField(Code.wrong_type, mark("{field} must be an object")))}
_FIELD_MESSAGES = {
    "required": cast(str, [MisshapenField(Code.missing, mark("{field} is missing, and must be there"))]),
    "null": cast(str, [MisshapenField(Code.wrong_type, mark("{field} must not be null"))]),
}
"""The faults in the place of marshmallow's English texts; it hands on any object, not only texts."""


class ShapeSchema(Schema):
    """A schema that lists the known fields in the fault about an unknown one."""

    takes_lines: ClassVar[bool] = False
    """True if the resource also takes a body of lines."""
    apart: ClassVar[str | None] = None
    """The field with the list whose members are refused one by one."""
    row: ClassVar[RequestOption | None] = None
    """A row of the options that are its fields, if all of one group are; it says what is no such group."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.error_messages |= _MESSAGES
        group = None if self.row is None else self.row.group
        known = tuple(self.fields)
        unknown = UnknownField(known) if group is None else UnknownField(known, group.unknown)
        self.error_messages["unknown"] = cast(str, unknown)
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
            return {}, first_faults(error.messages, data)


class OptionGroup(Nested):
    """An object of options, which are one group of rows."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        row = cast(ShapeSchema, self.schema).row
        if not isinstance(value, Mapping) and row is not None and row.group is not None:
            raise ValidationError([unreadable(row.group.misshapen(value))])
        return super()._deserialize(value, *args, **kwargs)


class Switchable(OptionGroup):
    """An object of options, which may also be true, for all that is usual, or false, for none of it."""

    def __init__(self, options: type[Schema], name: str, description: str) -> None:
        """``name`` is that of ``options`` in the API document."""
        super().__init__(options, allow_none=True)
        self.shape: dict[str, Any] = {
            "description": description,
            "anyOf": [ref(name), {"type": ["boolean", "null"]}],
        }

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool):
            return {} if value else None
        return super()._deserialize(value, *args, **kwargs)


def shape_of(self: object, field: Field[Any], **kwargs: Any) -> dict[str, Any]:
    """Return the JSON Schema of a field of this module: an attribute function of apispec's converter."""
    return dict(field.shape) if isinstance(field, (Shaped, Switchable)) else {}
