"""Invisible characters in names: which belong to what is written, and which only hide something.

Of all that cannot be seen, two joiners stay, each only where it changes what is seen: so no name can look
like another one by them.  After RFC 5892 (appendix A, rules 1 and 2) they stand between letters after a
virama, as in Devanagari and Sinhala, and the non-joiner between letters that would join, as in Persian.  In
an emoji that is made of several the joiner stands between these (UTS #51, section 2.2).
"""

from unicodedata import bidirectional, category, combining

NON_JOINER = "\u200c"
JOINER = "\u200d"
JOINERS = NON_JOINER + JOINER

_VIRAMA = 9
"""The combining class of the signs that join two consonants to one letter."""
_CURSIVE = "AL"
"""The direction of the letters of Arabic and Syriac, which join."""
_ARROW = "↔"
"""The only sign of mathematics in an emoji that is made of several: the head that is shaken."""
_SHADES = range(0x1F3FB, 0x1F400)
"""The colours of skin, each after the emoji that it colours."""


def printable(text: str, instead: str) -> str:
    """Return ``text`` with ``instead`` for each character that cannot be printed, but for joiners at work.

    >>> printable("Zoe\u200d\u202e", "?") == "Zoe??"
    True
    >>> printable("👩\u200d👧", "?") == "👩\u200d👧"
    True
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or (letter in JOINERS and _is_at_work(text, place)) else instead
        for place, letter in enumerate(text)
    )


def _is_at_work(text: str, place: int) -> bool:
    """True if the joiner at ``place`` changes how its neighbours are written."""
    if not 0 < place < len(text) - 1:
        return False
    before, after = text[place - 1], text[place + 1]
    if combining(before) == _VIRAMA:
        return category(after).startswith("L")
    if text[place] == NON_JOINER:
        return bidirectional(_base_before(text, place)) == bidirectional(after) == _CURSIVE
    return category(_base_before(text, place)) == "So" and (after == _ARROW or category(after) == "So")


def _base_before(text: str, place: int) -> str:
    """Return the letter or the emoji before ``place``, to which the marks and shades after it belong."""
    at = place - 1
    while at and (category(text[at]) == "Mn" or ord(text[at]) in _SHADES):
        at -= 1
    return text[at]
