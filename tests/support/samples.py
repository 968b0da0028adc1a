"""The sample logs of the repository."""

import json
from typing import Any

from tests.support.command_line import ROOT

SAMPLES = ROOT / "samples"


def sample_log(name: str) -> dict[str, Any]:
    """The log of a game, as ``belote``; with its auction, as ``auctions/belote``."""
    log: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return log
