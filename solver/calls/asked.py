"""Hands whose calls are asked for: the request of ``POST /v1/bids``, read and checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.calls.bridge.asked import BRIDGE_ONLY, read_bridge_hand
from solver.calls.proposals.callers import find_proposal_model
from solver.calls.stated import StatedHand
from solver.cards import Card, format_card, parse_card
from solver.errors import (
    Fault,
    FaultKind,
    PositionError,
    SolverError,
    UnreadableError,
    Wrong,
    point,
    raise_faults,
    wrong,
)
from solver.fault_codes import Code
from solver.game import (
    N_DEALT_LATER,
    N_DISCARDED,
    STOCK,
    Auction,
    Deal,
    ProposalAuction,
    Vulnerable,
    count_cards,
    explain_letters,
    find_card_faults,
    parse_card_list,
    parse_notation,
    read_auction,
    start_auction,
    turns_up,
)
from solver.knowledge import USUAL_HAND_DEALS, USUAL_PAIR_DEALS, Viewpoint
from solver.prospects import find_model
from solver.rules import AuctionKind, Rules, Scoring, SecondTurn, stated_rules
from solver.sentences import phrase
from solver.wrongs import no_field, no_object

HAND_KEYS = (
    *("variant", "rules", "dealer", "hand", "seat", "turned_up", "auction", *BRIDGE_ONLY),
    *("samples", "seed", "bids", "quick", "limit", "notation", "id"),
)
"""The fields of a request of a hand whose calls are to be judged."""

_EXAMPLE = '{"variant": "contree", "dealer": "W", "hand": "AQT.J9.K8.7", "auction": []}'


@dataclass(frozen=True, slots=True)
class AskedHand:
    """A hand, and the auction up to the call that its player is to make.

    >>> asked = AskedHand.from_dict(
    ...     {"variant": "contree", "dealer": "W", "hand": "AT7.J9.K8.7", "auction": ["80H", "pass"]}
    ... )
    >>> asked.viewpoint.seat, asked.auction.calls()[:3]
    ('N', ('pass', '90S', '90H'))
    """

    viewpoint: Viewpoint
    auction: Auction
    """Up to the call; over in all fours when cards are discarded, in bridge when the contract stands."""
    vulnerable: Vulnerable = Vulnerable.none
    """Bridge: the vulnerable sides."""
    is_auction_known: bool = True
    """False in bridge where a contract is stated in place of the calls, or none at all."""
    dealer: str | None = None
    """Bridge: the dealer where one is stated; the auction has one in any case."""

    @property
    def usual_samples(self) -> int:
        """The deals by which it is judged where no number is stated."""
        return USUAL_PAIR_DEALS if self.viewpoint.partner else USUAL_HAND_DEALS

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return what a request states; ``data`` may be any JSON value.

        Raises SolverError with every fault of the request, each with its JSON pointer.
        """
        if not isinstance(data, Mapping):
            none = no_object(phrase("a request"), data, _EXAMPLE)
            raise SolverError([Fault("", none, FaultKind.unreadable)])
        cls.refuse_log(data)
        stated = {key: value for key, value in data.items() if value is not None}
        reader = _Reader(stated)
        viewpoint = reader.read()
        raise_faults(explain_letters(stated, reader.faults, _faults_of))
        assert viewpoint is not None, "what has no fault is a hand"
        assert reader.auction is not None, "what has no fault has an auction"
        return cls(
            viewpoint, reader.auction, reader.vulnerable, reader.is_auction_known, reader.bridge_dealer
        )

    @staticmethod
    def refuse_log(data: object) -> None:
        """Raise SolverError for the log of a game, with the place where its calls are judged."""
        if not isinstance(data, Mapping) or "hand" in data or not {"deal", "plays"} & data.keys():
            return
        log = wrong(
            Code.missing,
            "this is the log of a game, whose calls are judged with its cards: by {option} of an analysis, "
            "or atout analyse --calls; here one hand is judged, by its own cards",
            option='"calls": true',
        )
        raise SolverError([Fault("", log)])


def is_judged(rules: Rules) -> bool:
    """True if the calls of a game can be judged by what a hand sees."""
    if rules.auction in (AuctionKind.dealer_must, AuctionKind.first_must):
        # Somebody must take in the end: what a pass is worth is for a model of callers to say.
        return find_model(rules) is not None
    if rules.auction == AuctionKind.levels:
        return rules.scoring == Scoring.duplicate
    if rules.auction == AuctionKind.proposal:
        return find_proposal_model(rules) is not None
    return rules.has_taker and (rules.auction == AuctionKind.bids or turns_up(rules))


def _why_not_judged(rules: Rules) -> Wrong:
    if rules.auction == AuctionKind.turned_up:
        return wrong(
            Code.not_done_here,
            "the calls of {game} are not judged here; where a card turned up is taken they are if the whole "
            "pack is dealt, without a stock, in hands of more than {count} cards, and the taker does not "
            "lead",
            game=rules.called,
            count=N_DEALT_LATER,
        )
    if rules.auction in (AuctionKind.dealer_must, AuctionKind.first_must, AuctionKind.proposal):
        return wrong(
            Code.not_done_here,
            "the calls of {game} are not judged here; what a pass is worth hangs on how others call, which "
            "is known of the shipped games with such an auction, klaverjas, valet de trèfle and all fours, "
            "and of no other, even with the same rules under another name",
            game=rules.called,
        )
    return wrong(
        Code.not_done_here,
        "the calls of {game} are not judged here; they are in games in which points are bid, or a "
        "card turned up is taken, and in valet de trèfle, klaverjas, all fours and bridge",
        game=rules.called,
    )


def _shows_card(rules: Rules) -> bool:
    """True if a card is turned up for the auction."""
    return turns_up(rules) or rules.auction == AuctionKind.proposal


def _faults_of(stated: Mapping[Any, object]) -> list[Fault]:
    reader = _Reader(stated)
    reader.read()
    return reader.faults


class _Reader(StatedHand):
    """Reads a request part by part, and collects the faults."""

    def __init__(self, stated: Mapping[Any, object]) -> None:
        super().__init__(stated, parse_notation(stated))
        self.auction: Auction | None = None
        self.vulnerable = Vulnerable.none
        self.is_auction_known = True
        self.bridge_dealer: str | None = None

    def read(self) -> Viewpoint | None:
        """Return the hand, and what its player sees; None if anything has a fault."""
        # Step 1. The game.
        self.faults += [
            Fault(point("", key), no_field(key, HAND_KEYS)) for key in self.stated if key not in HAND_KEYS
        ]
        rules = self._rules()
        if rules is None:
            self._is_hand_there()
            return None
        if rules.auction == AuctionKind.levels:
            return self._bridge_hand(rules)
        for key in BRIDGE_ONLY:
            if key in self.stated:
                of_bridge = wrong(Code.not_in_game, "{field} belongs to a hand of bridge alone", field=key)
                self.faults.append(Fault(point("", key), of_bridge))
        # Step 2. The seats, the cards in sight, and the calls.
        dealer, seat = self.seat("dealer", rules), self.seat("seat", rules)
        shown = self._shown(rules)
        found: list[Fault] = []
        auction = read_auction(
            {"auction": self.stated.get("auction", ())}, rules, dealer, self.notation, found
        )
        self.add_auction_faults(found)
        is_discard = isinstance(auction, ProposalAuction) and auction.is_accepted
        if auction is not None and not self.faults:
            auction = self._with_cards(auction, shown)
        hand = self._hand(rules, seat, shown, is_discard=is_discard)
        if auction is None or dealer is None or self.faults:
            return None
        # Step 3. Whose turn it is.
        if is_discard:
            return self._discarding(auction, dealer, seat, hand, shown)
        if auction.to_call is None:
            self.faults.append(
                Fault("/auction", wrong(Code.bad_call, "the auction is over; nobody calls next"))
            )
            return None
        if not self.is_turn(seat, auction.to_call):
            return None
        self.auction = auction
        return Viewpoint(rules, auction.to_call, tuple(hand), dealer, tuple(shown))

    def _bridge_hand(self, rules: Rules) -> Viewpoint | None:
        found = read_bridge_hand(self, rules)
        if found is None:
            return None
        self.auction, self.vulnerable = found.auction, found.vulnerable
        self.is_auction_known, self.bridge_dealer = found.is_auction_known, found.dealer
        return found.viewpoint

    def _discarding(
        self, auction: Auction, dealer: str, seat: str | None, hand: list[Card], shown: list[Card]
    ) -> Viewpoint | None:
        """Return the hand of a player who is to discard; None, with a fault, if it is not said which."""
        if seat is None:
            unsaid = wrong(
                Code.missing, "there is no seat; when another suit is accepted, everybody discards"
            )
            self.faults.append(Fault("/seat", unsaid))
            return None
        self.auction = auction
        return Viewpoint(auction.rules, seat, tuple(hand), dealer, tuple(shown))

    def _rules(self) -> Rules | None:
        if "variant" not in self.stated:
            missing = wrong(Code.missing, "the game is missing; name one, as 'belote'")
            self.faults.append(Fault("/variant", missing))
            return None
        try:
            rules = stated_rules(self.stated)
        except SolverError as error:
            self.faults += error.faults
            return None
        if not is_judged(rules):
            self.faults.append(Fault("/variant", _why_not_judged(rules)))
            return None
        return rules

    # ---- cards

    def _is_hand_there(self) -> bool:
        """True if a hand is stated; else add the fault."""
        if "hand" not in self.stated:
            missing = wrong(Code.missing, "there is no hand to judge calls by")
            self.faults.append(Fault("/hand", missing))
        return "hand" in self.stated

    def _hand(self, rules: Rules, seat: str | None, shown: list[Card], *, is_discard: bool) -> list[Card]:
        """Return the hand, whose cards are of the deck, there once, and as many as they must be."""
        if not self._is_hand_there():
            return []
        n_faults = len(self.faults)
        lying = {
            card: wrong(
                Code.duplicate_card,
                "{card} is in the hand and turned up",
                card=format_card(card, self.notation),
            )
            for card in shown
        }
        hand = self.cards("hand", rules, seat, lying)
        if len(self.faults) > n_faults:
            return hand
        n_held = count_cards(len(hand))
        if is_discard:
            n_each = rules.cards_each + N_DISCARDED
            uneven = wrong(
                Code.wrong_hand_size,
                "the hand has {cards}; after a redeal each player has {size}",
                cards=n_held,
                size=n_each,
            )
        else:
            n_each = rules.cards_each - (N_DEALT_LATER if turns_up(rules) else 0)
            uneven = wrong(
                Code.wrong_hand_size,
                "the hand has {cards}; during the auction each player has {size}",
                cards=n_held,
                size=n_each,
            )
        if len(hand) != n_each:
            self.faults.append(Fault("/hand", uneven))
        return hand

    def _shown(self, rules: Rules) -> list[Card]:
        """Return the cards turned up, in order."""
        stated = self.stated.get("turned_up")
        if not _shows_card(rules):
            if stated is not None:
                no_card = wrong(
                    Code.not_in_game, "{game} turns no card up for the auction", game=rules.called
                )
                self.faults.append(Fault("/turned_up", no_card))
            return []
        if stated is None or stated in ([], ()):
            missing = wrong(Code.missing, "the card turned up is missing")
            self.faults.append(Fault("/turned_up", missing))
            return []
        read: Sequence[Card | None]
        if isinstance(stated, list | tuple):
            read = parse_card_list(stated, self.notation, "/turned_up", self.faults)
            places = {STOCK: [point("/turned_up", index) for index in range(len(read))]}
        else:
            try:
                read, places = [parse_card(stated, self.notation)], {STOCK: ["/turned_up"]}
            except UnreadableError as error:
                self.faults.append(replace(error.faults[0], pointer="/turned_up"))
                return []
        cards = [card for card in read if card is not None]
        if len(cards) == len(read):
            self.faults += find_card_faults(Deal({}, tuple(cards)), rules, self.notation, places)
        return cards

    def _with_cards(self, auction: Auction, shown: list[Card]) -> Auction | None:
        """Return the auction for the cards turned up; None, with a fault, if they do not fit its turn."""
        rules = auction.rules
        if not _shows_card(rules):
            return auction
        refused, last = shown[0], shown[-1]
        is_accepted = isinstance(auction, ProposalAuction) and auction.is_accepted
        # The last player may still take in the first turn.
        n_first = rules.n_players if auction.to_call is not None else rules.n_players + 1
        is_second = turns_up(rules) and len(auction.said) >= n_first
        is_new = is_accepted or (is_second and rules.second_turn == SecondTurn.new_card)
        if is_new:
            is_right = last.suit != refused.suit and all(card.suit == refused.suit for card in shown[:-1])
            said = wrong(
                Code.contradiction,
                "in the second turn another card is turned up: state, in order, the one refused, others of "
                "its suit, and one of another suit; where the first may be taken in any other suit, say so "
                "in rules: second_turn any_suit",
            )
            if is_accepted:
                said = wrong(
                    Code.contradiction,
                    "after a redeal the cards turned up are, in order, the first, others of its suit, and "
                    "one of another suit",
                )
        else:
            is_right = len(shown) == 1
            said = wrong(Code.contradiction, "in this turn of the auction one card is turned up")
        if not is_right:
            self.faults.append(Fault("/turned_up", said))
            return None
        begun = start_auction(rules, auction.dealer, refused, later=last if is_new else None)
        try:
            return begun.follow(auction.said, self.notation)
        except PositionError as error:
            self.faults += error.faults
            return None
