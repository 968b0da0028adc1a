"""Techniques of games of tricks: each proof proved again."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, strategies as st

from solver import LANGUAGES, Position, Speech, solve
from solver.cards import parse_card
from solver.engine import Budget, Limit, Solver
from solver.reasons.explanation import explain
from solver.reasons.prover import Prover, UnprovedError
from solver.reasons.reason import ProvedReason
from solver.reasons.search import find_reason
from solver.reasons.techniques.order import TESTS_OF_TRICKS
from solver.reasons.themes import Mistake
from tests.support.budgets import MANY
from tests.support.positions import SEEDS, game_of_seed, random_position
from tests.support.reasons.corpus import NONE, Case, read_corpus
from tests.support.reasons.mistakes import mistake_of
from tests.support.reasons.proof_checks import check_reason

GAMES = ("bridge", "whist", "quadrette")
TUNING = [case for game in GAMES for case in read_corpus(game) if case.split == "tuning"]


def of_case(case: Case) -> Mistake:
    return mistake_of(Position.from_dict(case.position), parse_card(case.played))


def told(mistake: Mistake) -> ProvedReason | None:
    return find_reason(mistake, Budget(Limit()), Solver(mistake.position))


def passing(mistake: Mistake) -> Iterator[ProvedReason]:
    """Every reason that passes, of every test; a test that the limit of a mistake cuts short has none."""
    for test in TESTS_OF_TRICKS:
        with suppress(UnprovedError):
            yield from test(mistake, Prover(mistake.own, Budget(Limit()), Solver(mistake.position)))


def random_mistakes(seed: int, game: str) -> list[Mistake]:
    """The costly cards of a random position of a few tricks."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_each = rng.randint(4, min(6, rules.cards_each))
    position = random_position(rng, rules, n_each=n_each, n_left=rng.randint(12, 4 * n_each))
    answer = solve(position)
    return [mistake_of(position, value.card) for value in answer.cards if value.swing]


@pytest.mark.by_day(12)
@pytest.mark.parametrize("case", TUNING, ids=lambda case: case.id)
def test_every_technique_that_passes_in_the_corpus_is_proved_again(case: Case) -> None:
    mistake = of_case(case)
    for reason in passing(mistake):
        check_reason(mistake, reason)
        for language in LANGUAGES:
            text = explain(mistake, reason).text(Speech(language))
            assert text.endswith(".")
            assert not set(text) & set("{}")


@pytest.mark.slow
@MANY
@given(SEEDS, st.sampled_from(GAMES))
def test_every_technique_that_passes_is_proved_again(seed: int, game: str) -> None:
    for mistake in random_mistakes(seed, game)[:2]:
        for reason in passing(mistake):
            check_reason(mistake, reason)


@pytest.mark.slow
def test_random_mistakes_have_many_reasons() -> None:
    found: Counter[str] = Counter()
    for seed in range(60):
        for game in GAMES:
            for mistake in random_mistakes(seed, game)[:1]:
                reason = told(mistake)
                found[NONE if reason is None else reason.reason.value] += 1
    assert len(found) > 12
    assert found[NONE] < found.total() / 5


def test_a_card_that_lies_open_is_not_hidden() -> None:
    """The king that is finessed lies in a hand that the declarer does not see; the guard lies in dummy."""
    hidden = {
        case.id: reason.hidden
        for case in TUNING
        if case.id in ("bridge-finesse", "bridge-guard") and (reason := told(of_case(case))) is not None
    }
    assert [str(card) for card in hidden["bridge-finesse"]] == ["SK"]
    assert hidden["bridge-guard"] == ()


@pytest.mark.night
@pytest.mark.slow
def test_a_technique_with_another_value_is_no_proof() -> None:
    """Each value of a proof, changed by one trick, is seen."""
    kinds = set()
    for case in TUNING:
        mistake = of_case(case)
        reason = told(mistake)
        if reason is None:
            continue
        proof = reason.proof
        kinds.add(proof.kind)
        for wrong in (
            replace(proof, best=replace(proof.best, after=proof.best.after + 2)),
            replace(proof, played=replace(proof.played, after=proof.played.after + 2)),
            replace(proof, played=replace(proof.played, before=proof.played.before - 2)),
        ):
            with pytest.raises(AssertionError):
                check_reason(mistake, replace(reason, proof=wrong))
    assert kinds == {"exchange", "lead", "award", "keep", "spend"}
