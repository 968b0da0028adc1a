"""The examples in docstrings run."""

import doctest
import re
from importlib import import_module

import pytest

from tests.support.command_line import ROOT


def modules_with_examples() -> list[str]:
    """Return the modules of the product that have an example in a docstring."""
    found = []
    for tree in ("solver", "api"):
        for path in sorted((ROOT / tree).rglob("*.py")):
            if re.search(r"^\s*>>> ", path.read_text(encoding="utf-8"), re.MULTILINE):
                parts = path.relative_to(ROOT).with_suffix("").parts
                found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testmod(import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
