"""Contracts are read with all their faults, and only with the parts their game has."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver.cards import Card, Notation
from solver.errors import Fault, FaultKind
from solver.game.contract import Contract, parse_contract, parse_vulnerable
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant

NO_TRUMP_GAME = Rules.from_dict({"trumps": ["NT"]})


def read(game: str | Rules, data: object, notation: Notation = "en") -> Contract | list[Fault] | None:
    rules = game if isinstance(game, Rules) else find_variant(game)
    faults: list[Fault] = []
    contract = parse_contract(data, rules, notation, faults)
    assert (contract is None) == bool(faults)
    return faults or contract


@pytest.mark.parametrize(
    ("game", "data", "contract"),
    [
        ("quadrette", {"trump": "H"}, Contract("H")),
        ("bridge", {"trump": "nt", "taker": "w"}, Contract("NT", "W")),
        ("belote", {"trump": "♠", "taker": "N"}, Contract("S", "N")),
        ("belote", {"trump": "S", "taker": None}, Contract("S")),
        ("quadrette", {"trump": "S", "taker": None, "bid": None, "refused": None}, Contract("S")),
        ("contree", {"trump": "H", "taker": "N", "bid": 100, "multiplier": 2}, Contract("H", "N", 100, 2)),
        ("contree", {"trump": "H", "taker": "N", "bid": "Capot"}, Contract("H", "N", 250)),
        (
            "all_fours",
            {"trump": "D", "turned_jacks": 2, "refused": True},
            Contract("D", turned_jacks=2, refused=True),
        ),
        ("belote", {"trump": "S", "turned_up": "10h"}, Contract("S", turned_up=Card("H", "T"))),
        ("all_fours_4", {"trump": "S", "turned_up": "S2"}, Contract("S", turned_up=Card("S", "2"))),
        (NO_TRUMP_GAME, {}, Contract("NT")),
        (NO_TRUMP_GAME, None, Contract("NT")),
    ],
)
def test_contracts_are_read(game: str | Rules, data: object, contract: Contract) -> None:
    assert read(game, data) == contract


def test_french_trumps() -> None:
    assert read("belote", {"trump": "C"}, "fr") == Contract("H")
    assert Contract("H").to_dict("fr") == {"trump": "C"}


@pytest.mark.parametrize("game", VARIANTS)
def test_what_is_written_is_read_back(game: str) -> None:
    rules = find_variant(game)
    parts: dict[str, Any] = {"trump": "H"}
    if rules.has_taker:
        parts["taker"] = "S"
    if rules.bids:
        parts |= {"bid": rules.bids[-1], "multiplier": 4}
    if rules.refusal_points:
        parts |= {"turned_jacks": 1, "refused": True}
    if game in ("belote", "all_fours", "all_fours_4", "california_jack", "quadrette"):
        parts["turned_up"] = "HT"
    contract = read(game, parts)
    assert isinstance(contract, Contract)
    assert contract.to_dict() == parts


@pytest.mark.parametrize(
    ("game", "data", "pointer", "kind", "says"),
    [
        ("belote", {}, "/trump", "impossible", "no trump is named; belote is played with S, H, D or C"),
        ("belote", None, "/trump", "impossible", "no trump is named"),
        ("belote", {"trump": "X"}, "/trump", "unreadable", "'X' is not a trump; a trump is S, H, D or C"),
        ("coinche", {"trump": "X"}, "/trump", "unreadable", "a trump is S, H, D, C, NT or AT"),
        ("bridge", {"trump": "AT "}, "/trump", "impossible", "bridge is not played with trump AT"),
        ("belote", {"trump": "NT"}, "/trump", "impossible", "belote is not played with trump NT"),
        ("belote", {"trump": "H", "taker": "X"}, "/taker", "unreadable", "'X' is not a seat"),
        ("belote", {"trump": "H", "bid": 80}, "/bid", "impossible", "belote has no bid"),
        ("belote", {"trump": "H", "Bid": 80}, "/Bid", "impossible", "'Bid' is no part of a contract"),
        ("quadrette", {"trump": "H", "taker": "N"}, "/taker", "impossible", "quadrette has no taker"),
        ("all_fours", {"trump": "H", "turned_jacks": 5}, "/turned_jacks", "impossible", "0 to 2"),
        ("all_fours", {"trump": "H", "turned_jacks": True}, "/turned_jacks", "unreadable", "number of jacks"),
        ("all_fours", {"trump": "H", "refused": 1}, "/refused", "unreadable", "true or false"),
        (
            "contree",
            {"trump": "H", "bid": 85},
            "/bid",
            "impossible",
            "contree has no bid of 85; its bids are 80, 90, 100, 110, 120, 130, 140, 150, 160 or 250 (capot)",
        ),
        ("contree", {"trump": "H", "bid": "slam"}, "/bid", "unreadable", "must be one of 80, 90"),
        ("contree", {"trump": "H", "bid": True}, "/bid", "unreadable", "must be one of 80, 90"),
        ("contree", {"trump": "H", "multiplier": True}, "/multiplier", "unreadable", "must be one of 1, 2"),
        ("contree", {"trump": "H", "multiplier": 3}, "/multiplier", "impossible", "it can be 1, 2 or 4"),
        (
            "contree",
            {"trump": "H", "multiplier": 2.0},
            "/multiplier",
            "unreadable",
            "must be one of 1, 2 or 4",
        ),
        ("contree", [], "", "unreadable", "it must be an object"),
        ("belote", {"trump": "H", "turned_up": "X"}, "/turned_up", "unreadable", "'X' is not a card"),
        ("belote", {"trump": "H", "turned_up": "H2"}, "/turned_up", "impossible", "H2 is not in the deck"),
        (
            "contree",
            {"trump": "H", "turned_up": "H7"},
            "/turned_up",
            "impossible",
            "contree has no turned_up",
        ),
    ],
)
def test_faults_name_place_and_remedy(game: str, data: object, pointer: str, kind: str, says: str) -> None:
    faults = read(game, data)
    assert isinstance(faults, list)
    assert [(fault.pointer, fault.kind) for fault in faults] == [("/contract" + pointer, FaultKind(kind))]
    assert says in faults[0].detail


@pytest.mark.parametrize(
    ("value", "vulnerable", "kinds"),
    [
        ("EW", "EW", []),
        ("EO", "EW", []),
        ("XY", "none", [("wrong_word", FaultKind.impossible)]),
        (["EW"], "none", [("wrong_type", FaultKind.unreadable)]),
    ],
)
def test_who_is_vulnerable_is_read(value: object, vulnerable: str, kinds: list[Any]) -> None:
    faults: list[Fault] = []
    assert parse_vulnerable(value, find_variant("bridge"), faults) == vulnerable
    assert [(fault.code, fault.kind) for fault in faults] == kinds


@pytest.mark.parametrize(
    ("game", "title"),
    [
        (Rules.from_dict({"name": "mine", "title": "Our game"}), "Our game"),
        (Rules.from_dict({"name": "mine"}), "mine"),
        ("all_fours", "All Fours"),
    ],
)
def test_a_refusal_in_french_has_the_title_of_the_game(game: str | Rules, title: str) -> None:
    refused = read(game, {"trump": "H", "bid": 100})
    assert isinstance(refused, list)
    (fault,) = refused
    assert fault.wrong.say("fr").startswith(f"{title}\u00a0: le contrat n’a pas de champ bid")


def test_a_taker_must_play() -> None:
    two_handed = Rules.from_dict({"sides": ["N", "S"], "first_lead": "taker", "deck": {"cards_each": 6}})
    faults = read(two_handed, {"trump": "H", "taker": "E"})
    assert isinstance(faults, list)
    assert [str(fault) for fault in faults] == ["/contract/taker: E does not play; the players are N and S"]


def test_all_faults_are_reported_at_once() -> None:
    faults = read("contree", {"trump": 1, "taker": [], "bid": {}, "multiplier": "2", "refused": True, "x": 0})
    assert isinstance(faults, list)
    assert {fault.pointer.rsplit("/", 1)[1] for fault in faults} == {
        "trump",
        "taker",
        "bid",
        "multiplier",
        "refused",
        "x",
    }


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3)
    ),
    max_leaves=8,
)
part_names = st.sampled_from(["trump", "taker", "bid", "multiplier", "turned_jacks", "refused"])


@given(
    st.sampled_from(VARIANTS), json_values | st.dictionaries(part_names | st.text(), json_values, max_size=6)
)
def test_no_json_breaks_the_reader(game: str, data: object) -> None:
    read(game, data)
