"""The corpus of reasons: positions that can be, mistakes that cost, best cards that are best, and the words.

What the program tells of a case is no matter of this file: a test of that takes its cases from
`tests.support.reasons.corpus`, and looks for `must` in what is told, and for `must_not` in vain.
"""

from collections import Counter

import pytest

from solver import VARIANTS
from solver.cards import parse_card
from tests.support.reasons.corpus import CASES, GAMES, NONE, WORDS, Case, read_corpus
from tests.support.typography import wrong_in

pytestmark = pytest.mark.slow

LONGEST = 150
"""What can be read aloud in one breath, in characters."""


def game_of(variant: str) -> str:
    """The game of a variant: both kinds of klaverjas are one."""
    return "klaverjas" if variant.startswith("klaverjas") else variant


def test_every_game_has_its_cases() -> None:
    assert set(GAMES) == set(map(game_of, VARIANTS))


@pytest.mark.by_day(24)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_mistake_costs_and_the_best_cards_are_best(case: Case) -> None:
    position, answer = case.solve()
    given_away = {str(row.card): row.swing for row in answer.cards}
    assert given_away.keys() == {str(card) for card in position.legal_plays()}
    assert given_away[case.played]
    assert {card for card, swing in given_away.items() if not swing} == set(case.best)


@pytest.mark.by_day(24)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_is_told_in_words_that_are_known(case: Case) -> None:
    words = Counter((*case.must, *case.may, *case.must_not))
    assert case.must
    assert words.keys() <= WORDS
    assert set(words.values()) == {1}
    assert NONE not in case.may
    assert case.must == (NONE,) or NONE not in case.must
    assert case.split in ("tuning", "acceptance")
    assert case.source


@pytest.mark.by_day(24)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_cards_that_a_sentence_names_are_still_to_be_seen(case: Case) -> None:
    position, _ = case.solve()
    hands = (card for hand in position.hands.values() for card in hand)
    seen = {*position.trick.plays, *position.stock_left, *hands}
    assert {parse_card(card) for card in case.cards.values()} <= seen


@pytest.mark.by_day(24)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_sentence_has_one_idea_and_its_typography(case: Case) -> None:
    for text in (case.says_en, case.says_fr):
        assert text.count(".") == 1
        assert text.endswith(".")
        assert len(text) <= LONGEST
        assert "  " not in text
        assert text[0].isupper()
    assert wrong_in(case.says_fr) == []
    signs = [place for place, sign in enumerate(case.says_fr) if sign in ";:!?»"]
    assert {case.says_fr[place - 1] for place in signs} <= {"\u00a0"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_cases_enough_and_seldom_none(game: str) -> None:
    cases = read_corpus(game)
    assert len(cases) >= (30 if game == "bridge" else 15)
    assert {game_of(str(case.position["variant"])) for case in cases} == {game}
    unexplained = [case for case in cases if case.must == (NONE,)]
    assert len(unexplained) <= len(cases) / 6


def test_cases_have_names_and_positions_of_their_own() -> None:
    assert len({case.id for case in CASES}) == len(CASES)
    assert len({(str(case.position), case.played) for case in CASES}) == len(CASES)
    assert len({case.says_en for case in CASES}) == len(CASES)
    assert len({case.says_fr for case in CASES}) == len(CASES)


def test_every_word_is_right_in_two_cases_or_more() -> None:
    counts = Counter(word for case in CASES for word in case.must)
    assert {word for word in WORDS if counts[word] < 2} == set()
