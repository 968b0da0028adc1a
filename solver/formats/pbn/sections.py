"""The words of PBN's sections: calls and cards with their marks and comments, and the rows of tables.

Source: Portable Bridge Notation 2.1, 3.5 to 3.8 (suffixes, notes, glyphs, commentary) and 5.2 (tables).
"""

import re
from collections.abc import Iterator
from itertools import groupby, islice
from typing import NamedTuple

from solver.formats.pbn.text import OTHER_GLYPH, Tag, Word
from solver.formats.record import Lines, RecordBuilder, clip
from solver.game import MARKS, MAX_ROWS, MAX_TEXT
from solver.sentences import Phrase, phrase

_SUFFIXES = re.compile(r"(?:[!?]{1,2}+|\$\d{1,3}+|=\d{1,2}+=)++")
_MARKED = re.compile(r"([^!?$^=]+)([!?$^=].*)?")
_NOTE_REFERENCE = re.compile(r"=(\d{1,2})=")
_MARK = re.compile(r"(?<![!?])[!?]{1,2}(?![!?])")
_GLYPH = re.compile(r"\$(\d{1,3})")
_GLYPHS = {"1": "!", "2": "?", "3": "!!", "4": "??", "5": "!?", "6": "?!"}
_GLYPHS |= {str(int(glyph) + 6): mark for glyph, mark in _GLYPHS.items()}
"""The numeric annotation glyphs that have a mark: 1 to 6 of calls, 7 to 12 of cards."""

_IRREGULAR = {
    "I": phrase("made an insufficient bid"),
    "S": phrase("called out of turn"),
    "R": phrase("revoked"),
    "L": phrase("led out of turn"),
}


class Marked(NamedTuple):
    """A word with the number of its note, its mark, its comments and other glyphs."""

    word: Word
    note: str = ""
    mark: str = ""
    comments: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """The glyphs that are no marks."""

    def with_suffixes(self, suffixes: str) -> "Marked":
        """Return the word with the note and the mark of ``suffixes``."""
        reference, mark = _NOTE_REFERENCE.search(suffixes), _MARK.search(suffixes)
        glyphs = [_GLYPHS[glyph] for glyph in _GLYPH.findall(suffixes) if glyph in _GLYPHS]
        others = (glyph[0] for glyph in _GLYPH.finditer(suffixes) if OTHER_GLYPH.fullmatch(glyph[0]))
        said = mark[0] if mark else glyphs[0] if glyphs else ""
        return self._replace(
            note=reference[1] if reference else self.note,
            mark=said if said in MARKS else self.mark,
            others=(*self.others, *others),
        )

    def with_comment(self, text: str) -> "Marked":
        """Return the word with one comment more."""
        return self._replace(comments=(*self.comments, text))


def irregularity_of(word: str) -> Phrase | None:
    """Return the irregularity that a word beginning with ^ reports; None for any other word."""
    return _IRREGULAR.get(word[1:2].upper(), phrase("erred")) if word.startswith("^") else None


def notes_used(tag: Tag) -> set[str]:
    """Return the numbers of the notes that a section refers to."""
    return {number for word in tag.words for number in _NOTE_REFERENCE.findall(word.text)}


def keep_said(builder: RecordBuilder, lines: Lines, said: Marked, after: tuple[str, int]) -> None:
    """Keep the mark and the comments of a call or a card, and glyphs that are no marks as comments."""
    place = lines.place(said.word.offset)
    texts = [comment for comment in (*said.comments, *said.others) if comment.strip()] or [""]
    for number, text in enumerate(texts):
        builder.comment(text, place, after, "" if number else said.mark)


def marked_words(tag: Tag) -> Iterator[Marked]:
    """Yield the words of a section with their suffixes and comments; earlier comments are dropped."""
    said: dict[int, list[str]] = {}
    for n_before, comment in tag.comments:
        said.setdefault(n_before, []).append(comment.text)
    pending: Marked | None = None
    for number, word in enumerate(tag.words, 1):
        if _SUFFIXES.fullmatch(word.text):
            pending = pending and pending.with_suffixes(word.text)
        else:
            if pending is not None:
                yield pending
            match = _MARKED.fullmatch(word.text)
            suffixes = (match[2] or "") if match else ""
            if match and (not suffixes or _SUFFIXES.fullmatch(suffixes)):
                pending = Marked(Word(match[1], word.offset) if suffixes else word)
                pending = pending.with_suffixes(suffixes) if suffixes else pending
            else:
                pending = Marked(word)
        for text in said.get(number, ()):
            pending = pending and pending.with_comment(text)
    if pending is not None:
        yield pending


def rows_of(tag: Tag, lines: Lines) -> list[str]:
    """Return the rows of a table, one space between the cells."""
    by_line = groupby(tag.words, key=lambda word: lines.line(word.offset))
    rows = (" ".join(word.text for word in words) for _, words in islice(by_line, MAX_ROWS - 1))
    return [clip(row, MAX_TEXT) for row in rows]
