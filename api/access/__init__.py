"""Access to the service: keys and rate limits."""

from api.access.access import (
    Access,
    is_open,
)
from api.access.keys import (
    KeyStore,
    open_keys,
)
from api.access.rates import (
    limit_rates,
)

__all__ = ["Access", "KeyStore", "is_open", "limit_rates", "open_keys"]
