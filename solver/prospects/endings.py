"""Endings of auctions, drawn deal by deal: how the model's players go on with the hands that they have.

At each turn the player makes each call with the chance that the model gives it, until the auction is over.
What hangs on no hand is worked out once for all deals, and what hangs on a hand once for all its turns.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
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
    """A moment of auctions: the next player's options, and the moments after them."""

    def __init__(self, auction: Auction, scores: ExpectedScores, trumps: Sequence[str]) -> None:
        self.auction = auction
        contract = auction.standing
        # Of deals in which other cards are turned up the contracts are the same, for what they score.
        plain = contract and replace(contract, turned_up=None)
        self.ending = Ending.of(auction)._replace(contract=plain)
        self.after: dict[str, _Moment] = {}
        self.seat = auction.to_call
        self.shown: Card | None = None
        if self.seat is not None:
            turn = call_turn(auction, {})
            self.shown = turn.shown
            self.options = Options(auction.rules, scores, turn, trumps)


class Endings:
    """Endings of auctions of one game and dealer, by the players of a model.

    >>> from solver.cards import parse_card
    >>> from solver.knowledge import Viewpoint
    >>> from solver.prospects import find_model, find_prospects
    >>> from solver.rules import find_variant
    >>> hand = tuple(map(parse_card, "SJ S9 SA S7 HA HT D7 C8".split()))
    >>> prospects = find_prospects(Viewpoint(find_variant("contree"), "N", hand, dealer="E"), 5)
    >>> passed = start_auction(find_variant("contree"), "E").call("pass")
    >>> drawn = Endings(passed.rules, find_model("contree"), seed=1).draw([passed], prospects.deals)
    >>> [len(of_deal) for of_deal in drawn]
    [1, 1, 1, 1, 1]
    """

    def __init__(
        self, rules: Rules, model: Model, seed: int = 0, trumps: Sequence[str] | None = None
    ) -> None:
        """Take the game, the model of its players, and the ``seed`` of all that is drawn.

        trumps: in the order in which they are drawn; by default that of the game.
        """
        self._model = model
        self._scores = expected_scores(rules, model)
        self.seed = seed
        self._trumps = rules.trumps if trumps is None else trumps
        self._moments: dict[Hashable, _Moment] = {}
        self._said: dict[Hashable, dict[str, float]] = {}

    def draw(self, auctions: Sequence[Auction], deals: Sequence[Deal]) -> list[list[Ending]]:
        """Return for each deal the ending of each of ``auctions``, of one game and dealer, one for each.

        Where a card is turned up before the rest is dealt, a deal has the pack as its stock, from that card
        down.  In a deal the luck of all auctions is the same, so that they differ as their calls do.
        """
        known = [hear_all(auction) for auction in auctions]
        found = []
        for number, deal in enumerate(deals):
            players = _Players(self, auctions[0].rules, deal, number)
            found.append([players.end(one, heard) for one, heard in zip(auctions, known, strict=True)])
        return found

    def calls(self, auction: Auction, deal: Deal, number: int = 0) -> list[tuple[str, Contract | None]]:
        """Return the calls with which ``auction`` goes on in a deal, each with the contract that then stands.

        number: of the deal; each has its own luck.
        """
        players = _Players(self, auction.rules, deal, number)
        return [(call, at.ending.contract) for call, at in players.go_on(auction, hear_all(auction))]

    def scores_of(self, auction: Auction) -> ExpectedScores:
        """Return the scores by which the next player of ``auction`` calls."""
        return self._scores

    def moment(self, auction: Auction) -> "_Moment":
        """Return the moment of an auction; each is looked at once."""
        found = self._moments.get(auction.moment)
        if found is None:
            scores = self.scores_of(auction)
            found = self._moments[auction.moment] = _Moment(auction, scores, self._trumps)
        return found

    def worths(self, rules: Rules, hand: Mapping[str, frozenset[str]]) -> dict[str, float]:
        """Return what a hand is worth in each trump if an opponent leads."""
        return {trump: self._model.formula(trump).worth(hand, trump) for trump in rules.trumps}

    def points_said(self, rules: Rules, seat: str, heard: Mapping[str, Heard]) -> dict[str, float]:
        """Return what the calls so far bring the side of a player in each trump."""
        key = (seat, *heard.values())
        found = self._said.get(key)
        if found is None:
            found = self._said[key] = points_said(self._model, count_said(rules, seat, heard))
        return found


class _Players:
    """The players of one deal: their hands, and their luck."""

    def __init__(self, endings: Endings, rules: Rules, deal: Deal, number: int) -> None:
        self._endings = endings
        self._rules = rules
        self._deal = deal
        self._rng = Random(f"{endings.seed} {number}")
        self._luck: list[float] = []
        self._hands = {seat: hold(rules, hand) for seat, hand in deal.hands.items()}
        self._worths: dict[tuple[str, Card | None], dict[str, float]] = {}

    def go_on(self, auction: Auction, heard: Mapping[str, Heard]) -> Iterator[tuple[str, _Moment]]:
        """Yield the calls after ``auction`` with the moments that they lead to."""
        rules, endings = self._rules, self._endings
        at, said, n_calls = endings.moment(_in_deal(auction, self._deal)), dict(heard), 0
        while (seat := at.seat) is not None:
            if n_calls == len(self._luck):
                self._luck.append(self._rng.random())
            worths = self._worths.get((seat, at.shown))
            if worths is None:
                worths = endings.worths(rules, with_card(self._hands[seat], at.shown))
                self._worths[seat, at.shown] = worths
            call = at.options.draw(worths, endings.points_said(rules, seat, said), self._luck[n_calls])
            if call not in at.after:
                at.after[call] = endings.moment(at.auction.call(call))
            at, n_calls = at.after[call], n_calls + 1
            said[seat] = hear(rules, said[seat], call, at.ending.contract)
            yield call, at

    def end(self, auction: Auction, heard: Mapping[str, Heard]) -> Ending:
        """Return the ending after ``auction``."""
        moments = [at for _, at in self.go_on(auction, heard)]
        return moments[-1].ending if moments else Ending.of(auction)


def _in_deal(auction: Auction, deal: Deal) -> Auction:
    """Return the auction as it goes on in a deal, whose pack says what is turned up later."""
    if not turns_up(auction.rules):
        return auction
    begun = start_auction(auction.rules, auction.dealer, deal.stock[0], pack=deal.stock[1:])
    return begun.follow(auction.said)
