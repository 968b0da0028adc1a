"""A game log judged card by card: what each play was worth, what it gave away, and what was better."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.cards import Card, Notation, format_card
from solver.engine import NO_LIMIT, Limit, Solver
from solver.errors import Fault, FaultKind, SolverError, point, raise_faults, show
from solver.match import MatchScore, PlayedDeal, match_score
from solver.position import Position
from solver.position_parse import find_shared_faults
from solver.result import Answer, CardValue
from solver.scoring import deal_score, result_of, score_steps

MAX_DEALS = 100
"""The most deals that one log may hold."""

DEAL_OVERHEAD_MS = 4
"""Kept back from a time limit for each deal of a log: what its positions cost besides searching."""

_OF_A_DEAL = ("dealer", "deal", "stock", "contract", "leader", "plays")


@dataclass(frozen=True, slots=True)
class Play:
    """One card of a log, with the position it was played in as the solver sees it."""

    index: int
    """Its place in the log, from 0."""
    trick: int
    """The trick it belongs to, from 0."""
    seat: str
    card: Card
    before: Answer
    """The position before it: every playable card with its value, and one line of best play."""
    chosen: CardValue
    """The value of the card that was played."""

    @property
    def forced(self) -> bool:
        """Whether no other card was playable."""
        return len(self.before.cards) == 1

    @property
    def is_exact(self) -> bool:
        """Whether what it gave away was proved."""
        return self.chosen.swing is not None

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract."""
        chosen = self.chosen.to_dict(notation)
        judged = ("value", "score", "swing", "loss", "score_swing", "exact", "bounds")
        return {
            "index": self.index,
            "trick": self.trick,
            "seat": self.seat,
            "card": format_card(self.card, notation),
            "forced": self.forced,
            **{name: chosen[name] for name in judged if name in chosen},
            "best": [format_card(card, notation) for card in self.before.best],
            "cards": [card.to_dict(notation) for card in self.before.cards],
            "line": [format_card(card, notation) for card in self.before.line],
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's plays in a deal, added up; forced cards are no decisions."""

    decisions: int
    """Cards played with a choice."""
    mistakes: int
    """Decisions that gave something away."""
    swing: int
    """What they gave away of own minus other."""
    loss: int
    """What they cost the own side's result."""

    def to_dict(self) -> dict[str, int]:
        """The form of the public contract."""
        return {
            "decisions": self.decisions,
            "mistakes": self.mistakes,
            "swing": self.swing,
            "loss": self.loss,
        }


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """One deal of a log, judged."""

    position: Position
    """The deal as far as it was played."""
    plays: tuple[Play, ...]
    start: Answer
    """The value of the deal before the first card."""
    end: Answer
    """The value after the last card of the log: the actual result when the deal was played out."""
    log_id: str | None = None
    names: Mapping[str, str] | None = None

    @property
    def exact(self) -> bool:
        """Whether every card was judged exactly."""
        return all(play.is_exact for play in self.plays)

    def summary(self, seat: str) -> Summary:
        """One player's plays, added up as far as they were proved."""
        choices = [play for play in self.plays if play.seat == seat and not play.forced]
        proved = [play.chosen for play in choices if play.is_exact]
        return Summary(
            decisions=len(choices),
            mistakes=sum(1 for chosen in proved if chosen.swing),
            swing=sum(chosen.swing or 0 for chosen in proved),
            loss=sum(chosen.loss or 0 for chosen in proved),
        )

    def played(self) -> PlayedDeal:
        """What the deal brings to a match: its score, when it was played out."""
        position = self.position
        if not position.is_over:
            return PlayedDeal(None)
        result = result_of(position.rules, position.dealer, position.tally)
        score = deal_score(
            position.rules, position.contract, position.dealer, result.result, position.belote_side
        )
        return PlayedDeal(score, score_steps(position.rules, position.contract, position.dealer, result))

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract."""
        position = self.position
        data: dict[str, Any] = {} if self.log_id is None else {"id": self.log_id}
        data["variant"] = position.rules.name
        data["exact"] = self.exact
        data["complete"] = position.is_over
        data["double_dummy"] = _outcome(self.start)
        data["actual"] = _outcome(self.end) if position.is_over else None
        if self.end.belote is not None:
            data["belote"] = self.end.belote
        if position.is_over:
            result = result_of(position.rules, position.dealer, position.tally)
            data["breakdown"] = result.to_dict(position.rules)
            score = self.played().score
            if score is not None:
                data["outcome"] = score.outcome.value
                data["held_over"] = score.held_over
        names = self.names or {}
        data["players"] = {
            seat: ({"name": names[seat]} if seat in names else {}) | self.summary(seat).to_dict()
            for seat in position.rules.players
        }
        data["plays"] = [play.to_dict(notation) for play in self.plays]
        data["stats"] = {
            "nodes": sum(play.before.stats.nodes for play in self.plays),
            "time_ms": round(sum(play.before.stats.time_ms for play in self.plays), 3),
        }
        return data


@dataclass(frozen=True, slots=True)
class Analysis:
    """A log judged card by card: one deal, or several with the score of the match."""

    deals: tuple[DealAnalysis, ...]
    match: MatchScore | None = None
    log_id: str | None = None

    @property
    def exact(self) -> bool:
        """Whether every card of every deal was judged exactly."""
        return all(deal.exact for deal in self.deals)

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays of all deals, in order."""
        return tuple(play for deal in self.deals for play in deal.plays)

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract: that of the deal, or ``deals`` with ``totals`` and ``match``."""
        if self.match is None:
            return self.deals[0].to_dict(notation)
        rules = self.deals[0].position.rules
        data: dict[str, Any] = {} if self.log_id is None else {"id": self.log_id}
        seats = rules.players
        return data | {
            "variant": rules.name,
            "exact": self.exact,
            "match": self.match.to_dict(rules),
            "totals": {seat: _added([deal.summary(seat) for deal in self.deals]).to_dict() for seat in seats},
            "deals": [deal.to_dict(notation) for deal in self.deals],
        }


@dataclass(frozen=True, slots=True)
class LoggedDeal:
    """One deal of a log: the position it came to, and what its players called it and themselves."""

    position: Position
    log_id: str | None
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Log:
    """A game log that can be judged: one deal, or the several deals of a match."""

    deals: tuple[LoggedDeal, ...]
    is_match: bool = False
    log_id: str | None = None

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The log in the form of the public contract: a position with ``plays``, or ``deals`` of such.

        Raises SolverError with all faults of all deals, each with its pointer.
        """
        if isinstance(data, Mapping) and "deals" in data:
            return cls(_read_deals(data), True, _text(data.get("id")))
        position = Position.from_dict(data)
        return cls((_logged(position, data),))


def analyse(log: Mapping[str, Any] | Log, limit: Limit = NO_LIMIT) -> Analysis:
    """Judge every card of a log by exact solves.

    ``limit`` is for the whole log: positions are solved from the last card back, so that the ones nearest
    the end are proved first.  Raises SolverError with all faults of the log.
    """
    read = log if isinstance(log, Log) else Log.from_dict(log)
    budget = _Budget(limit)
    deals = []
    for index, deal in enumerate(read.deals):
        budget.start_deal(len(read.deals) - index)
        deals.append(_analyse_deal(deal, budget))
    match = None
    if read.is_match:
        match = match_score(deals[0].position.rules, [deal.played() for deal in deals])
    return Analysis(tuple(deals), match, read.log_id)


def _logged(position: Position, body: object) -> LoggedDeal:
    facts = body if isinstance(body, Mapping) else {}
    return LoggedDeal(position, _text(facts.get("id")), _names(facts.get("players"), position))


def _read_deals(log: Mapping[str, Any]) -> tuple[LoggedDeal, ...]:
    faults: list[Fault] = []
    bodies = log["deals"]
    if not isinstance(bodies, list) or not bodies or len(bodies) > MAX_DEALS:
        found = f"a list of {len(bodies)}" if isinstance(bodies, list) else show(bodies)
        detail = f"deals is {found}; it must be a list of 1 to {MAX_DEALS} deals"
        raise_faults([Fault("/deals", detail, FaultKind.unreadable)])
    for name in _OF_A_DEAL:
        if name in log:
            detail = f"{name} belongs into each of the deals of a log of several"
            faults.append(Fault(point("", name), detail))
    faults += find_shared_faults(log, bodies)
    shared = {name: value for name, value in log.items() if name != "deals" and name not in _OF_A_DEAL}
    read: list[LoggedDeal] = []
    for index, body in enumerate(bodies):
        try:
            merged = shared | dict(body) if isinstance(body, Mapping) else body
            read.append(_logged(Position.from_dict(merged), merged))
        except SolverError as error:
            own = set(body) if isinstance(body, Mapping) else set()
            faults += [_placed(fault, index, own, shared) for fault in error.faults]
    if len({deal.position.rules for deal in read}) > 1:
        faults.append(Fault("/deals", "the deals of a match must all be of one game, by the same rules"))
    raise_faults(dict.fromkeys(faults))
    return tuple(read)


def _placed(fault: Fault, index: int, own: set[Any], shared: Mapping[str, Any]) -> Fault:
    """A fault of one deal, at its place in the log: what the deals share stands outside them."""
    first = fault.pointer.split("/")[1] if fault.pointer else ""
    if first not in own and (first in shared or first == "notation"):
        return fault
    return replace(fault, pointer=point("", "deals", index) + fault.pointer)


class _Budget:
    """What is left of a limit for a whole log, shared out among its deals."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.nodes = limit.nodes
        self.deadline = None if limit.time_ms is None else time.monotonic() + limit.time_ms / 1000
        self.deadline_of_deal = self.deadline

    def start_deal(self, n_left: int) -> None:
        """Begin a deal of the ``n_left`` still to judge: it may use its part of what time is left."""
        if self.deadline is not None:
            now = time.monotonic()
            time_left = self.deadline - now - n_left * DEAL_OVERHEAD_MS / 1000
            self.deadline_of_deal = now + max(time_left, 0) / n_left

    def next(self) -> Limit:
        """The limit for the next search: all that is left of the deal's part."""
        time_ms = None
        if self.deadline_of_deal is not None:
            time_ms = max((self.deadline_of_deal - time.monotonic()) * 1000, 0.001)
        nodes = None if self.nodes is None else max(self.nodes, 1)
        return replace(self.limit, time_ms=time_ms, nodes=nodes)

    def spend(self, answer: Answer) -> None:
        """Take off what a search has used."""
        if self.nodes is not None:
            self.nodes -= answer.stats.nodes


def _analyse_deal(deal: LoggedDeal, budget: _Budget) -> DealAnalysis:
    positions = replay(deal.position)
    solver = Solver(deal.position, budget.limit.table_mib)
    answers: list[Answer] = []
    guess: int | None = None
    for position in reversed(positions):
        answer = solver.solve(position, budget.next(), guess=guess)
        budget.spend(answer)
        answers.append(answer)
        guess = _first_minus_second(answer, position)
    answers.reverse()
    return DealAnalysis(
        position=deal.position,
        plays=tuple(_judge(positions, answers)),
        start=answers[0],
        end=answers[-1],
        log_id=deal.log_id,
        names=deal.names,
    )


def replay(last: Position) -> list[Position]:
    """Every position of the deal up to ``last``, from the one before the first card."""
    position = Position(last.rules, last.contract, last.deal, dealer=last.dealer, leader=last.first_leader)
    positions = [position]
    for card in last.plays:
        position = position.play(card)
        positions.append(position)
    return positions


def _judge(positions: Sequence[Position], answers: Sequence[Answer]) -> Iterator[Play]:
    last = positions[-1]
    for index, (position, answer, card) in enumerate(zip(positions, answers, last.plays, strict=False)):
        chosen = next(value for value in answer.cards if value.card == card)
        seat = position.to_play
        assert seat is not None
        yield Play(index, index // position.rules.n_players, seat, card, answer, chosen)


def _first_minus_second(answer: Answer, position: Position) -> int | None:
    if answer.value is None:
        return None
    first, second = (answer.value[side] for side in position.rules.side_names)
    return first - second


def _outcome(answer: Answer) -> dict[str, Any]:
    data: dict[str, Any] = {"exact": answer.value is not None}
    if answer.value is None:
        return data | {"bounds": answer.bounds.to_dict(), "bounds_of": answer.to_play}
    data["value"] = dict(answer.value)
    if answer.score is not None:
        data["score"] = dict(answer.score)
    return data


def _added(parts: Sequence[Summary]) -> Summary:
    return Summary(
        decisions=sum(part.decisions for part in parts),
        mistakes=sum(part.mistakes for part in parts),
        swing=sum(part.swing for part in parts),
        loss=sum(part.loss for part in parts),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _names(value: object, position: Position) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        return {}
    return {seat: name for seat in position.rules.players if isinstance(name := value.get(seat), str)}
