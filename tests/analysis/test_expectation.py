"""Means with their errors, and the fair grade made of them."""

import json
import random

import pytest

from solver.analysis.expectation import ExpectedCard, FairVerdict, Sample, expect, preferred_to
from solver.analysis.fair_grades import grade_in_expectation
from solver.analysis.grades import Grade
from solver.answer_json import written
from solver.cards import Card
from solver.knowledge.estimates import Estimate
from solver.rules.variants import find_variant
from tests.support.fair_verdicts import N_DEALS, made_verdict


def test_cards_are_held_against_the_best_in_expectation() -> None:
    """C8 is better for the result, C7 for the score: each loss is against the best for its own sake."""
    samples = {
        Card("C", "7"): [Sample((90, 72), (90, 72), 2), Sample((82, 80), (82, 80), 2)],
        Card("C", "8"): [Sample((120, 42), (120, 42), 2), Sample((70, 92), (0, 162), 0)],
    }
    best, other = expect(find_variant("belote"), 0, samples, 100)
    assert (best.card, other.card) == (Card("C", "8"), Card("C", "7"))
    assert best.value == {"NS": 95.0, "EW": 67.0}
    assert (best.swing.mean, other.swing.mean, other.loss.mean) == (0.0, 18.0, 9.0)
    assert best.score_swing is not None
    assert best.turned is not None
    assert best.score_swing.mean == (18 + 2) / 2 - (78 - 162) / 2
    assert best.turned.mean == 0.5
    assert other.is_best
    assert best.is_best  # the score may differ by chance


@pytest.mark.parametrize("seed", range(20))
def test_equal_cards_are_equal_whatever_their_deals_weigh(seed: int) -> None:
    """Each deal has a mirror image of the same weight, in which the two cards have changed places."""
    chance = random.Random(seed)
    n_pairs = chance.randrange(1, 5)
    weights = [chance.random() for _ in range(n_pairs)]
    leads = [chance.randint(-3, 3) for _ in range(2 * n_pairs)]
    mirrored = [*leads[n_pairs:], *leads[:n_pairs]]
    samples = {
        Card("S", rank): [Sample((lead, 0), (lead, 0), None) for lead in found]
        for rank, found in (("A", leads), ("K", mirrored))
    }
    for n_deals in (2 * n_pairs, 100):
        for found in expect(find_variant("all_fours"), 0, samples, n_deals, None, [*weights, *weights]):
            assert found.swing.mean == 0
            assert found.is_best
            assert '"swing": -' not in json.dumps(written(found))


LOW, HIGH, ACE = (Card("C", rank) for rank in "7KA")


def verdict_on(leads: dict[Card, list[int]], right: tuple[Card, ...] = ()) -> FairVerdict:
    """The verdict on the lowest card, by what each card leads by in some deals of many."""
    samples = {
        one: [Sample(((60 + lead) // 2, (60 - lead) // 2), None, None) for lead in of]
        for one, of in leads.items()
    }
    cards = expect(find_variant("all_fours"), 0, samples, N_DEALS)
    preferred = preferred_to(LOW, cards, samples, N_DEALS)
    return made_verdict(card=LOW, grade=Grade.mistake, cards=cards, right=right, preferred=preferred)


def test_a_card_is_preferred_to_the_one_that_was_played_by_more_than_two_standard_errors() -> None:
    """The king is better on average in deals that differ as much as they agree, the ace in all of them."""
    verdict = verdict_on({LOW: [0] * 40, HIGH: [-6, 8] * 20, ACE: [2, 4] * 20})
    assert verdict.cards[-1].card == LOW
    assert not verdict.prefers(HIGH)
    assert verdict.prefers(ACE)
    assert not verdict.prefers(LOW)


@pytest.mark.parametrize(
    ("right", "chosen"),
    [
        ((), {ACE}),  # better than the card that was played
        ((HIGH,), {HIGH}),  # no better beyond doubt, but right
        ((HIGH, ACE), {ACE}),
        ((LOW, HIGH, ACE), {HIGH, ACE}),  # the card that was played was right as well
    ],
)
def test_the_better_card_is_chosen_by_what_could_be_known(right: tuple[Card, ...], chosen: set[Card]) -> None:
    verdict = verdict_on({LOW: [0] * 40, HIGH: [-6, 8] * 20, ACE: [2, 4] * 20}, right)
    assert set(verdict.choose((HIGH, ACE))) == chosen
    assert verdict.choose((LOW,)) in ((LOW,), [LOW])


def card(swing: Estimate, score_swing: Estimate | None = None) -> ExpectedCard:
    return ExpectedCard(Card("C", "7"), {}, None, swing, swing, score_swing, None)


ZERO = Estimate(0.0, 0.0)


@pytest.mark.parametrize(
    ("game", "judged", "grade"),
    [
        ("belote", card(ZERO), Grade.best),
        ("belote", card(Estimate(60.0, 1.0), ZERO), Grade.best),  # best for the score
        ("belote", card(ZERO, Estimate(60.0, 30.0)), Grade.best),  # the score may be chance
        ("belote", card(ZERO, Estimate(60.0, 29.9)), Grade.blunder),
        ("belote", card(Estimate(3.0, 0.1), Estimate(8.0, 1.0)), Grade.good),  # a stake of 162
        ("belote", card(Estimate(3.0, 0.1), Estimate(8.1, 1.0)), Grade.inaccuracy),
        ("belote", card(Estimate(3.0, 0.1), Estimate(20.2, 1.0)), Grade.inaccuracy),
        ("belote", card(Estimate(3.0, 0.1), Estimate(20.3, 1.0)), Grade.mistake),
        ("belote", card(Estimate(3.0, 0.1), Estimate(40.5, 1.0)), Grade.blunder),
        ("belote", card(Estimate(60.0, 0.1), Estimate(8.0, 1.0)), Grade.good),  # points do not count
        ("belote", card(Estimate(60.0, 1.0), Estimate(40.0, 30.0)), Grade.inaccuracy),  # surely points only
        ("belote", card(Estimate(60.0, 30.0), Estimate(40.0, 30.0)), Grade.good),
        ("contree", card(Estimate(10.0, 1.0), Estimate(99.0, 10.0)), Grade.mistake),
        ("contree", card(Estimate(10.0, 1.0), Estimate(168.0, 30.0)), Grade.blunder),
        ("bridge", card(Estimate(1.0, 0.1), Estimate(93.0, 10.0)), Grade.mistake),
        ("bridge", card(Estimate(1.0, 0.1), Estimate(20.0, 1.0)), Grade.good),
        ("quadrette", card(Estimate(1.0, 0.1), Estimate(0.5, 0.1)), Grade.blunder),
        ("whist", card(Estimate(1.0, 0.1), Estimate(0.5, 0.1)), Grade.mistake),
        ("bridge", card(Estimate(0.9, 0.0)), Grade.good),  # without a contract
        ("bridge", card(Estimate(1.0, 0.0)), Grade.mistake),  # half a trick
        ("valet_de_trefle", card(Estimate(60.0, 30.0)), Grade.good),  # may be chance
        ("valet_de_trefle", card(Estimate(60.0, 29.9)), Grade.blunder),
        ("valet_de_trefle", card(Estimate(4.9, 0.0)), Grade.good),
        ("valet_de_trefle", card(Estimate(5.0, 0.0)), Grade.inaccuracy),
        ("valet_de_trefle", card(Estimate(19.0, 0.0)), Grade.mistake),
        ("all_fours", card(Estimate(0.5, 0.0), Estimate(0.5, 0.0)), Grade.inaccuracy),  # half a point
        ("all_fours", card(Estimate(1.5, 0.0), Estimate(1.5, 0.0)), Grade.mistake),
    ],
)
def test_grades(game: str, judged: ExpectedCard, grade: Grade) -> None:
    assert grade_in_expectation(find_variant(game), judged) == grade
