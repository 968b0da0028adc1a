"""The metrics: counted right, by one process and by several, with labels that no client can make up."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_openmetrics
from prometheus_client.parser import text_string_to_metric_families as parse_text

from api import Settings, create_app
from api.jobs import Jobs
from api.monitor.counts import JobCounts
from api.monitor.metrics import Metrics, _in_parts
from api.monitor.record import RequestRecord
from api.parts import part_of
from solver import VARIANTS
from tests.support.api import job_logs as jobs
from tests.support.api.databases import database
from tests.support.api.served import ask, fetch, folders_of, is_over, serve
from tests.support.api.service import make_body
from tests.support.api.streaming import NDJSON, hard, line_of, stream_to
from tests.support.waiting import wait_until

Series = dict[tuple[str, frozenset[tuple[str, str]]], float]
SETTINGS = Settings(database="none")


def read(text: str) -> Series:
    """Every sample of a text of metrics."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in parse_text(text)
        for sample in family.samples
    }


def value(series: Series, name: str, **labels: object) -> float:
    """One sample; 0 if it is not there."""
    return series.get((name, frozenset((key, str(text)) for key, text in labels.items())), 0.0)


def series_of(client: Any) -> Series:
    """What a client of a service in this process reads."""
    return read(client.get("/metrics", buffered=True).text)


def post(client: Any, path: str, body: Any) -> Any:
    """An answer, read to its end."""
    return client.post(path, data=line_of(body), content_type="application/json", buffered=True)


def test_requests_are_counted_by_resource() -> None:
    client = create_app(SETTINGS).test_client()
    for path in ("/v1/variants/belote", "/v1/variants/contree", "/v1/variants/tarot", "/no", "/such/place"):
        client.get(path, buffered=True)
    client.open("/healthz", method="BREW", buffered=True)
    series = series_of(client)
    route = "/v1/variants/{name}"
    assert value(series, "atout_requests_total", route=route, method="GET", status=200) == 2
    assert value(series, "atout_requests_total", route=route, method="GET", status=404) == 1
    assert value(series, "atout_requests_total", route="none", method="GET", status=404) == 2
    assert value(series, "atout_requests_total", route="/healthz", method="other", status=405) == 1
    assert value(series, "atout_request_seconds_count", route=route, method="GET") == 3
    assert value(series, "atout_request_seconds_sum", route=route, method="GET") > 0


def test_solves_are_measured_by_game() -> None:
    client = create_app(SETTINGS).test_client()
    began = perf_counter()
    solve = post(client, "/v1/solve", make_body("belote", 1, 20)).json
    took = perf_counter() - began
    log = post(client, "/v1/analyses", make_body("quadrette", 3, 24)).json
    table = post(client, "/v1/table", make_body("quadrette", 3)).json
    played = make_body("bridge", 2, 52)
    judged = post(client, "/v1/analyses", played).json
    post(client, "/v1/convert?judged=true", played)
    series = series_of(client)
    for kind, game, answer in (
        ("solve", "belote", solve),
        ("analysis", "quadrette", log),
        ("table", "quadrette", table),
        ("convert", "bridge", judged),
    ):
        labels = {"kind": kind, "game": game}
        assert answer["stats"]["nodes"] > 0
        assert value(series, "atout_solve_nodes_total", **labels) == answer["stats"]["nodes"]
        assert value(series, "atout_solve_seconds_count", **labels) == 1
        assert value(series, "atout_solves_cut_short_total", **labels) == 0
    assert 0 < value(series, "atout_solve_seconds_sum", kind="solve", game="belote") <= took


def test_a_batch_of_several_games_counts_for_none_of_them() -> None:
    client = create_app(SETTINGS).test_client()
    games = [make_body("belote", 1, 20), make_body("quadrette", 3, 24)]
    batches = (games, games[:1] * 2)
    nodes = [
        sum(answer["stats"]["nodes"] for answer in made["answers"])
        for made in (
            post(client, "/v1/positions", {"positions": batch, "cards": cards}).json
            for batch, cards in zip(batches, ("all", "best"), strict=True)
        )
    ]
    series = series_of(client)
    for game, n_nodes in (("several", nodes[0]), ("belote", nodes[1]), ("quadrette", 0)):
        assert value(series, "atout_solve_nodes_total", kind="positions", game=game) == n_nodes


def test_a_game_of_ones_own_has_no_label_of_its_own() -> None:
    client = create_app(SETTINGS).test_client()
    body = make_body("belote", 1, 24)
    for name in ("my_game", "your_game"):
        variant = {"extends": "belote", "name": name}
        assert post(client, "/v1/solve", body | {"variant": variant}).status_code == 200
    text = client.get("/metrics").text
    assert value(read(text), "atout_solve_seconds_count", kind="solve", game="custom") == 2
    assert "my_game" not in text


def test_no_client_makes_up_a_label() -> None:
    client = create_app(SETTINGS).test_client()
    before = set(series_of(client))
    for name in range(30):
        client.open(f"/made/up/{name}", method=f"MADE{name}", buffered=True)
        client.get(f"/v1/variants/made-up-{name}", buffered=True)
        client.get(f"/healthz?made={name}", headers={"X-Request-Id": f"made-{name}"}, buffered=True)
        post(client, "/v1/solve", {"variant": f"made-up-{name}"})
    labels = {label for _, labels in set(series_of(client)) - before for label in labels}
    assert not [label for label in labels if "made" in label[1].lower()]
    assert len({label for label in labels if label[0] == "game"} - {("game", name) for name in VARIANTS}) == 0


def test_the_cache_and_the_store_are_counted() -> None:
    with database("sqlite") as address:
        client = create_app(Settings(database=address)).test_client()
        for _ in range(3):
            post(client, "/v1/solve", make_body("belote", 1, 24))
            post(client, "/v1/analyses", make_body("belote", 1, 24))
        series = series_of(client)
    assert value(series, "atout_cache_lookups_total", outcome="hit") == 2
    assert value(series, "atout_cache_lookups_total", outcome="miss") == 1
    for outcome, n in {"found": 2, "missed": 1, "kept": 1, "failed": 0}.items():
        assert value(series, "atout_store_uses_total", outcome=outcome) == n


def test_a_store_that_cannot_be_used_is_counted(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    client = create_app(Settings(database=f"{tmp_path}/file/atout.db")).test_client()
    assert post(client, "/v1/analyses", make_body("belote", 1, 28)).status_code == 200
    assert value(series_of(client), "atout_store_uses_total", outcome="failed") == 2


def test_streams_are_counted_by_line_and_not_timed() -> None:
    client = create_app(SETTINGS).test_client()
    data = line_of(make_body("belote", 1, 24)) * 3 + b"{}\n"
    client.post("/v1/solve", data=data, content_type=NDJSON, buffered=True)
    series = series_of(client)
    assert value(series, "atout_stream_lines_total") == 4
    assert value(series, "atout_streams_open") == 0
    assert value(series, "atout_requests_total", route="/v1/solve", method="POST", status=200) == 1
    assert value(series, "atout_request_seconds_count", route="/v1/solve", method="POST") == 0


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (None, "text/plain"),
        (
            "application/openmetrics-text;version=1.0.0,text/plain;q=0.5",
            "application/openmetrics-text",
        ),
        ("text/plain;version=0.0.4", "text/plain"),
    ],
)
def test_prometheus_reads_what_it_asks_for(accept: str | None, kind: str) -> None:
    client = create_app(SETTINGS).test_client()
    post(client, "/v1/solve", make_body("belote", 1, 24))
    answer = client.get("/metrics", headers={"Accept": accept} if accept else {})
    assert answer.mimetype == kind
    assert answer.headers["Cache-Control"] == "no-store"
    families = list((parse_text if kind == "text/plain" else parse_openmetrics)(answer.text))
    [build] = [family for family in families if family.name.startswith("atout_build")]
    assert set(build.samples[0].labels) == {"version", "engine", "python"}
    assert all(family.documentation.endswith(".") for family in families)


def test_services_of_one_process_are_measured_apart() -> None:
    first, second = Metrics(), Metrics()
    first.count_cache("hit")
    assert value(read(second.write("")[0].decode()), "atout_cache_lookups_total", outcome="hit") == 0


@pytest.mark.night
@pytest.mark.slow
def test_jobs_are_counted() -> None:
    with jobs.service("sqlite") as app:
        client = app.test_client()
        lines = [*jobs.quick_lines(30), "{}", "no JSON"]
        jobs.wait_for_end(client, jobs.hand_in(client, lines).headers["Location"])

        def n_items(outcome: str) -> float:
            return value(series_of(client), "atout_job_items_total", outcome=outcome)

        # It is shown a moment after it is so.
        wait_until(lambda: n_items("done") == 30 and n_items("refused") == 2)
        series = series_of(client)
    assert value(series, "atout_job_items_total", outcome="failed") == 0
    assert value(series, "atout_job_chunks_under_way") == 0
    assert value(series, "atout_jobs", state="running") == 0
    assert value(series, "atout_job_chunks_waiting") == 0


def test_jobs_that_wait_are_shown_whoever_works_on_them() -> None:
    with jobs.service("sqlite", **jobs.NOBODY) as app:
        client = app.test_client()
        for _ in range(2):
            assert jobs.hand_in(client, jobs.quick_lines(3)).status_code == 202
        part_of(app, Jobs).store.begin("analyses", {}, "")
        series = series_of(client)
    assert value(series, "atout_jobs", state="arriving") == 1
    assert value(series, "atout_jobs", state="waiting") == 2
    assert value(series, "atout_jobs", state="running") == 0
    assert value(series, "atout_job_chunks_waiting") >= 2


def test_what_has_come_of_jobs_is_added_once() -> None:
    measured, counts = Metrics(), JobCounts()
    for _ in range(3):
        counts.n_done += 5
        counts.n_lost += 1
        for _ in range(2):
            measured.show_jobs(counts, 2)
    series = read(measured.write("")[0].decode())
    assert value(series, "atout_job_items_total", outcome="done") == 15
    assert value(series, "atout_job_chunks_total", outcome="lost") == 3
    assert value(series, "atout_job_chunks_under_way") == 2


def test_failures_are_counted_from_0() -> None:
    app = create_app(SETTINGS)
    client = app.test_client()

    @app.get("/breaks")
    def breaks() -> str:
        raise RuntimeError

    assert "\natout_failures_total 0" in client.get("/metrics").text
    assert client.get("/nothing").status_code == 404
    assert client.get("/breaks", buffered=True).status_code == 500
    assert "\natout_failures_total 1" in client.get("/metrics").text


def test_metrics_are_there_without_the_database(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    client = create_app(Settings(database=f"{tmp_path}/file/atout.db")).test_client()
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert "atout_requests_total" in answer.text
    assert "atout_job_chunks_waiting" not in answer.text


def test_a_worker_that_is_just_making_its_file_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = Metrics()
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    (tmp_path / "counter_1.db").touch()
    text, _ = metrics.write("")
    assert b"atout_build_info" in text


def test_without_the_folder_a_worker_tells_what_it_has_counted_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = Metrics()
    metrics.failures.inc()
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "removed"))
    text, _ = metrics.write("")
    assert b"\natout_failures_total 1" in text


def test_sums_of_durations_are_the_same_in_any_order() -> None:
    """So none falls when the counts of ended workers are added up in another one."""
    times = [_in_parts(1 / number) for number in range(1, 2000)]
    assert sum(times) == sum(reversed(times)) == sum(times[1::2]) + sum(times[::2])
    assert all(abs(counted - 1 / number) < 1e-6 for number, counted in enumerate(times, 1))
    metrics = Metrics()
    for number in range(1, 200):
        metrics.count_request(RequestRecord("an id", "GET", path="/p", status=200, duration_s=1 / number))
    series = read(metrics.write("")[0].decode())
    total = value(series, "atout_request_seconds_sum", route="/p", method="GET")
    assert total * 2**20 == round(total * 2**20)


@pytest.mark.server
class TestServed:
    """Metrics of a service with several workers."""

    def series(self, number: int) -> Series:
        """What is read over a connection of its own, so by any of the workers."""
        return read(fetch(number, "/metrics"))

    @pytest.mark.night
    def test_all_workers_are_counted_together(self, tmp_path: Path) -> None:
        with serve(ATOUT_WORKERS="2", ATOUT_SOLVING_SLOTS="3", ATOUT_DATABASE=f"{tmp_path}/atout.db") as (
            server,
            number,
        ):
            wait_until(lambda: len(server.children()) == 2 and value(self.series(number), "atout_slots") == 6)
            body = json.dumps(make_body("belote", 1, 20))
            with ThreadPoolExecutor(40) as pool:
                asked = [pool.submit(ask, number, "POST", "/v1/analyses", body) for _ in range(40)]
            assert [answer.result()[0] for answer in asked] == [200] * 40
            counted = {"route": "/v1/analyses", "method": "POST", "status": "200"}
            wait_until(lambda: value(self.series(number), "atout_requests_total", **counted) == 40)
            for _ in range(10):  # whichever worker answers
                assert value(self.series(number), "atout_requests_total", **counted) == 40
            series = self.series(number)
            solved = value(series, "atout_solve_seconds_count", kind="analysis", game="belote")
            kept = value(series, "atout_store_uses_total", outcome="kept")
            assert solved == kept >= 1
            assert value(series, "atout_store_uses_total", outcome="missed") == solved
            assert value(series, "atout_store_uses_total", outcome="found") == 40 - solved

    def test_jobs_are_measured_by_game(self, tmp_path: Path) -> None:
        with serve(ATOUT_WORKERS="2", ATOUT_DATABASE=f"{tmp_path}/atout.db") as (_, number):
            logs = [make_body("belote", seed, 24) for seed in range(5)]
            status, _, _ = ask(number, "POST", "/v1/jobs", json.dumps({"kind": "analyses", "logs": logs}))
            assert status == 202

            def n_items() -> float:
                return value(self.series(number), "atout_job_items_total", outcome="done")

            wait_until(lambda: n_items() == 5)
            series = self.series(number)
            # One that gives way to a request is begun anew.
            assert value(series, "atout_solve_seconds_count", kind="job", game="belote") >= 5
            assert value(series, "atout_solve_nodes_total", kind="job", game="belote") > 0

    def test_a_worker_that_has_ended_holds_no_slot_and_keeps_what_it_counted(self) -> None:
        with serve(ATOUT_WORKERS="2", ATOUT_SOLVING_SLOTS="1", ATOUT_WAITING="0") as (server, number):
            wait_until(lambda: value(self.series(number), "atout_slots") == 2)
            before = server.children()
            with stream_to(number, "/v1/solve") as stream:
                stream.send(line_of(make_body("quadrette", 3, 24)))
                stream.begin()
                assert stream.read()["exact"]
                stream.send(line_of(hard()))
                wait_until(lambda: value(self.series(number), "atout_slots_taken") == 1)
                assert value(self.series(number), "atout_streams_open") == 1
                for worker in before:
                    server.kill_child(worker)
                wait_until(lambda: len(server.children()) == 2 and not set(server.children()) & set(before))
            wait_until(lambda: value(self.series(number), "atout_slots") == 2)
            [folder] = folders_of(server.pid)
            assert len(list(folder.glob("counter_*.db"))) == 3, "one for both that have ended"
            series = self.series(number)
            assert value(series, "atout_slots_taken") == 0
            assert value(series, "atout_streams_open") == 0
            assert value(series, "atout_stream_lines_total") == 1

    def test_its_folder_comes_and_goes_with_it(self) -> None:
        for _ in range(2):
            with serve() as (server, number):
                assert value(self.series(number), "atout_slots") > 0
                [folder] = folders_of(server.pid)
                assert list(folder.glob("*.db"))
            assert not folder.exists()

    @pytest.mark.night
    def test_the_folder_of_one_that_was_killed_goes_with_the_next(self) -> None:
        with serve() as (first, _), serve() as (second, _):
            left = [*folders_of(first.pid), *folders_of(second.pid)]
            assert len(left) == 2, "that of one which lives is let be"
            orphans = [*first.children(), *second.children()]
            for server in (first, second):
                server.kill()
                server.wait()
            # They end by themselves when they see it.
            wait_until(lambda: all(map(is_over, orphans)))
        with serve() as (_, number):
            assert value(self.series(number), "atout_slots") > 0
            assert not any(folder.exists() for folder in left)

    def test_a_folder_of_the_operators_is_emptied_of_what_was_counted_before(self, tmp_path: Path) -> None:
        counted = {"route": "none", "method": "GET", "status": "404"}
        # What else is there stays, and is not read as counts.
        place = tmp_path / "atout.db"
        settings = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "ATOUT_DATABASE": str(place)}
        for _ in range(2):
            before = place.stat().st_ino if place.exists() else None
            with serve(**settings) as (_, number):
                assert before in (None, place.stat().st_ino)
                ask(number, "GET", "/nothing")
                wait_until(lambda: value(self.series(number), "atout_requests_total", **counted) > 0)
                assert value(self.series(number), "atout_requests_total", **counted) == 1
        assert {"atout.db"} < {path.name for path in tmp_path.glob("*.db")}
