"""Puzzles checked: proved again card by card by the plain search, and held against what was told of them.

The plain search (ext/plain/) shares the rules of play with the solver, and none of what makes that quick.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from solver.cards import Card, Notation, format_card
from solver.engine import Budget, CancelToken, Limit, shallow_values
from solver.errors import Fault, SolverError, Wrong, point, show, wrong
from solver.fault_codes import Code
from solver.game import Pair, Position, final_result, parse_card_list, parse_notation, sign_of
from solver.puzzles.puzzle import Puzzle, PuzzleKind
from solver.puzzles.read import told_refutations
from solver.puzzles.study import Study, TooBroadError, state_of
from solver.puzzles.themes.find import find_unproved
from solver.puzzles.tree import Decision, End, Forced, Node
from solver.reasons import is_sum_fixed
from solver.sentences import LANGUAGES, all_of
from solver.speech import Speech

CHECK_NODES = 200_000_000
"""The nodes that the plain search may take for one position: some seconds."""
_SAME = ("id", "variant", "right", "line", "tree", "length", "duals", "tricks_left", "expected")
"""The fields of a puzzle with its solution that are to be as they are proved now."""


class _TooLongError(Exception):
    """The plain search would take too long."""


def check_puzzle(puzzle: Puzzle, told: object = None, cancel: CancelToken | None = None) -> tuple[Fault, ...]:
    """Return what is not so in a puzzle; nothing for a sound one.

    Every card that the solver of the puzzle could play at a decision, and every card of the defence, is tried
    by the plain search.  A hidden puzzle is not a matter of proof: only what was told is compared.

    told: the puzzle as it was written, of which each stated field of the solution is compared, too; faults
        write cards in its notation.
    cancel: stops it from another thread; what was not tried is told as too long.
    """
    told = told if isinstance(told, Mapping) else {}
    notation = parse_notation(told.get("position"))
    faults: list[Fault] = []
    try:
        faults += _find_untrue(puzzle, told, notation)
        if puzzle.kind == PuzzleKind.open:
            faults += (Fault("", said) for said in _PlainCheck(puzzle, notation, cancel).wrongs())
    except (_TooLongError, TooBroadError):
        long = wrong(Code.no_puzzle, "the plain search needs more than {nodes} nodes", nodes=CHECK_NODES)
        faults.append(Fault("", long))
    return tuple(faults)


class _PlainCheck:
    """One puzzle and the values that the plain search has found in it."""

    def __init__(self, puzzle: Puzzle, notation: Notation, cancel: CancelToken | None) -> None:
        self.puzzle = puzzle
        self._notation = notation
        self._cancel = cancel
        self._known: dict[Hashable, dict[Card, bool]] = {}
        self._seen: set[Hashable] = set()
        self._total = _total_of(puzzle.position)

    def wrongs(self) -> Iterator[Wrong]:
        """Yield each thing that is not so."""
        position, solution = self.puzzle.position, self.puzzle.solution
        yield from self._in_tree(position, solution.root)
        yield from self._missing(
            position, {*solution.right, *(card for one in solution.wrong for card in one.cards)}
        )
        for one in solution.wrong:
            yield from _in_line(self.puzzle, one.cards[0], one.line, self._notation)

    def _in_tree(self, position: Position, node: Node) -> Iterator[Wrong]:
        """Yield what is not so from a node on; ``position`` is the one that belongs to it."""
        key = state_of(position)
        if key in self._seen:
            return
        self._seen.add(key)
        if isinstance(node, End):
            if not position.is_over and not self._is_kept(position):
                yield self._lost(position.plays[-1])
            return
        kept = self._kept(position)
        if isinstance(node, Decision):
            yield from map(self._lost, (card for card in node.right if not kept[card]))
            for card in kept:
                if kept[card] and card not in node.right:
                    name = format_card(card, self._notation)
                    yield wrong(Code.no_puzzle, "{card} reaches the goal, too", card=name)
            yield from self._in_tree(position.play(node.right[0]), node.then)
            return
        yield from map(self._lost, (card for card in kept if not kept[card]))
        if isinstance(node, Forced):
            yield from self._in_tree(position.play(node.card), node.then)
            return
        yield from self._missing(position, {card for reply in node.replies for card in reply.cards})
        for reply in node.replies:
            yield from self._in_tree(position.play(reply.cards[0]), reply.then)

    def _is_kept(self, position: Position) -> bool:
        """True if the goal is still reached with best play of both sides."""
        kept = self._kept(position).values()
        return any(kept) if position.side_to_play == self.puzzle.goal.number else all(kept)

    def _kept(self, position: Position) -> dict[Card, bool]:
        """Return for each playable card: is the goal reached with best play after it?"""
        key = state_of(position)
        found = self._known.get(key)
        if found is None:
            values = shallow_values(position, position.n_cards_left, CHECK_NODES, self._cancel)
            if values is None:
                raise _TooLongError
            sign, goal = sign_of(position.side_to_play), self.puzzle.goal
            found = self._known[key] = {
                card: goal.is_reached(position, self._result_of(sign * lead)) for card, lead in values.items()
            }
        return found

    def _result_of(self, lead: int) -> Pair:
        """Return the result that side 0 ends ``lead`` ahead with, as far as goals can tell."""
        # With a slam, or without a fixed sum, one side has it all.
        if abs(lead) > self._total:
            return max(lead, 0), max(-lead, 0)
        return (self._total + lead) // 2, (self._total - lead) // 2

    def _lost(self, card: Card) -> Wrong:
        name = format_card(card, self._notation)
        return wrong(Code.no_puzzle, "after {card} the goal is lost", card=name)

    def _missing(self, position: Position, told: Set[Card]) -> Iterator[Wrong]:
        """Yield the playable cards of which nothing is told."""
        if missing := [card for card in position.legal_plays() if card not in told]:
            names = all_of(format_card(card, self._notation) for card in missing)
            yield wrong(Code.no_puzzle, "nothing is said of {cards}", cards=names)


def _total_of(position: Position) -> int:
    """Return the sum of both sides' results, a slam left out; 0 where it depends on the play."""
    if not is_sum_fixed(position.rules):
        return 0
    while not position.is_over:
        position = position.play(position.legal_plays()[0])
    result = final_result(position.rules, position.dealer, position.tally)
    return sum(result) - (0 if all(position.tally.tricks) else position.rules.slam)


def _in_line(puzzle: Puzzle, card: Card, line: Iterable[Card], notation: Notation) -> Iterator[Wrong]:
    """Yield what is not so in a line that is to refute a wrong card; raises PositionError."""
    position = puzzle.position.play(card)
    for played in line:
        position = position.play(played)
    rules = position.rules
    if not position.is_over or puzzle.goal.is_reached(
        position, final_result(rules, position.dealer, position.tally)
    ):
        name = format_card(card, notation)
        yield wrong(Code.no_puzzle, "the line after {card} does not miss the goal", card=name)


def _find_untrue(puzzle: Puzzle, told: Mapping[str, Any], notation: Notation) -> Iterator[Fault]:
    """Yield a fault for each field that was told otherwise than it is proved."""
    proved = puzzle.to_dict(notation, shown=True)
    for key in _SAME:
        if key in told and told[key] != proved.get(key):
            yield Fault(point("", key), _other(key, told[key], proved.get(key)))
    yield from _find_untrue_goal(puzzle, told)
    for theme in find_unproved(puzzle) if "themes" in told else ():
        yield Fault("/themes", wrong(Code.no_puzzle, "the theme {theme} is not proved", theme=theme))
    refutations = told_refutations(told)
    if refutations is None:
        return
    stated = refutations if isinstance(refutations, list) else []
    if len(stated) != len(proved["refutations"]):
        yield Fault("/refutations", _other("refutations", refutations, proved["refutations"]))
        return
    for index, (one, truth) in enumerate(zip(stated, proved["refutations"], strict=True)):
        pointer = point("/refutations", index)
        if not isinstance(one, Mapping):
            yield Fault(pointer, _other("refutations", one, truth))
            continue
        for key in ("cards", "value"):
            if one.get(key) != truth[key]:
                yield Fault(point(pointer, key), _other(key, one.get(key), truth[key]))
        # Of several lines of best play any will do.
        if one.get("line") != truth["line"]:
            card = puzzle.solution.wrong[index].cards[0]
            line, faults = _read_line(puzzle, card, one, notation)
            for fault in faults:
                yield Fault(point(pointer, "line"), fault.wrong, fault.kind)
            if faults:
                continue
            truth = {**truth, **_reply_in(puzzle, card, line, notation)}
        for key in ("by", "reply"):
            if key in one and one[key] != truth[key]:
                yield Fault(point(pointer, key), _other(key, one[key], truth[key]))


def _find_untrue_goal(puzzle: Puzzle, told: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for a goal that is said in words of another one; its other parts are what is proved."""
    goal = told.get("goal")
    said = goal.get("text") if isinstance(goal, Mapping) else None
    in_words = [puzzle.goal.say(Speech(language)) for language in LANGUAGES]
    if said is not None and said not in in_words:
        yield Fault("/goal/text", _other("text", said, in_words[0]))


def _read_line(
    puzzle: Puzzle, card: Card, told: Mapping[str, Any], notation: Notation
) -> tuple[list[Card], tuple[Fault, ...]]:
    """Return the line that is told of a wrong card, and what is not so in it."""
    faults: list[Fault] = []
    read = parse_card_list(told.get("line"), notation, "", faults)
    line = [played for played in read if played is not None]
    if faults:
        return line, tuple(faults)
    try:
        return line, tuple(Fault("", said) for said in _in_line(puzzle, card, line, notation))
    except SolverError as error:
        return line, error.faults


def _reply_in(
    puzzle: Puzzle, card: Card, line: Sequence[Card], notation: Notation
) -> Mapping[str, str | None]:
    """Return which card of a line refutes a wrong card, and whose it is, as they are written."""
    study = Study(puzzle.position, puzzle.goal, Budget(Limit(nodes=CHECK_NODES)))
    by, reply = study.reply_in(puzzle.position.play(card), line)
    return {"by": by, "reply": None if reply is None else format_card(reply, notation)}


def _other(key: str, told: object, proved: object) -> Wrong:
    """Say that a field is told otherwise than it is proved."""
    if isinstance(proved, str | int):
        return wrong(
            Code.no_puzzle,
            "{field} is {told}; proved is {proved}",
            field=key,
            told=show(told),
            proved=show(proved),
        )
    return wrong(Code.no_puzzle, "{field} is not what is proved", field=key)
