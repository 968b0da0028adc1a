"""Natural deals: full deals as they come up at a table, a contract that a player would choose, and the play.

The hands decide the contract by plain counts, as people count them.  In games for card points the weights
are those of a linear fit to exactly solved deals of contrée (`_IN_SUIT`, `_WITHOUT_TRUMPS`,
`_WITH_ALL_TRUMPS`); in bridge they are Milton Work's points and length.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from solver.cards import ALL_TRUMPS, NO_TRUMPS, Card
from solver.game import (
    N_DEALT_LATER,
    Contract,
    Deal,
    Position,
    Vulnerable,
    auction_turns,
    deal_rest,
    deals_rest,
    first_to_call,
    high_card_points,
)
from solver.puzzles.players.player import ONE_TRICK, best_cards, score_cards
from solver.rules import CAPOT_BID, AuctionKind, Rules, Scoring

SLIPS = 0.15
"""The share of cards that a player chooses blindly."""
MOST_THROWN_IN = 1000
"""The deals in which everybody passes that are dealt again, before the last one is played all the same."""

Hand = Sequence[Card]


# ---- deals and contracts


def draw_deal(rng: Random, rules: Rules) -> Position:
    """Return a deal of full size before its first card, with a contract that its hands would lead to.

    Deals in which everybody would pass are dealt again.
    """
    for _ in range(MOST_THROWN_IN):
        found = _deal_once(rng, rules)
        if found is not None:
            return found
    return _deal_any(rng, rules)


def _deal_once(rng: Random, rules: Rules) -> Position | None:
    """Return a deal with its contract; None if all pass."""
    dealer = rng.choice(rules.players)
    pack = rng.sample(rules.deck, len(rules.deck))
    if deals_rest(rules):
        return _turned_up_deal(rules, dealer, pack)
    hands, rest = _dealt(rules, pack)
    contract = _choose_contract(rng, rules, dealer, hands, rest)
    if contract is None:
        return None
    return Position(rules, contract, Deal(hands, tuple(rest[: rules.stock])), dealer=dealer)


def _deal_any(rng: Random, rules: Rules) -> Position:
    """Return a deal under any trump, with any taker and the lowest bid."""
    hands, rest = _dealt(rules, rng.sample(rules.deck, len(rules.deck)))
    taker = rng.choice(rules.players) if rules.has_taker else None
    contract = Contract(rng.choice(rules.trumps), taker, min(rules.bids, default=None))
    deal = Deal(hands, tuple(rest[: rules.stock]))
    return Position(rules, contract, deal, dealer=rng.choice(rules.players))


def _dealt(rules: Rules, pack: Hand) -> tuple[dict[str, tuple[Card, ...]], tuple[Card, ...]]:
    """Return the hands, and what is left of the pack."""
    n = rules.cards_each
    hands = {seat: tuple(pack[place * n : (place + 1) * n]) for place, seat in enumerate(rules.players)}
    return hands, tuple(pack[n * rules.n_players :])


def _choose_contract(
    rng: Random, rules: Rules, dealer: str, hands: Mapping[str, Hand], rest: Hand
) -> Contract | None:
    if rules.scoring == Scoring.duplicate:
        return _bridge_contract(rng, rules, hands)
    if rules.bids:
        return _bid(rng, rules, hands)
    if rules.has_taker:
        return _named_trumps(rules, dealer, hands)
    if rules.scoring == Scoring.four_points and set(rules.trumps) >= set(rules.suits):
        # Trumps are cut from a pack with a stock, else turned up from what is left, or the last card dealt.
        if not rest:
            return Contract(hands[dealer][-1].suit)
        card = rng.choice(rules.deck) if rules.stock else rest[0]
        return Contract(card.suit, turned_up=card, turned_jacks=int(card.rank == "J" and not rules.stock))
    if rules.scoring == Scoring.trick_table and set(rules.trumps) >= set(rules.suits):
        # The next card of the pack is turned up; where none is left, it is the last one dealt.
        below = rest[rules.stock :]
        return Contract(below[0].suit, turned_up=below[0]) if below else Contract(hands[dealer][-1].suit)
    return Contract(rng.choice(rules.trumps))


# ---- games for card points


class _Weights(NamedTuple):
    """The card points that a side takes in the mean, by what its two hands hold."""

    base: int
    trump: int = 0
    """For each trump held."""
    heads: tuple[int, ...] = ()
    """For the highest trump, the second, and so on; without trumps, for the highest card of each suit."""
    ace: int = 0
    """For the highest card of each other suit."""
    ten: int = 0
    """For the second highest of each other suit, with another card beside it."""
    void: int = 0
    """For each other suit of which the hand has none."""


_IN_SUIT = _Weights(base=-76, trump=18, heads=(48, 21, 8), ace=26, ten=4, void=6)
_WITHOUT_TRUMPS = _Weights(base=-55, heads=(53,), ten=17)
_WITH_ALL_TRUMPS = _Weights(base=-36, heads=(45, 10, 5), ten=10)
"""From exact values of 400, 300 and 300 random deals; the rest of the value spreads by 24, 36 and 36."""
_PARTNERS_SHARE = 38
"""The points that a partner's hand adds in the mean, of whom nothing is known."""
_ENOUGH = 75
"""The points that a player expects who takes."""
_BID_STEP = 10
_MOST_CAUTION = 5
"""The most steps that a side stops below what it expects."""


def hand_strength(rules: Rules, hand: Hand, trump: str) -> int:
    """Return the card points that a hand adds to what its side takes under a trump, in the mean."""
    weights = _weights_of(trump)
    held = set(hand)
    total = 0
    for suit in rules.suits:
        order = rules.rank_order(suit, trump)
        own = [card for card in hand if card.suit == suit]
        if suit == trump:
            total += weights.trump * len(own)
        is_headed = suit == trump or trump in (NO_TRUMPS, ALL_TRUMPS)
        tops = weights.heads if is_headed else (weights.ace,)
        total += sum(weight for weight, rank in zip(tops, order, strict=False) if Card(suit, rank) in held)
        if suit != trump:
            total += weights.ten * (Card(suit, order[min(1, len(order) - 1)]) in held and len(own) > 1)
            total += weights.void * (not own)
    return total


def _weights_of(trump: str) -> _Weights:
    return {NO_TRUMPS: _WITHOUT_TRUMPS, ALL_TRUMPS: _WITH_ALL_TRUMPS}.get(trump, _IN_SUIT)


def _expectation(rules: Rules, hand: Hand, trump: str) -> int:
    """Return the points that a player expects who sees one hand."""
    return _weights_of(trump).base + hand_strength(rules, hand, trump) + _PARTNERS_SHARE


def _named_trumps(rules: Rules, dealer: str, hands: Mapping[str, Hand]) -> Contract | None:
    """Return the contract of the first who expects enough under the best of their trumps."""
    seats = rules.seats_from(first_to_call(rules, dealer))
    best = {
        seat: max((_expectation(rules, hands[seat], trump), trump) for trump in rules.trumps)
        for seat in seats
    }
    for seat, (points, trump) in best.items():
        if points >= _ENOUGH:
            return Contract(trump, seat)
    must = {AuctionKind.dealer_must: dealer, AuctionKind.first_must: seats[0]}.get(rules.auction)
    return None if must is None else Contract(best[must][1], must)


def _turned_up_deal(rules: Rules, dealer: str, pack: Hand) -> Position | None:
    """Return the deal that the first player takes who expects enough; None if all pass twice."""
    seats = rules.seats_from(rules.next_seat(dealer))
    n = rules.cards_each - N_DEALT_LATER
    hands = {seat: tuple(pack[place * n : (place + 1) * n]) for place, seat in enumerate(seats)}
    shown, *below = pack[n * rules.n_players :]
    # The cards still to come bring each hand its share of what is out.
    to_come = rules.cards_each * 100 // (n + 1)
    for turn in auction_turns(rules, shown, tuple(below)):
        for seat in seats:
            hand = (*hands[seat], turn.turned_up)
            for trump in turn.trumps:
                strength = hand_strength(rules, hand, trump) * to_come // 100
                if _weights_of(trump).base + strength + _PARTNERS_SHARE >= _ENOUGH:
                    deal = deal_rest(rules, dealer, hands, turn, seat)
                    # A card turned up is a part of the contract where the game knows it as one.
                    shows = turn.turned_up if rules.belote else None
                    return Position(rules, Contract(trump, seat, turned_up=shows), deal, dealer=dealer)
    return None


def _bid(rng: Random, rules: Rules, hands: Mapping[str, Hand]) -> Contract | None:
    """Return the contract of the side that expects most, within what it expects; None if all pass."""
    expected = []
    for trump in rules.trumps:
        strength = {seat: hand_strength(rules, hand, trump) for seat, hand in hands.items()}
        for taker in rules.players:
            # Bids and raises tell each partner what the other has.
            partners = [seat for seat in rules.players if rules.are_partners(seat, taker)]
            both = strength[taker] + sum(strength[seat] for seat in partners)
            points = _weights_of(trump).base + both
            expected.append((points, strength[taker], trump, taker))
    points, _, trump, taker = max(expected)
    capot = [bid for bid in rules.bids if bid >= CAPOT_BID]
    usual = [bid for bid in rules.bids if bid < CAPOT_BID]
    # What is expected above all the points there are leaves a doubt of one trick in a capot.
    if capot and points >= rules.total_card_points(trump) + rules.last_trick + 4 * _BID_STEP:
        return Contract(trump, taker, capot[0])
    affordable = [bid for bid in usual if bid <= points]
    if not affordable:
        return None
    # The last bid is what the others let them have, and no more.
    stopped = points - _BID_STEP * rng.randint(0, _MOST_CAUTION)
    return Contract(trump, taker, max((bid for bid in affordable if bid <= stopped), default=affordable[0]))


# ---- bridge

_GAME_LEVEL = {"S": 4, "H": 4, "D": 5, "C": 5, NO_TRUMPS: 3}
_LEVELS = ((37, 7), (33, 6), (25, 0), (23, 2), (0, 1))
"""From so many points of both hands on, the level; 0 for the level of game."""
_MAJORS = "SH"
_FIT = 8
"""The cards of both hands with which a suit is trumps."""


def _bridge_contract(rng: Random, rules: Rules, hands: Mapping[str, Hand]) -> Contract:
    """Return the contract of the stronger side: its longest fit or no trumps, as high as its points go."""

    points = {seat: high_card_points(hand) for seat, hand in hands.items()}

    def length(seat: str, suit: str) -> int:
        return sum(card.suit == suit for card in hands[seat])

    def rate(side: str) -> tuple[int, int, bool, str]:
        """Return the points of a side and its longest fit; spades and hearts go before the minors."""
        fits = [(sum(length(seat, suit) for seat in side), suit in _MAJORS, suit) for suit in rules.suits]
        return sum(points[seat] for seat in side), *max(fits)

    side = max(rules.side_names, key=rate)
    strength, n_fit, is_major, suit = rate(side)
    has_fit = n_fit >= (_FIT if is_major else _FIT + 1)
    trump = suit if has_fit else NO_TRUMPS
    taker = max(side, key=lambda seat: (length(seat, suit) if has_fit else 0, points[seat], seat))
    # Each trump beyond the eighth is worth about a point.
    counted = strength + (n_fit - _FIT if has_fit else 0)
    level = next(level for least, level in _LEVELS if counted >= least) or _GAME_LEVEL[trump]
    return Contract(trump, taker, level, vulnerable=rng.choice(list(Vulnerable)))


# ---- the play


def play_on(rng: Random, position: Position, tricks_left: int) -> Position:
    """Return the deal played trick by trick, with slips, until so many tricks are left to begin.

    Before a stock is used up the hands are full; it counts for the tricks it will be played to.
    """
    n_left = tricks_left * position.rules.n_players
    while position.n_cards_left > n_left:
        position = position.play(choose_at_sight(rng, position))
    return position


def choose_at_sight(rng: Random, position: Position) -> Card:
    """Return the card that is best for this trick, by the rule of thumb among equals; now and then any."""
    cards = position.legal_plays()
    if len(cards) > 1 and rng.random() >= SLIPS:
        cards = sorted(best_cards(score_cards(ONE_TRICK, position)))
    return rng.choice(cards)


def choose_among(rng: Random, cards: Sequence[Card], best: Sequence[Card]) -> Card:
    """Return one of the ``best`` of the playable ``cards``, or now and then any."""
    return rng.choice(cards if rng.random() < SLIPS else [card for card in cards if card in best])
