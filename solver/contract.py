"""The contract: what was settled before the play, by the bids or by turning up a card."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.bridge_score import Vulnerable
from solver.cards import Card, Notation, format_card, format_trump, parse_card, parse_trump
from solver.errors import Fault, FaultKind, UnreadableError, list_words, point, show
from solver.rule_fields import CAPOT, CAPOT_BID, say_bid
from solver.rules import Rules, Scoring
from solver.seats import parse_seat

MAX_TURNED_JACKS = 4


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played for: trumps (a suit letter or ``NT``) and, where the game has them, the rest."""

    trump: str
    taker: str | None = None
    """The seat that took (in bridge, the declarer)."""
    bid: int | None = None
    """The points bid, 250 for capot; in bridge the level, 1 to 7."""
    multiplier: int = 1
    """1, or 2 when doubled, 4 when redoubled."""
    turned_jacks: int = 0
    """How many jacks the dealer turned up while looking for trumps."""
    refused: bool = False
    """Whether the dealer refused another trump suit."""
    turned_up: Card | None = None
    """The card that was turned up: the taker has it, or nobody where it only shows the trumps."""
    vulnerable: Vulnerable = Vulnerable.none
    """Bridge: the sides that are vulnerable.  A request says so beside its contract."""

    @property
    def level(self) -> int | None:
        """The bid, as bridge calls it."""
        return self.bid

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The contract in JSON types: trump, and of the rest but ``vulnerable`` what is not as by default."""
        data: dict[str, Any] = {"trump": format_trump(self.trump, notation)}
        if self.taker is not None:
            data["taker"] = self.taker
        if self.bid is not None:
            data["bid"] = self.bid
        if self.multiplier != 1:
            data["multiplier"] = self.multiplier
        if self.turned_jacks:
            data["turned_jacks"] = self.turned_jacks
        if self.refused:
            data["refused"] = True
        if self.turned_up is not None:
            data["turned_up"] = format_card(self.turned_up, notation)
        return data


def parse_contract(
    data: object, rules: Rules, notation: Notation, pointer: str, faults: list[Fault]
) -> Contract | None:
    """The contract that ``data`` (any JSON value; None if it was left out) states.

    Faults are appended to ``faults``, each with a pointer from ``pointer``; with any, the answer is None.
    The trump may be left out in a game that leaves no choice of it.
    """
    reader = _ContractReader(rules, notation, pointer)
    contract = reader.read({} if data is None else data)
    faults.extend(reader.faults)
    return None if reader.faults else contract


def parse_vulnerable(value: object, rules: Rules, faults: list[Fault]) -> Vulnerable:
    """Who is vulnerable, as the ``vulnerable`` of a request states; None states nobody.

    A fault, with the pointer ``/vulnerable``, is appended to ``faults``.
    """
    if value is None:
        return Vulnerable.none
    words = [word.value for word in Vulnerable]
    if rules.scoring != Scoring.duplicate:
        faults.append(Fault("/vulnerable", f"{rules.name} knows no vulnerability; leave it out"))
    elif isinstance(value, str) and value in words:
        return Vulnerable(value)
    else:
        kind = FaultKind.impossible if isinstance(value, str) else FaultKind.unreadable
        detail = f"vulnerable is {show(value)}; it must be {list_words(words)}"
        faults.append(Fault("/vulnerable", detail, kind))
    return Vulnerable.none


class _ContractReader:
    """Reads one contract field by field and collects the faults."""

    def __init__(self, rules: Rules, notation: Notation, pointer: str) -> None:
        self.rules = rules
        self.notation = notation
        self.pointer = pointer
        self.faults: list[Fault] = []

    def read(self, data: object) -> Contract | None:
        if not isinstance(data, Mapping):
            self._fault(
                (), f"contract is {show(data)}; it must be an object, as {{'trump': 'H'}}", unreadable=True
            )
            return None
        known = _fields_of(self.rules)
        for key in data:
            if key in _FIELDS and key not in known:
                self._fault(
                    (key,), f"{self.rules.name} has no {key}; its contract has {list_words(known, 'and')}"
                )
            elif key not in _FIELDS:
                self._fault(
                    (key,), f"{show(key)} is no part of a contract; it has {list_words(known, 'and')}"
                )
        stated = {key: value for key, value in data.items() if key in known and value is not None}
        return Contract(
            trump=self._trump(stated.get("trump")),
            taker=self._taker(stated["taker"]) if "taker" in stated else None,
            bid=self._bid_or_level(stated),
            multiplier=self._multiplier(stated.get("multiplier", 1)),
            turned_jacks=self._turned_jacks(stated.get("turned_jacks", 0)),
            refused=self._refused(stated.get("refused", False)),
            turned_up=self._turned_up(stated["turned_up"]) if "turned_up" in stated else None,
        )

    def _fault(self, steps: tuple[object, ...], detail: str, *, unreadable: bool = False) -> None:
        kind = FaultKind.unreadable if unreadable else FaultKind.impossible
        self.faults.append(Fault(point(self.pointer, *steps), detail, kind))

    def _trump(self, value: object) -> str:
        allowed = self.rules.trumps
        choice = list_words(format_trump(trump, self.notation) for trump in allowed)
        if value is None:
            if len(allowed) > 1:
                self._fault(("trump",), f"no trump is named; {self.rules.name} is played with {choice}")
            return allowed[0]
        try:
            trump = parse_trump(value, self.notation)
        except UnreadableError as error:
            self._fault(("trump",), error.faults[0].detail, unreadable=True)
            return allowed[0]
        if trump not in allowed:
            found = format_trump(trump, self.notation)
            self._fault(("trump",), f"{self.rules.name} is not played with trump {found}; it can be {choice}")
        return trump

    def _taker(self, value: object) -> str:
        players = self.rules.players
        try:
            seat = parse_seat(value)
        except UnreadableError as error:
            self._fault(("taker",), error.faults[0].detail, unreadable=True)
            return players[0]
        if seat not in players:
            self._fault(("taker",), f"{seat} does not play; the players are {list_words(players, 'and')}")
        return seat

    def _bid_or_level(self, stated: Mapping[str, object]) -> int | None:
        """The bid; in bridge it may be called level."""
        read = [self._bid(stated[key], key) for key in _BID_KEYS if key in stated]
        if len(set(read)) > 1:
            self._fault(("level",), f"level is {read[1]}, but bid is {read[0]}; they are the same thing")
        return read[0] if read else None

    def _bid(self, value: object, key: str) -> int:
        bids = self.rules.bids
        if isinstance(value, str) and value.strip().lower() == CAPOT and CAPOT_BID in bids:
            return CAPOT_BID
        allowed = list_words(map(say_bid, bids))
        if isinstance(value, bool) or not isinstance(value, int):
            self._fault((key,), f"{key} is {show(value)}; it must be one of {allowed}", unreadable=True)
        elif value not in bids:
            self._fault((key,), f"{self.rules.name} has no {key} of {show(value)}; its {key}s are {allowed}")
        else:
            return int(value)
        return bids[0]

    def _multiplier(self, value: object) -> int:
        allowed = self.rules.multipliers
        if isinstance(value, bool) or not isinstance(value, int):
            detail = f"multiplier is {show(value)}; it must be one of {list_words(allowed)}"
            self._fault(("multiplier",), detail, unreadable=True)
        elif value not in allowed:
            detail = f"{self.rules.name} has no multiplier {show(value)}; it can be {list_words(allowed)}"
            self._fault(("multiplier",), detail)
        else:
            return int(value)
        return 1

    def _turned_jacks(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            detail = f"turned_jacks is {show(value)}; it must be a number of jacks, 0 to {MAX_TURNED_JACKS}"
            self._fault(("turned_jacks",), detail, unreadable=True)
        elif not 0 <= value <= MAX_TURNED_JACKS:
            detail = f"{show(value)} jacks cannot be turned up; it can be 0 to {MAX_TURNED_JACKS}"
            self._fault(("turned_jacks",), detail)
        else:
            return int(value)
        return 0

    def _refused(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        self._fault(("refused",), f"refused is {show(value)}; it must be true or false", unreadable=True)
        return False

    def _turned_up(self, value: object) -> Card | None:
        try:
            card = parse_card(value, self.notation)
        except UnreadableError as error:
            self._fault(("turned_up",), error.faults[0].detail, unreadable=True)
            return None
        if card not in self.rules.deck:
            name = format_card(card, self.notation)
            self._fault(("turned_up",), f"{name} is not in the deck of {self.rules.name}")
        return card


_BID_KEYS = ("bid", "level")
_FIELDS = ("trump", "taker", *_BID_KEYS, "multiplier", "turned_jacks", "refused", "turned_up")


def _fields_of(rules: Rules) -> tuple[str, ...]:
    """The parts that a contract of this game has."""
    known = ["trump"]
    if rules.has_taker:
        known.append("taker")
    if rules.scoring == Scoring.bid:
        known += ["bid", "multiplier"]
    if rules.scoring == Scoring.duplicate:
        known += [*_BID_KEYS, "multiplier"]
    if rules.scoring == Scoring.four_points:
        known += ["turned_jacks", "refused"]
    is_all_fours = rules.scoring == Scoring.four_points and not rules.stock
    if is_all_fours or (rules.scoring == Scoring.taker and rules.belote):
        known.append("turned_up")
    return tuple(known)
