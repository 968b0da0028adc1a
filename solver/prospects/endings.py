"""Endings of auctions, drawn deal by deal: how the model's players go on with the hands that they have.

At each turn the player makes each call with the chance that the model gives it, until the auction is over.
What hangs on no hand is worked out once for all deals, and what hangs on a hand once for all its turns.
"""

from collections.abc import Hashable, Mapping, Sequence
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
        self._seed = seed
        self._trumps = rules.trumps if trumps is None else trumps
        self._moments: dict[Hashable, _Moment] = {}
        self._said: dict[Hashable, dict[str, float]] = {}

    def draw(self, auctions: Sequence[Auction], deals: Sequence[Deal]) -> list[list[Ending]]:
        """Return for each deal the ending of each of ``auctions``, of one game and dealer, one for each.

        Where a card is turned up before the rest is dealt, a deal has the pack as its stock, from that card
        down.  In a deal the luck of all auctions is the same, so that they differ as their calls do.
        """
        known = [hear_all(auction) for auction in auctions]
        return [self._draw(auctions, known, deal, number) for number, deal in enumerate(deals)]

    def _draw(
        self, auctions: Sequence[Auction], heard: Sequence[Mapping[str, Heard]], deal: Deal, number: int
    ) -> list[Ending]:
        """Return the ending of each of ``auctions`` in the deal of that number; ``heard`` in each so far."""
        rng, luck = Random(f"{self._seed} {number}"), list[float]()
        hands = {seat: hold(auctions[0].rules, hand) for seat, hand in deal.hands.items()}
        worths: dict[tuple[str, Card | None], dict[str, float]] = {}
        found = []
        for auction, before in zip(auctions, heard, strict=True):
            at, said, n_calls = self._moment(_in_deal(auction, deal)), dict(before), 0
            while (seat := at.seat) is not None:
                if n_calls == len(luck):
                    luck.append(rng.random())
                if (seat, at.shown) not in worths:
                    worths[seat, at.shown] = self._worths(auction.rules, with_card(hands[seat], at.shown))
                call = at.options.draw(
                    worths[seat, at.shown], self._points_said(auction.rules, seat, said), luck[n_calls]
                )
                if call not in at.after:
                    at.after[call] = self._moment(at.auction.call(call))
                at, n_calls = at.after[call], n_calls + 1
                said[seat] = hear(auction.rules, said[seat], call, at.ending.contract)
            found.append(at.ending)
        return found

    def _moment(self, auction: Auction) -> _Moment:
        found = self._moments.get(auction.moment)
        if found is None:
            found = self._moments[auction.moment] = _Moment(auction, self._scores, self._trumps)
        return found

    def _worths(self, rules: Rules, hand: Mapping[str, frozenset[str]]) -> dict[str, float]:
        """Return what a hand is worth in each trump if an opponent leads."""
        return {trump: self._model.formula(trump).worth(hand, trump) for trump in rules.trumps}

    def _points_said(self, rules: Rules, seat: str, heard: Mapping[str, Heard]) -> dict[str, float]:
        key = (seat, *heard.values())
        found = self._said.get(key)
        if found is None:
            found = self._said[key] = points_said(self._model, count_said(rules, seat, heard))
        return found


def _in_deal(auction: Auction, deal: Deal) -> Auction:
    """Return the auction as it goes on in a deal, whose pack says what is turned up later."""
    if not turns_up(auction.rules):
        return auction
    begun = start_auction(auction.rules, auction.dealer, deal.stock[0], pack=deal.stock[1:])
    return begun.follow(auction.said)
