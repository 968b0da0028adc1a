"""Accounts of a mistake: what changes sides between its two lines, where that makes the loss.

Nothing is searched.  They are told beside a reason that has no consequence of its own, and alone where
nothing else is proved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from solver.cards import Card
from solver.reasons.course import Course
from solver.reasons.finders import find_facts
from solver.reasons.proved import hidden_with, proved
from solver.reasons.prover import Prover
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.stakes import (
    CARDS,
    COMBINATION_THEMES,
    MOST_NAMED,
    card_values,
    earned_more,
    theirs,
    values_of,
    with_last,
    word_of_card,
    word_of_last,
)
from solver.reasons.themes import Mistake, Theme
from solver.reasons.this_trick import MOST_OVER, explains, proof_by_lines
from solver.reasons.trade import game_of
from solver.rules import COMBINATIONS, Objective

MOST_GAINED = 2
"""The most cards that are named as won in their place."""
MOST_AGAINST = 3
"""The same in the place of the last trick."""
BARE = {
    (Reason.lead_given, ""): "costs",
    (Reason.lead_given, "ruffs"): "ruffs_costs",
    (Reason.lead_given, "overruffs"): "overruffs_costs",
    (Reason.lead_taken, ""): "costs",
    (Reason.keep, "plain"): "costs",
}
"""Reasons, and their ways, that name no consequence of their own; with the way that names what they cost."""
LATER = ((Reason.keep, "win"), (Reason.keep, "same"))
"""Reasons that name a later trick, and nothing of it."""
COMBINATION_REASONS = (Reason.combination_missed, Reason.combination_conceded)
"""Reasons that name a combination."""
LEAST_PART = 1 / 4
"""The share of the loss that combinations make at least, to be told beside another reason."""
N_ENDING = 8
"""The tricks that are left, at most, in a game of tricks: of more than that two lines are two plans, unless
they differ in nothing else."""
ONE_TRICK = 2
"""The worth of a trick that changes sides, own minus other."""


@dataclass(frozen=True, slots=True)
class Account:
    """The cards, and the last trick, that change sides between the two lines, as far as they are named."""

    lost: tuple[Card, ...] = ()
    """The cards that own has with best play only."""
    gained: tuple[Card, ...] = ()
    """Those that own has now only."""
    is_last: bool = False
    """True if own wins the last trick with best play only, and that counts."""

    @property
    def is_plain(self) -> bool:
        """True if only cards are lost, and some are."""
        return bool(self.lost) and not self.gained and not self.is_last

    def worth(self, mistake: Mistake) -> int:
        """Return what it comes to in a game for card points, own minus other."""
        last = mistake.rules.last_trick if self.is_last else 0
        return 2 * (mistake.points(*self.lost) - mistake.points(*self.gained) + last)


def account_of(mistake: Mistake, besides: int = 0) -> Account:
    """Return what makes the loss in few cards, the dearest first; an empty account if nothing does.

    In games of tricks they are those that win a trick in one of the lines: later ones, as of this trick its
    own reasons say more.

    besides: what else makes the loss, own minus other.
    """
    if mistake.rules.objective == Objective.tricks:
        return _winners_lost(mistake)
    is_four = mistake.rules.objective == Objective.four_points
    for account in _points_lost(mistake) if is_four else _cards_lost(mistake):
        worth = _points_of(mistake, account.lost) if is_four else account.worth(mistake)
        if explains(mistake, mistake.cost - worth - besides, 0):
            return account
    return Account()


def _great_loss(mistake: Mistake, besides: int) -> Account:
    """Return what makes a loss in more cards, or in several and the last trick, in a game for card points."""
    # Over a whole deal two lines are two plans.
    if mistake.rules.objective == Objective.card_points and mistake.position.tricks:
        for account in _more_lost(mistake):
            if explains(mistake, mistake.cost - account.worth(mistake) - besides, 0):
                return account
    return Account()


def _winners_lost(mistake: Mistake) -> Account:
    """Return the winners of best play that are lost now, against those that win only now.

    With many tricks left, or for others, both lines must have all their other winners in common.
    """
    better, played = ({*_winners(mistake, course)} for course in (mistake.better, mistake.played))
    lost = tuple(card for card in mistake.lost if card in better)
    gained = tuple(card for card in played - better if mistake.better.side_of[card] != mistake.own)
    if mistake.best in lost:
        return Account()
    is_all = ONE_TRICK * len(lost) == mistake.cost
    is_same = better - played == {*lost} and played - better == {*gained}
    if is_all and (len(mistake.better.tricks) <= N_ENDING or (is_same and len(lost) <= MOST_NAMED)):
        return Account(lost)
    is_against = is_same and len(gained) == 1 and len(lost) <= MOST_NAMED and mistake.card not in lost
    # No card brings itself later on.
    if not is_against or (mistake.card in gained and mistake.card != mistake.played.tricks[0].taking):
        return Account()
    return Account(lost, gained)


def _winners(mistake: Mistake, course: Course) -> Iterator[Card]:
    """Yield the cards with which own wins a trick."""
    return (trick.taking for trick in course.tricks if mistake.wins_own(trick))


def _points_lost(mistake: Mistake) -> Iterator[Account]:
    """Yield what may be told as lost in all fours: cards of points."""
    lost = of_worth(mistake, mistake.lost)
    yield from (Account(tuple(lost[:n_lost])) for n_lost in range(1, 1 + min(MOST_NAMED, len(lost))))


def _points_of(mistake: Mistake, cards: Sequence[Card]) -> int:
    """Return the points of all fours that go with cards, own minus other."""
    return 2 * sum(card in mistake.honours for card in cards) + game_of(mistake, cards, ())


def _cards_lost(mistake: Mistake) -> Iterator[Account]:
    """Yield what may be told as lost for card points: cards, then some with the last trick, or for others."""
    gained = [card for card in cards_won(mistake) if card != mistake.card]  # no card brings itself
    lost, is_last = of_worth(mistake, mistake.lost), _loses_last(mistake)
    n_named = range(1, 1 + min(MOST_NAMED, len(lost)))
    yield from (Account(tuple(lost[:n_lost])) for n_lost in n_named)
    if is_last:
        yield from (Account(tuple(lost[:n_lost]), is_last=True) for n_lost in (0, *n_named[:1]))
    for n_gained in range(1, 1 + min(MOST_GAINED, len(gained))):
        yield from (Account(tuple(lost[:n_lost]), tuple(gained[:n_gained])) for n_lost in n_named)


def _more_lost(mistake: Mistake) -> Iterator[Account]:
    """Yield what may be told where nothing less makes the loss: cards and the last trick, or one more."""
    lost = of_worth(mistake, mistake.lost)
    if _loses_last(mistake):
        yield from (Account(tuple(lost[:n_lost]), is_last=True) for n_lost in range(2, 1 + MOST_NAMED))
    if len(lost) > MOST_NAMED:
        yield Account(tuple(lost[: MOST_NAMED + 1]))


def of_worth(mistake: Mistake, cards: Sequence[Card]) -> list[Card]:
    """Return those of some cards that count for something."""
    return [card for card in cards if mistake.weigh(card)]


def with_combination(reason: ProvedReason, mistake: Mistake) -> ProvedReason:
    """Return a reason with the dearest combination of the two lines, where those make some of the loss.

    mistake: the one beside which it was proved.
    """
    if not mistake.rules.has_combinations or reason.reason in COMBINATION_REASONS:
        return reason
    # Cards whose owners in the two lines make the loss leave nothing for combinations.
    if reason.proof.kind == "lines" and not {*COMBINATIONS} & {*(reason.proof.rules or ())}:
        return reason
    if not LEAST_PART * mistake.cost <= earned_more(mistake) <= (1 + MOST_OVER) * mistake.cost:
        return reason
    found = [fact for fact in find_facts(mistake) if fact.theme in COMBINATION_THEMES]
    dearest = max(found, key=lambda fact: fact.worth)
    values = values_of(mistake, dearest)
    return replace(
        reason,
        beside=(Reason[dearest.theme.name], values),
        hidden=hidden_with(reason, mistake, values["cards"]),
    )


def accounts(mistake: Mistake, _: Prover) -> Iterator[ProvedReason]:
    """Find what changes sides, where that is the loss: a combination, one card, some cards, the last trick.

    It says what best play comes to, not why: all other reasons are told before.
    """
    yield from _losses(mistake)
    if mistake.rules.objective == Objective.card_points:
        yield from chain(_last_against_cards(mistake), _combination_against_cards(mistake))


def _losses(mistake: Mistake) -> Iterator[ProvedReason]:
    """Find what is lost, be it for one or two cards that are won."""
    facts = {fact.theme: fact for fact in find_facts(mistake)}
    earned = earned_more(mistake)
    if earned and explains(mistake, mistake.cost - earned, 0):
        found = [facts[theme] for theme in COMBINATION_THEMES if theme in facts]
        for fact in sorted(found, key=lambda fact: -fact.worth)[:1]:
            proof = proof_by_lines(mistake, "lines", earned, rules=_earning(mistake))
            yield proved(mistake, Reason[fact.theme.name], values_of(mistake, fact), proof)
    account = Account() if mistake.rules.objective == Objective.four_points else account_of(mistake)
    earned = max(earned, 0) if account == Account() else 0
    if earned:
        account = account_of(mistake, earned)
    if account == Account():
        account = _great_loss(mistake, earned)
    cards = (*account.lost, *account.gained)
    if not cards and not account.is_last:
        return
    is_of_tricks = mistake.rules.objective == Objective.tricks
    worth = mistake.cost if is_of_tricks else account.worth(mistake) + earned
    last = ("last_trick",) if account.is_last else ()
    rules = last + (_earning(mistake) if earned else ())
    proof = proof_by_lines(mistake, "lines", worth, cards=cards or None, rules=rules or None)
    if account.is_last and not cards:
        yield proved(mistake, *word_of_last(mistake, facts[Theme.last_trick]), proof)
        return
    for fact in [facts[theme] for theme in CARDS if theme in facts and len(cards) == 1 and account.is_plain]:
        one = card_values(mistake, fact)
        if one is not None and one["card"] == cards[0]:
            yield proved(mistake, *word_of_card(mistake, Reason[fact.theme.name], one), proof)
    others = tuple(card for card in account.lost if card != mistake.card)
    if others:
        values: dict[str, Any] = {"card": mistake.card, "cards": others, "way": "several"}
        if account.gained == (mistake.card,):
            values["way"] = "takes"
        elif account.gained:
            values |= {"gained": account.gained, "way": "against"}
        elif account.is_last:
            values = with_last(mistake, others)
        yield proved(mistake, Reason.card_lost, values | theirs(mistake, others), proof)


def cards_won(mistake: Mistake) -> list[Card]:
    """Return the cards of worth that own has now only, the dearest first."""
    before, after = mistake.better.side_of, mistake.played.side_of
    won = [card for card, side in after.items() if side == mistake.own != before[card]]
    return sorted(of_worth(mistake, won), key=lambda card: (-mistake.points(card), -mistake.heights[card]))


def _won_by_play(mistake: Mistake) -> list[Card]:
    """Return the same without the card that was played, unless it takes its trick."""
    takes = mistake.played.tricks[0].taking == mistake.card
    return [card for card in cards_won(mistake) if takes or card != mistake.card]


def _loses_last(mistake: Mistake) -> bool:
    """True if own wins the last trick with best play only, and that counts."""
    lasts = (mistake.better.tricks[-1], mistake.played.tricks[-1])
    return mistake.rules.last_trick > 0 and [mistake.wins_own(trick) for trick in lasts] == [True, False]


def _last_against_cards(mistake: Mistake) -> Iterator[ProvedReason]:
    """Find that the last trick is lost for cards, up to three, that count for less."""
    if not _loses_last(mistake):
        return
    won = _won_by_play(mistake)
    for n_won in range(1, 1 + min(MOST_AGAINST, len(won))):
        account = Account(gained=tuple(won[:n_won]), is_last=True)
        if not explains(mistake, mistake.cost - account.worth(mistake), 0):
            continue
        rules = ("last_trick",)
        proof = proof_by_lines(mistake, "lines", account.worth(mistake), cards=account.gained, rules=rules)
        if mistake.better.tricks[-1].taking == mistake.card:
            fact = next(fact for fact in find_facts(mistake) if fact.theme is Theme.last_trick)
            yield proved(mistake, *word_of_last(mistake, fact), proof)
            return
        # What the trick that the card takes brings need not be told.
        of_trick = {*mistake.played.tricks[0].cards}
        is_of_trick = of_trick >= {*account.gained} and mistake.card in account.gained
        gained = tuple(card for card in account.gained if card != mistake.card)
        values: dict[str, Any] = {"card": mistake.card, "gained": gained, "way": "against_last"}
        if is_of_trick:
            values = {"card": mistake.card, "way": "takes_last"}
        yield proved(mistake, Reason.card_lost, values, proof)
        return


def _combination_against_cards(mistake: Mistake) -> Iterator[ProvedReason]:
    """Find combinations that count for more than the loss, as cards are won in their place."""
    earned = earned_more(mistake)
    found = [fact for fact in find_facts(mistake) if fact.theme in COMBINATION_THEMES]
    if earned <= mistake.cost or not found:
        return
    won, lost = _won_by_play(mistake), of_worth(mistake, mistake.lost)
    for n_won in range(1, 1 + min(MOST_GAINED, len(won))):
        for n_lost in range(1 + min(1, len(lost))):
            account = Account(tuple(lost[:n_lost]), tuple(won[:n_won]))
            worth = earned + account.worth(mistake)
            if worth < earned and explains(mistake, mistake.cost - worth, 0):
                cards = (*account.lost, *account.gained)
                proof = proof_by_lines(mistake, "lines", worth, cards=cards, rules=_earning(mistake))
                fact = max(found, key=lambda fact: fact.worth)
                yield proved(mistake, Reason[fact.theme.name], values_of(mistake, fact), proof)
                return


def _earning(mistake: Mistake) -> tuple[str, ...]:
    """Return the rules by which combinations earn points in this game."""
    return tuple(name for name in COMBINATIONS if getattr(mistake.rules, name))


def with_cost(reason: ProvedReason, mistake: Mistake) -> ProvedReason:
    """Return a reason that names no consequence with the cards that the mistake costs, if some make the loss.

    mistake: the one beside which it was proved.
    """
    told = (reason.reason, reason.values.get("way", ""))
    if told in LATER:
        # A card that is wanted for nothing else is wanted for the last trick.
        is_last = mistake.rules.last_trick > 0 and account_of(mistake) == Account(is_last=True)
        return _with_last(reason, mistake, (), "costs") if is_last else reason
    is_game = told == (Reason.game_lost, "")
    account = account_of(mistake) if told in BARE or is_game else Account()
    cards = account.lost
    # A trump that ruffs is told already.
    if reason.values.get("other") in cards:
        return reason
    if account.is_last and not account.gained and not is_game and mistake.card not in cards:
        return _with_last(reason, mistake, cards, BARE[told])
    # Of game it is told which cards count for it, be it the card itself.
    is_told = all(map(mistake.points, cards)) if is_game else mistake.card not in cards
    if not account.is_plain or not is_told:
        return reason
    values = (
        {"cards": cards, "way": "cards"}
        if is_game
        else {"card": mistake.card, "cards": cards, "way": BARE[told], **theirs(mistake, cards)}
    )
    return replace(
        reason,
        values={**reason.values, **values},
        hidden=hidden_with(reason, mistake, cards),
    )


def _with_last(reason: ProvedReason, mistake: Mistake, cards: Sequence[Card], way: str) -> ProvedReason:
    """Return a reason with the last trick, and the card lost besides, that the mistake costs."""
    values = {**reason.values, "card": mistake.card, "way": f"{way}_and_last" if cards else f"{way}_last"}
    values |= {"cards": tuple(cards), **theirs(mistake, cards)} if cards else {}
    return replace(reason, values=values, hidden=hidden_with(reason, mistake, cards))
