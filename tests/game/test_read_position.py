"""Requests: read into positions and written, every fault named at once, and nothing else ever raised."""

import copy
import json
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import ANY

import pytest
from hypothesis import given, strategies as st

from solver.cards import NOTATIONS, Notation
from solver.errors import FaultKind, PositionError, SolverError, UnknownVariantError, UnreadableError
from solver.game.position import Position
from solver.rules.variants import find_variant
from tests.support.budgets import MANY
from tests.support.positions import (
    CONTREE,
    JSON_VALUES,
    QUICK_JACK,
    SEEDS,
    cards,
    positions,
    random_position,
    requests,
)

LOGS = Path(__file__).parents[1] / "data" / "logs.ndjson"
REQUESTS: list[dict[str, Any]] = [
    json.loads(line)["request"] for line in LOGS.read_text("utf-8").splitlines()
]


def faults_of(request: object) -> dict[str, str]:
    with pytest.raises(SolverError) as caught:
        Position.from_dict(request)
    return {fault.pointer: fault.detail for fault in caught.value.faults}


@given(positions(max_left=60), st.sampled_from(NOTATIONS))
def test_positions_survive_being_written(position: Position, notation: Notation) -> None:
    written = json.loads(json.dumps(position.to_dict(notation)))
    assert Position.from_dict(written) == position


def test_a_request_is_written_shortly() -> None:
    written = Position.from_dict(CONTREE).to_dict()
    assert written == CONTREE | {"leader": "S"}
    assert Position.from_dict(CONTREE).to_dict("fr")["deal"]["E"] == "R.A.-.-"


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request["id"])
def test_a_complete_log_needs_no_deal(request_: dict[str, Any]) -> None:
    without = {key: value for key, value in request_.items() if key != "deal"}
    assert Position.from_dict(without) == Position.from_dict(request_)


@given(SEEDS, st.sampled_from(("belote", "california_jack", "all_fours_4")))
def test_a_short_log_needs_no_deal_either(seed: int, game: str) -> None:
    rules = find_variant(game).override({"short_deals": True})
    position = random_position(Random(seed), rules, n_each=3, n_stock=4 if rules.stock else 0)
    written = position.to_dict()
    del written["deal"]
    assert Position.from_dict(written) == position


def test_keys_of_other_layers_are_let_through() -> None:
    others = {"limit": {"nodes": 1}, "cards": "best", "players": {"N": "Ana"}, "id": "1", "deals": []}
    assert Position.from_dict(CONTREE | others) == Position.from_dict(CONTREE)


def test_null_means_left_out() -> None:
    assert Position.from_dict(CONTREE | {"leader": None, "stock": None}) == Position.from_dict(CONTREE)


@pytest.mark.parametrize(
    ("change", "pointer", "detail"),
    [
        ({"variant": None}, "/variant", "the game is missing; name one, as 'belote'"),
        ({"variant": 3}, "/variant", "variant is 3; it must be the name of a game or an object of rules"),
        ({"dealer": "X"}, "/dealer", "'X' is not a seat of this game; its seats are N, E, S and W"),
        ({"leader": 7}, "/leader", "7 is not a seat of this game; its seats are N, E, S and W"),
        ({"dealer": None}, "/dealer", "there is neither dealer nor leader; who leads first depends on them"),
        ({"notation": "de"}, "/notation", "'de' is no notation; it must be en or fr"),
        ({"plays": "SA"}, "/plays", '\'SA\' is not a list of cards; write them as ["SA", "HT"]'),
        (
            {"plays": ["SQ", "?"]},
            "/plays/1",
            "'?' is not a card; a card is its suit and its rank, as SA, HT or C7",
        ),
        ({"plays": ["SQ", "HA"]}, "/plays/1", "HA revokes: E holds SK, must follow spades; playable: SK"),
        (
            {"plays": ["SQ", "S9"]},
            "/plays/1",
            "S9 is out of turn: N holds it and it is E's turn; E holds SK HA; playable: SK",
        ),
        (
            {"plays": ["SQ", "SQ"]},
            "/plays/1",
            "SQ was played before, to trick 1; E holds SK HA; playable: SK",
        ),
        ({"plays": ["SA"]}, "/plays/0", "SA was dealt to nobody; S holds SQ S8"),
        (
            {"deal": None},
            "/deal",
            "the deal is missing; only a log of all the cards (32 plays) can leave it out",
        ),
        ({"stock": ["SA"]}, "/stock", "the stock has 1 card; it can have none"),
        ({"trump": "H"}, "/trump", None),
        ({"contract": None}, "/contract/trump", None),
        ({"contract": {"trump": "D", "bid": 85}}, "/contract/bid", None),
        ({"rules": {"ruff": "never"}}, "/rules/ruff", None),
        ({"rules": []}, "/rules", None),
        ({"players": 3}, "/players", "players is 3; it must be an object of names by seat"),
        ({"players": {"X": "Ana"}}, "/players/X", "'X' is not a seat; the seats are N, E, S and W"),
        ({"id": 7}, "/id", "7 is not a text"),
    ],
)
def test_every_fault_has_its_place_and_words(
    change: dict[str, Any], pointer: str, detail: str | None
) -> None:
    found = faults_of(CONTREE | change)
    assert list(found) == [pointer]
    assert detail is None or found[pointer] == detail


def test_a_card_of_the_stock_is_not_yet_to_be_played() -> None:
    assert faults_of(QUICK_JACK | {"plays": ["D5"]}) == {
        "/plays/0": "D5 is still in the stock; N holds SA H2"
    }


def test_too_many_plays_are_refused() -> None:
    plays = ["SQ", "SK", "S9", "S7", "HA", "H7", "HQ", "S8", "SA"]
    assert faults_of(CONTREE | {"plays": plays}) == {
        "/plays/8": "SA is too much: all 8 cards have been played"
    }


def test_four_points_need_a_dealer() -> None:
    rules = {"extends": "all_fours", "name": "other", "first_lead": "taker", "score": {"scoring": "none"}}
    rules |= {"deck": {"short_deals": True}}
    request = QUICK_JACK | {"variant": rules, "rules": None, "stock": None}
    assert faults_of(request) == {
        "/dealer": "there is no dealer; the point for game depends on it when both are equal"
    }
    assert Position.from_dict(request | {"dealer": "N"}).dealer == "N"


def test_a_taker_who_leads_must_be_known() -> None:
    request = CONTREE | {"variant": "valet_de_trefle", "contract": {"trump": "D"}}
    assert list(faults_of(request)) == ["/contract/taker"]


def test_a_rebuilt_deal_must_fit_the_stock() -> None:
    request = {key: value for key, value in QUICK_JACK.items() if key != "deal"}
    complete = request | {"plays": ["SA", "SK", "H2", "H3", "D6", "D5"]}
    assert Position.from_dict(complete).deal.hands == {"N": cards("SA H2"), "S": cards("SK H3")}
    assert faults_of(complete | {"stock": ["D6", "D5"]}) == {
        "/stock/0": "D6 is drawn by N, who never plays it",
        "/stock/1": "D5 is drawn by S, who never plays it",
    }


def test_a_card_played_twice_in_a_log_without_deal_is_named() -> None:
    request = {key: value for key, value in CONTREE.items() if key != "deal"}
    found = faults_of(request | {"plays": ["SQ", "SK", "S9", "SQ"]})
    assert found == {"/plays/3": "SQ is there twice: in the hand of S and in the hand of W"}


def test_all_faults_of_a_request_come_at_once() -> None:
    request = CONTREE | {
        "rules": {"ruff": "never"},
        "dealer": "X",
        "deal": {"N": "9X.7.-.-", "W": "7.Q.-.-", "S": "Q8.-.-.7", "E": "Q.A.2.-"},
        "contract": {"trump": "Z", "bid": 85},
        "plays": ["??", "SA"],
        "colour": "red",
    }
    assert set(faults_of(request)) == {
        "/rules/ruff",
        "/dealer",
        "/deal/N",
        "/deal/E",
        "/contract/trump",
        "/contract/bid",
        "/plays/0",
        "/colour",
    }


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (None, UnreadableError),
        ([], UnreadableError),
        (CONTREE | {"plays": ["?"]}, UnreadableError),
        (CONTREE | {"variant": "poker"}, UnknownVariantError),
        (CONTREE | {"plays": ["SA"]}, PositionError),
        (CONTREE | {"plays": ["SA"], "colour": 1}, PositionError),
    ],
)
def test_faults_come_as_the_exception_of_the_worst_kind(request_: object, error: type[SolverError]) -> None:
    with pytest.raises(error) as caught:
        Position.from_dict(request_)
    assert (error is UnreadableError) == any(f.kind == FaultKind.unreadable for f in caught.value.faults)


# ---- anything at all


def check_nothing_else_escapes(request: object) -> None:
    faults = None
    try:
        Position.from_dict(request)
    except SolverError as error:
        faults = error.faults
        str(error).encode("utf-8")
    if faults is not None:
        assert faults
        assert all(fault.detail for fault in faults)
        assert all(not fault.pointer or fault.pointer.startswith("/") for fault in faults)


@given(JSON_VALUES)
def test_no_json_makes_it_stumble(request: object) -> None:
    check_nothing_else_escapes(request)


@pytest.mark.slow
@given(
    st.fixed_dictionaries(
        {"variant": st.sampled_from(("belote", "california_jack", "contree")) | JSON_VALUES},
        optional=dict.fromkeys(
            ("rules", "dealer", "deal", "stock", "contract", "leader", "plays"), JSON_VALUES
        ),
    )
)
def test_no_value_of_a_known_key_makes_it_stumble(request: object) -> None:
    check_nothing_else_escapes(request)


@pytest.mark.slow
@given(requests(max_left=20), st.data())
@MANY
def test_no_change_to_a_good_request_makes_it_stumble(request: dict[str, Any], data: st.DataObject) -> None:
    mutated: Any = copy.deepcopy(request)
    for _ in range(data.draw(st.integers(1, 3))):
        place = mutated
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and data.draw(st.integers(0, 3)):
                place = place[key]
                continue
            if data.draw(st.booleans()):
                del place[key]
            else:
                place[key] = data.draw(JSON_VALUES)
            break
    check_nothing_else_escapes(mutated)


def test_cards_are_read_even_where_the_game_is_not_known() -> None:
    data = {"variant": "tarot", "plays": ["SA", "ZZ"], "stock": 5, "deal": {"N": "AXX.-.-.-", "Q": ["S1"]}}
    with pytest.raises(UnreadableError) as caught:
        Position.from_dict(data)
    pointers = [fault.pointer for fault in caught.value.faults]
    assert sorted(pointers) == ["/deal/N", "/deal/Q/0", "/plays/1", "/stock", "/variant"]


def french() -> dict[str, Any]:
    written = Position.from_dict(CONTREE).to_dict("fr")
    del written["notation"]
    return written


@pytest.mark.parametrize("notation", ["FR", 7, ["fr"]])
def test_letters_of_an_unknown_notation_are_not_judged(notation: object) -> None:
    faults = faults_of(french() | {"notation": notation, "dealer": "X"})
    assert set(faults) == {"/notation", "/dealer"}
    assert faults["/notation"].endswith(" is no notation; it must be en or fr")


def test_french_cards_that_are_not_said_to_be_french_are_one_fault() -> None:
    says = 'the cards cannot be read in English letters, but in French ones: say "notation": "fr"'
    assert faults_of(french()) == {"/notation": says}
    assert faults_of(french() | {"dealer": "X"}) == {"/notation": says, "/dealer": ANY}
    assert set(faults_of(CONTREE | {"plays": ["XX", "YY", "ZZ"]})) == {"/plays/0", "/plays/1", "/plays/2"}


def test_english_cards_that_are_said_to_be_french_are_one_fault() -> None:
    says = 'the cards cannot be read in French letters, but in English ones: say "notation": "en"'
    english = CONTREE | {"notation": "fr"}
    assert faults_of(english) == {"/notation": says}
    assert faults_of(english | {"dealer": "X"}) == {"/notation": says, "/dealer": ANY}
    slips = french() | {"notation": "fr", "plays": ["XX", "YY", "ZZ"]}
    assert set(faults_of(slips)) == {"/plays/0", "/plays/1", "/plays/2"}


def test_a_log_of_a_game_with_a_stock_needs_the_stock_more_than_the_deal() -> None:
    path = Path(__file__).parents[2] / "samples" / "california_jack.json"
    log = json.loads(path.read_text(encoding="utf-8"))
    stock = log.pop("stock")
    log.pop("deal", None)
    faults = faults_of(log)
    assert set(faults) == {"/stock"}
    assert faults["/stock"].startswith("the stock has no cards, not 40; without all of it")
    assert faults_of(log | {"stock": stock[:-1]})["/stock"].startswith("the stock has 39 cards, not 40")


def test_a_strange_key_is_told_all_the_keys_there_are() -> None:
    says = faults_of(CONTREE | {"foo": 1})["/foo"]
    assert "there is no field 'foo' here; there are variant, rules, " in says
    assert "notation, limit, cards, players, id, deals, fair, " in says


def test_a_deal_that_was_read_before_is_read_as_each_request_asks() -> None:
    known = Position.from_dict(CONTREE)
    # The same hands, in a game that deals eight cards each, and again where they are right.
    whole_deals = {key: value for key, value in CONTREE.items() if key != "rules"}
    for _ in range(2):
        assert set(faults_of(whole_deals)) == {"/deal/N", "/deal/E", "/deal/S", "/deal/W"}
        assert Position.from_dict(CONTREE) == known
    # In French letters D is a queen, and no suit that has a Q.
    french = CONTREE | {"notation": "fr", "contract": CONTREE["contract"] | {"trump": "K"}}
    hands = {"N": "9.7.-.-", "W": "7.D.-.-", "S": "D8.-.-.-", "E": "R.A.-.-"}
    assert Position.from_dict(french | {"deal": hands}).deal == known.deal
    assert "D8.-.-.-" in faults_of(CONTREE | {"deal": hands})["/deal/S"]
    # With a stock, or with a card that is there twice, it is another deal.
    assert set(faults_of(CONTREE | {"stock": ["S2"]})) == {"/stock", "/stock/0"}
    for _ in range(2):
        assert set(faults_of(CONTREE | {"deal": CONTREE["deal"] | {"N": "Q.7.-.-"}})) == {"/deal/S"}
