"""The compiled search, in the build that this processor runs best.

On x86-64 every unit of ext/ is compiled twice from the same sources: portable, and with the instructions that
count and find bits, which nearly all processors since 2013 have. The second is a tenth faster in belote and a
fifth in California Jack; both give the same answers with the same nodes.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from solver import _core as _portable

__all__ = ["CancelToken", "core", "has_bit_build", "load_unit", "tricks"]


def has_bit_build() -> bool:
    """Whether the faster build exists and this processor runs it."""
    return _portable.has_bit_instructions() and find_spec("solver._core_bits") is not None


def load_unit(unit: str) -> Any:
    """The module of a unit of ext/, ``core``, ``tricks`` or ``plain``, in the best build."""
    return import_module(f"solver._{unit}{'_bits' if has_bit_build() else ''}")


if TYPE_CHECKING:
    from solver import _core as core
    from solver import _tricks as tricks
    from solver._core import CancelToken
else:
    core = load_unit("core")
    tricks = load_unit("tricks")
    CancelToken = core.CancelToken
