"""The contract: trumps and stakes, settled before the play by bids or by turning up a card."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from solver.cards import Card, Notation, format_card, format_trump, parse_card, parse_trump
from solver.errors import Fault, FaultKind, UnreadableError, Wrong, point, show, wrong
from solver.fault_codes import Code
from solver.game.duplicate import Vulnerable
from solver.records import made_quickly
from solver.rules import CAPOT, CAPOT_BID, AuctionKind, Rules, Scoring, say_bid
from solver.seats import SEAT_LETTERS, parse_seat, read_side, seats_said
from solver.sentences import Words, all_of, any_of
from solver.wrongs import no_known_word, no_object, no_truth

MAX_TURNED_JACKS = 2


@made_quickly
@dataclass(frozen=True, slots=True)
class Contract:
    """Trumps (a suit letter or ``NT``) and the other parts of a contract that the game has.

    >>> Contract("S", taker="N", bid=4, multiplier=2).to_dict()
    {'trump': 'S', 'taker': 'N', 'bid': 4, 'multiplier': 2}
    """

    trump: str
    taker: str | None = None
    """The seat that took (in bridge, the declarer)."""
    bid: int | None = None
    """The points bid, 250 for capot; in bridge the level, 1 to 7."""
    multiplier: int = 1
    """1, or 2 when doubled, 4 when redoubled."""
    turned_jacks: int = 0
    """The number of jacks that the dealer turned up while looking for trumps."""
    refused: bool = False
    """True if the dealer refused another trump suit."""
    turned_up: Card | None = None
    """The card turned up: the taker gets it, no player does where it only shows the trumps, and it stays in
    the pack where trumps are cut."""
    vulnerable: Vulnerable = Vulnerable.none
    """Bridge: the sides that are vulnerable.  A request says so beside its contract."""

    @property
    def level(self) -> int | None:
        """The bid, as bridge calls it."""
        return self.bid

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """Return the contract in JSON types: its trump, and the other parts that differ from their defaults.

        ``vulnerable`` is left out: requests state it beside the contract.
        """
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


def parse_contract(data: object, rules: Rules, notation: Notation, faults: list[Fault]) -> Contract | None:
    """Read the contract that ``data`` (any JSON value; None if it was left out) states.

    Appends faults to ``faults``, each with a pointer below ``/contract``, and then returns None.  The trump
    may be left out in a game that has only one.
    """
    reader = _ContractReader(rules, notation)
    contract = reader.read({} if data is None else data)
    faults.extend(reader.faults)
    return None if reader.faults else contract


def find_contract_faults(contract: Contract, rules: Rules) -> Iterator[Fault]:
    """Yield a fault for each part of ``contract`` that does not fit the game."""
    known = contract_fields(rules)
    stated = [part.name for part in fields(Contract) if getattr(contract, part.name) != part.default]
    for key in stated:
        if key in _FIELDS and key not in known:
            yield Fault(point("/contract", key), _no_such_part(key, known, rules))
    found = {
        "turned_up": contract.turned_up and _wrong_turned_up(contract.turned_up, rules, "en"),
        "trump": _wrong_trump(contract.trump, rules, "en"),
        "taker": contract.taker and _wrong_taker(contract.taker, rules),
        "bid": None if contract.bid is None else _wrong_bid(contract.bid, "bid", rules),
        "multiplier": _wrong_multiplier(contract.multiplier, rules),
        "turned_jacks": _wrong_turned_jacks(contract.turned_jacks),
    }
    for key, said in found.items():
        if key in known and isinstance(said, Wrong):
            yield Fault(point("/contract", key), said)
    if contract.vulnerable != Vulnerable.none and rules.scoring != Scoring.duplicate:
        yield Fault("/vulnerable", _no_vulnerability(rules))


def parse_vulnerable(value: object, rules: Rules, faults: list[Fault]) -> Vulnerable:
    """Read the ``vulnerable`` of a request; None stands for no side.

    Appends a fault with the pointer ``/vulnerable`` to ``faults``.
    """
    if value is None:
        return Vulnerable.none
    words = [word.value for word in Vulnerable]
    if rules.scoring != Scoring.duplicate:
        faults.append(Fault("/vulnerable", _no_vulnerability(rules)))
    elif isinstance(named := read_side(value), str) and named in words:
        return Vulnerable(named)
    else:
        faults.append(no_known_word("/vulnerable", "vulnerable", value, words))
    return Vulnerable.none


class _ContractReader:
    """Reads one contract field by field and collects the faults."""

    def __init__(self, rules: Rules, notation: Notation) -> None:
        self.rules = rules
        self.notation = notation
        self.faults: list[Fault] = []

    def read(self, data: object) -> Contract | None:
        if not isinstance(data, Mapping):
            self._fault((), no_object("contract", data, json.dumps(self._example())), unreadable=True)
            return None
        known = contract_fields(self.rules)
        for key, value in data.items():
            if key in known:
                continue
            if key not in _FIELDS:
                none = wrong(
                    Code.unknown_field,
                    "{name} is no part of a contract; it has {known}",
                    name=show(key),
                    known=all_of(known),
                )
                self._fault((key,), none)
            elif value is not None:
                self._fault((key,), _no_such_part(key, known, self.rules))
        stated = {key: value for key, value in data.items() if key in known and value is not None}
        turned_up = self._turned_up(stated["turned_up"]) if "turned_up" in stated else None
        # A jack among the cards turned up need not be said twice; trumps that are cut score nothing.
        is_jack = turned_up is not None and turned_up.rank == "J" and "refused" in known
        return Contract(
            trump=self._trump(stated.get("trump")),
            taker=self._taker(stated["taker"]) if "taker" in stated else None,
            bid=self._bid_or_level(stated) if "bid" in known else None,
            multiplier=self._multiplier(stated["multiplier"]) if "multiplier" in stated else 1,
            turned_jacks=self._turned_jacks(stated.get("turned_jacks", int(is_jack))),
            refused=self._refused(stated["refused"]) if "refused" in stated else False,
            turned_up=turned_up,
        )

    def _example(self) -> dict[str, str]:
        """Return a contract of the game as requests state it."""
        trumps = self.rules.trumps
        example = {"trump": format_trump("H" if "H" in trumps else trumps[0], self.notation)}
        return example | {"taker": self.rules.players[0]} if self.rules.leads_by_taker else example

    def _fault(self, steps: tuple[object, ...], said: Wrong, *, unreadable: bool = False) -> None:
        kind = FaultKind.unreadable if unreadable else FaultKind.impossible
        self.faults.append(Fault(point("/contract", *steps), said, kind))

    def _trump(self, value: object) -> str:
        allowed = self.rules.trumps
        if value is None:
            if len(allowed) > 1:
                missing = wrong(
                    Code.missing,
                    "no trump is named; {game} is played with {choice}",
                    game=self.rules.called,
                    choice=_trump_words(self.rules, self.notation),
                )
                self._fault(("trump",), missing)
            return allowed[0]
        try:
            trump = parse_trump(value, self.notation, allowed)
        except UnreadableError as error:
            self._fault(("trump",), error.faults[0].wrong, unreadable=True)
            return allowed[0]
        self._check("trump", _wrong_trump(trump, self.rules, self.notation))
        return trump

    def _taker(self, value: object) -> str:
        players = self.rules.players
        try:
            seat = parse_seat(value)
        except UnreadableError as error:
            self._fault(("taker",), error.faults[0].wrong, unreadable=True)
            return players[0]
        self._check("taker", _wrong_taker(seat, self.rules))
        return seat

    def _bid_or_level(self, stated: Mapping[str, object]) -> int | None:
        """Read the bid; in bridge it may be called level."""
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
        if isinstance(value, bool) or not isinstance(value, int):
            self._fault((key,), _one_of(key, value, any_of(map(say_bid, bids))), unreadable=True)
        elif self._check(key, _wrong_bid(value, key, self.rules)):
            return int(value)
        return bids[0]

    def _multiplier(self, value: object) -> int:
        allowed = self.rules.multipliers
        if isinstance(value, bool) or not isinstance(value, int):
            self._fault(("multiplier",), _one_of("multiplier", value, any_of(allowed)), unreadable=True)
        elif self._check("multiplier", _wrong_multiplier(value, self.rules)):
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
        elif self._check("turned_jacks", _wrong_turned_jacks(value)):
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
        self._check("turned_up", _wrong_turned_up(card, self.rules, self.notation))
        return card

    def _check(self, key: str, said: Wrong | None) -> bool:
        """Add the fault of a part that was read, if it has one; return whether it has none."""
        if said is not None:
            self._fault((key,), said)
        return said is None


def _no_such_part(key: str, known: tuple[str, ...], rules: Rules) -> Wrong:
    return wrong(
        Code.not_in_game,
        "{game} has no {field}; its contract has {known}",
        game=rules.called,
        field=key,
        known=all_of(known),
    )


def _no_vulnerability(rules: Rules) -> Wrong:
    return wrong(Code.not_in_game, "{game} knows no vulnerability; leave it out", game=rules.called)


def _trump_words(rules: Rules, notation: Notation) -> Words:
    return any_of(format_trump(trump, notation) for trump in rules.trumps)


def _wrong_trump(trump: str, rules: Rules, notation: Notation) -> Wrong | None:
    if trump in rules.trumps:
        return None
    return wrong(
        Code.not_in_game,
        "{game} is not played with trump {trump}; it can be {choice}",
        game=rules.called,
        trump=format_trump(trump, notation),
        choice=_trump_words(rules, notation),
    )


def _wrong_taker(seat: str, rules: Rules) -> Wrong | None:
    if seat in rules.players:
        return None
    return wrong(
        Code.not_in_game,
        "{seat} does not play; the players are {players}",
        seat=SEAT_LETTERS[seat],
        players=seats_said(rules.players),
    )


def _wrong_bid(bid: int, key: str, rules: Rules) -> Wrong | None:
    if bid in rules.bids:
        return None
    return wrong(
        Code.not_in_game,
        "{game} has no {field} of {value}; its {field}s are {allowed}",
        game=rules.called,
        field=key,
        value=show(bid),
        allowed=any_of(map(say_bid, rules.bids)),
    )


def _wrong_multiplier(multiplier: int, rules: Rules) -> Wrong | None:
    if multiplier in rules.multipliers:
        return None
    return wrong(
        Code.not_in_game,
        "{game} has no multiplier {value}; it can be {allowed}",
        game=rules.called,
        value=show(multiplier),
        allowed=any_of(rules.multipliers),
    )


def _wrong_turned_jacks(n_jacks: int) -> Wrong | None:
    if 0 <= n_jacks <= MAX_TURNED_JACKS:
        return None
    return wrong(
        Code.out_of_range,
        "the number of jacks turned up is {value}; it can be 0 to {most}",
        value=show(n_jacks),
        most=MAX_TURNED_JACKS,
    )


def _wrong_turned_up(card: Card, rules: Rules, notation: Notation) -> Wrong | None:
    if card in rules.deck:
        return None
    return wrong(
        Code.not_in_deck,
        "{card} is not in the deck of {game}",
        card=format_card(card, notation),
        game=rules.called,
    )


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


@lru_cache(maxsize=64)
def contract_fields(rules: Rules) -> tuple[str, ...]:
    """Return the parts that a contract of this game has.

    >>> from solver.rules import find_variant
    >>> contract_fields(find_variant("contree"))
    ('trump', 'taker', 'bid', 'multiplier')
    """
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
    is_turned_up = rules.auction == AuctionKind.turned_up
    has_card_to_take = rules.scoring == Scoring.taker and (is_turned_up or bool(rules.belote))
    if rules.scoring == Scoring.four_points or has_retourne or has_card_to_take:
        known.append("turned_up")
    return tuple(known)
