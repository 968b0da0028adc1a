"""Leads alone: of the cards that are asked for, within what matters, and without some cards."""

from random import Random

import pytest
from hypothesis import given

from solver import Limit, Position, Solver, find_variant
from solver.cards import Card
from solver.engine import Bounds
from solver.engine.encode import Encoding
from solver.game.tally import lead_of, sign_of
from solver.rules.variants import VARIANTS
from tests.support.positions import SEEDS, position_of_seed, random_position
from tests.support.search.plain_values import plain, plain_values

pytestmark = pytest.mark.slow

GAMES = (*VARIANTS, "custom")
MOST = 1 << 20


def leads_of(position: Position, values: dict[Card, int]) -> dict[Card, int]:
    """Values of the side to play as leads of the first side."""
    return {card: sign_of(position.side_to_play) * value for card, value in values.items()}


def best_of(position: Position, leads: dict[Card, int]) -> int:
    return (max if position.side_to_play == 0 else min)(leads.values())


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS)
def test_leads_are_those_of_the_plain_solver(game: str, seed: int) -> None:
    position, rng = position_of_seed(seed, game), Random(seed)
    leads = leads_of(position, plain_values(position))
    solver = Solver(position)
    whole = solver.leads(position)
    assert (whole.bounds.is_exact, whole.bounds.low) == (True, best_of(position, leads))
    assert (whole.cards, whole.ended) == ({}, None)
    some = rng.sample(sorted(leads), rng.randint(1, len(leads)))
    found = solver.leads(position, cards=some, guess=rng.randint(-20, 20))
    assert found.cards == {card: Bounds(leads[card], leads[card]) for card in some}
    assert found.bounds.low == best_of(position, {card: leads[card] for card in some})


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS)
def test_a_lead_beyond_what_matters_is_told_as_one_beyond_it(game: str, seed: int) -> None:
    position, rng = position_of_seed(seed, game), Random(seed)
    leads = leads_of(position, plain_values(position))
    cards = rng.sample(sorted(leads), rng.randint(1, len(leads)))
    least = leads[cards[0]] + rng.randint(-12, 12)
    for low, high in ((least, MOST), (-MOST, least), (least, least + rng.randint(0, 8))):
        found = Solver(position).leads(position, cards=cards, within=(low, high))
        for card in cards:
            check_told(found.cards[card], leads[card], low, high)


def check_told(told: Bounds, lead: int, low: int, high: int) -> None:
    """Fail unless a lead is told as it is, or beyond ``low`` or ``high`` as one beyond it."""
    assert told.is_exact
    if lead < low:
        assert told.low <= low
    elif lead > high:
        assert told.low >= high
    else:
        assert told.low == lead


def test_what_matters_may_lie_where_no_lead_of_the_deal_can() -> None:
    options = {"ruff": "free", "underruff": "last_resort", "forced_discard_penalty": 2, "short_deals": True}
    position = Position.from_dict(
        {
            "variant": "all_fours",
            "rules": options,
            "leader": "S",
            "deal": {"N": "82.9.-.-", "S": "-.-.-.542"},
            "contract": {"trump": "C"},
        }
    )
    # All leads are odd, and equal: one card is told by another, with which it is not of one class.
    leads = leads_of(position, plain_values(position))
    assert set(leads.values()) == {-9}
    found = Solver(position).leads(position, cards=list(leads), within=(-6, -1))
    assert {told.low for told in found.cards.values()} == {-7}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", [name for name in VARIANTS if name not in ("bridge", "whist", "quadrette")])
@given(seed=SEEDS)
def test_differences_without_some_cards_are_those_of_the_plain_solver(game: str, seed: int) -> None:
    position, rng = position_of_seed(seed, game), Random(seed)
    worthless = rng.sample(sorted(position.deal.cards()), rng.randint(1, 2))
    encoding = Encoding(position).without(worthless)
    assert [encoding.fields["value"][encoding.code[card]] for card in worthless] == [0] * len(worthless)
    # What the fields say of the others, and all else, is as before.
    usual = Encoding(position).fields
    assert {name for name in usual if encoding.fields[name] != usual[name]} <= {
        "value",
        "game",
        "worthless",
        "gameless",
    }
    found = plain.solve(encoding.fields, encoding.encode_position(position))
    won = lead_of(encoding.won_so_far(position))
    leads = {encoding.card[code]: worth for code, worth in found["cards"]}
    told = Solver(position).without(worthless).leads(position, cards=list(leads))
    assert told.cards == {card: Bounds(won + worth, won + worth) for card, worth in leads.items()}


def test_a_card_without_points_takes_its_worth_from_the_difference() -> None:
    # North may win the ace of hearts, of 11 points, or leave it.
    hands = {"N": "-.T.-.7", "E": "-.A.-.8", "S": "-.7.-.K", "W": "-.8.-.Q"}
    position = Position.from_dict(
        {
            "variant": "belote",
            "rules": {"short_deals": True},
            "deal": hands,
            "contract": {"trump": "S"},
            "leader": "N",
        }
    )
    solver, cards = Solver(position), position.legal_plays()
    ace = Card("H", "A")
    with_it, without = solver.leads(position, cards=cards), solver.without([ace]).leads(position, cards=cards)
    assert all(without.cards[card].low - with_it.cards[card].low == 11 for card in cards)


def test_what_cannot_be_asked_is_refused() -> None:
    rules = find_variant("belote")
    position = random_position(Random(1), rules, n_each=8, n_left=12)
    other = random_position(Random(2), rules, n_each=8, n_left=12)
    solver = Solver(position)
    held = next(card for card in position.deal.cards() if card not in position.legal_plays())
    assert (solver.suits(position), solver.suits(other)) == (True, False)
    with pytest.raises(ValueError, match="another deal"):
        solver.leads(other)
    with pytest.raises(ValueError, match="cannot be played"):
        solver.leads(position, cards=[held])
    over = position.play_all(solver.solve(position).line)
    assert over.is_over
    with pytest.raises(ValueError, match="no card is left to play"):
        solver.leads(over)


def test_a_limit_is_kept_and_said() -> None:
    position = random_position(Random(1), find_variant("belote"), n_each=8, n_left=32)
    found = Solver(position).leads(position, Limit(nodes=200), position.legal_plays()[:1])
    assert found.ended is not None
    assert (found.ended.by, found.bounds.is_exact) == ("nodes", False)
    assert 200 <= found.stats.nodes < 300
