"""What is behind a mistake: every fact that is told is checked by playing both lines out."""

import json
import pickle
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver import (
    LANGUAGES,
    DealAnalysis,
    Limit,
    Log,
    Position,
    Speech,
    Theme,
    analyse,
    find_variant,
    solve,
)
from solver.cards import parse_card
from solver.engine import NO_LIMIT, Budget, Solver
from solver.engine.native import points, tricks
from solver.reasons.course import Course
from solver.reasons.explanation import Explanation, explain
from solver.reasons.search import find_reason
from solver.reasons.themes import Mistake
from solver.rules.variants import VARIANTS
from tests.support.budgets import MANY
from tests.support.positions import SEEDS, game_of_seed, random_position
from tests.support.reasons.lines import Line, Told
from tests.support.reasons.themes_checks import CHECKS

GAMES = (*VARIANTS, "custom")
DATA = Path(__file__).parents[1] / "data"


def short_deal(seed: int, game: str) -> DealAnalysis:
    """A short deal of random plays, judged."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_each = rng.randint(min(2, rules.cards_each), min(5, rules.cards_each))
    n_stock = rules.n_players * rng.randint(0, 1) if rules.stock else 0
    return analyse(random_position(rng, rules, n_each=n_each, n_stock=n_stock, n_left=0).to_dict()).deals[0]


def test_every_theme_has_its_check() -> None:
    assert set(CHECKS) == set(Theme)


@pytest.mark.night
@pytest.mark.slow
@MANY
@given(SEEDS, st.sampled_from(GAMES))
def test_every_fact_that_is_told_holds(seed: int, game: str) -> None:
    deal = short_deal(seed, game)
    for explanation in deal.explanations.values():
        assert len(set(explanation.themes)) == len(explanation.themes)
        for fact in explanation.facts:
            assert CHECKS[fact.theme](Told(explanation.mistake, fact)), fact
        for language in LANGUAGES:
            text = explanation.text(Speech(language))
            assert 1 <= text.count(". ") + text.count(".\n") + 1 <= 2
            assert text.endswith(".")
            assert not set(text) & set("{}")
    for turning_point in deal.turning_points:
        for language in LANGUAGES:
            assert not set(turning_point.text(Speech(language))) & set("{}")


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_card_that_gives_something_away_is_explained(game: str) -> None:
    for seed in range(15):
        deal = short_deal(seed, game)
        given_away = {play.index for play in deal.plays if play.chosen.swing}
        assert set(deal.explanations) == given_away


CASES = [json.loads(line) for line in (DATA / "themes.ndjson").read_text(encoding="utf-8").splitlines()]
"""Small deals, one for each theme: the last card is the mistake, with both lines of play and what is said."""


def explanation_of(case: dict[str, Any]) -> Explanation:
    """The explanation by the two lines of the file; both must be best play."""
    *before, played = (str(card) for card in case["request"]["plays"])
    position = Position.from_dict(case["request"] | {"plays": before})
    answer = solve(position)
    best = next(card for card in answer.cards if str(card.card) == case["better"].split()[0])
    chosen = next(card for card in answer.cards if str(card.card) == played)
    courses = []
    for line, value in ((case["better"], best), (case["played"], chosen)):
        cards = tuple(map(parse_card, line.split()))
        end = solve(Line(position, cards).end)
        assert end.value is not None
        assert value.value is not None
        (one, other), (first, second) = end.value.values(), value.value.values()
        assert one - other == first - second
        courses.append(Course(position, cards))
    assert case["played"].split()[0] == played
    mistake = Mistake(courses[0], courses[1], best, chosen)
    return explain(mistake, find_reason(mistake, Budget(NO_LIMIT), Solver(position)))


def test_every_theme_has_its_small_deal() -> None:
    assert [case["theme"] for case in CASES] == [theme.value for theme in Theme]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["theme"]))
def test_a_theme_is_found_in_its_small_deal_and_told(case: dict[str, Any]) -> None:
    explanation = explanation_of(case)
    (fact,) = [fact for fact in explanation.facts if fact.theme == case["theme"]]
    assert CHECKS[fact.theme](Told(explanation.mistake, fact))
    assert explanation.text(Speech()) == case["en"]
    assert explanation.text(Speech("fr", "fr")) == case["fr"]


@pytest.mark.slow
def test_to_say_explanations_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty logs of 32 random cards; what the words cost is told by `benchmarks.around`."""
    rules = find_variant("contree")
    logs = [
        Log.from_dict(random_position(Random(seed), rules, n_each=8, n_left=0).to_dict())
        for seed in range(20)
    ]
    analyses = [analyse(log) for log in logs]
    searches = list[str]()
    for unit, name in product((points, tricks), ("solve", "solve_many")):
        monkeypatch.setattr(unit, name, lambda *_, name=name, **__: searches.append(name))
    n_nodes = [deal.to_dict()["stats"]["nodes"] for analysis in analyses for deal in analysis.deals]
    for analysis in analyses:
        deal = analysis.deals[0]
        assert all(explanation.text(Speech("fr")) for explanation in deal.explanations.values())
        assert all(point.text(Speech("fr")) for point in deal.turning_points)
    assert sum(len(analysis.deals[0].explanations) for analysis in analyses) > 60
    assert not searches
    assert n_nodes == [analysis.stats.nodes for analysis in analyses]


def test_every_theme_says_what_it_is() -> None:
    for theme in Theme:
        assert theme == Theme(theme.value)  # type: ignore[call-arg]
        assert theme.says.endswith(".")
        assert pickle.loads(pickle.dumps(theme)) is theme


def test_an_analysis_tells_what_is_behind_each_mistake() -> None:
    case = next(case for case in CASES if case["theme"] == "overruffed")
    plays = analyse(case["request"]).to_dict("fr", "fr")["plays"]
    assert plays[-1]["explanation"] == case["fr"]
    assert "overruffed" in plays[-1]["themes"]
    assert plays[-1]["grade"] == "mistake"


def test_a_card_that_gives_nothing_away_is_not_explained() -> None:
    case = next(case for case in CASES if case["theme"] == "ten_exposed")
    best = case["request"] | {"plays": case["better"].split()}
    data = analyse(best).to_dict()
    assert data["turning_points"] == []
    assert all("explanation" not in play and "themes" not in play for play in data["plays"])


def test_what_is_not_proved_is_not_explained() -> None:
    log = random_position(Random(3), find_variant("valet_de_trefle"), n_each=8, n_left=0).to_dict()
    whole = analyse(log).deals[0]
    limited = next(
        deal
        for nodes in range(4000, 100_000, 4000)
        if (deal := analyse(log, Limit(nodes=nodes)).deals[0]).explanations
    )
    assert not limited.exact
    assert set(limited.explanations) < set(whole.explanations)
    assert all(limited.plays[index].is_exact for index in limited.explanations)
