"""Batches: many positions solved in one call, on as many threads as are asked for.

What depends on rules and contract alone is encoded once.  Each thread takes a few positions at a time and
solves them in one call of the core, without the interpreter's lock.  Positions of one deal follow each other,
from the fewest cards left to the most, and share what is proved.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from threading import Lock
from time import monotonic
from typing import Any

from solver.cards import Card
from solver.engine.answer import Answer, EndedBy, Stats
from solver.engine.budget import (
    MAX_PASSES,
    NO_LIMIT,
    WORTH_SHARING,
    Limit,
    check_limit,
    deadline_ns,
)
from solver.engine.encoded import EncodedGame, EncodedGames
from solver.engine.keyboard import LONG, inner_token, is_main_thread
from solver.engine.later import LaterAnswer
from solver.engine.native import run_in_threads, tricks
from solver.engine.reading import read_result
from solver.engine.solver import CardsWanted, check_position, check_wanted
from solver.game import Position
from solver.whole_numbers import check_whole

AT_ONCE = (1, 16)
"""The fewest and the most positions that a thread takes at a time; more of them if they are of one deal."""
SHORT_AT_ONCE = (16, 64)
"""The same where all searches are short: threads must wait for each other's Python, after each portion."""
_SHARES_A_THREAD = 4
"""The least number of portions for each thread: the fewer are left, the smaller are those that it takes."""
_WORTH_A_THREAD = 20
"""The cards left from which on a search takes longer than the Python around it."""
_MANY = 100
"""The number of positions from which on a batch counts as long."""


def solve_many(
    positions: Iterable[Position],
    limit: Limit = NO_LIMIT,
    cards: CardsWanted = "all",
    threads: int = 1,
) -> list[Answer]:
    """Return the answers to ``positions``, in their order: those of `solve`, and many more of them a second.

    The positions may be of any games, deals and moments.  Those of one deal, contract and dealer share what
    is proved, so that they take fewer nodes than alone; with several threads the smaller tables may change
    the nodes, too.  Values, cards and bounds are the same, but several lines may be best.

    limit: for the whole batch, its memory too; each search may use its threads.  Every position has an equal
        share of what is left of time and nodes; what some of them leave is shared again among those that are
        not proved.  What a limit cut short has proved bounds, and names that limit.
    cards: as for `solve`.
    threads: the most threads that search at the same time, at least 1; few short searches need but one.

    Raises:
        TypeError: one of ``positions`` is no Position, or ``limit`` no Limit.
        ValueError: ``threads`` is out of range, or ``cards`` is another word.

    >>> import json
    >>> from solver import Position, solve_many
    >>> log = json.load(open("samples/belote.json"))
    >>> positions = [Position.from_dict({**log, "plays": log["plays"][:n]}) for n in (6, 7, 32)]
    >>> [answer.value for answer in solve_many(positions, threads=2)]
    [{'NS': 92, 'EW': 70}, {'NS': 66, 'EW': 96}, {'NS': 68, 'EW': 94}]
    """
    threads = check_whole("threads", threads, 1)
    check_limit(limit)
    cards = check_wanted(cards)
    asked = list(positions)
    for position in asked:
        check_position(position)
    batch = _Batch(asked, limit.begun(), cards, threads)
    return batch.solve()


@dataclass(slots=True)
class _Asked:
    """One position of a batch, and its place there."""

    place: int
    position: Position
    game: EncodedGame


_Deal = list[_Asked]
"""Positions of one deal, from the fewest cards left to the most."""


class _Batch:
    """The positions of a batch, what is left of its limit, and the answers found so far."""

    def __init__(self, positions: Sequence[Position], limit: Limit, cards: CardsWanted, threads: int) -> None:
        self._positions = positions
        self._limit = limit
        self._cards: CardsWanted = cards
        n_long = sum([position.n_cards_left >= _WORTH_A_THREAD for position in positions])
        n_useful = n_long + (len(positions) - n_long) // max(SHORT_AT_ONCE)
        self._threads = max(min(threads, n_useful), 1)
        self._is_long = len(positions) >= _MANY or any(
            position.n_cards_left >= LONG for position in positions
        )
        self._answers: list[Answer | None] = [None] * len(positions)
        self._open: set[int] = set()
        """The places of the answers that a limit cut short in this pass."""
        self._start_ms = limit.left_ms
        self._work = _Work(limit.nodes, AT_ONCE if n_long else SHORT_AT_ONCE)
        self._token = inner_token(limit.cancel)

    def solve(self) -> list[Answer]:
        """Return the answers, in the order of the positions."""
        deals = _group(self._positions)
        for place, position in enumerate(self._positions):
            if position.is_over:
                self._answers[place] = read_result(position)
        for _ in range(MAX_PASSES):
            self._open.clear()
            self._solve_deals(deals)
            deals = [left for deal in deals if (left := [one for one in deal if one.place in self._open])]
            if not deals or self._limit.part_left(self._start_ms, self._work.nodes_left) < WORTH_SHARING:
                break
        return [answer for answer in self._answers if answer is not None]

    def _solve_deals(self, deals: Sequence[_Deal]) -> None:
        """Solve all positions of the deals, each by its share of what is left."""
        # The two searches have tables of their own: what needs the same one stays together.
        self._work.begin(sorted(deals, key=lambda deal: deal[0].game.core is tricks))
        if self._threads == 1 and not (self._is_long and is_main_thread()):
            self._run()
            return
        # Ctrl-C reaches the main thread only while that does not search itself.
        run_in_threads(self._run, self._threads, self._stop)

    def _stop(self) -> None:
        """Leave what no thread has taken yet, and end what they search."""
        self._work.begin(())
        self._token.cancel()

    def _run(self) -> None:
        """Solve, in one thread, portions of the work until nothing is left of it."""
        unit = table = None
        while portion := self._work.take(self._threads):
            if portion.deals[0][0].game.core is not unit:
                unit, table = portion.deals[0][0].game.core, None
                table = unit.Table(max((self._limit.table_mib << 20) // self._threads, 1 << 20))
            n_nodes = self._solve_portion(portion, unit, table)
            self._work.give_back(portion, n_nodes)

    def _solve_portion(self, portion: "_Portion", unit: Any, table: Any) -> int:
        """Solve a portion in one call of the core; return the nodes that it took."""
        asked = [asked for deal in portion.deals for asked in deal]
        given: list[tuple[Any, ...]] = []
        for deal in portion.deals:
            guesses = _guessed(deal) if len(deal) > 1 else (None,)
            for each, guess in zip(deal, guesses, strict=True):
                game = each.game
                position = game.encoding.encode_position(each.position)
                given.append((game.encoding.game, position, each is deal[0], guess))
        findings = unit.solve_many(
            given,
            table,
            wanted="value" if self._cards == "none" else self._cards,
            node_limit=portion.nodes,
            deadline_ns=deadline_ns(self._due(portion)),
            cancel=self._token,
            threads=self._limit.threads,
        )
        for each, finding in zip(asked, findings, strict=True):
            read = partial(each.game.read, each.position, finding, asks_cards=self._cards != "none")
            if not finding.stopped and self._answers[each.place] is None:
                self._answers[each.place] = LaterAnswer.of(read)
                continue
            answer = read()
            if finding.stopped and not answer.exact:
                by: EndedBy = (
                    "nodes" if finding.used_up else "cancelled" if self._token.is_cancelled else "time_ms"
                )
                answer = replace(answer, ended=self._limit.ended(by))
            self._keep(each.place, answer)
        return sum([finding.nodes for finding in findings])

    def _due(self, portion: "_Portion") -> float | None:
        """Return when the portion must be done, in seconds of the monotonic clock; None without a limit."""
        due = self._limit.due
        if due is None:
            return None
        now = monotonic()
        return now + max(due - now, 0.0) * portion.part

    def _keep(self, place: int, answer: Answer) -> None:
        """Keep an answer, or the better one of an earlier pass; it has cost the nodes and time of both."""
        before = self._answers[place]
        if before is not None:
            better = answer if _width(answer) <= _width(before) else before
            answer = replace(better, stats=Stats.total((before.stats, answer.stats)))
        if answer.ended is not None:
            self._open.add(place)
        self._answers[place] = answer


def _guessed(deal: _Deal) -> Sequence[int | None]:
    """Return, for each position of a deal, 0 if the value of the one before is its first guess, else None.

    That is a good one where the same hands are left: another player leads.
    """
    hands = [each.position.hands for each in deal]
    return [None, *(0 if one == before else None for before, one in pairwise(hands))]


def _width(answer: Answer) -> int:
    """Return how much is left open: 0 for an exact answer."""
    return sum(
        bounds.high - bounds.low for bounds in (answer.bounds, *(card.bounds for card in answer.cards))
    ) + (not answer.exact)


@dataclass(slots=True)
class _Portion:
    """Deals that a thread solves in one call of the core, and the part of the limits that it may use."""

    deals: list[_Deal]
    nodes: int | None
    part: float
    """Of the time that is left, 0 to 1."""


@dataclass(slots=True)
class _Work:
    """The deals that no thread has taken yet, and the nodes that are granted to none."""

    nodes_left: int | None
    at_once: tuple[int, int]
    """The fewest and the most positions of a portion, but for those of its last deal."""
    _deals: Sequence[_Deal] = ()
    _n_taken: int = 0
    """Of the deals."""
    _n_left: int = 0
    """Of the positions."""
    _lock: Lock = field(default_factory=Lock)

    def begin(self, deals: Sequence[_Deal]) -> None:
        """Lay out the deals of a pass, those for one search after those for the other."""
        with self._lock:
            self._deals, self._n_taken = deals, 0
            self._n_left = sum(map(len, deals))

    def take(self, threads: int) -> _Portion | None:
        """Return the next portion for one of so many threads; None when nothing is left."""
        with self._lock:
            fewest, most = self.at_once
            n_most = min(max(self._n_left // (_SHARES_A_THREAD * threads), fewest), most)
            taken: list[_Deal] = []
            n = 0
            while n < n_most and self._n_taken < len(self._deals):
                deal = self._deals[self._n_taken]
                if taken and deal[0].game.core is not taken[0][0].game.core:
                    break
                taken.append(deal)
                n += len(deal)
                self._n_taken += 1
            if not taken:
                return None
            nodes = None
            if self.nodes_left is not None:
                nodes = self.nodes_left * n // self._n_left
                self.nodes_left -= nodes
            part = min(n * threads / self._n_left, 1.0)
            self._n_left -= n
            # A search must begin to say what ended it.
            return _Portion(taken, None if nodes is None else max(nodes, 1), part)

    def give_back(self, portion: _Portion, n_nodes: int) -> None:
        """Take back the nodes that the portion has not used."""
        if portion.nodes is not None and self.nodes_left is not None:
            with self._lock:
                self.nodes_left += max(portion.nodes - n_nodes, 0)


def _group(positions: Sequence[Position]) -> list[_Deal]:
    """Return the positions that are not over, deal by deal."""
    games = EncodedGames()
    # Most deals of a batch differ in the first hand already: all cards are hashed only of those that do not.
    first: dict[tuple[int, tuple[Card, ...]], _Deal] = {}
    further: dict[tuple[int, tuple[tuple[Card, ...], ...], tuple[Card, ...]], _Deal] = {}
    deals: list[_Deal] = []
    for place, position in enumerate(positions):
        if position.is_over:
            continue
        game, hands, stock = games.find(position), position.deal.hands, position.deal.stock
        seats = position.rules.players
        short = (id(game), hands[seats[0]])
        deal = first.get(short)
        if deal is None:
            deal = first[short] = []
        else:
            other = deal[0].position.deal
            if other is not position.deal and (other.hands != hands or other.stock != stock):
                deal = further.setdefault((id(game), tuple([hands[seat] for seat in seats]), stock), [])
        if not deal:
            deals.append(deal)
        deal.append(_Asked(place, position, game))
    for deal in deals:
        if len(deal) > 1:
            deal.sort(key=lambda asked: asked.position.n_cards_left)
    return deals
