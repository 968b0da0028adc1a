"""Reasons: the words for why a card was a mistake, and what goes with one that is proved."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from solver.answer_row import SeatName, row, shows
from solver.cards import Card
from solver.reasons.course import Course
from solver.reasons.themes import Mistake
from solver.reasons.word import Word
from solver.records import made_quickly


class Reason(Word):
    """A reason why a card was a mistake; *own* is the side of the player who made it.

    >>> Reason("trick_not_taken").says
    'The opponents win this trick, which own wins with the best card.'
    """

    load = "load", "Own wins this trick anyway; the best card gives it more points."
    throw = "throw", "The opponents win this trick anyway; the best card gives them less."
    trick_not_taken = "trick_not_taken", "The opponents win this trick, which own wins with the best card."
    ruff_missed = "ruff_missed", "The best card ruffs and wins this trick."
    overruff_missed = "overruff_missed", "The best card overruffs an opponent and wins this trick."
    overruffed = "overruffed", "An opponent overruffs the card, and not the best card."
    underruff = "underruff", "The card is a trump below the one that wins this trick."
    lead_beaten = "lead_beaten", "The card that was led falls to a higher card of its suit."
    lead_ruffed = "lead_ruffed", "The card that was led is ruffed."
    partner_overtaken = "partner_overtaken", "The card beats partner's, which was winning, for nothing."
    own_ruffed = "own_ruffed", "The card ruffs partner's, which was winning, for nothing."
    masters_together = (
        "masters_together",
        "Two masters of own fall in one trick, each of which wins one of its own with best play.",
    )
    not_ducked = "not_ducked", "Own wins this trick, which should be left to the opponents."
    jack_caught = "jack_caught", "In all fours: own gets the jack of trumps with the best card."
    low_saved = "low_saved", "The same of the lowest trump."
    face_up = "face_up", "The card that lies open on the stock goes to the wrong player."
    keep = "keep", "The card should be kept: it is needed in a later trick."
    keep_ten = "keep_ten", "The card should be kept: it guards a ten."
    keep_last = "keep_last", "The card should be kept: it wins the last trick."
    keep_low = "keep_low", "The card should be kept: it ruffs, or gives the lead away, at little cost."
    lead_given = "lead_given", "An opponent has the lead after this trick, who should not."
    lead_taken = "lead_taken", "The best card leaves the right hand on lead."
    trumps_not_drawn = "trumps_not_drawn", "A trump that should be drawn ruffs a later trick."
    trumps_drawn = "trumps_drawn", "An own trump that could ruff a later trick is drawn."
    force = "force", "The best card forces an opponent to ruff with a trump that they need."
    void = "void", "A hand that cannot follow decides."
    holder = "holder", "The hand in which one card lies decides."
    combination_missed = "combination_missed", "Own wins cards that form a combination with the best card."
    combination_conceded = "combination_conceded", "The opponents win cards that form a combination."
    last_trick = "last_trick", "Own wins the last trick with the best card."
    ten_exposed = "ten_exposed", "An own ten is lost that the best card saves."
    ten_escaped = "ten_escaped", "A ten of the opponents gets home that the best card catches."
    card_lost = "card_lost", "Another own card is lost that the best card saves."
    card_escaped = "card_escaped", "Another card of the opponents gets home that the best card catches."
    master_not_cashed = (
        "master_not_cashed",
        "The best card is the highest of its suit, and is lost later.",
    )
    high_lost = "high_lost", "In all fours: the point for high is lost."
    game_lost = "game_lost", "In all fours: the point for game is lost."
    forced_discard = (
        "forced_discard",
        "Own loses points by forced discards, or the opponents do not, whom the best card makes lose them.",
    )
    slam_missed = "slam_missed", "Own takes all the tricks with the best card."
    slam_conceded = "slam_conceded", "The opponents take all the tricks, which the best card prevents."

    # Techniques of games of tricks.
    finesse = "finesse", "An own card wins past a higher one of an opponent who plays before it."
    drop = "drop", "A high card of an opponent falls under a higher own one."
    lead_towards = "lead_towards", "An own honour wins if its suit is led from the hand opposite."
    safety = "safety", "The best card loses nothing if a suit lies badly."
    hold_up = "hold_up", "Own should win the suit that the opponents lead only later."
    duck = "duck", "A trick given up early keeps the entry to a long suit."
    unblock = "unblock", "A high card stands in the way of the suit of the hand opposite."
    overtake = "overtake", "A hand must beat its partner's winning card to reach its own suit."
    throw_in = "throw_in", "The best card gives an opponent the lead, who loses by it."
    thrown_in = "thrown_in", "An own hand wins a trick, and loses by having the lead."
    danger_hand = "danger_hand", "The lead goes to the one opponent who can use it."
    squeeze = "squeeze", "An opponent has to discard one of two guards."
    draw_trumps = "draw_trumps", "Trumps should be drawn before an opponent ruffs."
    ruff_short = "ruff_short", "An own ruff is lost in the hand with fewer trumps."
    ruff = "ruff", "Another own ruff is lost."
    promotion = "promotion", "An own trump wins when the opponents have to spend a higher one."
    uppercut = "uppercut", "The same by a ruff that they have to overruff."
    cover = "cover", "Covering an opponent's honour makes a lower own card good."
    force_out = "force_out", "The best card makes an opponent spend a higher card to win this trick."
    guard = "guard", "The card guards its suit and must not be thrown."
    cash = "cash", "A master must be cashed before an opponent can ruff or discard on it."
    entry = "entry", "An own hand has too few entries."
    suit_good = "suit_good", "The best suit to lead is that of high cards of own."
    suit_bad = "suit_bad", "The suit that was led is that of the opponents' high cards."


@made_quickly
@dataclass(frozen=True, slots=True)
class Move:
    """A card that was put into another hand."""

    card: Card = field(metadata=row("The card."))
    giver: SeatName = field(metadata=row("The seat that holds it.", name="from"))
    taker: SeatName = field(metadata=row("The seat that was to hold it.", name="to"))


@made_quickly
@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a card before and after the change: own minus other of the result."""

    before: int = field(metadata=row("In the deal as it is."))
    after: int = field(metadata=row("In the deal as it was changed."))


ChangeKind = Literal[
    "exchange", "lead", "award", "keep", "spend", "bonus", "worthless", "stock", "trick", "lines"
]


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A reason proved: one fact of the position was changed, and both cards solved again.

    The mistake is explained as far as it is gone in the changed position.
    """

    kind: ChangeKind = field(
        metadata=row(
            "The change. `exchange`: cards were put into other hands, `moves`, before the card was played. "
            "`lead`: after this trick, or after `n_tricks` of the line, `seat` was on lead, after whichever "
            "of the two cards the change is for. `award`: the trick of the card that was played went to "
            "`seat`, who had the lead then and drew no other card, and `cards` were gone in the place of "
            "that card. `keep`: after the trick of the card that was played, its player held it still, in "
            "the place of the best card, and `seat` had the lead. `spend`: after that trick, or that of the "
            "best card, the player "
            "of the first of `cards` held it still, and the other one was gone. `bonus`: the rules in "
            "`rules` earned nothing. `worthless`: `cards` counted for nothing. `stock`: the first two cards "
            "of the stock, `cards`, changed places. `trick`: nothing was changed; the owners of `cards` of "
            "this trick, in `best_line` and in `played_line`, account for the loss. `lines`: the same of "
            "`cards` of any trick, or of what `rules` earn: combinations, or the last trick with them."
        )
    )
    moves: tuple[Move, ...] | None = field(
        default=None, metadata=row("The cards put into other hands.", absent="for other changes")
    )
    seat: SeatName | None = field(
        default=None, metadata=row("The seat that has the lead or the trick.", absent="for other changes")
    )
    n_tricks: int | None = field(
        default=None,
        metadata=row(
            "The tricks of the line after which the lead changes, or a card is held still, the one under way "
            "included.",
            absent="for the one under way, and for other changes",
        ),
    )
    cards: tuple[Card, ...] | None = field(
        default=None, metadata=row("The cards that the change is about.", absent="for other changes")
    )
    rules: tuple[str, ...] | None = field(
        default=None, metadata=row("The rules that were set to nothing.", absent="for other changes")
    )
    aside: tuple[str, ...] | None = field(
        default=None,
        metadata=row("The rules that earned nothing before the change and after it.", absent="if none"),
    )
    best_line: tuple[Card, ...] | None = field(
        default=None, metadata=row("Best play with the best card.", absent="for other changes")
    )
    played_line: tuple[Card, ...] | None = field(
        default=None, metadata=row("Best play after the card that was played.", absent="for other changes")
    )
    best: Worth = field(metadata=row("The value of the best card, *own minus other*."))
    played: Worth = field(metadata=row("The value of the card that was played, *own minus other*."))

    @property
    @shows("The share of the loss that is gone with the change: 1 for all of it.", digits=2)
    def share(self) -> float:
        """The share of the loss that is gone with the change; above 1 if the card is better then."""
        before = self.best.before - self.played.before
        return (before - (self.best.after - self.played.after)) / before


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedReason:
    """A reason with its proof, and the cards and seats that its sentence names."""

    reason: Reason = field(
        metadata=row(
            "The reason; *own* is the side that played the card.\n\n"
            + "\n".join(f"- `{reason}`: {reason.says}" for reason in Reason),
            name="name",
        )
    )
    better: Card = field(metadata=row("The best card that the card is compared with."))
    values: Mapping[str, Any] = field(default_factory=dict)
    """The things that the sentence names: cards, seats' letters, indexes of tricks from 0, numbers."""
    compared: Mistake | None = field(default=None, compare=False)
    """The mistake beside the better card, where that is not the first best one."""
    played: Course | None = None
    """Best play after the card in the game in which it was proved, where rules earn nothing there."""
    beside: tuple[Reason, Mapping[str, Any]] | None = None
    """A combination that makes some of the loss as well: its reason, and what its sentence names."""
    hidden: tuple[Card, ...] = field(
        default=(),
        metadata=row("The cards, hidden from the player, on whose place the reason rests; empty if on none."),
    )
    is_weak: bool = field(
        default=False, metadata=row("Whether it is only likely, and told with caution.", name="weak")
    )
    proof: Proof = field(metadata=row("How it was proved."))
    more_proofs: tuple[Proof, ...] = field(
        default=(), metadata=row("Further changes, each of which takes the loss away as well.")
    )
