"""Cards, hands and the table as a card player reads them on a terminal."""

import re
from collections.abc import Iterable, Mapping

from rich.console import Group
from rich.table import Table
from rich.text import Text

from solver import report_words as words
from solver.cards import SUITS, SYMBOLS, Card, Notation, format_rank, sort_cards
from solver.explain_words import N_POINTS, N_TRICKS
from solver.position import Position
from solver.report_contract import contract_parts
from solver.result import Bounds
from solver.rules import Objective, Rules
from solver.sentences import Counted
from solver.speech import ENGLISH, Speech

NOTHING = "–"
"""What stands where there is no card or no number."""
BETWEEN = " : "
"""What stands between the numbers of two sides, and their names in a head."""

NO_BREAK = "\u00a0"
"""The space at which no line ends, which French has before a colon; Python calls it unprintable."""

RED = re.compile(r"[♥♦](?:10|[0-9A-WYZ]\b)?")
"""A red card or suit within a text; an X after a suit is a doubled contract's, and as black as the rest."""

_RED_SUITS = "HD"
_LONGEST_NAME = 24

Names = Mapping[str, str]
"""The players' names, of those seats that have one."""


def plain(text: object, longest: int = 200) -> str:
    """``text`` on one line and without anything a terminal would obey."""
    shown = "".join(
        letter if letter.isprintable() or letter == NO_BREAK else "�" for letter in str(text)[: longest + 1]
    )
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def suit_text(suit: str) -> Text:
    """The symbol of a suit, red where its cards are red."""
    return Text(SYMBOLS[suit], style="red" if suit in _RED_SUITS else "")


def rank_text(rank: str, notation: Notation = "en") -> str:
    """The rank as it stands on the card: 10, not T."""
    return "10" if rank == "T" else format_rank(rank, notation)


def card_text(card: Card, notation: Notation = "en") -> Text:
    """A card as its symbol and rank."""
    return suit_text(card.suit).append(rank_text(card.rank, notation))


def tinted(text: str) -> Text:
    """``text`` with its red cards in red."""
    tinted = Text(text)
    tinted.highlight_regex(RED, "red")
    return tinted


def cards_text(cards: Iterable[Card], notation: Notation = "en", between: str = " ") -> Text:
    """Cards in a row."""
    return Text(between).join(card_text(card, notation) for card in cards)


def hand_text(hand: Iterable[Card], rules: Rules, trump: str, notation: Notation = "en") -> Text:
    """A hand, a line for each suit, the strongest card first."""
    cards = list(hand)
    lines = []
    for suit in (suit for suit in SUITS if suit in rules.suits):
        order = rules.rank_order(suit, trump)
        held = sort_cards((card for card in cards if card.suit == suit), order)
        ranks = " ".join(rank_text(card.rank, notation) for card in held) or NOTHING
        lines.append(suit_text(suit).append(f" {ranks}"))
    return Text("\n").join(lines)


def signed(number: int) -> str:
    """A number with a minus sign as it is printed."""
    return str(number).replace("-", "−")


def pair_text(values: Mapping[str, int] | None) -> str:
    """Two sides' numbers, as ``92 : 70``."""
    return NOTHING if values is None else BETWEEN.join(map(signed, values.values()))


def sides_text(values: Mapping[str, int], speech: Speech, unit: Counted | None = None) -> str:
    """Two sides' numbers with their names; the last with its unit, as ``NS 92, EW 70 points``."""
    *first, (last, number) = values.items()
    sign = "−" if number < 0 else ""
    said = sign + (str(abs(number)) if unit is None else speech.say(unit, abs(number)))
    names = [*(f"{speech.letters(side)} {signed(n)}" for side, n in first), f"{speech.letters(last)} {said}"]
    return ", ".join(names)


def heads_text(rules: Rules, speech: Speech) -> str:
    """The names of both sides, as the head of their numbers."""
    return BETWEEN.join(map(speech.letters, rules.side_names))


def number_text(value: int | None) -> str:
    """A number that may be missing."""
    return NOTHING if value is None else signed(value)


def bounds_text(bounds: Bounds, speech: Speech) -> str:
    """What is proved of a difference."""
    return speech.say(words.FROM_LOW_TO_HIGH, low=bounds.low, high=bounds.high)


def title_of(rules: Rules, speech: Speech = ENGLISH) -> str:
    """The game's name as players write it."""
    return plain(rules.texts(speech)["title"] or rules.name)


def contract_text(position: Position, speech: Speech) -> Text:
    """The game and what is played for, on one line."""
    title = Text(title_of(position.rules, speech), style="bold")
    said = " · ".join(["", *contract_parts(position, speech)])
    return Text().append_text(title).append_text(tinted(said))


def unit(rules: Rules) -> Counted:
    """What the result of a deal is counted in."""
    return N_TRICKS if rules.objective == Objective.tricks else N_POINTS


def unit_name(rules: Rules, speech: Speech) -> str:
    """The name of what the result of a deal is counted in."""
    return speech.say(words.TRICKS_WON if rules.objective == Objective.tricks else words.POINTS)


def table_diagram(
    position: Position,
    hands: Mapping[str, Iterable[Card]],
    speech: Speech,
    names: Names | None = None,
) -> Group:
    """The hands round the table, north on top, with the cards that lie on it; below, the stock."""
    rules, trump = position.rules, position.contract.trump

    def place(seat: str) -> Text:
        if seat not in rules.players:
            return Text("")
        name = plain((names or {}).get(seat, ""), _LONGEST_NAME)
        title = Text(f"{speech.letters(seat)} {name}".strip(), style="bold")
        if seat == position.to_play:
            said = words.TO_PLAY if position.plays else words.LEADS
            title.append(f"  {speech.say(said)}", style="not bold green")
        return Text("\n").join([title, hand_text(hands[seat], rules, trump, speech.notation)])

    grid = Table.grid(padding=(0, 4))
    grid.add_row("", place("N"), "")
    grid.add_row(place("W"), _on_table(position, speech), place("E"))
    grid.add_row("", place("S"), "")
    if not position.stock_left:
        return Group(grid)
    stock = Text(f"{speech.say(words.STOCK)} ").append_text(cards_text(position.stock_left, speech.notation))
    return Group(grid, Text(), stock)


def _on_table(position: Position, speech: Speech) -> Text:
    trick, rules = position.trick, position.rules
    if not trick.plays:
        return Text()
    winner = trick.winner(rules, position.contract.trump)
    lines = [Text()]
    for seat, card in zip(trick.seats(rules), trick.plays, strict=True):
        line = Text(f"{speech.letters(seat)} ").append_text(card_text(card, speech.notation))
        if seat == winner:
            line.append(f" {speech.say(words.WINNING)}", style="dim")
        lines.append(line)
    return Text("\n").join([*lines, Text()])
