"""Natural deals: full size, contracts that hands lead to, and play that is mostly sensible."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from solver import Card, Position, Solver, find_variant, resolve_variant
from solver.game import number_sides, verdict_of
from solver.puzzles.deals import choose_at_sight, draw_deal, hand_strength, play_on
from solver.rules import VARIANTS, Scoring
from tests.support.positions import GAMES, SEEDS, game_of_seed

DEALS = range(40)


def deals_of(game: str) -> list[Position]:
    return [draw_deal(Random(f"{game} {seed}"), find_variant(game)) for seed in DEALS]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", VARIANTS)
def test_deals_are_of_full_size_and_each_is_another(game: str) -> None:
    rules = find_variant(game)
    found = deals_of(game)
    for position in found:
        assert position.deal.n_cards == rules.cards_each * rules.n_players + rules.stock
        assert not position.plays
        assert Position.from_dict(position.to_dict()) == position
        assert (position.contract.taker is not None) == rules.has_taker
        assert (position.contract.bid is not None) == bool(rules.bids)
    assert len({str(position.deal) for position in found}) == len(found)
    assert {position.dealer for position in found} == set(rules.players)
    assert deals_of(game) == found


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", ["belote", "valet_de_trefle", "klaverjas_amsterdam", "contree", "coinche"])
def test_takers_have_a_hand_to_take_with(game: str) -> None:
    """More contracts are made than lost with best play, and not all."""
    made = []
    for position in deals_of(game):
        value = Solver(position, 16).solve(position, cards="best").value
        assert value is not None
        verdict = verdict_of(position, number_sides(position.rules, value))
        assert verdict is not None
        assert position.contract.taker is not None
        made.append(verdict.side == position.rules.side_of(position.contract.taker))
    assert len(made) / 2 < sum(made) < len(made)


def test_the_bids_of_bridge_go_by_points_and_length() -> None:
    points = {"A": 4, "K": 3, "Q": 2, "J": 1}
    levels: dict[int, list[int]] = {}
    for position in deals_of("bridge"):
        contract = position.contract
        taker = contract.taker
        assert taker is not None
        side = [seat for seat in "NESW" if seat == taker or position.rules.are_partners(seat, taker)]
        held = [card for seat in side for card in position.hands[seat]]
        total = sum(points.get(card.rank, 0) for card in held)
        assert total >= 20
        if contract.trump != "NT":
            assert sum(card.suit == contract.trump for card in held) >= 8
        assert contract.bid is not None
        levels.setdefault(contract.bid, []).append(total)
    mean = {level: sum(totals) / len(totals) for level, totals in levels.items()}
    assert mean[1] < mean[2] < mean[4]


def test_a_strong_hand_counts_for_more() -> None:
    rules = find_variant("contree")
    strong = [Card("S", rank) for rank in "J9AT"] + [Card("H", "A"), *(Card("D", rank) for rank in "AT7")]
    weak = [Card("S", rank) for rank in "87"] + [Card("H", rank) for rank in "987"] + strong[-3:]
    assert hand_strength(rules, strong, "S") > hand_strength(rules, weak, "S") + 80
    assert hand_strength(rules, strong, "S") > hand_strength(rules, strong, "C") + 80


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", VARIANTS)
def test_a_deal_is_played_on_to_the_trick_asked_for(game: str) -> None:
    rules = find_variant(game)
    for seed in range(5):
        position = draw_deal(Random(seed), rules)
        played = play_on(Random(seed), position, 4)
        assert played.n_cards_left == 4 * rules.n_players
        assert played == play_on(Random(seed), position, 4)
        assert played.deal == position.deal


@pytest.mark.slow
def test_most_cards_played_are_good_ones() -> None:
    """Over whole deals the sides give away less than players who choose blindly."""
    lost = {True: 0, False: 0}
    for seed in range(20):
        start = draw_deal(Random(seed), find_variant("contree"))
        for is_sensible in lost:
            position, rng = start, Random(seed)
            solver = Solver(start, 16)
            while not position.is_over:
                answer = solver.solve(position)
                cards = position.legal_plays()
                card = choose_at_sight(rng, position) if is_sensible else rng.choice(cards)
                lost[is_sensible] += next(one.swing for one in answer.cards if one.card == card) or 0
                position = position.play(card)
    assert lost[True] < 0.85 * lost[False]


def test_games_without_a_taker_turn_a_trump_up_where_a_card_is_left() -> None:
    for game in VARIANTS:
        rules = find_variant(game)
        if rules.scoring not in (Scoring.trick_table, Scoring.four_points):
            continue
        for position in deals_of(game):
            shown = position.contract.turned_up
            n_left = len(rules.deck) - position.deal.n_cards
            assert (shown is not None) == bool(n_left or rules.stock)
            if shown is not None:
                assert shown.suit == position.contract.trump


@given(SEEDS, st.sampled_from(GAMES))
def test_any_game_is_dealt_and_played(seed: int, game: str) -> None:
    """Also with other options, other sides, and games that nobody plays."""
    rules = game_of_seed(Random(seed), game)
    position = draw_deal(Random(seed), rules)
    assert Position.from_dict(position.to_dict()) == position
    assert play_on(Random(seed), position, 0).is_over


@pytest.mark.parametrize(("stock", "is_shown"), [(24, False), (22, True)])
def test_a_stock_that_uses_up_the_pack_leaves_no_card_to_turn_up(stock: int, is_shown: bool) -> None:
    rules = resolve_variant(
        {
            "name": "tricks_to_draw",
            "sides": ["N", "S"],
            "deck": {"ranks": "AKQJT987", "cards_each": 4, "stock": stock},
            "score": {"scoring": "trick_table", "trick_scores": list(range(5 + stock // 2))},
        }
    )
    for seed in range(5):
        position = draw_deal(Random(seed), rules)
        assert Position.from_dict(position.to_dict()) == position
        shown = position.contract.turned_up
        assert (shown is not None) == is_shown
        assert shown is None or position.deal.holder(shown) is None


def test_a_game_for_four_points_may_be_dealt_out() -> None:
    rules = resolve_variant(
        {
            "name": "dealt_out",
            "deck": {"suits": "SHD", "ranks": "AKQJT987", "cards_each": 6},
            "trumps": ["S", "H", "D"],
            "sides": ["NS", "EW"],
            "result": {"objective": "four_points"},
            "points": {"standard": {"plain": {"T": 10, "A": 4}}},
            "score": {"scoring": "four_points"},
        }
    )
    for seed in range(5):
        position = draw_deal(Random(seed), rules)
        # The last card dealt, the dealer's, is trumps.
        assert position.contract.trump in {card.suit for card in position.deal.hands[position.dealer or ""]}
        assert position.contract.turned_up is None
