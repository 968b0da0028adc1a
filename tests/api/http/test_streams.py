"""Streams: every line answered in its turn, whatever the others are."""

import json
from dataclasses import replace
from io import BytesIO
from typing import Any, ClassVar

import pytest

from api import Settings, create_app
from api.access.access import Access
from api.parts import part_of
from api.settings.texts import NO_DATABASE
from api.solving import SolvingSlots
from solver import Answer, Position, solve
from tests.support.api.service import PATIENT, PROBLEM, make_body, make_client, post
from tests.support.api.streaming import NDJSON, line_of
from tests.support.waiting import Clock

SMALL = make_body("quadrette", 3, 20)


def stream(path: str, data: bytes, settings: Settings | None = None, **kwargs: Any) -> list[Any]:
    """The lines that answer the lines of ``data``."""
    answer = make_client(settings).post(path, data=data, content_type=NDJSON, **kwargs)
    assert (answer.status_code, answer.mimetype) == (200, NDJSON)
    assert answer.data.endswith(b"\n") or not answer.data
    return [json.loads(line) for line in answer.data.splitlines()]


def without_stats(answer: Any) -> Any:
    """An answer, but for what it cost."""
    return {key: value for key, value in answer.items() if key != "stats"}


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("path", ["/v1/solve", "/v1/analyses"])
def test_each_line_is_answered_as_it_would_be_alone(path: str) -> None:
    bodies = [
        make_body(variant, 1, n_plays)
        for variant in ("quadrette", "belote", "contree", "all_fours")
        for n_plays in (20, 12)
        if variant != "all_fours" or n_plays == 12
    ]
    answers = stream(path, b"".join(map(line_of, bodies)), PATIENT)
    alone = [post(path, body, PATIENT).get_json() for body in bodies]
    assert list(map(without_stats, answers)) == list(map(without_stats, alone))


BAD: list[tuple[bytes, int]] = [
    (b"{\n", 400),
    (b"\xff\xfe{}\n", 400),
    (b"nonsense\n", 400),
    (b"[]\n", 400),
    (b"[" * 5000 + b"\n", 400),
    (b'{"variant": "quadrette"}\n', 422),
    (line_of({**SMALL, "variant": "nothing"}), 404),
    (line_of({**SMALL, "plays": [*SMALL["plays"], SMALL["plays"][0]]}), 422),
    (line_of({**SMALL, "limit": {"time_ms": 0}}), 422),
    (line_of({**SMALL, "id": "x" * (1 << 20)}), 413),
]


@pytest.mark.parametrize(("bad", "status"), BAD, ids=[f"{bad[:12]!r}-{status}" for bad, status in BAD])
@pytest.mark.parametrize("path", ["/v1/solve", "/v1/analyses"])
def test_a_bad_line_has_its_problem_and_the_stream_goes_on(path: str, bad: bytes, status: int) -> None:
    good = line_of(SMALL)
    answers = stream(path, good + b"\r\n" + bad + good + bad + good)
    assert [answer.get("status", 200) for answer in answers] == [200, status, 200, status, 200]
    assert [answer.get("line_number") for answer in answers] == [None, 3, None, 5, None]
    alone = make_client().post(path, data=bad.rstrip(), content_type="application/json").get_json()
    assert {key: value for key, value in answers[1].items() if key != "line_number"} == alone


def test_a_failure_of_the_service_is_told_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise KeyError("inside")

    monkeypatch.setattr("api.views.solve.canonical_form", fail)
    [answer] = stream("/v1/solve", line_of(SMALL))
    assert (answer["status"], answer["type"]) == (500, "/problems/internal-error")
    assert "inside" not in json.dumps(answer)


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n \n"])
def test_no_lines_have_no_answers(data: bytes) -> None:
    assert stream("/v1/solve", data) == []


WAYS_TO_END = {
    "stop": ("/problems/overloaded", "the service stops"),
    "key": ("/problems/unauthorized", "the key has expired or was revoked"),
    "time": ("/problems/stream-too-long", "a stream ends after 200 ms"),
}
N_PIECES = 20


@pytest.mark.parametrize("piece", [b"\n" * 500, b" \n" * 500, b"x" * 1000])
@pytest.mark.parametrize("way", WAYS_TO_END)
def test_a_stream_is_ended_while_nothing_comes_that_is_to_be_answered(
    way: str, piece: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("api.http.streams.time", clock)
    monkeypatch.setattr(Access, "is_still_let_in", lambda access: way != "key" or Body.n_read < 4)
    app = create_app(Settings(stream_ms=200, database=NO_DATABASE))

    class Body(BytesIO):
        """A line and many pieces without one; with the third of these something happens."""

        n_read: ClassVar[int] = 0

        def read(self, size: int | None = -1, /) -> bytes:
            Body.n_read += 1
            if Body.n_read == 4 and way == "stop":
                part_of(app, SolvingSlots).stop()
            if Body.n_read == 4 and way == "time":
                clock.now += 0.2
            if Body.n_read == 1:
                return line_of(SMALL)
            return piece if Body.n_read < N_PIECES else b""

    unstated = {"wsgi.input_terminated": True}
    answer = app.test_client().post(
        "/v1/solve", content_type=NDJSON, input_stream=Body(), environ_overrides=unstated
    )
    first, last = map(json.loads, answer.data.splitlines())
    assert first["exact"]
    kind, detail = WAYS_TO_END[way]
    assert (last["type"], last["detail"][: len(detail)]) == (kind, detail)
    # The first line that was not answered, and nothing after it was read.
    assert (last["line_number"], Body.n_read) == (2 + 3 * piece.count(b"\n"), 4)


def test_the_last_line_needs_no_end() -> None:
    answers = stream("/v1/solve", line_of(SMALL) + line_of(SMALL).rstrip())
    assert [answer["exact"] for answer in answers] == [True, True]


def test_a_stream_has_only_so_many_lines() -> None:
    answers = stream("/v1/solve", line_of(SMALL) * 5, Settings(stream_lines=3))
    assert [answer.get("status") for answer in answers] == [None, None, None, 413]
    assert (answers[-1]["line_number"], answers[-1]["type"]) == (4, "/problems/stream-too-long")
    assert len(stream("/v1/solve", line_of(SMALL) * 3, Settings(stream_lines=3))) == 3


def test_a_stream_of_lines_that_are_refused_ends() -> None:
    settings = Settings(stream_faults=3)
    answers = stream("/v1/solve", b"nonsense\n[]\n{}\n{}\n{}\n", settings)
    assert [answer["status"] for answer in answers] == [400, 400, 422, 413]
    assert (answers[-1]["line_number"], answers[-1]["type"]) == (4, "/problems/stream-too-long")
    assert "there were 3 faults more than good lines" in answers[-1]["detail"]
    # A bad line now and then ends no stream.
    answers = stream("/v1/solve", (line_of(SMALL) + b"[]\n") * 9, settings)
    assert [answer.get("status") for answer in answers] == [None, 400] * 9


def test_a_stream_has_only_so_much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()

    def solve_for_30_ms(position: Position, *args: Any) -> Answer:
        clock.now += 0.030
        return solve(position, *args)

    monkeypatch.setattr("api.http.streams.time", clock)
    monkeypatch.setattr("api.views.solve.solve", solve_for_30_ms)
    answers = stream("/v1/solve", line_of(SMALL) * 20, Settings(stream_ms=200, cached_answers=0))
    # The seventh line begins at 180 ms, the eighth would at 210.
    assert [answer.get("status") for answer in answers] == [None] * 7 + [413]
    assert (answers[-1]["line_number"], answers[-1]["type"]) == (8, "/problems/stream-too-long")


@pytest.mark.parametrize(
    "headers", [{"Content-Encoding": "gzip"}, {"Content-Type": f"{NDJSON}; charset=utf-16"}]
)
def test_a_stream_of_another_kind_is_refused(headers: dict[str, str]) -> None:
    answer = make_client().post("/v1/solve", data=b"", headers={"Content-Type": NDJSON, **headers})
    assert (answer.status_code, answer.content_type) == (415, PROBLEM)


@pytest.mark.parametrize("path", ["/v1/solve", "/v1/analyses"])
def test_other_names_of_lines_are_told_the_one_that_is_read(path: str) -> None:
    for kind in ("application/ndjson", "application/jsonl"):
        answer = make_client().post(path, data=b"{}", content_type=kind)
        assert answer.status_code == 415
        assert "line by line as application/x-ndjson, or bridge as" in answer.get_json()["detail"]
    assert "x-ndjson" not in make_client().post("/v1/table", data=b"{}", content_type=kind).text


def test_conditions_about_one_answer_do_not_count_for_a_stream() -> None:
    headers = {"If-None-Match": "*", "If-Modified-Since": "Mon, 01 Jan 2035 00:00:00 GMT"}
    [answer] = stream("/v1/analyses", line_of(SMALL), headers=headers)
    assert answer["exact"]


def test_resources_that_do_not_stream_say_so() -> None:
    answer = make_client().post("/v1/table", data=line_of(SMALL), content_type=NDJSON)
    assert answer.status_code == 415


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/v1/solve", "cards=best"),
        ("/v1/solve", "nodes=3"),
        ("/v1/analyses", "nodes=3"),
        ("/v1/analyses", "partial=true"),
        ("/v1/analyses", "samples=2&seed=7"),
    ],
)
def test_what_the_query_asks_for_holds_for_each_line(path: str, query: str) -> None:
    n_plays = 2 if path == "/v1/solve" else 18
    bodies = [make_body(variant, 1, n_plays) for variant in ("belote", "contree")]
    if "partial" in query:
        bodies = [{**body, "plays": [*body["plays"], body["plays"][0]]} for body in bodies]
    lines = b"".join(map(line_of, bodies))
    fresh = replace(PATIENT, cached_answers=0)
    answers = stream(f"{path}?{query}", lines, fresh)
    alone = [post(f"{path}?{query}", body, fresh).get_json() for body in bodies]
    plain = stream(path, lines, fresh)
    for answer, expected, other in zip(answers, alone, plain, strict=True):
        assert without_cost(answer) == without_cost(expected) != without_cost(other)


def without_cost(answer: Any) -> Any:
    """An answer, but for the time that it took, wherever it says so."""
    if isinstance(answer, dict):
        return {key: without_cost(value) for key, value in answer.items() if key != "time_ms"}
    return [without_cost(one) for one in answer] if isinstance(answer, list) else answer


def test_the_query_goes_before_what_a_line_says() -> None:
    body = make_body("belote", 1, 18)
    lines = line_of(body) + line_of({**body, "cards": "all"})
    assert [len(answer["cards"]) for answer in stream("/v1/solve?cards=best", lines)] == [1, 1]
    one, every = stream("/v1/solve", line_of({**body, "cards": "best"}) + line_of(body))
    assert len(one["cards"]) == 1 < len(every["cards"])


def test_an_option_that_cannot_be_is_refused_before_the_first_line() -> None:
    answer = make_client().post("/v1/solve?nodes=x", data=line_of(SMALL), content_type=NDJSON)
    assert (answer.status_code, answer.content_type) == (422, PROBLEM)
    assert answer.get_json()["detail"] == "the query's nodes is 'x'; it must be a whole number from 1 on"


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("application/x-pbn", 406),
        ("text/x-lin, application/json;q=0.5", 406),
        ("application/x-ndjson, application/x-pbn;q=0.5", 200),
        ("application/json", 200),
        ("text/html", 200),
        ("*/*", 200),
    ],
)
def test_lines_are_never_answered_as_games_in_text(accept: str, status: int) -> None:
    line = line_of(make_body("bridge", 1, 44))
    answer = make_client().post("/v1/analyses", data=line, content_type=NDJSON, headers={"Accept": accept})
    assert answer.status_code == status
    if status == 200:
        assert json.loads(answer.data)["variant"] == "bridge"
    else:
        assert answer.get_json()["detail"].startswith("lines are answered as application/x-ndjson")
