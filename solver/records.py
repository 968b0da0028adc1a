"""Records: frozen dataclasses of which an analysis makes thousands."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

T = TypeVar("T")


def made_quickly(record: type[T]) -> type[T]:
    """Give a frozen dataclass with slots an ``__init__`` that fills the slots themselves.

    That of ``dataclasses`` calls ``object.__setattr__`` for each field, by its name, and takes more than
    twice the time.  The parameters are the same.

    Raises TypeError for a class that has no slots, checks its fields or makes their defaults.
    """
    shown = fields(record)  # type: ignore[arg-type]
    if not hasattr(record, "__slots__") or hasattr(record, "__post_init__"):
        raise TypeError(f"{record.__name__} has no slots, or checks what it is made of")
    names: dict[str, Any] = {f"put_{one.name}": getattr(record, one.name).__set__ for one in shown}
    names |= {f"default_{one.name}": one.default for one in shown}
    body = [f"put_{one.name}(self, {one.name})" for one in shown]
    text = "\n    ".join([f"def __init__(self, {', '.join(_parameters(shown))}):", *body])
    exec(compile(text, f"<maker of {record.__name__}>", "exec"), names)
    made = names["__init__"]
    made.__qualname__ = f"{record.__qualname__}.__init__"
    made.__doc__ = record.__init__.__doc__
    record.__init__ = made  # type: ignore[method-assign]
    return record


def _parameters(shown: tuple[Field[Any], ...]) -> Iterator[str]:
    """Yield the parameters of the fields, those by name alone last."""
    by_name = [one for one in shown if one.kw_only]
    for one in [*(one for one in shown if not one.kw_only), *by_name]:
        if not one.init or one.default_factory is not MISSING:
            raise TypeError(f"the field {one.name} is not a plain one")
        if by_name and one is by_name[0]:
            yield "*"
        yield one.name if one.default is MISSING else f"{one.name}=default_{one.name}"
