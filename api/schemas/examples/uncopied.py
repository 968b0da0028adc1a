"""Examples that nobody copies on their way into the API document."""

from typing import Any


class Uncopied:
    """An example of the document: ``value``, as JSON has it.

    Each decorator of flask-smorest copies all that the ones before it have said, and examples are most of it.
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __deepcopy__(self, copied: dict[int, Any]) -> "Uncopied":
        return self


def value_of(shown: object) -> Any:
    """Return what the document shows of an example: the ``default`` of its JSON.

    Raises:
        TypeError: it is none.
    """
    if isinstance(shown, Uncopied):
        return shown.value
    raise TypeError(f"{type(shown).__name__} is no part of the document")
