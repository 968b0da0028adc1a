"""Game logs: one deal with its plays, or the deals of a match; every fault at its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from solver.cards import Card
from solver.errors import Fault, FaultKind, SolverError, UnreadableError, point, raise_faults, wrong
from solver.fault_codes import Code
from solver.game.aside import placed_faults, read_aside, with_turned_up
from solver.game.auctions.auction import Auction
from solver.game.auctions.bridge import PASS
from solver.game.auctions.reading import has_own_auction, read_auction
from solver.game.bridge_game import Game
from solver.game.deal import Deal
from solver.game.keys import ASIDE_KEYS
from solver.game.letters import parse_notation
from solver.game.log_deals import split_log
from solver.game.position import Position
from solver.game.read_position import find_field_faults
from solver.game.remarks import Call
from solver.game.rest_dealt import deal_before_rest, with_rest_dealt
from solver.game.thrown_in import ThrownIn, is_thrown_in, passes_of_one, read_thrown_in, weave
from solver.game.turned_cards import NOTHING_TOLD, TurnedCards
from solver.labels import find_label_faults, names_by_seat
from solver.rules import FrozenMapping, Scoring
from solver.wrongs import no_log, no_truth


@dataclass(frozen=True, slots=True)
class LoggedDeal:
    """One deal of a log: its position after the plays, its id, and the players' names."""

    position: Position
    log_id: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    left_over: tuple[Card, ...] = ()
    """Cards of the deck that were not dealt, where the log states them."""
    faults: tuple[Fault, ...] = ()
    """The faults of the plays from where the position ends, in a partial log."""
    game: Game | None = None
    """Bridge: the deal with all its remarks."""
    bidding: Auction | None = None
    """The auction up to its last call, where the log states it; of bridge ``game`` has it."""
    first_deal: Deal | None = None
    """The hands before the rest was dealt, and the pack from the card turned up down as stock, where the log
    of a game in which a card is turned up states these."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", FrozenMapping(self.names))

    @property
    def heard_deal(self) -> Deal:
        """The hands by which the calls were made, as far as the log tells."""
        return self.first_deal or self.position.deal

    @property
    def turned_cards(self) -> TurnedCards:
        """The cards turned up on the way to trumps, as far as the log tells them besides the contract."""
        told = NOTHING_TOLD if self.bidding is None else self.bidding.turned_cards
        if not told.refused or self.first_deal is None:
            return told
        pack, taken = self.first_deal.stock, self.position.contract.turned_up
        return replace(told, refused=pack if taken is None else pack[: pack.index(taken)])

    @classmethod
    def of_game(cls, game: Game) -> Self:
        """Return a game of bridge, which has a position, as a deal of a log."""
        assert game.position is not None, "a game to judge has a contract and all hands"
        return cls(game.position, game.log_id, game.names, faults=game.faults, game=game)

    @property
    def auction(self) -> tuple[str, ...]:
        """The calls, first that of the player who speaks first, where the log states them."""
        if self.bidding is not None:
            return self.bidding.said
        return () if self.game is None else self.game.remarks.calls

    @property
    def agreed(self) -> int | None:
        """Bridge: the tricks of the declarer's side on which a claim has ended the play."""
        return None if self.game is None or self.position.is_over or self.faults else self.game.remarks.result


@dataclass(frozen=True, slots=True)
class Log:
    """A game log that can be judged: one deal, or the several deals of a match.

    >>> import json
    >>> from solver import Log
    >>> log = Log.from_dict(json.load(open("samples/belote.json")))
    >>> len(log.deals), log.deals[0].names["S"], len(log.deals[0].position.plays)
    (1, 'Yvette', 32)
    """

    deals: tuple[LoggedDeal, ...]
    is_match: bool = False
    log_id: str | None = None
    is_partial: bool = False
    """True if plays may be impossible: then each deal is read up to the first such play."""
    thrown_in: tuple[ThrownIn, ...] = ()
    """The deals of a match in which everybody passed, which are not among ``deals``."""

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read the log of a request: a position with ``plays``, or ``deals`` of such positions.

        Raises SolverError with all faults of all deals, each with its pointer; with ``"partial": true`` the
        faults of plays are left with the deals instead.
        """
        if not isinstance(data, Mapping):
            raise UnreadableError([Fault("", no_log(data), FaultKind.unreadable)])
        if data.get("deals") is not None:
            deals, thrown_in = _read_deals(data)
            return cls(deals, True, _text(data.get("id")), data.get("partial") is True, thrown_in)
        deal = _read_deal(data, data.get("partial"))
        return cls((deal,), is_partial=data.get("partial") is True)

    @classmethod
    def of(cls, source: object) -> Self:
        """Return the log of a game of bridge, or of a request, any JSON value; a log is returned as it is.

        Raises SolverError as `from_dict`.
        """
        if isinstance(source, cls):
            return source
        return cls.of_games([source]) if isinstance(source, Game) else cls.from_dict(source)

    @classmethod
    def of_games(cls, games: Sequence[Game], *, is_match: bool = False, is_partial: bool = False) -> Self:
        """Make a log of games of bridge, each with a position."""
        return cls(tuple(map(LoggedDeal.of_game, games)), is_match, is_partial=is_partial)

    def all_deals(self) -> tuple[LoggedDeal | ThrownIn, ...]:
        """Return every deal of the log in order, those that were thrown in included."""
        return tuple(weave(self.deals, self.thrown_in))

    def faults(self) -> tuple[Fault, ...]:
        """Return the faults of the plays of a partial log, each with its pointer into the log."""
        if not self.is_match:
            return self.deals[0].faults
        return tuple(
            replace(fault, pointer=point("", "deals", index) + fault.pointer)
            for index, deal in enumerate(self.all_deals())
            if isinstance(deal, LoggedDeal)
            for fault in deal.faults
        )


def read_told_position(data: object) -> Position:
    """Read the position of a request to solve, which may be told in any way that a log of one deal may be.

    Raises what `Position.from_dict` raises, with every fault of the cards beside the deal too.
    """
    # Few have any, and a batch has many positions.
    if isinstance(data, Mapping) and any(data.get(key) is not None for key in ASIDE_KEYS):
        return _read_deal(data, None).position
    return Position.from_dict(data)


def game_of(deal: LoggedDeal | ThrownIn) -> Game | None:
    """Return the game of a deal of a log, with its first leader; None if it is not of bridge."""
    if isinstance(deal, LoggedDeal):
        return deal.game and replace(deal.game, leader=deal.position.first_leader)
    if deal.rules.scoring != Scoring.duplicate:
        return None
    calls = deal.remarks.auction or (Call(PASS),) * deal.rules.n_players
    remarks = replace(deal.remarks, auction=calls)
    return Game(dealer=deal.dealer, vulnerable=deal.vulnerable, log_id=deal.log_id, remarks=remarks)


def _read_deal(body: object, partial: object) -> LoggedDeal:
    """Read one deal; raises SolverError with all its faults."""
    stated = body
    try:
        body = with_rest_dealt(body)
    except SolverError as error:
        # What stands beside its cards is told at once, too.
        beside = find_field_faults(body) if isinstance(body, Mapping) else ()
        raise_faults([*beside, *error.faults])
    facts = body if isinstance(body, Mapping) else {}
    faults: list[Fault] = []
    for name, flag in (("partial", partial), ("passed_out", facts.get("passed_out"))):
        if flag is not None and not isinstance(flag, bool):
            faults.append(Fault(point("", name), no_truth(name, flag), FaultKind.unreadable))
    if not faults and (passed := passes_of_one(facts)) is not None:
        nothing = wrong(
            Code.no_contract,
            "a deal that was thrown in has nothing to judge; it can stand among the deals of a match",
        )
        raise_faults([Fault(passed, nothing)])
    position: Position | None = None
    in_plays: tuple[Fault, ...] = ()
    try:
        if partial is True:
            position, in_plays = Position.from_dict_partly(with_turned_up(body))
        else:
            position = Position.from_dict(with_turned_up(body))
    except SolverError as error:
        faults += placed_faults(facts, error.faults)
    bidding = None if position is None else _bidding_of(facts, position)
    first_deal: Deal | None = None
    if isinstance(stated, Mapping) and stated is not body:
        first_deal = deal_before_rest(stated)
    left_over = read_aside(facts, position, faults, bidding)
    raise_faults(faults)
    assert position is not None, "what has no fault is a position"
    names = _names(facts.get("players"), position)
    is_bridge = position.rules.scoring == Scoring.duplicate
    game = Game.of_position(position, facts, in_plays) if is_bridge else None
    return LoggedDeal(position, _text(facts.get("id")), names, left_over, in_plays, game, bidding, first_deal)


def _bidding_of(facts: Mapping[Any, object], position: Position) -> Auction | None:
    """Return the auction that a log states, in a game with one of its own; it has no fault."""
    if facts.get("auction") is None or not has_own_auction(position.rules):
        return None
    return read_auction(facts, position.rules, position.dealer, parse_notation(facts), [])


def _read_deals(log: Mapping[str, Any]) -> tuple[tuple[LoggedDeal, ...], tuple[ThrownIn, ...]]:
    # Step 1. Check the list, and the fields that belong into its deals.
    bodies, faults = split_log(log)
    # A name or id of the log is wrong also where every deal has its own.
    faults += find_label_faults(log)
    # Step 2. Read each deal with the fields that all share, and place its faults in the log.
    read: list[LoggedDeal] = []
    thrown_in: list[ThrownIn] = []
    for one in bodies:
        try:
            if isinstance(one.body, dict) and is_thrown_in(one.body):
                thrown_in.append(read_thrown_in(one.body, one.index))
            else:
                read.append(_read_deal(one.body, log.get("partial")))
        except SolverError as error:
            faults += map(one.placed, error.faults)
    # Step 3. Check the deals against each other.
    if len({deal.position.rules for deal in read} | {deal.rules for deal in thrown_in}) > 1:
        mixed = wrong(Code.not_one_kind, "the deals of a match must all be of one game, by the same rules")
        faults.append(Fault("/deals", mixed))
    if thrown_in and not read and not faults:
        nothing = wrong(Code.no_contract, "every deal was thrown in; there is nothing to judge")
        faults.append(Fault("/deals", nothing))
    raise_faults(dict.fromkeys(faults))
    return tuple(read), tuple(thrown_in)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _names(value: object, position: Position) -> Mapping[str, str]:
    return {seat: name for seat, name in names_by_seat(value).items() if seat in position.rules.players}
