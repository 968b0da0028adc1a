"""The HTTP service of Atout: passes requests to the solver; every error is a problem of RFC 9457.

The public names are imported when they are first used: the commands of the service do without Flask.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.application import create_app as create_app
    from api.http import SECURITY_HEADERS as SECURITY_HEADERS
    from api.settings import Settings as Settings
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _HOMES = {"SECURITY_HEADERS": "api.http", "Settings": "api.settings", "create_app": "api.application"}
    __all__ = sorted(_HOMES)

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOMES})
