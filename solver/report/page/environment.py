"""The templates of pages, and data as pages hold it."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

pages = Environment(
    loader=PackageLoader("solver.report.page", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def in_page(data: Mapping[str, Any]) -> Markup:
    """Return JSON that can stand in an element of HTML."""
    return htmlsafe_json_dumps(data, ensure_ascii=False, separators=(",", ":"))


def digest(text: str) -> str:
    """Return the source of a Content-Security-Policy that allows one style or script, by its digest."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
