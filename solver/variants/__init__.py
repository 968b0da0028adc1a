"""The games: one TOML file each, a child stating only how it differs from the game it ``extends``."""

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from solver.errors import (
    Fault,
    FaultKind,
    RulesError,
    SolverError,
    UnknownVariantError,
    UnreadableError,
    list_words,
    point,
    raise_faults,
    show,
)
from solver.rule_form import Reader, read_fields
from solver.rules import Rules

VARIANTS: tuple[str, ...] = (
    "quadrette",
    "all_fours",
    "all_fours_4",
    "california_jack",
    "belote",
    "valet_de_trefle",
    "contree",
    "coinche",
    "klaverjas_amsterdam",
    "klaverjas_rotterdam",
    "whist",
    "bridge",
)
"""The names of the games that come with the solver; each has its file beside this module."""

MAX_FILE_BYTES = 100_000

_ESSENTIAL = ("deck", "result")
"""The sections of which rules that extend no game must have one."""
_NO_GAME = (
    "these rules name no game that they extend, and neither the deck nor what the sides play for; state "
    "extends, as 'belote', or deck or result"
)


def find_variant(name: str) -> Rules:
    """The rules of the game of that name or alias; capitals, spaces and hyphens do not matter.

    Raises UnknownVariantError, naming the games there are.
    """
    rules = _by_name().get(_plain_name(name)) if isinstance(name, str) else None
    if rules is None:
        known = list_words(VARIANTS, "and")
        detail = f"no game is called {show(name)}; the games are {known}"
        raise UnknownVariantError([Fault("", detail, FaultKind.unknown)])
    return rules


def resolve_variant(value: object, pointer: str = "/variant") -> Rules:
    """The rules that the ``variant`` of a request stands for: a game's name, or a full object of rules.

    An object may ``extend`` a game by its name and then states only how it differs.  ``value`` may be any
    JSON value.  Raises UnknownVariantError, UnreadableError or RulesError with every fault, each with a
    pointer from ``pointer``.
    """
    if isinstance(value, Mapping):
        return _read(value, pointer)
    if not isinstance(value, str):
        detail = f"variant is {show(value)}; it must be the name of a game or an object of rules"
        raise UnreadableError([Fault(pointer, detail, FaultKind.unreadable)])
    try:
        return find_variant(value)
    except UnknownVariantError as error:
        raise UnknownVariantError(
            [Fault(pointer, fault.detail, fault.kind) for fault in error.faults]
        ) from None


def format_variant(rules: Rules) -> tuple[str | dict[str, Any], dict[str, Any]]:
    """How a request asks for ``rules``: by its ``variant``, a game's name if one fits, and its ``rules``.

    The inverse of `resolve_variant` and `Rules.override`.
    """
    game = _by_name().get(rules.name)
    if game is not None:
        options = game.differing_options(rules)
        with suppress(RulesError):
            if game.override(options) == rules:
                return game.name, options
    return rules.to_dict(), {}


def load_variant_file(path: str | Path) -> Rules:
    """The rules in a TOML file.

    Raises UnreadableError or RulesError with every fault; each names the file and points to the key.
    """
    file = Path(path)
    try:
        with file.open("rb") as stream:
            text = stream.read(MAX_FILE_BYTES + 1)
        if len(text) > MAX_FILE_BYTES:
            raise UnreadableError(f"{file.name}: longer than {MAX_FILE_BYTES} bytes")
        data = tomllib.loads(text.decode("utf-8"))
    except OSError as error:
        raise UnreadableError([_in_file(file, error.strerror or "cannot be read")]) from None
    except (ValueError, RecursionError) as error:
        raise UnreadableError([_in_file(file, f"is not TOML: {error}")]) from None
    try:
        return _read(data, "")
    except SolverError as error:
        named = [Fault(fault.pointer, f"{file.name}: {fault.detail}", fault.kind) for fault in error.faults]
        raise type(error)(named) from None


def check_variant_file(path: str | Path) -> list[Fault]:
    """Every fault of a TOML file of rules, each naming the file and pointing to the key."""
    try:
        load_variant_file(path)
    except SolverError as error:
        return list(error.faults)
    return []


def _in_file(file: Path, detail: str) -> Fault:
    return Fault("", f"{file.name}: {detail}", FaultKind.unreadable)


def _plain_name(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


@cache
def _load(name: str) -> Rules:
    return load_variant_file(Path(__file__).with_name(f"{name}.toml"))


@cache
def _by_name() -> Mapping[str, Rules]:
    games = [_load(name) for name in VARIANTS]
    return MappingProxyType({name: game for game in games for name in (game.name, *game.aliases)})


def _read(data: Mapping[Any, object], pointer: str) -> Rules:
    """The rules in ``data``; where what they extend is not known, only key by key can they be judged."""
    own = dict(data)
    extends = own.pop("extends", None)
    if extends is None:
        if not any(own.get(section) for section in _ESSENTIAL):
            _refuse(Fault(pointer, _NO_GAME), own, pointer)
        return Rules.from_dict(own, pointer)
    if not isinstance(extends, str):
        detail = f"extends is {show(extends)}; it must be the name of a game"
        _refuse(Fault(point(pointer, "extends"), detail, FaultKind.unreadable), own, pointer)
    try:
        parent = _load(extends) if extends in VARIANTS else find_variant(extends)
    except UnknownVariantError as error:
        _refuse(Fault(point(pointer, "extends"), error.faults[0].detail), own, pointer)
    return Rules.from_dict(own, pointer, parent)


def _refuse(fault: Fault, own: Mapping[Any, object], pointer: str) -> NoReturn:
    """Raise ``fault`` with those of the fields of ``own``."""
    reader = Reader(pointer)
    read_fields(own, reader)
    raise_faults([fault, *reader.faults], RulesError)
    raise AssertionError("there is a fault")
