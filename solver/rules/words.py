"""The words that rules are made of: one enumeration per question, spelled as in the variant files."""

from enum import StrEnum

LEVELS = range(1, 8)
"""The levels of a bridge contract."""
ALL_TRICKS = 13
"""The tricks of a deal of bridge."""


class Turn(StrEnum):
    """The direction of play round the table."""

    clockwise = "clockwise"
    anticlockwise = "anticlockwise"


class FirstLead(StrEnum):
    """The player who leads to the first trick; *next* is next in turn order."""

    dealer_next = "dealer_next"
    dealer = "dealer"
    taker = "taker"
    taker_next = "taker_next"


class FollowDuty(StrEnum):
    """The duty of a player who holds the suit led."""

    strict = "strict"
    or_ruff = "or_ruff"


class RuffDuty(StrEnum):
    """The duty of a player who is void in the suit led to play a trump."""

    free = "free"
    unless_partner_winning = "unless_partner_winning"
    unless_partner_led = "unless_partner_led"
    required = "required"


class OverruffDuty(StrEnum):
    """The duty of a player who ruffs to beat the trump that is winning: an opponent's, or even partner's."""

    free = "free"
    required = "required"
    always = "always"


class UnderruffDuty(StrEnum):
    """The duty of a player who has trumps, but none that beats the trump to overruff."""

    free = "free"
    required = "required"
    last_resort = "last_resort"


class HeadTrumpsDuty(StrEnum):
    """The duty to beat the winning card of a trick to which trumps were led."""

    never = "never"
    opponents = "opponents"
    always = "always"


class Objective(StrEnum):
    """The aim of the sides, trick by trick."""

    tricks = "tricks"
    card_points = "card_points"
    four_points = "four_points"


class LowGoesTo(StrEnum):
    """The owner of the point for the lowest trump."""

    trick_winner = "trick_winner"
    holder = "holder"


class PenaltyLasts(StrEnum):
    """The part of the deal in which a forced discard costs points."""

    deal = "deal"
    stock = "stock"


class Announced(StrEnum):
    """The moment at which king and queen of trumps in one hand are announced."""

    when_played = "when_played"
    at_start = "at_start"


class NextDealer(StrEnum):
    """The next dealer."""

    next = "next"
    left = "left"
    right = "right"


class Scoring(StrEnum):
    """The way the result of the play becomes the score of the deal."""

    none = "none"
    trick_table = "trick_table"
    four_points = "four_points"
    taker = "taker"
    bid = "bid"
    duplicate = "duplicate"


class AuctionKind(StrEnum):
    """The auction: what is said before the play, and the contract that it comes to."""

    none = "none"
    turned_up = "turned_up"
    dealer_must = "dealer_must"
    first_must = "first_must"
    bids = "bids"
    levels = "levels"
    proposal = "proposal"


class FirstCall(StrEnum):
    """The player who speaks first; *next* is next in turn order."""

    dealer_next = "dealer_next"
    dealer = "dealer"


class AfterDouble(StrEnum):
    """The calls that may follow a double."""

    redouble = "redouble"
    bids = "bids"


class DoubleCalled(StrEnum):
    """The French word for a double; a redouble is called so too, with *sur-* before it."""

    contre = "contre"
    coinche = "coinche"


class SecondTurn(StrEnum):
    """The choice in the second turn, when all have refused the card turned up."""

    new_card = "new_card"
    any_suit = "any_suit"


class DealRest(StrEnum):
    """The way the rest is dealt when the card turned up has been taken."""

    one_by_one = "one_by_one"
    packets = "packets"


class ContractRule(StrEnum):
    """The need of the taker's side in a game without bids."""

    threshold = "threshold"
    majority = "majority"


class Tie(StrEnum):
    """The score when the taker's side has failed by an exact tie."""

    held_over = "held_over"
    own = "own"
    all = "all"


class ContractScoring(StrEnum):
    """The worth of a contract with a bid."""

    points_plus_bid = "points_plus_bid"
    bid_only = "bid_only"
    points_only = "points_only"


class Source(StrEnum):
    """The source of the value of a rule.

    ``sheet``: the game's rule sheet; ``standard``: the published rule, where the sheet is silent;
    ``decision``: the reading chosen, where the sheet is ambiguous or misprinted; ``option``: the request.
    """

    sheet = "sheet"
    standard = "standard"
    decision = "decision"
    option = "option"
