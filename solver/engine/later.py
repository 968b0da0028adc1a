"""Answers that are read when somebody looks at them: of a batch, often only a few fields are looked at."""

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from solver.engine.answer import Answer

_NAMES = tuple(field.name for field in fields(Answer))
_PUTS = tuple(vars(Answer)[name].__set__ for name in _NAMES)
"""Puts each into an answer that is frozen, without a search for its name."""
_get_fields = attrgetter(*_NAMES)


class LaterAnswer(Answer):
    """An answer whose fields are all filled in when the first of them is asked for.

    It equals the same answer filled in at once.  Two threads may ask at the same time: both read the same.
    """

    __slots__ = ("_read",)

    _read: Callable[[], Answer]

    @classmethod
    def of(cls, read: Callable[[], Answer]) -> Answer:
        """Return the answer that ``read`` will return."""
        answer = cls.__new__(cls)
        _put_read(answer, read)
        return answer

    def __getattr__(self, name: str) -> Any:
        """Fill in the fields; Python asks here only for what is not there yet."""
        if name not in _NAMES:
            raise AttributeError(name)
        answer = self._read()
        for put, value in zip(_PUTS, _get_fields(answer), strict=True):
            put(self, value)
        # What it was read from is not kept.
        object.__setattr__(self, "_read", lambda: answer)
        return getattr(answer, name)

    def __eq__(self, other: object) -> bool:
        """Compare all fields, with answers of either kind."""
        if not isinstance(other, Answer):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _NAMES)

    __hash__ = Answer.__hash__


_put_read = vars(LaterAnswer)["_read"].__set__
"""Puts it into an answer that is frozen, without a search for the name."""
