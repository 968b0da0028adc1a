"""The words of the board about what computes its values."""

from collections.abc import Mapping

from solver.sentences import Message, mark

CORE_SAYS: Mapping[str, Message] = {
    "no_core": mark("This browser cannot compute values here: it has no WebAssembly, or too little memory."),
}
"""Sentences by the names that the modules of the board know."""
