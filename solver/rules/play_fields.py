"""The first half of the list of rules: the table, the deck, the strength of cards and the duties."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.cards import RANKS, SUITS, format_rank
from solver.rules.row import ANY, FrozenMapping, rule
from solver.rules.words import (
    FirstLead,
    FollowDuty,
    HeadTrumpsDuty,
    Objective,
    OverruffDuty,
    RuffDuty,
    Source,
    Turn,
    UnderruffDuty,
)
from solver.sentences import mark
from solver.speech import Speech

Points = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Card points: by table name, then one of `POINT_KINDS`, then rank; a rank left out is worth nothing."""

POINT_KINDS = ("trump", "plain", "no_trumps", "all_trumps")
"""The columns of a table.  Where it has none of its own, at no trumps plain counts, at all trumps trump."""

NO_POINTS: Points = FrozenMapping({"standard": FrozenMapping({})})
NO_SOURCES: Mapping[str, Source] = FrozenMapping({})
NO_RANKS: Mapping[str, int] = FrozenMapping({})

MAX_CARD_POINTS = 500
MAX_STOCK = 50
MAX_TEXT = 2000

_POINT_GAMES = {"objective": (Objective.card_points, Objective.four_points)}


_KINDS = {
    "trump": mark("trump {points}"),
    "plain": mark("plain {points}"),
    "no_trumps": mark("no trumps {points}"),
    "all_trumps": mark("all trumps {points}"),
}
_TABLE = mark("table {name}: {points}")
_NOTHING = mark("nothing")
_AGAINST = mark("{side} against {other}")


def _ranks(ranks: str, speech: Speech) -> str:
    return " ".join("10" if rank == "T" else format_rank(rank, speech.notation) for rank in ranks)


def _suits(suits: str, speech: Speech) -> str:
    return speech.join(speech.trump(suit) for suit in suits)


def _trumps(trumps: tuple[str, ...], speech: Speech) -> str:
    return speech.either(speech.trump(trump) for trump in trumps)


def _sides(sides: tuple[str, ...], speech: Speech) -> str:
    side, other = map(speech.letters, sides)
    return speech.say(_AGAINST, side=side, other=other)


def say_ranks(values: Mapping[str, int], speech: Speech) -> str:
    """Points by rank, as ``J=20, 9=14``."""
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
class PlayFields:
    """How a game is called and how it is played; `solver.rules.score_fields.ResultFields` goes on from
    here.
    """

    # The game's name and where its rules come from
    name: str = field(
        default="custom",
        metadata=rule("name", "The name by which requests ask for the game.", low=1, high=40),
    )
    title: str = field(
        default="Custom game", metadata=rule("title", "The game's name as players write it.", low=1, high=100)
    )
    aliases: tuple[str, ...] = field(
        default=(), metadata=rule("aliases", "Other names by which requests may ask for it.", high=40)
    )
    description: str = field(
        default="", metadata=rule("description", "The game in one or two sentences.", high=MAX_TEXT)
    )
    source: str = field(default="", metadata=rule("source", "Where its rules come from.", high=MAX_TEXT))
    notes: tuple[str, ...] = field(
        default=(),
        metadata=rule(
            "notes", "Readings a player could dispute, and differences from the sheet.", high=MAX_TEXT
        ),
    )
    sources: Mapping[str, Source] = field(
        default=NO_SOURCES,
        metadata=rule(
            "sources",
            "Where each rule's value comes from; default for those not named.",
        ),
    )

    # The table
    sides: tuple[str, ...] = field(
        default=("NS", "EW"),
        metadata=rule("sides", "Who plays with whom.", "The sides are {value}.", low=1, high=3, shown=_sides),
    )
    turn: Turn = field(
        default=Turn.clockwise,
        metadata=rule(
            "turn",
            "Which way play goes round the table.",
            {
                Turn.clockwise: "Play goes round clockwise, to the left.",
                Turn.anticlockwise: "Play goes round anticlockwise, to the right.",
            },
        ),
    )
    first_lead: FirstLead = field(
        default=FirstLead.dealer_next,
        metadata=rule(
            "first_lead",
            "Who leads to the first trick.",
            {
                FirstLead.dealer_next: "The player whose turn comes after the dealer's leads to the first "
                "trick.",
                FirstLead.dealer: "The dealer leads to the first trick.",
                FirstLead.taker: "The taker leads to the first trick.",
                FirstLead.taker_next: "The player whose turn comes after the taker's leads to the first "
                "trick.",
            },
        ),
    )
    dummy: bool = field(
        default=False,
        metadata=rule(
            "dummy",
            "Whether the taker's partner lays his hand open on the table after the first lead.",
            {
                False: "Nobody sees another player's hand.",
                True: "After the first lead the taker's partner (dummy) lays his hand open on the table, and "
                "the taker (the declarer) plays from both hands.",
            },
            quiet=True,
        ),
    )

    # The deck
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
            "Cards in the stock, drawn one by each player after every trick, the winner of the trick first.",
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

    # The strength of cards
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
            "all_trumps, where contracts without and with all trumps count otherwise.",
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
            "trumps", "What can be trumps.", "Trumps can be {value}.", low=1, high=2, shown=_trumps
        ),
    )

    # The duties of whoever does not lead
    follow: FollowDuty = field(
        default=FollowDuty.strict,
        metadata=rule(
            "duties.follow",
            "What a player owes who holds the suit led.",
            {
                FollowDuty.strict: "A player who holds the suit led must follow suit.",
                FollowDuty.or_ruff: "A player who holds the suit led must follow suit or may ruff.",
            },
            option=True,
        ),
    )
    ruff: RuffDuty = field(
        default=RuffDuty.free,
        metadata=rule(
            "duties.ruff",
            "When a player who is void in the suit led must ruff.",
            {
                RuffDuty.free: "A player who is void in the suit led may play anything.",
                RuffDuty.unless_partner_winning: "A player who is void in the suit led must ruff, unless "
                "partner is winning.",
                RuffDuty.unless_partner_led: "A player who is void in the suit led must ruff, unless partner "
                "led the trick and no opponent has ruffed it.",
                RuffDuty.required: "A player who is void in the suit led must ruff.",
            },
            option=True,
        ),
    )
    overruff: OverruffDuty = field(
        default=OverruffDuty.free,
        metadata=rule(
            "duties.overruff",
            "Whether a ruff must beat the trump that is winning.",
            {
                OverruffDuty.free: "An opponent's ruff need not be overruffed.",
                OverruffDuty.required: "A player who ruffs after an opponent has ruffed must overruff if "
                "able.",
                OverruffDuty.always: "A player who ruffs a trick that has been ruffed must overruff if able, "
                "even partner.",
            },
            option=True,
        ),
    )
    underruff: UnderruffDuty = field(
        default=UnderruffDuty.free,
        metadata=rule(
            "duties.underruff",
            "What a player owes who has trumps, but none that beats the trump he should overruff: an "
            "opponent's, and with overruff always also partner's.",
            {
                UnderruffDuty.free: "A player who cannot overruff may discard instead.",
                UnderruffDuty.required: "A player who should ruff and cannot overruff must still play a "
                "trump.",
                UnderruffDuty.last_resort: "A player who cannot overruff must discard while holding anything "
                "but trumps.",
            },
            option=True,
        ),
    )
    head_trumps: HeadTrumpsDuty = field(
        default=HeadTrumpsDuty.never,
        metadata=rule(
            "duties.head_trumps",
            "When a player must head a trick to which trumps were led.",
            {
                HeadTrumpsDuty.never: "When trumps are led, any trump may be played.",
                HeadTrumpsDuty.opponents: "When trumps are led, a player must head the trick if able, but "
                "not over a partner who is winning.",
                HeadTrumpsDuty.always: "When trumps are led, a player must head the trick if able, even over "
                "partner.",
            },
            option=True,
        ),
    )


def point_columns(rules: PlayFields) -> Mapping[str, Mapping[str, int]]:
    """The points of the table in use by kind, those taken over from plain and trump included."""
    table = rules.points.get(rules.point_table, {})
    plain, trump = table.get("plain", {}), table.get("trump", {})
    return {
        "trump": trump,
        "plain": plain,
        "no_trumps": table.get("no_trumps", plain),
        "all_trumps": table.get("all_trumps", trump),
    }
