"""Sampling: what a request asks of the fair verdict, and the deals that are drawn for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeGuard, get_args

from solver.errors import Fault, FaultKind, point, show, wrong
from solver.fault_codes import Code
from solver.game import Deal
from solver.json_text import MAX_INTEGER
from solver.knowledge.deals import ConsistentDeals
from solver.sentences import any_of
from solver.wrongs import no_object, no_whole_number, none_of, not_within

MAX_SAMPLES = 10_000
"""The most deals that one card may be judged by."""
PlaysJudged = Literal["mistakes", "all"]
PLAYS_JUDGED: tuple[PlaysJudged, ...] = get_args(PlaysJudged)


@dataclass(frozen=True, slots=True)
class Sampling:
    """The deals that each card is judged by; the same seed draws the same deals anywhere, at any time.

    Raises ValueError for numbers that cannot be.
    """

    samples: int = 100
    """So many for each card, 1 to `MAX_SAMPLES`; all that agree with what the player knew, if those are no
    more."""
    seed: int = 0
    """From 0 to `MAX_INTEGER`."""
    plays: PlaysJudged = "mistakes"
    """``mistakes``: the cards that gave something away with all cards known; ``all``: every card played with
    a choice."""

    def __post_init__(self) -> None:
        if not 1 <= self.samples <= MAX_SAMPLES:
            raise ValueError(f"samples must be from 1 to {MAX_SAMPLES}")
        if not 0 <= self.seed <= MAX_INTEGER:
            raise ValueError(f"seed must be from 0 to {MAX_INTEGER}")
        if self.plays not in PLAYS_JUDGED:
            raise ValueError(f"plays must be {any_of(PLAYS_JUDGED).say()}")


def draw_deals(deals: ConsistentDeals, sampling: Sampling, n_plays: int) -> Iterator[Deal]:
    """Different deals in random order: as many as are asked for, or all if there are no more.

    ``n_plays``, how many cards were played before, draws others for each play of a game.
    """
    rng = Random(f"{sampling.seed} {n_plays}")
    if deals.count <= sampling.samples:
        yield from (deals[number] for number in rng.sample(range(deals.count), deals.count))
        return
    drawn: set[int] = set()
    while len(drawn) < sampling.samples:
        number = rng.randrange(deals.count)
        if number not in drawn:
            drawn.add(number)
            yield deals[number]


def parse_sampling(data: object, faults: list[Fault]) -> Sampling | None:
    """The sampling that ``data``, any JSON value, asks for in ``fair``; None where it asks for none.

    Faults are appended to ``faults``.
    """
    if data is None:
        return None
    if not isinstance(data, Mapping):
        faults.append(Fault("/fair", no_object("fair", data, "{'samples': 100}"), FaultKind.unreadable))
        return None
    stated = {key: value for key, value in data.items() if value is not None}
    n_faults = len(faults)
    for key in stated:
        if key not in ("samples", "seed", "plays"):
            unknown = wrong(
                Code.unknown_field, "fair has no {name}; it has samples, seed and plays", name=show(key)
            )
            faults.append(Fault(point("/fair", key), unknown))
    samples = _read_number(stated, "samples", 1, MAX_SAMPLES, faults)
    seed = _read_number(stated, "seed", 0, MAX_INTEGER, faults)
    plays = stated.get("plays", "mistakes")
    if not _is_plays_judged(plays):
        none = none_of("plays", plays, map(show, PLAYS_JUDGED))
        faults.append(Fault("/fair/plays", none, FaultKind.unreadable))
    elif len(faults) == n_faults:
        usual = Sampling()
        return Sampling(usual.samples if samples is None else samples, seed or usual.seed, plays)
    return None


def _is_plays_judged(value: object) -> TypeGuard[PlaysJudged]:
    return isinstance(value, str) and value in PLAYS_JUDGED


def _read_number(
    stated: Mapping[object, object], key: str, low: int, high: int, faults: list[Fault]
) -> int | None:
    """A whole number; 8.0 is one, "8" and true are none."""
    value = stated.get(key)
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        faults.append(Fault(point("/fair", key), no_whole_number(key, value), FaultKind.unreadable))
    elif not low <= value <= high:
        faults.append(Fault(point("/fair", key), not_within(key, value, low, high)))
    else:
        return value
    return None
