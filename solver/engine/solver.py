"""The only door to the compiled searches: a position and a limit in, an answer out."""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NoReturn, Self, TypeVar, get_args

from solver.cards import Card
from solver.engine.answer import Answer, Bounds, Leads, Stats
from solver.engine.budget import DEFAULT_TABLE_MIB, MAX_TABLE_MIB, NO_LIMIT, Limit, check_limit, deadline_ns
from solver.engine.encode import Encoding
from solver.engine.encoded import encoding_of
from solver.engine.found import Found
from solver.engine.keyboard import stoppable
from solver.engine.native import CancelToken, Turn
from solver.engine.reading import AnswerReaders, read_result
from solver.game import Position, lead_of
from solver.whole_numbers import check_whole

T = TypeVar("T")

CardsWanted = Literal["all", "best", "none"]


def check_wanted(cards: str) -> CardsWanted:
    """Return the word of `CardsWanted` that ``cards`` is, maybe in an enum; else raise ValueError."""
    words: tuple[CardsWanted, ...] = get_args(CardsWanted)
    if cards not in words:
        raise ValueError(f"cards must be 'all', 'best' or 'none', and not {cards!r}")
    return words[words.index(cards)]


def check_not_over(positions: Iterable[Position]) -> None:
    """Raise ValueError if one of ``positions`` is over: nothing is left to search."""
    if any(position.is_over for position in positions):
        raise ValueError("the deal is over: no card is left to play")


def check_position(position: object) -> None:
    """Raise TypeError unless ``position`` is a `Position`."""
    if not isinstance(position, Position):
        kind = type(position).__name__
        raise TypeError(f"a Position is solved, and not a {kind}; Position.from_dict(…) makes one of a dict")


class Solver:
    """Solve the positions of one deal; what is proved for one helps with the next.

    Safe to share between threads: one search runs at a time, the others wait.

    >>> import json
    >>> from solver import Position, Solver
    >>> positions = Position.from_dict(json.load(open("samples/belote.json"))).trail()
    >>> solver = Solver(positions[0])
    >>> [solver.solve(position, cards="none").value["NS"] for position in positions[5:8]]
    [92, 92, 66]
    """

    def __init__(self, position: Position, table_mib: int = DEFAULT_TABLE_MIB) -> None:
        """Raises TypeError for what is no position, ValueError for memory that no `Limit` may give."""
        check_position(position)
        self._settle(encoding_of(position), check_whole("table_mib", table_mib, 1, MAX_TABLE_MIB))

    def _settle(self, encoding: Encoding, table_mib: int) -> None:
        self._encoding = encoding
        self._unit = encoding.core
        self._table_mib = table_mib
        self._table: Any = self._unit.Table(table_mib << 20)
        self._readers = AnswerReaders(encoding)
        self._lock = threading.Lock()

    def __copy__(self) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Solver keeps what it has proved in memory of its own process, and cannot be pickled, nor "
            "copied with all that it holds"
        )

    def redealt(self, position: Position) -> Self:
        """Return a solver for ``position``, another deal of the same game, contract, dealer and hand sizes.

        It costs less than a new one, and gives the same answers with the same nodes.
        """
        return self._by(encoding_of(position))

    def without(self, cards: Collection[Card]) -> Self:
        """Return a solver for the same deal, were some cards to count for nothing.

        Only what `leads` tells may be asked of it, and only the differences between leads mean anything.
        """
        return self._by(self._encoding.without(cards))

    def _by(self, encoding: Encoding) -> Self:
        """Return a solver by another encoding, with as much memory."""
        other = type(self).__new__(type(self))
        other._settle(encoding, self._table_mib)
        return other

    def suits(self, position: Position) -> bool:
        """True if ``position`` is of this deal, so that it can be solved here."""
        return self._encoding.suits(position)

    def _check_deal(self, positions: Iterable[Position]) -> None:
        """Raise ValueError if one of ``positions`` is of another deal."""
        if not all(map(self._encoding.suits, positions)):
            raise ValueError("this solver was made for another deal")

    def solve(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        cards: CardsWanted = "all",
        guess: int | None = None,
        with_line: bool = True,
        known: tuple[int, int] | None = None,
    ) -> Answer:
        """Solve ``position``; return its value and those of its playable cards, with one optimal line.

        Where tricks count, positions with other leaders and dealers of the deal may share the solver.

        cards: ``"all"`` of them, one ``"best"`` card, or ``"none"``: the value only.
        guess: the value to try first, own minus other of the first side. It changes the cost, never the
            answer.
        with_line: False leaves out the line, and is faster. (Where the sum of both sides' results depends on
            the play, a line is played out all the same: it tells the results.)
        known: bounds of the value already proved, own minus other of the first side. Not for ``"all"``.

        Raises:
            ValueError: the position is of another deal, or ``cards`` is another word.
        """
        cards = check_wanted(cards)
        self._check_deal((position,))
        started = time.monotonic_ns()
        limit = limit.begun()
        if position.is_over:
            return read_result(position)
        so_far = self._encoding.won_so_far(position)
        found = self._find(
            position,
            limit,
            lead_of(so_far),
            guess,
            known,
            wanted="value" if cards == "none" else cards,
            with_line=with_line,
        )
        time_ms = (time.monotonic_ns() - started) / 1e6
        reader = self._readers.find(position)
        answer = reader.read(position, so_far, found, time_ms, asks_cards=cards != "none")
        if answer.exact or not found.stopped:
            return answer
        return replace(answer, ended=limit.find_end(answer.stats.nodes))

    def leads(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        cards: Collection[Card] = (),
        guess: int | None = None,
        within: tuple[int, int] | None = None,
    ) -> Leads:
        """Return what is proved of the lead of a position, or of that after each of some ``cards``.

        It costs less than `solve`: no line is played, and no result or score is worked out.

        position: of this deal.
        cards: playable ones.
        guess: the lead to try first, own minus other of the first side.
        within: the least lead and the greatest one that matter.  One below is told as the least or as another
            one below it, one above likewise.

        Raises:
            ValueError: the position is of another deal or over, or one of ``cards`` cannot be played in it.
        """
        self._check_deal((position,))
        check_not_over((position,))
        if cards and not set(cards) <= set(position.legal_plays()):
            raise ValueError("a card that cannot be played here leads to nothing")
        started = time.monotonic_ns()
        encoding = self._encoding
        won = lead_of(encoding.won_so_far(position))
        limit = limit.begun()
        found = self._find(
            position,
            limit,
            won,
            guess,
            within,
            wanted="all" if cards else "value",
            among=sum({1 << encoding.code[card] for card in cards}),
            with_line=False,
            with_totals=False,
        )
        asked = {encoding.code[card]: card for card in cards}
        of_cards = {
            asked[code]: Bounds(lower + won, upper + won)
            for code, _, lower, upper in found.cards
            if code in asked
        }
        bounds = Bounds(found.lower + won, found.upper + won)
        is_proved = all(one.is_exact for one in of_cards.values()) if cards else bounds.is_exact
        return Leads(
            bounds,
            of_cards,
            Stats(found.nodes, (time.monotonic_ns() - started) / 1e6),
            None if is_proved or not found.stopped else limit.find_end(found.nodes),
        )

    def solve_in_turn(
        self, positions: Sequence[Position], limit: Limit = NO_LIMIT, guess: int | None = None
    ) -> list[Answer]:
        """Return the answers, of every playable card, to one position or more, found in one call of the core.

        They are those of `solve`, asked in this order, each with the final value of the one before as its
        guess.  Each search may use all that those before it leave of ``limit``.  The list ends with the first
        that it cuts short, or before the first that nothing is left for.

        positions: of this deal.
        guess: for the first of them, own minus other of the first side.

        Raises:
            ValueError: a position is of another deal, or over.
        """
        encoding = self._encoding
        if not positions:
            return []
        self._check_deal(positions)
        check_not_over(positions)
        limit = limit.begun()
        won = [encoding.won_so_far(position) for position in positions]

        def search(table: Any, cancel: CancelToken | None) -> Any:
            return self._unit.solve_many(
                [
                    (encoding.game, encoding.encode_position(position), False, lead_of(so_far))
                    for position, so_far in zip(positions, won, strict=True)
                ],
                table,
                shares=False,
                guess=guess,
                node_limit=limit.nodes,
                deadline_ns=deadline_ns(limit.due),
                cancel=cancel,
                threads=limit.threads,
            )

        findings = self._searched(search, max(position.n_cards_left for position in positions), limit)
        answers = []
        reader = self._readers.find(positions[0])
        for finding, position, so_far in zip(findings, positions, won, strict=False):
            if position.contract is not positions[0].contract:
                reader = self._readers.find(position)
            found = self._unit.read_found(finding)
            answer = reader.read(position, so_far, found, finding.time_ns / 1e6)
            if finding.stopped and not answer.exact:
                answer = replace(answer, ended=limit.find_end(sum(finding.nodes for finding in findings)))
            answers.append(answer)
        return answers

    def _find(
        self,
        position: Position,
        limit: Limit,
        won: int,
        guess: int | None,
        known: tuple[int, int] | None,
        **asked: object,
    ) -> Found:
        """Return what the core finds of one position.

        won: own minus other of the first side so far; ``guess`` and ``known`` are of the whole deal.
        asked: what the core is asked for.
        """
        encoding = self._encoding

        def search(table: Any, cancel: CancelToken | None) -> Found:
            found: Found = self._unit.solve(
                encoding.game,
                encoding.encode_position(position),
                table,
                guess=None if guess is None else guess - won,
                known=None if known is None else (known[0] - won, known[1] - won),
                node_limit=limit.nodes,
                deadline_ns=deadline_ns(limit.due),
                cancel=cancel,
                threads=limit.threads,
                **asked,
            )
            return found

        return self._searched(search, position.n_cards_left, limit)

    def _searched(self, search: Callable[[Any, CancelToken | None], T], n_cards: int, limit: Limit) -> T:
        """Return what ``search`` finds with the table, which is this thread's alone meanwhile.

        Where others have it until the deadline, it finds what can be found at once, with a table of its own.
        """
        left_ms = limit.left_ms
        with Turn(self._lock) as turn:
            if turn.take(None if left_ms is None else min(left_ms / 1000, threading.TIMEOUT_MAX)):
                return stoppable(partial(search, self._table), n_cards, limit.cancel, limit.nodes)
        return search(self._unit.Table(1 << 20), limit.cancel)


def solve(position: Position, limit: Limit = NO_LIMIT, cards: CardsWanted = "all") -> Answer:
    """Return the value of a position and of each playable card, best first, with one optimal line.

    ``cards="best"`` asks for the value and one best card only, which is faster, ``"none"`` for the value.  If
    the limit is reached first, the answer has proven bounds of *own minus other* of the side to play.

    Raises:
        TypeError: ``position`` is no Position, or ``limit`` no Limit.
        ValueError: ``cards`` is another word.

    >>> import json
    >>> from solver import Position, solve
    >>> log = json.load(open("samples/belote.json"))
    >>> answer = solve(Position.from_dict({**log, "plays": log["plays"][:6]}))
    >>> answer.exact, answer.value, [str(card) for card in answer.best]
    (True, {'NS': 92, 'EW': 70}, ['DA'])
    >>> [(str(card.card), card.loss) for card in answer.cards]
    [('DA', 0), ('D7', 26), ('D9', 26), ('DQ', 26)]
    """
    check_limit(limit)
    return Solver(position, limit.table_mib).solve(position, limit, cards)
