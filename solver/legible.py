"""Text in the characters of an encoding: a similar one in the place of each that it lacks."""

import codecs
import unicodedata
from collections.abc import Mapping

SIMILAR = "atout.similar"
"""The name by which a stream asks for similar characters, as its ``errors``."""

_INSTEAD: Mapping[str, str] = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C",
    "·": "-", "–": "-", "−": "-", "─": "-", "━": "-", "┄": "-", "│": "|", "┤": "|", "├": "|", "┴": "+",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "└": "+", "▲": "^", "→": ">", "←": "<", "›": ">", "…": "~",
    "±": "~", "’": "'", "‘": "'", "“": '"', "”": '"',
    "«": '"', "»": '"', "\u00a0": " ", "\u202f": " ", "✓": "*", "✗": "x", "●": "o",
    "œ": "oe", "Œ": "OE",
}  # fmt: skip
"""For each sign a letter of ASCII, as wide as it is; two for a ligature, which no single one stands for."""


def legible(text: str, encoding: str) -> str:
    """Return ``text`` with a similar character for each one that ``encoding`` does not have."""
    return text.encode(encoding, SIMILAR).decode(encoding)


def _similar(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the characters that cannot be encoded, and where the text goes on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_letter, error.object[error.start : error.end])), error.end


def _letter(letter: str) -> str:
    instead = _INSTEAD.get(letter) or unicodedata.normalize("NFD", letter)[0]
    return instead if instead.isascii() else "?"


codecs.register_error(SIMILAR, _similar)
