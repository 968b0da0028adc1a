"""What a log of bridge says besides its position: comments and tables, each fault at its place."""

from typing import Any

import pytest

from solver import Game, SolverError, find_variant
from solver.game.remark_faults import find_log_faults
from solver.game.remarks import MAX_COMMENTS, MAX_ROWS, MAX_TABLES
from tests.support.bridge_games import normal_log
from tests.support.samples import sample_log


def faults(**said: object) -> list[str]:
    return [str(fault) for fault in find_log_faults(said, find_variant("bridge"), None, None)]


@pytest.mark.parametrize(
    ("comments", "fault"),
    [
        ("x", "/comments: comments is 'x'; write a list"),
        ([1], "/comments/0: 1 is no comment"),
        ([{}], "/comments/0: a comment has a text or a mark"),
        ([{"text": "a"}, {"text": 1}], "/comments/1/text: 1 is not a text"),
        ([{"text": "x" * 501}], "/comments/0/text: longer than 500 characters"),
        ([{"mark": "!!!"}], "/comments/0/mark: mark is '!!!'; it must be !!, !, !?, ?!, ? or ??"),
        ([{"mark": [1]}], "/comments/0/mark: mark is a list"),
        (
            [{"play": -1, "mark": "?"}],
            "/comments/0/play: play is -1; it must be the number of the play, from 0",
        ),
        ([{"call": True, "mark": "?"}], "/comments/0/call: call is true"),
        ([{"call": 1, "play": 1, "mark": "?"}], "/comments/0/play: a comment is on a call or on a play"),
        ([{"text": "a", "by": "me"}], "/comments/0/by: a comment has no 'by'; it has call or play"),
        ([{"text": "a"}] * (MAX_COMMENTS + 1), "/comments: there are 201 comments; there can be 200"),
    ],
)
def test_comments_that_are_none(comments: object, fault: str) -> None:
    (found,) = faults(comments=comments)
    assert found.startswith(fault)


@pytest.mark.parametrize(
    ("tables", "fault"),
    [
        ([], "/tables: tables is a list"),
        ({"a b": ["x"]}, "/tables/a b: 'a b' is no table's name"),
        ({"T": "x"}, "/tables/T: 'x' is no list of texts"),
        ({"T": [1]}, "/tables/T: a list is no list of texts"),
        ({"T": []}, "/tables/T: a table has 1 to 300 rows of 200 characters at the most"),
        ({"T": ["x" * 201]}, "/tables/T: a table has"),
        ({"T": ["x"] * (MAX_ROWS + 1)}, "/tables/T: a table has"),
        ({f"T{n}": ["x"] for n in range(MAX_TABLES + 1)}, "/tables: there are 21 tables; there can be 20"),
    ],
)
def test_tables_that_are_none(tables: object, fault: str) -> None:
    (found,) = faults(tables=tables)
    assert found.startswith(fault)


def test_only_bridge_has_them() -> None:
    for key in ("comments", "tables"):
        (fault,) = find_log_faults({key: []}, find_variant("belote"), None, None)
        assert str(fault) == f"/{key}: {key} is for logs of bridge, not for those of belote"


NO_PLAY, NO_CALL = "/comments/{}/play: there is no play ", "/comments/0/call: there is no call "


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (
            {"plays": ["SA", "S2"], "comments": [{"play": 2, "text": "x"}]},
            NO_PLAY.format(0) + "2: the log has 2 cards played",
        ),
        (
            {"comments": [{"text": "x"}, {"play": 0, "mark": "?"}]},
            NO_PLAY.format(1) + "0: the log has 0 cards played",
        ),
        (
            {"auction": ["1C"], "comments": [{"call": 1, "mark": "?"}]},
            NO_CALL + "1: the log has 1 call",
        ),
        (
            {"plays": "SA", "comments": [{"play": 0, "mark": "?"}]},
            NO_PLAY.format(0) + "0: the log has 0 cards played",
        ),
    ],
)
def test_comments_on_what_the_log_does_not_have(said: dict[str, Any], fault: str) -> None:
    (found,) = (str(one) for one in find_log_faults(said, find_variant("bridge"), None, "N"))
    assert found == f"{fault}, counted from 0"


def test_the_passes_of_a_deal_that_was_passed_out_have_comments_although_they_are_not_told() -> None:
    said = {"passed_out": True, "comments": [{"call": 3, "text": "x"}]}
    assert not list(find_log_faults(said, find_variant("bridge"), None, "N"))
    game = Game.from_dict({"variant": "bridge", "dealer": "N", **said})
    assert [comment.call for comment in game.remarks.comments] == [3]


def test_what_is_said_of_cards_that_cannot_be_read_goes_with_them() -> None:
    sample = sample_log("bridge")
    sample["plays"][10] = sample["plays"][0]
    said = [{"play": 3, "text": "a"}, {"play": 40, "text": "b"}]
    game = Game.from_dict(sample | {"comments": said}, partial=True)
    assert [comment.play for comment in game.remarks.comments] == [3]
    assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()


def test_comments_come_in_the_order_of_the_game() -> None:
    said: list[dict[str, Any]] = [
        {"play": 3, "text": "c"},
        {"call": 4, "mark": "?"},
        {"play": 0, "text": "b"},
        {"text": "a"},
    ]
    told = {"dealer": "N", "auction": ["Pass", *["1C"], *["Pass"] * 3], "plays": ["SA", "S2", "S3", "S4"]}
    log = normal_log({"variant": "bridge", "comments": said, **told})
    assert log["comments"] == [said[3], said[1], said[2], said[0]]
    with pytest.raises(SolverError, match="1 is no comment"):
        normal_log({"variant": "bridge", "comments": [1]})
