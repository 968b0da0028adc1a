"""Access: finds the key of a request, and refuses what needs a key without one."""

from flask import abort, request

from api.access.keys import KeyRing, KeyStore
from api.http import STORE_DOWN, UNAUTHORIZED, ProblemError
from api.monitor import current_record
from api.settings import Settings
from api.store import Store, StoreDownError
from solver.sentences import Sayable, phrase

SCHEME = "Bearer"
OF_BROWSERS = frozenset(("basic", "digest", "negotiate", "ntlm"))
"""The schemes in which a browser answers a proxy that asks it for a password; they hold no key."""
REALM = "atout"

OPEN = frozenset(("docs", "document", "health", "readiness"))
"""The groups of resources that need no key and have no rate limit: health checks and documentation."""
STATIC = ("static", "board.send_board_file")
"""The files of pages, likewise."""
METRICS = "metrics"

NO_KEY = phrase("this service asks for a key; send it as Authorization: Bearer KEY")
OTHER_SCHEME = phrase(
    "the Authorization that was sent is not that of a key; send it as Authorization: Bearer KEY"
)
WRONG_KEY = phrase(
    "the key that was sent is none that works here: it is mistyped, has expired or was revoked"
)
ENDED_KEY = phrase(
    "the key has expired or was revoked while the request arrived; send all of it again with another"
)


def is_open() -> bool:
    """True if the request needs no key and counts toward no rate limit.

    That includes addresses that do not exist, and the preflight requests of browsers.
    """
    return (
        request.endpoint is None
        or request.method == "OPTIONS"
        or request.endpoint in STATIC
        or request.blueprint in OPEN
    )


class Access:
    """Checks keys for the service: `identify` and then `check` run before each request."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._ring = KeyRing(KeyStore(store))
        self._uses_keys = settings.keys != "off"

    def identify(self) -> None:
        """Note the name of the request's key in its record, if the key is valid; refuse nothing yet.

        Raises ProblemError if the keys cannot be read.
        """
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
        """Raise ProblemError for a missing key where one is required, and for an invalid key anywhere.

        A client that sends something else in its place has a key, and would not be counted by it.
        """
        if request.blueprint == METRICS and self._settings.metrics == "off":
            abort(404)
        record = current_record()
        if not self._asks_for_keys() or (record is not None and record.key is not None):
            return
        if _secret() is not None:
            raise _invalid(WRONG_KEY)
        needs_key = request.blueprint == METRICS or self._settings.keys == "required"
        if needs_key or _states_other_scheme():
            # Without an error: no key was sent at all (RFC 6750, section 3.1).
            challenge = f'{SCHEME} realm="{REALM}"'
            why = NO_KEY if needs_key else OTHER_SCHEME
            raise ProblemError(UNAUTHORIZED, why, [("WWW-Authenticate", challenge)])

    def is_still_let_in(self) -> bool:
        """True if the key of a long request is still valid, or the keys cannot be read now."""
        record, secret = current_record(), _secret()
        if record is None or record.key is None or secret is None:
            return True
        try:
            return self._ring.find(secret) == record.key
        except StoreDownError:
            return True

    def check_still(self) -> None:
        """Raise ProblemError if the key of a long request works no more."""
        if not self.is_still_let_in():
            raise _invalid(ENDED_KEY)

    def _asks_for_keys(self) -> bool:
        """True if keys are on, and the resource looks at them."""
        if not self._uses_keys or is_open():
            return False
        return request.blueprint != METRICS or self._settings.metrics == "key"


def _invalid(why: Sayable) -> ProblemError:
    """Return the refusal of a key that does not work."""
    challenge = f'{SCHEME} realm="{REALM}", error="invalid_token"'
    return ProblemError(UNAUTHORIZED, why, [("WWW-Authenticate", challenge)])


def _secret() -> str | None:
    """Return the key in the Authorization header, or None."""
    stated = request.authorization
    return stated.token if stated is not None and stated.type == SCHEME.lower() else None


def _states_other_scheme() -> bool:
    """True if the Authorization of a request without a key is none that a browser sends by itself."""
    stated = request.authorization
    return stated is not None and stated.type not in OF_BROWSERS
