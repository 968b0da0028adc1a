"""Words with a sentence: what programs compare, and what the API document says of each."""

from enum import StrEnum
from typing import Self


class Word(StrEnum):
    """A word that knows the sentence which says what it means."""

    says: str
    """The meaning in a sentence."""

    def __new__(cls, word: str, says: str) -> Self:
        member = str.__new__(cls, word)
        member._value_ = word
        member.says = says
        return member
