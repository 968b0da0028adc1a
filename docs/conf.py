"""The settings of Sphinx, which makes a site of these pages: ``make docs``."""

import re
from typing import Any

from sphinx.application import Sphinx

project = "Atout"
author = "Atout contributors"
project_copyright = "Atout contributors, MIT licence"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["operating/*.txt"]

# A heading is an anchor, as on a forge: `operating.md#backup-and-restore`.
myst_heading_anchors = 4

FRENCH = ("francais",)
"""The pages in French."""

html_theme = "furo"
html_title = "Atout"
html_show_sphinx = False
html_copy_source = False


def leave_out_links(app: Sphinx, page: str, source: list[str]) -> None:
    """Write a link to a page of the repository that is not on the site as the name of its file."""
    source[0] = re.sub(r"\[[^\]]*\]\(\.\./([\w/]+\.md)(?:#[\w-]+)?\)", r"`\1`", source[0])


def mark_french(app: Sphinx, page: str, template: str, context: dict[str, Any], document: object) -> None:
    """Mark the text of a French page as French, so that it is spoken so; what stands around it is English."""
    if page in FRENCH:
        for part in ("body", "toc"):
            context[part] = f'<div lang="fr">{context[part]}</div>'


def setup(app: Sphinx) -> None:
    """Change what the pages link to before they are read, and their language once they are written."""
    app.connect("source-read", leave_out_links)
    app.connect("html-page-context", mark_french)
