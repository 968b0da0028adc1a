"""The plain search with a horizon, against its definition in Python and against the search without one."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from solver.cards import Card
from solver.engine.encode import Encoding
from solver.engine.native import CancelToken
from solver.engine.shallow import shallow_values
from solver.game.position import Position
from solver.game.tally import Tally, final_result, lead_of
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant
from solver.rules.words import Objective
from tests.support.positions import SEEDS, position_of_seed, random_position
from tests.support.search.plain_values import plain, plain_values

GAMES = (*VARIANTS, "custom")


def lead_so_far(rules: Rules, tally: Tally) -> int:
    """What side 0 has won more than side 1, before anything that the end of the deal adds."""
    if rules.objective == Objective.tricks:
        return lead_of(tally.tricks)
    if rules.objective == Objective.card_points:
        return lead_of(tally.card_points) + lead_of(tally.combinations)
    first, second = (honours.bit_count() for honours in tally.honours)
    return first - second - lead_of(tally.penalties)


def seen(position: Position, last: int) -> int:
    """Side 0 minus side 1 with best play until ``last`` tricks are finished: no memory, no cuts."""
    if position.is_over:
        return lead_of(final_result(position.rules, position.dealer, position.tally))
    if len(position.tricks) == last:
        return lead_so_far(position.rules, position.tally)
    values = [seen(position.play(card), last) for card in position.legal_plays()]
    return max(values) if position.side_to_play == 0 else min(values)


def seen_values(position: Position, n_tricks: int) -> dict[Card, int]:
    """The twin of `shallow_values`."""
    sign = 1 if position.side_to_play == 0 else -1
    last = len(position.tricks) + n_tricks
    return {card: sign * seen(position.play(card), last) for card in position.legal_plays()}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS, n_tricks=st.integers(1, 3))
def test_values_are_those_of_the_definition(game: str, seed: int, n_tricks: int) -> None:
    position = position_of_seed(seed, game, max_left=9)
    assert shallow_values(position, n_tricks) == seen_values(position, n_tricks)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS)
def test_a_horizon_behind_the_end_changes_nothing(game: str, seed: int) -> None:
    position = position_of_seed(seed, game)
    encoding = Encoding(position)
    fields, encoded = encoding.fields, encoding.encode_position(position)
    without = plain.solve(fields, encoded)
    for n_tricks in (-(-position.n_cards_left // position.rules.n_players), 20):
        assert plain.solve(fields, encoded, n_tricks=n_tricks) == without
        assert shallow_values(position, n_tricks) == plain_values(position)


def test_more_tricks_count_more() -> None:
    # After the ace, which drops the king, the queen is high; after the queen West has both tricks.
    ending = {"N": "-.32.-.-", "E": "-.54.-.-", "S": "AQ.-.-.-", "W": "K.-.A.-"}
    contract = {"trump": "NT", "taker": "W", "bid": 1}
    position = Position.from_dict({"variant": "bridge", "deal": ending, "contract": contract, "leader": "S"})
    ace, queen = Card("S", "A"), Card("S", "Q")
    assert shallow_values(position, 1) == {ace: 1, queen: -1}
    assert shallow_values(position, 2) == {ace: 2, queen: -2}


def test_the_end_counts_only_if_it_is_seen() -> None:
    # Belote, two cards each: North and South take both tricks: a slam, and the last trick's ten.
    request = {
        "variant": "belote",
        "rules": {"short_deals": True},
        "dealer": "W",
        "deal": {"N": "AT.-.-.-", "E": "-.-.87.-", "S": "98.-.-.-", "W": "-.-.-.87"},
        "contract": {"trump": "H", "taker": "N"},
    }
    position = Position.from_dict(request)
    ace, ten = Card("S", "A"), Card("S", "T")
    assert shallow_values(position, 1) == {ace: 11, ten: 10}
    assert shallow_values(position, 2) == {ace: 21 + 10 + 90, ten: 21 + 10 + 90}


@pytest.mark.parametrize("game", ["belote", "quadrette", "california_jack"])
def test_a_look_ahead_is_bounded(game: str) -> None:
    rules = find_variant(game)
    total = rules.cards_each * rules.n_players + rules.stock
    position = random_position(Random(1), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=total)
    assert shallow_values(position, 20, nodes=1000) is None
    assert shallow_values(position, 1) is not None


def test_a_look_ahead_can_be_cancelled() -> None:
    rules = find_variant("california_jack")
    total = rules.cards_each * rules.n_players + rules.stock
    whole = random_position(Random(1), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=total)
    cancel = CancelToken()
    cancel.cancel()
    # So many nodes would take days.
    assert shallow_values(whole, whole.n_cards_left, 10**12, cancel) is None


def test_numbers_out_of_range_are_refused() -> None:
    position = position_of_seed(1, "belote")
    for n_tricks, nodes in ((0, 1), (-1, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least one"):
            shallow_values(position, n_tricks, nodes)
    encoding = Encoding(position)
    with pytest.raises(ValueError, match="no trick"):
        plain.solve(encoding.fields, encoding.encode_position(position), n_tricks=0)


def test_a_deal_that_is_over_has_no_values() -> None:
    position = random_position(Random(1), find_variant("belote"), n_each=8, n_left=0)
    assert shallow_values(position, 1) == {}
