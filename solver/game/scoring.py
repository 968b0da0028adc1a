"""The score of a deal: its result under the contract, and the side that holds king and queen of trumps."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from solver.cards import Card
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.duplicate import contract_score
from solver.game.tally import HONOUR_NAMES, DealResult, Pair
from solver.rules import ALL_TRICKS, CAPOT_BID, ContractRule, ContractScoring, Rules, Scoring, Tie


class Outcome(StrEnum):
    """The outcome of the contract; ``played`` in games without one."""

    made = "made"
    failed = "failed"
    litige = "litige"
    tied = "tied"
    played = "played"


class Score(NamedTuple):
    """The score of one deal, by side."""

    by_side: Pair
    outcome: Outcome
    held_over: int = 0
    """Points that go to the side that wins the next deal's contract: the taker's, or the defenders."""

    def to_dict(self, rules: Rules) -> dict[str, int]:
        """Return the score by side name."""
        return rules.by_side(self.by_side)


class Step(NamedTuple):
    """One item of a score whose points are counted one after the other."""

    name: str
    side: int
    points: int


def find_belote_side(rules: Rules, trump: str, hands: Mapping[str, Collection[Card]]) -> int | None:
    """Return the side with king and queen of trumps in one hand; None if the game does not count them.

    ``hands`` are the hands as dealt, by seat.
    """
    if rules.belote:
        king, queen = Card(trump, "K"), Card(trump, "Q")
        for seat, hand in hands.items():
            if king in hand:
                return rules.side_of(seat) if queen in hand else None
    return None


def points_of_deal(rules: Rules, trump: str, cards: Iterable[Card]) -> int:
    """Return the card points of a deal with its last trick, without slam and combinations.

    ``cards`` are all that are played, those of the stock with them.
    """
    return sum(map(rules.points_of_cards(trump).__getitem__, cards)) + rules.last_trick


def points_in_play(rules: Rules, trump: str, deal: Deal) -> int | None:
    """Return the card points of a deal with its last trick, where a bid may ask for all the tricks.

    None where no bid does, or the whole pack is dealt.
    """
    if not rules.asks_for_capot or deal.n_cards == len(rules.deck):
        return None
    return points_of_deal(rules, trump, deal.cards())


def deal_score(
    rules: Rules,
    contract: Contract,
    dealer: str | None,
    result: Pair,
    belote_side: int | None = None,
    in_play: int | None = None,
) -> Score | None:
    """Return the score of a deal; None if it depends on a taker, a bid or a dealer who is not known.

    ``result`` is by side, as `final_result` gives it: tricks, card points with all bonuses but belote, or the
    four points less penalties.  ``belote_side`` is that of `find_belote_side`, ``in_play`` that of
    `points_in_play`.
    """
    belote: Pair = (rules.belote * (belote_side == 0), rules.belote * (belote_side == 1))
    match rules.scoring:
        case Scoring.trick_table:
            return Score((rules.trick_scores[result[0]], rules.trick_scores[result[1]]), Outcome.played)
        case Scoring.four_points:
            return _score_four_points(rules, contract, dealer, result)
        case Scoring.taker if contract.taker is not None:
            return _score_taker(rules, rules.side_of(contract.taker), result, belote)
        case Scoring.bid if contract.taker is not None and contract.bid is not None:
            taker = rules.side_of(contract.taker)
            return _score_bid(rules, contract, contract.bid, taker, result, belote, in_play)
        case Scoring.duplicate if contract.taker is not None and contract.bid is not None:
            return _score_duplicate(rules, contract, contract.bid, rules.side_of(contract.taker), result)
    return None


def _by_side(taker: int, for_taker: int, for_defenders: int) -> Pair:
    return (for_taker, for_defenders) if taker == 0 else (for_defenders, for_taker)


def _score_taker(rules: Rules, taker: int, result: Pair, belote: Pair) -> Score:
    """Score a taker's contract: the side must reach a threshold or beat the other; each keeps its belote."""
    own, other = result[taker], result[1 - taker]
    own_belote, other_belote = belote[taker], belote[1 - taker]
    if rules.contract_rule == ContractRule.threshold:
        is_made = own + own_belote >= rules.threshold
        # Half is a tie where one more would do: a score that is better than with more points is no rule.
        is_equal = own == other and own + own_belote + 1 >= rules.threshold
    else:
        lead = own + own_belote - other - other_belote
        is_made, is_equal = lead > 0, lead == 0

    held_over = 0
    if is_made:
        outcome, scored = Outcome.made, (own, other)
    elif not is_equal or rules.tie == Tie.all:
        outcome, scored = Outcome.failed, (0, own + other)
    elif rules.tie == Tie.held_over:
        outcome, scored, held_over = Outcome.litige, (0, other), own
    else:
        outcome, scored = Outcome.tied, (0, other)
    return Score(_by_side(taker, scored[0] + own_belote, scored[1] + other_belote), outcome, held_over)


def _score_bid(
    rules: Rules, contract: Contract, bid: int, taker: int, result: Pair, belote: Pair, in_play: int | None
) -> Score:
    """Score a bid, which must be reached, belote included; each side keeps its belote, never multiplied."""
    own, other = result[taker], result[1 - taker]
    if bid == CAPOT_BID and rules.asks_for_capot:
        # Capot takes all the tricks: who does so has all the points of the deal, and those for the slam.
        if in_play is None:
            in_play = rules.total_card_points(contract.trump) + rules.last_trick
        is_made = own >= in_play + rules.slam
    else:
        is_made = own + belote[taker] >= bid
    counts_points = rules.contract_scoring != ContractScoring.bid_only
    counts_bid = rules.contract_scoring != ContractScoring.points_only
    if is_made:
        winner, loser = own * counts_points + bid * counts_bid, other * counts_points
    else:
        winner, loser = rules.failed_points * counts_points + bid * counts_bid, 0
    if contract.multiplier > 1:
        winner, loser = winner * contract.multiplier, 0
    scored = _by_side(taker if is_made else 1 - taker, winner, loser)
    return Score((scored[0] + belote[0], scored[1] + belote[1]), Outcome.made if is_made else Outcome.failed)


def _score_duplicate(rules: Rules, contract: Contract, level: int, taker: int, result: Pair) -> Score | None:
    """Score bridge: all points go to one side; deals of fewer than 13 tricks have no score."""
    if sum(result) != ALL_TRICKS:
        return None
    is_vulnerable = contract.vulnerable.includes(rules.side_names[taker])
    points = contract_score(level, contract.trump, contract.multiplier, result[taker], is_vulnerable)
    outcome = Outcome.made if points > 0 else Outcome.failed
    return Score(_by_side(taker, max(points, 0), max(-points, 0)), outcome)


def _score_four_points(rules: Rules, contract: Contract, dealer: str | None, result: Pair) -> Score | None:
    before = _steps_before_play(rules, contract, dealer)
    if before is None:
        return None
    scored = list(result)
    for step in before:
        scored[step.side] += step.points
    return Score((scored[0], scored[1]), Outcome.played)


def _steps_before_play(rules: Rules, contract: Contract, dealer: str | None) -> tuple[Step, ...] | None:
    """Return the points for jacks turned up and a refusal; None if they count and no dealer is known."""
    jacks = contract.turned_jacks * rules.turned_jack_points
    refusal = contract.refused * rules.refusal_points
    if not jacks and not refusal:
        return ()
    if dealer is None:
        return None
    side = rules.side_of(dealer)
    steps = (Step("turned_jacks", side, jacks), Step("refusal", 1 - side, refusal))
    return tuple(step for step in steps if step.points)


def score_steps(rules: Rules, contract: Contract, dealer: str | None, result: DealResult) -> tuple[Step, ...]:
    """Return the score of an all-fours deal in the order in which it is counted, and a match is won.

    First what came before the play, then what was lost by forced discards, then game, high, low, jack.  The
    points add up to those of `deal_score`.  Empty for other games.
    """
    if rules.scoring != Scoring.four_points:
        return ()
    steps = list(_steps_before_play(rules, contract, dealer) or ())
    steps += [Step("penalties", side, -lost) for side, lost in enumerate(result.penalties) if lost]
    steps += [Step("game", side, points) for side, points in enumerate(result.game) if points]
    for honour, name in HONOUR_NAMES.items():
        steps += [Step(name, side, 1) for side, honours in enumerate(result.honours) if honours & honour]
    return tuple(steps)
