"""The fair verdict: against full enumeration with the plain solver, and what must hold of any sample."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from solver.analysis.expectation import FairVerdict
from solver.analysis.fair import judge_fairly
from solver.analysis.grades import Grade
from solver.analysis.judging import analyse, is_complete
from solver.answer_json import written
from solver.cards import Card, parse_card
from solver.engine.answer import CardValue
from solver.engine.budget import Limit
from solver.engine.native import CancelToken
from solver.engine.solver import solve
from solver.game.position import Position
from solver.game.scoring import Outcome
from solver.knowledge.deals import ConsistentDeals
from solver.knowledge.known import find_knowledge
from solver.knowledge.sampling import Sampling, draw_deals
from solver.rules.variants import VARIANTS, find_variant
from solver.rules.words import Scoring
from tests.support.fair_enumeration import believable_deals, n_spreads, replayed
from tests.support.positions import GAMES, SEEDS, game_of_seed, random_position
from tests.support.search.plain_values import plain_values

pytestmark = pytest.mark.slow

MAX_SPREADS = 150


def small_ending(seed: int, game: str, most: int = MAX_SPREADS) -> Position:
    """A position with several playable cards and few deals to believe in."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_each = rng.randint(1, min(rules.cards_each, 4)) if rng.random() < 0.7 else rules.cards_each
    n_stock = rules.stock if n_each == rules.cards_each else 0
    total = n_each * rules.n_players + n_stock
    position = random_position(rng, rules, n_each=n_each, n_stock=n_stock, n_left=min(total, 10))
    while n_spreads(position, most) > most and position.n_cards_left > 1:
        position = position.play(rng.choice(position.legal_plays()))
    assume(n_spreads(position, most) <= most)
    return position


def verdict(position: Position, sampling: Sampling, card: Card | None = None) -> FairVerdict:
    found = judge_fairly(position, card or position.legal_plays()[0], sampling)
    assert found is not None
    return found


@given(SEEDS, st.sampled_from(GAMES))
def test_with_all_deals_it_is_what_enumeration_with_the_plain_solver_gives(seed: int, game: str) -> None:
    position = small_ending(seed, game)
    deals = believable_deals(position)
    values = [plain_values(other) for other in deals]
    means = {card: Fraction(sum(value[card] for value in values), len(values)) for card in values[0]}
    found = verdict(position, Sampling(samples=max(len(deals), 1)))
    assert found.exhaustive
    assert found.n_deals == found.n_samples == len(deals)
    assert {card.card for card in found.cards} == set(means) == set(position.legal_plays())
    highest = max(means.values())
    assert set(found.best) == {card for card, mean in means.items() if mean == highest}
    for card in found.cards:
        assert card.swing.mean == pytest.approx(float(highest - means[card.card]))
        assert card.swing.error == 0


@given(SEEDS, st.sampled_from(("belote", "contree", "quadrette", "valet_de_trefle", "all_fours_4", "bridge")))
def test_its_scores_are_the_means_of_the_deal_scores(seed: int, game: str) -> None:
    position = small_ending(seed, game, most=40)
    deals = believable_deals(position)
    answers = [solve(other) for other in deals]
    found = verdict(position, Sampling(samples=1000))
    names = position.rules.side_names
    for card in found.cards:
        values = [next(value for value in answer.cards if value.card == card.card) for answer in answers]
        assert card.value == pytest.approx(_mean_by_side([value.value for value in values], names))
        scores = [value.score for value in values]
        if None in scores:
            assert card.score is None
        else:
            assert card.score == pytest.approx(_mean_by_side(scores, names))
        outcomes = [_outcome(other, value) for other, value in zip(deals, values, strict=True)]
        is_taking = position.contract.taker is not None and is_with_taker(position)
        share, other_share = (card.makes, card.sets) if is_taking else (card.sets, card.makes)
        assert other_share is None
        if position.rules.scoring in (Scoring.trick_table, Scoring.four_points) or None in scores:
            assert share is None
        else:
            assert share is not None
            wanted = Outcome.made if is_taking else Outcome.failed
            assert share.mean == pytest.approx(outcomes.count(wanted) / len(outcomes))


def is_with_taker(position: Position) -> bool:
    """True if the player to play is the taker or the taker's partner."""
    assert position.to_play is not None
    assert position.contract.taker is not None
    seats = position.rules.players
    return (seats.index(position.to_play) - seats.index(position.contract.taker)) % 2 == 0


def _outcome(position: Position, value: CardValue) -> Outcome | None:
    assert value.value is not None
    first, second = position.rules.side_names
    score = position.score((value.value[first], value.value[second]))
    return None if score is None else score.outcome


def _mean_by_side(values: list[Mapping[str, int] | None], names: tuple[str, ...]) -> dict[str, float]:
    return {name: sum(value[name] for value in values if value) / len(values) for name in names}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_sample_is_made_of_independent_solves_of_deals_that_can_be(name: str) -> None:
    rules = find_variant(name)
    total = rules.cards_each * rules.n_players + rules.stock
    position = random_position(
        Random(11), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=min(total * 2 // 3, 24)
    )
    sampling = Sampling(samples=12, seed=5)
    found = verdict(position, sampling)
    assert found.n_samples == min(12, found.n_deals)
    leads: dict[Card, list[int]] = {card: [] for card in position.legal_plays()}
    for deal in draw_deals(ConsistentDeals(find_knowledge(position)), sampling, len(position.plays)):
        other = replayed(position, deal)
        assert other is not None
        for value in solve(other).cards:
            leads[value.card].append(value.bounds.low)
    highest = max(map(sum, leads.values()))
    for card in found.cards:
        assert card.swing.mean == pytest.approx((highest - sum(leads[card.card])) / found.n_samples)


def test_deals_are_drawn_uniformly_and_never_twice() -> None:
    """The first and the second deal of many seeds, held against uniformity (chi-square, 1 in 10^4)."""
    position = _with_deals(8, 30)
    deals = ConsistentDeals(find_knowledge(position))
    n_seeds = 100 * deals.count
    for place in (0, 1):
        counts: Counter[Any] = Counter()
        for seed in range(n_seeds):
            drawn = list(draw_deals(deals, Sampling(samples=2, seed=seed), 3))
            assert drawn[0] != drawn[1]
            counts[str(drawn[place])] += 1
        assert len(counts) == deals.count
        chi_square = sum((count - 100) ** 2 / 100 for count in counts.values())
        freedom = deals.count - 1
        # Wilson and Hilferty: the quantile of chi-square for 3.72 standard deviations.
        assert chi_square < freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3


def _with_deals(least: int, most: int) -> Position:
    """An ending of belote with so many deals to believe in, some of them excluded by clues."""
    for seed in range(1000):
        position = random_position(Random(seed), find_variant("belote"), n_each=8, n_left=10)
        count = ConsistentDeals(find_knowledge(position)).count
        if least <= count <= most and len(position.legal_plays()) > 1:
            return position
    raise AssertionError("there is no such ending")


def test_when_no_more_deals_agree_than_are_asked_for_all_are_taken() -> None:
    position = _with_deals(8, 30)
    deals = ConsistentDeals(find_knowledge(position))
    for samples in (deals.count, deals.count + 1):
        drawn = list(draw_deals(deals, Sampling(samples=samples), 0))
        assert len({str(deal) for deal in drawn}) == len(drawn) == deals.count
    assert not verdict(position, Sampling(samples=deals.count - 1)).exhaustive


def test_a_longer_sample_begins_as_the_shorter_one() -> None:
    position = _with_deals(100, 300)
    deals = ConsistentDeals(find_knowledge(position))
    short, long = (list(draw_deals(deals, Sampling(samples=n, seed=9), 4)) for n in (10, 40))
    assert long[:10] == short


@given(SEEDS, st.sampled_from(GAMES))
def test_the_verdict_hangs_on_nothing_that_the_player_could_not_know(seed: int, game: str) -> None:
    """In every deal he could believe in the same card gets the same verdict."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    position = random_position(
        rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=3 * rules.n_players
    )
    sampling = Sampling(samples=6, seed=seed)
    deals = ConsistentDeals(find_knowledge(position))
    other = replayed(position, deals[rng.randrange(deals.count)])
    assert other is not None
    here, there = (written(verdict(of, sampling)) for of in (position, other))
    for data in (here, there):
        del data["stats"]
    assert here == there


@given(SEEDS, st.sampled_from(GAMES))
def test_a_card_that_is_best_in_expectation_is_never_called_a_mistake(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    position = random_position(
        rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=3 * rules.n_players
    )
    for card in position.legal_plays():
        found = verdict(position, Sampling(samples=8), card)
        if card in (found.best if found.best_for_score is None else found.best_for_score):
            assert found.grade == Grade.best
        score_swing = found.chosen.score_swing
        if card in found.best and (score_swing is None or not score_swing.is_sure):
            assert found.grade == Grade.best
        assert found.chosen.card == card


def test_the_seed_decides() -> None:
    position = random_position(Random(4), find_variant("contree"), n_each=8, n_left=20)
    first, again, other = (written(verdict(position, Sampling(samples=10, seed=seed))) for seed in (1, 1, 2))
    for data in (first, again, other):
        del data["stats"]
    assert first == again != other


def test_the_same_seed_draws_the_same_deals_everywhere() -> None:
    """These were drawn once and for all; another machine or version of Python must draw the same."""
    position = random_position(Random(4), find_variant("belote"), n_each=8, n_left=32)
    assert position.to_play == "E"
    deals = ConsistentDeals(find_knowledge(position))
    drawn = [deal.hands["W"] for deal in draw_deals(deals, Sampling(samples=2, seed=7), 0)]
    assert [" ".join(map(str, hand)) for hand in drawn] == WEST


WEST = ["S8 HA HJ HT DT D8 CT C7", "S8 HA HT H9 DQ DJ D9 CK"]


def random_log(name: str, seed: int) -> dict[str, Any]:
    rules = find_variant(name)
    return random_position(Random(seed), rules, n_each=rules.cards_each).to_dict()


@pytest.mark.parametrize("name", ["belote", "quadrette", "all_fours"])
def test_in_an_analysis_the_mistakes_are_judged_and_each_as_if_it_were_alone(name: str) -> None:
    sampling = Sampling(samples=5, seed=3)
    analysis = analyse(random_log(name, 2), fair=sampling)
    deal = analysis.deals[0]
    mistakes = [play for play in deal.plays if play.chosen.swing]
    assert mistakes
    for play in deal.plays:
        data = play.to_dict()
        assert ("fair" in data) == (play in mistakes)
        if play.fair is not None:
            alone = verdict(deal.positions[play.index], sampling, play.card)
            assert play.fair.cards == alone.cards
            assert data["grade"] == data["fair"]["grade"] == alone.grade.value
        else:
            assert data["grade"] == data["open_grade"]


def test_every_choice_is_judged_where_all_is_asked_for() -> None:
    analysis = analyse(random_log("quadrette", 2), fair=Sampling(samples=4, plays="all"))
    assert all((play.fair is not None) == (not play.forced) for play in analysis.plays)


def test_without_fair_there_is_none() -> None:
    plays = analyse(random_log("quadrette", 2)).plays
    assert all(play.fair is None and play.grade == play.open_grade for play in plays)


def test_the_grades_counted_are_those_by_what_the_players_could_know() -> None:
    analysis = analyse(random_log("belote", 2), fair=Sampling(samples=10))
    data = analysis.to_dict()
    assert any(play.grade != play.open_grade for play in analysis.plays)
    for seat, summary in data["players"].items():
        own = [play["grade"] for play in data["plays"] if play["seat"] == seat]
        assert summary["grades"] == {grade: own.count(grade) for grade in summary["grades"]}


def test_a_limit_leaves_fewer_deals_and_never_wrong_numbers() -> None:
    position = random_position(Random(4), find_variant("belote"), n_each=8, n_left=24)
    card = position.legal_plays()[0]
    whole = verdict(position, Sampling(samples=50))
    cut = judge_fairly(position, card, Sampling(samples=50), Limit(nodes=whole.stats.nodes // 3))
    assert cut is not None
    assert 2 <= cut.n_samples < 50
    shorter = verdict(position, Sampling(samples=cut.n_samples))
    assert cut.cards == shorter.cards
    assert judge_fairly(position, card, Sampling(), Limit(nodes=1)) is None
    assert judge_fairly(position, card, Sampling(), Limit(time_ms=0.001)) is None


def test_a_search_that_is_called_off_judges_nothing() -> None:
    token = CancelToken()
    token.cancel()
    position = random_position(Random(4), find_variant("belote"), n_each=8, n_left=24)
    assert judge_fairly(position, position.legal_plays()[0], Sampling(), Limit(cancel=token)) is None


@pytest.mark.parametrize("time_ms", [None, 1e9])
def test_an_analysis_says_which_limit_ended_its_verdicts(time_ms: float | None) -> None:
    log = random_log("belote", 5)
    n_nodes = analyse(log).stats.nodes
    limit = Limit(nodes=n_nodes + 5000, time_ms=time_ms)
    cut = analyse(log, limit, Sampling(samples=500, plays="all"))
    assert cut.exact
    assert cut.to_dict()["limit"] == {"ended_by": "nodes", "nodes": n_nodes + 5000}


@pytest.mark.night
def test_the_nodes_of_a_sampling_are_no_limit_that_came_first() -> None:
    """They cut verdicts short, the same ones each time, and the analysis is complete with that."""
    log = random_log("belote", 5)
    n_nodes = sum(play.fair.stats.nodes for play in analyse(log, fair=Sampling()).plays if play.fair)
    most = n_nodes // 4
    sampling = Sampling(nodes=most)
    one, other = analyse(log, fair=sampling), analyse(log, Limit(time_ms=10**9), fair=sampling)
    found = [
        [(play.index, play.fair.n_samples, play.fair.cards) for play in of.plays if play.fair]
        for of in (one, other)
    ]
    assert found[0] == found[1]
    assert any(play.fair.is_short for play in one.plays if play.fair)
    assert sum(play.fair.stats.nodes for play in one.plays if play.fair) <= most
    for analysis in (one, other):
        assert analysis.deals[0].ended is None
        assert is_complete(analysis, sampling)
    assert not is_complete(analyse(log, Limit(nodes=analyse(log).stats.nodes + 1000), sampling), sampling)


def test_in_a_log_the_limit_is_shared_out() -> None:
    log = random_log("belote", 5)
    free = analyse(log, fair=Sampling(samples=20))
    n_nodes = free.stats.nodes
    cut = analyse(log, Limit(nodes=n_nodes * 3), Sampling(samples=20))
    done = [play.fair.n_samples if play.fair else 0 for play in cut.plays if play.chosen.swing]
    assert cut.exact
    assert 0 < sum(done) < 20 * len(done)


def test_a_card_that_cannot_be_played_is_refused() -> None:
    position = random_position(Random(4), find_variant("belote"), n_each=8, n_left=24)
    with pytest.raises(ValueError, match="cannot be played"):
        judge_fairly(position, position.plays[0], Sampling())


def test_where_no_deal_agrees_with_what_is_known_there_is_no_verdict() -> None:
    hands = {"N": "A.AK.-.-", "E": "-.432.-.-", "S": "3.-.3.3", "W": "4.-.4.4"}
    body = {"variant": "whist", "dealer": "W", "deal": hands, "contract": {"trump": "C"}}
    position = Position.from_dict(body | {"rules": {"short_deals": True}, "plays": ["HA", "H2", "D3", "D4"]})
    assert judge_fairly(position, parse_card("SA"), Sampling(samples=5)) is not None
    # Both who discarded have no hearts, and now there are more than the third can hold.
    held = {"N": "SA S3", "S": "HK C3"}
    supposed = position.supposed({seat: map(parse_card, cards.split()) for seat, cards in held.items()})
    assert judge_fairly(supposed, parse_card("SA"), Sampling(samples=5)) is None
