"""Sound requests of every resource, spoilt at random: none may fail the service, hold it up or fill it.

``python -m tests.support.api.fuzz --seconds 600 --seed 7`` goes on for longer than the test does.
"""

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient

from api import Settings, create_app
from api.http.body import JSON, JSON_LINES
from api.http.games_in import TEXT_TYPES
from api.jobs import Jobs
from api.jobs.schemas import JOB_REQUESTS
from api.parts import part_of
from api.schemas.examples.hands import CALLED_HANDS
from api.schemas.examples.requests import CONVERSIONS, GAMES, LOGS, POSITIONS
from api.schemas.examples.tables import TABLE_DEALS
from api.store import Store
from solver import Code
from tests.support.api.service import CONTRACTS, PROBLEM, make_body

NODES = 2_000
"""What a solve may search: enough for endings, so little that no deal takes long."""
MOST_S = 20.0
"""Processor time that no request may take, on however slow a machine: the slowest takes a tenth of it."""
MOST_REFUSAL = 100_000
"""Bytes of a refusal at most."""
_CODES = frozenset(code.value for code in Code)
ANSWERED = frozenset((200, 202, 204, 304))
REFUSED = frozenset((400, 401, 403, 404, 405, 406, 408, 409, 410, 413, 414, 415, 422, 429, 431, 503))


@dataclass(frozen=True, slots=True)
class Asked:
    """A request."""

    method: str
    path: str
    body: bytes = b""
    kind: str = JSON
    headers: dict[str, str] = field(default_factory=dict)


class Fuzz:
    """A service in this process, what it has been asked, and how it took it."""

    def __init__(self, seed: int, folder: str, **besides: Any) -> None:
        self.chance = Random(seed)
        settings = Settings(
            nodes=NODES, max_nodes=NODES, max_samples=5, table_mib=1, max_table_mib=1,
            database=f"{folder}/atout.db", jobs=20, job_lines=50, cached_answers=50, **besides,
        )  # fmt: skip
        self.app = create_app(settings)
        self.client: FlaskClient = self.app.test_client()
        self.sound = [*sound_requests()]
        self.statuses: Counter[int] = Counter()
        self.slowest_s = 0.0

    def check_sound(self) -> None:
        """Every request is answered as long as nothing is spoilt: else nothing would be learnt."""
        for asked in list(self.sound):
            answer = self._ask(asked)
            assert answer.status_code in ANSWERED, (asked, answer.text)
            place = answer.headers.get("Location")
            if place is not None:
                self.sound.append(Asked("GET", place))
            if place is not None and answer.status_code == 202:
                self.sound.append(Asked("GET", f"{place}/results?after=0&limit=2"))
                self.sound.append(Asked("DELETE", place))

    def close(self) -> None:
        """Let go of the service."""
        part_of(self.app, Jobs).stop()
        part_of(self.app, Store).close()

    def step(self) -> None:
        """One spoilt request, and how it must be taken."""
        asked = self.chance.choice(self.sound)
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            asked = self.chance.choice(_SPOILERS)(self.chance, asked)
        if self.statuses.total() % 2:
            asked = replace(asked, headers={"Accept-Language": "fr", **asked.headers})
        started = time.thread_time()
        answer = self._ask(asked)
        spent = time.thread_time() - started
        self.slowest_s = max(self.slowest_s, spent)
        self.statuses[answer.status_code] += 1
        where = f"{asked!r:.4000}\nanswered {answer.status_code}: {answer.text:.2000}"
        assert spent < MOST_S, where
        assert answer.status_code in ANSWERED | REFUSED, where
        assert "Traceback" not in answer.text, where
        assert answer.headers["X-Request-Id"], where
        if answer.status_code in REFUSED and asked.method != "HEAD":
            assert answer.content_type == PROBLEM, where
            assert len(answer.data) < MOST_REFUSAL, where
            problem = json.loads(answer.data)
            assert problem["status"] == answer.status_code, where
            assert problem["title"], where
            for error in problem.get("errors", ()):
                assert error["detail"], where
                assert error["code"] in _CODES, where
        elif answer.mimetype == JSON and answer.data:  # there is none to HEAD, nor with 304
            json.loads(answer.data)
        elif answer.mimetype == JSON_LINES:
            for line in answer.data.splitlines():
                assert json.loads(line).get("status") != 500, where

    def _ask(self, asked: Asked) -> Any:
        # Two slashes at the start would be a host to the client, not a path.
        return self.client.open(
            "/" + asked.path.lstrip("/"),
            method=asked.method,
            data=asked.body,
            content_type=asked.kind,
            headers=asked.headers,
            buffered=True,
        )


def sound_requests() -> Iterator[Asked]:
    """At least one for every resource and every kind of body."""
    endings = {"quadrette": 20, "belote": 24, "california_jack": 8, "bridge": 8, "all_fours": 6}
    positions = [make_body(name, 2, endings.get(name, 20)) for name in CONTRACTS]
    positions += [body["value"] for body in POSITIONS.values() if isinstance(body["value"], dict)]
    for body in positions:
        yield Asked("POST", "/v1/solve", _json(body))
    bodies = [body["value"] for body in LOGS.values() if isinstance(body["value"], dict)]
    logs = [make_body(name, 3, 60) for name in CONTRACTS] + bodies
    logs.append({**make_body("belote", 4, 60), "fair": {"samples": 3, "seed": 1, "plays": "all"}})
    for log in logs:
        yield Asked("POST", "/v1/analyses", _json(log), headers={"Accept-Language": "fr"})
    for deal in TABLE_DEALS.values():
        if isinstance(deal["value"], dict):
            yield Asked("POST", "/v1/table", _json(deal["value"]))
    for hand in CALLED_HANDS.values():
        if isinstance(hand["value"], dict):
            yield Asked("POST", "/v1/bids", _json({**hand["value"], "samples": 4}))
    for games in CONVERSIONS.values():
        if isinstance(games["value"], dict):
            yield Asked("POST", "/v1/convert", _json(games["value"]))
    for kind, text_format in TEXT_TYPES.items():
        for path in ("/v1/solve", "/v1/analyses"):
            yield Asked("POST", path, GAMES[text_format].encode(), kind)
        for wanted in TEXT_TYPES:
            yield Asked("POST", "/v1/convert", GAMES[text_format].encode(), kind, {"Accept": wanted})
    lines = b"".join(_json(body) + b"\n" for body in positions[:6])
    yield Asked("POST", "/v1/solve", lines, JSON_LINES)
    lines = b"".join(_json(log) + b"\n" for log in logs[:3])
    yield Asked("POST", "/v1/analyses", lines, JSON_LINES)
    yield Asked("POST", "/v1/jobs?kind=analyses", lines, JSON_LINES, {"Idempotency-Key": '"a"'})
    for number, job in enumerate(JOB_REQUESTS.values()):
        yield Asked("POST", "/v1/jobs", _json(job["value"]), headers={"Idempotency-Key": f'"{number}"'})
    yield Asked("POST", "/v1/positions", _json({"positions": positions[:3]}))
    yield Asked("POST", "/v1/numbers", _json(positions[0]))
    search = {"variant": "quadrette", "count": 1, "limit": {"candidates": 40}}
    yield Asked("POST", "/v1/puzzles", _json(search), headers={"Idempotency-Key": '"puzzles"'})
    for path in (
        "/v1/variants",
        "/v1/puzzles?variant=belote&rating_min=1000&theme=squeeze&limit=2",
        "/v1/puzzles/themes",
        "/v1/puzzles/stats",
        "/v1/variants/belote",
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/docs",
        "/problems",
        "/problems/unreadable",
        "/metrics",
        "/v1/jobs",
        f"/v1/jobs?limit=2&cursor=1700000000.25-{'a' * 32}",
    ):
        yield Asked("GET", path, headers={"If-None-Match": '"x"'})


def _json(body: Any) -> bytes:
    return json.dumps(body).encode()


# ---- what is done to them

VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1, 2**31, 2**53, 2**64, -(2**63), 10**300, 0.5, -0.0, 1e308, "", " ", "\0", "é♠😀",
    "\ud800", "x" * 10_000, "S" * 200, "SA", "AK.-.-.Q", "N:A K Q J", "NT", "AT", "N", "S", "belote",
    "bridge", "fr", "../..", [], {}, [[]], [None], ["SA"] * 60, {"N": "A"}, {"extends": "belote"},
    {"$ref": "#"}, list(range(300)),
)  # fmt: skip
TOKENS = (
    b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf",
    b"\r\n", b"\n\n", b"NaN", b"1e999", b"-0", b"9" * 400, b"\\u0000", b"\\ud800", b'"deal"', b'"plays":',
    b"[[[[[[[[", b"[" * 2_000, b"null", b"{}", b"%", b"|", b"md|1", b'[Deal "', b"\t", b" " * 500, b"pn|",
    b"mc|13|", b"* ", b";", b"=0=",
)  # fmt: skip
WORDS = (
    "", "*", '"x"', 'W/"x"', "x" * 5_000, "gzip", "br", "identity", "fr", "de;q=0", "fr;q=2, en", "\xff",
    "application/json", "text/html", "application/x-ndjson", "application/x-pbn",
    "text/x-lin; charset=utf-16", "multipart/form-data", "-1", "Bearer x", "Basic eDp4",
    "Mon, 01 Jan 2035 00:00:00 GMT", "bytes=0-5", "../../etc/passwd", "'; DROP TABLE jobs; --",
)  # fmt: skip
HEADERS = (
    "Accept", "Accept-Language", "Accept-Encoding", "Authorization", "Content-Encoding", "Content-Type",
    "Cookie", "Expect", "Host", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match",
    "Origin", "Range", "X-Forwarded-For", "X-Forwarded-Host", "X-Request-Id", "X-HTTP-Method-Override",
    "Transfer-Encoding",
)  # fmt: skip
QUERIES = ("notation", "after", "limit", "kind", "samples", "seed", "plays", "time_ms", "x", "a[b]", "")


def _places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        holder = stack.pop()
        keys: Any = (
            holder if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        )
        for key in list(keys):
            found.append((holder, key))
            stack.append(holder[key])
    return found


def spoil_value(chance: Random, asked: Asked) -> Asked:
    """Something in a JSON body replaced, lost, doubled, renamed, or swapped with something else of it."""
    try:
        body = json.loads(asked.body)
    except (ValueError, RecursionError):
        return spoil_bytes(chance, asked)
    found = _places(body)
    if not found:
        return replace(asked, body=_json(chance.choice(VALUES)))
    holder, key = chance.choice(found)
    other, there = chance.choice(found)
    how = chance.randrange(7)
    if how <= 2:
        holder[key] = deepcopy(chance.choice(VALUES))
    elif how == 3:
        del holder[key]
    elif how == 4 and isinstance(holder, list):
        holder[key:key] = deepcopy(holder) * chance.choice((1, 1, 5))
    elif how == 5 and isinstance(holder, dict):
        holder[str(chance.choice((chance.choice(VALUES), there)))[:50]] = holder.pop(key)
    else:
        holder[key] = deepcopy(other[there])
    return replace(asked, body=_json(body))


def spoil_bytes(chance: Random, asked: Asked) -> Asked:
    """Bytes of a body lost, doubled, turned round, or put in."""
    body = bytearray(asked.body)
    at = chance.randrange(len(body) + 1)
    end = min(len(body), at + chance.choice((1, 1, 2, 8, 64, 1_000)))
    how = chance.randrange(5)
    if how == 0:
        del body[at:end]
    elif how == 1:
        body[at:at] = body[at:end] * chance.choice((1, 3))
    elif how == 2 and at < len(body):
        body[at] ^= 1 << chance.randrange(8)
    elif how == 3:
        del body[at:]
    else:
        body[at:at] = chance.choice(TOKENS)
    return replace(asked, body=bytes(body))


def spoil_header(chance: Random, asked: Asked) -> Asked:
    """A header that says something else than it should."""
    word = chance.choice(WORDS)
    name = chance.choice(HEADERS)
    if name == "Content-Type":
        return replace(asked, kind=word)
    return replace(asked, headers={**asked.headers, name: word})


def spoil_path(chance: Random, asked: Asked) -> Asked:
    """Another address, with a query that there may not be."""
    how = chance.randrange(4)
    if how == 0:
        value = quote(str(chance.choice((*VALUES, *WORDS)))[:200].encode("utf-8", "surrogatepass"))
        joint = "&" if "?" in asked.path else "?"
        return replace(asked, path=f"{asked.path}{joint}{chance.choice(QUERIES)}={value}")
    if how == 1:
        piece = quote(str(chance.choice(VALUES))[:200].encode("utf-8", "surrogatepass"), safe="/")
        return replace(asked, path=f"{asked.path.partition('?')[0]}/{piece}")
    if how == 2:
        path = asked.path
        at = chance.randrange(1, len(path) + 1)
        return replace(
            asked, path=path[:at] + chance.choice(("%", "%00", "/", "//", "..", "x", "é", ";")) + path[at:]
        )
    return replace(
        asked, method=chance.choice(("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"))
    )


_SPOILERS: tuple[Callable[[Random, Asked], Asked], ...] = (
    *[spoil_value] * 6,
    *[spoil_bytes] * 3,
    spoil_header,
    spoil_path,
)


def memory_kib() -> int:
    """The memory that this process has in use."""
    with open("/proc/self/status", encoding="ascii") as file:
        return int(file.read().partition("VmRSS:")[2].split()[0])


def main() -> None:
    """Go on for so long, and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in list(os.environ):
        if name.startswith("ATOUT_"):
            del os.environ[name]
    with TemporaryDirectory() as folder:
        fuzz = Fuzz(arguments.seed, folder)
        fuzz.check_sound()
        ends = time.monotonic() + arguments.seconds
        tells = time.monotonic()
        while time.monotonic() < ends:
            fuzz.step()
            if time.monotonic() > tells:
                tells += 10
                statuses = ", ".join(f"{status}: {n}" for status, n in sorted(fuzz.statuses.items()))
                print(f"{fuzz.statuses.total()} asked; {statuses}; {memory_kib() // 1024} MiB", flush=True)
        fuzz.close()
        print(f"{fuzz.statuses.total()} asked, the slowest took {fuzz.slowest_s:.2f} s")


if __name__ == "__main__":
    main()
