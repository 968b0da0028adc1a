"""The scores of a table's contracts, the best contract of each side, and par."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from solver.answer_row import BySide, SeatName, SideName, TrumpName, row, shows
from solver.bidding.asked import TableDeal
from solver.bidding.entries import Entry
from solver.bidding.par import (
    Final,
    Offer,
    Settled,
    reached_in_turn,
    settle_auctions,
    settle_in_turn,
    settle_turns,
)
from solver.game import (
    UNDOUBLED,
    Contract,
    Outcome,
    Pair,
    TurnAuction,
    Vulnerable,
    bid_height,
    called_multipliers,
    deal_score,
    double_closes,
    first_to_call,
    lead_of,
    sign_of,
    start_auction,
)
from solver.rules import AuctionKind, Rules, Scoring


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of one contract."""

    score: Pair
    """By side; in bridge the side that scores nothing has 0."""
    outcome: Outcome
    bid: int | None = None
    """The bid, where the game has bids: points, or in bridge the level."""
    multiplier: int = UNDOUBLED

    @property
    def lead(self) -> int:
        """The score of side 0 minus that of side 1."""
        return lead_of(self.score)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParContract:
    """A contract in which bidding can end, and at which no side gains by bidding, passing or doubling."""

    turn: int | None = field(
        metadata=row(
            "Belote with a card turned up: the turn of the auction, the first or the second.",
            absent="if no card is turned up",
            words=(1, 2),
        )
    )
    trump: TrumpName = field(metadata=row("A suit, or `NT` (in French `SA`)."))
    side: SideName = field(metadata=row("The side of the taker."))
    takers: tuple[SeatName, ...] = field(metadata=row("The players in whose hands it comes to this."))
    bid: int | None = field(
        metadata=row("The points bid; in bridge the level.", absent="in games without bids", low=1)
    )
    multiplier: int

    @property
    @shows(
        "1, 2 when doubled, 4 when redoubled.",
        absent="in games without bids",
        name="multiplier",
        words=(1, 2, 4),
    )
    def multiplier_of_bid(self) -> int | None:
        """The multiplier; None in games without bids."""
        return None if self.bid is None else self.multiplier

    value: BySide = field(hash=False, metadata=row("The result of each side."))
    score: BySide = field(hash=False, metadata=row("What each side scores."))


@dataclass(frozen=True, slots=True)
class Par:
    """The value of the deal when both sides see all cards and bid and play best."""

    opens: SideName = field(metadata=row("The side that speaks first."))
    difference: BySide = field(hash=False, metadata=row("What each side scores minus what the other does."))
    contracts: tuple[ParContract, ...] = field(
        metadata=row("All contracts that bring it; none when all pass.")
    )


class Bidding:
    """The bids that are possible in a deal, and their scores."""

    def __init__(self, asked: TableDeal) -> None:
        self.asked = asked
        self.rules = asked.rules
        self.is_bridge = asked.rules.scoring == Scoring.duplicate
        self.bids: Sequence[int] = ()
        # A contract of bridge is for at least seven tricks: short deals have none that could be scored.
        is_whole = all(len(hand) == self.rules.cards_each for hand in asked.deal.hands.values())
        if self.rules.scoring == Scoring.bid or (self.is_bridge and is_whole):
            self.bids = self.rules.bids

    @property
    def has_par(self) -> bool:
        """True if the game has an auction that this module knows."""
        return bool(self.bids) or self.has_turns

    @property
    def has_turns(self) -> bool:
        """True if a player takes without bidding: a card is turned up, or a player must name trumps at last.

        Such an auction needs a dealer, so that the order of speaking is known.
        """
        if self.asked.turned_up is not None:
            return True
        return self._must_take and self.asked.dealer is not None

    @property
    def _must_take(self) -> bool:
        return self.rules.auction in (AuctionKind.dealer_must, AuctionKind.first_must)

    def score(self, entry: Entry, bid: int | None, multiplier: int = UNDOUBLED) -> Scored | None:
        """Return the score of an entry's contract; None if the game has none or the result was not proved."""
        if entry.result is None:
            return None
        # Who of a side takes makes no difference to the score.
        side = None if entry.taker is None else self.rules.side_of(entry.taker)
        return _scored(
            self.rules,
            (entry.trump, side, bid, multiplier, self.asked.vulnerable),
            self.asked.dealer,
            entry.result,
            entry.belote_side,
            entry.in_play,
        )

    def best_score(self, entry: Entry) -> Scored | None:
        """Return the best that the taker can bid and make, by its lowest bid; without bids, the score.

        None where no bid can be made, or where nothing is scored or proved.
        """
        if not self.bids:
            return self.score(entry, None)
        assert entry.taker is not None, "who bids is a taker"
        sign = sign_of(self.rules.side_of(entry.taker))
        scored = [self.score(entry, bid) for bid in self.bids]
        made = [one for one in scored if one is not None and one.outcome == Outcome.made]
        return max(made, key=lambda one: sign * one.lead, default=None)

    # ---- par

    def pars(self, entries: Sequence[Entry]) -> tuple[Par, ...]:
        """Return par for the side that opens, or for either without a dealer; all entries must be proved."""
        if self.has_turns:
            return (self._par_of_turns(entries),)
        offers = list(self._offers(entries))
        sides: tuple[int, ...] = (0, 1)
        if self.asked.dealer is not None:
            sides = (self.rules.side_of(first_to_call(self.rules, self.asked.dealer)),)
        settled = settle_auctions(offers, sides, double_closes=double_closes(self.rules))
        partners = self._partners
        if self.asked.dealer is not None and any(offer.takers not in partners for offer in offers):
            settled = (self._in_turn(settled[0], entries, self.asked.dealer),)
        return tuple(self._par(side, found, entries) for side, found in zip(sides, settled, strict=True))

    def _offers(self, entries: Sequence[Entry]) -> Iterator[Offer]:
        """Yield every contract that a side can bid, in the hands of its players who do best in it."""
        for trump in self.rules.trumps:
            for side in (0, 1):
                held = [entry for entry in entries if entry.trump == trump and self._is_of(entry, side)]
                best = max(sign_of(side) * _lead(entry) for entry in held)
                held = [entry for entry in held if sign_of(side) * _lead(entry) == best]
                yield from self._bids_of(held)

    def _bids_of(self, held: Sequence[Entry]) -> Iterator[Offer]:
        """Yield every bid of the same trump in the hands of partners who are worth the same."""
        trump, takers = held[0].trump, tuple(entry.taker for entry in held if entry.taker is not None)
        for bid in self.bids:
            leads = {
                multiplier: scored.lead
                for multiplier in called_multipliers(self.rules)
                if (scored := self.score(held[0], bid, multiplier)) is not None
            }
            side = self.rules.side_of(takers[0])
            yield Offer(bid_height(self.rules, bid, trump), side, trump, takers, leads, bid)

    @property
    def _partners(self) -> tuple[tuple[str, ...], ...]:
        """The players of each side, in the order of the seats."""
        rules = self.rules
        return tuple(tuple(seat for seat in rules.players if rules.side_of(seat) == side) for side in (0, 1))

    def _in_turn(self, settled: Settled, entries: Sequence[Entry], dealer: str) -> Settled:
        """Return what settles the auction where the partner who is worth more may come too late to bid.

        ``settled``: the same if a side bids as one.
        """
        rules = self.rules
        speakers = [(seat, rules.side_of(seat)) for seat in rules.seats_from(first_to_call(rules, dealer))]
        offers = [offer for entry in entries for offer in self._bids_of([entry])]
        in_turn = settle_in_turn(offers, speakers, double_closes=double_closes(rules))
        return reached_in_turn(settled, in_turn, rules.players)

    def _par_of_turns(self, entries: Sequence[Entry]) -> Par:
        assert self.asked.dealer is not None, "the dealer decides who speaks first"
        card, pack = self.asked.turned_up, None if self.asked.turned_up is None else self.asked.deal.stock
        auction = start_auction(self.rules, self.asked.dealer, card, pack=pack)
        assert isinstance(auction, TurnAuction), "a player takes without bidding"
        chances = tuple(auction.chances())
        offers: dict[tuple[int | None, str], list[Offer]] = {(turn, seat): [] for seat, turn, _ in chances}
        for entry in entries:
            assert entry.taker is not None, "an auction of turns has takers"
            scored = self.score(entry, None)
            assert scored is not None, "what is proved has a score"
            side = self.rules.side_of(entry.taker)
            offer = Offer(entry.turn or 0, side, entry.trump, (entry.taker,), {UNDOUBLED: scored.lead})
            offers[entry.turn, entry.taker].append(offer)
        choices = [(self.rules.side_of(seat), offers[turn, seat]) for seat, turn, _ in chances]
        settled = settle_turns(choices, must_take=chances[-1].must_take)
        return self._par(self.rules.side_of(chances[0].seat), settled, entries)

    def _par(self, opens: int, settled: Settled, entries: Sequence[Entry]) -> Par:
        finals = sorted(
            settled.finals,
            key=lambda final: (
                final.offer.height,
                self.rules.trumps.index(final.offer.trump),
                final.offer.side,
                final.offer.takers,
                final.multiplier,
            ),
        )
        return Par(
            opens=self.rules.side_names[opens],
            difference=self.rules.by_side((settled.lead, -settled.lead)),
            contracts=tuple(self._par_contract(final, entries) for final in finals),
        )

    def _par_contract(self, final: Final, entries: Sequence[Entry]) -> ParContract:
        offer = final.offer
        entry = next(
            entry for entry in entries if entry.trump == offer.trump and entry.taker == offer.takers[0]
        )
        scored = self.score(entry, offer.bid, final.multiplier)
        assert scored is not None, "what is proved has a score"
        assert entry.result is not None, "what is proved has a result"
        return ParContract(
            trump=offer.trump,
            side=self.rules.side_names[offer.side],
            takers=offer.takers,
            bid=offer.bid,
            multiplier=final.multiplier,
            turn=entry.turn,
            value=self.rules.by_side(entry.result),
            score=self.rules.by_side(scored.score),
        )

    def _is_of(self, entry: Entry, side: int) -> bool:
        return entry.taker is not None and self.rules.side_of(entry.taker) == side


@lru_cache(maxsize=1 << 14)
def _scored(
    rules: Rules,
    terms: tuple[str, int | None, int | None, int, Vulnerable],
    dealer: str | None,
    result: Pair,
    belote_side: int | None,
    in_play: int | None,
) -> Scored | None:
    """Return the score of a contract: of its trump, its taker's side, bid, multiplier, and who is vulnerable.

    One table asks for hundreds, most of which another has asked for: bridge has some 12,000 in all.
    """
    trump, side, bid, multiplier, vulnerable = terms
    taker = None if side is None else next(seat for seat in rules.players if rules.side_of(seat) == side)
    contract = Contract(trump, taker, bid, multiplier, vulnerable=vulnerable)
    score = deal_score(rules, contract, dealer, result, belote_side, in_play)
    return None if score is None else Scored(score.by_side, score.outcome, bid, multiplier)


def _lead(entry: Entry) -> int:
    assert entry.result is not None, "par is asked for when all is proved"
    return lead_of(entry.result)
