"""The auction of a game that does not say which it has, and the auctions that fit no contract of a game."""

from collections.abc import Iterator, Mapping
from typing import Any

from solver.rules.contradictions import Contradiction, contradicts, looks_at
from solver.rules.fields import RuleFields
from solver.rules.fields.auction import AUCTIONS_OF
from solver.rules.words import AfterDouble, AuctionKind, FirstCall, Scoring, SecondTurn
from solver.sentences import any_of

_LATER = {
    "first_call": FirstCall.dealer_next.value,
    "after_double": AfterDouble.redouble.value,
    "double_called": None,
}
"""The usual values of the rules that `leave_out_usual` leaves out; None for one that is only a word."""
_NOT_USUAL = ", though not usual"


def settle_auction(draft: RuleFields, inherited: Mapping[str, Any], stated: Mapping[str, Any]) -> AuctionKind:
    """Return the auction that is stated, here or by a game of the same kind; else the usual one."""
    allowed = AUCTIONS_OF.get(draft.scoring)
    if allowed is None or "auction" in stated:
        return draft.auction
    is_kept = inherited and draft.auction in allowed and draft.auction != AuctionKind.proposal
    return draft.auction if is_kept else _usual_auction(draft)


def _usual_auction(rules: RuleFields) -> AuctionKind:
    allowed = AUCTIONS_OF.get(rules.scoring, (AuctionKind.none,))
    # Where cards are drawn from a stock, trumps are cut.
    return AuctionKind.none if rules.stock and AuctionKind.none in allowed else allowed[0]


def leave_out_usual(rules: RuleFields, written: dict[str, Any]) -> dict[str, Any]:
    """Return rules as ``written``, without what is usual in their auction, and without words for calls.

    Puzzles and analyses had names before there were rules for it; so they keep them.
    """
    auction: dict[str, Any] = dict(written["auction"])
    for name, usual in _LATER.items():
        if usual is None or auction[name] == usual:
            del auction[name]
    if rules.scoring != Scoring.taker:
        is_usual = rules.auction == _usual_auction(rules)
        auction["kind"] = AuctionKind.none.value if is_usual else f"{rules.auction}{_NOT_USUAL}"
    had_source = ("auction",) if rules.scoring == Scoring.taker else ()
    sources = {
        name: source
        for name, source in written["sources"].items()
        if name not in ("auction", *_LATER) or name in had_source
    }
    return {**written, "auction": auction, "sources": sources}


def readable_rules(written: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return rules in the form of `Rules.to_dict`, also of those in the form of `Rules.identity`.

    What that left out is usual there, and so it is as before; only what a double is called is lost.
    """
    auction, score = written.get("auction"), written.get("score")
    if not (isinstance(auction, Mapping) and isinstance(score, Mapping)):
        return written  # what reads them tells the fault
    if "double_called" in auction or score.get("scoring") == Scoring.taker:
        return written
    kind = str(auction.get("kind"))
    others = {name: value for name, value in auction.items() if name != "kind"}
    stated = {"kind": kind.removesuffix(_NOT_USUAL)} if kind.endswith(_NOT_USUAL) else {}
    return {**written, "auction": stated | others}


@looks_at("auction", "trumps", "second_turn")
def _card_turned_up_can_be_taken(rules: RuleFields) -> Iterator[Contradiction]:
    is_own_suit_only = rules.auction == AuctionKind.turned_up and rules.second_turn == SecondTurn.new_card
    if rules.trumps and is_own_suit_only and not set(rules.trumps) & set(rules.suits):
        yield contradicts(
            "trumps",
            "{field} holds no suit, and a card turned up is taken in its own suit: nobody can ever take; it "
            "must hold a suit, or second_turn be {any_suit}",
            any_suit=SecondTurn.any_suit,
        )


@looks_at("scoring", "auction", "stock", "first_call")
def _auction_fits_the_score(rules: RuleFields) -> Iterator[Contradiction]:
    allowed = AUCTIONS_OF.get(rules.scoring)
    if allowed is not None and rules.auction not in allowed:
        yield contradicts(
            "auction",
            "auction {auction} comes to no contract of a game with scoring {scoring}; it must be {allowed}",
            auction=rules.auction,
            scoring=rules.scoring,
            allowed=any_of(allowed),
        )
    if rules.auction == AuctionKind.proposal and rules.stock:
        yield contradicts(
            "auction", "where cards are drawn from a stock, trumps are cut, and no other suit is proposed"
        )
    if rules.auction == AuctionKind.dealer_must and rules.first_call == FirstCall.dealer:
        yield contradicts(
            "first_call",
            "the dealer who must name trumps speaks last; {field} must be {next_one}",
            next_one=FirstCall.dealer_next,
        )
