"""The headers that every answer has: what browsers may do with it, and which pages elsewhere may read it.

Origins are compared as they stand. flask-cors takes what looks like a regular expression for one, and needs
more settings to be told so little than the lines below are long.
"""

from collections.abc import Mapping
from types import MappingProxyType

from flask import Response, request

from api.settings import ANY_ORIGIN, read_origins

SECURITY_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
)

EXPOSED = ", ".join(
    (
        "Content-Location",
        "ETag",
        "Link",
        "Location",
        "Made-Up-Auctions",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "Refused-Games",
        "Retry-After",
        "WWW-Authenticate",
        "X-Request-Id",
    )
)
"""Of the headers of an answer, those that a page elsewhere may read besides the usual ones."""
SENDABLE = ", ".join(
    ("Accept-Language", "Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "X-Request-Id")
)
"""The headers that a page elsewhere may send."""
PREFLIGHT_S = 7_200
"""How long a browser may go by what it was told; Chromium keeps it no longer."""


def security_headers(hsts_s: int) -> Mapping[str, str]:
    """What every answer has, with the time for which browsers are to use HTTPS only, if any."""
    if not hsts_s:
        return SECURITY_HEADERS
    return {**SECURITY_HEADERS, "Strict-Transport-Security": f"max-age={hsts_s}; includeSubDomains"}


class Headers:
    """Adds to answers what they all have."""

    def __init__(self, origins: str, hsts_s: int) -> None:
        self._origins = read_origins(origins)
        self._is_any = ANY_ORIGIN in self._origins
        self._security = security_headers(hsts_s)

    def add(self, response: Response) -> Response:
        """``response``, with its headers."""
        response.headers.update(self._security)
        if self._origins:
            self._allow(response)
        return response

    def _allow(self, response: Response) -> None:
        """Let pages of the origins read the answer; no cookies are used, so none are allowed."""
        headers = response.headers
        if self._is_any:
            headers["Access-Control-Allow-Origin"] = ANY_ORIGIN
        else:
            response.vary.add("Origin")
            origin = request.headers.get("Origin", "")
            if origin not in self._origins:
                return
            headers["Access-Control-Allow-Origin"] = origin
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
            headers["Access-Control-Allow-Headers"] = SENDABLE
            headers["Access-Control-Max-Age"] = str(PREFLIGHT_S)
        else:
            headers["Access-Control-Expose-Headers"] = EXPOSED
