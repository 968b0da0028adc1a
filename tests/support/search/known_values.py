"""Exact values and complete games from an independent program that shares nothing with this project."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "data"


def read_known(name: str) -> list[dict[str, Any]]:
    """The lines of ``solved.ndjson`` or ``logs.ndjson``, and those of California Jack as it is by default.

    The values that the first of these files have for California Jack hold with a penalty that lasts the whole
    deal.
    """
    older, newer = (
        [json.loads(line) for line in (DATA / file).read_text(encoding="utf-8").splitlines()]
        for file in (name, f"california_jack_{name}")
    )
    for line in older:
        if line["request"]["variant"] == "california_jack":
            line["request"]["rules"] = {"penalty_lasts": "deal"}
    return older + newer
