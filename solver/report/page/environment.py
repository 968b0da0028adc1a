"""The templates of pages, and data and texts as pages hold them."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from solver.report.plain_text import RED, glued

pages = Environment(
    loader=PackageLoader("solver.report.page", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
pages.filters["glued"] = glued


def in_page(data: Mapping[str, Any]) -> Markup:
    """Return JSON that can stand in an element of HTML."""
    return htmlsafe_json_dumps(data, ensure_ascii=False, separators=(",", ":"))


def digest(text: str) -> str:
    """Return the source of a Content-Security-Policy that allows one style or script, by its digest."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def style_alone(style: str) -> str:
    """Return the Content-Security-Policy of a page that has this style and no script."""
    return f"default-src 'none'; style-src {digest(style)}; base-uri 'none'; form-action 'none'"


def tinted(text: str) -> Markup:
    """Return ``text`` with its red cards in red and everything else escaped."""
    parts, end = [], 0
    for found in RED.finditer(text):
        parts += [escape(text[end : found.start()]), Markup('<span class="red">{}</span>').format(found[0])]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])
