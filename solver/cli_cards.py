"""Cards, hands and the table as a card player reads them on a terminal."""

import re
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from solver import report_words as words
from solver.analysis_deal import ENGLISH
from solver.bridge_score import Vulnerable
from solver.cards import NO_TRUMPS, SUITS, SYMBOLS, Card, Notation, format_rank, sort_cards
from solver.position import Position
from solver.result import Bounds
from solver.rule_fields import CAPOT, CAPOT_BID
from solver.rules import Objective, Rules, Scoring
from solver.speech import Speech

NOTHING = "–"
"""What stands where there is no card or no number."""
BETWEEN = " : "
"""What stands between the numbers of two sides, and their names in a head."""

RED = re.compile(r"[♥♦](?:10|[0-9A-WYZ]\b)?")
"""A red card or suit within a text; an X after a suit is a doubled contract's, and as black as the rest."""

_RED_SUITS = "HD"
_DOUBLED = {2: ", doubled", 4: ", redoubled"}
_VULNERABLE = {Vulnerable.none: "nobody", Vulnerable.both: "both sides"}
_LONGEST_NAME = 24

Names = Mapping[str, str]
"""The players' names, of those seats that have one."""


def plain(text: object, longest: int = 200) -> str:
    """``text`` on one line and without anything a terminal would obey."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in str(text)[: longest + 1])
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


def sides_text(values: Mapping[str, int]) -> str:
    """Two sides' numbers with their names, as ``NS 92, EW 70``."""
    return ", ".join(f"{side} {signed(number)}" for side, number in values.items())


def number_text(value: int | None) -> str:
    """A number that may be missing."""
    return NOTHING if value is None else signed(value)


def bounds_text(bounds: Bounds) -> str:
    """What is proved of a difference."""
    return f"{signed(bounds.low)} to {signed(bounds.high)}"


def one_of(texts: Sequence[Text]) -> Text:
    """``a, b or c``."""
    said = Text(", ").join(texts[:-1])
    return said.append(" or " if said else "").append_text(texts[-1])


def trump_text(trump: str) -> Text:
    """What is trumps, in words and symbol."""
    if trump in SUITS:
        return Text().append_text(suit_text(trump)).append(" trumps")
    return Text("no trumps" if trump == NO_TRUMPS else "all trumps")


def contract_text(position: Position) -> Text:
    """The game and what is played for, on one line."""
    rules, contract = position.rules, position.contract
    parts = [Text(plain(rules.title or rules.name), style="bold")]
    multiplier = _DOUBLED.get(contract.multiplier, "")
    if rules.scoring == Scoring.duplicate and contract.bid is not None:
        strain = suit_text(contract.trump) if contract.trump in SUITS else Text(contract.trump)
        parts.append(Text(str(contract.bid)).append_text(strain).append(f" by {contract.taker}{multiplier}"))
    else:
        parts.append(trump_text(contract.trump))
    if rules.scoring == Scoring.bid and contract.bid is not None:
        bid = CAPOT if contract.bid == CAPOT_BID else str(contract.bid)
        parts.append(Text(f"{contract.taker or ''} bids {bid}{multiplier}".strip()))
    elif contract.bid is not None:
        who = _VULNERABLE.get(contract.vulnerable, contract.vulnerable.value)
        parts.append(Text(f"{who} vulnerable"))
    elif contract.taker is not None:
        parts.append(Text(f"{contract.taker} takes"))
    if position.dealer is not None:
        parts.append(Text(f"{position.dealer} deals"))
    if contract.turned_jacks:
        jacks = "a jack" if contract.turned_jacks == 1 else f"{contract.turned_jacks} jacks"
        parts.append(Text(f"{jacks} turned up"))
    if contract.refused:
        parts.append(Text("another trump refused"))
    return Text(" · ").join(parts)


def unit(rules: Rules) -> str:
    """What the result of a deal is counted in."""
    return "tricks" if rules.objective == Objective.tricks else "points"


def table_diagram(
    position: Position,
    hands: Mapping[str, Iterable[Card]],
    notation: Notation = "en",
    names: Names | None = None,
    speech: Speech = ENGLISH,
) -> Group:
    """The hands round the table, north on top, with the cards that lie on it; below, the stock."""
    rules, trump = position.rules, position.contract.trump

    def place(seat: str) -> Text:
        if seat not in rules.players:
            return Text("")
        name = plain((names or {}).get(seat, ""), _LONGEST_NAME)
        title = Text(f"{speech.say(words.SEATS[seat])} {name}".strip(), style="bold")
        if seat == position.to_play:
            said = words.TO_PLAY if position.plays else words.LEADS
            title.append(f"  {speech.say(said)}", style="not bold green")
        return Text("\n").join([title, hand_text(hands[seat], rules, trump, notation)])

    grid = Table.grid(padding=(0, 4))
    grid.add_row("", place("N"), "")
    grid.add_row(place("W"), _on_table(position, notation), place("E"))
    grid.add_row("", place("S"), "")
    if not position.stock_left:
        return Group(grid)
    stock = Text(f"{speech.say(words.STOCK)} ").append_text(cards_text(position.stock_left, notation))
    return Group(grid, Text(), stock)


def _on_table(position: Position, notation: Notation) -> Text:
    trick, rules = position.trick, position.rules
    if not trick.plays:
        return Text()
    winner = trick.winner(rules, position.contract.trump)
    lines = [Text()]
    for seat, card in zip(trick.seats(rules), trick.plays, strict=True):
        line = Text(f"{seat} ").append_text(card_text(card, notation))
        if seat == winner:
            line.append(" winning", style="dim")
        lines.append(line)
    return Text("\n").join([*lines, Text()])
