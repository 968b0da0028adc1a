"""The media type of an answer, which `Accept` asks for."""

from collections.abc import Iterable

from flask import Request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header


def preferred_type(request: Request, kinds: Iterable[str], default: str) -> str:
    """Return the one of ``kinds`` that the request prefers; ``default`` if it names none of them.

    Parameters are passed over: text is sent in UTF-8, also to who names that, or another charset.
    """
    # Not `request.accept_mimetypes`: the request caches that, and a stream takes the header away.
    accepted = parse_accept_header(request.headers.get("Accept", ""), MIMEAccept)
    bare = MIMEAccept((item.partition(";")[0].strip(), quality) for item, quality in accepted)
    return bare.best_match(kinds, default)
