"""The search for a reason: the tests, in the order in which the first that passes is told."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from solver.cards import Card
from solver.engine import Bounds, Budget, CardValue, Solver
from solver.game import lead_of, sign_of
from solver.reasons.accounts import accounts, with_combination, with_cost
from solver.reasons.as_played import is_left
from solver.reasons.course import Course
from solver.reasons.discards import forced_discard, forced_discard_and_game, forced_discard_now
from solver.reasons.free_plays import with_free_discard
from solver.reasons.holding import card_kept, half_kept, kept_anyhow, lead_after, lead_anyhow
from solver.reasons.honours import honours, honours_anyhow
from solver.reasons.last_given import with_last_given
from solver.reasons.lead_words import is_ruffed_again
from solver.reasons.masters import masters_together, masters_together_later
from solver.reasons.open_card import face_up
from solver.reasons.places import holder, void
from solver.reasons.prover import Prover, UnprovedError
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.stakes import combination, slams, stakes, without
from solver.reasons.swaps import swapped
from solver.reasons.techniques.order import KEPT, TESTS_OF_TRICKS, Test
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import MOST_LEFT, facts_of_trick, half_of_trick, more_than_trick
from solver.reasons.trumps import force, force_needed, force_spent, overruff_forced, trumps
from solver.reasons.two_stakes import two_stakes
from solver.rules import Objective

TESTS: tuple[Test, ...] = (
    forced_discard_now,
    facts_of_trick,
    swapped,
    forced_discard,
    face_up,
    combination,
    trumps,
    overruff_forced,
    masters_together,
    card_kept,
    honours,
    forced_discard_and_game,
    force,
    lead_after,
    slams,
    void,
    honours_anyhow,
    half_of_trick,
    force_spent,
    masters_together_later,
    stakes,
    force_needed,
    kept_anyhow,
    more_than_trick,
    lead_anyhow,
    two_stakes,
    half_kept,
    accounts,
    holder,
)
"""The tests of games for points: facts of the trick, then what lies further on."""

MOST_SUITS = 2
"""The suits of the best leads from which on none of them is told for what it does."""
OF_SUIT = (Reason.finesse, Reason.lead_towards)
"""The reasons for best play that say how a suit is to be played, and so why another card of it is bad."""
OF_WRONG_SUIT = (Reason.lead_beaten, Reason.lead_ruffed, Reason.suit_bad)
"""The reasons for which the suit that was led is bad, or the card beside another of its suit."""
OF_THIS_TRICK = (Reason.face_up, Reason.jack_caught, Reason.low_saved)
"""Reasons of games with a stock that tell what this trick is played for."""
MOST_COMPARED = 4
"""The best cards with which a mistake is compared, of those that are not equals."""


def find_reason(
    mistake: Mistake, budget: Budget, home: Solver, among: Collection[Card] | None = None
) -> ProvedReason | None:
    """Return the first reason that is proved; None if none is.

    Once a limit comes, only what happens in this trick is looked at; nothing, where ``among`` is given.

    Each test is tried with every best card, before the next test.

    home: a solver of the deal, which its mistakes may share.
    among: the best cards of which one is to be told as better; any, if it is None.
    """
    prover = Prover(mistake.own, budget, home)
    first, spare = mistake.best, None
    try:
        if among is not None and first not in among:
            value = next(value for value in mistake.others if value.card in among)
            mistake = _beside(mistake, value, prover)
        if mistake.rules.objective == Objective.tricks:
            return _reason_of_tricks(mistake, prover, among)
        compared = list(_compared(mistake, prover, among))
        compared += [one for other in compared for one in _without_slam(other, prover)]
        for test in TESTS:
            found = [(reason, one) for one in compared for reason in _first(test(one, prover))]
            if found:
                reason, one = min(found, key=lambda entry: _rank(*entry))
                reason, one = _of_stock(reason, compared, prover) or (reason, one)
                if one.rules != mistake.rules:
                    reason = replace(_aside(reason, "slam"), played=one.played)
                if one.best != first:
                    reason = replace(reason, compared=one)
                told = with_combination(with_cost(_named_lowest(one, reason), one), one)
                told = with_last_given(with_free_discard(told, one, prover), one, prover)
                if not (_says_little(reason) or _is_lost_anyway(told, one) or _is_led_by_grace(reason, one)):
                    return told
                spare = spare or told
    except UnprovedError:
        if among is not None:
            return None
        # What needs no search can still be told.
        unsearched = (test(mistake, prover) for test in (swapped, half_of_trick, accounts))
        return next(chain.from_iterable(unsearched), spare)
    return spare


def _reason_of_tricks(
    mistake: Mistake, prover: Prover, among: Collection[Card] | None
) -> ProvedReason | None:
    """Return the first reason that is proved in a game of tricks; None if none is."""
    nearest = (one for one in _nearest(mistake, prover) if among is None or one.best in among)
    compared = [_alike(one, prover) or one for one in (mistake, *nearest)]
    asked = (
        with_free_discard(with_cost(reason, one), one, prover)
        for test in TESTS_OF_TRICKS
        for one in compared
        for reason in test(one, prover)
        if not _blames_good_suit(reason, one)
    )
    # Nobody need ruff if another discard is as good: then the card that was thrown is wanted.
    thrown = (reason for one in _discards(mistake, prover) for reason in KEPT(one, prover))
    found = chain((reason for reason in thrown if reason.values.get("way") == "win"), asked)
    lost = (with_free_discard(reason, one, prover) for one in compared for reason in accounts(one, prover))
    if mistake.on_table or len(mistake.best_suits) < MOST_SUITS:
        return next(chain(found, lost), None)
    # Where many suits are as good, what one of them does is not the reason: the card that was led is.
    spare = None
    try:
        for reason in found:
            if _is_of_card(mistake, reason) and not (spare and reason.is_weak):
                return reason
            spare = spare or reason
    except UnprovedError:
        if spare is None:
            raise
    return spare or next(lost, None)


def _is_of_card(mistake: Mistake, reason: ProvedReason) -> bool:
    """True if a reason says why the card that was led is bad: or for what its suit is to be played else."""
    is_of_suit = reason.reason in OF_SUIT and reason.values["card"].suit == mistake.card.suit
    return is_of_suit or reason.proof.best.after >= reason.proof.best.before


def _blames_good_suit(reason: ProvedReason, mistake: Mistake) -> bool:
    """True if a suit is told to be wrong, beside a card of another, of which a card is as good."""
    is_good = mistake.best.suit != mistake.card.suit in mistake.best_suits
    return is_good and reason.reason in OF_WRONG_SUIT


def _alike(mistake: Mistake, prover: Prover) -> Mistake | None:
    """Return the mistake beside best play in which the others play to this trick as they did.

    Return None if the cards are of two suits, if the same hand wins, if they lose by playing so, and if the
    other side wins the trick so: it is free to take it, or to leave it.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    if mistake.card.suit != mistake.best.suit or now.winner == instead.winner:
        return None
    cards = [mistake.best, *now.cards[len(mistake.on_table) + 1 :]]
    position = mistake.position
    for card in cards:
        if card not in position.legal_plays():
            return None
        position = position.play(card)
    best, _ = mistake.leads_own
    if prover.value(position, best) != best:
        return None
    course = Course(mistake.position, (*cards, *prover.line(position, best)))
    if mistake.wins_own(course.tricks[0]) != mistake.wins_own(instead):
        return None
    return Mistake(course, mistake.played, mistake.best_value, mistake.chosen, mistake.others)


def _discards(mistake: Mistake, prover: Prover) -> Iterator[Mistake]:
    """Yield a discard beside the best discard, where the first best card is a ruff."""
    if not mistake.is_ruff(mistake.best) or mistake.is_trump(mistake.card):
        return
    others = [value for value in mistake.others if not mistake.is_trump(value.card)]
    yield from (_beside(mistake, value, prover) for value in others[:1])


def _of_stock(
    reason: ProvedReason, compared: Sequence[Mistake], prover: Prover
) -> tuple[ProvedReason, Mistake] | None:
    """Return the trick as one played for the cards to be drawn, where a reason leaves much and this does not.

    But a point that is won in this trick is told as such; and a reason stays if a limit comes now.
    """
    mistake, left = compared[0], _left(reason)
    is_told = reason.reason in OF_THIS_TRICK or left <= MOST_LEFT * mistake.cost
    if is_told or not mistake.position.stock_left:
        return None
    drawn = ((found, one) for one in compared for found in face_up(one, prover))
    try:
        return next((entry for entry in drawn if _left(entry[0]) < left), None)
    except UnprovedError:
        return None


def _left(reason: ProvedReason) -> int:
    """Return what is left of the loss in the changed position."""
    return reason.proof.best.after - reason.proof.played.after


def _says_little(reason: ProvedReason) -> bool:
    """True if a reason names only where cards lie, or what the cost says as well: others are told before."""
    is_bare = reason.reason == Reason.void and "way" not in reason.values
    return reason.is_weak or is_bare or reason.reason == Reason.game_lost


def _is_lost_anyway(reason: ProvedReason, mistake: Mistake) -> bool:
    """True if a lead is told to be lost, and nothing else, which best play loses as well.

    That is, each card of its trick; or it is ruffed by the same hand.
    """
    is_of_lead = reason.reason in (Reason.lead_beaten, Reason.lead_ruffed) and not reason.values.get("way")
    if not is_of_lead or reason.beside is not None or mistake.rules.objective != Objective.card_points:
        return False
    now = mistake.played.tricks[0]
    before, after = mistake.better.side_of, mistake.played.side_of
    is_same = reason.reason is Reason.lead_ruffed and is_ruffed_again(mistake, now)
    return is_same or all(before[card] == after[card] for card in now.cards)


def _is_led_by_grace(reason: ProvedReason, mistake: Mistake) -> bool:
    """True if a card is told to be led to a trick of partner's that an opponent is free to win."""
    is_led = reason.reason is Reason.load and not mistake.on_table
    return is_led and is_left(reason, mistake)


def _aside(reason: ProvedReason, name: str) -> ProvedReason:
    """Return a reason proved in a game in which a rule earns nothing."""
    first, *more = (replace(proof, aside=(name,)) for proof in (reason.proof, *reason.more_proofs))
    return replace(reason, proof=first, more_proofs=tuple(more))


def _nearest(mistake: Mistake, prover: Prover) -> Iterator[Mistake]:
    """Yield the mistake beside other best cards that are nearer to it than the first one, of another suit.

    The best card of its own suit nearest to it; a plain one beside a plain lead, if the first is a trump.
    """
    near = [value for value in mistake.others if value.card.suit == mistake.card.suit]
    if mistake.best.suit != mistake.card.suit and near:
        height = mistake.heights[mistake.card]
        value = min(near, key=lambda value: abs(mistake.heights[value.card] - height))
        yield _beside(mistake, value, prover)
    elif mistake.is_trump(mistake.best) and not mistake.is_trump(mistake.card) and not mistake.on_table:
        plain = [value for value in mistake.others if not mistake.is_trump(value.card)]
        yield from (_beside(mistake, value, prover) for value in plain[:1])


def _beside(mistake: Mistake, value: CardValue, prover: Prover) -> Mistake:
    """Return the mistake beside another best card."""
    line = prover.line(mistake.position.play(value.card), mistake.leads_own[0])
    course = Course(mistake.position, (value.card, *line))
    others = [mistake.best_value, *(other for other in mistake.others if other is not value)]
    return Mistake(course, mistake.played, value, mistake.chosen, others)


def _first(reasons: Iterator[ProvedReason]) -> Iterator[ProvedReason]:
    """Yield the most telling of some reasons."""
    found = next(reasons, None)
    if found is not None:
        yield found


def _rank(reason: ProvedReason, mistake: Mistake) -> tuple[int, int, int]:
    """Return the place of a reason among those of one test: the plainest card is told."""
    if reason.reason == Reason.load:
        return 0, -mistake.points(mistake.best), 0
    if reason.reason == Reason.master_not_cashed:
        return 0, 0, 0
    # What happens in this trick is plainer than what happens later.
    is_later = reason.proof.kind != "trick" or reason.values.get("way") == "escapes"
    return int(is_later), mistake.points(mistake.best), mistake.heights[mistake.best]


def _compared(mistake: Mistake, prover: Prover, among: Collection[Card] | None) -> Iterator[Mistake]:
    """Yield the mistake beside each best card, one of each class of equals; its own first.

    among: the cards that are asked for besides; all, if it is None.
    """
    yield mistake
    seen = {mistake.best, *_equals(mistake, mistake.best)}
    n_compared = 1
    for value in mistake.others:
        is_asked = among is None or value.card in among
        if is_asked and value.card not in seen and n_compared < MOST_COMPARED:
            seen |= {value.card, *value.equals}
            n_compared += 1
            yield _beside(mistake, value, prover)


def _without_slam(mistake: Mistake, prover: Prover) -> Iterator[Mistake]:
    """Yield the mistake in a game in which all the tricks earn no more, if the two lines differ in that.

    What they earn is told with the cost; what is left of the loss may have a reason of its own.
    """
    if not mistake.rules.slam or mistake.better.slam_side == mistake.played.slam_side:
        return
    position = mistake.position.under(without(mistake.rules, "slam"))
    courses = [
        Course(position, (card, *prover.line(position.play(card)))) for card in (mistake.best, mistake.card)
    ]
    leads = [sign_of(mistake.own) * lead_of(course.result.result) for course in courses]
    if leads[0] <= leads[1]:
        return
    courses[1] = _followed(courses[1], leads[1], mistake.played.line, prover)
    best, chosen = (
        CardValue(
            card=course.line[0],
            value=position.rules.by_side(course.result.result),
            bounds=Bounds(lead, lead),
            swing=leads[0] - lead,
            loss=courses[0].result.result[mistake.own] - course.result.result[mistake.own],
            equals=(),
        )
        for course, lead in zip(courses, leads, strict=True)
    )
    yield Mistake(courses[0], courses[1], best, chosen)


def _followed(course: Course, value: int, line: Sequence[Card], prover: Prover) -> Course:
    """Return best play that goes as ``line`` does for as long as its cards give nothing away.

    ``course``: best play that begins with the first card of the line; ``value``: that of both.
    """
    position = course.position.play(line[0])
    for n_followed, card in enumerate(line[1:], start=1):
        following = position.play(card)
        if prover.value(following, value) != value:
            return Course(course.position, (*line[:n_followed], *prover.line(position, value)))
        position = following
    return Course(course.position, line)


def _equals(mistake: Mistake, card: Card) -> Sequence[Card]:
    values: tuple[CardValue, ...] = (mistake.best_value, *mistake.others)
    return next((value.equals for value in values if value.card == card), ())


def _named_lowest(mistake: Mistake, reason: ProvedReason) -> ProvedReason:
    """Return the reason with the lowest of equal best cards, where the best card is one to be thrown."""
    same = [card for card in _equals(mistake, mistake.best) if card in mistake.position.legal_plays()]
    low = min((mistake.best, *same), key=lambda card: mistake.heights[card])
    if reason.reason != Reason.throw or low == mistake.best:
        return reason
    proof = reason.proof
    names = {mistake.best: low, low: mistake.best}
    if proof.best_line is not None:
        proof = replace(proof, best_line=tuple(names.get(card, card) for card in proof.best_line))
    values = {name: low if value == mistake.best else value for name, value in reason.values.items()}
    return replace(reason, better=low, values=values, proof=proof)
