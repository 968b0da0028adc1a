"""Specs: the puzzles that are wanted, and the places to look for them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Self

from solver.cards import Card
from solver.errors import (
    Fault,
    FaultKind,
    SolverError,
    UnreadableError,
    Wrong,
    point,
    raise_faults,
    show,
    wrong,
)
from solver.fault_codes import Code
from solver.game import Log, Position
from solver.json_text import MAX_INTEGER
from solver.puzzles.bands import N_BANDS
from solver.puzzles.difficulty import LEAST_RATING, MOST_RATING
from solver.puzzles.goal import Goal
from solver.puzzles.puzzle import LEAST_WRONG, MOST_DECISIONS, PuzzleKind
from solver.puzzles.read import read_puzzle
from solver.puzzles.themes.words import PuzzleTheme
from solver.rules import Rules, stated_rules
from solver.sentences import all_of
from solver.whole_numbers import check_whole
from solver.wrongs import no_known_word, no_object, no_truth, no_whole_number, not_within

EXAMPLE = '{"variant": "belote", "count": 10, "length": [2, 4]}'
LIMIT_EXAMPLE = '{"candidates": 10000}'
MOST_TRICKS = 52
"""More tricks than any deal has, and more cards than any hand."""

USUAL_COUNT, MOST_COUNT = 10, 100_000
LEAST_TRICKS = 3
"""The tricks left of a puzzle from a random deal, if nothing else is said: in two there is little to find."""
USUAL_CARDS, USUAL_CARDS_OF_MANY = 6, 7
"""The cards in a hand at the most, if nothing else is said; the second where 13 are dealt."""
MANY_CARDS = 10
USUAL_CANDIDATES, CANDIDATES_EACH = 20_000, 2_000
"""The candidates after which a search is given up: so many, and so many more for each puzzle wanted."""
USUAL_NODES, NODES_EACH = 2_000_000_000, 200_000_000
"""The nodes likewise."""


class PuzzleSource(StrEnum):
    """The place where candidates come from."""

    random = "random"
    logs = "logs"
    positions = "positions"


class Match(StrEnum):
    """The number of the themes wanted that a puzzle must have."""

    all = "all"
    any = "any"


class Span(NamedTuple):
    """Whole numbers from the lowest to the highest that are wanted, both included."""

    low: int
    high: int

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.low <= number <= self.high


class GivenPosition(NamedTuple):
    """A position given to make a puzzle of."""

    position: Position
    goal: Goal | None = None
    """None for the goal that sets the best card apart."""
    tempting: Card | None = None


@dataclass(frozen=True, slots=True)
class FindingLimit:
    """The most that a search for puzzles may take.

    By default numbers of candidates and of nodes, which end a search at the same place on every machine.
    """

    candidates: int | None = None
    """None for `USUAL_CANDIDATES` and `CANDIDATES_EACH`."""
    nodes: int | None = None
    """None for `USUAL_NODES` and `NODES_EACH`."""
    time_ms: float | None = None
    """Where a time ends a search, the puzzles found depend on the machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleSpec:
    """The puzzles that are wanted, and the place to look for them.

    Raises ValueError for a seed out of range.
    """

    rules: Rules | None = None
    """The game; None for any, if logs or positions are given."""
    count: int = USUAL_COUNT
    source: PuzzleSource = PuzzleSource.random
    seed: int = 0
    """From 0 to `MAX_INTEGER`."""
    kind: PuzzleKind = PuzzleKind.open
    themes: tuple[PuzzleTheme, ...] = ()
    match: Match = Match.all
    """The number of the ``themes`` that a puzzle must have."""
    difficulty: Span | None = None
    """Bands of difficulty, 1 to 5."""
    rating: Span | None = None
    length: Span | None = None
    tricks_left: Span | None = None
    most_cards: int | None = None
    """The cards in a hand at the most."""
    least_wrong: int = LEAST_WRONG
    """The classes of wrong cards at the first decision."""
    short_deals: bool = False
    """True if deals that are not of full size are accepted."""
    limit: FindingLimit = FindingLimit()
    logs: tuple[Log, ...] = ()
    positions: tuple[GivenPosition, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_whole("seed", self.seed, 0, MAX_INTEGER))

    def cards_allowed(self, rules: Rules) -> int:
        """Return the cards that a hand of a game may hold at the most."""
        if self.most_cards is not None:
            return self.most_cards
        if self.kind == PuzzleKind.hidden:
            return rules.cards_each
        usual = USUAL_CARDS_OF_MANY if rules.cards_each >= MANY_CARDS else USUAL_CARDS
        return max(usual, self.tricks_left.high if self.tricks_left else 0)

    def window(self, rules: Rules) -> Span:
        """Return the tricks that may be left in a position of a random deal.

        If nothing else is said, an open puzzle begins when the stock is used up: what is drawn is too much to
        see at a glance.
        """
        total = rules.cards_each + rules.stock // rules.n_players
        most = total if self.kind == PuzzleKind.hidden else self.cards_allowed(rules)
        asked = self.tricks_left or Span(min(LEAST_TRICKS, most), most)
        return Span(min(asked.low, total), min(asked.high, total))

    @property
    def most_candidates(self) -> int:
        """The candidates after which the search is given up."""
        stated = self.limit.candidates
        return USUAL_CANDIDATES + CANDIDATES_EACH * self.count if stated is None else stated

    @property
    def most_nodes(self) -> int:
        """The nodes after which the search is given up."""
        stated = self.limit.nodes
        return USUAL_NODES + NODES_EACH * self.count if stated is None else stated

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read what is wanted from any JSON value.

        Numbers may be a span: ``"length": [2, 4]``.  Logs and positions are as in their own requests; a
        position may have a goal and a tempting card beside it, as a puzzle has.

        Raises UnreadableError, UnknownVariantError or PositionError with every fault, each with its pointer;
        never anything else.
        """
        return cls(**_Reader().read(data))


class _Reader:
    """Reads what is wanted key by key, and collects the faults."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def read(self, data: object) -> dict[str, Any]:
        """Return the fields of a spec that are stated; raises SolverError with all faults."""
        if not isinstance(data, Mapping):
            raise UnreadableError([Fault("", no_object("spec", data, EXAMPLE), FaultKind.unreadable)])
        stated = {key: value for key, value in data.items() if value is not None}
        readers = self._readers()
        self._check_keys("", stated, (*readers, "variant", "rules"))
        found = {key: readers[key](key, stated[key]) for key in readers if key in stated}
        found["rules"] = self._rules(stated)
        self._check_agreement(stated, found)
        raise_faults(self.faults)
        return found

    def _readers(self) -> Mapping[str, Callable[[str, object], Any]]:
        return {
            "count": self._number(1, MOST_COUNT),
            "source": self._word(PuzzleSource),
            "seed": self._number(0, MAX_INTEGER),
            "kind": self._word(PuzzleKind),
            "themes": self._each_once(PuzzleTheme),
            "match": self._word(Match),
            "difficulty": self._span(1, N_BANDS),
            "rating": self._span(LEAST_RATING, MOST_RATING),
            "length": self._span(1, MOST_DECISIONS),
            "tricks_left": self._span(1, MOST_TRICKS),
            "most_cards": self._number(1, MOST_TRICKS),
            "least_wrong": self._number(1, MOST_TRICKS),
            "short_deals": self._flag,
            "limit": self._limit,
            "logs": self._each(Log.from_dict),
            "positions": self._each(_read_given),
        }

    def _check_keys(self, pointer: str, stated: Mapping[Any, object], known: Iterable[str]) -> None:
        known = tuple(known)
        for key in stated:
            if key not in known:
                none = wrong(
                    Code.unknown_field,
                    "there is no {name} here; known are {known}",
                    name=show(key),
                    known=all_of(known),
                )
                self.faults.append(Fault(point(pointer, key), none))

    def _rules(self, stated: Mapping[Any, object]) -> Rules | None:
        """Read the game, with the options that are stated."""
        if "variant" not in stated:
            if "rules" in stated:
                missing = wrong(Code.missing, "the game is missing; name one, as 'belote'")
                self.faults.append(Fault("/variant", missing))
            return None
        try:
            return stated_rules(stated)
        except SolverError as error:
            self.faults += error.faults
            return None

    def _check_agreement(self, stated: Mapping[Any, object], found: Mapping[str, Any]) -> None:
        """Note what does not go together."""
        source = found.get("source", PuzzleSource.random)
        if source == PuzzleSource.random and "variant" not in stated:
            missing = wrong(Code.missing, "the game is missing; name one, as 'belote'")
            self.faults.append(Fault("/variant", missing))
        for other in (PuzzleSource.logs, PuzzleSource.positions):
            if other == source and stated.get(other.value, []) == []:
                none = wrong(Code.missing, "the source is {source}, but there are none", source=source.value)
                self.faults.append(Fault(f"/{source.value}", none))
            if other != source and other.value in stated:
                unused = wrong(
                    Code.contradiction,
                    "{field} are given, but the source is {source}",
                    field=other.value,
                    source=str(source),
                )
                self.faults.append(Fault(f"/{other.value}", unused))

    def _number(self, low: int, high: int) -> Callable[[str, object], int]:
        def read(name: str, value: object) -> int:
            if isinstance(value, bool) or not isinstance(value, int):
                self._unreadable(name, no_whole_number(name, value))
                return low
            if not low <= value <= high:
                self.faults.append(Fault(point("", *name.split("/")), not_within(name, value, low, high)))
            return value

        return read

    def _span(self, low: int, high: int) -> Callable[[str, object], Span]:
        read_number = self._number(low, high)

        def read(name: str, value: object) -> Span:
            if not isinstance(value, list):
                number = read_number(name, value)
                return Span(number, number)
            if len(value) != len(Span._fields):
                two = wrong(
                    Code.wrong_type,
                    "{field} is {value}; it must be a number, or the lowest and the highest one",
                    field=name,
                    value=show(value),
                )
                self._unreadable(name, two)
                return Span(low, high)
            span = Span(*(read_number(f"{name}/{index}", number) for index, number in enumerate(value)))
            if span.low > span.high:
                empty = wrong(
                    Code.contradiction,
                    "{field} is from {low} to {high}; no number is",
                    field=name,
                    low=span.low,
                    high=span.high,
                )
                self.faults.append(Fault(f"/{name}", empty))
            return span

        return read

    def _word(self, words: type[StrEnum]) -> Callable[[str, object], Any]:
        def read(name: str, value: object) -> Any:
            if not isinstance(value, str) or value not in list(words):
                known = [word.value for word in words]
                self.faults.append(no_known_word(point("", *name.split("/")), name, value, known))
                return next(iter(words))
            return words(value)

        return read

    def _flag(self, name: str, value: object) -> bool:
        if not isinstance(value, bool):
            self._unreadable(name, no_truth(name, value))
        return value is True

    def _limit(self, name: str, value: object) -> FindingLimit:
        if not isinstance(value, Mapping):
            self._unreadable(name, no_object(name, value, LIMIT_EXAMPLE))
            return FindingLimit()
        stated = {key: number for key, number in value.items() if number is not None}
        known = ("candidates", "nodes", "time_ms")
        self._check_keys(f"/{name}", stated, known)
        read = self._number(1, MAX_INTEGER)
        return FindingLimit(**{key: read(f"{name}/{key}", stated[key]) for key in known if key in stated})

    def _list_of(self, read_one: Callable[[str, object], Any]) -> Callable[[str, object], tuple[Any, ...]]:
        def read(name: str, value: object) -> tuple[Any, ...]:
            if not isinstance(value, list):
                self._unreadable(name, wrong(Code.wrong_type, "{name} is no list", name=name))
                return ()
            return tuple(read_one(f"{name}/{index}", entry) for index, entry in enumerate(value))

        return read

    def _each_once(self, words: type[StrEnum]) -> Callable[[str, object], tuple[Any, ...]]:
        read_all, most = self._list_of(self._word(words)), len(words)

        def read(name: str, value: object) -> tuple[Any, ...]:
            stated = value if isinstance(value, list) else []
            if len(stated) > most:
                many = wrong(
                    Code.too_many,
                    "{field} has {count} words; there can be {most}",
                    field=name,
                    count=len(stated),
                    most=most,
                )
                self.faults.append(Fault(f"/{name}", many))
                return ()
            found = read_all(name, value)
            # What cannot be read is read as some word, so what was stated is counted.
            for one in dict.fromkeys(found):
                if stated.count(one) > 1:
                    again = wrong(
                        Code.contradiction, "{field} has {value} more than once", field=name, value=show(one)
                    )
                    self.faults.append(Fault(f"/{name}", again))
            return found

        return read

    def _each(self, read_one: Callable[[object], Any]) -> Callable[[str, object], tuple[Any, ...]]:
        def read(name: str, value: object) -> Any:
            try:
                return read_one(value)
            except SolverError as error:
                before = point("", *name.split("/"))
                self.faults += [Fault(before + one.pointer, one.wrong, one.kind) for one in error.faults]
                return None

        return self._list_of(read)

    def _unreadable(self, name: str, said: Wrong) -> None:
        self.faults.append(Fault(point("", *name.split("/")), said, FaultKind.unreadable))


def _read_given(data: object) -> GivenPosition:
    """Read a position, or what a puzzle has: a position with its goal and a tempting card."""
    if isinstance(data, Mapping) and "position" in data:
        facts = read_puzzle(data)
        return GivenPosition(facts.position, facts.goal, facts.tempting)
    return GivenPosition(Position.from_dict(data))
