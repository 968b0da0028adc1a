"""The work for the service: positions and logs of a fixed seed, as Python and as HTTP requests."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from benchmarks.load.client import request_of
from benchmarks.make_logs import make_lines
from benchmarks.random_deals import random_deal
from solver import Position, find_variant

SMALL_GAMES = ("quadrette", "belote", "contree", "klaverjas_rotterdam", "all_fours_4")
"""Games of which endings are asked."""
FULL_GAMES = ("belote", "contree", "valet_de_trefle", "quadrette")
"""Games of which full deals are asked."""
ANSWER_BYTES = b"x" * 1200
"""About as long as the answer to an ending of eight cards."""


@dataclass(frozen=True, slots=True)
class Task:
    """A position to solve: as it is, as JSON, and as a request."""

    position: Position
    data: bytes
    request: bytes


def make_task(position: Position, limit: Mapping[str, int] | None = None) -> Task:
    """The task of a position."""
    body = position.to_dict() | ({} if limit is None else {"limit": limit})
    data = json.dumps(body, separators=(",", ":")).encode()
    return Task(position, data, request_of("POST", "/v1/solve", data))


def endings(n: int, n_left: int = 8, seed: int = 1) -> list[Task]:
    """Positions of several games with ``n_left`` cards to come, all different."""
    chance = Random(seed)
    return [_ending(chance, SMALL_GAMES[index % len(SMALL_GAMES)], n_left) for index in range(n)]


def full_deals(n: int, seed: int = 2) -> list[Task]:
    """Full deals of several games, before the first card."""
    chance = Random(seed)
    games = [find_variant(name) for name in FULL_GAMES]
    return [make_task(random_deal(chance, games[index % len(games)])) for index in range(n)]


@cache
def hard(time_ms: int) -> Task:
    """A full deal of California Jack, that takes all the time it gets."""
    return make_task(random_deal(Random(1), find_variant("california_jack")), {"time_ms": time_ms})


def logs(n: int, seed: int = 3) -> list[bytes]:
    """Requests to judge complete games of several kinds."""
    return [request_of("POST", "/v1/analyses", line.encode()) for line in make_lines(n, seed)]


def _ending(chance: Random, name: str, n_left: int) -> Task:
    position = random_deal(chance, find_variant(name))
    while position.n_cards_left > n_left:
        position = position.play(chance.choice(position.legal_plays()))
    return make_task(position)
