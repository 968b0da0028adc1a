"""The order of the techniques: rarest and strictest first, what is only likely last."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from solver.cards import Card
from solver.reasons.course import Course
from solver.reasons.holding import lead_after
from solver.reasons.lead_words import is_lost_anyway
from solver.reasons.masters import masters_together, masters_together_later
from solver.reasons.proved import hidden_with
from solver.reasons.prover import Prover
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.techniques.endplays import danger_hand, squeeze, throw_in, thrown_in
from solver.reasons.techniques.entries import duck, hold_up, overtake, unblock
from solver.reasons.techniques.finesse_drop import drop, drop_now, finesse, finesse_now, lead_towards, safety
from solver.reasons.techniques.guards import cash, cash_with_partner, cover, guard, set_up
from solver.reasons.techniques.keeping import (
    cheap_trick,
    enough,
    kept,
    lead_beaten,
    lead_ruffed,
    overruffed,
    overtaken,
    take,
    thrown,
)
from solver.reasons.techniques.leads import entry, honour_lost, lead_lost, suit_bad, suit_good
from solver.reasons.techniques.scene import Scene, is_scene
from solver.reasons.techniques.spent import driven_out, partner_spared, partner_spent
from solver.reasons.techniques.trumps import draw_trumps, force, promotion, ruff, trumps_drawn
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import facts_of_trick

Test = Callable[[Mistake, Prover], Iterator[ProvedReason]]
"""A test yields the reasons that it proves of a mistake, the most telling first."""
Technique = Callable[[Scene], Iterator[ProvedReason]]

LIKELY: tuple[Technique, ...] = (honour_lost, suit_good, lead_lost, entry, kept, suit_bad)
"""Likely reasons, and cards that are to be kept where another suit is the only good one."""


def _test(technique: Technique) -> Test:
    """Return a technique as a test of mistakes."""

    def test(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        if is_scene(mistake.rules):
            scene = Scene(mistake, prover)
            if scene.is_played_by_partnerships:
                yield from technique(scene)

    return test


def _of(is_lead: bool, test: Test) -> Test:
    """Return a test that is asked for leads only, or for all other cards only."""

    def asked(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        if is_lead != bool(mistake.on_table):
            yield from test(mistake, prover)

    return asked


def _taken(test: Test) -> Test:
    """Return a test that tells no card to take the trick if an opponent behind it can beat it."""

    def asked(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        trick = mistake.better.tricks[0]
        place = trick.cards.index(mistake.best)
        behind = [seat for seat in trick.seats[place + 1 :] if not mistake.is_own(seat)]
        higher = [
            card
            for seat in behind
            for card in mistake.position.hands[seat]
            if card.suit == mistake.best.suit and mistake.heights[card] > mistake.heights[mistake.best]
        ]
        yield from (
            reason
            for reason in test(mistake, prover)
            if not higher
            or reason.reason is not Reason.trick_not_taken
            or not reason.values.get("way", "").startswith("self")
        )

    return asked


def _beaten(test: Test) -> Test:
    """Return a test that tells no lead to fall to a card if its suit loses as many tricks with best play.

    But a card that wins a trick of best play is wasted, unless a lower one of its suit costs as much.
    """

    def asked(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        for reason in test(mistake, prover):
            is_told = (
                reason.reason != Reason.lead_beaten
                or reason.values.get("way") == "self"
                or not is_lost_anyway(mistake)
                or (_is_winner(mistake) and not _is_suit_bad(mistake, prover))
            )
            if is_told:
                yield _of_suit(reason, mistake, prover)

    return asked


def _of_suit(reason: ProvedReason, mistake: Mistake, prover: Prover) -> ProvedReason:
    """Return the reason, told of the suit that was led if all its cards can fall, and cost as much."""
    if reason.reason is not Reason.lead_beaten or reason.values.get("way") != "low":
        return reason
    same = [card for card in mistake.position.legal_plays() if card.suit == mistake.card.suit]
    is_one = len(same) == len({mistake.card, *mistake.chosen.equals})
    hands = mistake.position.hands
    others = [card for seat in hands if not mistake.is_own(seat) for card in hands[seat]]
    theirs = [card for card in others if card.suit == mistake.card.suit]
    if is_one or not all(any(mistake.beats(one, card) for one in theirs) for card in same):
        return reason
    _, played = mistake.leads_own
    if any(_value(mistake, card, prover) > played for card in same):
        return reason
    values = {**reason.values, "suit": mistake.card.suit, "way": "suit"}
    if all(mistake.beats(reason.values["other"], card) for card in same):
        return replace(reason, values=values)
    found = _falls_to(mistake, max(same, key=mistake.heights.__getitem__), prover)
    if found is None:
        return reason
    higher, holder = found
    values |= {"higher": higher, "way": "suit_same"}
    if holder != reason.values["seat"]:
        values |= {"holder": holder, "way": "suit_two"}
    return replace(reason, values=values, hidden=hidden_with(reason, mistake, (higher,)))


def _falls_to(mistake: Mistake, card: Card, prover: Prover) -> tuple[Card, str] | None:
    """Return the lowest card to which a lead can fall, with the opponent who takes it with best play.

    None if nobody takes it so with a card of its suit, or if partner's card beats that one.
    """
    position = mistake.position.play(card)
    trick = Course(mistake.position, (card, *prover.line(position))).tricks[0]
    if mistake.wins_own(trick) or trick.taking.suit != card.suit:
        return None
    hands = mistake.position.hands
    ours = [one for seat in mistake.own_seats for one in hands[seat] if one.suit == card.suit]
    rivals = [*ours, *(one for one in trick.cards if one != trick.taking and one.suit == card.suit)]
    taking = [one for one in hands[trick.winner] if all(mistake.beats(one, other) for other in rivals)]
    taking = [one for one in taking if one.suit == card.suit]
    return (min(taking, key=mistake.heights.__getitem__), trick.winner) if taking else None


def _value(mistake: Mistake, card: Card, prover: Prover) -> int:
    """Return the value of a card in the place of the mistake, or a value above it if it is above it."""
    _, played = mistake.leads_own
    return prover.value(mistake.position.play(card), played, least=played, most=played)


def _is_winner(mistake: Mistake) -> bool:
    """True if the card wins a trick of best play."""
    return mistake.better.trick_of[mistake.card].taking == mistake.card


def _is_suit_bad(mistake: Mistake, prover: Prover) -> bool:
    """True if a lower card of the suit that was led, no equal of the card, costs as much."""
    lower = [
        card
        for card in mistake.position.legal_plays()
        if card.suit == mistake.card.suit
        and mistake.heights[card] < mistake.heights[mistake.card]
        and card not in mistake.chosen.equals
    ]
    if not lower:
        return False
    _, played = mistake.leads_own
    return _value(mistake, min(lower, key=mistake.heights.__getitem__), prover) <= played


def _wasted(test: Test) -> Test:
    """Return a test that tells no lead to be kept if it is the best suit that should be led.

    So it is where every plain lead of a third suit costs as much, though it keeps the card.
    """

    def asked(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        for reason in test(mistake, prover):
            if mistake.on_table or reason.reason is not Reason.keep or not _is_one_suit_good(mistake, prover):
                yield reason

    return asked


def _is_one_suit_good(mistake: Mistake, prover: Prover) -> bool:
    """True if there are plain leads of third suits, and all cost as much as the card, or more."""
    if len(mistake.best_suits) > 1:
        return False
    suits = {mistake.card.suit, mistake.best.suit, mistake.trump}
    third = [card for card in mistake.position.legal_plays() if card.suit not in suits]
    _, played = mistake.leads_own
    return bool(third) and all(_value(mistake, card, prover) <= played for card in third)


def _same_suit(test: Test) -> Test:
    """Return a test that is asked only where both cards are of one suit."""

    def asked(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        if mistake.card.suit == mistake.best.suit:
            yield from test(mistake, prover)

    return asked


def _only(test: Test, *reasons: Reason) -> Test:
    """Return a test of which only some reasons are told."""

    def chosen(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        yield from (one for one in test(mistake, prover) if one.reason in reasons)

    return chosen


def _of_defenders(test: Test) -> Test:
    """Return a test that is asked only of plain cards of the side that has not the contract."""

    def asked(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        taker = mistake.position.contract.taker
        if taker is not None and not mistake.is_own(taker) and not mistake.is_trump(mistake.card):
            yield from test(mistake, prover)

    return asked


def _unless_taken(test: Test) -> Test:
    """Return a test that tells that the best card takes this trick, where it tells a card to be kept else."""

    def asked(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
        for reason in test(mistake, prover):
            is_kept = reason.reason is Reason.keep and bool(mistake.on_table)
            taken = next(TAKE(mistake, prover), None) if is_kept else None
            yield taken or reason

    return asked


TAKE: Test = _taken(_test(take))
"""The test of a trick that the best card takes."""
KEPT: Test = _wasted(_test(kept))
"""The test of a card that is wanted later."""
_TESTS: tuple[Test, ...] = (
    # What the trick shows at once.
    _of(False, _test(overtake)),
    _test(overtaken),
    _of(False, _test(drop_now)),
    _test(danger_hand),
    _test(overruffed),
    masters_together,
    _of(False, _taken(facts_of_trick)),
    _test(finesse_now),
    _test(enough),
    # Techniques: the rarest and strictest first.
    _test(squeeze),
    _test(promotion),
    _test(cover),
    _test(throw_in),
    _test(thrown_in),
    _test(hold_up),
    _of_defenders(_only(_test(driven_out), Reason.suit_good)),
    _test(lead_towards),
    _test(lead_beaten),
    _test(draw_trumps),
    _test(partner_spent),
    _test(partner_spared),
    _test(lead_ruffed),
    _of(True, _only(facts_of_trick, Reason.lead_ruffed)),
    _test(trumps_drawn),
    _same_suit(_test(cash)),
    _unless_taken(_test(ruff)),
    _only(_test(driven_out), Reason.uppercut, Reason.force),
    _test(duck),
    _test(cash),
    _test(safety),
    _test(finesse),
    _test(drop),
    _test(unblock),
    _test(guard),
    # What is kept, spent or given away.
    TAKE,
    _test(cheap_trick),
    KEPT,
    _test(driven_out),
    _test(set_up),
    _test(force),
    _test(cash_with_partner),
    _only(lead_after, Reason.lead_taken, Reason.lead_beaten, Reason.master_not_cashed),
    _of(True, _same_suit(facts_of_trick)),
    masters_together_later,
    *(_test(technique) for technique in LIKELY),
    _test(thrown),
)
TESTS_OF_TRICKS: tuple[Test, ...] = tuple(map(_beaten, _TESTS))
"""The tests of games for tricks, in the order in which the first that passes is told."""
