"""Contracts of bridge read: how likely the hands of a pair are to be bid to a contract.

A pair is taken to know both of its hands, and to value them by a formula: the tricks to expect in each
strain, from a few counts.  A contract is the likelier the more it scores on average; one worth so many points
less than another as the ``noise`` of the model is reached 1/e times as often.  Nothing else is read: what
single calls mean is a matter of conventions.  The formulas lie in ``pairs.toml``, fitted to solved deals by
``python -m benchmarks.callers.pairs``.
"""

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import erf, exp, sqrt
from pathlib import Path
from typing import Any, Literal

from solver.cards import NO_TRUMPS, RANKS, SUITS, Card, card_of
from solver.game import HIGH_CARD_POINTS, Contract, Deal, contract_score
from solver.rules import ALL_TRICKS, LEVELS, Rules, Scoring

FILE = Path(__file__).with_name("pairs.toml")
Kind = Literal["suit", "no_trumps"]
KINDS: tuple[Kind, ...] = ("suit", "no_trumps")
STRAINS = (*SUITS, NO_TRUMPS)
STEPS = 4
"""The parts of a trick to which expectations are rounded, so that each score is worked out once."""


def kind_of_strain(strain: str) -> Kind:
    """Return the kind of a strain."""
    return "no_trumps" if strain == NO_TRUMPS else "suit"


_SHORT = ("voids", "singletons", "doubletons")
HONOURS = ("points", "aces", "tens")
_N_COUNTED = len(SUITS) + len(HONOURS)


def _packed(card: Card) -> int:
    """Return what a card counts: a byte for each suit and each of the honours, so that hands add them up."""
    counted = [
        *(card.suit == suit for suit in SUITS),
        HIGH_CARD_POINTS.get(card.rank, 0),
        card.rank == "A",
        card.rank == "T",
    ]
    return int.from_bytes(counted, "little")


_PACKED = {card_of(suit, rank): _packed(card_of(suit, rank)) for suit in SUITS for rank in RANKS}


class PairCounts:
    """The counts of the two hands of a pair.

    >>> from solver.cards import parse_card
    >>> hands = [[parse_card(name) for name in text.split()] for text in ("SA SK S2 HJ", "S4 S3 DA CA")]
    >>> PairCounts(hands).of("S")
    {'constant': 1, 'points': 16, 'aces': 3, 'tens': 0, 'trumps': 5, 'singletons': 3, 'voids': 3}
    """

    def __init__(self, hands: Sequence[Collection[Card]]) -> None:
        counted = [sum([_PACKED[card] for card in hand]) for hand in hands]
        whole = sum(counted).to_bytes(_N_COUNTED, "little")
        self.shapes = [of_hand.to_bytes(_N_COUNTED, "little")[: len(SUITS)] for of_hand in counted]
        """For each hand, the cards of each suit."""
        self.fits, self.honours = whole[: len(SUITS)], whole[len(SUITS) :]
        """Of both hands the cards of each suit, and the numbers of `HONOURS`."""

    def of(self, strain: str) -> dict[str, int]:
        """Return the counts that tell of the tricks in a strain; those of 0 may be left out."""
        honours = {"constant": 1, **dict(zip(HONOURS, self.honours, strict=True))}
        if strain == NO_TRUMPS:
            return {**honours, "longest": max(self.fits)}
        counts = Counter({**honours, "trumps": self.fits[SUITS.index(strain)]})
        for shape in self.shapes:
            counts.update(short_suits(shape, strain))
        return dict(counts)


def short_suits(shape: Sequence[int], strain: str) -> list[str]:
    """Return what the short suits of a hand are called, of those that are not trumps."""
    return [
        _SHORT[length]
        for suit, length in zip(SUITS, shape, strict=True)
        if suit != strain and length < len(_SHORT)
    ]


@dataclass(frozen=True, eq=False)
class PairModel:
    """The model of a pair that knows both of its hands."""

    version: int
    seed: int
    noise: float
    points: Mapping[Kind, Mapping[str, float]] = field(repr=False)
    """For each kind of strain: the tricks that one more of each count brings."""
    figures: Mapping[Kind, Mapping[str, float]] = field(repr=False)
    """Of the fits: ``deals``, ``r2`` and ``error``, the standard deviation of what is left, in tricks."""

    @property
    def name(self) -> str:
        """The name and version, as answers tell them."""
        return f"bridge {self.version}"

    def tricks(self, counts: PairCounts) -> list[float]:
        """Return the tricks to expect of a pair: in each suit, and last without trumps."""
        # Parts are looked up: thousands of deals are weighed at a time, and these come again and again.
        in_suits, without = self._of_honours(counts.honours)
        each = self.points["suit"].get("trumps", 0.0)
        short = [self._of_shape(shape) for shape in counts.shapes]
        found = [
            in_suits + each * fit + sum(of_hands) for fit, *of_hands in zip(counts.fits, *short, strict=True)
        ]
        found.append(without + self.points["no_trumps"].get("longest", 0.0) * max(counts.fits))
        return found

    def _of_honours(self, honours: bytes) -> tuple[float, float]:
        """Return the tricks that honours bring, with the constant: with trumps, and without."""
        known = self._tricks_of_honours.get(honours)
        if known is None:
            numbers = {"constant": 1, **dict(zip(HONOURS, honours, strict=True))}
            suit, no_trumps = (
                sum(self.points[kind].get(name, 0.0) * number for name, number in numbers.items())
                for kind in KINDS
            )
            known = self._tricks_of_honours[honours] = suit, no_trumps
        return known

    def _of_shape(self, shape: bytes) -> list[float]:
        """Return the tricks that the short suits of a hand bring, with each suit as trumps."""
        known = self._tricks_of_shape.get(shape)
        if known is None:
            points = self.points["suit"]
            known = self._tricks_of_shape[shape] = [
                sum(points.get(name, 0.0) for name in short_suits(shape, strain)) for strain in SUITS
            ]
        return known

    def chance(
        self, hands: Sequence[Collection[Card]], strain: str, level: int, *, vulnerable: bool = False
    ) -> float:
        """Return the chance that a pair comes to a contract, among all contracts and a pass."""
        whole, found = 1.0, 0.0
        for other, tricks in zip(STRAINS, self.tricks(PairCounts(hands)), strict=True):
            of_all, *scores = self._scores(other, round(tricks * STEPS), vulnerable)
            whole += of_all
            if other == strain:
                found = scores[level - 1]
        return found / whole

    def _scores(self, strain: str, steps: int, vulnerable: bool) -> list[float]:
        """Return how many times as often as a pass a strain is bid when so much is expected.

        At all levels together, and then at each.
        """
        known = self._known.get((strain, steps, vulnerable))
        if known is None:
            chances = self._spread(kind_of_strain(strain), steps / STEPS)
            known = []
            for level in LEVELS:
                worth = sum(
                    chance * contract_score(level, strain, 1, tricks, vulnerable)
                    for tricks, chance in enumerate(chances)
                )
                known.append(exp(worth / self.noise))
            known = self._known[strain, steps, vulnerable] = [sum(known), *known]
        return known

    def _spread(self, kind: Kind, mean: float) -> list[float]:
        """Return the chance of each number of tricks about a mean: a normal curve, cut at 0 and 13."""
        scale = self.figures[kind]["error"] * sqrt(2)
        below = [(1 + erf((tricks + 0.5 - mean) / scale)) / 2 for tricks in range(ALL_TRICKS)]
        return [high - low for low, high in zip([0.0, *below], [*below, 1.0], strict=True)]

    @cached_property
    def _tricks_of_honours(self) -> dict[bytes, tuple[float, float]]:
        return {}

    @cached_property
    def _tricks_of_shape(self) -> dict[bytes, list[float]]:
        return {}

    @cached_property
    def _known(self) -> dict[tuple[str, int, bool], list[float]]:
        return {}


@cache
def find_pair_model() -> PairModel:
    """Return the model."""
    data: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return PairModel(
        version=data["version"],
        seed=data["seed"],
        noise=data["noise"],
        points={kind: data[kind]["points"] for kind in KINDS},
        figures={kind: data[kind]["figures"] for kind in KINDS},
    )


class ContractReading:
    """A contract of bridge heard: deals weighed by how likely its pair was to come to it.

    Whether it is doubled is not read, nor who made which call.
    """

    def __init__(self, rules: Rules, contract: Contract) -> None:
        """Read a contract; raises ValueError if it does not say who declares at which level."""
        if contract.taker is None or contract.bid is None:
            raise ValueError("a contract that is read has a declarer and a level")
        self.model = find_pair_model()
        self.pair = (contract.taker, rules.next_seat(rules.next_seat(contract.taker)))
        self._strain, self._level = contract.trump, contract.bid
        self._is_vulnerable = contract.vulnerable.includes(rules.side_name(contract.taker))

    def tells_of(self, unseen: Collection[str]) -> bool:
        """True if it tells of the hands of ``unseen``: if those of its pair are among them."""
        return not set(self.pair).isdisjoint(unseen)

    def weight_of_deal(self, deal: Deal, unseen: Collection[str] = ()) -> float:
        """Return the chance that the pair comes to the contract in a deal of which all cards are dealt.

        A hand in sight counts too, whatever ``unseen`` names: it is the same in all deals.
        """
        return self.weight_of_hands(deal.hands)

    def weight_of_hands(self, hands: Mapping[str, Collection[Card]]) -> float:
        """Return the same from the hands of the pair, by seat; others may be left out."""
        return self.model.chance(
            [hands[seat] for seat in self.pair], self._strain, self._level, vulnerable=self._is_vulnerable
        )


def read_contract(rules: Rules, contract: Contract, deal: Deal) -> ContractReading | None:
    """Return the contract as the deals that agree are weighed by it.

    None in other games than bridge, where declarer or level is not known, and of a short deal: the formulas
    are of whole hands.
    """
    is_whole = rules.scoring == Scoring.duplicate and deal.n_cards == len(rules.deck)
    if not is_whole or contract.taker is None or contract.bid is None:
        return None
    return ContractReading(rules, contract)
