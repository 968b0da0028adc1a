"""Request options: all that a request may ask besides its game, one row each.

The rows drive everything that reads, checks or describes an option: the fields of the service's schemas, its
queries and those of jobs, the API document, the options of the commands, and the reading of JSON on the
command line.  So an option is added by adding a row.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from solver.cards import NOTATIONS
from solver.engine import MAX_TABLE_MIB
from solver.errors import Fault, FaultKind, Wrong, point, show, wrong
from solver.fault_codes import Code
from solver.game import BridgeScoring
from solver.json_text import MAX_INTEGER
from solver.knowledge import (
    BIDS_READ,
    LEAST_DEALS,
    MAX_SAMPLES,
    PLAYS_JUDGED,
    USUAL_HAND_DEALS,
    USUAL_NODES,
    USUAL_PAIR_DEALS,
    USUAL_SAMPLES,
)
from solver.sentences import all_of, mark
from solver.wrongs import (
    no_object,
    no_switch,
    no_truth,
    no_whole_number,
    no_word,
    none_of,
    not_within,
    too_low,
)

MAX_NUMBER = 10**15
"""The longest time in milliseconds, and the most nodes, of a limit."""

DEFAULT_NODES = 100_000_000
"""The nodes for each deal on the command line where no limit is stated: some 15 s.

Nodes rather than time, as the result is then the same on every machine, however busy it is.
"""


class Kind(Enum):
    """The kind of values of an option."""

    number = auto()
    """A whole number; in JSON, 8.0 is one, "8" and true are none."""
    word = auto()
    """One of a few words."""
    flag = auto()
    """True or false."""


@dataclass(frozen=True, slots=True)
class Group:
    """An object in JSON that holds several options."""

    name: str
    """Its key in a request."""
    example: str
    """A value of it, as a fault shows it."""
    no_such: str
    """The message about an unknown key, with the places ``name`` and ``known``."""
    is_switch: bool = False
    """True if it may also be true, for all that is usual, or false, the same as leaving it out."""

    def misshapen(self, value: object) -> Wrong:
        """Say that a value is no such object."""
        return (no_switch if self.is_switch else no_object)(self.name, value, self.example)

    def unknown(self, name: object, known: Iterable[str]) -> Wrong:
        """Say that it has no option of that name, only those ``known``."""
        return wrong(Code.unknown_field, self.no_such, name=show(name), known=all_of(known))


@dataclass(frozen=True, slots=True)
class CommandOption:
    """The form of a request option on the command line."""

    flag: str
    """Its name, as ``--time-ms``."""
    help: str
    """The sentence in the help of a command."""
    low: int | None = None
    """The lowest number, where that is another one than in JSON: 0 stands for no limit."""
    metavar: str | None = None
    """The word for its value in the help."""

    @property
    def parameter(self) -> str:
        """The name of the parameter that gets its value."""
        return self.flag.removeprefix("--").replace("-", "_")


@dataclass(frozen=True, slots=True)
class RequestOption:
    """One thing that a request may ask besides its game."""

    name: str
    """Its key in JSON, and its name in a query."""
    kind: Kind
    says: str
    """The description of its field of JSON in the API document."""
    group: Group | None = None
    """The object that holds it; None if it stands at the top."""
    in_query: str = ""
    """The description of its parameter of a query; empty if queries do not have it."""
    low: int = 1
    high: int = MAX_NUMBER
    """The lowest and the highest number for the solver; the service cuts a higher one to what it grants."""
    too_low: str = ""
    """The message about a lower number, with the places ``value`` and ``low``, where it says why."""
    words: tuple[str, ...] = ()
    """The words that it may be; the first one counts if it is left out."""
    command: CommandOption | None = None
    """Its form on the command line; None if commands do not have it."""

    @property
    def path(self) -> tuple[str, ...]:
        """Its keys in JSON, from the outside in."""
        return (self.name,) if self.group is None else (self.group.name, self.name)

    def find_fault(self, value: object, high: int | None = None) -> Fault | None:
        """Return the fault of a value in JSON, or None; ``high`` is the highest number, if there is one."""
        if self.kind == Kind.number:
            if isinstance(value, bool) or not _is_whole(value):
                return Fault("", no_whole_number(self.name, value), FaultKind.unreadable)
            assert isinstance(value, (int, float)), "a whole number"
            if value < self.low and self.too_low:
                return Fault("", wrong(Code.out_of_range, self.too_low, value=show(value), low=self.low))
            if value < self.low:
                # The service, which grants what it can, names no highest number.
                return Fault("", too_low(self.name, value, self.low))
            if high is not None and value > high:
                return Fault("", not_within(self.name, value, self.low, high))
        elif self.kind == Kind.word and value not in self.words:
            allowed = [f'"{word}"' for word in self.words]
            if not isinstance(value, str):
                return Fault("", no_word(self.name, value, allowed), FaultKind.unreadable)
            return Fault("", none_of(self.name, value, allowed))
        elif self.kind == Kind.flag and not isinstance(value, bool):
            return Fault("", no_truth(self.name, value), FaultKind.unreadable)
        return None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


LIMIT_GROUP = Group("limit", '{"time_ms": 2000}', mark("a limit has no {name}; it has {known}"))
FAIR_GROUP = Group("fair", '{"samples": 60}', mark("fair has no {name}; it has {known}"), is_switch=True)

LIMIT = (
    RequestOption(
        "time_ms",
        Kind.number,
        "Time in milliseconds; for a log, of all its cards together. More than the service grants counts as "
        "what it grants.",
        LIMIT_GROUP,
        in_query="Time in milliseconds.",
        command=CommandOption("--time-ms", "Stop after so many ms; 0: no limit.", low=0),
    ),
    RequestOption(
        "nodes",
        Kind.number,
        "Cards that the search may play; granted up to the service's ceiling.",
        LIMIT_GROUP,
        in_query="Cards that the search may play.",
        command=CommandOption(
            "--nodes",
            "Stop after so many nodes; 0: no limit. Where neither the command line nor a body names time or "
            f"nodes, {DEFAULT_NODES:,} nodes a deal, some 15 s.",
            low=0,
        ),
    ),
    RequestOption(
        "table_mib",
        Kind.number,
        "Memory for proven positions, in MiB; granted up to the service's ceiling.",
        LIMIT_GROUP,
        in_query="Memory for proven positions, in MiB.",
        high=MAX_TABLE_MIB,
        command=CommandOption("--table-mib", "Memory for what is proved, in MiB."),
    ),
)
"""The limits of a solve."""

_ONE_DEAL = mark(
    "samples is {value}; it must be at least {low}: one deal does not show how far a mean may be off"
)

FAIR = (
    RequestOption(
        "samples",
        Kind.number,
        "Deals to solve for each card; all that agree with what the player knew, if those are no more. More "
        f"than the service grants counts as what it grants. If left out: {USUAL_SAMPLES}, or as many as "
        f"{USUAL_NODES:,} nodes for each deal of the log allow. At least {LEAST_DEALS}: one deal does "
        "not show how far a mean may be off.",
        FAIR_GROUP,
        in_query="The sample deals of the fair verdict, which this asks for.",
        low=LEAST_DEALS,
        too_low=_ONE_DEAL,
        high=MAX_SAMPLES,
        command=CommandOption(
            "--fair",
            "Judge mistakes by what the player could know over so many deals that agree with it. If left "
            f"out, {USUAL_SAMPLES}, or as many as {USUAL_NODES:,} nodes a deal of the log allow.",
            metavar="DEALS",
        ),
    ),
    RequestOption(
        "seed",
        Kind.number,
        "Which deals are drawn: the same seed, the same deals. If left out: 0.",
        FAIR_GROUP,
        in_query="The seed that draws them.",
        low=0,
        high=MAX_INTEGER,
        command=CommandOption("--seed", "Which deals are drawn for that."),
    ),
    RequestOption(
        "plays",
        Kind.word,
        "`mistakes`: the cards that gave something away with all cards known. `all`: every card that was "
        "played with a choice.",
        FAIR_GROUP,
        in_query="The cards that get it.",
        words=PLAYS_JUDGED,
    ),
    RequestOption(
        "bids",
        Kind.word,
        "`read`: where the log states the auction, and the game has a model of callers, deals count by how "
        "likely its calls were in them, in bridge by how likely the contract was. `ignored`: all deals "
        "count alike.",
        FAIR_GROUP,
        in_query="Whether deals count by the calls of the auction.",
        words=BIDS_READ,
    ),
)
"""The fair verdict."""

HAND_DEALS = (
    RequestOption(
        "samples",
        Kind.number,
        "Deals to solve, each once for every trump that a call names; all that agree with what the player "
        "sees, if those are no more. More than the service grants counts as what it grants. If left out: "
        f"{USUAL_HAND_DEALS}; {USUAL_PAIR_DEALS} with both hands of a pair of bridge. At least "
        f"{LEAST_DEALS}: one deal does not show how far a mean may be off.",
        in_query="The deals to solve.",
        low=LEAST_DEALS,
        too_low=_ONE_DEAL,
        high=MAX_SAMPLES,
        command=CommandOption(
            "--samples",
            f"Judge by so many deals, at least {LEAST_DEALS}; if left out, {USUAL_HAND_DEALS}, or "
            f"{USUAL_PAIR_DEALS} with both hands of a pair of bridge.",
            metavar="DEALS",
        ),
    ),
    RequestOption(
        "seed",
        Kind.number,
        "Which deals are drawn: the same seed, the same deals. If left out: 0.",
        in_query="The seed that draws the deals.",
        low=0,
        high=MAX_INTEGER,
        command=CommandOption("--seed", "Which deals are drawn."),
    ),
    RequestOption(
        "bids",
        Kind.word,
        "`read`: the deals are weighed by how likely the others were to call so with the hands that they "
        "have there, where the game has a model of callers. `ignored`: all deals count alike.",
        in_query="Whether the calls of the others are read.",
        words=BIDS_READ,
        command=CommandOption("--bids", "Weigh the deals by what the others have called; if left out, read."),
    ),
)
"""The deals by which the calls of a hand are judged."""

QUICK = RequestOption(
    "quick",
    Kind.flag,
    "Asks for the calls to be judged by the formula of the game's model, without a search: in a few "
    "milliseconds, and with the error of the formula. Games without a formula refuse it. If left out: false.",
    in_query="Whether the calls are judged by the formula, without a search.",
    command=CommandOption("--quick", "Judge by the formula of the game's model, without a search."),
)
CALLS = RequestOption(
    "calls",
    Kind.flag,
    "Asks for every call of the `auction` to be judged, by 60 deals for each player that agree with what "
    "they saw and had heard, fewer where these take too long; with the `seed` and `bids` of `fair`. It has "
    "the time that the fair verdict leaves. If left out: false.",
    in_query="Whether the calls of the auction are judged.",
    command=CommandOption("--calls", "Judge the calls of the auction too."),
)
CARDS = RequestOption(
    "cards",
    Kind.word,
    "`all`: the value of every playable card. `best`: the value of the position and one best card, which is "
    "faster.",
    in_query="`all` playable cards, or the `best` one only.",
    words=("all", "best"),
)
NOTATION = RequestOption(
    "notation",
    Kind.word,
    "How cards are written, in the request and in the answer.",
    in_query="How cards are written.",
    words=NOTATIONS,
    command=CommandOption(
        "--notation", "The letters of the answers, and of bodies that name none and can be read so."
    ),
)
PARTIAL = RequestOption(
    "partial",
    Kind.flag,
    "Allows plays that go wrong: the plays before the first impossible one are judged, and `faults` in the "
    "answer lists what is wrong from there on. If left out: false.",
    in_query="Allows plays that go wrong.",
)
SCORING = RequestOption(
    "scoring",
    Kind.word,
    "Bridge: how deals are compared, by which cards are graded. `matchpoints`: a trick may be worth as much "
    "as the contract. `imps`: by the IMPs that a card costs. `rubber`: by the points that it costs. At "
    "`imps` and `rubber` an overtrick lost is no mistake. Other games know nothing of it.",
    in_query="Bridge: how deals are compared.",
    words=tuple(scoring.value for scoring in BridgeScoring),
    command=CommandOption("--scoring", "Bridge: how deals are compared; if left out, at matchpoints."),
)
_SAYS_DOUBLE_DUMMY = "PBN: whether to add the tricks of every contract, and par. If left out: false."
_SAYS_JUDGED = "Whether to add a mark and a comment on every card that was a mistake. If left out: false."
DOUBLE_DUMMY = RequestOption(
    "double_dummy",
    Kind.flag,
    _SAYS_DOUBLE_DUMMY,
    in_query=_SAYS_DOUBLE_DUMMY,
)
JUDGED = RequestOption(
    "judged",
    Kind.flag,
    _SAYS_JUDGED,
    in_query=_SAYS_JUDGED,
)


def read_stated(
    body: Mapping[str, object], options: Sequence[RequestOption], faults: list[Fault]
) -> dict[str, Any]:
    """Return the values that ``body`` states for ``options``, by name; null says the same as leaving out.

    Faults are appended to ``faults``, each with its pointer into ``body``.
    """
    stated: dict[str, Any] = {}
    for group in dict.fromkeys(option.group for option in options):
        known = {option.name: option for option in options if option.group == group}
        holder = body if group is None else _read_group(body.get(group.name), group, known, faults)
        for name, option in known.items():
            value: Any = holder.get(name)
            if value is None:
                continue
            if (fault := option.find_fault(value, option.high)) is not None:
                faults.append(replace(fault, pointer=point("", *option.path)))
            else:
                stated[name] = int(value) if option.kind == Kind.number else value
    return stated


def _read_group(
    stated: object, group: Group, known: Mapping[str, RequestOption], faults: list[Fault]
) -> Mapping[str, object]:
    """Return the object of a group; an empty one, with a fault, for any other value."""
    if stated is None or (group.is_switch and isinstance(stated, bool)):
        return {}
    pointer = point("", group.name)
    if not isinstance(stated, Mapping):
        faults.append(Fault(pointer, group.misshapen(stated), FaultKind.unreadable))
        return {}
    for key in stated:
        if key not in known:
            faults.append(Fault(point(pointer, key), group.unknown(key, known)))
    return stated
