"""Puzzles as they are kept, and the keys that they are found by."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import combinations
from typing import Any, Self
from zlib import crc32

from api.puzzles.models import GAME_CHARACTERS, NAME_CHARACTERS
from solver import UnknownVariantError, engine_version, find_variant
from solver.puzzles import MAX_DEVIATION, MAX_RATING, MIN_DEVIATION, MIN_RATING

ALL = ""
"""The key that all puzzles have."""
TRIES, SOLVED = "tries:", "solved:"
"""Keys that no puzzle has: what is counted under them are tries that came to their end."""
_SHUFFLE_BITS = 31
_SIGNATURE_BITS = 63
"""A signed number of 64 bits holds them."""


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """A puzzle that is proved, to be kept in a bank."""

    id: str
    variant: str
    rules_digest: str
    """The digest of its rules, empty if they are those of the named game."""
    length: int
    tricks_left: int
    rating: int
    deviation: int
    themes: tuple[str, ...]
    source: str
    engine: str
    body: Mapping[str, Any]
    """The puzzle with its solution, as JSON."""

    @classmethod
    def of(cls, body: Mapping[str, Any], engine: str = engine_version()) -> Self:
        """Return the puzzle of JSON that holds its solution, as `Puzzle.to_dict` writes it.

        ``engine`` has proved it.
        """
        position = body["position"]
        variant = position["variant"]
        # Games with other rules are kept apart: nobody who asks for belote should get a belote of one's own.
        is_own = isinstance(variant, Mapping)
        others = [variant if is_own else None, position.get("rules")]
        return cls(
            id=body["id"],
            variant=(_own_name(body["variant"]) if is_own else body["variant"])[:NAME_CHARACTERS],
            rules_digest=_digest(others)[:16] if any(others) else "",
            length=body["length"],
            tricks_left=body["tricks_left"],
            rating=round(min(max(body["rating"], MIN_RATING), MAX_RATING)),
            deviation=round(min(max(body["rating_deviation"], MIN_DEVIATION), MAX_DEVIATION)),
            themes=tuple(body["themes"]),
            source=body["source"],
            engine=engine,
            body=body,
        )

    @property
    def shuffle(self) -> int:
        """A random number, always the same for the same id."""
        return int(_digest(self.id), 16) >> (256 - _SHUFFLE_BITS)


@dataclass(frozen=True, slots=True)
class KeptPuzzle:
    """A puzzle of a bank, with what its solvers have made of it."""

    number: int
    """Its place in the order in which puzzles came."""
    id: str
    variant: str
    rules_digest: str
    length: int
    tricks_left: int
    rating: float
    deviation: float
    volatility: float
    prior: int
    n_tries: int
    n_solved: int
    up: int
    down: int
    shuffle: int
    made_at: datetime
    proved_at: datetime
    source: str
    engine: str
    themes: tuple[str, ...]
    body: Mapping[str, Any]
    """The puzzle with its solution, as JSON, rated as it was before anybody tried."""

    @property
    def popularity(self) -> int:
        """The votes for it less those against it, in percent of all; 0 without votes."""
        return popularity_of(self.up, self.down)


def popularity_of(up: int, down: int) -> int:
    """Return the votes for a puzzle less those against it, in percent of all; 0 without votes."""
    return round(100 * (up - down) / (up + down)) if up + down else 0


def kept_of(row: Any) -> KeptPuzzle:
    """Return the puzzle of a row with all columns of `PuzzleRow`."""
    values = row._mapping
    return KeptPuzzle(
        **{
            **values,
            "themes": tuple(values["themes"].split()),
            "body": json.loads(zlib.decompress(values["body"])),
        }
    )


def packed(body: Mapping[str, Any]) -> bytes:
    """Return the JSON of a puzzle, compressed."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode())


def game_of(variant: str, rules_digest: str) -> str:
    """Return the game as keys name it: its name, with the digest of its rules if they are others."""
    return f"{variant}+{rules_digest}"[:GAME_CHARACTERS] if rules_digest else variant


def variant_of(game: str) -> str:
    """Return the name of a game that `game_of` has made."""
    return game.partition("+")[0]


def name_of_game(text: str) -> str:
    """Return the name of a game; if none has it, it may be that of a game of one's own in the bank."""
    try:
        return find_variant(text).name
    except UnknownVariantError:
        return text


def _own_name(name: str) -> str:
    """Return the name under which the bank has a game of one's own, which no known game has."""
    try:
        find_variant(name)
    except UnknownVariantError:
        return name
    return f"own:{name}"


def length_key(length: int) -> str:
    """Return the key of the puzzles of that length; a theme has no colon."""
    return f"length:{length}"


def tricks_key(tricks_left: int) -> str:
    """Return the key of the puzzles with so many tricks left."""
    return f"tricks:{tricks_left}"


def source_key(source: str) -> str:
    """Return the key of the puzzles of a kind of source, the first word of ``source``."""
    return f"source:{source.partition(':')[0].split()[0]}"


def keys_of(themes: Sequence[str], length: int, tricks_left: int, source: str) -> tuple[str, ...]:
    """Return all keys of a puzzle, the one of all puzzles first."""
    own = (length_key(length), tricks_key(tricks_left), source_key(source))
    return (ALL, *dict.fromkeys(themes), *own)


def pairs_of(keys: Iterable[str]) -> list[str]:
    """Return the name of each pair of the themes among keys; no key has a plus sign."""
    themes = sorted({key for key in keys if key != ALL and ":" not in key})
    return [f"{first}+{second}" for first, second in combinations(themes, 2)]


def signature_of(keys: Sequence[str]) -> int:
    """Return a bit for each key; what lacks one of the bits of several keys lacks one of the keys."""
    bits = 0
    for key in keys:
        if key != ALL:
            bits |= 1 << crc32(key.encode()) % _SIGNATURE_BITS
    return bits


def _digest(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
