"""Every fault of a request: its status, its kind of problem, its place, and words for a card player."""

import io
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api import Settings, create_app
from tests.support.api.service import PROBLEM, make_body, post, post_raw

DEAL = {
    "N": ["SA", "SK", "H7", "H8", "D7", "D8", "C7", "C8"],
    "E": ["SQ", "SJ", "H9", "HT", "D9", "DT", "C9", "CT"],
    "S": ["ST", "S9", "HJ", "HQ", "DJ", "DQ", "CJ", "CQ"],
    "W": ["S8", "S7", "HK", "HA", "DK", "DA", "CK", "CA"],
}
BELOTE = {
    "variant": "belote",
    "dealer": "W",
    "deal": DEAL,
    "contract": {"trump": "H", "taker": "N"},
    "plays": [],
}


def belote(**changes: Any) -> dict[str, Any]:
    """A sound position of belote, N to lead, but for ``changes``."""
    return {**BELOTE, **changes}


def dealt(**hands: Any) -> dict[str, Any]:
    """The same with other hands."""
    return belote(deal={**DEAL, **hands})


def short(**hands: str) -> dict[str, Any]:
    """A position of belote with few cards each, hearts trumps, N to lead."""
    return belote(rules={"short_deals": True}, deal={seat: hands[seat].split() for seat in hands})


class Bad(NamedTuple):
    """A bad request and how it is refused."""

    body: object
    status: int
    problem: str
    pointer: str
    words: tuple[str, ...]
    """What the detail says, among other things."""


UNREADABLE = (400, "unreadable")
IMPOSSIBLE = (422, "impossible-position")
IMPOSSIBLE_RULES = (422, "impossible-rules")
INVALID = (422, "invalid-request")

BAD: Mapping[str, Bad] = {
    "no object": Bad([1], *UNREADABLE, "", ("object", "a list")),
    "unreadable card": Bad(
        dealt(N=["S1", *DEAL["N"][1:]]), *UNREADABLE, "/deal/N/0", ("'S1'", "is not a card")
    ),
    "card that is no text": Bad(belote(plays=[7]), *UNREADABLE, "/plays/0", ("7", "is not a card")),
    "unreadable hand": Bad(dealt(N="AK.87"), *UNREADABLE, "/deal/N", ("'AK.87'", "is not a hand")),
    "unreadable deal": Bad(belote(deal=4), *UNREADABLE, "/deal", ("is not a deal",)),
    "plays no list": Bad(belote(plays="SA"), *UNREADABLE, "/plays", ("is not a list of cards",)),
    "card twice in a hand": Bad(
        dealt(N=["SA", "SA", *DEAL["N"][2:]]), *IMPOSSIBLE, "/deal/N/1", ("SA", "twice")
    ),
    "card in two hands": Bad(
        dealt(S=["SA", *DEAL["S"][1:]]), *IMPOSSIBLE, "/deal/S/0", ("SA", "twice", "N", "S")
    ),
    "card not in the deck": Bad(
        dealt(N=["S2", *DEAL["N"][1:]]), *IMPOSSIBLE, "/deal/N/0", ("S2", "not in the deck")
    ),
    "hand too small": Bad(dealt(N=DEAL["N"][1:]), *IMPOSSIBLE, "/deal/N", ("N", "7 cards", "8 each")),
    "hand too large": Bad(dealt(N=[*DEAL["N"], "S6"]), *IMPOSSIBLE, "/deal/N", ("N", "9 cards", "8 each")),
    "hand missing": Bad(
        belote(deal={seat: DEAL[seat] for seat in "NES"}), *IMPOSSIBLE, "/deal", ("W has no hand",)
    ),
    "revoke": Bad(
        belote(plays=["SA", "H9"]),
        *IMPOSSIBLE,
        "/plays/1",
        ("H9 revokes", "E holds", "must follow spades", "SQ SJ"),
    ),
    "no ruff": Bad(
        short(N="SA S7", E="H7 DK", S="C7 C8", W="D7 D8") | {"plays": ["SA", "DK"]},
        *IMPOSSIBLE,
        "/plays/1",
        ("DK", "must ruff", "H7"),
    ),
    "no overruff": Bad(
        short(N="SA S7", E="HQ DK", S="HA H8", W="D7 D8") | {"plays": ["SA", "HQ", "H8"]},
        *IMPOSSIBLE,
        "/plays/2",
        ("H8", "overruff", "HA"),
    ),
    "no heading": Bad(
        short(N="HA S7", E="H9 H7", S="C7 C8", W="D7 D8") | {"plays": ["HA", "H7"]},
        *IMPOSSIBLE,
        "/plays/1",
        ("H7", "head", "H9"),
    ),
    "out of turn": Bad(
        belote(plays=["SQ"]),
        *IMPOSSIBLE,
        "/plays/0",
        ("out of turn", "N's turn", "E holds it", "N holds SA SK"),
    ),
    "card played twice": Bad(belote(plays=["SA", "SQ", "ST", "S8", "SA"]), *IMPOSSIBLE, "/plays/4", ("SA",)),
    "card nobody holds": Bad(
        belote(rules={"short_deals": True}, deal={seat: DEAL[seat][:4] for seat in "NESW"}, plays=["C7"]),
        *IMPOSSIBLE,
        "/plays/0",
        ("C7",),
    ),
    "too many plays": Bad(
        {**make_body("belote", 3, 32), "plays": [*make_body("belote", 3, 32)["plays"], "SA"]},
        *IMPOSSIBLE,
        "/plays/32",
        ("too much", "all 32 cards have been played"),
    ),
    "no variant": Bad({"deal": DEAL}, *IMPOSSIBLE, "/variant", ("missing",)),
    "unknown variant": Bad(
        belote(variant="tarot"), 404, "unknown-variant", "/variant", ("'tarot'", "contree")
    ),
    "variant that is no name": Bad(belote(variant=7), *UNREADABLE, "/variant", ("7", "name of a game")),
    "unknown option": Bad(
        belote(rules={"ruf": "free"}), *IMPOSSIBLE_RULES, "/rules/ruf", ("no option 'ruf'", "overruff")
    ),
    "wrong word of an option": Bad(
        belote(rules={"ruff": "never"}),
        *IMPOSSIBLE_RULES,
        "/rules/ruff",
        ("'never'", "unless_partner_winning"),
    ),
    "unknown seat": Bad(belote(dealer="X"), *UNREADABLE, "/dealer", ("'X'", "not a seat", "N, E, S and W")),
    "unknown seat of a hand": Bad(dealt(X=["SA"]), *IMPOSSIBLE, "/deal/X", ("'X'", "not a seat")),
    "seat not of this game": Bad(
        {**make_body("all_fours"), "leader": "E"}, *UNREADABLE, "/leader", ("'E'", "not a seat", "N and S")
    ),
    "missing trump": Bad(belote(contract={}), *IMPOSSIBLE, "/contract/trump", ("no trump", "S, H, D or C")),
    "no contract": Bad(
        {key: BELOTE[key] for key in BELOTE if key != "contract"},
        *IMPOSSIBLE,
        "/contract/trump",
        ("no trump",),
    ),
    "unknown trump": Bad(belote(contract={"trump": "X"}), *UNREADABLE, "/contract/trump", ("'X'",)),
    "no trumps where there must be": Bad(
        belote(contract={"trump": "NT"}), *IMPOSSIBLE, "/contract/trump", ("not played with", "S, H, D or C")
    ),
    "contract that is no object": Bad(belote(contract="H"), *UNREADABLE, "/contract", ("'H'", "object")),
    "bid in a game without": Bad(
        belote(contract={"trump": "H", "bid": 80}), *IMPOSSIBLE, "/contract/bid", ("belote has no bid",)
    ),
    "bid that there is not": Bad(
        {**make_body("contree"), "contract": {"trump": "H", "taker": "N", "bid": 85}},
        *IMPOSSIBLE,
        "/contract/bid",
        ("no bid of 85", "80, 90"),
    ),
    "taker who does not play": Bad(
        belote(contract={"trump": "H", "taker": "Q"}), *UNREADABLE, "/contract/taker", ("'Q'",)
    ),
    "tripled": Bad(
        {**make_body("contree"), "contract": {"trump": "H", "taker": "N", "bid": 80, "multiplier": 3}},
        *IMPOSSIBLE,
        "/contract/multiplier",
        ("multiplier 3", "1, 2 or 4"),
    ),
    "stock too small": Bad(
        {**make_body("california_jack"), "rules": {}}, *IMPOSSIBLE, "/stock", ("the stock has 4 cards", "40")
    ),
    "stock that does not go round": Bad(
        {**make_body("california_jack"), "stock": make_body("california_jack")["stock"][:3]},
        *IMPOSSIBLE,
        "/stock",
        ("3 cards", "multiple of 2"),
    ),
    "stock in a game without": Bad(belote(stock=["S7"]), *IMPOSSIBLE, "/stock", ("stock",)),
    "nobody to lead": Bad(
        {key: BELOTE[key] for key in BELOTE if key != "dealer"},
        *IMPOSSIBLE,
        "/dealer",
        ("neither dealer nor leader",),
    ),
    "unknown field": Bad(
        belote(trumps="H"), *INVALID, "/trumps", ("no field 'trumps'", "contract", "limit", "id")
    ),
    "unknown notation": Bad(belote(notation="de"), *UNREADABLE, "/notation", ("'de'", "en or fr")),
    "huge bid": Bad(
        {**make_body("contree"), "contract": {"trump": "H", "bid": 2**52}},
        *IMPOSSIBLE,
        "/contract/bid",
        ("huge",),
    ),
    "limit that is no object": Bad(belote(limit=5), *UNREADABLE, "/limit", ("object",)),
    "no time": Bad(belote(limit={"time_ms": 0}), *INVALID, "/limit/time_ms", ("is 0", "at least 1")),
    "time in words": Bad(
        belote(limit={"time_ms": "1 s"}), *UNREADABLE, "/limit/time_ms", ("'1 s'", "whole number")
    ),
    "half a node": Bad(belote(limit={"nodes": 0.5}), *UNREADABLE, "/limit/nodes", ("0.5", "whole number")),
    "unknown limit": Bad(belote(limit={"depth": 3}), *INVALID, "/limit/depth", ("no 'depth'", "time_ms")),
    "unknown wish": Bad(belote(cards="some"), *INVALID, "/cards", ("'some'", '"all" or "best"')),
    "name that is no text": Bad(belote(players={"N": 3}), *UNREADABLE, "/players/N", ("3 is not a text",)),
    "id that is no text": Bad(belote(id=[7]), *UNREADABLE, "/id", ("a list is not a text",)),
    "id that is a number": Bad(belote(id=7), *UNREADABLE, "/id", ("7 is not a text",)),
    "endless id": Bad(belote(id="x" * 201), *INVALID, "/id", ("longer than 200 characters",)),
    "name of nobody": Bad(belote(players={"X": "Ana"}), *INVALID, "/players/X", ("'X'", "N, E, S and W")),
}


def errors_of(answer: Any) -> Iterator[tuple[str, str]]:
    """The pointers and details of a problem."""
    problem: Any = answer.json
    return ((error["pointer"], error["detail"]) for error in problem["errors"])


@pytest.mark.parametrize("path", ["/v1/solve", "/v1/analyses"])
@pytest.mark.parametrize("name", BAD)
def test_a_bad_request_is_refused_at_its_place(name: str, path: str) -> None:
    bad = BAD[name]
    if name == "unknown wish" and path == "/v1/analyses":
        bad = bad._replace(words=("no field 'cards'",))
    answer = post(path, bad.body)
    assert answer.content_type == PROBLEM
    problem: Any = answer.json
    errors = dict(errors_of(answer))
    assert bad.pointer in errors, errors
    for word in bad.words:
        assert word in errors[bad.pointer]
    assert (answer.status_code, problem["type"]) == (bad.status, f"/problems/{bad.problem}"), errors
    assert problem["status"] == bad.status


def test_the_sound_position_is_sound() -> None:
    assert post("/v1/solve", BELOTE | {"cards": "best"}).status_code == 200


def test_all_faults_come_at_once_and_the_solver_speaks_first() -> None:
    body = dealt(N=["S2", *DEAL["N"][1:]]) | {"limit": {"time_ms": -1}, "contract": {}, "foo": 1, "cards": 3}
    answer = post("/v1/solve", body)
    assert answer.status_code == 400
    pointers = [pointer for pointer, _ in errors_of(answer)]
    assert set(pointers) == {"/deal/N/0", "/limit/time_ms", "/contract/trump", "/foo", "/cards"}
    assert len(pointers) == len(set(pointers))
    assert "there is no field 'foo' here" in dict(errors_of(answer))["/foo"]


@pytest.mark.parametrize(("path", "other"), [("/v1/solve", "deals"), ("/v1/analyses", "cards")])
def test_an_unknown_field_is_told_all_the_fields_there_are(path: str, other: str) -> None:
    [(pointer, detail)] = errors_of(post(path, belote(foo=1)))
    assert pointer == "/foo"
    for name in ("variant", "plays", "limit", "notation", "id", "players"):
        assert name in detail
    assert other not in detail


def test_faults_of_several_deals_come_at_once() -> None:
    deal = {key: BELOTE[key] for key in ("dealer", "deal", "contract", "plays")}
    deals = [deal, {**deal, "plays": ["SQ"]}, {**deal, "dealer": "X", "limit": {}}, 7]
    answer = post("/v1/analyses", {"variant": "belote", "deals": deals})
    assert answer.status_code == 400
    assert {pointer for pointer, _ in errors_of(answer)} == {
        "/deals/1/plays/0",
        "/deals/2/dealer",
        "/deals/2/limit",
        "/deals/3",
    }


def test_faults_of_rules_of_ones_own_come_at_once() -> None:
    rules = {"extends": "belote", "duties": {"ruff": "never"}, "deck": {"cards_each": 99}, "foo": 1}
    answer = post("/v1/solve", belote(variant=rules))
    problem: Any = answer.json
    assert (answer.status_code, problem["type"]) == (422, "/problems/impossible-rules")
    assert {pointer for pointer, _ in errors_of(answer)} >= {
        "/variant/duties/ruff",
        "/variant/deck/cards_each",
        "/variant/foo",
    }


RAW = {
    "not json": (b"{", 400, "unreadable"),
    "empty": (b"", 400, "unreadable"),
    "not utf-8": (b'{"variant": "\xe9"}', 400, "unreadable"),
    "nan": (b'{"variant": "belote", "limit": {"time_ms": NaN}}', 400, "unreadable"),
    "huge number": (b'{"variant": "belote", "limit": {"time_ms": 1e999}}', 400, "unreadable"),
    "huge integer": (b'{"variant": "belote", "limit": {"nodes": ' + b"9" * 10_000 + b"}}", 400, "unreadable"),
    "deep nesting": (b'{"variant": ' + b"[" * 500_000, 400, "unreadable"),
    "nesting that closes": (b'{"variant": ' + b"[" * 900 + b"]" * 900 + b"}", 400, "unreadable"),
    "body over the limit": (b" " * (1 << 20) + b"{}", 413, "too-large"),
}


@pytest.mark.parametrize("path", ["/v1/solve", "/v1/analyses"])
@pytest.mark.parametrize("name", RAW)
def test_a_bad_body_is_refused(name: str, path: str) -> None:
    data, status, problem = RAW[name]
    answer = post_raw(path, data)
    assert (answer.status_code, answer.content_type) == (status, PROBLEM)
    assert answer.json is not None
    assert answer.json["type"] == f"/problems/{problem}"


def test_numbers_are_refused_at_their_place() -> None:
    for name in ("nan", "huge number"):
        assert [pointer for pointer, _ in errors_of(post_raw("/v1/solve", RAW[name][0]))] == [
            "/limit/time_ms"
        ]


@pytest.mark.parametrize(
    ("content_type", "headers"),
    [
        (None, {}),
        ("text/plain", {}),
        ("application/x-www-form-urlencoded", {}),
        ("application/json; charset=latin-1", {}),
        ("application/json", {"Content-Encoding": "gzip"}),
    ],
)
def test_a_body_that_is_not_plain_json_is_refused(content_type: str | None, headers: dict[str, str]) -> None:
    answer = post_raw("/v1/solve", json.dumps(BELOTE).encode(), content_type, headers=headers)
    assert (answer.status_code, answer.content_type) == (415, PROBLEM)
    assert answer.json is not None
    assert answer.json["type"] == "/problems/unsupported-media-type"


def test_a_charset_of_utf8_is_no_fault() -> None:
    answer = post_raw("/v1/solve", json.dumps(BELOTE).encode(), "application/json; charset=UTF-8")
    assert answer.status_code == 200


def send_chunked(data: bytes, settings: Settings) -> str:
    """The status of the answer to a body that is sent in chunks, so that nothing says how long it is."""
    environ = EnvironBuilder("/v1/solve", method="POST", content_type="application/json").get_environ()
    environ |= {"wsgi.input": io.BytesIO(data), "wsgi.input_terminated": True}
    environ.pop("CONTENT_LENGTH", None)
    _, status, _ = run_wsgi_app(create_app(settings).wsgi_app, environ)
    return status


@pytest.mark.parametrize("more", [0, 1, 2, 100_000])
def test_the_limit_of_the_body_holds_for_chunks_too(more: int) -> None:
    settings = Settings(body_bytes=4096)
    body = json.dumps(BELOTE).encode().ljust(settings.body_bytes + more)
    assert send_chunked(body, settings).startswith("413" if more else "200")


def test_the_solvers_own_faults_name_the_french_cards() -> None:
    body = belote(
        notation="fr",
        deal={"N": "AR.87.87.87", "E": "DV.109.109.109", "S": "109.DV.DV.DV", "W": "87.AR.AR.AR"},
        contract={"trump": "C", "taker": "N"},
        plays=["PA", "C9"],
    )
    [(pointer, detail)] = errors_of(post("/v1/solve", body))
    assert pointer == "/plays/1"
    assert "C9" in detail
    assert "PD PV" in detail
