"""Cards, hands and the table on a terminal, in colours."""

from collections.abc import Iterable, Mapping

from rich.console import Group
from rich.table import Table
from rich.text import Text

from solver.cards import SUITS, SYMBOLS, Card, Notation, sort_cards
from solver.game import Position
from solver.report import words
from solver.report.contract import contract_parts
from solver.report.plain_text import LONGEST_NAME, NOTHING, RED, plain, rank_text, title_of
from solver.rules import Rules
from solver.speech import Speech

_RED_SUITS = "HD"

Names = Mapping[str, str]
"""The players' names by seat, where they are known."""


def suit_text(suit: str) -> Text:
    """Return the symbol of a suit, red for hearts and diamonds."""
    return Text(SYMBOLS[suit], style="red" if suit in _RED_SUITS else "")


def card_text(card: Card, notation: Notation = "en") -> Text:
    """Return a card as its symbol and rank."""
    return suit_text(card.suit).append(rank_text(card.rank, notation))


def tinted(text: str) -> Text:
    """Return ``text`` with its red cards in red."""
    tinted = Text(text)
    tinted.highlight_regex(RED, "red")
    return tinted


def cards_text(cards: Iterable[Card], notation: Notation = "en", between: str = " ") -> Text:
    """Return cards on one line."""
    return Text(between).join(card_text(card, notation) for card in cards)


def hand_text(hand: Iterable[Card], rules: Rules, trump: str, notation: Notation = "en") -> Text:
    """Return a hand with a line for each suit, the strongest card first."""
    cards = list(hand)
    lines = []
    for suit in (suit for suit in SUITS if suit in rules.suits):
        order = rules.rank_order(suit, trump)
        held = sort_cards((card for card in cards if card.suit == suit), order)
        ranks = " ".join(rank_text(card.rank, notation) for card in held) or NOTHING
        lines.append(suit_text(suit).append(f" {ranks}"))
    return Text("\n").join(lines)


def played_for_text(position: Position, speech: Speech) -> Text:
    """Return the game and what is played for, on one line."""
    title = Text(title_of(position.rules, speech), style="bold")
    said = " · ".join(["", *contract_parts(position, speech)])
    return Text().append_text(title).append_text(tinted(said))


def table_diagram(
    position: Position,
    hands: Mapping[str, Iterable[Card]],
    speech: Speech,
    names: Names | None = None,
) -> Group:
    """Return the hands round the table, north on top, with the cards on the table and the stock below.

    A seat that is not in ``hands`` is one whose cards are out of sight; the stock is, too, then.
    """
    rules, trump = position.rules, position.contract.trump

    def place(seat: str) -> Text:
        if seat not in rules.players:
            return Text("")
        name = plain((names or {}).get(seat, ""), LONGEST_NAME)
        title = Text(f"{speech.letters(seat)} {name}".strip(), style="bold")
        if seat == position.dummy:
            title.append(f"  {speech.say(words.IS_DUMMY)}", style="not bold")
        if seat == position.to_play:
            said = words.TO_PLAY if position.plays else words.LEADS
            title.append(f"  {speech.say(said)}", style="not bold green")
        if seat not in hands:
            return Text("\n").join([title, Text(speech.say(words.HIDDEN), style="dim")])
        return Text("\n").join([title, hand_text(hands[seat], rules, trump, speech.notation)])

    grid = Table.grid(padding=(0, 4))
    grid.add_row("", place("N"), "")
    grid.add_row(place("W"), _on_table(position, speech), place("E"))
    grid.add_row("", place("S"), "")
    if not position.stock_left or len(hands) < len(rules.players):
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
