"""Techniques of games of tricks: told where the corpus asks for them, and each proof proved again."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import LANGUAGES, Position, Speech, solve
from solver.engine import Budget, Limit
from solver.reasons.course import Course
from solver.reasons.explanation import explain
from solver.reasons.prover import Prover, UnprovedError
from solver.reasons.reason import ProvedReason
from solver.reasons.search import find_reason
from solver.reasons.techniques.order import TESTS_OF_TRICKS
from solver.reasons.themes import Mistake
from tests.support.budgets import MANY
from tests.support.corpus import NONE, Case, read_corpus
from tests.support.positions import SEEDS, game_of_seed, random_position
from tests.support.proof_checks import check_reason

GAMES = ("bridge", "whist", "quadrette")
TUNING = [case for game in GAMES for case in read_corpus(game) if case.split == "tuning"]


def mistake_of(position: Position, played: str) -> Mistake:
    """A card as a mistake, beside the best card of the solver's line."""
    answer = solve(position)
    chosen = next(value for value in answer.cards if str(value.card) == played)
    best = [value for value in answer.cards if value.swing == 0]
    first = next(value for value in best if value.card == answer.line[0])
    after = position.play(chosen.card)
    line = () if after.is_over else solve(after).line
    return Mistake(
        Course(position, answer.line),
        Course(position, (chosen.card, *line)),
        first,
        chosen,
        [value for value in best if value is not first],
    )


def told(mistake: Mistake) -> ProvedReason | None:
    return find_reason(mistake, Budget(Limit()))


def passing(mistake: Mistake) -> Iterator[ProvedReason]:
    """Every reason that passes, of every test; a test that the limit of a mistake cuts short has none."""
    for test in TESTS_OF_TRICKS:
        with suppress(UnprovedError):
            yield from test(mistake, Prover(mistake.own, Budget(Limit())))


def random_mistakes(seed: int, game: str) -> list[Mistake]:
    """The costly cards of a random position of a few tricks."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_each = rng.randint(4, min(6, rules.cards_each))
    position = random_position(rng, rules, n_each=n_each, n_left=rng.randint(12, 4 * n_each))
    answer = solve(position)
    return [mistake_of(position, str(value.card)) for value in answer.cards if value.swing]


@pytest.mark.parametrize("case", TUNING, ids=lambda case: case.id)
def test_what_the_corpus_rules_out_is_not_told(case: Case) -> None:
    reason = told(mistake_of(Position.from_dict(case.position), case.played))
    if case.id not in MISLEADING:
        assert reason is None or reason.reason not in case.must_not


def test_the_corpus_is_told_rightly_but_for_what_is_known() -> None:
    """The list of what is not told as it must be may only get shorter."""
    missed = set()
    for case in TUNING:
        reason = told(mistake_of(Position.from_dict(case.position), case.played))
        word = NONE if reason is None else reason.reason.value
        if word not in case.must:
            missed.add(case.id)
    assert missed == MISSED


@pytest.mark.parametrize("case", TUNING, ids=lambda case: case.id)
def test_every_technique_that_passes_in_the_corpus_is_proved_again(case: Case) -> None:
    mistake = mistake_of(Position.from_dict(case.position), case.played)
    for reason in passing(mistake):
        check_reason(mistake, reason)
        for language in LANGUAGES:
            text = explain(mistake, reason).text(Speech(language))
            assert text.endswith(".")
            assert not set(text) & set("{}")


@MANY
@given(SEEDS, st.sampled_from(GAMES))
def test_every_technique_that_passes_is_proved_again(seed: int, game: str) -> None:
    for mistake in random_mistakes(seed, game)[:2]:
        for reason in passing(mistake):
            check_reason(mistake, reason)


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
        if case.id in ("bridge-finesse", "bridge-guard")
        and (reason := told(mistake_of(Position.from_dict(case.position), case.played))) is not None
    }
    assert [str(card) for card in hidden["bridge-finesse"]] == ["SK"]
    assert hidden["bridge-guard"] == ()


MISLEADING: set[str] = {
    "bridge-towards-king",
}
"""Cases in which something is told that the corpus rules out."""
MISSED: set[str] = {
    "bridge-210-21",
    "bridge-427-24",
    "bridge-46-38",
    "bridge-75-28",
    "bridge-backward",
    "bridge-club-1-W",
    "bridge-sample-8-W",
    "bridge-suit-good2",
    "bridge-tenace",
    "bridge-throw-in3",
    "bridge-towards-king",
    "bridge-towards3",
    "quadrette-12-8",
    "quadrette-17-0",
    "quadrette-21-0",
    "quadrette-22-4",
    "quadrette-29-8",
    "quadrette-35-0",
    "whist-21-32",
    "whist-28-20",
    "whist-30-20",
    "whist-39-20",
    "whist-50-36",
}
"""Cases in which what must be told is not."""
