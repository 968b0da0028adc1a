"""Facts that the difference of the two results settles where it does not settle the results themselves.

The search maximises own minus other.  Where combinations or penalties make the sum of the two results depend
on the line, best play settles only their difference: the two numbers are those of one line among others as
good.  The functions here tell what holds for all such lines, by bounds of the sum.
"""

from solver.engine import CardValue
from solver.game import Position, Verdict, deal_score, points_of_deal, verdict_of
from solver.rules import Objective, Rules


def is_sum_fixed(rules: Rules) -> bool:
    """True if the results of the two sides have the same sum (but for a slam) whatever is played."""
    match rules.objective:
        case Objective.card_points:
            return not rules.has_combinations
        case Objective.four_points:
            return not rules.forced_discard_penalty
        case Objective.tricks:
            return True


def is_zero_sum(rules: Rules, card: CardValue) -> bool:
    """True if what the side of ``card`` loses by it the other wins, so that a loss says all."""
    return is_sum_fixed(rules) and card.swing == 2 * (card.loss or 0)


def settled_verdict(position: Position, difference: int) -> Verdict | None:
    """Return the verdict on a deal that comes to ``difference``, side 0 minus side 1, or None if not settled.

    It is settled if all sums that are possible from ``position`` on give the same verdict.  More points for
    both sides never lose a contract that is made with fewer, so the least and the most sum speak for all
    between.  None, too, where `verdict_of` has none.
    """
    if position.rules.objective == Objective.four_points:
        return None
    verdicts = set()
    for total in _sums(position):
        first = (total + difference) // 2
        verdicts.add(verdict_of(position, (first, first - difference)))
    return verdicts.pop() if len(verdicts) == 1 else None


def settled_leader(position: Position, difference: int) -> tuple[int | None] | None:
    """Return the side that scores more in a deal for four points, or None for neither, in a tuple of one.

    Return None instead of the tuple if the score takes a dealer who is not known.
    """
    score = deal_score(position.rules, position.contract, position.dealer, (difference, 0))
    if score is None:
        return None
    first, second = score.by_side
    return (None if first == second else int(second > first),)


def settled_slam(position: Position, difference: int) -> tuple[int | None] | None:
    """Return the side that takes all tricks, or None for neither, in a tuple of one; None if not settled."""
    sides = possible_slams(position, difference)
    if not sides:
        return (None,)
    # Without a slam the sum is at most this, and no side is ahead by more than the sum.
    _, high = _sums(position)
    is_certain = len(sides) == 1 and abs(difference) > high - position.rules.slam
    return (sides[0],) if is_certain else None


def possible_slams(position: Position, difference: int) -> list[int]:
    """Return the sides that may take all tricks: who is ahead by what all the cards and the slam count."""
    rules, (low, _) = position.rules, _sums(position)
    return [
        side
        for side, lead in ((0, difference), (1, -difference))
        if not position.tally.tricks[1 - side] and lead >= low + rules.slam
    ]


def _sums(position: Position) -> tuple[int, int]:
    """Return bounds of the sum of both results in a game for card points; the lower one is without a slam."""
    rules, contract, tally = position.rules, position.contract, position.tally
    low = points_of_deal(rules, contract.trump, position.deal.cards()) + sum(tally.combinations)
    fours = max((rules.four_points(rank) for rank in rules.ranks), default=0)
    runs = max(rules.sequence_of_four, rules.sequence_of_three)
    n_tricks = position.deal.n_cards // rules.n_players - len(position.tricks)
    return low, low + rules.slam + n_tricks * max(fours, runs + rules.trick_marriage)
