"""Goals: the result that a side is to reach, and the goal that sets one card of a position apart.

A search maximises *own minus other*.  So each kind of goal is reached from some difference on: contracts and
points where both sides' results follow from their difference, and the difference itself in every game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from solver.answer_row import SideName, row, shows
from solver.engine import Answer
from solver.game import Pair, Position, lead_of, number_sides, sign_of, sum_without_slam, verdict_of
from solver.puzzles.all_tricks import least_of_all_tricks
from solver.puzzles.four_points import open_points
from solver.reasons import is_sum_fixed
from solver.rules import ContractRule, Objective, Rules, Tie
from solver.sentences import Message, mark, mark_in, mark_n
from solver.speech import Place, Speech

LEAST_POINTS = 10
"""The points of cards that a wrong card gives away, where it turns no contract: a ten, or the last trick."""


class GoalKind(StrEnum):
    """The kind of a goal."""

    contract = "contract"
    defeat = "defeat"
    capot = "capot"
    tricks = "tricks"
    points = "points"
    lead = "lead"
    honour = "honour"
    expected = "expected"


PLAIN_KINDS = frozenset({GoalKind.tricks, GoalKind.points, GoalKind.lead, GoalKind.honour})
"""The kinds of a goal that asks for the best result, and for nothing that it turns."""

_SENTENCES: dict[GoalKind, Message] = {
    GoalKind.contract: mark("{side} to make the contract."),
    GoalKind.defeat: mark("{side} to defeat the contract."),
    GoalKind.capot: mark("{side} to take all the tricks."),
    GoalKind.tricks: mark_n("{side} to take {n} trick in all.", "{side} to take {n} tricks in all."),
    GoalKind.points: mark_n("{side} to reach {n} point in all.", "{side} to reach {n} points in all."),
    GoalKind.lead: mark_n(
        "{side} to end {n} point ahead or more.",
        "{side} to end {n} points ahead or more.",
    ),
    GoalKind.expected: mark("{side} to find the card that is best on average."),
}
_LOSING = mark_n(
    "{side} to end no more than {n} point behind.", "{side} to end no more than {n} points behind."
)
_NAMES = {
    "high": mark_in("point for", "high"),
    "low": mark_in("point for", "low"),
    "jack": mark_in("point for", "the jack"),
    "game": mark_in("point for", "game"),
}
_ONE_HONOUR = mark("{side} to win the point for {honours}.")
_ALL_HONOURS = mark("{side} to win the points for {honours}.")
_SOME_HONOURS = mark_n(
    "{side} to win one of the points for {honours}.", "{side} to win {n} of the points for {honours}."
)
_DEFEAT_BEYOND_TIE = mark("{side} to defeat the contract; a tie is not enough.")
_NOT_BEHIND = mark("{side} to end level or ahead.")


@dataclass(frozen=True, slots=True)
class Goal:
    """The result that a side is to reach at the end of the deal, with all that it holds already."""

    rules: Rules
    side: SideName = field(metadata=row("The side that is to reach it."))
    kind: GoalKind = field(
        metadata=row(
            "`contract`, `defeat`: the contract is made, or fails. `capot`: all the tricks. `tricks`, "
            "`points`: at least so many at the end of the deal. `lead`, where the sum of both sides' results "
            "depends on the play: at least so many more than the other side. "
            "`honour`, of all fours: at least `wanted` of the points in `honours`, those still open. "
            "`expected`, of a hidden puzzle: the most on average."
        )
    )
    at_least: int | None = field(
        metadata=row(
            "The least result of that side with which the goal is reached, what it holds already included; "
            "for `lead` and `honour` the least difference from the other side, below 0 for a side that is to "
            "lose by no more. Null for a "
            "contract that depends on both sides' results, and for `expected`."
        )
    )

    honours: tuple[str, ...] | None = field(
        default=None,
        metadata=row(
            "The points of all fours that no side has for sure when the puzzle begins: `high`, `low`, "
            "`jack`, `game`.",
            absent="unless the kind is `honour`",
        ),
    )
    wanted: int | None = field(
        default=None,
        metadata=row("The least number of these that reaches it.", absent="unless the kind is `honour`"),
    )
    misses_tie: bool = False
    """True for a contract to defeat that a tie, which may come, leaves open."""

    @property
    def number(self) -> int:
        """The number of the side."""
        return self.rules.side_names.index(self.side)

    def is_reached(self, position: Position, result: Pair) -> bool:
        """True if the goal is reached by a deal, that of ``position``, which ends with ``result``."""
        if self.at_least is None:
            verdict = verdict_of(position, result)
            return verdict is not None and verdict.side == self.number
        if self.kind in (GoalKind.lead, GoalKind.honour):
            return sign_of(self.number) * lead_of(result) >= self.at_least
        return result[self.number] >= self.at_least

    @shows("The goal in a sentence.", name="text")
    def say(self, speech: Speech) -> str:
        """Say the goal in a sentence."""
        if self.honours is not None and self.wanted is not None:
            names = [name_honour(honour, speech) for honour in self.honours]
            message: Message = _ALL_HONOURS if len(names) > 1 else _ONE_HONOUR
            message = _SOME_HONOURS if self.wanted < len(names) else message
            return speech.say(message, self.wanted, side=Place(self.side), honours=names)
        message, n = _SENTENCES[self.kind], self.at_least or 0
        if self.misses_tie:
            message = _DEFEAT_BEYOND_TIE
        if self.kind == GoalKind.lead and n <= 0:
            message, n = (_LOSING, -n) if n else (_NOT_BEHIND, 0)
        return speech.say(message, n, side=Place(self.side))


def name_honour(honour: str, speech: Speech) -> str:
    """Return the name of a point of all fours, as it stands behind "the point for"."""
    context, text = _NAMES[honour]
    return speech.translate(text, context)


def honour_goal(position: Position, side: int, lead: int) -> Goal | None:
    """Return the goal to end ``lead`` ahead as one of the points of all fours; None where more counts."""
    still = open_points(position)
    if still is None:
        return None
    rules = position.rules
    wanted = still.wanted(side, lead)
    return Goal(rules, rules.side_names[side], GoalKind.honour, lead, still.names, wanted)


def capot_goal(position: Position, side: int) -> Goal | None:
    """Return the goal to take all the tricks; None where the result does not tell who took them."""
    least = least_of_all_tricks(position, side)
    if least is None:
        return None
    return Goal(position.rules, position.rules.side_names[side], GoalKind.capot, least)


def choose_goal(position: Position, answer: Answer) -> Goal | None:
    """Return the goal that the best class of cards reaches and no other card does; None if there is none.

    The contract goes before a capot, that before the plain result; a plain result must lie a trick, a point
    of all fours or `LEAST_POINTS` above the next card's.  ``answer`` must have all cards proved.
    """
    best, *others = answer.cards
    rivals = [card for card in others if card.card not in best.equals]
    own = position.side_to_play
    if own is None or not rivals or best.bounds.low <= rivals[0].bounds.low:
        return None
    results = [number_sides(position.rules, card.value) for card in (best, rivals[0]) if card.value]
    rival = verdict_of(position, results[1])
    # A card after which the contract is won too does not miss it; that is told quickly.
    turns_contract = rival is None or rival.side != own
    for goal in _goals(position, own, results[0], best.bounds.low, turns_contract=turns_contract):
        if goal.is_reached(position, results[0]) and not goal.is_reached(position, results[1]):
            if goal.kind in PLAIN_KINDS and best.bounds.low - rivals[0].bounds.low < least_swing(
                position.rules
            ):
                continue
            return goal
    return None


def least_swing(rules: Rules) -> int:
    """Return the difference, own minus other, that a wrong card must give away to miss a plain goal."""
    if rules.objective == Objective.card_points:
        # What one side loses the other wins, where the sum of their results is fixed.
        usual = LEAST_POINTS if rules.has_combinations else 2 * LEAST_POINTS
        # A game of one's own may have few points.
        return min(usual, rules.mistake)
    return 2 if rules.objective == Objective.tricks else 1


def _goals(position: Position, own: int, result: Pair, lead: int, *, turns_contract: bool) -> Iterator[Goal]:
    """Yield the goals that a result could be a goal for, the most telling first."""
    rules = position.rules
    side = rules.side_names[own]
    verdict = verdict_of(position, result)
    if turns_contract and verdict is not None and verdict.side == own:
        contract = contract_goal(position, own)
        if contract is not None:
            yield contract
    honours = honour_goal(position, own, lead)
    if honours is not None:
        yield honours
        return
    capot = capot_goal(position, own)
    if capot is not None and capot.is_reached(position, result):
        yield capot
    kind = plain_kind(rules)
    yield Goal(rules, side, kind, lead if kind == GoalKind.lead else result[own])


def plain_kind(rules: Rules) -> GoalKind:
    """Return the kind of a plain goal: one side's result where the search settles it, else the lead."""
    if not is_sum_fixed(rules):
        return GoalKind.lead
    return GoalKind.tricks if rules.objective == Objective.tricks else GoalKind.points


def contract_goal(position: Position, side: int) -> Goal | None:
    """Return the goal to make the contract, or to defeat it; None where no difference of results tells."""
    rules, taking = position.rules, position.taking_side
    if taking is None:
        return None
    kind = GoalKind.contract if taking == side else GoalKind.defeat
    if is_sum_fixed(rules):
        least = _least_for_verdict(position, side)
        if least is None:
            return None
        # A capot that was bid falls to any trick, also to one without points, which no result tells.
        told = None if rules.bids and not least else least
        return Goal(
            rules, rules.side_names[side], kind, told, misses_tie=_is_tied_below(position, side, kind, least)
        )
    if rules.bids or rules.contract_rule != ContractRule.majority:
        return None
    misses_tie = kind == GoalKind.defeat and rules.tie != Tie.all
    return Goal(rules, rules.side_names[side], kind, None, misses_tie=misses_tie)


def _is_tied_below(position: Position, side: int, kind: GoalKind, least: int) -> bool:
    """True if a contract to defeat is neither made nor failed with one point less than defeats it."""
    total = sum_without_slam(position)
    if kind != GoalKind.defeat or total is None or not least:
        return False
    own, other = least - 1, total - least + 1
    verdict = verdict_of(position, (own, other) if side == 0 else (other, own))
    return verdict is not None and verdict.side is None


def _least_for_verdict(position: Position, side: int) -> int | None:
    """Return the least result of a side with which the deal's verdict is for it; None if more may lose it.

    That happens where a short deal has fewer points than a contract needs: equal points then save its taker.
    """
    total = sum_without_slam(position)
    if total is None:
        return None

    def is_won(own: int, other: int) -> bool:
        verdict = verdict_of(position, (own, other) if side == 0 else (other, own))
        return verdict is not None and verdict.side == side

    won = [is_won(least, total - least) for least in range(total + 1)]
    if sorted(won) != won:
        return None
    if won[-1]:
        return won.index(True)
    # A contract that only all the tricks make is reached by nothing less.
    most = total + position.rules.slam
    return most if is_won(most, 0) else None
