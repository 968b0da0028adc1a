"""The advice in faults is taken: every example, sent back in the letters of the request, can be read."""

import re
from ast import literal_eval
from typing import Any

import pytest

from solver import VARIANTS, Log, SolverError, find_variant
from solver.cards import NOTATIONS, Notation
from solver.errors import Fault, FaultKind
from solver.rules import AuctionKind
from solver.seats import parse_seat

WITH_AUCTION = [name for name in VARIANTS if find_variant(name).auction != AuctionKind.none]


def faults_of(body: dict[str, Any], below: str) -> list[Fault]:
    """The faults of a log at a place, and below it."""
    try:
        Log.of(body)
    except SolverError as error:
        return [fault for fault in error.faults if f"{fault.pointer}/".startswith(f"{below}/")]
    return []


def log_of(name: str, notation: Notation, **stated: Any) -> dict[str, Any]:
    return {"variant": name, "notation": notation, "dealer": find_variant(name).players[0], **stated}


def advised(name: str, notation: Notation, field: str) -> str:
    """The example that stands behind "as" in the fault of a field that is no list, object or text."""
    (fault,) = faults_of(log_of(name, notation, **{field: 5}), f"/{field}")
    example = re.search(r" as (?:one text )?(.+)$", str(fault.wrong))
    assert example is not None, fault
    return example[1]


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("field", ["plays", "contract"])
def test_an_example_of_cards_or_of_a_contract_can_be_read(field: str, name: str, notation: Notation) -> None:
    stated = literal_eval(advised(name, notation, field))
    faults = faults_of(log_of(name, notation, **{field: stated}), f"/{field}")
    assert [fault for fault in faults if fault.kind == FaultKind.unreadable] == []
    assert not {"/contract/trump", "/contract/taker"} & {fault.pointer for fault in faults}


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("name", WITH_AUCTION)
def test_an_example_of_calls_can_be_made(name: str, notation: Notation) -> None:
    stated = literal_eval(advised(name, notation, "auction"))
    assert faults_of(log_of(name, notation, auction=stated), "/auction") == []


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("name", ["belote", "contree", "coinche", "bridge"])
def test_an_example_of_passes_throws_the_deal_in(name: str, notation: Notation) -> None:
    passed = {"passed_out": True, "auction": 5}
    (fault,) = faults_of(log_of(name, notation, deals=[passed]), "/deals/0/auction")
    passed["auction"] = literal_eval(str(fault.wrong).partition(" as ")[2])
    assert faults_of(log_of(name, notation, deals=[passed]), "/deals/0") == []


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("wrong", [5, "zut"])
def test_an_example_of_a_deal_can_be_read(wrong: object, name: str, notation: Notation) -> None:
    (fault,) = faults_of(log_of(name, notation, deal=wrong), "/deal")
    shown = re.search(r"'(N:(\S+) )…'$", str(fault.wrong))
    assert shown is not None
    hands = [shown[2]] * (find_variant(name).n_players - 1)
    faults = faults_of(log_of(name, notation, deal=shown[1] + " ".join(hands)), "/deal")
    assert faults
    assert [fault for fault in faults if fault.kind == FaultKind.unreadable] == []


@pytest.mark.parametrize("name", VARIANTS)
def test_the_seats_that_are_named_can_be_written(name: str) -> None:
    players = find_variant(name).players
    (fault,) = faults_of(log_of(name, "fr") | {"dealer": "X"}, "/dealer")
    *_, seats = fault.wrong.say("fr").partition(" sont ")
    named = re.findall(r"\b[A-Z]\b", seats)
    assert "W" not in named
    assert tuple(parse_seat(seat) for seat in named) == players


def test_a_bid_of_bridge_is_told_in_letters_that_can_be_written() -> None:
    (fault,) = faults_of(log_of("bridge", "fr", auction=["3SA", "1P"]), "/auction")
    assert fault.wrong.say("fr") == "l’annonce 1♠ d’Est n’est pas au-dessus de 3SA"
    assert faults_of(log_of("bridge", "fr", auction=["1♠", "3SA"]), "/auction") == []
