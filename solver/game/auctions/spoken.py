"""Calls as players say them: texts without accents, spaces and capitals, and the names of trumps."""

import re
import unicodedata
from collections.abc import Mapping

from solver.cards import ALL_TRUMPS, NO_TRUMPS

MAX_LENGTH = 40
"""The longest text that can be a call, in characters."""

ENGLISH_TRUMPS: Mapping[str, tuple[str, ...]] = {
    "S": ("spade", "spades"),
    "H": ("heart", "hearts"),
    "D": ("diamond", "diamonds"),
    "C": ("club", "clubs"),
    NO_TRUMPS: ("notrump", "notrumps"),
    ALL_TRUMPS: ("alltrump", "alltrumps"),
}
FRENCH_TRUMPS: Mapping[str, tuple[str, ...]] = {
    "S": ("pique", "piques"),
    "H": ("coeur", "coeurs"),
    "D": ("carreau", "carreaux"),
    "C": ("trefle", "trefles"),
    NO_TRUMPS: ("sansatout",),
    ALL_TRUMPS: ("toutatout",),
}
"""The words for trumps, folded."""
PASSES = ("pass", "passe", "jepasse", "p")
DOUBLES = ("double", "contre", "jecontre", "x")
REDOUBLES = ("redouble", "surcontre", "jesurcontre", "xx")
"""The words for a pass, a double and a redouble in any game, folded."""

_TO = re.compile(r"(?<=[\s\d])à\s")
"""The *à* of *80 à pique*; without its accent it would be the first letter of another word."""


def fold(text: str) -> str:
    """Reduce a text to small letters without accents, spaces and apostrophes."""
    said = _TO.sub("", unicodedata.normalize("NFC", text).casefold()).replace("œ", "oe")
    plain = unicodedata.normalize("NFKD", said)
    return "".join(
        letter
        for letter in plain
        if not (unicodedata.combining(letter) or letter.isspace() or letter in "'’-")
    )
