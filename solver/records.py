"""Records: frozen dataclasses of which an analysis makes thousands."""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


def made_quickly(record: type[T]) -> type[T]:
    """Give a frozen dataclass with slots an ``__init__`` that fills the slots themselves.

    That of ``dataclasses`` calls ``object.__setattr__`` for each field, by its name, and takes more than
    twice the time.  The parameters are the same.

    Raises TypeError for a class that has no slots, checks its fields or makes their defaults.
    """
    shown = _plain_fields(record)
    names: dict[str, Any] = {f"put_{one.name}": getattr(record, one.name).__set__ for one in shown}
    names |= {f"default_{one.name}": one.default for one in shown}
    made = _compiled(
        record,
        "__init__",
        ["self", *_parameters(shown)],
        [f"put_{one.name}(self, {one.name})" for one in shown],
        names,
    )
    made.__qualname__ = f"{record.__qualname__}.__init__"
    made.__doc__ = record.__init__.__doc__
    record.__init__ = made  # type: ignore[method-assign]
    return record


def maker_of(record: Callable[P, T]) -> Callable[P, T]:
    """Return a function that makes the records of a class, a frozen dataclass with slots, by its parameters.

    It takes less than half the time of the class itself, even of one that is `made_quickly`: calling a
    function costs less than calling a class, and a record that is not frozen yet is filled like any object.
    So it is for the few places that make most of the records.

    Raises TypeError for a class that has no slots, checks its fields or makes their defaults.
    """
    assert isinstance(record, type), "a record is an object of a class"
    shown = _plain_fields(record)
    made: Callable[P, T] = _maker(record, [one.name for one in shown], list(_parameters(shown)))
    return made


def unchecked_maker_of(record: Callable[..., T]) -> Callable[..., T]:
    """Return a function that makes objects of a frozen dataclass with slots of all their fields, by name.

    It fills in what is derived, too, and checks nothing: for objects that are made of valid ones.
    """
    assert isinstance(record, type), "a record is an object of a class"
    names = [one.name for one in fields(record)]
    made: Callable[..., T] = _maker(record, names, ["*", *names])
    return made


def _maker(record: type, names: list[str], parameters: list[str]) -> Any:
    """Return a function of these parameters that fills the slots of these names, all that the class has."""
    # An object may change to a class whose objects have the same slots in memory.
    unfrozen = type(record.__name__, (), {"__slots__": tuple(names)})
    body = [
        "one = new(unfrozen)",
        *(f"one.{name} = {name}" for name in names),
        "one.__class__ = record",
        "return one",
    ]
    known = {"new": object.__new__, "unfrozen": unfrozen, "record": record}
    defaults = {f"default_{one.name}": one.default for one in fields(record)}
    return _compiled(record, "make", parameters, body, known | defaults)


def _plain_fields(record: type) -> tuple[Field[Any], ...]:
    """Return the fields of a class whose ``__init__`` only fills its slots; raise TypeError for another."""
    if not hasattr(record, "__slots__") or hasattr(record, "__post_init__"):
        raise TypeError(f"{record.__name__} has no slots, or checks what it is made of")
    shown = fields(record)
    for one in shown:
        if not one.init or one.default_factory is not MISSING:
            raise TypeError(f"the field {one.name} is not a plain one")
    return shown


def _parameters(shown: tuple[Field[Any], ...]) -> Iterator[str]:
    """Yield the parameters of the fields, those by name alone last."""
    by_name = [one for one in shown if one.kw_only]
    for one in [*(one for one in shown if not one.kw_only), *by_name]:
        if by_name and one is by_name[0]:
            yield "*"
        yield one.name if one.default is MISSING else f"{one.name}=default_{one.name}"


def _compiled(record: type, name: str, parameters: list[str], body: list[str], names: dict[str, Any]) -> Any:
    """Return a function of these statements, which know the objects that ``names`` has."""
    text = "\n    ".join([f"def {name}({', '.join(parameters)}):", *body])
    exec(compile(text, f"<maker of {record.__name__}>", "exec"), names)
    return names[name]
