"""Faces of packages whose names are imported on first use, so that a program loads only the parts it needs.

A face states its names twice: as imports under ``TYPE_CHECKING``, for readers and type checkers, and by their
modules for this one.  `tests/house/test_floors.py` holds the two against each other.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

Face = tuple[Callable[[str], object], Callable[[], list[str]], list[str]]


def lazy_face(package: str, names: Mapping[str, Sequence[str]]) -> Face:
    """Return the ``__getattr__``, the ``__dir__`` (PEP 562) and the ``__all__`` of ``package``.

    names: the public names, by the module within the package that holds them.
    """
    homes = {name: f"{package}.{module}" for module, held in names.items() for name in held}

    def import_name(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return import_name, list_names, sorted(homes)
