"""Answers that the API document shows, by the operation that gives them.

They are what the service answers to the first request that the document shows for each; a test says so, and
``python -m tests.make_examples`` writes them anew.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_name("answers.json")

ANSWER_EXAMPLES: Mapping[str, Any] = json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}
"""By the name of the operation; of answers of several lines, one of them."""
