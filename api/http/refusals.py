"""Errors of HTTP that say what is wrong in the language of their reader."""

from typing import TypeVar

from werkzeug.exceptions import HTTPException

from solver import Sayable

Error = TypeVar("Error", bound=HTTPException)

_SAID = "said_to_reader"


def saying(error: Error, detail: Sayable) -> Error:
    """``error``, which says ``detail``."""
    error.description = str(detail)
    setattr(error, _SAID, detail)
    return error


def said_by(error: HTTPException) -> Sayable | None:
    """What `saying` let ``error`` say; None for one that says no more than what HTTP has for its status."""
    said: Sayable | None = getattr(error, _SAID, None)
    return said
