"""Who may ask: the key of a request is found out, and what needs one is refused without."""

from flask import abort, request

from api.access.keys import KeyRing, KeyStore
from api.http import STORE_DOWN, UNAUTHORIZED, ProblemError
from api.monitor import current_record
from api.settings import Settings
from api.store import Store, StoreDownError
from solver import phrase

SCHEME = "Bearer"
REALM = "atout"

OPEN = frozenset(("api-docs", "docs", "health", "readiness"))
"""What anybody may ask for: whether the service lives, and how it is spoken to."""
STATIC = "static"
METRICS = "metrics"

NO_KEY = phrase("this service asks for a key; send it as Authorization: Bearer KEY")
WRONG_KEY = phrase(
    "the key that was sent is none that works here: it is mistyped, has expired or was revoked"
)


def is_open() -> bool:
    """Whether anybody may ask for it, as often as he likes; what is not there at all counts as such, too."""
    return (
        request.endpoint is None
        or request.method == "OPTIONS"
        or request.endpoint == STATIC
        or request.blueprint in OPEN
    )


class Access:
    """The keys of a service, and what they open."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._ring = KeyRing(KeyStore(store))
        self._uses_keys = settings.keys != "off"

    def identify(self) -> None:
        """Note whose key the request has, if it is a good one; refuse no other yet."""
        record, secret = current_record(), _secret()
        if record is None or secret is None or not self._asks_for_keys():
            return
        try:
            record.key = self._ring.find(secret)
        except StoreDownError:
            raise ProblemError(
                STORE_DOWN, phrase("keys cannot be checked now; try again in a moment")
            ) from None

    def check(self) -> None:
        """Refuse what needs a key and has none, and a key that is not good even where none is needed."""
        if request.blueprint == METRICS and self._settings.metrics == "off":
            abort(404)
        record = current_record()
        if not self._asks_for_keys() or (record is not None and record.key is not None):
            return
        if _secret() is not None:
            challenge = f'{SCHEME} realm="{REALM}", error="invalid_token"'
            raise ProblemError(UNAUTHORIZED, WRONG_KEY, [("WWW-Authenticate", challenge)])
        if request.blueprint == METRICS or self._settings.keys == "required":
            challenge = f'{SCHEME} realm="{REALM}"'
            raise ProblemError(UNAUTHORIZED, NO_KEY, [("WWW-Authenticate", challenge)])

    def is_still_let_in(self) -> bool:
        """Whether the key of the request is still good, which may have been let in long ago."""
        record, secret = current_record(), _secret()
        if record is None or record.key is None or secret is None:
            return True
        try:
            return self._ring.find(secret) == record.key
        except StoreDownError:
            return True

    def _asks_for_keys(self) -> bool:
        """Whether keys count for what is asked for."""
        if not self._uses_keys or is_open():
            return False
        return request.blueprint != METRICS or self._settings.metrics == "key"


def _secret() -> str | None:
    """The key that is sent; None without one."""
    stated = request.authorization
    return stated.token if stated is not None and stated.type == SCHEME.lower() else None
