"""Copies of what is made once for each language: words and games of the board."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from solver.sentences import Language

Maker = Callable[[Language], Mapping[str, Any]]
"""Makes what JSON can say in a language, always the same."""


def copy_of(make: Maker, language: Language) -> dict[str, Any]:
    """Return what ``make`` returns, as the caller's own, who may change it."""
    copy: dict[str, Any] = json.loads(text_of(make, language))
    return copy


@cache
def text_of(make: Maker, language: Language) -> str:
    """Return the same as a text, which is read anew in less time than it takes to copy what it says."""
    return json.dumps(make(language), ensure_ascii=False)
