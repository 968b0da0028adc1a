"""Whatever is killed while puzzles are found, tried and voted on, nothing is kept in part."""

import json
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import func, select

from api.puzzles.finding import PART, parts_of
from api.puzzles.kept import SOLVED, TRIES
from api.puzzles.models import AttemptRow, CountRow, KeyRow, PuzzleRow, SolverRow, VoteRow
from api.store.analyses import Store
from solver import PuzzleSpec, find_puzzles
from tests.support.api.databases import KINDS_TO_KILL, database
from tests.support.api.job_logs import Remote, job_at, read_all, wait_for_end, wait_until
from tests.system.test_kills import kill_service, service

pytestmark = [pytest.mark.server, pytest.mark.night]

WANTED: dict[str, Any] = {"variant": "quadrette", "count": 6 * PART, "seed": 2}
N_THREADS = 4


def post(client: Remote, path: str, body: Any) -> Any:
    answer = client.post(path, json.dumps(body).encode(), "application/json", {})
    assert answer.status_code in (200, 202), answer.text
    return answer


class Solver(Thread):
    """Tries puzzles and votes on them, under another name each time, until the service dies."""

    def __init__(self, client: Remote, puzzles: list[Any], name: str) -> None:
        super().__init__(name=name)
        self.n_sent = 0
        self._client = client
        self._puzzles = puzzles

    def run(self) -> None:
        with suppress(HTTPException, OSError):
            while True:
                self.n_sent += 1
                puzzle = self._puzzles[self.n_sent % len(self._puzzles)]
                card = (puzzle["right"] if self.n_sent % 2 else puzzle["refutations"][0]["cards"])[0]
                here, who = f"/v1/puzzles/{puzzle['id']}", f"{self.name} {self.n_sent}"
                post(self._client, f"{here}/attempts", {"plays": [card], "solver": who})
                post(self._client, f"{here}/votes", {"up": True, "solver": who})


def have_begun(people: list[Solver]) -> bool:
    return all(one.n_sent > 5 for one in people)


def check_whole(address: str) -> None:
    """Hold the tables of the bank against each other."""
    store = Store(address)
    with store.connection() as connection:
        # Every puzzle is listed under its keys at its rating, and counted there.
        rows = connection.execute(select(PuzzleRow.number, PuzzleRow.rating, PuzzleRow.themes)).all()
        keys = connection.execute(select(KeyRow.number, KeyRow.rating)).all()
        by_number: dict[int, list[int]] = {}
        for number, rating in keys:
            by_number.setdefault(number, []).append(rating)
        for row in rows:
            assert by_number.pop(row.number) == [round(row.rating)] * (len(row.themes.split()) + 4)
        assert not by_number
        of_keys = select(func.sum(CountRow.n)).where(
            CountRow.theme.not_like("%+%"), CountRow.theme.not_in((TRIES, SOLVED))
        )
        assert connection.execute(of_keys).scalar_one() == len(keys)
        # Tries and votes are those of the rows of solvers.
        tries = connection.execute(
            select(func.sum(PuzzleRow.n_tries), func.sum(PuzzleRow.n_solved), func.sum(PuzzleRow.up))
        ).one()
        ends = select(func.count()).select_from(AttemptRow).where(AttemptRow.state.is_not(None))
        n_ends = connection.execute(ends).scalar_one()
        n_votes = connection.execute(select(func.count()).select_from(VoteRow)).scalar_one()
        assert tuple(tries)[::2] == (n_ends, n_votes)
        of_solvers = select(func.sum(SolverRow.n_tries)).select_from(SolverRow)
        assert connection.execute(of_solvers).scalar_one() == n_ends
        counted = select(CountRow.n).where(CountRow.theme == TRIES)
        assert connection.execute(counted).scalar_one() == n_ends
    store.close()


@pytest.mark.parametrize("kind", KINDS_TO_KILL)
def test_a_search_that_is_killed_finds_the_same(kind: str) -> None:
    with database(kind) as address:
        with service(address) as (server, client):
            place = post(client, "/v1/puzzles", WANTED).headers["Location"]
            wait_until(lambda: job_at(client, place)["counts"]["done"] >= 1, "the first part")
            kill_service(server)
        with service(address, ATOUT_WORKERS="2") as (_, client):
            assert wait_for_end(client, place)["counts"]["done"] == 6
            results = read_all(client, place)
            for part, result in zip(parts_of(WANTED), results, strict=True):
                ids = [one["id"] for one in result["result"]["puzzles"]]
                assert ids == [one.id for one in find_puzzles(PuzzleSpec.from_dict(WANTED | part))]
            found = {one["id"] for result in results for one in result["result"]["puzzles"]}
            listed = client.get("/v1/puzzles?limit=500").get_json()["puzzles"]
            assert {one["id"] for one in listed} == found


@pytest.mark.parametrize("kind", KINDS_TO_KILL)
def test_tries_and_votes_that_are_killed_are_kept_whole_or_not_at_all(kind: str) -> None:
    with database(kind) as address:
        with service(address, ATOUT_RATE_ATTEMPTS="none") as (_, client):
            place = post(client, "/v1/puzzles", WANTED | {"count": 5}).headers["Location"]
            wait_for_end(client, place)
            puzzles = client.get("/v1/puzzles?shown=true").get_json()["puzzles"]
        for turn in range(3):
            with service(address, ATOUT_WORKERS="2", ATOUT_RATE_ATTEMPTS="none") as (server, client):
                people = [Solver(client, puzzles, f"{turn} {number}") for number in range(N_THREADS)]
                for one in people:
                    one.start()
                wait_until(partial(have_begun, people), "some tries")
                kill_service(server)
                for one in people:
                    one.join()
            check_whole(address)
