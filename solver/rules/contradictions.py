"""The registry of checks, and the form of what they find: the field at fault, and a sentence."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from solver.errors import Wrong
from solver.fault_codes import Code
from solver.rules.fields import RuleFields
from solver.sentences import PlaceValue


class Contradiction(NamedTuple):
    """A fault in one field of a list of rules."""

    field: str
    wrong: Wrong
    steps: tuple[object, ...] = ()


def contradicts(field: str, message: str, /, *steps: object, **values: PlaceValue) -> Contradiction:
    """Return a fault in ``field``, or ``steps`` inside its value; its message is one to translate.

    The field's name fills the place ``{field}``.
    """
    named = (("field", field), *values.items())
    return Contradiction(field, Wrong(message, 0, named, code=Code.impossible_rules), steps)


Check = Callable[[RuleFields], Iterator[Contradiction]]

CHECKS: list[tuple[frozenset[str], Check]] = []
"""The checks, each with the fields that it looks at."""


def looks_at(*names: str) -> Callable[[Check], Check]:
    """Register the decorated check as one of the fields ``names``."""

    def register(check: Check) -> Check:
        CHECKS.append((frozenset(names), check))
        return check

    return register
