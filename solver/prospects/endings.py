"""Endings of auctions, drawn deal by deal: how the model's players go on with the hands that they have.

At each turn the player makes each call with the chance that the model gives it, until the auction is over.
What hangs on no hand is worked out once for all deals, and what hangs on a hand once for all its turns.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import NamedTuple

from solver.cards import Card
from solver.game import Auction, Contract, Deal, TurnAuction, start_auction, turns_up
from solver.prospects.callers import (
    Heard,
    Options,
    call_turn,
    count_said,
    hear,
    hear_all,
    points_said,
    with_card,
)
from solver.prospects.formula import Model, hold
from solver.prospects.matrix import Take
from solver.prospects.shares import ExpectedScores, expected_scores
from solver.rules import Rules

MOST_HEARD = 10_000
"""The heard moments of a game's auctions that are kept, of about a kilobyte each."""
MOST_MOMENTS = 2_000
"""The moments without what was heard likewise, of some five."""


class Ending(NamedTuple):
    """The end of an auction: a contract, or none where the deal is thrown in."""

    contract: Contract | None
    turn: int | None = None
    """Where a card is turned up, the turn in which it was taken."""

    @classmethod
    def of(cls, auction: Auction) -> "Ending":
        """Return the ending if all pass from now on."""
        # The turn of an auction that is over is that of the call that ended it.
        turn = auction.turn if isinstance(auction, TurnAuction) else None
        return cls(auction.standing, turn)

    @property
    def take(self) -> Take | None:
        """The column that it rests on; None where nothing is played."""
        if self.contract is None or self.contract.taker is None:
            return None
        return Take(self.contract.trump, self.contract.taker, self.turn)


class _Moment:
    """A moment of auctions, whatever was said before: who calls next, what they may say, what comes after."""

    def __init__(self, auction: Auction, scores: tuple[ExpectedScores, ExpectedScores]) -> None:
        """Take a moment, and the scores by which the players of each side call."""
        self.auction = auction
        contract = auction.standing
        # Of deals in which other cards are turned up the contracts are the same, for what they score.
        plain = contract and replace(contract, turned_up=None)
        self.ending = Ending.of(auction)._replace(contract=plain)
        self.after: dict[str, _Moment] = {}
        self.seat = auction.to_call
        self.shown: Card | None = None
        self._options: dict[tuple[str, ...], Options] = {}
        if self.seat is not None:
            self._scores = scores[auction.rules.side_of(self.seat)]
            self._turn = call_turn(auction, {})
            self.shown = self._turn.shown

    def options(self, trumps: tuple[str, ...]) -> Options:
        """Return the options of the next player, in that order of trumps."""
        found = self._options.get(trumps)
        if found is None:
            turn = self._turn
            found = self._options[trumps] = Options(turn.rules, self._scores, turn, trumps)
        return found


class HeardMoment:
    """A moment of auctions in which the calls before were heard: what these add, and what comes after it."""

    def __init__(self, moment: _Moment, heard: Mapping[str, Heard], said: Mapping[str, float]) -> None:
        self.moment = moment
        self.heard = heard
        self.said = said
        """The points that the calls before bring the side of the next player, in each trump."""
        self.after: dict[str, HeardMoment] = {}


class HeardMoments:
    """The heard moments of all auctions of one game, by the players of a model; each is worked out once."""

    def __init__(self, rules: Rules, model: Model, other: Model | None = None) -> None:
        """Take the game and the model; side 1 calls by the ``other`` model, which has the same formulas."""
        self.model = model
        self._scores = expected_scores(rules, model), expected_scores(rules, other or model)
        """The scores by which the players of each side call."""
        self._moments: dict[Hashable, _Moment] = {}
        self._heard: dict[Hashable, HeardMoment] = {}

    def __len__(self) -> int:
        return len(self._heard)

    def forget(self) -> bool:
        """Forget all moments, if they are too many; True if it did: those that are held would keep others."""
        if len(self._heard) <= MOST_HEARD:
            return False
        self._heard = {}
        if len(self._moments) > MOST_MOMENTS:
            self._moments = {}
        return True

    def at(self, auction: Auction, heard: Mapping[str, Heard]) -> HeardMoment:
        """Return the moment at which ``auction`` is, where that was heard."""
        return self._with(auction.rules, self._moment(auction), heard)

    def after(self, here: HeardMoment, call: str) -> HeardMoment:
        """Return the moment after ``call``, which may be made at ``here``."""
        found = here.after.get(call)
        if found is None:
            found = here.after[call] = self._after(here, call)
        return found

    def _after(self, here: HeardMoment, call: str) -> HeardMoment:
        before = here.moment
        moment, seat, rules = before.after.get(call), before.seat, before.auction.rules
        if moment is None:
            moment = before.after[call] = self._moment(before.auction.call(call))
        assert seat is not None, "somebody calls"
        heard = hear(rules, here.heard[seat], call, moment.ending.contract)
        return self._with(rules, moment, {**here.heard, seat: heard})

    def _moment(self, auction: Auction) -> _Moment:
        key = (auction.dealer, auction.moment)
        found = self._moments.get(key)
        if found is None:
            found = self._moments[key] = _Moment(auction, self._scores)
        return found

    def _with(self, rules: Rules, moment: _Moment, heard: Mapping[str, Heard]) -> HeardMoment:
        key = (id(moment), *heard.values())
        found = self._heard.get(key)
        if found is None:
            seat, said = moment.seat, dict[str, float]()
            if seat is not None:
                said = points_said(self.model, count_said(rules, seat, heard))
            found = self._heard[key] = HeardMoment(moment, heard, said)
        return found


@lru_cache(maxsize=4)
def moments_of(rules: Rules, model: Model) -> HeardMoments:
    """Return the heard moments of auctions of a game, those that are known already."""
    return HeardMoments(rules, model)


class Endings:
    """Endings of auctions of one game and dealer, by the players of a model.

    >>> from solver.cards import parse_card
    >>> from solver.knowledge import Viewpoint
    >>> from solver.prospects import find_model, find_prospects
    >>> from solver.rules import find_variant
    >>> hand = tuple(map(parse_card, "SJ S9 SA S7 HA HT D7 C8".split()))
    >>> prospects = find_prospects(Viewpoint(find_variant("contree"), "N", hand, dealer="E"), 5)
    >>> passed = start_auction(find_variant("contree"), "E").call("pass")
    >>> drawn = Endings(passed.rules, find_model(passed.rules), seed=1).draw([passed], prospects.deals)
    >>> [len(of_deal) for of_deal in drawn]
    [1, 1, 1, 1, 1]
    """

    def __init__(
        self,
        rules: Rules,
        model: Model,
        seed: int = 0,
        trumps: Sequence[str] | None = None,
        moments: HeardMoments | None = None,
    ) -> None:
        """Take the game, the model of its players, and the ``seed`` of all that is drawn.

        trumps: in the order in which they are drawn; by default that of the game.
        moments: of players that do not all call by ``model``.
        """
        self._rules = rules
        self._model = model
        self._seed = seed
        self._trumps = tuple(rules.trumps if trumps is None else trumps)
        self._moments = moments_of(rules, model) if moments is None else moments

    def draw(self, auctions: Sequence[Auction], deals: Iterable[Deal]) -> Iterator[list[Ending]]:
        """Yield for each deal the ending of each of ``auctions``, of one game and dealer.

        Where a card is turned up before the rest is dealt, a deal has the pack as its stock, from that card
        down.  In a deal the luck of all auctions is the same, so that they differ as their calls do.
        """
        heard = [hear_all(auction) for auction in auctions]
        starts = list[HeardMoment]()
        for number, deal in enumerate(deals):
            if self._moments.forget() or not starts or turns_up(self._rules):
                begun = [_in_deal(auction, deal) for auction in auctions]
                starts = [self._moments.at(auction, of) for auction, of in zip(begun, heard, strict=True)]
            players = self._players(deal, number)
            yield [players.end(start) for start in starts]

    def calls(self, auction: Auction, deal: Deal, number: int = 0) -> list[tuple[str, Contract | None]]:
        """Return the calls with which ``auction`` goes on in a deal, each with the contract that then stands.

        number: of the deal; each has its own luck.
        """
        self._moments.forget()
        start = self._moments.at(_in_deal(auction, deal), hear_all(auction))
        calls = self._players(deal, number).go_on(start)
        return [(call, here.moment.ending.contract) for call, here in calls]

    def _players(self, deal: Deal, number: int) -> "_Players":
        rng = Random(f"{self._seed} {number}")
        return _Players(self._moments, self._rules, self._model, self._trumps, deal, rng)


class _Players:
    """The players of one deal: their hands, and their luck."""

    def __init__(
        self,
        moments: HeardMoments,
        rules: Rules,
        model: Model,
        trumps: tuple[str, ...],
        deal: Deal,
        rng: Random,
    ) -> None:
        self._moments = moments
        self._rules = rules
        self._model = model
        self._trumps = trumps
        self._deal = deal
        self._rng = rng
        self._luck: list[float] = []
        self._worths: dict[tuple[str, Card | None], dict[str, float]] = {}

    def go_on(self, here: HeardMoment) -> Iterator[tuple[str, HeardMoment]]:
        """Yield the calls from ``here`` on with the moments that they lead to."""
        n_calls = 0
        while (seat := here.moment.seat) is not None:
            if n_calls == len(self._luck):
                self._luck.append(self._rng.random())
            worths = self._worths_of(seat, here.moment.shown)
            call = here.moment.options(self._trumps).draw(worths, here.said, self._luck[n_calls])
            here, n_calls = self._moments.after(here, call), n_calls + 1
            yield call, here

    def end(self, here: HeardMoment) -> Ending:
        """Return the ending after ``here``."""
        for _, after in self.go_on(here):
            here = after
        return here.moment.ending

    def _worths_of(self, seat: str, shown: Card | None) -> Mapping[str, float]:
        """Return what a player's hand is worth in each trump, with the card shown, if an opponent leads."""
        found = self._worths.get((seat, shown))
        if found is None:
            hand = with_card(hold(self._rules, self._deal.hands[seat]), shown)
            found = {trump: self._model.formula(trump).worth(hand, trump) for trump in self._rules.trumps}
            self._worths[seat, shown] = found
        return found


def _in_deal(auction: Auction, deal: Deal) -> Auction:
    """Return the auction as it goes on in a deal, whose pack says what is turned up later."""
    if not turns_up(auction.rules):
        return auction
    begun = start_auction(auction.rules, auction.dealer, deal.stock[0], pack=deal.stock[1:])
    return begun.follow(auction.said)
