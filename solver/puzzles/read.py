"""The reader of puzzles as `Puzzle.to_dict` writes them: takes any JSON value, finds every fault."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.cards import Card
from solver.errors import Fault, FaultKind, SolverError, UnreadableError, Wrong, raise_faults, show, wrong
from solver.fault_codes import Code
from solver.game import Position, parse_card_list, parse_notation
from solver.puzzles.glicko import MAX_RATING
from solver.puzzles.goal import Goal, GoalKind, capot_goal, contract_goal, honour_goal, plain_kind
from solver.seats import read_side
from solver.sentences import phrase
from solver.wrongs import no_known_word, no_object, no_whole_number, not_within

EXAMPLE = '{"position": {…}, "goal": {"side": "NS", "kind": "points", "at_least": 82}}'
MOST_NESTING = 200
"""The deepest nesting of the JSON of a puzzle: its tree has three levels for each card of the defence."""
MOST_THEMES = 40
"""The themes that are read of one puzzle."""
MOST_POINTS = 10_000
"""The greatest number of a goal."""
KINDS = ("open", "hidden")
_COUNTED = (GoalKind.capot, GoalKind.tricks, GoalKind.points, GoalKind.lead, GoalKind.honour)
_OF_GAMES = frozenset({"contract", "auction", "plays", "deals"})
"""Fields of logs and positions that a puzzle does not have beside its position."""
SOURCES = ("random", "logs", "positions")


@dataclass(frozen=True, slots=True)
class PuzzleFacts:
    """The parts of a puzzle that are stated."""

    position: Position
    goal: Goal | None
    """None if it is left out: then the goal is the one that sets the best card apart."""
    tempting: Card | None
    told: Mapping[str, Any]
    """Other fields of a `Puzzle`, by name."""
    is_hidden: bool = False
    """True if one player's hand is seen."""


def read_puzzle(data: object) -> PuzzleFacts:
    """Read a puzzle; raises what `Position.from_dict` raises, with the faults of all its parts."""
    if not isinstance(data, Mapping):
        raise UnreadableError([Fault("", no_object(phrase("a puzzle"), data, EXAMPLE), FaultKind.unreadable)])
    if data.get("position") is None and _OF_GAMES & data.keys():
        game = wrong(
            Code.no_puzzle,
            "this is a game or a position, not a puzzle, which has a position and a goal, as {example}",
            example=EXAMPLE,
        )
        raise UnreadableError([_unreadable("", game)])
    faults: list[Fault] = []
    position = None
    is_hidden = data.get("kind") == "hidden"
    if data.get("kind") not in (None, *KINDS):
        faults.append(no_known_word("/kind", "kind", data["kind"], KINDS))
    stated = data.get("position")
    if is_hidden and isinstance(stated, Mapping) and data.get("deal") is not None:
        # Only the solution has the hands that are out of sight.
        stated = {**stated, "deal": data["deal"], "stock": data.get("stock")}
    try:
        position = Position.from_dict(stated)
    except SolverError as error:
        faults += [_below("/position", fault) for fault in error.faults]
    notation = parse_notation(data.get("position"))
    goal = None
    if position is not None and data.get("goal") is not None:
        goal = _read_goal(data["goal"], position, faults)
    told = {name: _READERS[name](data[name], faults) for name in _READERS if data.get(name) is not None}
    tempting = None
    if data.get("tempting") is not None:
        found: list[Fault] = []
        tempting = parse_card_list([data["tempting"]], notation, "", found)[0]
        faults += [Fault("/tempting", fault.wrong, fault.kind) for fault in found]
    raise_faults(faults)
    assert position is not None, "what has no fault has a position"
    return PuzzleFacts(position, goal, tempting, told, is_hidden)


def told_refutations(told: Mapping[str, Any]) -> Any:
    """Return the refutations that are told, by their name or by that of earlier versions, or None."""
    return told.get("refutations", told.get("wrong"))


def _below(pointer: str, fault: Fault) -> Fault:
    """Return a fault of a part as one of the whole."""
    return Fault(pointer + fault.pointer, fault.wrong, fault.kind)


def _read_goal(data: object, position: Position, faults: list[Fault]) -> Goal | None:
    rules = position.rules
    if not isinstance(data, Mapping):
        faults.append(_unreadable("/goal", no_object("goal", data, EXAMPLE)))
        return None
    side, kind, least = read_side(data.get("side")), data.get("kind"), data.get("at_least")
    before = len(faults)
    if side not in rules.side_names:
        faults.append(no_known_word("/goal/side", "side", side, rules.side_names))
    if kind not in list(GoalKind):
        faults.append(no_known_word("/goal/kind", "kind", kind, list(GoalKind)))
    if least is not None:
        _whole("goal/at_least", -MOST_POINTS, MOST_POINTS)(least, faults)
    if len(faults) > before:
        return None
    goal = Goal(rules, str(side), GoalKind(str(kind)), least)
    if least is None and goal.kind in _COUNTED:
        missing = wrong(
            Code.missing, "a goal of {kind} needs {field}", kind=goal.kind.value, field="at_least"
        )
        faults.append(_unreadable("/goal/at_least", missing))
        return None
    if least is not None and goal.kind == GoalKind.honour:
        named = honour_goal(position, goal.number, least)
        if named is None:
            no_honours = wrong(
                Code.no_puzzle,
                "a goal of {kind} needs an ending of all fours that only its points decide",
                kind=GoalKind.honour.value,
            )
            faults.append(Fault("/goal/kind", no_honours))
        return named
    if goal.kind in (GoalKind.capot, GoalKind.lead):
        return _read_capot(goal, position, faults)
    if goal.kind in (GoalKind.contract, GoalKind.defeat):
        return _read_contract(goal, position, faults)
    if goal.kind in (GoalKind.points, GoalKind.tricks):
        _refuse_unproved(goal, faults)
    return goal


def _read_contract(goal: Goal, position: Position, faults: list[Fault]) -> Goal:
    """Return the goal of the contract of the position, which alone can be proved as such."""
    contract = contract_goal(position, goal.number)
    if contract is None or contract.kind != goal.kind:
        said = wrong(
            Code.no_puzzle,
            "no goal of {kind} can be proved for {side} here; state a goal of {other}",
            side=goal.side,
            kind=goal.kind.value,
            other=(plain_kind(position.rules) if contract is None else contract.kind).value,
        )
        faults.append(Fault("/goal/kind", said))
        return goal
    if goal.at_least not in (None, contract.at_least):
        said = wrong(
            Code.no_puzzle,
            "{field} is {told}; here a goal of {kind} has {least}",
            field="at_least",
            told=show(goal.at_least),
            kind=goal.kind.value,
            least=show(contract.at_least),
        )
        faults.append(Fault("/goal/at_least", said))
    return contract


def _refuse_unproved(goal: Goal, faults: list[Fault]) -> None:
    """Find the fault of a plain goal that is not in what a search settles."""
    kind = plain_kind(goal.rules)
    if goal.kind == kind:
        return
    if kind == GoalKind.lead:
        said = wrong(
            Code.no_puzzle,
            "what both sides have together depends on the play here, so that no goal of {kind} can be "
            "proved; state a goal of {other}",
            kind=goal.kind.value,
            other=kind.value,
        )
    else:
        said = wrong(
            Code.no_puzzle,
            "a goal of {kind} is not what counts in this game; state a goal of {other}",
            kind=goal.kind.value,
            other=kind.value,
        )
    faults.append(Fault("/goal/kind", said))


def _read_capot(goal: Goal, position: Position, faults: list[Fault]) -> Goal:
    """Return a goal of all the tricks as such, also where it is stated by the lead that they bring."""
    capot = capot_goal(position, goal.number)
    if capot is not None and goal.at_least == capot.at_least:
        return capot
    if goal.kind == GoalKind.capot:
        if capot is None:
            said = wrong(
                Code.no_puzzle,
                "a goal of {kind} needs an ending in which all the tricks bring more than anything else",
                kind=GoalKind.capot.value,
            )
            faults.append(Fault("/goal/kind", said))
        else:
            other = wrong(
                Code.no_puzzle,
                "all the tricks are {least} here; a goal of {kind} has that as {field}",
                least=capot.at_least,
                kind=GoalKind.capot.value,
                field="at_least",
            )
            faults.append(Fault("/goal/at_least", other))
    return goal


def _unreadable(pointer: str, said: Wrong) -> Fault:
    return Fault(pointer, said, FaultKind.unreadable)


def _whole(name: str, low: int, high: int) -> Any:
    def read(value: object, faults: list[Fault]) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            faults.append(_unreadable(f"/{name}", no_whole_number(name, value)))
            return low
        if not low <= value <= high:
            faults.append(Fault(f"/{name}", not_within(name, value, low, high)))
        return value

    return read


def _read_source(value: object, faults: list[Fault]) -> str:
    if value not in SOURCES:
        faults.append(no_known_word("/source", "source", value, SOURCES))
    return str(value)


def _read_themes(value: object, faults: list[Fault]) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        texts = wrong(Code.wrong_type, "themes is {value}; it must be a list of texts", value=show(value))
        faults.append(_unreadable("/themes", texts))
        return ()
    return tuple(value[:MOST_THEMES])


_READERS = {
    "rating": _whole("rating", 0, int(MAX_RATING)),
    "rating_deviation": _whole("rating_deviation", 1, 500),
    "themes": _read_themes,
    "source": _read_source,
}
