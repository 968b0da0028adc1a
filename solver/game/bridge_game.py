"""A game of bridge: deal, contract, plays and what was said of it, read once and written from there."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from solver.cards import Card
from solver.errors import Fault, FaultKind, SolverError, UnreadableError, point, raise_faults, wrong
from solver.fault_codes import Code
from solver.game.auctions.bridge import PASS
from solver.game.contract import Contract, parse_contract, parse_vulnerable
from solver.game.deal import Deal, find_card_faults
from solver.game.duplicate import Vulnerable
from solver.game.letters import parse_notation
from solver.game.notation import format_card_list, format_deal, parse_card_list, parse_deal
from solver.game.position import Position
from solver.game.remark_faults import contract_of_auction, find_log_faults
from solver.game.remarks import Call, Remarks
from solver.game.thrown_in import find_played
from solver.labels import find_label_faults, names_by_seat
from solver.rules import FrozenMapping, Scoring, find_variant
from solver.seats import CLOCKWISE, parse_seat
from solver.wrongs import no_log

_NOT_OF_THE_GAME = ("limit", "cards")
"""Fields of a request that say how it is answered."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of bridge; it may lack its contract, some of its hands, or its plays.

    >>> game = Game.from_dict({"variant": "bridge", "dealer": "n", "board": "7", "deal": {"N": "AK.-.-.-"}})
    >>> game.dealer, game.position
    ('N', None)
    >>> game.to_dict()
    {'board': '7', 'variant': 'bridge', 'dealer': 'N', 'deal': {'N': 'AK.-.-.-'}}
    """

    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """The hands as dealt, by seat clockwise from north, each sorted; those that are known."""
    contract: Contract | None = None
    plays: tuple[Card, ...] = ()
    dealer: str | None = None
    leader: str | None = None
    """The seat that leads to the first trick, where the log states it."""
    vulnerable: Vulnerable | None = None
    """The sides that are vulnerable; None where the log does not say."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The players' names by seat."""
    log_id: str | None = None
    remarks: Remarks = field(default_factory=Remarks)
    position: Position | None = None
    """The deal as far as it was played; None while its contract or a hand is not known."""
    faults: tuple[Fault, ...] = ()
    """The faults of the plays from where the position ends, in a log that is read as far as it goes."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", FrozenMapping(self.hands))
        object.__setattr__(self, "names", FrozenMapping(self.names))

    @classmethod
    def from_dict(cls, data: object, *, partial: bool = False) -> Self:
        """Read a log of bridge, which may lack its contract, hands or plays.

        With ``partial``, the plays are read up to the first that is impossible.  Raises SolverError with
        every fault, each with its JSON pointer.
        """
        if not isinstance(data, Mapping):
            raise UnreadableError([Fault("", no_log(data), FaultKind.unreadable)])
        body = {key: value for key, value in data.items() if key not in _NOT_OF_THE_GAME}
        faults: list[Fault] = []
        if body.get("passed_out") is True:
            faults += find_played(body)
        if not _is_playable(body):
            return cls._read_parts(body, faults)
        try:
            position, in_plays = (
                Position.from_dict_partly(body) if partial else (Position.from_dict(body), ())
            )
        except SolverError as error:
            raise_faults([*faults, *error.faults])
            raise
        if position.rules.scoring != Scoring.duplicate:
            other = wrong(
                Code.not_done_here,
                "{game} is not bridge; only bridge is written so",
                game=position.rules.called,
            )
            faults.append(Fault("/variant", other))
        raise_faults(faults)
        return cls.of_position(position, body, in_plays)

    @classmethod
    def of_position(
        cls, position: Position, body: Mapping[Any, object], faults: tuple[Fault, ...] = ()
    ) -> Self:
        """Return the game of ``position``, with the remarks of ``body``, the log that states it."""
        remarks, n_plays = Remarks.of_log(body), len(position.plays)
        if faults:
            # What was said of cards behind the first impossible one goes with them.
            kept = tuple(one for one in remarks.comments if one.play is None or one.play < n_plays)
            remarks = replace(remarks, comments=kept)
        return cls(
            hands={seat: position.deal.hands[seat] for seat in CLOCKWISE if seat in position.deal.hands},
            contract=position.contract,
            plays=position.plays,
            dealer=None if body.get("dealer") is None else position.dealer,
            leader=None if body.get("leader") is None else position.first_leader,
            vulnerable=None if body.get("vulnerable") is None else position.contract.vulnerable,
            names=names_by_seat(body.get("players")),
            log_id=_text(body.get("id")),
            remarks=remarks,
            position=position,
            faults=faults,
        )

    @classmethod
    def _read_parts(cls, body: Mapping[Any, object], faults: list[Fault]) -> Self:
        """Read a log that is no position, part by part; raises SolverError."""
        rules, notation = find_variant("bridge"), parse_notation(body)
        faults += find_label_faults(body)
        if body.get("variant") not in (rules.name, *rules.aliases):
            other = wrong(Code.not_done_here, "the game must be bridge; only bridge is written so")
            faults.append(Fault("/variant", other))
        dealer = _read_seat(body, "dealer", faults)
        leader = _read_seat(body, "leader", faults)
        vulnerable = parse_vulnerable(body.get("vulnerable"), rules, faults)
        contract, deal = None, Deal({})
        if body.get("contract") is not None:
            contract = parse_contract(body["contract"], rules, notation, faults)
        if body.get("deal") is not None:
            deal, places = parse_deal(body["deal"], None, rules, notation, faults)
            faults += find_card_faults(deal, rules, notation, places)
        plays = parse_card_list(body.get("plays") or (), notation, "/plays", faults)
        faults += find_log_faults(body, rules, contract, dealer)
        raise_faults(faults)
        hands = deal.sorted().hands
        remarks = Remarks.of_log(body)
        if body.get("passed_out") is True and not remarks.auction:
            remarks = replace(remarks, auction=(Call(PASS),) * len(CLOCKWISE))
        return cls(
            hands={seat: hands[seat] for seat in CLOCKWISE if seat in hands},
            contract=contract,
            plays=tuple(card for card in plays if card is not None),
            dealer=dealer,
            leader=leader,
            vulnerable=None if body.get("vulnerable") is None else vulnerable,
            names=names_by_seat(body.get("players")),
            log_id=_text(body.get("id")),
            remarks=remarks,
        )

    def labels(self) -> dict[str, Any]:
        """Return the fields of the log that name the game: its id, players, board, tags and tables."""
        said = self.to_dict()
        return {
            key: said[key] for key in ("variant", "id", "players", "board", "tags", "tables") if key in said
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the log in its normal form, with cards in English letters; `from_dict` reads it."""
        log: dict[str, Any] = {} if self.log_id is None else {"id": self.log_id}
        if self.names:
            log["players"] = dict(self.names)
        log |= self.remarks.to_dict()
        log["variant"] = "bridge"
        if self.dealer is not None:
            log["dealer"] = self.dealer
        if self.vulnerable is not None:
            log["vulnerable"] = self.vulnerable.value
        if self.hands:
            log["deal"] = format_deal(Deal(self.hands))
        if self.contract is not None:
            log["contract"] = self.contract.to_dict()
        if self.leader is not None:
            log["leader"] = self.leader
        if self.plays or self.position is not None:
            log["plays"] = format_card_list(self.plays)
        return log


def _is_playable(body: Mapping[Any, object]) -> bool:
    """True if a log can be a position: it has a contract and all hands, or as many cards as tell them."""
    deal, plays = body.get("deal"), body.get("plays")
    if body.get("contract") is None and contract_of_auction(body) is None:
        return False
    if deal is None:
        return isinstance(plays, list | tuple) and len(plays) >= 52
    return not (isinstance(deal, Mapping) and len(deal) < len(CLOCKWISE))


def _read_seat(body: Mapping[Any, object], key: str, faults: list[Fault]) -> str | None:
    if body.get(key) is None:
        return None
    try:
        return parse_seat(body[key])
    except SolverError as error:
        faults += [replace(fault, pointer=point("", key)) for fault in error.faults]
        return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
