"""The answer of a solve on a terminal: the table, the value, every card, and a line of best play."""

from collections.abc import Callable, Mapping, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.engine import Answer
from solver.game import Position
from solver.labels import names_by_seat
from solver.reasons import N_TRICKS
from solver.report import words
from solver.report.plain_text import (
    NOTHING,
    bounds_text,
    heads_text,
    number_text,
    pair_text,
    plain,
    sides_text,
    unit,
    unit_name,
)
from solver.report.terminal.cards import Names, card_text, cards_text, played_for_text, table_diagram
from solver.report.terminal.tables import fitting_table
from solver.rules import Objective, Rules
from solver.sentences import mark, mark_n
from solver.speech import Speech

LEADS = "›"
"""The sign before the card that was led."""

Mark = Callable[[int, str], Text]
"""Returns the sign behind a card, given the number of the trick, from 0, and the seat."""


_BEST_FROM_HERE = mark("Best play from here")
_WORK = mark("{nodes} nodes in {time}")
_SO_FAR = mark("Won so far: {said}.")
_WITH = mark("{tricks} with {points}")
_N_CARD_POINTS = mark_n("{n} card point", "{n} card points")
_PROVED = mark("{why} Proved: {difference} is {bounds} {unit}.")
_IS_OVER = mark("The deal is over: {said}.")
_BEST_PLAY = mark("With best play: {said}.")
_LOSS = mark("loss")
_SWING = mark("swing")
_SCORE_SWING = mark("score swing")
_EQUALS = mark("same as")


def answer_text(
    position: Position, answer: Answer, speech: Speech, names: Names | None = None
) -> RenderableType:
    """Return the whole answer."""
    parts: list[RenderableType] = [played_for_text(position, speech), Text()]
    if not position.is_over:
        parts += [table_diagram(position, position.hands, speech, names), Text()]
    if position.plays:
        parts.append(_so_far_text(position, speech))
    parts.append(_value_text(position, answer, speech))
    if answer.cards:
        parts += [Text(), _cards_table(position, answer, speech)]
    if answer.line:
        end = position.play_all(answer.line)
        line = tricks_table(end, speech, start=len(position.tricks))
        parts += [Text(), Text(speech.say(_BEST_FROM_HERE), style="bold"), line]
    return Group(*parts, Text(), work_text(answer.stats.nodes, answer.stats.time_ms, speech))


def work_text(nodes: int, time_ms: float, speech: Speech) -> Text:
    """Return the nodes and the time that a search took."""
    time = f"{speech.number(time_ms, 1)} ms" if time_ms < 1000 else f"{speech.number(time_ms / 1000, 1)} s"
    return Text(speech.say(_WORK, nodes=speech.number(nodes), time=time), style="dim")


def tricks_table(
    position: Position,
    speech: Speech,
    *,
    start: int = 0,
    sign_of: Mark | None = None,
    values: Sequence[str] | None = None,
    valued: str = "",
    is_tight: bool = False,
) -> Table:
    """Return a table of the tricks from number ``start`` on, with a column for each seat.

    ``values`` are the texts after each trick, ``valued`` their head.  ``is_tight`` leaves out columns
    for which a narrow terminal has no room.
    """
    rules, trump = position.rules, position.contract.trump
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    letters = {seat: speech.letters(seat) for seat in rules.players}
    if is_tight:
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for column in ("" if is_tight else speech.say(words.TRICK), *letters.values()):
        table.add_column(column, no_wrap=True)
    if not is_tight:
        table.add_column(speech.say(words.WON_BY), no_wrap=True)
    if values is not None:
        table.add_column(valued, justify="right", no_wrap=True)
    tricks = [*position.tricks, *([position.trick] if position.trick.plays else [])]
    for number, trick in list(enumerate(tricks))[start:]:
        winner = trick.winner(rules, trump) if trick.is_complete(rules) else None
        cells = dict.fromkeys(rules.players, Text())
        for seat, card in zip(trick.seats(rules), trick.plays, strict=True):
            cell = Text(LEADS if seat == trick.leader else " ")
            cell.append_text(card_text(card, speech.notation))
            if seat == winner:
                cell.stylize("bold")
            cells[seat] = cell.append_text(sign_of(number, seat)) if sign_of else cell
        after = [values[number - start]] if values is not None else []
        won_by = [] if is_tight else [letters.get(winner or "", "")]
        number_text = str(number + 1).rjust(2 if is_tight else 3)
        table.add_row(number_text, *cells.values(), *won_by, *after)
    return table


def _so_far_text(position: Position, speech: Speech) -> Text:
    """Return the tricks and points that each side has won so far."""
    rules, tally, say = position.rules, position.tally, speech.say
    parts = []
    for side, tricks, points in zip(rules.side_names, tally.tricks, tally.card_points, strict=True):
        won = say(N_TRICKS, tricks)
        if rules.objective != Objective.tricks:
            won = say(_WITH, tricks=won, points=say(_N_CARD_POINTS, points))
        parts.append(f"{speech.letters(side)} {won}")
    return Text(say(_SO_FAR, said=", ".join(parts)))


def _value_text(position: Position, answer: Answer, speech: Speech) -> Text:
    """Return the value of the position in a sentence."""
    rules, say = position.rules, speech.say
    if answer.value is None:
        own, other = _own_and_other(rules, answer.to_play, speech)
        difference = say(words.MINUS, side=own, other=other)
        bounds = bounds_text(answer.bounds, speech)
        why = "" if answer.ended is None else words.end_text(answer.ended, speech)
        said = say(_PROVED, why=why, difference=difference, bounds=bounds, unit=unit_name(rules, speech))
        return Text(said, style="yellow")
    parts = [sides_text(answer.value, speech, unit(rules))]
    if answer.score is not None and answer.score != answer.value:
        parts.append(say(words.SCORES, score=sides_text(answer.score, speech)))
    if answer.belote is not None:
        parts.append(say(words.BELOTE, side=speech.letters(answer.belote)))
    said = speech.clauses(parts)
    return Text(say(_IS_OVER if position.is_over else _BEST_PLAY, said=said), style="bold")


def _own_and_other(rules: Rules, seat: str | None, speech: Speech) -> tuple[str, str]:
    """Return the name of the side of ``seat``, then that of the other side."""
    own = 0 if seat is None else rules.side_of(seat)
    return speech.letters(rules.side_names[own]), speech.letters(rules.side_names[1 - own])


def _cards_table(position: Position, answer: Answer, speech: Speech) -> RenderableType:
    rules, say = position.rules, speech.say
    has_score = any(card.score is not None and card.score != card.value for card in answer.cards)
    has_bounds = any(not card.exact for card in answer.cards)
    has_equals = any(card.equals for card in answer.cards)
    sides = heads_text(rules, speech)
    heads = [say(words.CARD), sides, say(_LOSS), say(_SWING)]
    heads += [say(words.MATCH_SCORE, sides=sides), say(_SCORE_SWING)] if has_score else []
    heads += [" − ".join(_own_and_other(rules, answer.to_play, speech))] if has_bounds else []
    heads += [say(_EQUALS)] if has_equals else []
    rows = []
    for card in answer.cards:
        numbers = [pair_text(card.value), *map(number_text, (card.loss, card.swing))]
        numbers += [pair_text(card.score), number_text(card.score_swing)] if has_score else []
        numbers += [NOTHING if card.exact else bounds_text(card.bounds, speech)] if has_bounds else []
        cells = [card_text(card.card, speech.notation), *map(Text, numbers)]
        cells += [cards_text(card.equals, speech.notation)] if has_equals else []
        if card.swing == 0:
            for cell in cells:
                cell.stylize("bold")
        rows.append(cells)
    return fitting_table(heads, rows)


def names_of(body: object) -> Names:
    """Return the players' names that a request states, without those that are no texts."""
    stated = body.get("players") if isinstance(body, Mapping) else None
    return {seat: plain(name) for seat, name in names_by_seat(stated).items()}
