"""All the tricks as a result: the points that a side has only if it takes every trick of the deal."""

from collections.abc import Mapping

from solver.cards import Card
from solver.game import Position, points_of_deal
from solver.rules import Objective, Rules


def least_of_all_tricks(position: Position, side: int) -> int | None:
    """Return the least result of a side that takes all the tricks, where no smaller haul comes to as much.

    None where the other side has a trick, and where points do not tell who took all: without a bonus for
    them, or where the combinations to come may be worth as much as that.

    The difference from the other side, which then has nothing, is the same number.
    """
    rules, trump, tally = position.rules, position.contract.trump, position.tally
    if tally.tricks[1 - side]:
        return None
    if rules.objective == Objective.tricks:
        return position.deal.n_cards // rules.n_players
    if rules.objective != Objective.card_points or rules.forced_discard_penalty:
        return None
    if rules.slam <= most_of_combinations(position):
        return None
    held = sum(tally.combinations)
    return points_of_deal(rules, trump, position.deal.cards()) + rules.slam + held


def most_of_combinations(position: Position) -> int:
    """Return a bound on what combinations can still bring to both sides, with the trick on the table.

    A card falls once, so runs of a suit share no card; fours and marriages are counted besides.
    """
    rules, trump = position.rules, position.contract.trump
    if not rules.has_combinations:
        return 0
    holders: dict[Card, str | None] = {card: seat for seat, hand in position.hands.items() for card in hand}
    holders |= zip(position.trick.plays, position.trick.seats(rules), strict=True)
    # It is not known who draws them.
    holders |= dict.fromkeys(position.stock_left)
    fours = sum(
        rules.four_points(rank)
        for rank in rules.ranks
        if len(rules.suits) == 4 and _can_meet(holders, [Card(suit, rank) for suit in rules.suits])
    )
    marriage = _can_meet(holders, [Card(trump, "K"), Card(trump, "Q")])
    runs = sum(_most_of_runs(rules, holders, suit) for suit in rules.suits)
    return fours + runs + rules.trick_marriage * marriage


def _most_of_runs(rules: Rules, holders: Mapping[Card, str | None], suit: str) -> int:
    """Return the most that runs of a suit can bring, each card used once."""
    cards = [Card(suit, rank) for rank in rules.ranks]
    # most[n]: of the n highest cards.
    most = [0]
    for end in range(1, len(cards) + 1):
        found = [most[-1]]
        for length, points in ((3, rules.sequence_of_three), (4, rules.sequence_of_four)):
            if end >= length and _can_meet(holders, cards[end - length : end]):
                found.append(most[end - length] + points)
        most.append(max(found))
    return most[-1]


def _can_meet(holders: Mapping[Card, str | None], cards: list[Card]) -> bool:
    """True if these cards are all left and can fall in one trick: no two are in one hand."""
    if not all(card in holders for card in cards):
        return False
    known = [holders[card] for card in cards if holders[card] is not None]
    return len(set(known)) == len(known)
