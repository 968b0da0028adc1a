"""The games: one TOML file each, a child stating only how it differs from the game it ``extends``."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
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
    Wrong,
    point,
    raise_faults,
    show,
    wrong,
)
from solver.fault_codes import Code
from solver.file_text import as_utf8
from solver.rules.form import Reader, read_fields
from solver.rules.rules import Rules
from solver.sentences import Phrase, all_of, mark, phrase
from solver.system_reasons import system_reason
from solver.wrongs import no_utf8

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

_AT = re.compile(
    r"(?P<said>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)
"""A fault in the words of Python's reader of TOML, and its place."""
_REASONS = {
    "Cannot overwrite a value": mark("the key has a value already"),
    "Expected '=' after a key in a key/value pair": mark("expecting = after the key"),
    "Expected newline or end of document after a statement": mark("expecting the end of the line"),
    "Invalid statement": mark("expecting a key or a section"),
    "Invalid value": mark("no value of TOML; a text stands in quotes"),
    "Unclosed array": mark("a list does not end"),
    "Unclosed inline table": mark("a table in braces does not end"),
    "Unterminated string": mark("a text does not end"),
}
"""The usual faults, by what Python says of them; of the others the place is told."""

_BESIDE = (
    *("title", "aliases", "description", "source", "notes", "sources"),
    *("double_called", "next_dealer", "target", "count_in_order"),
    *("inaccuracy", "mistake", "blunder", "stake"),
)
"""The rules that change nothing in the auction, the play and the score of a deal: texts, match, grades."""
_ESSENTIAL = ("deck", "result")
"""The sections of which a full game must have at least one."""
_NO_GAME = wrong(
    Code.missing,
    "these rules name no game that they extend, and neither the deck nor what the sides play for; state "
    "extends, as 'belote', or deck or result",
)


def find_variant(name: str) -> Rules:
    """Return the rules of a game by name or alias; capitals, accents, spaces and hyphens do not matter.

    Raises UnknownVariantError, naming the games there are.

    >>> find_variant("Coinche").title
    'Belote coinchée'
    >>> find_variant("belote").total_card_points("S")
    152
    """
    rules = None
    if isinstance(name, str):
        games = _by_name()
        rules = games.get(name) or games.get(_plain_name(name))
    if rules is None:
        none = wrong(
            Code.unknown_variant,
            "no game is called {name}; the games are {known}",
            name=show(name),
            known=all_of(VARIANTS),
        )
        raise UnknownVariantError([Fault("", none, FaultKind.unknown)])
    return rules


def resolve_variant(value: object, pointer: str = "/variant") -> Rules:
    """Return the rules for the ``variant`` of a request: a game's name, or a full object of rules.

    In Python it may be `Rules`, which are returned as they are.  An object may ``extend`` a game by its name
    and then states only how it differs.  ``value`` may be any JSON value.  Raises UnknownVariantError,
    UnreadableError or RulesError with every fault, each with a pointer from ``pointer``.

    >>> whist = resolve_variant({"extends": "whist", "name": "short_whist", "match": {"target": 5}})
    >>> whist.target, whist.objective
    (5, <Objective.tricks: 'tricks'>)
    """
    if isinstance(value, str):
        try:
            return find_variant(value)
        except UnknownVariantError as error:
            raise UnknownVariantError([replace(fault, pointer=pointer) for fault in error.faults]) from None
    if isinstance(value, Rules):
        return value
    if isinstance(value, Mapping):
        return _read(value, pointer)
    no_name = wrong(
        Code.wrong_type,
        "variant is {value}; it must be the name of a game or an object of rules",
        value=show(value),
    )
    raise UnreadableError([Fault(pointer, no_name, FaultKind.unreadable)])


def stated_rules(request: Mapping[Any, object]) -> Rules:
    """Return the rules that a request states: its ``variant``, with the options in its ``rules``, if any.

    Raises what `resolve_variant` and `Rules.override` raise; null options are none.

    >>> stated_rules({"variant": "belote", "rules": {"overruff": "free"}}).overruff.value
    'free'
    """
    rules = resolve_variant(request.get("variant"))
    return rules if request.get("rules") is None else rules.override(request["rules"])


def format_variant(rules: Rules) -> tuple[str | dict[str, Any], dict[str, Any]]:
    """Return the ``variant`` and the ``rules`` by which a request asks for these rules.

    The inverse of `resolve_variant` and `Rules.override`.
    """
    game = _by_name().get(rules.name)
    if game == rules:
        return game.name, {}
    if game is None or _with_options_of(rules, game) != rules:
        return rules.to_dict(), {}
    return game.name, game.differing_options(rules)


@lru_cache(maxsize=64)  # requests may bring rules of their own
def shipped_name(rules: Rules) -> str | None:
    """Return the name of the shipped game that these rules play, but for its options; None for others.

    These may be called like a shipped game: what was fitted to it does not hold of them.

    >>> belote = find_variant("belote")
    >>> shipped_name(belote.override({"ruff": "free"}))
    'belote'
    >>> shipped_name(resolve_variant({"extends": "belote", "name": "belote", "trumps": ["S", "NT"]}))
    """
    game = _by_name().get(rules.name)
    same = None if game is None else _with_options_of(rules, game)
    if same is None or replace(same, **{name: getattr(rules, name) for name in _BESIDE}) != rules:
        return None
    return same.name


def _with_options_of(rules: Rules, game: Rules) -> Rules | None:
    """Return ``game`` with the options in which ``rules`` differ from it; None if it cannot have them."""
    with suppress(RulesError):
        return game.override(game.differing_options(rules))
    return None


def load_variant_file(path: str | Path) -> Rules:
    """Load the rules in a TOML file.

    Raises UnreadableError or RulesError with every fault; each names the file and points to the key.

    >>> load_variant_file("solver/rules/variants/whist.toml").title
    'Whist'
    """
    file = Path(path)
    try:
        return _read(_parsed(file), "")
    except SolverError as error:
        raise type(error)([_in_file(file, fault) for fault in error.faults]) from None


def _parsed(file: Path) -> dict[str, Any]:
    """Return what stands in a TOML file; raises UnreadableError."""
    try:
        with file.open("rb") as stream:
            text = stream.read(MAX_FILE_BYTES + 1)
        if len(text) > MAX_FILE_BYTES:
            long = wrong(Code.too_long, "longer than {most} bytes", most=MAX_FILE_BYTES)
            raise UnreadableError([Fault("", long, FaultKind.unreadable)])
        read = as_utf8(text).decode("utf-8")
    except OSError as error:
        closed = wrong(Code.bad_text, "this cannot be read: {reason}", reason=system_reason(error))
        raise UnreadableError([Fault("", closed, FaultKind.unreadable)]) from None
    except SolverError:
        raise
    except UnicodeDecodeError as error:
        raise UnreadableError([Fault("", no_utf8(error), FaultKind.unreadable)]) from None
    try:
        return tomllib.loads(read)
    except (ValueError, RecursionError) as error:
        raise UnreadableError([Fault("", _no_toml(read, error), FaultKind.unreadable)]) from None


def _no_toml(text: str, error: ValueError | RecursionError) -> Wrong:
    """Say where a text is not TOML, and why if that can be said in any language."""
    if isinstance(error, RecursionError):
        return wrong(Code.bad_text, "this is not TOML: {reason}", reason=phrase("values are nested too deep"))
    found = _AT.fullmatch(str(error))
    if found is None:  # Python takes no number of thousands of digits, and tells no place
        return wrong(Code.bad_text, "this is not TOML: {reason}", reason=phrase("a value cannot be read"))
    if found["line"] is None:
        end = text.replace("\r\n", "\n")
        line, column = end.count("\n") + 1, len(end) - end.rfind("\n")
    else:
        line, column = int(found["line"]), int(found["column"])
    place = phrase("line {line}, column {column}", line=line, column=column)
    reason = _REASONS.get(found["said"])
    if reason is None:
        return wrong(Code.bad_text, "this is not TOML: {reason}", reason=place)
    return wrong(Code.bad_text, "this is not TOML: {place}: {reason}", place=place, reason=Phrase(reason))


def check_variant_file(path: str | Path) -> list[Fault]:
    """Return every fault of a TOML file of rules; each names the file and points to the key.

    >>> check_variant_file("solver/rules/variants/whist.toml")
    []
    >>> [fault.detail for fault in check_variant_file("no_such_game.toml")]
    ['no_such_game.toml: this cannot be read: No such file or directory']
    """
    try:
        load_variant_file(path)
    except SolverError as error:
        return list(error.faults)
    return []


def _in_file(file: Path, fault: Fault) -> Fault:
    """Return ``fault`` with the name of its file."""
    named = replace(fault.wrong, message="{place}: {detail}", n=0, values=())
    values = (("place", file.name), ("detail", fault.wrong))
    return replace(fault, wrong=replace(named, values=values))


def _plain_name(name: str) -> str:
    letters = (letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    return "".join(letters).strip().lower().replace(" ", "_").replace("-", "_")


@cache
def _load(name: str) -> Rules:
    return load_variant_file(Path(__file__).with_name(f"{name}.toml"))


@cache
def _by_name() -> Mapping[str, Rules]:
    games = [_load(name) for name in VARIANTS]
    return MappingProxyType({name: game for game in games for name in (game.name, *game.aliases)})


def _read(data: Mapping[Any, object], pointer: str) -> Rules:
    """Read the rules in ``data``; if the game they extend is not known, check them key by key."""
    own = dict(data)
    extends = own.pop("extends", None)
    if extends is None:
        if not any(own.get(section) for section in _ESSENTIAL):
            _refuse(Fault(pointer, _NO_GAME), own, pointer)
        return Rules.from_dict(own, pointer)
    if not isinstance(extends, str):
        no_name = wrong(
            Code.wrong_type, "extends is {value}; it must be the name of a game", value=show(extends)
        )
        _refuse(Fault(point(pointer, "extends"), no_name, FaultKind.unreadable), own, pointer)
    try:
        parent = _load(extends) if extends in VARIANTS else find_variant(extends)
    except UnknownVariantError as error:
        _refuse(Fault(point(pointer, "extends"), error.faults[0].wrong), own, pointer)
    return Rules.from_dict(own, pointer, parent)


def _refuse(fault: Fault, own: Mapping[Any, object], pointer: str) -> NoReturn:
    """Raise ``fault`` together with the faults in the fields of ``own``."""
    reader = Reader(pointer)
    read_fields(own, reader)
    raise_faults([fault, *reader.faults], RulesError)
    raise AssertionError("there is a fault")
