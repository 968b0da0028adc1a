"""Accounts of a mistake: what changes sides between its two lines, where that makes the loss.

Nothing is searched.  They are told beside a reason that has no consequence of its own, and alone where
nothing else is proved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.cards import Card
from solver.reasons.finders import find_facts
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.stakes import (
    CARDS,
    COMBINATION_THEMES,
    COMBINATIONS,
    card_values,
    earned_more,
    values_of,
    word_of_card,
    word_of_last,
)
from solver.reasons.themes import Mistake, Theme
from solver.reasons.this_trick import explains, proof_by_lines
from solver.reasons.trade import game_of
from solver.rules import Objective

MOST_NAMED = 3
"""The most cards that are named as lost."""
MOST_GAINED = 2
"""The most cards that are named as won in their place."""
BARE = ((Reason.lead_given, ""), (Reason.lead_taken, ""), (Reason.keep, "plain"))
"""Reasons, and their ways, that name no consequence of their own."""
N_ENDING = 8
"""The tricks that are left, at most, in a game of tricks: of more than that two lines are two plans."""
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


def account_of(mistake: Mistake) -> Account:
    """Return what makes the loss in few cards, the dearest first; an empty account if nothing does.

    In games of tricks they are those that win a trick with best play, and are lost now: later ones, as of
    this trick its own reasons say more.
    """
    if mistake.rules.objective == Objective.tricks:
        winners = [card for card in mistake.lost if mistake.better.trick_of[card].taking == card]
        is_all = ONE_TRICK * len(winners) == mistake.cost and len(mistake.better.tricks) <= N_ENDING
        return Account(tuple(winners) if is_all and mistake.best not in winners else ())
    is_four = mistake.rules.objective == Objective.four_points
    for account in _points_lost(mistake) if is_four else _cards_lost(mistake):
        worth = _points_of(mistake, account.lost) if is_four else account.worth(mistake)
        if explains(mistake, mistake.cost - worth, 0):
            return account
    return Account()


def _points_lost(mistake: Mistake) -> Iterator[Account]:
    """Yield what may be told as lost in all fours: cards of points."""
    for n_lost in range(1, 1 + min(MOST_NAMED, len(_of_worth(mistake, mistake.lost)))):
        yield Account(tuple(_of_worth(mistake, mistake.lost)[:n_lost]))


def _points_of(mistake: Mistake, cards: Sequence[Card]) -> int:
    """Return the points of all fours that go with cards, own minus other."""
    return 2 * sum(card in mistake.position.honours for card in cards) + game_of(mistake, cards, ())


def _cards_lost(mistake: Mistake) -> Iterator[Account]:
    """Yield what may be told as lost for card points: cards, then some with the last trick, or for others."""
    before, after = mistake.better.side_of, mistake.played.side_of
    won = [card for card, side in after.items() if side == mistake.own != before[card]]
    gained = [card for card in won if card != mistake.card]  # no card brings itself
    gained = sorted(
        _of_worth(mistake, gained), key=lambda card: (-mistake.points(card), -mistake.heights[card])
    )
    lost = _of_worth(mistake, mistake.lost)
    lasts = (mistake.better.tricks[-1], mistake.played.tricks[-1])
    is_last = [mistake.wins_own(trick) for trick in lasts] == [True, False] and mistake.rules.last_trick > 0
    n_named = range(1, 1 + min(MOST_NAMED, len(lost)))
    yield from (Account(tuple(lost[:n_lost])) for n_lost in n_named)
    if is_last:
        yield from (Account(tuple(lost[:n_lost]), is_last=True) for n_lost in (0, *n_named[:1]))
    for n_gained in range(1, 1 + min(MOST_GAINED, len(gained))):
        yield from (Account(tuple(lost[:n_lost]), tuple(gained[:n_gained])) for n_lost in n_named)


def _of_worth(mistake: Mistake, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if mistake.weigh(card)]


def accounts(mistake: Mistake, _: Prover) -> Iterator[ProvedReason]:
    """Find what changes sides, where that is the loss: a combination, one card, some cards, the last trick.

    It says what best play comes to, not why: all other reasons are told before.
    """
    facts = {fact.theme: fact for fact in find_facts(mistake)}
    earned = earned_more(mistake)
    if earned and explains(mistake, mistake.cost - earned, 0):
        found = [facts[theme] for theme in COMBINATION_THEMES if theme in facts]
        for fact in sorted(found, key=lambda fact: -fact.worth)[:1]:
            rules = tuple(name for name in COMBINATIONS if getattr(mistake.rules, name))
            proof = proof_by_lines(mistake, "lines", earned, rules=rules)
            yield proved(mistake, Reason[fact.theme.name], values_of(mistake, fact), proof)
    account = Account() if mistake.rules.objective == Objective.four_points else account_of(mistake)
    cards = (*account.lost, *account.gained)
    if not cards and not account.is_last:
        return
    is_of_tricks = mistake.rules.objective == Objective.tricks
    worth = mistake.cost if is_of_tricks else account.worth(mistake)
    last = ("last_trick",) if account.is_last else None
    proof = proof_by_lines(mistake, "lines", worth, cards=cards or None, rules=last)
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
        if account.gained:
            values |= {"gained": account.gained, "way": "against"}
        elif account.is_last:
            values["way"] = "and_last"
        yield proved(mistake, Reason.card_lost, values, proof)


def with_cost(reason: ProvedReason, mistake: Mistake) -> ProvedReason:
    """Return a reason that names no consequence with the cards that the mistake costs, if some make the loss.

    mistake: the one beside which it was proved.
    """
    told = (reason.reason, reason.values.get("way", ""))
    account = account_of(mistake) if told in BARE else Account()
    cards = account.lost
    if not account.is_plain or mistake.card in cards:
        return reason
    return replace(
        reason,
        values={**reason.values, "card": mistake.card, "cards": cards, "way": "costs"},
        hidden=tuple(dict.fromkeys((*reason.hidden, *mistake.hidden(*cards)))),
    )
