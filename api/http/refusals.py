"""Errors of HTTP with a detail that can be said in several languages."""

from typing import TypeVar

from werkzeug.exceptions import HTTPException

from solver.sentences import Sayable

Error = TypeVar("Error", bound=HTTPException)

_SAID = "said_to_reader"


def saying(error: Error, detail: Sayable) -> Error:
    """Give ``error`` a detail to say, and return it."""
    error.description = str(detail)
    setattr(error, _SAID, detail)
    return error


def said_by(error: HTTPException) -> Sayable | None:
    """Return the detail that `saying` gave to ``error``, or None."""
    said: Sayable | None = getattr(error, _SAID, None)
    return said
