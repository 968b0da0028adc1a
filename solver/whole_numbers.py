"""Whole numbers: read from text, in settings, queries and commands, and checked where programs give them."""

import re
from numbers import Integral

from solver.errors import show

_WHOLE = re.compile(r"(-?)0*([0-9]{1,20})")
"""Digits of ASCII only, and few that count: converting very long numbers takes long."""


def read_whole(text: str, low: int, high: int) -> int | None:
    """Return the whole number that ``text`` states, or None if it states none from ``low`` to ``high``.

    >>> read_whole("64", 1, 100), read_whole("6.4", 1, 100), read_whole("640", 1, 100)
    (64, None, None)
    >>> read_whole("064", 1, 100), read_whole(5000 * "0", 0, 100)
    (64, 0)
    """
    written = _WHOLE.fullmatch(text)
    if written is None:
        return None
    number = int(written[1] + written[2])
    return number if low <= number <= high else None


def check_whole(name: str, number: object, low: int, high: int | None = None) -> int:
    """Return ``number``, of any type, as the int that it is, from ``low`` to ``high``; None is no upper end.

    Raises ValueError for anything else.

    >>> check_whole("threads", 1.5, 1, 64)
    Traceback (most recent call last):
        ...
    ValueError: threads must be from 1 to 64, a whole number, and not 1.5
    """
    if isinstance(number, Integral) and low <= int(number) and (high is None or int(number) <= high):
        return int(number)
    span = f"at least {low}" if high is None else f"from {low} to {high}"
    raise ValueError(f"{name} must be {span}, a whole number, and not {show(number)}")
