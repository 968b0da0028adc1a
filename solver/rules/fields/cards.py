"""The rules of the cards: sections ``[deck]``, ``[order]`` and ``[points]``, and what can be trumps."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.cards import ALL_TRUMPS, NO_TRUMPS, RANKS, SUITS, format_rank
from solver.rules.row import ANY, FrozenMapping, rule
from solver.rules.words import (
    Objective,
)
from solver.sentences import mark
from solver.speech import Speech

Points = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Card points: by table name, then one of `POINT_KINDS`, then rank; a rank left out is worth nothing."""
POINT_KINDS = ("trump", "plain", "no_trumps", "all_trumps")
"""The columns of a table.  Where it has none of its own, at no trumps plain counts, at all trumps trump."""
NO_POINTS: Points = FrozenMapping({"standard": FrozenMapping({})})
NO_RANKS: Mapping[str, int] = FrozenMapping({})
MAX_CARD_POINTS = 500
MAX_STOCK = 50
_POINT_GAMES = {"objective": (Objective.card_points, Objective.four_points)}
_KINDS = {
    "trump": mark("trump {points}"),
    "plain": mark("plain {points}"),
    "no_trumps": mark("no trumps {points}"),
    "all_trumps": mark("all trumps {points}"),
}
_TABLE = mark("table {name}: {points}")
_NOTHING = mark("nothing")


def _ranks(ranks: str, speech: Speech) -> str:
    return " ".join("10" if rank == "T" else format_rank(rank, speech.notation) for rank in ranks)


def _suits(suits: str, speech: Speech) -> str:
    return speech.join(speech.trump(suit) for suit in suits)


def _trumps(trumps: tuple[str, ...], speech: Speech) -> str:
    return speech.either(speech.trump(trump) for trump in trumps)


def say_ranks(values: Mapping[str, int], speech: Speech) -> str:
    """Write points by rank, as ``J=20, 9=14``."""
    return ", ".join(f"{_ranks(rank, speech)}={points}" for rank, points in values.items())


def _values(values: Mapping[str, int], speech: Speech) -> str:
    worth = {rank: points for rank, points in values.items() if points}
    return say_ranks(worth, speech) or speech.say(_NOTHING)


def _points(points: Points, speech: Speech) -> str:
    return speech.clauses(
        speech.say(
            _TABLE,
            name=name,
            points=", ".join(
                speech.say(_KINDS[kind], points=_values(table.get(kind, {}), speech))
                for kind in POINT_KINDS
                if kind in (*table, "trump", "plain")
            ),
        )
        for name, table in points.items()
    )


@dataclass(frozen=True)
class CardFields:
    """The deck, the strength of its cards, and their points."""

    suits: str = field(
        default=SUITS,
        metadata=rule("deck.suits", "The suits of the deck.", "The suits are {value}.", shown=_suits),
    )
    ranks: str = field(
        default=RANKS,
        metadata=rule(
            "deck.ranks",
            "The ranks of the deck in natural order, the order of sequences.",
            "Each suit has, in natural order, {value}.",
            shown=_ranks,
        ),
    )
    cards_each: int = field(
        default=13,
        metadata=rule(
            "deck.cards_each",
            "Cards dealt to each player.",
            "Each player is dealt {value} cards.",
            low=1,
            high=26,
        ),
    )
    stock: int = field(
        default=0,
        metadata=rule(
            "deck.stock",
            "Cards in the stock, drawn one by each player after every trick, the winner of the trick first. "
            "Its top card always lies face up: everybody sees each card before it is drawn.",
            {
                0: "There is no stock to draw from.",
                ANY: "{value} cards form the stock: after each trick its winner draws the top card, and the "
                "others one each in turn, until it is exhausted.",
            },
            high=MAX_STOCK,
            quiet=True,
        ),
    )
    short_deals: bool = field(
        default=False,
        metadata=rule(
            "deck.short_deals",
            "Whether deals of fewer cards each are accepted, as for endings and puzzles.",
            {
                False: "Every player is dealt the full number of cards.",
                True: "Deals of fewer cards are accepted, if every player has equally many.",
            },
            option=True,
        ),
    )
    order_plain: str = field(
        default="",
        metadata=rule(
            "order.plain",
            "The ranks of a plain suit, strongest first; natural order if not stated.",
            "In a plain suit the cards rank {value}.",
            shown=_ranks,
        ),
    )
    order_trump: str = field(
        default="",
        metadata=rule(
            "order.trump",
            "The ranks of the trump suit, strongest first; those of a plain suit if not stated.",
            "In trumps the cards rank {value}.",
            shown=_ranks,
        ),
    )
    points: Points = field(
        default=NO_POINTS,
        metadata=rule(
            "points",
            "Card points by table, kind of suit, and rank. The kinds are trump and plain; no_trumps and "
            "all_trumps, where contracts without and with all trumps count otherwise than by plain and "
            "trump. A rank or kind left out counts nothing: state the points of trumps even where they are "
            "those of a plain suit.",
            "Card points: {value}.",
            only=_POINT_GAMES,
            low=0,
            high=MAX_CARD_POINTS,
            shown=_points,
        ),
    )
    point_table: str = field(
        default="standard",
        metadata=rule(
            "point_table",
            "Which table of card points is used.",
            "The cards count by the table {value}.",
            option=True,
            only=_POINT_GAMES,
            high=40,
        ),
    )
    trumps: tuple[str, ...] = field(
        default=tuple(SUITS),
        metadata=rule(
            "trumps",
            "What can be trumps: a suit; `NT`, no suit; or `AT`, every suit. With `AT` all suits rank and "
            "count as trumps, and no suit can be ruffed: the highest card of the suit led wins.",
            "Trumps can be {value}.",
            high=40,
            shown=_trumps,
        ),
    )


def point_columns(rules: CardFields) -> Mapping[str, Mapping[str, int]]:
    """Return the points of the table in use by kind; missing kinds are taken from plain and trump."""
    table = rules.points.get(rules.point_table, {})
    plain, trump = table.get("plain", {}), table.get("trump", {})
    return {
        "trump": trump,
        "plain": plain,
        "no_trumps": table.get("no_trumps", plain),
        "all_trumps": table.get("all_trumps", trump),
    }


def totals_by_trump(rules: CardFields) -> Mapping[str, int]:
    """Return the points of all cards of the deck, by what can be trumps."""
    worth = {
        kind: sum(column.get(rank, 0) for rank in rules.ranks)
        for kind, column in point_columns(rules).items()
    }
    n_suits = len(rules.suits)
    without_suit = {NO_TRUMPS: worth["no_trumps"] * n_suits, ALL_TRUMPS: worth["all_trumps"] * n_suits}
    with_suit = worth["trump"] + worth["plain"] * (n_suits - 1)
    return {trump: without_suit.get(trump, with_suit) for trump in rules.trumps}
