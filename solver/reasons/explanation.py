"""Explanations: what was played, what was better, why, and what it cost, in one or two sentences."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from solver.answer_row import row, shows
from solver.cards import Card
from solver.game import Outcome
from solver.reasons.discards import WAYS_OF_BOTH
from solver.reasons.finders import find_facts
from solver.reasons.honours import CARD_OF_POINTS, THEME_OF
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.reason_sentences import tell
from solver.reasons.sentences import (
    AS_CARDS_LAY,
    AS_CARDS_LAY_NO_SCORE,
    AS_CARDS_LAY_NO_SCORE_SINCE,
    BETTER,
    BETTER_OPEN,
    CAPOT,
    CONTRACT,
    DEAL,
    DID,
    DOING,
    GAME_EVEN,
    HONOURS,
    LITIGE,
    N_DIFFERENCE,
    N_FORCED,
    N_FORCED_BY,
    N_POINTS,
    N_SPARED,
    N_TRICKS,
    NO_SCORE,
    NO_SCORE_SINCE,
    NO_WHY,
    NO_WHY_KNOWN,
    NOW_LITIGE,
    NOW_TIE,
    SLAMS,
    TIE,
    TURNS,
    VOLE,
    WHY,
    WHY_OPEN,
    WIN,
)
from solver.reasons.settled import is_sum_fixed, is_zero_sum
from solver.reasons.themes import Fact, Mistake, Theme
from solver.reasons.turning import Turn
from solver.records import made_quickly
from solver.rules import Objective, Rules, Scoring
from solver.sentences import Message
from solver.speech import Place, Speech, capitalised


@made_quickly
@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a mistake: its facts, each with a theme, and the sentences that tell them."""

    mistake: Mistake = field(compare=False)
    """Not compared: it follows from the card and the two lines that it was made of."""
    facts: tuple[Fact, ...]
    reason: ProvedReason | None = field(
        default=None,
        metadata=row(
            "Of a card that gave something away: the reason that is told, with its proof.",
            absent="where none is proved",
        ),
    )

    tells_score: bool = True
    """False where an earlier explanation of the deal says already that nothing is left in the score."""
    decided_in: int | None = None
    """The trick, from 0, that decided the contract before, if one did."""
    was_right: bool = False
    """True if the card was right by what the player could know."""
    is_better_when_open: bool = False
    """True if the better card was no better by what the player could know."""
    is_cheap: bool = False
    """True if the cards lay so that the card costs far less than by what the player could know."""
    tells_difference: bool = False
    """True where some card of the deal costs its side more or less than the other wins by it: then what each
    costs is told as the difference of both."""
    named: Card | None = None
    """The better card that is named where no reason is proved; None for the first of them."""
    is_as_played: bool = True
    """False where the reason tells of a trick otherwise than it was played, or than it must be."""
    is_beside_as_played: bool = True
    """The same of the combination that is told beside it."""

    @property
    @shows(
        "Of a card that gave something away: what is behind that, as facts of best play after it and best "
        "play instead of it; *own* is the side that played it.\n\n"
        + "\n".join(f"- `{theme}`: {theme.says}" for theme in Theme)
    )
    def themes(self) -> tuple[Theme, ...]:
        """The themes, in the order of `Theme`."""
        return tuple(fact.theme for fact in self.facts)

    @property
    def better(self) -> Card:
        """The better card that is named."""
        if self.reason is None:
            return self.named or self.mistake.best
        return self.reason.better

    @property
    def compared(self) -> Mistake:
        """The mistake beside the better card that is named."""
        told = None if self.reason is None else self.reason.compared
        return self.mistake if told is None else told

    @shows(
        "Of a card that gave something away: what was better, why, and what it cost, in one or two "
        "sentences in the language that `Accept-Language` asks for.",
        name="explanation",
    )
    def text(self, speech: Speech) -> str:
        """Return the explanation in one or two sentences."""
        mistake, best = self.mistake, self.better
        did = speech.say(
            DID[way_of(mistake, mistake.card)], seat=self._place(mistake.seat), card=mistake.card
        )
        doing = speech.say(DOING[way_of(mistake, best)], card=best)
        is_open = self.was_right or self.is_better_when_open
        better = speech.say(BETTER_OPEN if is_open else BETTER, did=capitalised(did), doing=doing)
        cost = self._cost(speech)
        if self.reason is None:
            is_beyond_players = self.was_right and self.is_better_when_open
            return f"{better} {speech.say(NO_WHY_KNOWN if is_beyond_players else NO_WHY, cost=cost)}"
        now = mistake.played.tricks[0].number
        fact = tell(
            self.reason,
            speech,
            mistake.position.dummy,
            now=now,
            as_played=self.is_as_played,
            beside_as_played=self.is_beside_as_played,
        )
        if is_open and self.reason.hidden:
            return f"{better} {speech.say(WHY_OPEN, fact=capitalised(fact), cost=cost)}"
        return f"{better} {speech.say(WHY, fact=capitalised(fact), cost=cost)}"

    def _place(self, seats: str) -> Place:
        """Return a seat or a side, to be named in a sentence: dummy by that name."""
        return Place(seats, is_dummy=seats == self.mistake.position.dummy)

    def _lost_points(self) -> int:
        """Return the loss where one side gains what the other loses, else the difference given away."""
        swing, loss = self.mistake.chosen.swing or 0, self.mistake.chosen.loss or 0
        return loss if self._is_zero_sum() else swing

    def _is_zero_sum(self) -> bool:
        return not self.tells_difference and is_zero_sum(self.mistake.rules, self.mistake.chosen)

    def _cost(self, speech: Speech) -> str:
        """Say what was given away: points or tricks, then what was lost with them."""
        mistake = self.mistake
        lost = [*self._lost()]
        cost = speech.join([*self._amount(speech), *map(speech.say, lost)])
        before, after = mistake.verdicts
        is_cheap = self.is_cheap and not lost and before == after
        if before != after and after is not None and after.side is None and after.outcome != Outcome.played:
            return speech.say(NOW_LITIGE if after.outcome == Outcome.litige else NOW_TIE, cost=cost)
        if not self.costs_score and self.tells_score:
            if self.decided_in is None:
                return speech.say(AS_CARDS_LAY_NO_SCORE if is_cheap else NO_SCORE, cost=cost)
            since = AS_CARDS_LAY_NO_SCORE_SINCE if is_cheap else NO_SCORE_SINCE
            return speech.say(since, cost=cost, trick=self.decided_in + 1)
        return speech.say(AS_CARDS_LAY, cost=cost) if is_cheap else cost

    @property
    def costs_score(self) -> bool:
        """True unless the card costs nothing in the score, in a game that is scored apart from its result."""
        score_swing = self.mistake.chosen.score_swing
        rules = self.mistake.rules
        is_scored_apart = rules.scoring != Scoring.four_points and is_sum_fixed(rules)
        return not is_scored_apart or score_swing is None or score_swing > 0

    def _amount(self, speech: Speech) -> Iterator[str]:
        rules, n = self.mistake.rules, self._lost_points()
        if rules.objective == Objective.four_points:
            facts = self._facts_of_cost()
            points = [fact for fact in facts if fact.theme in HONOURS]
            own_forced, other_forced = self._forced()
            n_forced = own_forced - other_forced
            is_whole = 2 * len(points) + n_forced == self.mistake.chosen.swing and n_forced >= 0
            # What the opponents are spared is a swing, unless it is told beside points; so is what both lose,
            # or are spared, unless it is as much.
            is_beside = not n_forced or own_forced >= 0 > other_forced
            is_told = not other_forced or (bool(points) and is_beside)
            if is_whole and is_told and self._is_of_reason({fact.theme for fact in points}):
                for fact in points:
                    values = fact.values or {}
                    yield speech.say(_honour(fact), values.get("most", 0), **values)
                yield from self._forced_said(speech, is_alone=not points)
                return
        if not self._is_zero_sum():
            yield speech.say(N_DIFFERENCE, n)
        else:
            yield speech.say(N_TRICKS if rules.objective == Objective.tricks else N_POINTS, n)

    def _forced(self) -> tuple[int, int]:
        """Return the points that own and the opponents lose more by forced discards than with best play."""
        before, after = (course.result.penalties for course in (self.compared.better, self.compared.played))
        own = self.mistake.own
        return after[own] - before[own], after[1 - own] - before[1 - own]

    def _forced_said(self, speech: Speech, *, is_alone: bool) -> Iterator[str]:
        """Say the points of forced discards, and whose they are unless all are own or the reason has told it.

        is_alone: True if no other points are said.
        """
        own_forced, other_forced = self._forced()
        if own_forced == other_forced:
            return
        reason, names, own = self.reason, self.mistake.rules.side_names, self.mistake.own
        way = None
        if reason is not None and reason.reason is Reason.forced_discard:
            way = reason.values["way"]
        # What a sentence of forced discards has told is not told again.
        if other_forced and way not in WAYS_OF_BOTH:
            if own_forced:
                yield speech.say(N_FORCED_BY, own_forced, seat=Place(names[own]))
            yield speech.say(N_SPARED, -other_forced, seat=Place(names[1 - own]))
        else:
            yield speech.say(N_FORCED if way is None or not is_alone else N_POINTS, own_forced - other_forced)

    def _facts_of_cost(self) -> tuple[Fact, ...]:
        """Return the facts beside the card that is told as better."""
        return self.facts if self.compared is self.mistake else find_facts(self.compared)

    def _is_of_reason(self, points: set[Theme]) -> bool:
        """True unless the reason is about one of the points of all fours, and another was lost."""
        if self.reason is None:
            return True
        reason = self.reason.reason
        if reason in THEME_OF:
            return THEME_OF[reason] in points
        if reason not in CARD_OF_POINTS or Theme.game_lost in points:
            return True
        return self.reason.values[CARD_OF_POINTS[reason]] in self.mistake.honours

    def _lost(self) -> Iterator[str]:
        """Yield what else was lost: the contract or the deal, all the tricks."""
        mistake = self.mistake
        themes = self.themes
        if mistake.turns_slam and (Theme.slam_missed in themes or Theme.slam_conceded in themes):
            usual = VOLE if mistake.rules.objective == Objective.tricks else CAPOT
            yield SLAMS.get(mistake.rules.name, usual)
        before, after = mistake.verdicts
        if before is None or after is None or after.rank_for(mistake.own) >= before.rank_for(mistake.own):
            return
        if before.outcome == Outcome.played:
            yield WIN if after.side is None else TIE if before.side is None else DEAL
        elif before.side is None:
            yield LITIGE if before.outcome == Outcome.litige else TIE
        elif after.side is not None:
            yield CONTRACT


def explain(mistake: Mistake, reason: ProvedReason | None = None) -> Explanation:
    """Explain a mistake by its facts, and by the reason that was proved."""
    return Explanation(mistake, find_facts(mistake), reason)


def _honour(fact: Fact) -> Message:
    """Return the message for a point of all fours that is lost."""
    values = fact.values or {}
    is_even = fact.theme == Theme.game_lost and values["most"] == values["least"]
    return GAME_EVEN if is_even else HONOURS[fact.theme]


def way_of(mistake: Mistake, card: Card) -> str:
    """Return how ``card`` is played in this position: a key of `DID` and `DOING`."""
    if not mistake.on_table:
        return "lead"
    led, trump = mistake.on_table[0].suit, mistake.trump
    if card.suit == led:
        return "follow"
    if card.suit != trump:
        return "discard"
    assert mistake.winning is not None
    if mistake.winning.suit != trump:
        return "ruff"
    return "overruff" if mistake.beats_winning(card) else "underruff"


def turn_text(turn: Turn, seat: Place, card: Card, rules: Rules, speech: Speech) -> str:
    """Say in a sentence what changed hands with ``card``."""
    is_side = turn.after in rules.side_names
    has_taker = turn.what == "contract" and rules.scoring in (Scoring.taker, Scoring.bid)
    message = TURNS["taker" if has_taker else turn.what, "side" if is_side else turn.after]
    side: dict[str, Any] = {"side": Place(str(turn.after))} if is_side else {}
    return speech.say(message, seat=seat, card=card, **side)
