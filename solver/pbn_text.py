r"""The text of PBN taken apart: games, their tags, and what stands in the sections after a tag.

Source: Portable Bridge Notation 2.1, chapters 2 and 3, in import format, which takes in the export format:

    file     = { game | empty line }            games are apart by one empty line or more
    game     = { tag { word } }                 the words after a tag are its section
    tag      = "[" name string "]"
    string   = '"' { any character but a line end; \" is a quote and \\ a backslash } '"'
    word     = characters other than white space and [ ] { } ; ", or a string
    comment  = "{" to the next "}", over any lines, or ";" to the end of the line
    escape   = "%" in the first column, to the end of the line
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.errors import show

_TOKEN = re.compile(
    r"""
      (?P<escape>^%[^\n]*+)
    | (?P<comment>;[^\n]*+)
    | (?P<brace>\{)
    | (?P<tag>\[\s*+(?P<name>[A-Za-z_][A-Za-z0-9_]*+)\s*+"(?P<value>(?:[^"\\\n]|\\[^\n])*+)"\s*+\])
    | (?P<empty>\n(?:[ \t\f\v]*+\n)++)
    | (?P<space>[^\S\n]++ | \n)
    | (?P<word>[^\s\[\]{};"]++ | "(?:[^"\\\n]|\\[^\n])*+")
    | (?P<wrong>\[[^\n]*+ | .)
    """,
    re.VERBOSE | re.MULTILINE,
)
_ESCAPED = re.compile(r'\\(["\\])')

SUIT_SIGN = "\\"
"""What a letter follows that is a suit, within a comment."""
MAX_WORDS = 2_000
"""More words than any section needs: one that has more is a fault."""
MAX_WRONG = 20
"""The most faults of form that are kept of a game."""
MAX_COMMENTS = 200
"""The most comments that are kept of a game."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a section, and where it starts."""

    text: str
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
class Game:
    """The tags of one game in order, and the faults of form between them."""

    offset: int
    tags: list[Tag] = field(default_factory=list)
    wrong: list[Word] = field(default_factory=list)
    """What is no PBN: what is wrong with it, and where."""
    comments: list[Word] = field(default_factory=list)
    """What stands before the first tag."""
    n_comments: int = 0

    def add_comment(self, text: str, offset: int) -> None:
        """Keep a comment where it stands."""
        if not text.strip() or self.n_comments >= MAX_COMMENTS:
            return
        self.n_comments += 1
        if self.tags:
            self.tags[-1].comments.append((len(self.tags[-1].words), Word(text, offset)))
        else:
            self.comments.append(Word(text, offset))


def split_games(text: str) -> Iterator[Game]:
    r"""The games of ``text``, whose lines end in ``\n``, one after another; never raises."""
    game: Game | None = None
    before: list[Word] = []
    last_brace, at = text.rfind("}"), 0
    while (token := _TOKEN.match(text, at)) is not None:
        kind, offset, at = token.lastgroup, at, token.end()
        if kind == "comment" or (kind == "brace" and offset < last_brace):
            at = at if kind == "comment" else text.index("}", offset) + 1
            said = Word(text[offset + 1 : at].removesuffix("}") if kind == "brace" else token[0][1:], offset)
            if game is None:
                before = [*before[-MAX_COMMENTS:], said]
            else:
                game.add_comment(said.text, offset)
            continue
        if kind in ("escape", "space"):
            continue
        if kind == "empty":
            if game is not None:
                yield game
            game, before = None, []
            continue
        if game is None:
            game = Game(offset)
            for comment in before:
                game.add_comment(comment.text, comment.offset)
            before = []
        if token["tag"] is not None:
            value = _ESCAPED.sub(r"\1", token["value"])
            game.tags.append(Tag(token["name"], value, offset, token.start("value")))
            continue
        if kind == "brace":
            _keep_wrong(game, offset, "this comment { has no end }")
            at = _end_of_line(text, offset)
        elif kind == "wrong" or not game.tags:
            detail = f'{show(token[0])} is no part of a PBN game; a tag is written [Name "value"]'
            _keep_wrong(game, offset, detail)
        elif len(game.tags[-1].words) < MAX_WORDS:
            game.tags[-1].words.append(Word(token[0], offset))
        else:
            _keep_wrong(game, offset, f"no {game.tags[-1].name} has more than {MAX_WORDS} words")
    if game is not None:
        yield game


def _keep_wrong(game: Game, offset: int, detail: str) -> None:
    if len(game.wrong) < MAX_WRONG:
        game.wrong.append(Word(detail, offset))


def _end_of_line(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end
