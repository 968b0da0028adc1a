"""The tables of a puzzle as texts: a line with what the sides hold, and each card on average."""

from collections.abc import Iterator, Sequence

from solver.cards import Card
from solver.game import Position, held_by, sum_without_slam
from solver.report import words
from solver.report.plain_text import BETWEEN, heads_text, signed
from solver.report.puzzle import PuzzleReport
from solver.rules import Objective


def held_text(position: Position) -> str:
    """Return what the sides hold after a trick; in all fours the card points, which are for game."""
    # Points for honours are counted at the end.
    is_four = position.rules.objective == Objective.four_points
    return BETWEEN.join(map(signed, position.tally.card_points if is_four else held_by(position)))


def cards_by_trick(position: Position, line: Sequence[Card]) -> list[list[Card]]:
    """Return a line from ``position`` on as tricks, the first that on the table."""
    tricks: list[list[Card]] = [[]]
    for card in line:
        number = len(position.tricks)
        tricks[-1].append(card)
        position = position.play(card)
        if len(position.tricks) > number:
            tricks.append([])
    return [trick for trick in tricks if trick]


def expected_heads(report: PuzzleReport) -> list[str]:
    """Return the heads of `expected_rows`, that of the cards first."""
    # Where the deal has a score, that is what a card gives away. Bridge scores all the tricks or none.
    all_won = (sum_without_slam(report.position) or 0, 0)
    has_score = report.position.score(all_won) is not None
    of_what = [words.GIVEN_AWAY, words.IN_SCORE] if has_score else [words.GIVEN_AWAY]
    return [
        report.say(words.CARD),
        heads_text(report.position.rules, report.speech),
        " ".join(map(report.say, of_what)),
        "±",
    ]


def expected_rows(report: PuzzleReport) -> Iterator[tuple[tuple[Card, ...], list[str]]]:
    """Yield each class of cards of a hidden puzzle, and what it comes to and gives away on average."""
    speech, rules = report.speech, report.position.rules
    for one in report.puzzle.solution.expected or ():
        # The side that plays stands first in `value`.
        means = BETWEEN.join(speech.number(one.value[side], 1) for side in rules.side_names)
        yield one.cards, [means, speech.number(one.cost, 1), speech.number(one.cost_error, 1)]
