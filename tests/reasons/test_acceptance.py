"""Agreement with a judge: reasons of mistakes on which nothing was tuned.

python -m tests.reasons.test_acceptance    # the cases in which the program says something else
"""

from collections.abc import Iterator

import pytest

from solver.cards import parse_card
from tests.support.depth import by_depth
from tests.support.reasons.corpus import JUDGED_GAMES, NONE, WORDS, Case, read_judged
from tests.support.reasons.mistakes import explanation_of

pytestmark = pytest.mark.slow

AGREED = {
    "acceptance": {
        "all_fours": 18,
        "all_fours_4": 16,
        "belote": 15,
        "bridge": 36,
        "california_jack": 19,
        "coinche": 20,
        "contree": 18,
        "klaverjas_amsterdam": 6,
        "klaverjas_rotterdam": 13,
        "quadrette": 19,
        "valet_de_trefle": 19,
        "whist": 19,
    },
    "judged": {
        "all_fours": 19,
        "all_fours_4": 19,
        "belote": 20,
        "bridge": 81,
        "california_jack": 9,
        "coinche": 15,
        "contree": 18,
        "klaverjas_amsterdam": 5,
        "klaverjas_rotterdam": 19,
        "quadrette": 20,
        "valet_de_trefle": 20,
        "whist": 18,
    },
}
"""The cases of each game in which the program tells a reason that the judge wrote down.

These only grow, but where a sentence that a game refutes is left out, or a faster search shows another line.
"""

FOLDERS = by_depth(("acceptance",), tuple(AGREED))
"""The cases that are looked at."""

SAME = (
    {"cash", "master_not_cashed"},
    {"draw_trumps", "trumps_not_drawn"},
    {"keep_last", "last_trick"},
    {"ruff", "ruff_short", "void"},
    {"void", "forced_discard"},
)
"""Words for one thing in two kinds of games; judges say void of who must discard at a loss, too."""


def word_of(case: Case) -> str:
    """The word that the program tells."""
    position, _ = case.solve()
    reason = explanation_of(position, parse_card(case.played)).reason
    return NONE if reason is None else reason.reason.value


def agrees(case: Case, word: str) -> bool:
    return word in case.must or any(word in pair and pair & set(case.must) for pair in SAME)


def judged(folder: str, game: str) -> Iterator[tuple[Case, str, bool]]:
    for case in read_judged(folder, game):
        word = word_of(case)
        yield case, word, agrees(case, word)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("game", JUDGED_GAMES)
def test_the_cases_are_mistakes_in_known_words(folder: str, game: str) -> None:
    for case in read_judged(folder, game):
        _, answer = case.solve()
        given_away = {str(row.card): row.swing for row in answer.cards}
        assert given_away[case.played], case.id
        assert {card for card, swing in given_away.items() if not swing} == set(case.best)
        assert set(case.must) <= WORDS | {"forced_discard"}
        assert case.split == ("acceptance" if folder == "acceptance" else "tuning")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("game", JUDGED_GAMES)
def test_as_many_reasons_as_before_are_those_of_the_judge(folder: str, game: str) -> None:
    assert sum(right for *_, right in judged(folder, game)) >= AGREED[folder][game]


if __name__ == "__main__":
    for name in JUDGED_GAMES:
        cases = list(judged("acceptance", name))
        print(f"{name}: {sum(right for *_, right in cases)} of {len(cases)}")
        for case, word, right in cases:
            if not right:
                print(f"  {case.id}: {word}; judged {', '.join(case.must)}: {case.says_en}")
