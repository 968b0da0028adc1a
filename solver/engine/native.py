"""The compiled units, each in the build that this processor runs best.

On x86-64 every unit of ext/ is compiled twice from the same sources: portable, and with the instructions that
count and find bits. Nearly all processors since 2013 have these. The second build takes a tenth less time in
belote and a fifth less in California Jack; both give the same answers with the same nodes.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from solver.engine import _ground as _portable

__all__ = [
    "CancelToken",
    "Turn",
    "ground",
    "has_bit_build",
    "load_unit",
    "points",
    "run_in_threads",
    "tricks",
]


def has_bit_build() -> bool:
    """True if the faster build is installed and this processor runs it."""
    return _portable.has_bit_instructions() and find_spec(f"{_portable.__name__}_bits") is not None


def load_unit(unit: str) -> Any:
    """Return the best build of a unit of ext/: ``ground``, ``points``, ``tricks`` or ``plain``."""
    return import_module(f"{__package__}._{unit}{'_bits' if has_bit_build() else ''}")


if TYPE_CHECKING:
    from solver.engine import _ground as ground, _points as points, _tricks as tricks
    from solver.engine._ground import CancelToken, Turn, run_in_threads
else:
    ground = load_unit("ground")
    points = load_unit("points")
    tricks = load_unit("tricks")
    CancelToken = ground.CancelToken
    Turn = ground.Turn
    run_in_threads = ground.run_in_threads
