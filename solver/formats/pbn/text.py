r"""The grammar of PBN: games, their tags, and the words of the sections after a tag.

Source: Portable Bridge Notation 2.1, chapters 2 and 3, in import format, which takes in the export format:

    file     = { game | empty line }            games are apart by one empty line or more; one also begins
                                                where Event, Board or Deal would stand in a game twice
    game     = { tag { word } }                 the words after a tag are its section
    tag      = "[" name string "]"
    string   = '"' { any character but a line end; \" is a quote and \\ a backslash } '"'
    word     = characters other than white space and [ ] { } ; ", or a string
    comment  = "{" to the next "}", over any lines, or ";" to the end of the line
    escape   = "%" in the first column, to the end of the line
"""

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from solver.errors import Wrong, show, wrong
from solver.fault_codes import Code
from solver.formats.record import MAX_WRONG
from solver.game import MAX_COMMENTS

_TOKEN = re.compile(
    r"""
      (?P<escape>^%[^\n]*+)
    | (?P<comment>;[^\n]*+)
    | (?P<brace>\{)
    | (?P<tag>\[\s*+(?P<name>[A-Za-z_][A-Za-z0-9_]*+)\s*+"(?P<value>(?:[^"\\\n]|\\[^\n])*+)"\s*+\])
    | (?P<empty>\n(?:[ \t\f\v]*+\n)++)
    | (?P<space>[^\S\n]++ | \n)
    | (?P<word>[^\s\[\]{};"]++ | "(?:[^"\\\n]|\\[^\n])*+")[^\S\n]*+
    | (?P<wrong>\[[^\n]*+ | .)
    """,
    re.VERBOSE | re.MULTILINE,
)
_WORD = re.compile(r'[^\s\[\]{};"]++')
_RUN = re.compile(r'[^\s\[\]{};"]++(?:[^\S\n]++[^\s\[\]{};"]++)*+')
"""Words on one line."""
_SAID = re.compile(r"(?:\{[^}]*+\}(?:[^\S\n]++|\n(?![^\S\n]*+(?:\n|%|;)))*+)++")
"""Comments one after another, in lines that are not empty."""
_END_OF_GAME = re.compile(r"\n(?=[ \t\f\v]*+\n)")
_ESCAPED = re.compile(r'\\(["\\])')

SUIT_SIGN = "\\"
"""In a comment, a letter after this sign stands for a suit."""
OTHER_GLYPH = re.compile(r"\$(?:1[3-9]|[2-9]\d|[1-9]\d\d)")
"""A numeric annotation glyph that is no mark on a call or a card: it is kept as a comment."""
BEGINNINGS = ("Event", "Board", "Deal")
"""The tags that begin the next game where this one has them already."""
NOTE = "Note"
"""The tag that may stand in a game many times."""
MAX_WORDS = 2_000
"""The most words of a section; more is a fault."""
MOST_WORDS = {"Auction": 1_000, "Play": 500}
"""The most words of an auction or a play, in which each call or card may have two suffixes."""
MAX_GAME_TAGS = 300
"""The most tags of a game, notes included; more is a fault."""


class Word(NamedTuple):
    """A word of a section, and the offset of its first character."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class WrongPart:
    """A fault of form between the tags of a game, and its offset."""

    said: Wrong
    offset: int


@dataclass(slots=True)
class Tag:
    """A tag with the words that follow it."""

    name: str
    value: str
    offset: int
    value_offset: int
    words: list[Word] = field(default_factory=list)
    comments: list[tuple[int, Word]] = field(default_factory=list)
    """Each with the number of words before it."""


@dataclass(slots=True)
class TaggedGame:
    """The tags of one game in order, and the faults of form between them."""

    offset: int
    tags: list[Tag] = field(default_factory=list)
    wrong: list[WrongPart] = field(default_factory=list)
    """The faults of form."""
    comments: list[Word] = field(default_factory=list)
    """Comments before the first tag."""
    n_comments: int = 0
    names: Counter[str] = field(default_factory=Counter)
    """The number of tags of each name."""

    def add_tag(self, tag: Tag) -> None:
        """Begin a section."""
        self.tags.append(tag)
        self.names[tag.name] += 1

    def part_next(self, offset: int) -> "TaggedGame":
        """Part off the game of which Event, Board or Deal, at ``offset``, stands in this one already.

        The tags before it that stand twice, too, belong to that game.
        """
        parted: list[Tag] = []
        while self.tags[-1].name != NOTE and self.names[self.tags[-1].name] > 1:
            parted.append(self.tags.pop())
            self.names[parted[-1].name] -= 1
        game = TaggedGame(parted[-1].offset if parted else offset)
        for tag in reversed(parted):
            game.add_tag(tag)
        return game

    def add_comment(self, text: str, offset: int) -> None:
        """Keep a comment with the tag before it, or with the game."""
        if not text.strip() or self.n_comments >= MAX_COMMENTS:
            return
        self.n_comments += 1
        if self.tags:
            self.tags[-1].comments.append((len(self.tags[-1].words), Word(text, offset)))
        else:
            self.comments.append(Word(text, offset))


def split_games(text: str) -> Iterator[TaggedGame]:
    r"""Yield the games of ``text``, whose lines end in ``\n``, one after another; never raises."""
    game: TaggedGame | None = None
    before: deque[Word] = deque(maxlen=MAX_COMMENTS)
    last_brace, at = text.rfind("}"), 0
    while (token := _TOKEN.match(text, at)) is not None:
        kind, offset, at = token.lastgroup, at, token.end()
        # Step 1. Comments belong to the last tag, or to the game that follows.
        if kind == "comment" or (kind == "brace" and offset < last_brace):
            at = at if kind == "comment" else text.index("}", offset) + 1
            said = Word(text[offset + 1 : at].removesuffix("}") if kind == "brace" else token[0][1:], offset)
            if game is None:
                before.append(said)
            elif game.n_comments < MAX_COMMENTS:
                game.add_comment(said.text, offset)
            elif kind == "brace" and (others := _SAID.match(text, offset)) is not None:
                at = others.end()
            continue
        # Step 2. An empty line ends a game; other white space has no meaning.
        if kind in ("escape", "space"):
            continue
        if kind == "empty":
            if game is not None:
                yield game
            game = None
            before.clear()
            continue
        # Step 3. Any other token begins a game; one with too many faults is skipped to its end.
        if game is None:
            game = TaggedGame(offset)
            for comment in before:
                game.add_comment(comment.text, comment.offset)
            before.clear()
        if len(game.wrong) >= MAX_WRONG:
            left = _END_OF_GAME.search(text, offset)
            at = len(text) if left is None else left.start()
            continue
        # Step 4. A tag begins a section, and a game where it would stand twice.
        if kind == "tag":
            if token["name"] in BEGINNINGS and game.names[token["name"]]:
                after = game.part_next(offset)
                yield game
                game = after
            if len(game.tags) >= MAX_GAME_TAGS:
                _keep_wrong(
                    game,
                    offset,
                    wrong(Code.too_many, "no game has more than {most} tags", most=MAX_GAME_TAGS),
                )
                continue
            value = _ESCAPED.sub(r"\1", token["value"])
            game.add_tag(Tag(token["name"], value, offset, token.start("value")))
            continue
        # Step 5. Text that is neither comment, tag nor word is a fault.
        if kind == "brace":
            _keep_wrong(game, offset, wrong(Code.bad_text, "this comment {{ has no end }}"))
            at = _end_of_line(text, offset)
        elif kind == "wrong" or not game.tags:
            strange = wrong(
                Code.bad_text,
                '{text} is no part of a PBN game; a tag is written [Name "value"]',
                text=show(token[0].rstrip()),
            )
            _keep_wrong(game, offset, strange)
        # Step 6. Words belong to the section of the last tag.
        else:
            at = _take_words(game, token)
    if game is not None:
        yield game


def _take_words(game: TaggedGame, token: re.Match[str]) -> int:
    """Add a word to the section of the last tag, with the plain words after it; return where they end."""
    tag, offset = game.tags[-1], token.start()
    most = MOST_WORDS.get(tag.name, MAX_WORDS)
    if len(tag.words) >= most:
        many = wrong(Code.too_many, "no {section} has more than {most} words", section=tag.name, most=most)
        _keep_wrong(game, offset, many)
        return token.end()
    run = _RUN.match(token.string, offset)
    if run is None:
        tag.words.append(Word(token["word"], offset))
        return token.end()
    # A run of plain words is split at once, which is much faster than token by token.
    words = list(islice(_WORD.finditer(token.string, offset, run.end()), most - len(tag.words)))
    tag.words += [Word(word[0], word.start()) for word in words]
    return words[-1].end()


def _keep_wrong(game: TaggedGame, offset: int, said: Wrong) -> None:
    if len(game.wrong) < MAX_WRONG:
        game.wrong.append(WrongPart(said, offset))


def _end_of_line(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end
