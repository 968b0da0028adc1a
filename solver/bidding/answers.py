"""The parts of the answer of a table: entries, the turns of an auction, discards, and a proposal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from solver.answer_row import BySide, HandText, MeansBySide, SeatName, SideName, row, shows
from solver.bidding.asked import TableDeal
from solver.bidding.contracts import Scored
from solver.bidding.discards import Cards, Discards
from solver.bidding.entries import Entry
from solver.bidding.proposal import Choice, Decision, Proposal, Range
from solver.engine import Bounds
from solver.game import ACCEPT, REFUSE, TAKE, AuctionTurn, Deal, Outcome, Redeal, format_deal
from solver.rules import Rules
from solver.speech import Speech

_UNPROVED = "while it is not proved"


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One trump with one taker or leader: what the deal comes to with best play of all."""

    rules: Rules
    entry: Entry = field(metadata=row("The contract.", spread=True))
    scored: Scored | None

    @property
    @shows("Whether the value is proved.")
    def exact(self) -> bool:
        """True if the value is proved."""
        return self.entry.result is not None

    @property
    @shows("The result of each side: tricks or points.", absent=_UNPROVED)
    def value(self) -> BySide | None:
        """The result of each side; None while it is not proved."""
        return None if self.entry.result is None else self.rules.by_side(self.entry.result)

    @property
    @shows("What is proved, while the value is not.", in_place_of="value")
    def bounds(self) -> Bounds:
        """The bounds proved of the result of side 0 minus that of side 1."""
        return self.entry.bounds

    @property
    @shows("The side whose own minus other's the bounds are of.", in_place_of="value")
    def bounds_of(self) -> SideName:
        """The side that the bounds are of."""
        return self.rules.side_names[0]

    @property
    @shows(
        "The side that is dealt king and queen of trumps.",
        absent="where nobody has both, or the game does not count them",
    )
    def belote(self) -> SideName | None:
        """The side that is dealt king and queen of trumps."""
        side = self.entry.belote_side
        return None if side is None else self.rules.side_names[side]

    @property
    @shows(
        "The best that the taker can bid and make, the lowest that scores it: points, or in bridge the "
        "level.",
        absent="where no bid is made",
        low=1,
    )
    def bid(self) -> int | None:
        """The best bid that can be made; None where there is none."""
        return None if self.scored is None else self.scored.bid

    @property
    @shows("Games without bids: what becomes of the taker's contract.", absent="where it is not scored")
    def outcome(self) -> Outcome | None:
        """The outcome of a contract without a bid."""
        return None if self.scored is None or self.scored.bid is not None else self.scored.outcome

    @property
    @shows("What each side scores, with `bid` if there is one.", absent="where nothing is scored")
    def score(self) -> BySide | None:
        """The score of each side."""
        return None if self.scored is None else self.rules.by_side(self.scored.score)


@dataclass(frozen=True, slots=True)
class AuctionTurnAnswer:
    """Belote with a card turned up: a turn of the auction, and the deal of each player who can take in it."""

    asked: TableDeal
    turn: AuctionTurn = field(metadata=row("The turn.", spread=True))

    @shows("By taker, the hands that are played when that player takes.")
    def deals(self, speech: Speech) -> Mapping[SeatName, Mapping[SeatName, HandText]]:
        """Return the hands that are played, by taker."""
        return {
            seat: format_deal(self.asked.dealt_to(seat, self.turn), speech.notation)
            for seat in self.asked.rules.players
        }


@dataclass(frozen=True, slots=True)
class DiscardChance:
    """A discard, and how often to choose it."""

    discard: Cards = field(metadata=row("The cards."))
    probability: float = field(metadata=row("Above 0, at most 1.", above=0, high=1))


@dataclass(frozen=True, slots=True)
class DiscardsAnswer:
    """All fours after a redeal: the best discards under one trump. Both sides discard at the same time."""

    rules: Rules
    found: Discards = field(metadata=row("The trumps and the leader.", spread=True))

    @property
    @shows("Whether it is proved.")
    def exact(self) -> bool:
        """True if the best discards are proved."""
        return self.found.exact

    @property
    @shows(
        "What each side comes out ahead with best discards and best play, on average where chance decides.",
        absent=_UNPROVED,
    )
    def difference(self) -> MeansBySide | None:
        """The lead of each side, in points."""
        solution = self.found.solution
        return None if solution is None else _ahead(self.rules, Range(solution.value, solution.value))

    @property
    @shows("Whether a single discard of each side makes sure of that.", absent=_UNPROVED)
    def saddle(self) -> bool | None:
        """True if a single discard of each side makes sure of the value."""
        return None if self.found.solution is None else self.found.solution.has_saddle

    @property
    @shows(
        "What a single discard makes sure of, own minus other, whatever the other side discards.",
        absent=_UNPROVED,
    )
    def guaranteed(self) -> BySide | None:
        """The worth that a single discard makes sure of, own minus other, in points."""
        solution = self.found.solution
        if solution is None:
            return None
        return self.rules.by_side((solution.row_guarantee, -solution.column_guarantee))

    @property
    @shows(
        "By side, the discards that make sure of it; those first that gain more on the other side's errors.",
        absent=_UNPROVED,
    )
    def best(self) -> Mapping[SideName, tuple[Cards, ...]] | None:
        """By side, the discards that make sure of the most."""
        if self.found.solution is None:
            return None
        return {name: self.found.best(side) for side, name in enumerate(self.rules.side_names)}

    @property
    @shows(
        "By side, where no single discard is safe: how often to choose which.",
        absent="where one is, and " + _UNPROVED,
    )
    def mix(self) -> Mapping[SideName, tuple[DiscardChance, ...]] | None:
        """By side, how often to choose which discard; None where a single one is safe."""
        if self.found.solution is None or self.found.solution.has_saddle:
            return None
        return {
            name: tuple(DiscardChance(cards, float(part)) for cards, part in self.found.mix(side).items())
            for side, name in enumerate(self.rules.side_names)
        }

    @property
    @shows("What is proved, while it is not all proved.", in_place_of="difference")
    def bounds(self) -> Bounds:
        """The bounds proved of the result of side 0 minus that of side 1."""
        return self.found.bounds

    @property
    @shows("The side whose own minus other's the bounds are of.", in_place_of="difference")
    def bounds_of(self) -> SideName:
        """The side that the bounds are of."""
        return self.rules.side_names[0]


@dataclass(frozen=True, slots=True)
class AheadAnswer:
    """The lead of each side with best decisions, or the bounds proved of it."""

    rules: Rules
    found: Range

    @property
    @shows(
        "What each side comes out ahead with best decisions, discards and play, on average where chance "
        "decides; jacks turned up and a refusal counted.",
        absent=_UNPROVED,
    )
    def difference(self) -> MeansBySide | None:
        """The lead of each side, in points."""
        return _ahead(self.rules, self.found) if self.found.exact else None

    @property
    @shows("What is proved, while that is not.", in_place_of="difference")
    def bounds(self) -> Bounds:
        """The bounds proved of the score of side 0 minus that of side 1."""
        return self.found.rounded()

    @property
    @shows("The side whose own minus other's the bounds are of.", in_place_of="difference")
    def bounds_of(self) -> SideName:
        """The side that the bounds are of."""
        return self.rules.side_names[0]


@dataclass(frozen=True, slots=True)
class ProposalOutcome:
    """The worth of a decision of all fours, with best decisions and best play from there on."""

    choice: Choice = field(
        metadata=row(
            "`take`: the dealer's opponent takes the suit turned up. `refuse` and `accept`: another suit is "
            "proposed, and the dealer answers so."
        )
    )
    by: SeatName = field(metadata=row("Whose decision it is."))
    ahead: AheadAnswer = field(metadata=row("What it comes to.", spread=True))


@dataclass(frozen=True, slots=True)
class RedealAnswer:
    """All fours: what lies on the table when the dealer has accepted another suit."""

    proposal: Proposal

    @shows("The nine cards of each, before discarding.")
    def deal(self, speech: Speech) -> Mapping[SeatName, HandText]:
        """Return the nine cards of each, by seat."""
        return format_deal(Deal(self.redeal.hands), speech.notation)

    @property
    @shows("", spread=True)
    def redeal(self) -> Redeal:
        """The cards that are turned up."""
        return self.proposal.redeal

    @property
    @shows("What both discard, and what it comes to.")
    def discards(self) -> DiscardsAnswer:
        """The discards of both."""
        return DiscardsAnswer(self.proposal.rules, self.proposal.discards)


@dataclass(frozen=True, slots=True)
class ProposalAnswer:
    """All fours with the pack in order: the decisions before the play, as a game of both players."""

    proposal: Proposal

    @property
    @shows("Whether all of it is proved.")
    def exact(self) -> bool:
        """True if all of it is proved."""
        return self.proposal.exact

    @property
    @shows("", spread=True)
    def ahead(self) -> AheadAnswer:
        """The worth when both decide best."""
        return AheadAnswer(self.proposal.rules, self.proposal.value)

    @property
    @shows(
        "By player, the decisions that lose nothing: `take` or `propose`; and the dealer's, should another "
        "suit be proposed, `refuse` or `accept`.",
        absent=_UNPROVED,
    )
    def best(self) -> Mapping[SeatName, list[Decision]] | None:
        """By player, the decisions that lose nothing."""
        return self.proposal.best() or None

    @property
    @shows("What each comes to.")
    def outcomes(self) -> tuple[ProposalOutcome, ...]:
        """The worth of taking, refusing and accepting."""
        first, dealer = self.proposal.seats
        by: Mapping[Choice, SeatName] = {TAKE: first, REFUSE: dealer, ACCEPT: dealer}
        return tuple(
            ProposalOutcome(choice, by[choice], AheadAnswer(self.proposal.rules, found))
            for choice, found in self.proposal.outcomes.items()
        )

    @property
    @shows("The deal if the dealer accepts.")
    def redeal(self) -> RedealAnswer:
        """The deal if the dealer accepts."""
        return RedealAnswer(self.proposal)


def _ahead(rules: Rules, found: Range) -> dict[SideName, float]:
    """Return what each side comes out ahead, in points."""
    first, second = rules.side_names
    return {first: _plain(found.low), second: _plain(-found.low)}


def _plain(value: Fraction) -> int | float:
    """Return a fraction as JSON has it: a whole number, or the nearest float."""
    return value.numerator if value.denominator == 1 else float(value)
