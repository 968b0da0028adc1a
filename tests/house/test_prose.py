"""The prose of docstrings: the first line is a verb or a noun phrase, and nobody is *he*."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command_line import ROOT
from tests.support.syntax import nodes_of

CLAUSE = re.compile(r"(?:What|Whether|Who|Whoever|Whose|How|Why)\b")
"""The first words of a noun clause, which a reader has to finish before they know what a thing is."""
HE = re.compile(r"\b(?:he|him|his|whoever)\b", re.IGNORECASE)

FILES = [
    path
    for room in ("solver", "api", "benchmarks", "docs")
    for path in sorted((ROOT / room).rglob("*.py"))
    if "__pycache__" not in path.parts
]


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a file, those of fields and constants too, with their lines."""
    for node in nodes_of(path):
        body = getattr(node, "body", None)
        for child in body if isinstance(body, list) else ():
            value = child.value if isinstance(child, ast.Expr) else None
            text = value.value if isinstance(value, ast.Constant) else None
            if isinstance(text, str):
                yield child.lineno, text.strip()


@pytest.mark.parametrize("room", ["solver", "api", "benchmarks", "docs"])
def test_docstrings_say_what_a_thing_is_or_does(room: str) -> None:
    clauses = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in FILES
        if path.relative_to(ROOT).parts[0] == room
        for line, text in docstrings(path)
        if CLAUSE.match(text) or HE.search(text)
    ]
    assert not clauses, "\n".join(clauses)


def test_properties_are_named_by_what_they_are() -> None:
    verbs = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
        for path in FILES
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(one) in ("property", "cached_property") for one in node.decorator_list)
        and (ast.get_docstring(node) or "").startswith("Return ")
    ]
    assert not verbs, "\n".join(verbs)


@pytest.mark.parametrize("room", ["ext", "api/web", "docs"])
def test_nobody_is_he(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / room).rglob("*"))
        if path.suffix in (".pxd", ".pyx", ".html", ".md") and "build" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if HE.search(line)
    ]
    assert not found, "\n".join(found)
