"""Worths of calls: the score to expect of each call that a player may make, and what it needs to pay."""

from dataclasses import dataclass, field
from typing import Any

from solver.answer_json import written
from solver.answer_row import MeansBySide, SeatName, TrumpName, row, shows
from solver.calls.flattering import FLATTERED
from solver.cards import Card, Notation
from solver.engine import IF_NONE, LIMIT, Ended, Stats
from solver.game import Auction, Contract, format_game_call
from solver.knowledge import DIGITS, Estimate, exact_count
from solver.rules import Rules, shipped_name
from solver.sentences import Language
from solver.speech import Speech

PARTS = (0.1, 0.25, 0.5, 0.75, 0.9)
"""The parts of the deals whose quantiles are told."""
_NO_CONTRACT = "where the call leaves nothing to play"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallWorth:
    """A call that may be made, and what it is worth: means over the deals.

    Every `…_error` is the standard error of the number before it; 0 when these were all deals.
    """

    rules: Rules
    said: str
    """As the auction has it."""
    contract: Contract | None
    """The contract that stands after the call; None if there is none."""

    @shows("The call.")
    def call(self, speech: Speech) -> str:
        """Write the call in the letters of the reader."""
        return format_game_call(self.said, self.rules, speech.notation)

    makes: Estimate | None = field(
        metadata=row(
            "The share of the deals in which the contract that then stands is made.",
            name="makes",
            absent=_NO_CONTRACT,
            low=0,
            spread=True,
        )
    )
    needs: float | None = field(
        metadata=row(
            "The share of made contracts at which the call pays as much as a pass; where nobody may pass, as "
            "the best of the other calls. A bid and a redouble need so much or more, a double so much or "
            "less.",
            absent="for a pass, where the call pays at every share, or at none, and where not its contract "
            "decides, but what the others say to it",
            low=0,
            high=1,
            digits=DIGITS,
        )
    )
    score: MeansBySide = field(metadata=row("The mean deal score of each side.", digits=DIGITS))
    lead: Estimate
    """The mean deal score of the player's side less that of the other."""

    @property
    @shows("The standard error of the score of the player's side less that of the other.", digits=DIGITS)
    def score_error(self) -> float:
        """The standard error of ``lead``."""
        return self.lead.error

    swing: Estimate = field(
        metadata=row(
            "What the call gives away of the same, against the best call, deal by deal.",
            name="swing",
            low=0,
            spread=True,
        )
    )

    @property
    def is_best(self) -> bool:
        """True if no call is better beyond doubt."""
        return not self.swing.is_sure


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardWorth:
    """Cards that may be discarded, and what that is worth: means over the deals."""

    cards: tuple[Card, ...] = field(metadata=row("The cards discarded."))
    equals: tuple[tuple[Card, ...], ...] = field(
        metadata=row("Other discards that come to the same in every deal.")
    )
    score: MeansBySide = field(metadata=row("The mean deal score of each side.", digits=DIGITS))
    lead: Estimate
    """The mean deal score of the player's side less that of the other."""

    @property
    @shows("The standard error of the score of the player's side less that of the other.", digits=DIGITS)
    def score_error(self) -> float:
        """The standard error of ``lead``."""
        return self.lead.error

    swing: Estimate = field(
        metadata=row(
            "What the discard gives away of the same, against the best, deal by deal.",
            name="swing",
            low=0,
            spread=True,
        )
    )

    @property
    def is_best(self) -> bool:
        """True if no discard is better beyond doubt."""
        return not self.swing.is_sure


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractWorth:
    """A contract of bridge, and what it is worth: means over the deals."""

    trump: TrumpName = field(metadata=row("A suit, or `NT` (in French `SA`)."))
    taker: SeatName = field(metadata=row("The declarer."))
    bid: int = field(metadata=row("The level.", low=1, high=7))
    multiplier: int = field(metadata=row("1, 2 when doubled, 4 when redoubled.", words=(1, 2, 4)))
    tricks: Estimate = field(
        metadata=row("The mean number of tricks of the declarer's side.", name="tricks", low=0, spread=True)
    )
    makes: Estimate = field(
        metadata=row("The share of the deals in which it is made.", name="makes", low=0, spread=True)
    )
    score: MeansBySide = field(metadata=row("The mean score of each side.", digits=DIGITS))
    lead: Estimate
    """The mean score of the player's side less that of the other."""

    @property
    @shows("The standard error of the score of the player's side less that of the other.", digits=DIGITS)
    def score_error(self) -> float:
        """The standard error of ``lead``."""
        return self.lead.error

    swing: Estimate | None = field(
        default=None,
        metadata=row(
            "What it gives away of the same against the best contract of the pair, deal by deal.",
            name="swing",
            absent="where one hand alone is known",
            low=0,
            spread=True,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadWorth:
    """A card that may be led, and what that is worth: means over the deals."""

    card: Card = field(metadata=row("The card."))
    equals: tuple[Card, ...] = field(metadata=row("Its neighbours in the hand, which come to the same."))
    tricks: Estimate = field(
        metadata=row("The mean number of tricks of the defenders.", name="tricks", low=0, spread=True)
    )
    sets: Estimate = field(
        metadata=row("The share of the deals in which the contract is set.", name="sets", low=0, spread=True)
    )
    score: MeansBySide = field(metadata=row("The mean score of each side.", digits=DIGITS))
    lead: Estimate
    """The mean score of the leader's side less that of the other."""

    @property
    @shows("The standard error of the score of the player's side less that of the other.", digits=DIGITS)
    def score_error(self) -> float:
        """The standard error of ``lead``."""
        return self.lead.error

    swing: Estimate = field(
        metadata=row(
            "What the card gives away of the same, against the best, deal by deal.",
            name="swing",
            low=0,
            spread=True,
        )
    )

    @property
    def is_best(self) -> bool:
        """True if no lead is better beyond doubt."""
        return not self.swing.is_sure


@dataclass(frozen=True, slots=True, kw_only=True)
class ParWorth:
    """Par, on average over the deals."""

    score: MeansBySide = field(
        metadata=row("What each side scores at par less the other, on average.", digits=DIGITS)
    )
    lead: Estimate
    """The same of the player's side."""
    gain: Estimate | None = None
    """Of the contract that stands, beyond par, for that side and deal by deal; None without one."""

    @property
    @shows("Its standard error.", digits=DIGITS)
    def score_error(self) -> float:
        """The standard error of ``lead``."""
        return self.lead.error


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpOutlook:
    """One trump, and what the side takes if the player takes in it, belote included."""

    trump: TrumpName = field(metadata=row("The trumps."))
    mean: Estimate = field(metadata=row("What the side takes on average.", name="mean", spread=True))
    quantiles: tuple[float, ...] = field(
        metadata=row("What the side takes in the worst 10, 25, 50, 75 and 90 % of the deals at the most.")
    )


@dataclass(frozen=True, kw_only=True)
class CallWorths:
    """The calls that a player may make, and what the hand is worth in each trump.

    >>> from solver import find_calls
    >>> worths = find_calls({"variant": "contree", "dealer": "E", "hand": "J9A7.AT.7.8"}, samples=20)
    >>> len(worths.calls), worths.calls[0].said, worths.calls[0].makes.mean
    (41, '110S', 1.0)
    """

    auction: Auction
    """Up to the call that is judged."""

    @property
    @shows("The game.")
    def variant(self) -> str:
        """The name of the game."""
        return self.auction.rules.name

    seat: SeatName = field(metadata=row("The player whose turn it is."))
    calls: tuple[CallWorth, ...] = field(
        metadata=row(
            "Every call that may be made, best in expectation first; in bridge a pass, a double, a redouble, "
            "which all end the auction. None where cards are to be discarded or led, and where a limit came "
            "before two deals were solved."
        )
    )

    @shows("The calls that lose nothing beyond two standard errors.")
    def best(self, speech: Speech) -> tuple[str, ...]:
        """Write the best calls in the letters of the reader."""
        return tuple(worth.call(speech) for worth in self.calls if worth.is_best)

    trumps: tuple[TrumpOutlook, ...] = field(
        metadata=row("What the side would take in each trump in which the player may take.")
    )
    discards: tuple[DiscardWorth, ...] | None = field(
        default=None,
        metadata=row(
            "All fours, when another suit is accepted: every discard, best in expectation first.",
            absent="where a call is to be made, and in other games",
        ),
    )
    contract: ContractWorth | None = field(
        default=None,
        metadata=row(
            "Bridge: the contract that stands.", absent="in other games, and where none stands or is solved"
        ),
    )
    contracts: tuple[ContractWorth, ...] | None = field(
        default=None,
        metadata=row(
            "Bridge, with both hands of a pair: each of its contracts, in the hand in which it does better, "
            "best in expectation first.",
            absent="where one hand alone is known",
        ),
    )
    par: ParWorth | None = field(
        default=None,
        metadata=row(
            "Bridge, with both hands of a pair: par of the deals.",
            absent="where one hand alone is known, or too few deals are solved",
        ),
    )
    leads: tuple[LeadWorth, ...] | None = field(
        default=None,
        metadata=row(
            "Bridge, when the auction is over: every card that the hand may lead, best in expectation first.",
            absent="where the hand is not on lead",
        ),
    )
    continued: bool = field(
        metadata=row(
            "Whether the auction goes on after the call as the model of callers has it, if it is not over; "
            "in all fours, after another suit is proposed. In each deal one ending is drawn, by `seed`. If "
            "false, each call is taken to end it: the others pass."
        )
    )
    quick: bool = field(
        default=False,
        metadata=row(
            "Whether the calls are judged by the formula of the model alone, without a search. Errors are "
            "then those of the formula: how far it lies from the mean over all deals."
        ),
    )
    n_samples: int = field(metadata=row("How many deals were solved.", name="samples", low=0))
    n_asked: int = field(metadata=row("How many deals were asked for.", name="asked", low=1))
    n_deals: int
    """The number of deals that agree with what the player sees."""

    @property
    @shows("How many deals agree with what the player sees; above 2^53, to three digits.")
    def deals(self) -> float:
        """``n_deals`` as every reader of JSON can hold it."""
        return exact_count(self.n_deals)

    @property
    @shows("Whether those were all, so that the means are exact.")
    def exhaustive(self) -> bool:
        """True if every deal that agrees was solved."""
        return self.n_samples == self.n_deals

    effective_samples: float = field(
        metadata=row("How many deals of equal weight would tell as much.", low=0, digits=1)
    )
    model: str | None = field(
        metadata=row(
            "The model of callers, by name and version, that says how likely players are to call so with the "
            "hands that they have in each deal. The deals are weighed by that, and the auction goes on so.",
            absent="where neither is done, as in a game without a model",
        )
    )
    is_unlike_model: bool | None = field(
        metadata=row(
            "Whether the calls fit so few deals that the others do not call as the model does; the means "
            "then rest on little.",
            absent="where the calls are not read",
            name="unlike_model",
        )
    )

    @property
    @shows(
        "The points that the taker's side takes more on average where all play best with all cards known, as "
        "here, than where each plays by what they can know; as it was measured.",
        name="flatters",
        absent="in games in which it was not measured",
        spread=True,
    )
    def flattered(self) -> Estimate | None:
        """The points that best play with all cards known gives the taker's side."""
        return FLATTERED.get(shipped_name(self.auction.rules) or "")

    ended: Ended | None = field(default=None, metadata=row(LIMIT, absent=IF_NONE, name="limit"))
    stats: Stats = field(metadata=row("What it cost: nothing where the same hand was judged just before."))

    def of(self, call: str) -> CallWorth | None:
        """Return the worth of a call, as the auction has it; None if it may not be made."""
        return next((worth for worth in self.calls if worth.said == call), None)

    def to_dict(self, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
        """Return the answer in JSON types."""
        return written(self, notation, language)
