"""The headers of answers that many operations share, as the API document describes them."""

from collections.abc import Mapping
from typing import Any

from api.http import LANGUAGE_HEADERS, NO_STORE_HEADERS, UNBUFFERED_HEADERS

RATE_HEADERS: Mapping[str, str] = {
    "RateLimit-Limit": "The number of requests allowed in a period; on every answer that is counted.",
    "RateLimit-Remaining": "The number of them that are left.",
    "RateLimit-Reset": "The seconds until the period ends.",
}
"""The headers of an answer that counts toward a rate limit."""
LINE_HEADERS: Mapping[str, Any] = {**NO_STORE_HEADERS, **LANGUAGE_HEADERS, **UNBUFFERED_HEADERS}
"""The headers of an answer in lines."""


def headers_unchanged(headers: Mapping[str, Any]) -> dict[str, Any]:
    """Return which of the headers of an answer stand on a 304, which has no lines and no sentences.

    RFC 9110, section 15.4.5, leaves out what only describes the content.
    """
    return {
        name: said for name, said in headers.items() if name not in (*LANGUAGE_HEADERS, *UNBUFFERED_HEADERS)
    }
