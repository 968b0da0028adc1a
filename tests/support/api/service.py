"""The service under test, in this process, and bodies to send to it."""

import json
import random
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api import Settings, create_app
from api.settings.texts import NO_DATABASE
from solver import Position, find_variant
from tests.support.waiting import FOREVER_MS

PROBLEM = "application/problem+json"
PATIENT = Settings(time_ms=FOREVER_MS, max_time_ms=FOREVER_MS)
"""Of a service whose answers end by their nodes, however slow the machine is."""

CONTRACTS: Mapping[str, Mapping[str, Any]] = {
    "quadrette": {"trump": "C"},
    "all_fours": {"trump": "D"},
    "all_fours_4": {"trump": "D"},
    "california_jack": {"trump": "S"},
    "belote": {"trump": "H", "taker": "N"},
    "valet_de_trefle": {"trump": "H", "taker": "E"},
    "contree": {"trump": "S", "taker": "S", "bid": 90},
    "coinche": {"trump": "AT", "taker": "S", "bid": 90},
    "klaverjas_amsterdam": {"trump": "H", "taker": "N"},
    "klaverjas_rotterdam": {"trump": "C", "taker": "W"},
    "whist": {"trump": "S"},
    "bridge": {"trump": "NT", "taker": "W"},
}
"""A contract for every game."""

SHORT = {"california_jack": (6, 4), "bridge": (4, 0), "whist": (4, 0)}
"""Cards each and in the stock, where a whole deal would take long to solve."""


@cache
def make_client(settings: Settings | None = None) -> FlaskClient:
    """A client of a service with those settings; without a database of their own, it keeps nothing."""
    settings = settings or Settings()
    if settings.database == Settings().database:
        settings = replace(settings, database=NO_DATABASE)
    return create_app(settings).test_client()


def post(path: str, body: object, settings: Settings | None = None) -> TestResponse:
    """The answer to ``body`` sent as JSON."""
    return make_client(settings).post(path, data=json.dumps(body), content_type="application/json")


def post_raw(
    path: str, data: bytes, content_type: str | None = "application/json", **kwargs: Any
) -> TestResponse:
    """The answer to a body that need not be JSON."""
    return make_client().post(path, data=data, content_type=content_type, **kwargs)


def data_of(page: str) -> Any:
    """What a page of the board hands to its modules."""
    found = re.search(r'<script type="application/json" id="board-data">(.*)</script>', page)
    assert found is not None
    return json.loads(found[1])


def make_body(variant: str, seed: int = 1, n_plays: int = 0) -> dict[str, Any]:
    """A deal of a game, with some plays that any player could have made."""
    chance = random.Random(seed)
    rules = find_variant(variant)
    deck = [str(card) for card in rules.deck]
    chance.shuffle(deck)
    n_each, n_stock = SHORT.get(variant, (rules.cards_each, rules.stock))
    body: dict[str, Any] = {
        "variant": variant,
        "dealer": rules.players[-1],
        "deal": {seat: [deck.pop() for _ in range(n_each)] for seat in rules.players},
        "contract": dict(CONTRACTS[variant]),
    }
    if variant in SHORT:
        body["rules"] = {"short_deals": True}
    if n_stock:
        body["stock"] = [deck.pop() for _ in range(n_stock)]
    position = Position.from_dict(body)
    while len(position.plays) < n_plays and not position.is_over:
        position = position.play(chance.choice(position.legal_plays()))
    body["plays"] = [str(card) for card in position.plays]
    return body
