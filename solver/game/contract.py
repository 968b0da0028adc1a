"""The contract: what was settled before the play, by the bids or by turning up a card."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.cards import Card, Notation, format_card, format_trump, parse_card, parse_trump
from solver.errors import Fault, FaultKind, UnreadableError, Wrong, point, show, wrong
from solver.fault_codes import Code
from solver.game.duplicate import Vulnerable
from solver.rules import CAPOT, CAPOT_BID, Rules, Scoring, say_bid
from solver.seats import parse_seat
from solver.sentences import Words, all_of, any_of
from solver.wrongs import no_object, no_truth, none_of

MAX_TURNED_JACKS = 2


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
    """The card that was turned up: the taker has it, or nobody where it only shows the trumps; where they are
    cut it stays in the pack."""
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
        none = wrong(Code.not_in_game, "{game} knows no vulnerability; leave it out", game=rules.called)
        faults.append(Fault("/vulnerable", none))
    elif isinstance(value, str) and value in words:
        return Vulnerable(value)
    else:
        kind = FaultKind.impossible if isinstance(value, str) else FaultKind.unreadable
        faults.append(Fault("/vulnerable", none_of("vulnerable", value, words), kind))
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
            self._fault((), no_object("contract", data, "{'trump': 'H'}"), unreadable=True)
            return None
        known = _fields_of(self.rules)
        for key in data:
            if key in _FIELDS and key not in known:
                none = wrong(
                    Code.not_in_game,
                    "{game} has no {field}; its contract has {known}",
                    game=self.rules.called,
                    field=key,
                    known=all_of(known),
                )
                self._fault((key,), none)
            elif key not in _FIELDS:
                none = wrong(
                    Code.unknown_field,
                    "{name} is no part of a contract; it has {known}",
                    name=show(key),
                    known=all_of(known),
                )
                self._fault((key,), none)
        stated = {key: value for key, value in data.items() if key in known and value is not None}
        turned_up = self._turned_up(stated["turned_up"]) if "turned_up" in stated else None
        # A jack among the cards turned up need not be said twice; trumps that are cut score nothing.
        is_jack = turned_up is not None and turned_up.rank == "J" and "refused" in known
        return Contract(
            trump=self._trump(stated.get("trump")),
            taker=self._taker(stated["taker"]) if "taker" in stated else None,
            bid=self._bid_or_level(stated),
            multiplier=self._multiplier(stated.get("multiplier", 1)),
            turned_jacks=self._turned_jacks(stated.get("turned_jacks", int(is_jack))),
            refused=self._refused(stated.get("refused", False)),
            turned_up=turned_up,
        )

    def _fault(self, steps: tuple[object, ...], said: Wrong, *, unreadable: bool = False) -> None:
        kind = FaultKind.unreadable if unreadable else FaultKind.impossible
        self.faults.append(Fault(point(self.pointer, *steps), said, kind))

    def _trump(self, value: object) -> str:
        allowed = self.rules.trumps
        choice = any_of(format_trump(trump, self.notation) for trump in allowed)
        if value is None:
            if len(allowed) > 1:
                missing = wrong(
                    Code.missing,
                    "no trump is named; {game} is played with {choice}",
                    game=self.rules.called,
                    choice=choice,
                )
                self._fault(("trump",), missing)
            return allowed[0]
        try:
            trump = parse_trump(value, self.notation)
        except UnreadableError as error:
            self._fault(("trump",), error.faults[0].wrong, unreadable=True)
            return allowed[0]
        if trump not in allowed:
            none = wrong(
                Code.not_in_game,
                "{game} is not played with trump {trump}; it can be {choice}",
                game=self.rules.called,
                trump=format_trump(trump, self.notation),
                choice=choice,
            )
            self._fault(("trump",), none)
        return trump

    def _taker(self, value: object) -> str:
        players = self.rules.players
        try:
            seat = parse_seat(value)
        except UnreadableError as error:
            self._fault(("taker",), error.faults[0].wrong, unreadable=True)
            return players[0]
        if seat not in players:
            none = wrong(
                Code.not_in_game,
                "{seat} does not play; the players are {players}",
                seat=seat,
                players=all_of(players),
            )
            self._fault(("taker",), none)
        return seat

    def _bid_or_level(self, stated: Mapping[str, object]) -> int | None:
        """The bid; in bridge it may be called level."""
        read = [self._bid(stated[key], key) for key in _BID_KEYS if key in stated]
        if len(set(read)) > 1:
            two = wrong(
                Code.contradiction,
                "level is {level}, but bid is {bid}; they are the same thing",
                level=read[1],
                bid=read[0],
            )
            self._fault(("level",), two)
        return read[0] if read else None

    def _bid(self, value: object, key: str) -> int:
        bids = self.rules.bids
        if isinstance(value, str) and value.strip().lower() == CAPOT and CAPOT_BID in bids:
            return CAPOT_BID
        allowed = any_of(map(say_bid, bids))
        if isinstance(value, bool) or not isinstance(value, int):
            self._fault((key,), _one_of(key, value, allowed), unreadable=True)
        elif value not in bids:
            none = wrong(
                Code.not_in_game,
                "{game} has no {field} of {value}; its {field}s are {allowed}",
                game=self.rules.called,
                field=key,
                value=show(value),
                allowed=allowed,
            )
            self._fault((key,), none)
        else:
            return int(value)
        return bids[0]

    def _multiplier(self, value: object) -> int:
        allowed = self.rules.multipliers
        if isinstance(value, bool) or not isinstance(value, int):
            self._fault(("multiplier",), _one_of("multiplier", value, any_of(allowed)), unreadable=True)
        elif value not in allowed:
            none = wrong(
                Code.not_in_game,
                "{game} has no multiplier {value}; it can be {allowed}",
                game=self.rules.called,
                value=show(value),
                allowed=any_of(allowed),
            )
            self._fault(("multiplier",), none)
        else:
            return int(value)
        return 1

    def _turned_jacks(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            no_number = wrong(
                Code.wrong_type,
                "turned_jacks is {value}; it must be a number of jacks, 0 to {most}",
                value=show(value),
                most=MAX_TURNED_JACKS,
            )
            self._fault(("turned_jacks",), no_number, unreadable=True)
        elif not 0 <= value <= MAX_TURNED_JACKS:
            many = wrong(
                Code.out_of_range,
                "{value} jacks cannot be turned up; it can be 0 to {most}",
                value=show(value),
                most=MAX_TURNED_JACKS,
            )
            self._fault(("turned_jacks",), many)
        else:
            return int(value)
        return 0

    def _refused(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        self._fault(("refused",), no_truth("refused", value), unreadable=True)
        return False

    def _turned_up(self, value: object) -> Card | None:
        try:
            card = parse_card(value, self.notation)
        except UnreadableError as error:
            self._fault(("turned_up",), error.faults[0].wrong, unreadable=True)
            return None
        if card not in self.rules.deck:
            none = wrong(
                Code.not_in_deck,
                "{card} is not in the deck of {game}",
                card=format_card(card, self.notation),
                game=self.rules.called,
            )
            self._fault(("turned_up",), none)
        return card


def _one_of(field: str, value: object, allowed: Words) -> Wrong:
    return wrong(
        Code.wrong_type,
        "{field} is {value}; it must be one of {allowed}",
        field=field,
        value=show(value),
        allowed=allowed,
    )


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
        known.append("turned_jacks")
        if not rules.stock:
            known.append("refused")
    n_left_over = len(rules.deck) - rules.n_players * rules.cards_each - rules.stock
    has_retourne = rules.scoring == Scoring.trick_table and n_left_over > 0
    has_card_to_take = rules.scoring == Scoring.taker and bool(rules.belote)
    if rules.scoring == Scoring.four_points or has_retourne or has_card_to_take:
        known.append("turned_up")
    return tuple(known)
