"""How a check of rules says what contradicts what: the field at fault, and a sentence."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from solver.errors import Wrong
from solver.fault_codes import Code
from solver.rules.fields import RuleFields


class Contradiction(NamedTuple):
    """A fault in one field of a list of rules."""

    field: str
    wrong: Wrong
    steps: tuple[object, ...] = ()


def contradicts(field: str, message: str, /, *steps: object, **values: object) -> Contradiction:
    """A fault in ``field``, or ``steps`` inside its value; the message is marked as one to translate.

    The field's name fills the place ``{field}``.
    """
    named = (("field", field), *values.items())
    return Contradiction(field, Wrong(message, 0, named, code=Code.impossible_rules), steps)


Check = Callable[[RuleFields], Iterator[Contradiction]]

CHECKS: list[tuple[frozenset[str], Check]] = []
"""The checks, each with the fields that it looks at."""


def looks_at(*names: str) -> Callable[[Check], Check]:
    """What registers a check of the fields called ``names``."""

    def register(check: Check) -> Check:
        CHECKS.append((frozenset(names), check))
        return check

    return register
