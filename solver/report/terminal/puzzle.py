"""Puzzles on a terminal: the table, the goal, the solution, and lines played out."""

from collections.abc import Collection, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from solver.cards import Card
from solver.game import Position
from solver.puzzles import Puzzle, RefutedCards
from solver.report import puzzle as said
from solver.report.plain_text import NO_BREAK, heads_text
from solver.report.puzzle import PuzzleReport
from solver.report.puzzle_known import known_beside
from solver.report.puzzle_tables import cards_by_trick, expected_heads, expected_rows, held_text
from solver.report.terminal.answer import tricks_table
from solver.report.terminal.cards import cards_text, played_for_text, table_diagram, tinted
from solver.report.terminal.console import Fitting
from solver.report.terminal.tables import Row, fitting_table
from solver.speech import Speech

_INDENT = 3
_RIGHT, _WRONG = "✓", "✗"


def puzzle_text(puzzle: Puzzle, speech: Speech, *, is_solved: bool = False) -> RenderableType:
    """Return a puzzle: the table and what is to be done; the solution, too, if it ``is_solved``."""
    report = PuzzleReport(puzzle, speech)
    parts = [puzzle_head(report), Text(), puzzle_table(report, puzzle.position)]
    if is_solved:
        parts += [Text(), solution_text(report)]
    return Group(*parts)


def puzzle_head(report: PuzzleReport) -> Text:
    """Return the name of a puzzle, and what is known of it before it is solved."""
    head = Text(report.title, style="bold")
    head.append(" · ".join(["", *report.facts()]), style="not bold dim")
    return head


def puzzle_table(report: PuzzleReport, position: Position) -> RenderableType:
    """Return the table at a moment of the puzzle, and what is still to be done."""
    speech, goal = report.speech, report.puzzle.goal
    rules = position.rules
    seen = report.hands_in_sight(position)
    own = {
        seat: report.say(said.OWN_HAND)
        for seat in rules.players
        if rules.side_of(seat) == goal.number and seat in seen
    }
    parts: list[RenderableType] = [
        played_for_text(position, speech),
        Text(),
        table_diagram(position, seen, speech, own),
        Text(),
    ]
    if report.tricks_in_mind():
        played = Fitting(tricks_table(position, speech), tricks_table(position, speech, is_tight=True))
        parts += [Text(report.say(said.PLAYED), style="bold"), played, Text()]
    parts.append(Text(goal.say(speech), style="bold"))
    if held := report.held(position):
        parts.append(Text(held))
    parts += map(tinted, known_beside(report))
    parts.append(Text(report.task(position)))
    return Group(*parts)


def solution_text(report: PuzzleReport) -> RenderableType:
    """Return the solution: the right cards, the main line, what refutes the others, and every defence."""
    puzzle, say, notation = report.puzzle, report.say, report.speech.notation
    solution = puzzle.solution
    right = Text(f"{say(said.RIGHT)}  ", style="bold").append_text(cards_text(solution.right, notation))
    if solution.expected is not None:
        return Group(right, Text(), expected_table(report), *_themes(report))
    parts: list[RenderableType] = [
        right,
        Text(),
        Text(say(said.LINE), style="bold"),
        line_table(report, puzzle.position, solution.line, found=report.decisions()),
        Text(),
        Text(say(said.WRONG), style="bold"),
        *(_refuted(report, one) for one in solution.wrong),
        Text(),
        Text(f"{say(said.TREE)}  ", style="bold").append(" · ".join(report.counts()), style="not bold"),
    ]
    return Group(*parts, *_themes(report))


def _themes(report: PuzzleReport) -> list[Text]:
    """Return the line of the themes, if there are some."""
    if not report.puzzle.themes:
        return []
    head = Text(f"{report.say(said.THEMES)}  ", style="bold")
    return [head.append(", ".join(report.themes()), style="not bold")]


def expected_table(report: PuzzleReport) -> RenderableType:
    """Return what each class of cards of a hidden puzzle comes to on average, and what it gives away."""
    notation = report.speech.notation
    rows: list[Row] = [[cards_text(cards, notation), *texts] for cards, texts in expected_rows(report)]
    return fitting_table(expected_heads(report), rows)


def _refuted(report: PuzzleReport, wrong: RefutedCards) -> RenderableType:
    """Return what refutes a class of wrong cards of the first decision, and the line."""
    position, card = report.position, wrong.cards[0]
    text = tinted(report.refuted(position, card, wrong.reply, wrong.line))
    if len(wrong.cards) > 1:
        text.append(" ").append_text(tinted(report.equals(wrong.cards[1:])))
    parts: list[RenderableType] = [text, _line_text(report, position, [card, *wrong.line])]
    if card == report.puzzle.solution.tempting:
        parts.append(tinted(report.say(said.TEMPTED, card=card)))
    return Padding(Group(*parts), (0, 0, 0, _INDENT))


def _line_text(report: PuzzleReport, position: Position, line: Sequence[Card]) -> Text:
    """Return a line without its players, its tricks apart."""
    notation, tricks = report.speech.notation, cards_by_trick(position, line)
    return Text(" · ", style="dim").join(cards_text(trick, notation, NO_BREAK) for trick in tricks)


def line_table(
    report: PuzzleReport,
    position: Position,
    line: Sequence[Card],
    signs: Mapping[int, Text] | None = None,
    *,
    found: Collection[int] = (),
) -> RenderableType:
    """Return a line as tricks, from the one on the table on, with what the sides hold after each.

    signs: the sign behind a card, by its place in the line, from 0.
    found: the places of right cards.
    """
    signs = {index: Text(f" {_RIGHT}", style="not bold green") for index in found} | dict(signs or {})
    rules, first = position.rules, len(position.tricks)
    at: dict[tuple[int, str], Text] = {}
    values, end = [], position
    for index, card in enumerate(line):
        number = len(end.tricks)
        at[number, end.to_play or ""] = signs.get(index, Text())
        end = end.play(card)
        if len(end.tricks) > number:
            values.append(held_text(end))
    if end.trick.plays:
        values.append("")

    def table(is_tight: bool) -> Table:
        return tricks_table(
            end,
            report.speech,
            start=first,
            sign_of=lambda number, seat: at.get((number, seat), Text()),
            values=values if any(values) else None,
            valued=heads_text(rules, report.speech),
            is_tight=is_tight,
        )

    return Fitting(table(False), table(True))


def refutation_text(
    report: PuzzleReport, position: Position, card: Card, refuted: RefutedCards
) -> RenderableType:
    """Return a wrong card played out: what refutes it, and all the tricks to the end of the deal."""
    signs = {0: Text(f" {_WRONG}", style="not bold red")}
    if refuted.reply is not None:
        signs[1 + refuted.line.index(refuted.reply)] = Text(" !", style="not bold")
    said_so = tinted(report.refuted(position, card, refuted.reply, refuted.line))
    return Group(said_so, Text(), line_table(report, position, [card, *refuted.line], signs))
