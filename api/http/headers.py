"""The security headers of every answer, and other sites: which may read answers (CORS), or show pages.

Origins are compared as plain texts.  flask-cors would read some of them as regular expressions, and its
settings would be longer than this module.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import Response, request

from api.settings import ANY_ORIGIN, Settings, read_origins

_POLICY, _FRAMES = "Content-Security-Policy", "X-Frame-Options"
_NO_FRAMES = "frame-ancestors 'none'"
_HTML = "text/html"

SECURITY_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        _POLICY: (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self'; base-uri 'none'; form-action 'self'; {_NO_FRAMES}"
        ),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        _FRAMES: "DENY",
    }
)

WASM_POLICY = SECURITY_HEADERS[_POLICY].replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The policy of the pages of the board and of their scripts: the core in WebAssembly may run, too."""


def text_header(description: str) -> dict[str, Any]:
    """Return the description of a header whose value is a text, as the API document has it."""
    return {"description": description, "schema": {"type": "string"}}


NO_STORE_HEADERS: Mapping[str, Any] = MappingProxyType(
    {"Cache-Control": text_header("`no-store`: the next answer may be another.")}
)
"""The header of an answer that no cache may keep, as the API document describes it."""

EXPOSED = ", ".join(
    (
        "Content-Location",
        "ETag",
        "Link",
        "Location",
        "Lost-Parts",
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
"""The headers of an answer that pages of other sites may read, besides those that they always may."""
SENDABLE = ", ".join(
    ("Accept-Language", "Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "X-Request-Id")
)
"""The headers that pages of other sites may send."""
_ALLOWED_ORIGIN = "Access-Control-Allow-Origin"
_EXPOSED_HEADERS = "Access-Control-Expose-Headers"
PREFLIGHT_S = 7_200
"""The time for which a browser may cache a preflight answer, in seconds; Chromium allows no more."""


def security_headers(hsts_s: int) -> Mapping[str, str]:
    """Return the headers of every answer; ``hsts_s`` is the time of HTTPS only, in seconds, or 0."""
    if not hsts_s:
        return SECURITY_HEADERS
    return {**SECURITY_HEADERS, "Strict-Transport-Security": f"max-age={hsts_s}"}


def headers_of_all(origins: str, hsts_s: int) -> list[str]:
    """Return the names of the headers that each answer may have, whatever was asked for."""
    names = ["Vary", *security_headers(hsts_s)]
    return [*names, _ALLOWED_ORIGIN, _EXPOSED_HEADERS] if read_origins(origins) else names


class Headers:
    """Adds the security headers and those of CORS to answers."""

    def __init__(self, settings: Settings) -> None:
        self._origins = read_origins(settings.origins)
        self._is_any = ANY_ORIGIN in self._origins
        self._security = security_headers(settings.hsts_s)
        self._framed_by = " ".join(sorted(read_origins(settings.framed_by)))

    def add(self, response: Response) -> Response:
        """Add the headers to ``response``, and return it."""
        for name, value in self._security.items():
            response.headers.setdefault(name, value)
        if self._framed_by and response.mimetype == _HTML:
            self._let_be_framed(response)
        if self._origins:
            self._allow(response)
        return response

    def of_refusal(self, origin: str) -> Mapping[str, str]:
        """Return the headers of an answer that is not made by Flask, to a page of ``origin``."""
        varies = {"Vary": "Origin"} if self._origins and not self._is_any else {}
        reads = {_EXPOSED_HEADERS: EXPOSED}
        allowed = self._allowed(origin)
        return {**self._security, **varies, **allowed, **(reads if allowed else {})}

    def _let_be_framed(self, page: Response) -> None:
        """Let the chosen sites show a page in frames."""
        policy = page.headers[_POLICY]
        page.headers[_POLICY] = policy.replace(_NO_FRAMES, f"frame-ancestors {self._framed_by}")
        # It knows no sites, and where both are there, some programs go by this one.
        del page.headers[_FRAMES]

    def _allow(self, response: Response) -> None:
        """Let pages of the allowed origins read the answer."""
        headers = response.headers
        if not self._is_any:
            response.vary.add("Origin")
        allowed = self._allowed(request.headers.get("Origin", ""))
        if not allowed:
            return
        headers.update(allowed)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
            headers["Access-Control-Allow-Headers"] = SENDABLE
            headers["Access-Control-Max-Age"] = str(PREFLIGHT_S)
        else:
            headers[_EXPOSED_HEADERS] = EXPOSED

    def _allowed(self, origin: str) -> Mapping[str, str]:
        """Return the header that lets pages of ``origin`` in, without credentials, as no cookies are used."""
        if self._is_any:
            return {_ALLOWED_ORIGIN: ANY_ORIGIN}
        return {_ALLOWED_ORIGIN: origin} if origin in self._origins else {}
