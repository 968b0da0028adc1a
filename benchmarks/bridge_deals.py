"""Deals of bridge for the benchmarks: random ones by their number, fixed ones with their values in files."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from random import Random

from benchmarks.lists import DEALS
from solver import Card, Contract, Deal, Position, Solver, find_variant

SEATS = "NESW"
STRAINS = ("S", "H", "D", "C", "NT")
FIXED = DEALS / "bridge.ndjson"
"""Random deals, each with a complete game."""
FREAKS = DEALS / "bridge_freaks.ndjson"
"""Deals with long suits and voids, of the kind that searches choke on."""


class BridgeWork(StrEnum):
    """The work asked of every deal."""

    value = "value"
    """The value, with one best card."""
    cards = "cards"
    """Every card of the leader."""
    table = "table"
    """The tricks of every declarer in every strain."""
    trace = "trace"
    """The value before every play of a complete game but those of the last trick."""
    middle = "middle"
    """Every playable card of a position after random play, mostly in the middle of a trick."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A deal as text, as both programs read it."""

    deal: str
    trump: str
    leader: str
    plays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FixedDeal:
    """A deal of a file, with its values."""

    asked: Asked
    known: dict[BridgeWork, tuple[object, ...]]
    """The answers of both programs when the file was made, by the work."""

    def to_line(self) -> str:
        """The line that `from_line` reads."""
        data = {**asdict(self.asked), **{str(work): values for work, values in self.known.items()}}
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> "FixedDeal":
        """The deal that a line of a file holds."""
        data = json.loads(line)
        asked = Asked(data["deal"], data["trump"], data["leader"], tuple(data["plays"]))
        known = {work: _as_told(data[work]) for work in BridgeWork if work in data}
        return cls(asked, known)


def _as_told(values: list[object]) -> tuple[object, ...]:
    """Values as they were before they were JSON: cards with their tricks are pairs."""
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def read_fixed(work: BridgeWork, *, freaks: bool = False) -> Iterator[FixedDeal]:
    """The fixed deals of which the answer to that work is known."""
    path = FREAKS if freaks else FIXED
    with path.open(encoding="ascii") as lines:
        for line in lines:
            deal = FixedDeal.from_line(line)
            if work in deal.known:
                yield deal


def random_asked(seed: int, index: int, work: BridgeWork) -> Asked:
    """The deal of that number, with a complete random game for a trace and a part of one for `middle`."""
    rng = Random(f"bridge {seed} {index}")
    rules = find_variant("bridge")
    cards = rng.sample(rules.deck, 52)
    deal = Deal({seat: tuple(cards[13 * i : 13 * i + 13]) for i, seat in enumerate(SEATS)}, ())
    position = start_of(deal, STRAINS[index % 5], SEATS[index // 5 % 4])
    n_plays = {BridgeWork.trace: 52, BridgeWork.middle: rng.randint(8, 50)}.get(work, 0)
    solver = Solver(position)
    for _ in range(n_plays):
        playable = position.legal_plays()
        # A game that is played well stays near its value, as real ones do; ten tricks left are dear enough.
        is_sensible = work == BridgeWork.trace and len(playable) > 1 and rng.random() < 0.8
        best = solver.solve(position, cards="best", with_line=False).best if is_sensible else playable
        position = position.play(rng.choice(sorted(best)))
    return asked_of(position)


def random_freak(seed: int, index: int) -> Asked:
    """A deal of that number in which every hand has one or two long suits and most have a void."""
    rng = Random(f"freak {seed} {index}")
    rules = find_variant("bridge")
    left = {suit: [card for card in rules.deck if card.suit == suit] for suit in "SHDC"}
    for cards in left.values():
        rng.shuffle(cards)
    hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
    weights = {seat: dict(zip("SHDC", rng.sample((9, 8, 1, 0), 4), strict=True)) for seat in SEATS}
    for turn in range(52):
        hand = hands[SEATS[turn % 4]]
        weight = weights[SEATS[turn % 4]]
        suits = [suit for suit in "SHDC" if left[suit]]
        (suit,) = rng.choices(suits, [weight[suit] + 0.02 for suit in suits])
        hand.append(left[suit].pop())
    deal = Deal({seat: tuple(hand) for seat, hand in hands.items()}, ())
    return asked_of(start_of(deal, STRAINS[index % 5], SEATS[index // 5 % 4]))


def start_of(deal: Deal, trump: str, leader: str) -> Position:
    """The start of the play."""
    taker = SEATS[SEATS.index(leader) - 1]
    return Position(find_variant("bridge"), Contract(trump, taker=taker), deal, leader=leader)


def position_of(asked: Asked) -> Position:
    """The start of the play of a deal that is given as text."""
    return start_of(parse_hands(asked.deal), asked.trump, asked.leader)


def asked_of(position: Position) -> Asked:
    """The deal of a position and what was played of it, as text."""

    def by_rank(card: Card) -> int:
        return position.rules.ranks.index(card.rank)

    hands = " ".join(
        ".".join("".join(card.rank for card in ranked if card.suit == suit) for suit in "SHDC")
        for ranked in (sorted(position.deal.hands[seat], key=by_rank) for seat in SEATS)
    )
    return Asked(
        f"N:{hands}", position.contract.trump, position.first_leader, tuple(map(str, position.plays))
    )


def parse_hands(text: str) -> Deal:
    """The deal of a text as `asked_of` writes it."""
    hands = zip(SEATS, text.removeprefix("N:").split(), strict=True)
    return Deal(
        {
            seat: tuple(
                Card(suit, rank)
                for suit, ranks in zip("SHDC", hand.split("."), strict=True)
                for rank in ranks
            )
            for seat, hand in hands
        },
        (),
    )
