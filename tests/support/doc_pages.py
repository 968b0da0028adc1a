"""The pages of the documentation, cut into the blocks of code that tests run or compare."""

import re
from dataclasses import dataclass
from pathlib import Path

from tests.support.command_line import ROOT

PATHS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
PAGES = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in PATHS}
"""The text of every page, by its path from the top of the repository."""

_FENCE = re.compile(r"^( *)```(\S*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code on a page."""

    page: str
    line: int
    """The line of its first fence, from 1."""
    language: str
    text: str


def blocks_of(page: str) -> list[Block]:
    """Return the blocks of a page in their order, without the indentation that a list gives them."""
    text = PAGES[page]
    found = []
    for match in _FENCE.finditer(text):
        indent, language, inner = match.groups()
        inner = re.sub(rf"^{indent}", "", inner, flags=re.MULTILINE)
        found.append(Block(page, text.count("\n", 0, match.start()) + 1, language, inner))
    return found


def blocks(language: str, page: str | None = None) -> list[Block]:
    """Return the blocks of one language, of one page or of all."""
    pages = PAGES if page is None else [page]
    return [block for name in pages for block in blocks_of(name) if block.language == language]


def prose_of(page: str) -> str:
    """Return the text of a page without its blocks of code."""
    return _FENCE.sub("", PAGES[page])


def anchors_of(path: Path) -> set[str]:
    """Return the anchors of the headings of a page, as a forge and the site make them."""
    text = _FENCE.sub("", path.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
