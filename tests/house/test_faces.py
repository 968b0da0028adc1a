"""The service and the command line find the same faults in a request, in the same order and words."""

import copy
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from flask import Flask

from api import Settings, create_app
from api.schemas.bids import BidsSchema
from api.schemas.examples.hands import CALLED_HANDS
from api.schemas.examples.tables import TABLE_DEALS
from api.schemas.fields import ShapeSchema
from api.schemas.requests import LogSchema, PositionSchema
from api.schemas.table import TableSchema
from solver import AskedHand, Log, SolverError, TableDeal, parse_json
from solver.bidding import TABLE_KEYS
from solver.calls import HAND_KEYS
from solver.cli.request import LOG_KEYS, SOLVE_KEYS, Options, read_request
from solver.game import read_told_position
from solver.game.keys import REQUEST_KEYS
from solver.requests import HAND_DEALS, QUICK, RequestOption
from tests.support.command_line import ROOT
from tests.support.depth import by_depth

N_REQUESTS = by_depth(150, 4000)
Body = dict[str, Any]
Faults = list[tuple[str, str]]
Reader = Callable[[Any], object]

VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        3,
        8,
        1.5,
        250,
        "",
        "x",
        "N",
        "NS",
        "H",
        "SA",
        "NT",
        "pass",
        "80H",
        "fr",
        "xx",
    ),
    *([], {}, ["SA"], ["pass"], [[]], [{}], {"N": "A.-.-.-"}, {"play": 3, "text": "x"}, "capot", "A" * 300),
]
NAMES = (*REQUEST_KEYS, "foo", "a/b", "bid", "level", "taker", "time_ms", "nodes", "samples", "short_deals")


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(Settings(database="none"))


def sound_bodies() -> list[Body]:
    """A log of every game, those that leave the contract to their auction, and a match."""
    files = sorted((ROOT / "samples").rglob("*.json"))
    bodies = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    match = {
        "variant": "belote",
        "deals": [{**one, "variant": None} for one in bodies if one["variant"] == "belote"],
    }
    asked = {"limit": {"nodes": 5, "time_ms": 7}, "fair": {"samples": 50, "seed": 7}, "calls": True}
    return [*bodies, *({**body, **asked} for body in bodies[::3]), match, {**match, **asked}]


def objects_in(value: Any) -> Iterator[Any]:
    """Every list and object in a value."""
    if isinstance(value, (list, dict)) and value:
        yield value
        for one in value.values() if isinstance(value, dict) else value:
            yield from objects_in(one)


def spoil(rng: Random, body: Body) -> None:
    """Change, add, leave out or double one thing."""
    held = rng.choice([*objects_in(body), body, body])
    if not held:
        return
    key = rng.choice(list(held)) if isinstance(held, dict) else rng.randrange(len(held))
    match rng.randrange(4):
        case 0:
            held[key] = rng.choice(VALUES)
        case 1:
            del held[key]
        case 2 if isinstance(held, dict):
            held[rng.choice(NAMES)] = rng.choice(VALUES)
        case 2:
            held.insert(key, rng.choice(held))
        case _:
            other = rng.choice(list(held)) if isinstance(held, dict) else rng.randrange(len(held))
            held[key], held[other] = held[other], held[key]


def faults_of(read: Reader, text: str) -> Faults:
    try:
        read(parse_json(text))
    except SolverError as error:
        return [(fault.pointer, fault.detail) for fault in error.faults]
    return []


def by_command(keys: Collection[str], read: Reader, more: Sequence[RequestOption] = ()) -> Reader:
    """What reads a body of a command that knows some keys."""
    return lambda body: read_request(body, Options(), keys, read, more)


KINDS: dict[str, tuple[ShapeSchema, Reader]] = {
    "position": (PositionSchema(), by_command(SOLVE_KEYS, read_told_position)),
    "log": (LogSchema(), by_command(LOG_KEYS, Log.from_dict)),
    "table": (TableSchema(), by_command(TABLE_KEYS, TableDeal.of)),
    "hand": (BidsSchema(), by_command(HAND_KEYS, AskedHand.from_dict, (*HAND_DEALS, QUICK))),
}
OWN_BODIES = {"table": TABLE_DEALS, "hand": CALLED_HANDS}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_the_command_line_and_the_service_find_the_same_faults(app: Flask, kind: str, seed: int) -> None:
    schema, command = KINDS[kind]
    own: list[Body] = [json.loads(json.dumps(one["value"])) for one in OWN_BODIES.get(kind, {}).values()]
    rng, bodies, counts = Random(f"{kind} {seed}"), own or sound_bodies(), Counter[bool]()
    for _ in range(N_REQUESTS):
        body = copy.deepcopy(rng.choice(bodies))
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            spoil(rng, body)
        text = json.dumps(body)
        with app.app_context():
            told = faults_of(schema.load, text)
        # One that is null is left out; the names of fields that a deal may have stand in other orders.
        if "there is no field" in str([said for pointer, said in told if pointer.startswith("/deals/")]):
            continue
        assert told == faults_of(command, text), text
        counts[bool(told)] += 1
    assert min(counts.values()) > N_REQUESTS // 20, counts


def test_faults_of_the_form_come_in_the_order_of_the_request(app: Flask) -> None:
    """Whatever the order in which a set of names is gone through."""
    names = [f"{letter}{n}" for letter in "qxaz" for n in range(5)]
    body = dict.fromkeys(names, 1) | {"limit": {"z": 1, "nodes": 0, "a": 1}, "cards": 3, "b": 1}
    answer: Any = app.test_client().post("/v1/solve", json=body).json
    pointers = [error["pointer"] for error in answer["errors"]]
    in_limit = ["/limit/z", "/limit/nodes", "/limit/a"]
    assert pointers == ["/variant", *(f"/{name}" for name in names), *in_limit, "/cards", "/b"]


def test_a_deal_of_a_log_has_no_limit_of_its_own(app: Flask) -> None:
    log = {"variant": "belote", "deals": [{"limit": {"nodes": 3}, "fair": True}]}
    answer: Any = app.test_client().post("/v1/analyses", json=log).json
    told = {error["pointer"]: error["detail"] for error in answer["errors"]}
    assert told["/deals/0/limit"] == "a deal of a log has no limit of its own"
    assert told["/deals/0/fair"] == "a deal of a log has no fair of its own"
