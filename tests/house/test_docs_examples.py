"""The examples in docstrings run, and the names that are used most have one."""

import ast
import doctest
import inspect
import re
from importlib import import_module

import pytest

import solver
from tests.support.command_line import ROOT
from tests.support.doc_pages import PAGES


def modules_with_examples() -> list[str]:
    """Return the modules of the product that have an example in a docstring."""
    found = []
    for tree in ("solver", "api"):
        for path in sorted((ROOT / tree).rglob("*.py")):
            if re.search(r"^\s*>>> ", path.read_text(encoding="utf-8"), re.MULTILINE):
                parts = path.relative_to(ROOT).with_suffix("").parts
                found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testmod(import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def examples_of(name: str) -> str:
    """Return the docstring of a public name and of its methods."""
    value = getattr(solver, name)
    source = ast.parse(inspect.getsource(value))
    nodes = [node for node in ast.walk(source) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return "\n".join(ast.get_docstring(node) or "" for node in nodes)


TABLE = "\n".join(re.findall(r"^\| (`.*) \|.*\|$", PAGES["docs/python.md"], re.MULTILINE))
MOST_USED = re.findall(r"`(\w+)`", TABLE)
"""The names in the table at the top of the page."""


def test_the_names_that_are_used_most_have_an_example() -> None:
    assert len(MOST_USED) > 20
    assert [name for name in MOST_USED if ">>> " not in examples_of(name)] == []
