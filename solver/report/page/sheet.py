"""Puzzles on paper: a page with tables and tasks, and the solutions on pages of their own at the end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from solver.cards import SUITS, SYMBOLS, Card, sort_cards
from solver.engine import engine_version
from solver.game import Trick
from solver.puzzles import N_BANDS, Puzzle, PuzzleKind, band_of, tempting_class
from solver.report import puzzle as said, words as report_words
from solver.report.contract import contract_parts
from solver.report.page.environment import pages, style_alone, tinted
from solver.report.page.view import Held
from solver.report.plain_text import heads_text, plain, rank_text, title_of
from solver.report.puzzle import PuzzleReport
from solver.report.puzzle_known import known_beside
from solver.report.puzzle_tables import cards_by_trick, expected_heads, expected_rows, held_text
from solver.sentences import mark, mark_n
from solver.speech import Place, Speech

LONGEST_TITLE = 120
"""The characters that are shown of a title."""

PUZZLES = mark("Puzzles")
PUZZLES_OF = mark("{game}: puzzles")
SOLUTIONS = mark("Solutions")
INTRO = mark(
    "In each puzzle one card is right, or one of equal cards: it reaches the goal against every defence, "
    "and every other card fails."
)
INTRO_HIDDEN = mark("Where a single hand is seen, the card that is best on average is right.")
AT_THE_END = mark_n("The solution stands at the end.", "The solutions stand at the end.")
LEVEL = mark("level {level} of {most}")
TO_SOLUTION = mark("Solution of {number}")
TO_PUZZLE = mark("Puzzle {number}")
TO_FIND = mark("a card to find")
FAILS_TOO = mark_n("{cards} fails too.", "{cards} fail too.")
MADE_BY = mark("Solutions by Atout {version}.")
WORDS = {
    "solutions": SOLUTIONS,
    "to_solution": TO_SOLUTION,
    "to_puzzle": TO_PUZZLE,
    "to_find": TO_FIND,
}

_STYLE = Markup(pages.get_template("report.css").render() + pages.get_template("sheet.css").render())
_POLICY = style_alone(_STYLE)


def puzzle_sheet(puzzles: Sequence[Puzzle], speech: Speech, title: str = "") -> str:
    """Return a page of HTML with puzzles to print, in the language of ``speech``; it needs no network.

    The puzzles come first, numbered in their order, and the solutions behind them on pages of their
    own.  Equal puzzles give equal pages.

    title: by default the game, or that they are puzzles.

    >>> from solver import Speech, find_puzzles, PuzzleSpec
    >>> from solver.report.page import puzzle_sheet
    >>> found = list(find_puzzles(PuzzleSpec.from_dict({"variant": "whist", "count": 1})))
    >>> '<h1>Whist: puzzles</h1>' in puzzle_sheet(found, Speech("en", "en"))
    True
    """
    speech = Speech(speech.language, speech.notation, symbols=True)
    games = sorted({title_of(one.position.rules, speech) for one in puzzles})
    usual = speech.say(PUZZLES_OF, game=games[0]) if len(games) == 1 else speech.say(PUZZLES)
    is_hidden = [one.kind == PuzzleKind.hidden for one in puzzles]
    intro = [
        *([] if all(is_hidden) else [INTRO]),
        *([INTRO_HIDDEN] if any(is_hidden) else []),
    ]
    return pages.get_template("sheet.html").render(
        policy=_POLICY,
        style=_STYLE,
        title=plain(title, LONGEST_TITLE) or usual,
        games=games,
        intro=[*map(speech.say, intro), speech.say(AT_THE_END, len(puzzles))],
        foot=speech.say(MADE_BY, version=engine_version().partition("+")[0]),
        puzzles=[SheetPuzzle(puzzle, number, speech) for number, puzzle in enumerate(puzzles, 1)],
        language=speech.language,
        notation=speech.notation,
        say=speech.say,
        words=report_words,
        said=said,
        sheet=WORDS,
        symbols=SYMBOLS,
        rank=rank_text,
        tint=tinted,
    )


@dataclass(frozen=True, slots=True)
class LineRow:
    """A trick of a line as a row of a table, as far as it is played."""

    number: int
    leader: str
    plays: Mapping[str, Card]
    """By seat."""
    found: Sequence[str]
    """The seats whose card was to be found."""
    winner: str | None
    value: str
    """The tricks or points of the sides after it; empty where it is not finished."""


class SheetPuzzle:
    """One puzzle on the sheet."""

    def __init__(self, puzzle: Puzzle, number: int, speech: Speech) -> None:
        self.puzzle, self.number, self.speech = puzzle, number, speech
        self.report = PuzzleReport(puzzle, speech)
        self.position = puzzle.position
        self.rules = puzzle.position.rules
        self.hands = self.report.hands_in_sight(self.position)
        self.heads = heads_text(self.rules, speech)

    @property
    def game(self) -> str:
        """The name of the game."""
        return title_of(self.rules, self.speech)

    def contract(self) -> list[str]:
        """Return what is played for, as phrases of one line."""
        return contract_parts(self.position, self.speech)

    def facts(self) -> list[str]:
        """Return how hard and how long it is, as phrases of one line."""
        level = band_of(self.puzzle.variant, self.puzzle.rating)
        _, *facts = self.report.facts()
        return [self.speech.say(LEVEL, level=level, most=N_BANDS), *facts]

    def asked(self) -> list[str]:
        """Say what is known beside the hands, and whose cards the reader plays."""
        held, task = self.report.held(self.position), self.report.task(self.position)
        return [*([held] if held else []), *known_beside(self.report), task]

    @property
    def goal(self) -> str:
        """The goal in a sentence."""
        return self.puzzle.goal.say(self.speech)

    def name(self, seat: str) -> str:
        """Return the name of a seat."""
        return self.speech.say("{seat}", seat=Place(seat))

    def is_own(self, seat: str) -> bool:
        """True if the reader plays the cards of a seat that is in sight."""
        return seat in self.hands and self.rules.side_of(seat) == self.puzzle.goal.number

    def out_of_sight(self) -> list[str]:
        """Return the seats whose hands the task does not show, for its solution."""
        return [seat for seat in self.rules.players if seat not in self.hands]

    def suits(self, seat: str) -> Iterator[tuple[str, list[Held]]]:
        """Return the cards of a hand, suit by suit, the strongest first."""
        trump = self.position.contract.trump
        for suit in (suit for suit in SUITS if suit in self.rules.suits):
            cards = (card for card in self.position.hands[seat] if card.suit == suit)
            yield suit, [Held(card, 0, 0) for card in sort_cards(cards, self.rules.rank_order(suit, trump))]

    def on_table(self) -> list[tuple[str, Card, bool]]:
        """Return the cards of the trick on the table: seat, card, and whether it is winning."""
        trick = self.position.trick
        winner = trick.winner(self.rules, self.position.contract.trump) if trick.plays else None
        plays = zip(trick.seats(self.rules), trick.plays, strict=True)
        return [(seat, card, seat == winner) for seat, card in plays]

    def stock(self) -> tuple[Card, ...]:
        """The stock, top card first, where it is in sight."""
        is_seen = len(self.hands) == self.rules.n_players
        return self.position.stock_left if is_seen else ()

    def played(self) -> list[LineRow]:
        """Return the tricks by which hands out of sight are judged; none of an open puzzle."""
        return [self._row(number, trick) for number, trick in enumerate(self.report.tricks_in_mind())]

    def line(self) -> list[LineRow]:
        """Return the main line as rows, from the trick on the table on, with what the sides hold."""
        places, end = set(self.report.decisions()), self.position
        found: dict[int, list[str]] = {}
        held: dict[int, str] = {}
        for index, card in enumerate(self.puzzle.solution.line):
            number = len(end.tricks)
            if index in places:
                found.setdefault(number, []).append(end.to_play or "")
            end = end.play(card)
            if len(end.tricks) > number:
                held[number] = held_text(end)
        tricks = [*end.tricks, *([end.trick] if end.trick.plays else [])]
        return [
            self._row(number, trick, found.get(number, ()), held.get(number, ""))
            for number, trick in enumerate(tricks)
            if number >= len(self.position.tricks)
        ]

    def _row(self, number: int, trick: Trick, found: Sequence[str] = (), value: str = "") -> LineRow:
        plays = dict(zip(trick.seats(self.rules), trick.plays, strict=True))
        is_over = trick.is_complete(self.rules)
        winner = trick.winner(self.rules, self.position.contract.trump) if is_over else None
        return LineRow(number + 1, trick.leader, plays, found, winner, value)

    def right(self) -> str:
        """Return the right card, and its equals."""
        cards = self.speech.join(map(self.speech.card, self.puzzle.solution.right))
        return self.speech.labelled(self.speech.say(said.RIGHT), cards)

    def why_not(self) -> list[str]:
        """Say why the likely wrong card fails, and name the others; nothing of a hidden puzzle."""
        solution, report = self.puzzle.solution, self.report
        if not solution.wrong:
            return []
        likely = tempting_class(self.puzzle)
        others = [one for wrong in solution.wrong if wrong is not likely for one in wrong.cards]
        parts = [report.refuted(self.position, likely.cards[0], likely.reply, likely.line)]
        if len(likely.cards) > 1:
            parts.append(report.equals(likely.cards[1:]))
        if solution.tempting is not None:
            parts.append(self.speech.say(said.TEMPTED, card=solution.tempting))
        if others:
            parts.append(self.speech.say(FAILS_TOO, len(others), cards=others))
        return parts

    def refutation(self) -> list[list[Card]]:
        """Return best play after the likely wrong card, trick by trick; ``solution.wrong`` must have one."""
        likely = tempting_class(self.puzzle)
        return cards_by_trick(self.position, [likely.cards[0], *likely.line])

    def average_heads(self) -> list[str]:
        """Return the heads of the table of a hidden puzzle."""
        return expected_heads(self.report)

    def average_rows(self) -> list[list[str]]:
        """Return a row for each class of cards of a hidden puzzle, the right one first."""
        return [
            [" ".join(map(self.speech.card, cards)), *texts] for cards, texts in expected_rows(self.report)
        ]

    def themes(self) -> str:
        """The themes, in a list."""
        return ", ".join(self.report.themes())
