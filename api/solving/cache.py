"""A cache of solved positions, shared by all positions that differ only in the names of suits and seats."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from solver import Answer, CanonicalForm, engine_version


class AnswerCache:
    """Keeps the exact answers to the ``n_answers`` positions used last; safe to share between threads.

    ``count`` is called with ``hit`` or ``miss`` for each look-up.
    """

    def __init__(self, n_answers: int, count: Callable[[str], None] | None = None) -> None:
        self._n_answers = n_answers
        self._count = count or (lambda outcome: None)
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._answers)

    def find(self, form: CanonicalForm, cards: str) -> Answer | None:
        """Return the answer to the position of ``form``, or None.

        ``cards`` is ``all`` or ``best``, as in the request.
        """
        key = _key(form, cards)
        with self._lock:
            answer = self._answers.get(key)
            if answer is not None:
                self._answers.move_to_end(key)
        self._count("miss" if answer is None else "hit")
        if answer is None:
            return None
        return form.restore(answer)

    def keep(self, form: CanonicalForm, cards: str, answer: Answer) -> None:
        """Keep ``answer`` if it is exact, in the place of the least recently used one."""
        if not answer.exact or not self._n_answers:
            return
        renamed = form.rename(answer)
        with self._lock:
            self._answers[_key(form, cards)] = renamed
            while len(self._answers) > self._n_answers:
                self._answers.popitem(last=False)


def _key(form: CanonicalForm, cards: str) -> Hashable:
    return engine_version(), cards, form.key
