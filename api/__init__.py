"""The HTTP service of Atout: passes requests to the solver; every error is a problem of RFC 9457.

The public names are imported when they are first used: the commands of the service do without Flask.
"""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from api.application import create_app as create_app
    from api.http import SECURITY_HEADERS as SECURITY_HEADERS
    from api.settings import Settings as Settings
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {"application": ("create_app",), "http": ("SECURITY_HEADERS",), "settings": ("Settings",)}
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
