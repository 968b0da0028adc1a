"""The oldest browsers that pages are made for: Chromium 110, Firefox 115, Safari 16.4.

Of the language itself tsc allows only what they know, by ``lib`` in ``tests/types/tsconfig.json``.
"""

import re
from pathlib import Path

import pytest

from tests.support.command_line import ROOT

FILES = [
    path
    for folder in ("solver/report", "solver/web", "api/web")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".css", ".html", ".js")
]
NEWER = {
    ".css": (
        r"light-dark\(|@(?:property|scope|starting-style|view-transition|position-try)\b|&"
        r"|\b(?:text-wrap|field-sizing|interpolate-size|anchor-name|position-anchor|animation-timeline)\s*:"
        r"|:(?:user-valid|user-invalid|popover-open|open|details-content)\b"
        # Safari takes more than a line only since 26.2.
        r"|\btext-decoration\s*:\s*[\w-]+\s+\w"
    ),
    ".js": (
        r"\b(?:showPopover|togglePopover|hidePopover|requestClose|startViewTransition|moveBefore|setHTML|getHTML"
        r"|checkVisibility|requestIdleCallback)\b"
        r"|AbortSignal\.any\b|URL\.(?:canParse|parse)\b|\bnew CloseWatcher\b|\bnavigation\.|\bscrollend\b"
    ),
    ".html": r"\s(?:popover|popovertarget|closedby|commandfor|command)\b[=\s>]",
}
RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
HEARD = re.compile(r"content\s*:[^;/]*/")


def code_of(path: Path) -> str:
    """Return a file without comments."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE) if path.suffix == ".js" else text


def rules_of(path: Path) -> list[tuple[str, str]]:
    """Return the selectors and the declarations of each rule of a sheet."""
    return [(selectors.strip(), body) for selectors, body in RULE.findall(code_of(path))]


SHEETS = [path for path in FILES if path.suffix == ".css"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_used_that_they_do_not_know(path: Path) -> None:
    assert not [found[0] for found in re.finditer(NEWER[path.suffix], code_of(path))]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_sign_that_is_not_to_be_heard_is_seen_where_that_cannot_be_said(path: Path) -> None:
    """Safari before 17.4 and Firefox before 128 leave out the whole line."""
    bodies = [body for _, body in rules_of(path) if HEARD.search(body)]
    assert not [body for body in bodies if not re.search(r"content\s*:[^;/]*;\s*content\s*:", body)]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_what_asks_for_has_takes_nothing_else_with_it(path: Path) -> None:
    """Firefox before 121 leaves out the whole rule, with the other selectors of its list."""
    lists = [re.split(r",(?![^()]*\))", selectors) for selectors, _ in rules_of(path) if ":has(" in selectors]
    assert not [one for one in lists if not all(":has(" in selector for selector in one)]
