"""What is wrong with a deal, told by a page without a service: as Python tells it, word by word."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver import VARIANTS, Position, SolverError, find_variant, parse_json
from solver.game.keys import REQUEST_KEYS
from solver.sentences import LANGUAGES, Language, in_full
from tests.report.board.test_encode import any_contract, encode
from tests.support.depth import by_depth
from tests.support.positions import random_deal

Request = dict[str, Any]
N_REQUESTS = by_depth(60, 600)

CARDS = ["SA", "HT", "D7", "C2", "SJ", "HJ", "DJ", "CJ", "S9", "HK", "XX", 7, "PA", "SR", "10h", "DV", "TD"]
SEATS = ["N", "E", "S", "W", "O", "Nord", "x", 3, "", "NS", True]
PARTS: dict[str, list[Any]] = {
    "trump": ["S", "H", "NT", "AT", "SA", "TA", "P", "sans atout", "X", 3, None, "♠", "h"],
    "taker": SEATS,
    "bid": [80, 100, 250, "capot", "Capot ", "ca pot", 85, 1, 7, "80", True, 2.5, -1],
    "level": [1, 3, 7, 8, "3", 80, "capot", None, 3.0],
    "multiplier": [1, 2, 4, 3, "2", True, 0, 1.5],
    "turned_jacks": [0, 1, 2, 3, -1, "1", True, 1.5],
    "refused": [True, False, 0, "true"],
    "turned_up": CARDS,
    "vulnerable": [None, 1],
    "it's": [None, "x"],
    'a/b~"c': [3],
}
FIELDS: dict[str, list[Any]] = {
    "vulnerable": ["NS", "EW", "EO", "both", "none", "x", 3, ["NS"]],
    "dealer": SEATS,
    "leader": SEATS,
    "notation": ["en", "fr", "xx", 3],
    "contract": [3, "H", [], {}, True],
    "players": [{"N": "a", "Nord": "b"}, {"X": "a"}, {"N": 3}, 3, {"N": "a" * 201}, {"O": "Odile"}],
    "id": [3, "a" * 201, "game"],
    "Dealer": ["N"],
    "a~b": [3],
    "board": ["7"],
    "stock": [[], ["SA"], "SA", 3, ["SA", "SA"], ["xx"], ["SA"] * 105],
    "deal": [3, "N:", "N:A.-.-.- A.-.-.-", "X: A.-.-.- A.-.-.- A.-.-.- A.-.-.-", [], {}, None, "rubbish"],
    "rules": [{"short_deals": True}],
}
HANDS: list[Any] = [
    "",
    "A.-.-.-",
    "rubbish",
    "AKQ.x.Z.-",
    ["SA", "S A", "xx"],
    [],
    3,
    "a.k.q.j",
    "AR.D.-.-",
    "A" * 101,
]
OTHER_SEATS = ["X", "Nord", "o", "E ", "", "it's"]


def spoil_contract(rng: Random, request: Request) -> None:
    if isinstance(request.get("contract"), dict):
        part = rng.choice(list(PARTS))
        request["contract"][part] = rng.choice(PARTS[part])


def spoil_field(rng: Random, request: Request) -> None:
    field = rng.choice(list(FIELDS))
    request[field] = rng.choice(FIELDS[field])


def spoil_hands(rng: Random, request: Request) -> None:
    deal = request.get("deal")
    if not (isinstance(deal, dict) and deal):
        return
    seat, other = rng.choice(list(deal)), rng.choice(list(deal))
    match rng.randrange(4):
        case 0:
            deal[seat] = rng.choice(HANDS)
        case 1:
            deal[seat] = deal[other]
        case 2:
            deal[rng.choice(OTHER_SEATS)] = deal.pop(seat)
        case _:
            request["deal"] = f"{seat}:{' '.join(map(str, deal.values()))}"


def leave_out(rng: Random, request: Request) -> None:
    request.pop(rng.choice([key for key in request if key != "variant"] or [""]), None)


FAULTS: list[Callable[[Random, Request], None]] = [
    spoil_contract,
    spoil_contract,
    spoil_field,
    spoil_hands,
    leave_out,
]


def good_request(rng: Random, game: str) -> Request:
    """A deal, whole or short, in the letters of either language."""
    rules = find_variant(game)
    of = rules.override({"short_deals": True}) if not rules.stock and rng.random() < 0.3 else rules
    n_each = rules.cards_each if of is rules else rng.randint(1, rules.cards_each)
    deal = random_deal(rng, of, n_each, rules.stock)
    leader = None if rules.leads_by_taker else rng.choice([None, *rules.players])
    position = Position(
        of, any_contract(rng, of, deal), deal, dealer=rng.choice(rules.players), leader=leader
    )
    return {key: value for key, value in position.to_dict(rng.choice(("en", "fr"))).items() if key != "plays"}


def faults_of(request: Request, language: Language) -> list[list[str]] | None:
    """What Python says of a request, to people; None if it is a deal."""
    try:
        Position.from_dict(parse_json(json.dumps(request)))
    except SolverError as error:
        return [[fault.pointer, in_full(fault.wrong).say(language)] for fault in error.faults]
    return None


@pytest.mark.by_day(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", VARIANTS)
def test_the_page_refuses_what_python_refuses_in_its_words(
    tmp_path: Path, game: str, language: Language
) -> None:
    """Deals with no fault, with one, and with two."""
    rng = Random(f"{game} {language}")
    requests = []
    for _ in range(N_REQUESTS):
        request = copy.deepcopy(good_request(rng, game))
        for _ in range(rng.choice((0, 1, 1, 2))):
            rng.choice(FAULTS)(rng, request)
        requests.append(request)
    kinds = Counter[str]()
    for request, told in zip(requests, encode(tmp_path, requests, language), strict=True):
        found = told.get("refused")
        # What is drawn from a part of the stock the page does not know.
        if found == "offline_rules" and find_variant(game).stock:
            continue
        assert found == faults_of(request, language), request
        kinds["refused" if found else "taken"] += 1
    assert min(kinds["refused"], kinds["taken"]) > N_REQUESTS // 8, kinds


ALL_FOURS = {"dealer": "W", "deal": {"N": "A.K.Q.J32", "E": "K.Q.J.A54", "S": "Q.J.A.K76", "W": "9.A.K.Q98"}}
BELOTE = {
    "variant": "belote",
    "dealer": "E",
    "deal": "N:AT.87.K8.AJ J7.AQJ9.T.K K.T.AQ97.Q8 Q98.K.J.T97",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_turned_up_is_held_to_the_deal(tmp_path: Path, language: Language) -> None:
    """The faults that random ones seldom meet."""
    fours = {"variant": "all_fours_4", "rules": {"short_deals": True}, **ALL_FOURS}
    contracts: list[Request] = [
        {"turned_jacks": n, "refused": refused, **({"turned_up": card} if card else {})}
        for n in range(3)
        for refused in (False, True)
        for card in (None, "SJ", "ST", "CT", "CJ", "S2", "SA")
    ]
    requests = [fours | {"contract": {"trump": "S", **contract}} for contract in contracts]
    requests += [fours | {"contract": {"trump": "C", **contract}} for contract in contracts]
    whole = {"variant": "belote", "dealer": "E"}
    for card in ("SA", "SJ", "CT", "H2", "DT"):
        contract = {"trump": "H", "taker": "E", "turned_up": card}
        requests.append(BELOTE | {"contract": contract})
        requests.append(
            whole | {"rules": {"short_deals": True}, "deal": "N:A... K... Q... J...", "contract": contract}
        )
    requests.append(BELOTE | {"contract": {"trump": "H", "turned_up": "SA"}, "leader": "N"})
    told = encode(tmp_path, requests, language)
    found = [one.get("refused") for one in told]
    assert found == [faults_of(request, language) for request in requests]
    assert len({json.dumps(one) for one in found}) > 12


def test_cards_in_the_other_letters_are_told_so(tmp_path: Path) -> None:
    deal = "N:A10.87.K8.AV V7.ADV9.10.R R.10.AD97.D8 D98.R.V.1097"
    french = {"N": "A10.87.R8.AV", "E": "V7.ADV9.10.R", "S": "R.10.AD97.D8", "W": "D98.R.V.1097"}
    stock = {
        "variant": "california_jack",
        "dealer": "N",
        "contract": {"trump": "K"},
        "stock": ["TD", "PV", "C10"],
    }
    requests: list[Request] = [
        BELOTE | {"deal": french, "contract": {"trump": "P", "taker": "E"}},
        BELOTE | {"deal": deal, "contract": {"trump": "P", "taker": "E"}},
        BELOTE | {"notation": "fr", "contract": {"trump": "H", "taker": "E"}},
        BELOTE
        | {"notation": "fr", "variant": "coinche", "contract": {"trump": "AT", "taker": "E", "bid": 80}},
        stock | {"deal": {"N": "AD.R.-.-", "S": "V.D.-.-"}},
    ]
    told = [one["refused"] for one in encode(tmp_path, requests)]
    assert told == [faults_of(request, "en") for request in requests]
    assert [one[0][0] for one in told].count("/notation") == 4


def test_a_level_is_read_in_bridge_alone(tmp_path: Path) -> None:
    bridge = {
        "variant": "bridge",
        "leader": "W",
        "deal": "N:AK.AK.. QJ.QJ.. T9.T9.. 87.87..",
        "rules": {"short_deals": True},
    }
    contracts = [{"trump": "H", "taker": "N", "level": 8}, {"trump": "H", "taker": "N", "level": 3}]
    requests = [BELOTE | {"variant": "contree", "contract": {"trump": "H", "taker": "N", "level": 80}}]
    requests += [bridge | {"contract": contract} for contract in contracts]
    told = [one.get("refused") for one in encode(tmp_path, requests)]
    assert told == [faults_of(request, "en") for request in requests]
    assert [one and one[0][0] for one in told] == ["/contract/level", "/contract/level", None]


def test_the_page_knows_the_fields_of_requests() -> None:
    module = Path(__file__).parents[3] / "solver/report/board/static/wrongs.js"
    listed = module.read_text(encoding="utf-8").partition("const REQUEST = [")[2].partition("];")[0]
    assert tuple(json.loads(f"[{listed.strip().rstrip(',')}]")) == REQUEST_KEYS
