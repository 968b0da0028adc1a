"""What answers hold, field by field: the documentation of what the solver writes ready to send.

That every answer is exactly as described is what the tests hold against the running service.
"""

from marshmallow import Schema
from marshmallow.fields import List, Nested

from api.schemas.components import SEATS
from api.schemas.fair import FAIR_ANSWERS, FairVerdictSchema
from api.schemas.fields import Shown, or_null, ref
from api.schemas.health import HealthSchema, ReadinessSchema
from api.schemas.limit import LEFT_OUT, LEFT_OUT_SHAPE, LIMIT, LimitReachedSchema
from api.schemas.match import MATCH_ANSWERS, MatchSchema
from solver import Code, Theme

_CARDS = {"type": "array", "items": ref("Card")}
_COUNT = {"type": "integer", "minimum": 0}
_INTEGER = {"type": "integer"}
_FLAG = {"type": "boolean"}
_SIDE = {"type": "string", "examples": ["NS"]}
_SEAT_OR_NULL = {"enum": [*SEATS, None]}
_SUMMARIES = {
    "type": "object",
    "minProperties": 2,
    "maxProperties": 2,
    "additionalProperties": ref("Summary"),
}
_THEMES = (
    "Of a card that gave something away: what is behind that, as facts of best play after it and best play "
    "instead of it; *own* is the side that played it.\n\n"
) + "\n".join(f"- `{theme}`: {theme.says}" for theme in Theme)
_FAULTS = "Where `partial` is asked for: what is wrong with the plays that are not judged."
_GRADES = ("best", "good", "inaccuracy", "mistake", "blunder")


class CardValueSchema(Schema):
    """A playable card and what it is worth with best play of all after it."""

    card = Shown("The card.", ref("Card"))
    value = Shown("The final result of each side; there when it is proved.", ref("BySide"), optional=True)
    score = Shown("The deal score under the contract, where one can be told.", ref("BySide"), optional=True)
    swing = Shown(
        "What it gives away of *own minus other*; 0 exactly for the best cards.", _COUNT, optional=True
    )
    loss = Shown("The drop of the playing side's own result.", _INTEGER, optional=True)
    score_swing = Shown("As `swing`, of the deal score.", _INTEGER, optional=True)
    exact = Shown("Whether its value is proved.", _FLAG)
    bounds = Shown("What is proved of it, while its value is not.", ref("Bounds"), optional=True)
    equals = Shown("The other playable cards that cannot make a difference to it.", _CARDS)


class AnswerSchema(Schema):
    """The value of a position and of each playable card, best first, and one optimal line."""

    variant = Shown("The game.", {"type": "string"})
    to_play = Shown("Whose turn it is; null when the deal is over.", _SEAT_OR_NULL)
    trick = Shown("The cards on the table, in order.", _CARDS)
    exact = Shown(
        "Whether the value and every card asked for are proved; false when a limit came first.", _FLAG
    )
    limit = Nested(LimitReachedSchema, metadata={"description": LIMIT})
    value = Shown(
        "What each side will hold at the end of the deal, what it holds already included: tricks, "
        "points, or the points of all fours.",
        ref("BySide"),
        optional=True,
    )
    score = Shown("The deal score under the contract, where one can be told.", ref("BySide"), optional=True)
    bounds = Shown("What is proved of the value, while it is not known.", ref("Bounds"), optional=True)
    belote = Shown(
        "The side of the player with king and queen of trumps: counted in `score`, not in `value`.",
        _SIDE,
        optional=True,
    )
    best = Shown("The cards that lose nothing, as far as that is proved.", _CARDS)
    cards = List(
        Nested(CardValueSchema), required=True, metadata={"description": "The playable cards, best first."}
    )
    line = Shown("Best play of all to the end of the deal; it gives exactly `value`.", _CARDS)
    stats = Shown("What it cost.", ref("Stats"))


class OutcomeSchema(Schema):
    """What a deal comes to: a value, or the bounds that were proved of it."""

    exact = Shown("Whether the value is proved.", _FLAG)
    value = Shown("The result of each side.", ref("BySide"), optional=True)
    score = Shown("The deal score, where one can be told.", ref("BySide"), optional=True)
    bounds = Shown("What is proved, while the value is not.", ref("Bounds"), optional=True)
    bounds_of = Shown("The seat whose own minus other's the bounds are of.", _SEAT_OR_NULL, optional=True)


class BreakdownSchema(Schema):
    """What the result of the play is made of; the parts that the game has."""

    result = Shown("The result: what the sides play for.", ref("BySide"))
    tricks = Shown("Tricks won.", ref("BySide"))
    card_points = Shown("Points of the cards in the tricks.", ref("BySide"), optional=True)
    last_trick = Shown("Points for the last trick.", ref("BySide"), optional=True)
    slam = Shown("Points for all the tricks.", ref("BySide"), optional=True)
    combinations = Shown("Points for combinations in tricks.", ref("BySide"), optional=True)
    game = Shown("All fours: the point for more card points.", ref("BySide"), optional=True)
    penalties = Shown("Points lost by forced discards.", ref("BySide"), optional=True)
    high = Shown(
        "All fours: the side that has the point for the highest trump.", or_null(_SIDE), optional=True
    )
    low = Shown("All fours: the side that has the point for the lowest trump.", or_null(_SIDE), optional=True)
    jack = Shown(
        "All fours: the side that has the point for the jack of trumps.", or_null(_SIDE), optional=True
    )


class SummarySchema(Schema):
    """One player's plays, added up; a card without choice is no decision."""

    name = Shown("The player's name, as in the request.", {"type": "string"}, optional=True)
    decisions = Shown("Cards played with a choice.", _COUNT)
    mistakes = Shown("Decisions that gave something away.", _COUNT)
    swing = Shown("What they gave away of *own minus other*.", _COUNT)
    loss = Shown("What they cost the own side's result.", _INTEGER)
    grades = Shown(
        "How many decisions have each grade.",
        {
            "type": "object",
            "additionalProperties": False,
            "required": list(_GRADES),
            "properties": dict.fromkeys(_GRADES, _COUNT),
        },
    )
    at_stake = Shown(
        "What the worst cards would have given away of *own minus other*, in the decisions of which every "
        "card is proved.",
        _COUNT,
    )
    accuracy = Shown(
        "How much of `at_stake` was kept, in percent: 100 for best cards alone, 0 for the worst alone; null "
        "where nothing could be given away.",
        {"type": ["number", "null"], "minimum": 0, "maximum": 100},
    )


class TurningPointSchema(Schema):
    """A card with which, best play by all before and after it, the outcome changed hands."""

    index = Shown("The card's place in the log, from 0.", _COUNT)
    trick = Shown("The trick it belongs to, from 0.", _COUNT)
    seat = Shown("Who played it.", ref("Seat"))
    card = Shown("The card.", ref("Card"))
    what = Shown(
        "What changed hands: the `contract`; the `deal`, in a game scored by its tricks, and in all fours "
        "with penalties, where only the difference of the scores is certain; the `slam`, all the tricks; one "
        "of the four points of all fours. Combinations, too, leave only the difference certain: the contract "
        "and the slam are there where it settles them.",
        {"type": "string", "enum": ["contract", "deal", "slam", "high", "low", "jack", "game"]},
    )
    to = Shown("What it is after the card, in the same words.", or_null({"type": "string"}))

    says = Shown("What changed, in a sentence.", {"type": "string"})

    class Meta:
        """The field that has a keyword for its name."""

        include = {  # noqa: RUF012
            "from": Shown(
                "What it was: of a contract `made`, `failed`, `litige` or `tied`; else the side that had it, "
                "null for neither.",
                or_null({"type": "string"}),
            )
        }


class PlaySchema(Schema):
    """One card of the log, judged."""

    index = Shown("Its place in the log, from 0.", _COUNT)
    trick = Shown("The trick it belongs to, from 0.", _COUNT)
    seat = Shown("Who played it.", ref("Seat"))
    card = Shown("The card.", ref("Card"))
    forced = Shown("Whether no other card was playable.", _FLAG)
    value = Shown("The final result with best play after it, when proved.", ref("BySide"), optional=True)
    score = Shown("The deal score then, where one can be told.", ref("BySide"), optional=True)
    swing = Shown("What it gave away of *own minus other*; 0 exactly for a best card.", _COUNT, optional=True)
    loss = Shown("The drop of the playing side's own result.", _INTEGER, optional=True)
    score_swing = Shown("As `swing`, of the deal score.", _INTEGER, optional=True)
    grade = Shown(
        "What it deserves to be called: `forced`, where no other card was playable; `best`, where it gives "
        "nothing away; else by its swing, against the game's own `grades`. A card that turns the contract "
        "is a `blunder` anyway; one that costs nothing in the score is an `inaccuracy` at the worst. Null "
        "where its value is not proved.",
        {"enum": ["forced", *_GRADES, None]},
    )
    exact = Shown("Whether its value is proved.", _FLAG)
    bounds = Shown("What is proved of it, while its value is not.", ref("Bounds"), optional=True)
    best = Shown("The cards that would have lost nothing, as far as that is proved.", _CARDS)
    cards = List(
        Nested(CardValueSchema),
        required=True,
        metadata={"description": "The cards that were playable, best first."},
    )
    line = Shown("What best play would have been, from before this card to the end.", _CARDS)
    themes = Shown(
        _THEMES,
        {"type": "array", "items": {"type": "string", "enum": [theme.value for theme in Theme]}},
        optional=True,
    )
    explanation = Shown(
        "Of a card that gave something away: what was better, why, and what it cost, in one or two sentences "
        "in the language that `Accept-Language` asks for.",
        {"type": "string"},
        optional=True,
    )
    fair = Nested(
        FairVerdictSchema,
        metadata={
            "description": "The verdict by what the player could know, where `fair` asked for it and the "
            "limit left time for it."
        },
    )


class FaultSchema(Schema):
    """One thing that is wrong with a request."""

    pointer = Shown(
        "Where: a JSON pointer (RFC 6901) into the body; empty for the whole.", {"type": "string"}
    )
    code = Shown(
        "What is wrong, as a word for programs: it stays, while sentences may get better. "
        + " ".join(f"`{code}`: {code.meaning}" for code in Code),
        {"enum": [code.value for code in Code]},
    )
    detail = Shown(
        "What is wrong, in a card player's words, and what would be right, in the language that "
        "`Accept-Language` asks for.",
        {"type": "string"},
    )
    line = Shown(
        "Of a body in PBN or LIN: the line, from 1. The pointer is then into the JSON that it stands for.",
        {"type": "integer", "minimum": 1},
        optional=True,
    )
    column = Shown("The character of that line, from 1.", {"type": "integer", "minimum": 1}, optional=True)


class RefusedGameSchema(Schema):
    """A game of a body in PBN or LIN that could not be used, while others could."""

    game = Shown("Which game of the body, from 1.", {"type": "integer", "minimum": 1})
    id = Shown("What it is called.", {"type": "string"}, optional=True)
    errors = List(
        Nested(FaultSchema),
        required=True,
        metadata={"description": "All that is wrong with it, at its lines and columns."},
    )


class DealAnalysisSchema(Schema):
    """One deal of a log, judged card by card."""

    id = Shown("The deal's name, as in the request.", {"type": "string"}, optional=True)
    variant = Shown("The game.", {"type": "string"})
    exact = Shown("Whether every card was judged exactly.", _FLAG)
    limit = Nested(LimitReachedSchema, metadata={"description": LIMIT})
    left_out = Shown(LEFT_OUT, LEFT_OUT_SHAPE, optional=True)
    complete = Shown("Whether the log plays the deal to its end.", _FLAG)
    faults = List(Nested(FaultSchema), metadata={"description": _FAULTS})
    turned_up = Shown("The card turned up, as in the request.", ref("Card"), optional=True)
    left_over = Shown("The cards that were not dealt, as in the request.", _CARDS, optional=True)
    double_dummy = Nested(
        OutcomeSchema, required=True, metadata={"description": "With best play from the start."}
    )
    actual = Shown("What was reached; null for a log that stops early.", or_null(ref("Outcome")))
    belote = Shown("The side of the player with king and queen of trumps.", _SIDE, optional=True)
    breakdown = Nested(BreakdownSchema, metadata={"description": "What the actual result is made of."})
    outcome = Shown(
        "What became of the contract.",
        {"type": "string", "enum": ["made", "failed", "litige", "tied", "played"]},
        optional=True,
    )
    held_over = Shown("Points that wait for the side that wins the next contract.", _INTEGER, optional=True)
    players = Shown(
        "Each player's plays, added up.",
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {seat: ref("Summary") for seat in SEATS},
        },
    )
    sides = Shown("The same for each side, by its name.", _SUMMARIES)
    turning_points = List(
        Nested(TurningPointSchema),
        required=True,
        metadata={"description": "The cards with which the outcome changed hands, in order."},
    )
    plays = List(
        Nested(PlaySchema),
        required=True,
        metadata={"description": "Every card of the log, unless `left_out`."},
    )
    stats = Shown("What it cost.", ref("Stats"))


class MatchAnalysisSchema(Schema):
    """Several deals of one match, judged card by card, with the score of the match."""

    id = Shown("The log's name, as in the request.", {"type": "string"}, optional=True)
    variant = Shown("The game.", {"type": "string"})
    exact = Shown("Whether every card of every deal was judged exactly.", _FLAG)
    limit = Nested(LimitReachedSchema, metadata={"description": LIMIT})
    faults = List(Nested(FaultSchema), metadata={"description": _FAULTS})
    match = Nested(MatchSchema, required=True, metadata={"description": "The score of the match."})
    totals = Shown(
        "Each player's plays over all deals, added up.",
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {seat: ref("Summary") for seat in SEATS},
        },
    )
    sides = Shown("The same for each side, by its name.", _SUMMARIES)
    deals = Shown(
        "The deals, in order.",
        {"type": "array", "items": {"anyOf": [ref("DealAnalysis"), ref("ThrownInDeal")]}},
    )
    refused = List(
        Nested(RefusedGameSchema),
        metadata={"description": "Of a body in PBN or LIN: the games that could not be used."},
    )


class ProblemSchema(Schema):
    """Why a request was not answered (RFC 9457)."""

    type = Shown("The kind of problem; the page at this address explains it.", {"type": "string"})
    title = Shown("The kind of problem in words.", {"type": "string"})
    status = Shown("The HTTP status.", {"type": "integer", "minimum": 400, "maximum": 599})
    line_number = Shown(
        "In a stream: the number of the line, from 1.", {"type": "integer", "minimum": 1}, optional=True
    )
    detail = Shown("What is wrong with this request.", {"type": "string"})
    errors = List(
        Nested(FaultSchema), metadata={"description": "All that is wrong with the body, each with its place."}
    )


class GamesSchema(Schema):
    """The games."""

    variants = Shown("Every game that can be named.", {"type": "array", "items": ref("Game")})


ANSWERS: tuple[type[Schema], ...] = (
    CardValueSchema,
    LimitReachedSchema,
    AnswerSchema,
    OutcomeSchema,
    BreakdownSchema,
    SummarySchema,
    TurningPointSchema,
    FaultSchema,
    *FAIR_ANSWERS,
    PlaySchema,
    RefusedGameSchema,
    DealAnalysisSchema,
    *MATCH_ANSWERS,
    MatchAnalysisSchema,
    ProblemSchema,
    HealthSchema,
    ReadinessSchema,
    GamesSchema,
)
"""Every schema of this module, each after those it is made of."""
