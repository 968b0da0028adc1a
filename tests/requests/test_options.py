"""Request options: one list of rows, from which schemas, queries, jobs and commands are made."""

from dataclasses import fields
from typing import Any

import click
import pytest

from api.schemas.requests import AskedLimit, AskedSampling
from solver.cli.analyse import analyse_command
from solver.cli.request import Options
from solver.cli.solve import solve_command
from solver.errors import Fault
from solver.knowledge import Sampling
from solver.labels import LogName, find_label_faults
from solver.requests import (
    CALLS,
    CARDS,
    DOUBLE_DUMMY,
    FAIR,
    JUDGED,
    LIMIT,
    NOTATION,
    PARTIAL,
    SCORING,
    RequestOption,
    read_stated,
)
from solver.whole_numbers import read_whole
from tests.support.api.service import make_client

OPTIONS = (*LIMIT, *FAIR, CALLS, CARDS, NOTATION, PARTIAL, SCORING, DOUBLE_DUMMY, JUDGED)


def names_of(options: tuple[RequestOption, ...]) -> set[str]:
    return {option.name for option in options}


def test_what_is_granted_has_the_rows_of_its_group() -> None:
    assert {field.name for field in fields(AskedLimit)} - {"spent_s"} == names_of(LIMIT)
    assert {field.name for field in fields(AskedSampling)} == names_of(FAIR)
    assert {field.name for field in fields(Sampling)} - {"nodes"} == names_of(FAIR)


def test_the_command_line_holds_a_value_of_each_row_that_it_has() -> None:
    held = {field.name for field in fields(Options)}
    parameters = {option.command.parameter for option in OPTIONS if option.command is not None}
    assert held == parameters | {"cards", "language", "no_fair"}


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.command], ids=lambda row: row.name)
def test_a_command_has_the_option_of_a_row(option: RequestOption) -> None:
    command = option.command
    assert command is not None
    found = {flag: shown for shown in analyse_command.params for flag in shown.opts}
    shown = found[command.flag]
    assert isinstance(shown, click.Option)
    assert (shown.name, shown.help) == (command.parameter, command.help)
    assert (command.flag in {flag for one in solve_command.params for flag in one.opts}) == (
        option not in (*FAIR, CALLS, SCORING)
    )


def test_the_document_shows_each_row_where_it_stands() -> None:
    document: Any = make_client().get("/openapi.json").get_json()
    schemas = document["components"]["schemas"]
    holders = {"limit": schemas["Limit"], "fair": schemas["Fair"]}
    at_the_top = {"cards": "Position", "notation": "Log", "partial": "Log", "scoring": "Log", "calls": "Log"}
    for option in OPTIONS:
        holder = holders.get(option.path[0], schemas[at_the_top.get(option.name, "Convert")])
        assert holder["properties"][option.name]["description"].startswith(option.says)
    for path, options in (
        ("/v1/solve", (*LIMIT, CARDS)),
        ("/v1/analyses", (*LIMIT, PARTIAL, SCORING, CALLS, *FAIR)),
        ("/v1/convert", (*LIMIT, DOUBLE_DUMMY, JUDGED)),
        ("/v1/table", LIMIT),
    ):
        shown = [one["name"] for one in document["paths"][path]["post"]["parameters"] if one["in"] == "query"]
        assert shown == [option.name for option in options], path
    jobs = document["paths"]["/v1/jobs"]["post"]["parameters"]
    shown = [one["name"] for one in jobs if one["in"] == "query"]
    assert shown == ["kind", "notation", "calls", "scoring", *(option.name for option in (*LIMIT, *FAIR))]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("-3", -3),
        ("100", 100),
        ("101", None),
        ("-4", None),
        ("", None),
        ("1.0", None),
        ("1e2", None),
        ("1_0", None),
        (" 1", None),
        ("1\n", None),
        ("+1", None),
        ("--1", None),
        ("٣", None),
        ("0" * 21, 0),
        ("0" * 100_000 + "7", 7),
        ("0" * 100_000 + "x", None),
        ("9" * 100_000, None),
    ],
)
def test_a_whole_number_in_text(text: str, number: int | None) -> None:
    assert read_whole(text, -3, 100) == number


@pytest.mark.parametrize(
    ("body", "stated", "faults"),
    [
        ({}, {}, {}),
        ({"limit": None, "fair": None, "cards": None}, {}, {}),
        ({"fair": True}, {}, {}),
        ({"fair": False}, {}, {}),
        ({"limit": True}, {}, {"/limit": 'limit is true; it must be an object, as {"time_ms": 2000}'}),
        ({"limit": {"nodes": 8.0, "time_ms": None}}, {"nodes": 8}, {}),
        ({"limit": {"nodes": 10**15}, "fair": {"seed": 0}}, {"nodes": 10**15, "seed": 0}, {}),
        (
            {"limit": {"nodes": 10**15 + 1}},
            {},
            {"/limit/nodes": "nodes is a huge number; it must be from 1 to 1000000000000000"},
        ),
        (
            {"limit": {"table_mib": True}},
            {},
            {"/limit/table_mib": "table_mib is true; it must be a whole number"},
        ),
        ({"limit": []}, {}, {"/limit": 'limit is a list; it must be an object, as {"time_ms": 2000}'}),
        (
            {"limit": {"a/b": 1}},
            {},
            {"/limit/a~1b": "a limit has no 'a/b'; it has time_ms, nodes and table_mib"},
        ),
        (
            {"fair": {"x": 1, "plays": "all"}},
            {"plays": "all"},
            {"/fair/x": "fair has no 'x'; it has samples, seed"},
        ),
        ({"fair": {"samples": 0}}, {}, {"/fair/samples": "samples is 0; it must be at least 2: one deal"}),
        ({"cards": "some"}, {}, {"/cards": 'cards is \'some\'; it must be "all" or "best"'}),
        ({"cards": 5}, {}, {"/cards": 'cards is 5; it must be a text, "all" or "best"'}),
        ({"judged": 1}, {}, {"/judged": "judged is 1; it must be true or false"}),
        ({"judged": True, "partial": 5}, {"judged": True}, {}),
    ],
)
def test_what_a_body_states(body: dict[str, Any], stated: dict[str, Any], faults: dict[str, str]) -> None:
    found: list[Fault] = []
    assert read_stated(body, (*LIMIT, *FAIR, CARDS, JUDGED), found) == stated
    assert [fault.pointer for fault in found] == list(faults)
    for fault in found:
        assert fault.detail.startswith(faults[fault.pointer])


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"id": None, "players": None}, []),
        ({"id": "x" * 200, "players": {"N": "Ana", "W": ""}}, []),
        ({"id": "x" * 201}, ["/id: longer than 200 characters"]),
        ({"id": 7}, ["/id: 7 is not a text"]),
        ({"players": []}, ["/players: players is a list; it must be an object of names by seat"]),
        (
            {"players": {"NE": "Ana", "S": None, "W": "x" * 201}},
            [
                "/players/NE: 'NE' is not a seat; the seats are N, E, S and W",
                "/players/S: null is not a text",
                "/players/W: longer than 200 characters",
            ],
        ),
        ({"players": {"n": "Ana", "O": "Bruno", "Sud": "Chloé", " est ": "Driss"}}, []),
        ({"players": {"W": "Ana", "O": "Bruno"}}, ["/players/O: W has two names; each seat has one"]),
        ({"players": {"Nord": "Ana", "N": 7}}, ["/players/N: N has two names; each seat has one"]),
    ],
)
def test_labels(body: dict[str, Any], faults: list[str]) -> None:
    assert [f"{fault.pointer}: {fault.detail}" for fault in find_label_faults(body)] == faults


@pytest.mark.parametrize(
    ("label", "french"),
    [
        ("board 6", "donne 6"),
        ("board 17, closed room", "donne 17, salle fermée"),
        ("board 1, open room", "donne 1, salle ouverte"),
        ("my board 6", "my board 6"),
        ("board {n}", "donne {n}"),
    ],
)
def test_the_names_of_boards_are_said_in_french(label: str, french: str) -> None:
    assert LogName(label).say("fr") == french
    assert LogName(label).say() == str(LogName(label)) == label
