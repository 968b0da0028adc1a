"""Whole numbers that stand in text: in settings, in queries and on the command line."""

import re

_WHOLE = re.compile(r"-?[0-9]{1,20}")
"""Digits of ASCII only, and few: converting very long numbers takes long."""


def read_whole(text: str, low: int, high: int) -> int | None:
    """Return the whole number that ``text`` states, or None if it states none from ``low`` to ``high``.

    >>> read_whole("64", 1, 100), read_whole("6.4", 1, 100), read_whole("640", 1, 100)
    (64, None, None)
    """
    if not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if low <= number <= high else None
