"""Deals made to numbers in the page: the same as in Python; what the page cannot know it says."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver import VARIANTS, Contract, Deal, Position, Rules, board_data, deal_numbers, find_variant
from solver.report.board.tables import game_tables
from solver.report.board.words import refusal_words
from solver.sentences import Language
from tests.support.board.browser import run_node
from tests.support.positions import random_contract, random_deal, random_position

ENCODE = Path(__file__).with_name("encode.mjs")


def encode(folder: Path, requests: list[dict[str, Any]], language: Language = "en") -> list[dict[str, Any]]:
    """What the page makes of requests, with the tables of their games: those of all take two seconds."""
    known = {name: game for game in VARIANTS for name in (game, *find_variant(game).aliases)}
    games = {known[name] for name in known if any(request["variant"] == name for request in requests)}
    data = {**board_data(language), "tables": {name: game_tables(name) for name in games}}
    data["words"]["says"] |= refusal_words(language)
    path = folder / "data.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    told = run_node(ENCODE, path, lines=map(json.dumps, requests)).splitlines()
    return [json.loads(line) for line in told]


def told_offline(position: Position, notation: Any) -> dict[str, Any]:
    """The numbers of a deal but for what no table tells of a short one."""
    numbers: dict[str, Any] = json.loads(json.dumps(deal_numbers(position, notation)))
    rules = position.rules
    if position.deal.n_cards < rules.n_players * rules.cards_each + rules.stock:
        numbers |= {"needs": None, "scores": []}
    return numbers


def any_contract(rng: Random, rules: Rules, deal: Deal) -> Contract:
    """A contract with what went before the play, in games where that counts."""
    contract = random_contract(rng, rules)
    if rules.turned_jack_points:
        left = {card for card in rules.deck if card.rank == "J"}.difference(deal.cards())
        is_trump_left = any(card.suit == contract.trump for card in left)
        most = min(2 if is_trump_left else 1, len(left))
        contract = replace(contract, turned_jacks=rng.randint(0, most))
        if rules.refusal_points and contract.turned_jacks <= is_trump_left:
            contract = replace(contract, refused=rng.random() < 0.5)
    return contract


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", VARIANTS)
def test_the_numbers_are_those_of_python(game: str, tmp_path: Path) -> None:
    """Whole deals and short ones, under every trump, in both languages, with or without a dealer."""
    rules, rng = find_variant(game), Random(game)
    short = rules.override({"short_deals": True})
    positions, requests = [], []
    for n in range(60):
        of = short if n % 3 == 0 and not rules.stock else rules
        n_each = rng.randint(1, rules.cards_each) if of is short else rules.cards_each
        deal = random_deal(rng, of, n_each, rules.stock)
        seat = rng.choice(rules.players)
        leader = rng.choice(rules.players) if n % 4 == 1 else None
        position = Position(of, any_contract(rng, of, deal), deal, dealer=seat, leader=leader)
        notation: Any = "fr" if n % 2 else "en"
        request = position.to_dict(notation)
        if leader is None and (position.first_leader == of.first_leader(seat, position.contract.taker)):
            del request["leader"]
        positions.append((position, notation))
        requests.append(request)
    for (position, notation), told in zip(positions, encode(tmp_path, requests), strict=True):
        assert told == told_offline(position, notation)


def test_a_deal_may_be_one_text_and_a_game_have_another_name(tmp_path: Path) -> None:
    deal = "N:AT.87.K8.AJ J7.AQJ9.T.K K.T.AQ97.Q8 Q98.K.J.T97"
    request = {"variant": "belote", "dealer": "E", "deal": deal, "contract": {"trump": "H", "taker": "E"}}
    alias = find_variant("belote").aliases[0]
    for told in encode(tmp_path, [request, request | {"variant": alias}]):
        assert told == told_offline(Position.from_dict(request), "en")


def test_what_the_page_cannot_know_is_refused(tmp_path: Path) -> None:
    good = random_position(Random(1), find_variant("contree"), n_each=8, n_left=32).to_dict()
    wrong: dict[str, list[dict[str, Any]]] = {
        "offline_unknown": [{"variant": "tarot"}, {"variant": None}],
        "offline_rules": [
            {"rules": {"ruff": "free"}},
            {"rules": {"short_deals": 1}},
            {"variant": find_variant("contree").to_dict()},
        ],
    }
    asked = [(says, good | change) for says, changes in wrong.items() for change in changes]
    told = encode(tmp_path, [request for _, request in asked])
    assert [one.get("refused", one) for one in told] == [says for says, _ in asked]


def test_capot_is_a_bid_by_name_or_number(tmp_path: Path) -> None:
    start = random_position(Random(2), find_variant("contree"), n_each=8, n_left=32)
    requests = [
        start.to_dict() | {"contract": {"trump": "H", "taker": "N", "bid": bid}} for bid in (250, "capot")
    ]
    first, second = encode(tmp_path, requests)
    assert first == second
    position = Position(
        start.rules,
        Contract("H", taker="N", bid=250),
        start.deal,
        dealer=start.dealer,
        leader=start.first_leader,
    )
    assert first == told_offline(position, "en")
