"""Every value of an analysis against independent solves: hundreds of logs of random plays, of all games."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from solver import DealAnalysis, Position, analyse, solve
from solver.game.scoring import deal_score
from solver.game.tally import result_of
from solver.rules.variants import VARIANTS, find_variant
from tests.support.budgets import MANY
from tests.support.depth import by_depth
from tests.support.positions import SEEDS, game_of_seed, random_position
from tests.support.search.plain_values import plain_values

pytestmark = pytest.mark.slow

GAMES = (*VARIANTS, "custom")


def check_against_independent_solves(deal: DealAnalysis) -> None:
    """Each position is solved again by a solver of its own."""
    for play, position in zip(deal.plays, deal.positions, strict=False):
        alone = solve(position)
        rules = position.rules
        assert play.before.bounds == alone.bounds
        assert set(play.before.best) == set(alone.best)
        again = {value.card: value for value in alone.cards}
        assert {value.card for value in play.before.cards} == set(again)
        for value in play.before.cards:
            other = again[value.card]
            assert (value.bounds, value.swing) == (other.bounds, other.swing)
            if not rules.has_combinations and not rules.forced_discard_penalty:
                assert value.value == other.value
                assert (value.score, value.loss, value.score_swing) == (
                    other.score,
                    other.loss,
                    other.score_swing,
                )
        assert play.chosen.card == play.card
        assert play.forced == (len(position.legal_plays()) == 1)
    assert deal.start.bounds == solve(deal.positions[0]).bounds
    assert deal.end.bounds == solve(deal.position).bounds


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_the_values_of_whole_deals(name: str) -> None:
    rules = find_variant(name)
    # Thirteen cards each, or a stock of forty, would take long to solve again at every card.
    n_each, n_stock = min(rules.cards_each, 8 if len(rules.deck) == 32 else 6), 8 if rules.stock else 0
    game = rules.override({"short_deals": True}) if n_each < rules.cards_each or rules.stock else rules
    for seed in range(100, by_depth(103, 112)):
        log = random_position(Random(seed), game, n_each=n_each, n_stock=n_stock, n_left=0)
        check_against_independent_solves(analyse(log.to_dict()).deals[0])


@MANY
@given(SEEDS, st.sampled_from(GAMES))
def test_the_values_of_short_deals_of_any_rules(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_each = rng.randint(1, min(4, rules.cards_each))
    n_stock = rules.n_players * rng.randint(0, 1) if rules.stock else 0
    n_left = rng.choice((0, rng.randint(0, n_each * rules.n_players)))
    log = random_position(rng, rules, n_each=n_each, n_stock=n_stock, n_left=n_left)
    check_against_independent_solves(analyse(log.to_dict()).deals[0])


@given(SEEDS, st.sampled_from(GAMES))
def test_the_values_are_those_of_the_plain_solver(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_each = rng.randint(1, min(3, rules.cards_each))
    log = random_position(rng, rules, n_each=n_each, n_stock=0, n_left=0)
    deal = analyse(log.to_dict()).deals[0]
    for play, position in zip(deal.plays, deal.positions, strict=False):
        plain = plain_values(position)
        assert {card.card: card.bounds.low for card in play.before.cards} == plain
        assert play.chosen.swing == max(plain.values()) - plain[play.card]


@given(SEEDS, st.sampled_from(GAMES))
def test_the_actual_result_is_that_of_the_cards(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    log = random_position(rng, rules, n_each=min(3, rules.cards_each), n_left=0)
    data = analyse(log.to_dict()).to_dict()
    table: Position = log
    result = result_of(rules, table.dealer, table.tally).result
    assert data["actual"]["value"] == dict(zip(rules.side_names, result, strict=True))
    score = deal_score(rules, table.contract, table.dealer, result, table.belote_side)
    assert data["actual"].get("score") == (None if score is None else score.to_dict(rules))
