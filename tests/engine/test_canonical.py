"""Positions that differ in names only have one canonical form, and one answer but for the names."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver import VARIANTS, Answer, CanonicalForm, Card, Position, canonical_form, solve
from solver.engine.answer import CardValue
from solver.game.deal import Deal
from solver.game.duplicate import Vulnerable
from solver.game.tally import final_result
from tests.support.budgets import MANY
from tests.support.positions import SEEDS, position_of_seed, positions

pytestmark = pytest.mark.slow

TURNS: Mapping[str, str] = {"N": "E", "E": "S", "S": "W", "W": "N"}
SIDES: Mapping[Vulnerable, Vulnerable] = {Vulnerable.NS: Vulnerable.EW, Vulnerable.EW: Vulnerable.NS}


def twin(position: Position, rng: Random) -> Position:
    """The position with other names, made by the rules of the table and not by those of the module."""
    rules, contract = position.rules, position.contract
    plain = [suit for suit in rules.suits if suit != contract.trump]
    suits = {contract.trump: contract.trump} | dict(zip(plain, rng.sample(plain, len(plain)), strict=True))
    names = {seat: seat for seat in rules.players}
    vulnerable = contract.vulnerable
    if set(rules.sides) == {"NS", "EW"}:
        for _ in range(rng.randrange(4)):
            names = {seat: TURNS[name] for seat, name in names.items()}
            vulnerable = SIDES.get(vulnerable, vulnerable)
    elif set(rules.sides) == {"N", "S"} and rng.random() < 0.5:
        names = {"N": "S", "S": "N"}

    def card(old: Card) -> Card:
        return Card(suits[old.suit], old.rank)

    hands = {names[seat]: tuple(map(card, hand)) for seat, hand in position.deal.hands.items()}
    up = contract.turned_up
    return Position(
        rules,
        replace(
            contract,
            taker=None if contract.taker is None else names[contract.taker],
            turned_up=None if up is None else card(up),
            vulnerable=vulnerable,
        ),
        Deal(hands, tuple(map(card, position.deal.stock))),
        dealer=None if position.dealer is None else names[position.dealer],
        leader=names[position.first_leader],
        plays=tuple(map(card, position.plays)),
    )


def same(answer: Answer, other: Answer) -> bool:
    """True if two answers to one position prove the same; their lines and costs may differ."""

    def facts(answer: Answer) -> Any:
        return (
            (answer.variant, answer.to_play, answer.trick, answer.bounds, answer.belote, answer.is_complete),
            {card.card: (card.bounds, card.swing) for card in answer.cards},
            sorted(answer.best),
        )

    return bool(facts(answer) == facts(other))


def has_constant_sum(answer: Answer) -> bool:
    pairs = [card.value for card in answer.cards if card.value is not None]
    return len({sum(pair.values()) for pair in pairs}) <= 1


def check_line(position: Position, answer: Answer) -> None:
    """Hold the line against the rules: legal, to the end, and worth what the answer says."""
    for card in answer.line:
        position = position.play(card)
    assert position.is_over
    result = final_result(position.rules, position.dealer, position.tally)
    assert answer.value == dict(zip(position.rules.side_names, result, strict=True))


@given(positions(max_left=10), SEEDS)
@MANY
def test_relabelled_positions_have_the_relabelled_answer(position: Position, seed: int) -> None:
    other = twin(position, Random(seed))
    form, other_form = canonical_form(position), canonical_form(other)
    assert form.key == other_form.key
    assert hash(form.key) == hash(other_form.key)
    assert len({form, canonical_form(position), other_form}) == (1 if position == other else 2)
    direct = solve(other)
    through = other_form.restore(form.rename(solve(position)))
    assert same(through, direct)
    check_line(other, through)
    if has_constant_sum(direct):
        assert through.value == direct.value
        assert through.score == direct.score
        assert {card.card: _numbers(card) for card in through.cards} == {
            card.card: _numbers(card) for card in direct.cards
        }
    assert {card.card: set(card.equals) for card in through.cards} == {
        card.card: set(card.equals) for card in direct.cards
    }


def _numbers(card: CardValue) -> Any:
    return card.value, card.score, card.loss, card.score_swing


@pytest.mark.by_day(2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_twins(variant: str) -> None:
    """The test above would prove nothing of a game of which no position had another name."""
    position = position_of_seed(11, variant)
    twins = {repr(twin(position, Random(seed)).to_dict()) for seed in range(200)}
    assert len(twins) >= 6
    assert len({canonical_form(twin(position, Random(seed))).key for seed in range(50)}) == 1


@given(positions(max_left=12))
def test_an_answer_comes_back_as_it_was(position: Position) -> None:
    answer = solve(position)
    form = canonical_form(position)
    back = form.restore(form.rename(answer))
    assert back == answer
    assert json.dumps(back.to_dict()) == json.dumps(answer.to_dict())


def test_any_change_that_is_more_than_names_changes_the_form() -> None:
    deal = "N:AT.87.K8.AJ 7J.JA9Q.T.K K.T.AQ97.Q8 Q98.K.J.T97"
    body: dict[str, Any] = {
        "variant": "belote",
        "dealer": "N",
        "deal": deal,
        "contract": {"trump": "H", "taker": "E"},
        "plays": ["SJ"],
    }
    base = canonical_form(Position.from_dict(body)).key
    changes: list[dict[str, Any]] = [
        {"dealer": "W", "plays": ["ST"]},
        {"contract": {"trump": "H", "taker": "W"}},
        {"contract": {"trump": "D", "taker": "E"}},
        {"rules": {"overruff": "free"}},
        {"plays": ["S7"]},
        {"plays": []},
        {"deal": deal.replace("K8", "K7").replace("AQ97", "AQ98")},
    ]
    keys = [_form({**body, **change}) for change in changes]
    assert base not in [form.key for form in keys]


def _form(body: dict[str, Any]) -> CanonicalForm:
    return canonical_form(Position.from_dict(body))


def test_there_are_six_names_for_the_plain_suits_of_a_deal_and_one_form() -> None:
    position = Position.from_dict(
        {
            "variant": "belote",
            "dealer": "N",
            "deal": "N:AT.87.K8.AJ 7J.JA9Q.T.K K.T.AQ97.Q8 Q98.K.J.T97",
            "contract": {"trump": "H", "taker": "E"},
        }
    )
    named = set()
    for order in permutations("SDC"):
        suits = dict(zip("SDC", order, strict=True)) | {"H": "H"}
        hands = {
            seat: tuple(Card(suits[card.suit], card.rank) for card in hand)
            for seat, hand in position.deal.hands.items()
        }
        named.add(canonical_form(replace_deal(position, hands)).key)
    assert len(named) == 1


def replace_deal(position: Position, hands: Mapping[str, tuple[Card, ...]]) -> Position:
    """The position with other hands."""
    return Position(position.rules, position.contract, Deal(hands), dealer=position.dealer)
