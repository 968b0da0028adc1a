"""Rules that an earlier version has written, and that this one would refuse."""

from collections.abc import Mapping
from typing import Any

from solver.rules.words import Scoring


def without_idle_target(written: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return rules as ``written`` by `Rules.to_dict`, without the target of a match that has no score.

    It meant nothing, and could be stated, or be that of a game which was extended.
    """
    score, match = written.get("score"), written.get("match")
    if not (isinstance(score, Mapping) and isinstance(match, Mapping)):
        return written  # what reads them tells the fault
    return {**written, "match": {**match, "target": 0}} if score.get("scoring") == Scoring.none else written
