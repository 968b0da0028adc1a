"""Puzzles looked for by game, rating and keys: each question is a few walks along the index of the keys.

A walk goes along the rarest key that is asked for.  Another key is looked up for each puzzle there, and most
that lack it are passed over by the signature.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, and_, exists, select, tuple_
from sqlalchemy.orm import aliased

from api.puzzles.kept import ALL, pairs_of, signature_of
from api.puzzles.models import KeyRow

WINDOWS = (100, 300, 800)
"""The distances from the rating that is asked for, the next one while nothing was found."""
DRAWN_FROM = 16
"""The puzzles beside a random place of which one is drawn; one alone would favour those after a gap."""
SHUFFLES = 1 << 31
ANY_RATING = (-9_999, 9_999)
FEW = 5_000
"""The most puzzles that are gathered and sorted for a list."""

_other = aliased(KeyRow)


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk along one key in one game, past the puzzles that lack others."""

    game: str
    key: str
    n: int = 1
    """The number of puzzles on it."""
    every: tuple[str, ...] = ()
    """The keys that a puzzle must have, all of them."""
    either: tuple[str, ...] = ()
    """The keys of which a puzzle must have one, if there are any."""
    n_least: int = 0
    """The number of puzzles on it that are known to have those keys."""

    def conditions(self) -> list[Any]:
        """Return the conditions on `KeyRow`."""
        found: list[Any] = [KeyRow.theme == self.key, KeyRow.game == self.game]
        if self.every:
            bits = signature_of(self.every)
            found += [KeyRow.signature.op("&")(bits) == bits, *map(_has, self.every)]
        if self.either:
            bits = signature_of(self.either)
            found += [KeyRow.signature.op("&")(bits) != 0, _has_one(self.either)]
        return found


def _has(key: str) -> Any:
    """Return the condition that the puzzle of a `KeyRow` has another key too."""
    return exists().where(*_beside_key(), _other.theme == key)


def _has_one(keys: Sequence[str]) -> Any:
    """Return the condition that the puzzle of a `KeyRow` has one of other keys.

    It is a value and no EXISTS: PostgreSQL would rather read all puzzles with those keys for each question
    than look for them at the few rows that are asked about.
    """
    found = select(_other.number).where(*_beside_key(), _other.theme.in_(keys))
    return found.limit(1).scalar_subquery().is_not(None)


def _beside_key() -> tuple[Any, ...]:
    """Return the conditions that another row is of the same puzzle."""
    columns = ("game", "rating", "shuffle", "number")
    return tuple(getattr(_other, name) == getattr(KeyRow, name) for name in columns)


def plan_walks(
    counts: Mapping[str, Mapping[str, int]], every: Iterable[str], either: Iterable[str]
) -> list[Walk]:
    """Return the walks on which all puzzles lie that have all keys of ``every`` and one of ``either``.

    ``counts`` has the numbers of puzzles of each game by key.  A puzzle may lie on several walks.
    """
    needed, wanted = tuple(dict.fromkeys(every)), tuple(dict.fromkeys(either))
    walks = []
    for game, by_key in sorted(counts.items()):
        some = [key for key in wanted if _may_have(by_key, (key, *needed))]
        if not _may_have(by_key, needed) or (wanted and not some):
            continue
        rarest = min(needed, key=by_key.__getitem__, default=ALL)
        others = tuple(key for key in needed if key != rarest)
        if some and sum(map(by_key.__getitem__, some)) < by_key[rarest]:
            walks += [Walk(game, key, by_key[key], needed) for key in some]
        else:
            n_least = 0 if needed else max(map(by_key.__getitem__, some), default=0)
            walks.append(Walk(game, rarest, by_key[rarest], others, tuple(some), n_least))
    return walks


def _may_have(by_key: Mapping[str, int], keys: Iterable[str]) -> bool:
    """True if there are puzzles with each of the keys, and with each two of the themes among them."""
    keys = tuple(keys)
    return all(by_key.get(key) for key in (*keys, *pairs_of(keys)))


def find_near(
    connection: Connection,
    walks: Sequence[Walk],
    rating: int,
    conditions: Sequence[Any],
    chance: random.Random,
) -> list[int]:
    """Return the numbers of some puzzles near a rating: beside a random place of one of the walks.

    They lie within the first of the `WINDOWS` that has any; without any in the last one, there are none.
    ``conditions`` are further ones on `KeyRow`, that few puzzles miss.
    """
    # The walks in a random order, in which the long ones tend to come first (Efraimidis and Spirakis).
    order = sorted(walks, key=lambda walk: chance.random() ** (1 / walk.n), reverse=True)
    for window in WINDOWS:
        low, high = rating - window, rating + window
        for walk in order:
            found = _beside(connection, [*walk.conditions(), *conditions], low, high, chance)
            if found:
                return found
    return []


def _beside(
    connection: Connection, conditions: Sequence[Any], low: int, high: int, chance: random.Random
) -> list[int]:
    """Return the numbers of the first puzzles from a random place on, among those of some ratings.

    The order is that of the index: rating, then shuffle.  After the last one comes the first.
    """
    rating, shuffle = chance.randint(low, high), chance.randrange(SHUFFLES)
    place = tuple_(KeyRow.rating, KeyRow.shuffle)
    found: list[int] = []
    for part in (
        and_(place >= (rating, shuffle), KeyRow.rating <= high),
        and_(KeyRow.rating >= low, place < (rating, shuffle)),
    ):
        walk = select(KeyRow.number).where(*conditions, part).order_by(KeyRow.rating, KeyRow.shuffle)
        found += connection.execute(walk.limit(DRAWN_FROM - len(found))).scalars()
        if len(found) == DRAWN_FROM:
            break
    return found


class Sort(StrEnum):
    """The order of a list of puzzles."""

    new = "new"
    old = "old"
    easy = "easy"
    hard = "hard"

    @property
    def is_down(self) -> bool:
        """True if the numbers or ratings fall."""
        return self in (Sort.new, Sort.hard)

    @property
    def place(self) -> tuple[Any, ...]:
        """The columns of `KeyRow` in the order in which they count."""
        if self in (Sort.new, Sort.old):
            return (KeyRow.number,)
        return KeyRow.rating, KeyRow.shuffle, KeyRow.number


Place = tuple[int, ...]
"""The values of the columns of `Sort.place` for one puzzle, the last of them its number."""


def list_places(
    connection: Connection,
    walks: Sequence[Walk],
    ratings: tuple[int, int],
    sort: Sort,
    after: Place | None,
    limit: int,
) -> list[Place]:
    """Return up to ``limit`` places after one of them, in order: those of puzzles within ``ratings``."""
    found: set[Place] = set()
    for walk in walks:
        few = _gather(connection, walk, ratings) if _is_across(walk, ratings, sort) else None
        if few is None:
            found.update(_go_on(connection, walk, ratings, sort, after, limit))
        else:
            places = ((number,) for number in few)
            found.update(place for place in places if after is None or _is_after(place, after, sort))
    return sorted(found, reverse=sort.is_down)[:limit]


def _go_on(
    connection: Connection,
    walk: Walk,
    ratings: tuple[int, int],
    sort: Sort,
    after: Place | None,
    limit: int,
) -> list[Place]:
    """Return the next places of one walk."""
    low, high = ratings
    # Without the sum, SQLite would rather sort all puzzles of those ratings than walk by the numbers.
    rating = KeyRow.rating if len(sort.place) > 1 else KeyRow.rating + 0
    places = select(*sort.place).where(*walk.conditions(), rating.between(low, high))
    if after is not None:
        place = tuple_(*sort.place)
        places = places.where(place < after if sort.is_down else place > after)
    order = [column.desc() if sort.is_down else column for column in sort.place]
    return [tuple(row) for row in connection.execute(places.order_by(*order).limit(limit))]


def _is_across(walk: Walk, ratings: tuple[int, int], sort: Sort) -> bool:
    """True if most puzzles of a walk by their numbers could be passed over, and few may be left."""
    if ratings == ANY_RATING and walk.n_least > FEW:
        return False
    return len(sort.place) == 1 and bool(walk.every or walk.either or ratings != ANY_RATING)


def _gather(connection: Connection, walk: Walk, ratings: tuple[int, int]) -> list[int] | None:
    """Return the numbers of all puzzles of a walk, or None if there are more than `FEW`.

    What is rare is quicker to gather and sort than to wait for on a walk by the numbers.
    """
    numbers = select(KeyRow.number).where(*walk.conditions(), KeyRow.rating.between(*ratings))
    in_order = numbers.order_by(KeyRow.rating, KeyRow.shuffle).limit(FEW + 1)
    found = list(connection.execute(in_order).scalars())
    return found if len(found) <= FEW else None


def _is_after(place: Place, after: Place, sort: Sort) -> bool:
    return place < after if sort.is_down else place > after
