"""Reading tests/data/bridge/list10.txt: deals of bridge with their double-dummy values."""

import re
from dataclasses import dataclass
from pathlib import Path

from solver.cards import Card
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.position import Position
from solver.rules.variants import find_variant

LIST10 = Path(__file__).parents[1] / "data" / "bridge" / "list10.txt"
BRIDGE = find_variant("bridge")
SEATS = "NESW"
STRAINS = ("S", "H", "D", "C", "NT")
RANKS = "..23456789TJQKA"


@dataclass(frozen=True, slots=True)
class Solved:
    """A deal with what the list says of it."""

    deal: Deal
    dealer: str
    vulnerable: str
    trump: str
    leader: str
    cards: dict[Card, int]
    """The tricks of the leader's side after each of his cards."""
    equals: dict[Card, frozenset[Card]]
    """Of the highest of each class of equal cards, the lower ones."""
    table: dict[tuple[str, str], int]
    """The tricks of each declarer, by strain and seat."""
    par_score: int
    """Points for north and south."""
    par: dict[str, frozenset[str]]
    """The par contracts in the words of the list, by the side that opens the auction."""
    dealer_score: int
    """The same when the dealer opens, and the contracts with how they end."""
    dealer_contracts: frozenset[str]
    plays: tuple[Card, ...]
    trace: tuple[int, ...]
    """The declarer's tricks before the first play and after each but those of the last trick."""

    @property
    def position(self) -> Position:
        """The start of the play."""
        return start(self.deal, self.trump, self.leader)


def start(deal: Deal, trump: str, leader: str) -> Position:
    """The start of a deal of bridge whose declarer sits right of the leader."""
    return Position(BRIDGE, Contract(trump, taker=SEATS[SEATS.index(leader) - 1]), deal, leader=leader)


def parse_deal(text: str) -> Deal:
    """``N:`` and four hands clockwise from that seat."""
    first, _, hands = text.partition(":")
    seats = SEATS[SEATS.index(first) :] + SEATS[: SEATS.index(first)]
    held = {}
    for seat, hand in zip(seats, hands.split(), strict=True):
        suits = zip("SHDC", hand.split("."), strict=True)
        held[seat] = tuple(Card(suit, rank) for suit, ranks in suits for rank in ranks)
    return Deal(held, ())


def read_list() -> list[Solved]:
    """The ten deals."""
    lines = LIST10.read_text(encoding="ascii").splitlines()[1:]
    return [_parse(lines[i : i + 7]) for i in range(0, len(lines) - 6, 7)]


def _parse(lines: list[str]) -> Solved:
    fields = {line.split()[0]: line.split()[1:] for line in lines}
    head, future = fields["PBN"], list(map(int, fields["FUT"]))
    n = future[0]
    suits, ranks, masks, scores = (future[1 + i * n : 1 + (i + 1) * n] for i in range(4))
    cards: dict[Card, int] = {}
    equals = {}
    for suit, rank, mask, score in zip(suits, ranks, masks, scores, strict=True):
        top = Card("SHDC"[suit], RANKS[rank])
        lower = frozenset(Card("SHDC"[suit], RANKS[bit]) for bit in range(2, 15) if mask >> bit & 1)
        equals[top] = lower
        cards |= dict.fromkeys({top, *lower}, score)
    table = list(map(int, fields["TABLE"]))
    played = fields["PLAY"][1].strip('"')
    par, dealer_par = (
        re.findall(r'"([^"]*)"', line) for line in lines if line.partition(" ")[0] in ("PAR", "PAR2")
    )
    return Solved(
        deal=parse_deal(next(line for line in lines if line.startswith("PBN")).split('"')[1]),
        dealer=SEATS[int(head[0])],
        vulnerable=("none", "both", "NS", "EW")[int(head[1])],
        trump=STRAINS[int(head[2])],
        leader=SEATS[int(head[3])],
        cards=cards,
        equals=equals,
        table={
            (strain, seat): table[4 * i + j]
            for i, strain in enumerate(STRAINS)
            for j, seat in enumerate(SEATS)
        },
        par_score=int(par[0].removeprefix("NS ")),
        par={text[:2]: frozenset(text[3:].split(",")) for text in par[2:]},
        dealer_score=int(dealer_par[0]),
        dealer_contracts=frozenset(dealer_par[1:]),
        plays=tuple(Card(played[i], played[i + 1]) for i in range(0, len(played), 2)),
        trace=tuple(map(int, fields["TRACE"][1:])),
    )
