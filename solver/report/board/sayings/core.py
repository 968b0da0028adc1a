"""The words of the board about what computes its values."""

from collections.abc import Mapping

from solver.sentences import Message, mark

CORE_SAYS: Mapping[str, Message] = {
    "no_core": mark("This browser cannot compute values here: it has no WebAssembly, or too little memory."),
    "no_core_file": mark("What computes values could not be fetched. Play on to try again."),
    "sample": mark("Sample:"),
    "offline_unknown": mark("This page does not know the game {game}. It knows: {games}."),
    "offline_rules": mark(
        "This page knows each game by its usual rules. Options and rules of your own need the service of "
        "Atout, or its command line."
    ),
    "offline_text": mark("Without a service this page reads positions in JSON only."),
}
"""Sentences by the names that the modules of the board know."""
