"""Every deal that a player can believe in: by brute force, all spreads of the unseen cards, each replayed.

Written from the rules of the table alone; it shares nothing with `solver.knowledge.known` and its neighbours.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations

from solver.cards import Card
from solver.errors import PositionError
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.tally import Pair
from solver.rules.words import Announced


def hands_in_sight(position: Position) -> set[str]:
    """Whose hands the player to play sees."""
    seat = position.to_play
    assert seat is not None
    if position.rules.name != "bridge" or not (position.plays or position.deal.n_cards < 52):
        return {seat}
    declarer = position.contract.taker
    assert declarer is not None
    dummy = {"N": "S", "S": "N", "E": "W", "W": "E"}[declarer]
    return {dummy, declarer if seat == dummy else seat}


def shown_cards(position: Position) -> set[Card]:
    """The card that was turned up, if it stays where everybody sees it: one that is cut goes back."""
    turned_up = position.contract.turned_up
    return set() if turned_up is None or position.rules.stock else {turned_up}


def unseen_cards(position: Position) -> list[Card]:
    """The cards of the deck that the player to play has neither held nor seen."""
    rules, deal = position.rules, position.deal
    full = rules.cards_each * rules.n_players + rules.stock
    is_ending = deal.n_cards < full and full == len(rules.deck)
    deck = list(deal.cards()) if is_ending else rules.deck
    n_drawn = len(deal.stock) - len(position.stock_left)
    seen = {*position.plays, *deal.stock[: n_drawn + 1]}
    seen |= shown_cards(position)
    for seat in hands_in_sight(position):
        seen |= set(deal.hands[seat])
    return [card for card in deck if card not in seen]


def n_spreads(position: Position, most: int) -> int:
    """How many ways there are to spread the unseen cards: the cost of `believable_deals`.

    Counted up to ``most`` and one more.
    """
    return sum(1 for _ in islice(_spreads(position), most + 1))


def _spreads(position: Position) -> Iterator[Deal]:
    deal = position.deal
    hidden_from = [seat for seat in position.rules.players if seat not in hands_in_sight(position)]
    n_drawn = len(deal.stock) - len(position.stock_left)
    seen_stock = deal.stock[: n_drawn + 1]

    def spread(
        seats: Sequence[str], left: Sequence[Card], hands: dict[str, tuple[Card, ...]]
    ) -> Iterator[Deal]:
        if not seats:
            for below in permutations(left, len(deal.stock) - len(seen_stock)):
                yield Deal(hands, (*seen_stock, *below))
            return
        shown = {*position.plays, *shown_cards(position)}
        played = [card for card in deal.hands[seats[0]] if card in shown]
        for part in combinations(left, len(deal.hands[seats[0]]) - len(played)):
            rest = [card for card in left if card not in part]
            yield from spread(seats[1:], rest, {**hands, seats[0]: (*played, *part)})

    in_sight = {seat: deal.hands[seat] for seat in hands_in_sight(position)}
    yield from spread(hidden_from, unseen_cards(position), in_sight)


def replayed(position: Position, deal: Deal) -> Position | None:
    """The same game with another deal; None if some card could not have been played."""
    try:
        return Position(
            position.rules,
            position.contract,
            deal,
            dealer=position.dealer,
            leader=position.first_leader,
            plays=position.plays,
        )
    except PositionError:
        return None


def announcements(position: Position) -> list[str]:
    """What was said, at the start or at each play, by a player who was dealt king and queen of trumps."""
    trump = position.contract.trump
    marriage = {Card(trump, "K"), Card(trump, "Q")}
    if position.rules.belote_announced == Announced.at_start:
        return [seat for seat, hand in position.deal.hands.items() if marriage <= set(hand)]
    said = []
    for trick in (*position.tricks, position.trick):
        for seat, card in zip(trick.seats(position.rules), trick.plays, strict=True):
            has_both = bool(position.rules.belote) and marriage <= set(position.deal.hands[seat])
            said.append("belote" if has_both and card in marriage else "")
    return said


def fines(position: Position) -> list[Pair]:
    """What each side had won and lost after each card."""
    tallies = []
    at = Position(
        position.rules, position.contract, position.deal, dealer=position.dealer, leader=position.first_leader
    )
    for card in position.plays:
        at = at.play(card)
        tallies.append(at.tally.penalties)
    return tallies


def believable_deals(position: Position) -> list[Position]:
    """Every game that looks the same to the player to play, as a position after the same plays."""
    said, lost = announcements(position), fines(position)
    found = []
    for deal in _spreads(position):
        other = replayed(position, deal)
        if other is not None and announcements(other) == said and fines(other) == lost:
            found.append(other)
    return found
