"""The answer of a solve as a card player reads it: the table, the value, every card, a line of best play."""

from collections.abc import Callable, Mapping, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver import report_words as words
from solver.analysis_deal import ENGLISH
from solver.cards import Card, Notation
from solver.cli_cards import (
    BETWEEN,
    NOTHING,
    Names,
    bounds_text,
    card_text,
    cards_text,
    contract_text,
    number_text,
    pair_text,
    plain,
    sides_text,
    table_diagram,
    unit,
)
from solver.position import Position
from solver.result import Answer, CardValue
from solver.rules import Objective, Rules
from solver.speech import Speech

LEADS = "›"
"""The sign before the card that was led."""

Mark = Callable[[int, str], Text]
"""What stands behind the card that a seat played to a trick, given its number from 0."""


def answer_text(
    position: Position, answer: Answer, notation: Notation = "en", names: Names | None = None
) -> RenderableType:
    """The whole answer."""
    parts: list[RenderableType] = [contract_text(position), Text()]
    if not position.is_over:
        parts += [table_diagram(position, position.hands, notation, names), Text()]
    if position.plays:
        parts.append(_so_far_text(position))
    parts.append(_value_text(position, answer))
    if answer.cards:
        parts += [Text(), _cards_table(position, answer, notation)]
    if answer.line:
        end = _play_all(position, answer.line)
        line = tricks_table(end, notation, start=len(position.tricks))
        parts += [Text(), Text("Best play from here", style="bold"), line]
    stats = answer.stats
    parts.append(Text())
    parts.append(Text(f"{stats.nodes:,} nodes in {duration_text(stats.time_ms)}", style="dim"))
    return Group(*parts)


def new_table(*columns: str) -> Table:
    """A table with a line under its head; all columns but the first hold numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for index, column in enumerate(columns):
        table.add_column(column, justify="right" if index else "left", no_wrap=True)
    return table


def tricks_table(
    position: Position,
    notation: Notation = "en",
    *,
    start: int = 0,
    mark: Mark | None = None,
    values: Sequence[str] | None = None,
    speech: Speech = ENGLISH,
    is_tight: bool = False,
) -> Table:
    """The tricks from number ``start`` on, a column for each seat; ``values`` is what to say after each.

    ``is_tight`` leaves out what a narrow terminal has no room for.
    """
    rules, trump = position.rules, position.contract.trump
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    letters = {seat: speech.say(words.SEATS[seat]) for seat in rules.players}
    if is_tight:
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for column in ("" if is_tight else speech.say(words.TRICK), *letters.values()):
        table.add_column(column, no_wrap=True)
    if not is_tight:
        table.add_column(speech.say(words.WON_BY), no_wrap=True)
    if values is not None:
        sides = ("".join(letters[seat] for seat in side) for side in rules.side_names)
        table.add_column(BETWEEN.join(sides), justify="right", no_wrap=True)
    tricks = [*position.tricks, *([position.trick] if position.trick.plays else [])]
    for number, trick in list(enumerate(tricks))[start:]:
        winner = trick.winner(rules, trump) if trick.is_complete(rules) else None
        cells = dict.fromkeys(rules.players, Text())
        for seat, card in zip(trick.seats(rules), trick.plays, strict=True):
            cell = Text(LEADS if seat == trick.leader else " ")
            cell.append_text(card_text(card, notation))
            if seat == winner:
                cell.stylize("bold")
            cells[seat] = cell.append_text(mark(number, seat)) if mark else cell
        after = [values[number - start]] if values is not None else []
        won_by = [] if is_tight else [letters.get(winner or "", "")]
        number_text = str(number + 1).rjust(2 if is_tight else 3)
        table.add_row(number_text, *cells.values(), *won_by, *after)
    return table


def _play_all(position: Position, cards: Sequence[Card]) -> Position:
    for card in cards:
        position = position.play(card)
    return position


def duration_text(time_ms: float) -> str:
    """How long something took."""
    return f"{time_ms:.1f} ms" if time_ms < 1000 else f"{time_ms / 1000:.1f} s"


def _so_far_text(position: Position) -> Text:
    """What each side has won."""
    rules, tally = position.rules, position.tally
    parts = []
    for side, tricks, points in zip(rules.side_names, tally.tricks, tally.card_points, strict=True):
        won = f"{side} {_counted(tricks, 'trick')}"
        parts.append(
            won if rules.objective == Objective.tricks else f"{won} with {_counted(points, 'card point')}"
        )
    return Text(f"Won so far: {', '.join(parts)}.")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _value_text(position: Position, answer: Answer) -> Text:
    """The value of the position in a sentence."""
    rules = position.rules
    if answer.value is None:
        own, other = _own_and_other(rules, answer.to_play)
        proved = f"{own} minus {other} is {bounds_text(answer.bounds)} {unit(rules)}"
        said = f"The limit came first. Proved: {proved}."
        return Text(said, style="yellow")
    start = "The deal is over:" if position.is_over else "With best play:"
    said = f"{start} {sides_text(answer.value)} {unit(rules)}"
    if answer.score is not None and answer.score != answer.value:
        said += f"; score {sides_text(answer.score)}"
    if answer.belote is not None:
        said += f" (belote {answer.belote})"
    return Text(said + ".", style="bold")


def _own_and_other(rules: Rules, seat: str | None) -> tuple[str, str]:
    """The names of the side of ``seat`` and of the other one."""
    own = 0 if seat is None else rules.side_of(seat)
    return rules.side_names[own], rules.side_names[1 - own]


def _cards_table(position: Position, answer: Answer, notation: Notation) -> Table:
    rules = position.rules
    has_score = any(card.score is not None and card.score != card.value for card in answer.cards)
    has_bounds = any(not card.exact for card in answer.cards)
    sides = BETWEEN.join(rules.side_names)
    columns = ["card", sides, "loss", "swing"]
    columns += [f"score {sides}", "score swing"] if has_score else []
    columns += [" − ".join(_own_and_other(rules, answer.to_play))] if has_bounds else []
    table = new_table(*columns)
    table.add_column("same as", no_wrap=False)
    for card in answer.cards:
        cells = [pair_text(card.value), *map(number_text, (card.loss, card.swing))]
        cells += [pair_text(card.score), number_text(card.score_swing)] if has_score else []
        cells += [NOTHING if card.exact else bounds_text(card.bounds)] if has_bounds else []
        table.add_row(
            card_text(card.card, notation), *cells, cards_text(card.equals, notation), style=_style(card)
        )
    return table


def _style(card: CardValue) -> str:
    return "bold" if card.swing == 0 else ""


def names_of(body: object) -> Names:
    """The players' names that a request states, as far as they are texts."""
    stated = body.get("players") if isinstance(body, Mapping) else None
    if not isinstance(stated, Mapping):
        return {}
    return {seat: plain(name) for seat, name in stated.items() if isinstance(name, str)}
