"""The knowledge of one player in the middle of a deal, before playing a card.

Players know their own hand, every card played and by which seat, the hand of dummy, and the card that was
turned up (where the contract says so).  They know a belote that was announced, and what the others' plays
give away about their hands (`solver.knowledge.clues`).  They know all cards drawn from a stock, and its top
card: it lies face up, as the published rules of California Jack have it (R. F. Foster, *Complete Hoyle*).
Only hard facts count: what calls tell is read elsewhere (`solver.prospects`), and nothing into habits.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver.cards import Card
from solver.game import (
    NOTHING_TOLD,
    Position,
    Trick,
    TurnedCards,
    discard_penalty,
    draws_after,
    find_turned_jacks,
    has_penalty,
)
from solver.knowledge.clues import NO_CLUE, Clue, reveal
from solver.rules import Announced


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of one player.

    Of the cards of ``pool``, which the player has not seen, ``n_hidden[seat]`` are with each player whose
    hand is not in sight and ``n_stock`` in the stock below its top card; the rest are left over.  A deal
    agrees with the knowledge if it puts them so, every clue allows the hidden cards of its player, and all
    cards of one of the sets in ``jacks_out``, if there are any, are with no player.
    """

    known: Mapping[str, tuple[Card, ...]]
    """The known cards of the hand that each seat was dealt: all of a hand in sight, else those played."""
    pool: tuple[Card, ...]
    """In the order of the deck."""
    n_hidden: Mapping[str, int]
    n_stock: int
    clues: tuple[tuple[str, Clue], ...] = ()
    """Facts revealed by plays about the hidden cards of a seat, which were with it from the start."""
    stock_seen: tuple[Card, ...] = ()
    """The top of the stock as it was dealt, down to the last card that everybody has seen."""
    jacks_out: frozenset[frozenset[Card]] = frozenset()
    """The jacks of the pool that may have been turned up, as many as were, besides those that were seen."""

    @property
    def n_left_over(self) -> int:
        """The number of unseen cards that nobody was dealt and nobody will draw."""
        return len(self.pool) - sum(self.n_hidden.values()) - self.n_stock


def find_knowledge(position: Position, told: TurnedCards = NOTHING_TOLD) -> Knowledge:
    """Return the knowledge of the player to play to ``position``; raises ValueError when the deal is over.

    told: the cards turned up as the auction tells them. Those that nobody took went under the pack, so that
        all know who was dealt them, if they were dealt at all.
    """
    if position.to_play is None:
        raise ValueError("the deal is over: nobody is to play")
    rules, stock = position.rules, position.deal.stock
    in_sight = seats_in_sight(position)
    turned_up = position.contract.turned_up
    # Trumps that were cut went back into the pack: nobody knows which player was dealt the card.
    is_out = turned_up is not None and not rules.stock
    turned = find_turned_jacks(position.contract, rules, told)
    sure = frozenset.intersection(*turned) if turned else frozenset()
    seen_out = sure.union(told.refused, {turned_up} if is_out else ())
    shown = seen_out.union(position.plays)
    known: dict[str, tuple[Card, ...]] = {}
    n_hidden: dict[str, int] = {}
    for seat in rules.players:
        dealt = position.deal.hands[seat]
        announced = _announced(position, dealt)
        known[seat] = tuple(card for card in dealt if seat in in_sight or card in shown or card in announced)
        if seat not in in_sight:
            n_hidden[seat] = len(dealt) - len(known[seat])
    n_seen = count_stock_seen(position)
    seen = shown.union(stock[:n_seen], *known.values())
    pool = tuple(card for card in cards_about(position) if card not in seen)
    unseen = {jacks - seen_out for jacks in turned if (jacks - seen_out).issubset(pool)}
    return Knowledge(
        known=known,
        pool=pool,
        n_hidden=n_hidden,
        n_stock=len(stock) - n_seen,
        clues=tuple(_find_clues(position, known, n_hidden)),
        stock_seen=stock[:n_seen],
        jacks_out=frozenset() if frozenset() in unseen else frozenset(unseen),
    )


def count_stock_seen(position: Position) -> int:
    """Return the number of cards of the stock that everybody has seen: those drawn, and the top one."""
    stock = position.deal.stock
    return min(len(stock) - len(position.stock_left) + 1, len(stock))


def seats_in_sight(position: Position) -> frozenset[str]:
    """Return the seats whose hands the player to play sees: their own, and dummy's after the first lead.

    The declarer plays for dummy, so dummy's cards are chosen by a player who sees the declarer's hand as
    well.
    """
    seat = position.to_play
    assert seat is not None, "somebody is to play"
    declarer, dummy = position.declarer, position.dummy
    if declarer is None or dummy is None or not (position.plays or _is_ending(position)):
        return frozenset({seat})
    return frozenset({dummy, declarer if seat == dummy else seat})


def cards_about(position: Position) -> Sequence[Card]:
    """Return the cards that may be anywhere: the deck, or what is left of it in an ending."""
    if not _is_ending(position):
        return position.rules.deck
    dealt = frozenset(position.deal.cards())
    return [card for card in position.rules.deck if card in dealt]


def _is_ending(position: Position) -> bool:
    """True if the deal is a short one of a game that plays its whole deck.

    Then it is the ending of a longer deal: everybody has seen the other cards played, and dummy on the table.
    """
    rules = position.rules
    whole = rules.cards_each * rules.n_players + rules.stock
    return position.deal.n_cards < whole == len(rules.deck)


def _marriage(position: Position) -> frozenset[Card]:
    """Return king and queen of trumps where a player dealt both announces them, at once or with the first."""
    trump = position.contract.trump
    return frozenset({Card(trump, "K"), Card(trump, "Q")} if position.rules.belote else ())


def _announced(position: Position, dealt: Collection[Card]) -> frozenset[Card]:
    """Return king and queen of trumps if they were ``dealt`` to one player who has announced them."""
    marriage = _marriage(position)
    return marriage if marriage.issubset(dealt) and is_belote_told(position) else frozenset()


def is_belote_told(position: Position) -> bool:
    """True if who was dealt king and queen of trumps has announced them by now, or nobody was."""
    at_start = position.rules.belote_announced == Announced.at_start
    return at_start or not _marriage(position).isdisjoint(position.plays)


def find_announcer(position: Position) -> str | None:
    """Return the seat that has announced king and queen of trumps; None where nobody has so far."""
    hands = position.deal.hands
    return next((seat for seat in position.rules.players if _announced(position, hands[seat])), None)


def is_belote_known(position: Position) -> bool:
    """True if the player to play knows who was dealt king and queen of trumps, or that nobody was."""
    rules = position.rules
    if not rules.belote or position.contract.trump not in rules.suits:
        return True
    hands = position.deal.hands
    in_sight = {card for seat in seats_in_sight(position) for card in hands[seat]}
    # Who plays one of them, or has one in sight, announces both or has not the other.
    return is_belote_told(position) or not _marriage(position).isdisjoint(in_sight)


def _find_clues(
    position: Position, known: Mapping[str, Sequence[Card]], n_hidden: Mapping[str, int]
) -> Iterator[tuple[str, Clue]]:
    """Yield what the hidden cards of each player can be, after their announcements, plays and penalties."""
    rules, trump = position.rules, position.contract.trump
    marriage = _marriage(position)
    for seat in n_hidden:
        # A player who has played one of them without a word has not the other.
        if marriage.intersection(known[seat], position.plays):
            yield seat, Clue(marriage)
        elif marriage and rules.belote_announced == Announced.at_start:
            yield seat, Clue(not_all_of=marriage).beside(known[seat])
    hands = {seat: set(position.deal.hands[seat]) for seat in rules.players}
    hidden = {seat: hands[seat] - set(known[seat]) for seat in rules.players}
    n_drawn = 0
    for trick in (*position.tricks, position.trick):
        n_to_draw = len(position.deal.stock) - n_drawn
        for index, (seat, card) in enumerate(zip(trick.seats(rules), trick.plays, strict=True)):
            if hidden[seat]:
                before = Trick(trick.leader, trick.plays[:index])
                clues = [reveal(rules, trump, before, seat, card)]
                if has_penalty(rules, n_to_draw):
                    fine = discard_penalty(rules, trump, hands[seat], before.led_suit, n_to_draw)
                    clues.append(_reveal_by_fine(position, before, card, fine))
                for clue in clues:
                    if (rest := clue.beside(hands[seat] - hidden[seat])) != NO_CLUE:
                        yield seat, rest
            hands[seat].discard(card)
        if trick.is_complete(rules):
            for seat, card in draws_after(rules, position.deal.stock, n_drawn, trick.winner(rules, trump)):
                hands[seat].add(card)
                n_drawn += 1


def _reveal_by_fine(position: Position, trick: Trick, card: Card, fine: int) -> Clue:
    """Return what follows from a discard for which points were lost, or not, as everybody could see."""
    rules, trump = position.rules, position.contract.trump
    led = trick.led_suit
    if led is None or card.suit in (led, trump):
        return NO_CLUE
    helpful = frozenset(other for other in rules.deck if other.suit in (led, trump))
    return Clue(none_of=helpful) if fine else Clue(some_of=helpful)
