"""Access to the service: keys and rate limits."""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from api.access.access import (
        Access as Access,
        is_open as is_open,
    )
    from api.access.keys import (
        KeyStore as KeyStore,
        open_keys as open_keys,
    )
    from api.access.rates import (
        client_name as client_name,
        limit_rates as limit_rates,
    )
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "access": ("Access", "is_open"),
        "keys": ("KeyStore", "open_keys"),
        "rates": ("client_name", "limit_rates"),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
