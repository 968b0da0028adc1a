"""Expectations: what cards are worth on average over sample deals."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from solver.analysis.grades import JUDGED, Grade
from solver.answer_row import MeansBySide, row, shows
from solver.cards import Card
from solver.engine import Stats
from solver.game import BridgeScoring, imps, lead_of
from solver.knowledge import (
    DIGITS,
    Estimate,
    are_alike,
    effective_samples,
    estimate,
    estimate_share,
    exact_count,
    weigh,
)
from solver.rules import Rules

BidsCounted = Literal["read", "ignored", "unlike"]


class Sample(NamedTuple):
    """The worth of one card in one deal."""

    result: tuple[int, int]
    """Of the player's side and of the other."""
    score: tuple[int, int] | None
    rank: int | None
    """Owner of the contract: `OWN` for their side, 0 for the other, 1 for neither; None without one."""


OWN = 2
"""The rank of a contract that the player's side owns."""


_FOR_SCORE = "where no score can be told"
_FOR_CONTRACT = "in games without a contract, and where its outcome cannot be told"


@dataclass(frozen=True, slots=True)
class ExpectedCard:
    """A playable card and what it is worth in expectation: its means over the deals solved.

    Every `…_error` is the standard error of the number before it; 0 when all deals were solved.
    """

    card: Card = field(metadata=row("The card."))
    value: MeansBySide = field(metadata=row("The mean final result.", digits=DIGITS))
    score: MeansBySide | None = field(metadata=row("The mean deal score.", absent=_FOR_SCORE, digits=DIGITS))
    swing: Estimate = field(
        metadata=row(
            "What it gives away of *own minus other* of the result, against the card that is best in "
            "expectation for it.",
            name="swing",
            low=0,
            spread=True,
        )
    )
    loss: Estimate = field(
        metadata=row(
            "The drop of the playing side's own result, against the same card.", name="loss", spread=True
        )
    )
    score_swing: Estimate | None = field(
        metadata=row(
            "As `swing`, of the deal score, against the card that is best in expectation for that.",
            name="score_swing",
            absent=_FOR_SCORE,
            low=0,
            spread=True,
        )
    )
    imps: Estimate | None = field(
        metadata=row(
            "Bridge at IMPs: the mean of the IMPs that it gives away in each deal, against the card that is "
            "best for the score.",
            name="imps",
            absent="elsewhere, and where no score can be told",
            spread=True,
        ),
        default=None,
        kw_only=True,
    )
    turned: Estimate | None = field(
        metadata=row(
            "The share of the deals in which it turns the contract, against the card that is best for the "
            "score; deals in which that one turns it count against them.",
            name="turned",
            absent=_FOR_CONTRACT,
            spread=True,
        )
    )
    makes: Estimate | None = field(
        metadata=row(
            "Cards of the taker's side: the share of the deals in which the contract is made.",
            name="makes",
            absent=f"of other cards, {_FOR_CONTRACT}",
            low=0,
            spread=True,
        ),
        default=None,
        kw_only=True,
    )
    sets: Estimate | None = field(
        metadata=row(
            "Cards of the other side: the share of the deals in which the contract is set.",
            name="sets",
            absent=f"of other cards, {_FOR_CONTRACT}",
            low=0,
            spread=True,
        ),
        default=None,
        kw_only=True,
    )

    @property
    def cost(self) -> tuple[float, float]:
        """The loss of deal score, if there is one, then that of the result."""
        return self.swing.mean if self.score_swing is None else self.score_swing.mean, self.swing.mean

    @property
    def is_best(self) -> bool:
        """True if no card is better in expectation: for the deal score, if there is one, else for the result.

        A card that is best for the result counts as best if it may well be for the score too.
        """
        if self.score_swing is None:
            return self.swing.mean == 0
        return self.score_swing.mean == 0 or (self.swing.mean == 0 and not self.score_swing.is_sure)

    @property
    def is_surely_worse(self) -> bool:
        """True if another card is better beyond doubt: for the score, or else for the result."""
        return not self.is_best and any(cost and cost.is_sure for cost in (self.score_swing, self.swing))


@dataclass(frozen=True, slots=True, kw_only=True)
class FairVerdict:
    """The card judged by what its player could know: over deals that agree with it."""

    card: Card
    grade: Grade = field(
        metadata=row(
            "The grade in expectation, by the deal score where the game has one: `best` if no card is "
            "better; otherwise by the mean `score_swing` as a share of the `stake` among the game's "
            "`grades`, where it is more than two standard errors, or of few deals more, as Student's t says: "
            "from a twentieth on an `inaccuracy`, from an eighth on a `mistake`, from a quarter on a "
            "`blunder`. Where the score is the result, by the "
            "mean swing.",
            words=tuple(JUDGED),
        )
    )
    n_samples: int = field(
        metadata=row(
            "How many deals were solved; fewer than `asked` when there are no more, when the nodes for the "
            "verdicts of the deal were used up, or when a limit came first.",
            name="samples",
            low=0,
        )
    )
    n_asked: int = field(metadata=row("How many deals were asked for.", name="asked", low=1))
    n_deals: int
    """The number of deals that agree with what the player knew."""
    bids: BidsCounted | None = field(
        default=None,
        metadata=row(
            "Whether deals count by how likely the calls of the auction were in them, in bridge its "
            "contract; `unlike`: these fit too few of the deals to be heard as they stand, and count as "
            "those of players whose calls tell less.",
            absent="where the log states no auction (bridge: no level), in games without a model of callers, "
            "and where the player sees the hands of all who have called, as the declarer of bridge does",
            words=("read", "ignored", "unlike"),
        ),
    )
    effective_samples: float | None = field(
        default=None,
        metadata=row(
            "How many deals that count alike would tell as much.",
            absent="where deals count alike",
            low=0,
            digits=1,
        ),
    )
    right: tuple[Card, ...] = ()
    """The cards that would have been best or good in expectation."""
    preferred: tuple[Card, ...] = ()
    """The cards that are better than the card that was played beyond doubt (`preferred_to`)."""

    @property
    @shows("How many deals agree with what the player knew; above 2^53, to three digits.")
    def deals(self) -> float:
        """``n_deals`` as every reader of JSON can hold it."""
        return exact_count(self.n_deals)

    @property
    @shows("Whether those were all, so that the expectations are exact.")
    def exhaustive(self) -> bool:
        """True if every deal was solved, so that the expectations are exact."""
        return self.n_samples == self.n_deals

    @property
    def is_short(self) -> bool:
        """True if it rests on fewer deals than were asked for, though there are more."""
        return self.n_samples < min(self.n_asked, self.n_deals)

    @property
    @shows(
        "Of the card that was played, as in `cards`.",
        spread=True,
        only=("swing", "loss", "score_swing", "imps", "turned", "makes", "sets"),
    )
    def chosen(self) -> ExpectedCard:
        """The card that was played."""
        return next(card for card in self.cards if card.card == self.card)

    def prefers(self, card: Card) -> bool:
        """True if ``card`` gives away less than the card that was played, beyond doubt."""
        return card in self.preferred

    def choose(self, cards: Collection[Card]) -> Collection[Card]:
        """Return those of some cards that are to be told as better than the one that was played.

        They are those that were right to play and, if that one was not, give away less than it beyond doubt;
        else those of which one of both is true; else all.
        """
        right = [card for card in cards if card in self.right]
        if self.card in self.right:
            return right or cards
        preferred = [card for card in cards if card in self.preferred]
        return [card for card in right if card in preferred] or right or preferred or cards

    @property
    @shows("The cards best in expectation for the result.")
    def best(self) -> tuple[Card, ...]:
        """The cards best in expectation for the result."""
        return tuple(card.card for card in self.cards if card.swing.mean == 0)

    @property
    @shows("The cards best in expectation for the deal score.", absent=_FOR_SCORE)
    def best_for_score(self) -> tuple[Card, ...] | None:
        """The cards best in expectation for the deal score; None without one."""
        if any(card.score_swing is None for card in self.cards):
            return None
        return tuple(card.card for card in self.cards if card.score_swing and card.score_swing.mean == 0)

    cards: tuple[ExpectedCard, ...] = field(
        metadata=row("The cards that were playable, best in expectation first.")
    )
    stats: Stats = field(metadata=row("What it cost."))


def expect(
    rules: Rules,
    own: int,
    samples: Mapping[Card, Sequence[Sample]],
    n_deals: int,
    scoring: BridgeScoring | None = None,
    weights: Sequence[float] | None = None,
    *,
    taking: int | None = None,
) -> tuple[ExpectedCard, ...]:
    """Return the worth of each card in expectation for side ``own``, best first; in IMPs too if they count.

    ``samples`` holds, for each playable card, its worth in the same deals in the same order; ``weights``
    what each of them counts, where they do not count alike.  ``taking`` is the side of the taker,
    for which the contract is made.
    """

    def total(numbers: Sequence[int]) -> float:
        if weights is None:
            return sum(numbers)
        return weigh(numbers, weights)

    def mean_of(numbers: Sequence[int]) -> Estimate:
        return _estimate(numbers, n_deals, weights)

    leads, scores = _leads(samples)
    best = best_for_score = max(samples, key=lambda card: total(leads[card]))
    if scores is not None:
        best_for_score = max(samples, key=lambda card: (total(scores[card]), total(leads[card])))
    names = (rules.side_names[own], rules.side_names[1 - own])

    def judge(card: Card) -> ExpectedCard:
        losses = [
            ours.result[0] - theirs.result[0]
            for ours, theirs in zip(samples[best], samples[card], strict=True)
        ]
        scored = [sample.score for sample in samples[card] if sample.score is not None]
        behind = None if scores is None else _differences(scores[best_for_score], scores[card])
        won = None if taking is None else _won(samples[card], n_deals, weights)
        return ExpectedCard(
            card=card,
            value=_means(names, [sample.result for sample in samples[card]], weights),
            score=None if scores is None else _means(names, scored, weights),
            swing=mean_of(_differences(leads[best], leads[card])),
            loss=mean_of(losses),
            score_swing=None if behind is None else mean_of(behind),
            imps=mean_of(list(map(imps, behind)))
            if behind is not None and scoring == BridgeScoring.imps
            else None,
            turned=None
            if scores is None
            else _turned(samples[best_for_score], samples[card], n_deals, weights),
            makes=won if taking == own else None,
            sets=None if taking == own else won,
        )

    return tuple(sorted(map(judge, samples), key=lambda card: card.swing.mean))


def preferred_to(
    played: Card,
    cards: Sequence[ExpectedCard],
    samples: Mapping[Card, Sequence[Sample]],
    n_deals: int,
    weights: Sequence[float] | None = None,
) -> tuple[Card, ...]:
    """Return the cards that give away less than the one that was played, beyond doubt.

    That is of the deal score, or of the result where the score may well be the same.  ``cards`` are as
    `expect` returns them of the other arguments.
    """

    def is_better(card: Card) -> bool:
        return any(
            _estimate(_differences(leads[card], leads[played]), n_deals, weights).is_sure
            for leads in compared
        )

    results, scores = _leads(samples)
    compared = (results,) if scores is None else (scores, results)
    cost = next(card.cost for card in cards if card.card == played)
    # Whatever costs less may do so by chance; nothing else needs to be looked at.
    return tuple(card.card for card in cards if card.cost < cost and is_better(card.card))


def _estimate(numbers: Sequence[int], n_deals: int, weights: Sequence[float] | None) -> Estimate:
    """Estimate a mean, with more doubt where the deals tell no more than few do."""
    found = estimate(numbers, n_deals, weights)
    if len(numbers) == n_deals:
        return found
    if weights is None:
        return found.by_few(len(numbers))
    return found.by_few(effective_samples(weights), is_alike=are_alike(numbers, weights))


def _leads(
    samples: Mapping[Card, Sequence[Sample]],
) -> tuple[Mapping[Card, list[int]], Mapping[Card, list[int]] | None]:
    """Return the leads of the player's side in each deal: by the result, and by the score if all have one."""
    leads = {card: [lead_of(sample.result) for sample in of] for card, of in samples.items()}
    scores = {
        card: [lead_of(sample.score) for sample in of if sample.score is not None]
        for card, of in samples.items()
    }
    return leads, scores if all(len(scores[card]) == len(leads[card]) for card in samples) else None


def _differences(numbers: Sequence[int], others: Sequence[int]) -> list[int]:
    return [number - other for number, other in zip(numbers, others, strict=True)]


def _means(
    names: tuple[str, str], pairs: Sequence[tuple[int, int]], weights: Sequence[float] | None
) -> dict[str, float]:
    # The number of deals only counts for the errors, which are not asked for.
    return {
        name: estimate([pair[side] for pair in pairs], len(pairs), weights).mean
        for side, name in enumerate(names)
    }


def _turned(
    best: Sequence[Sample], played: Sequence[Sample], n_deals: int, weights: Sequence[float] | None
) -> Estimate | None:
    signs = []
    for ours, theirs in zip(best, played, strict=True):
        if ours.rank is None or theirs.rank is None:
            return None
        signs.append((ours.rank > theirs.rank) - (ours.rank < theirs.rank))
    return _estimate(signs, n_deals, weights)


def _won(played: Sequence[Sample], n_deals: int, weights: Sequence[float] | None) -> Estimate | None:
    """Estimate the share of the deals in which the contract goes to the player's side."""
    if any(sample.rank is None for sample in played):
        return None
    return estimate_share([float(sample.rank == OWN) for sample in played], n_deals, weights)
