"""The words that rules are made of: one enumeration per question, spelled as in the variant files."""

from enum import StrEnum

LEVELS = range(1, 8)
"""The levels of a bridge contract."""
ALL_TRICKS = 13
"""The tricks of a deal of bridge."""


class Turn(StrEnum):
    """Which way round the table play goes."""

    clockwise = "clockwise"
    anticlockwise = "anticlockwise"


class FirstLead(StrEnum):
    """Who leads to the first trick; *next* is next in turn order."""

    dealer_next = "dealer_next"
    dealer = "dealer"
    taker = "taker"
    taker_next = "taker_next"


class FollowDuty(StrEnum):
    """What a player owes who holds the suit led."""

    strict = "strict"
    or_ruff = "or_ruff"


class RuffDuty(StrEnum):
    """When a player who is void in the suit led must play a trump."""

    free = "free"
    unless_partner_winning = "unless_partner_winning"
    unless_partner_led = "unless_partner_led"
    required = "required"


class OverruffDuty(StrEnum):
    """Whether a player who ruffs must beat the trump that is winning: an opponent's, or even partner's."""

    free = "free"
    required = "required"
    always = "always"


class UnderruffDuty(StrEnum):
    """What a player owes who has trumps but none that beats the trump he should overruff."""

    free = "free"
    required = "required"
    last_resort = "last_resort"


class HeadTrumpsDuty(StrEnum):
    """When a player must beat the winning card of a trick to which trumps were led."""

    never = "never"
    opponents = "opponents"
    always = "always"


class Objective(StrEnum):
    """What the sides play for, trick by trick."""

    tricks = "tricks"
    card_points = "card_points"
    four_points = "four_points"


class LowGoesTo(StrEnum):
    """Whose point the lowest trump is."""

    trick_winner = "trick_winner"
    holder = "holder"


class PenaltyLasts(StrEnum):
    """How long a forced discard costs points."""

    deal = "deal"
    stock = "stock"


class Announced(StrEnum):
    """When king and queen of trumps in one hand are announced."""

    when_played = "when_played"
    at_start = "at_start"


class NextDealer(StrEnum):
    """Who deals after a dealer."""

    next = "next"
    left = "left"
    right = "right"


class Scoring(StrEnum):
    """How the result of the play becomes the score of the deal."""

    none = "none"
    trick_table = "trick_table"
    four_points = "four_points"
    taker = "taker"
    bid = "bid"
    duplicate = "duplicate"


class AuctionKind(StrEnum):
    """How the taker is found in a game without bids."""

    none = "none"
    turned_up = "turned_up"
    dealer_must = "dealer_must"
    first_must = "first_must"


class SecondTurn(StrEnum):
    """What can be taken when all have refused the card turned up."""

    new_card = "new_card"
    any_suit = "any_suit"


class DealRest(StrEnum):
    """How the rest is dealt when the card turned up has been taken."""

    one_by_one = "one_by_one"
    packets = "packets"


class ContractRule(StrEnum):
    """What the taker's side needs in a game without bids."""

    threshold = "threshold"
    majority = "majority"


class Tie(StrEnum):
    """Who scores when the taker's side has failed by an exact tie."""

    held_over = "held_over"
    own = "own"
    all = "all"


class ContractScoring(StrEnum):
    """What a bid is worth."""

    points_plus_bid = "points_plus_bid"
    bid_only = "bid_only"
    points_only = "points_only"


class Source(StrEnum):
    """Where the value of a rule comes from.

    The game's rule sheet; the published standard rule, where the sheet is silent; a decision, where it is
    ambiguous or misprinted; or whoever asked for it.
    """

    sheet = "sheet"
    standard = "standard"
    decision = "decision"
    option = "option"
