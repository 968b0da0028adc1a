"""The reader of positions in requests: takes any JSON value, finds every fault, each with its place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from solver.cards import Card, Notation, format_card
from solver.errors import (
    Fault,
    FaultKind,
    PositionError,
    SolverError,
    UnreadableError,
    point,
    raise_faults,
    wrong,
)
from solver.fault_codes import Code
from solver.game.contract import Contract, parse_vulnerable
from solver.game.deal import Deal, Places, count_cards, find_card_faults, find_size_faults
from solver.game.keys import REQUEST_KEYS
from solver.game.lead import settle_seats
from solver.game.letters import explain_letters, parse_notation
from solver.game.notation import MAX_HAND_TEXT, parse_card_list, parse_deal, parse_hand
from solver.game.play_faults import PlayFault
from solver.game.remark_faults import find_log_faults, find_result_faults
from solver.game.replay import Replay, trace_hands
from solver.game.told_contract import read_contract
from solver.game.turned_cards import NOTHING_TOLD, find_turned_up_faults
from solver.labels import find_label_faults
from solver.records import made_quickly
from solver.rules import Rules, resolve_variant
from solver.seats import SEATS, parse_seat
from solver.sentences import Seat
from solver.wrongs import no_field, no_position

_KNOWN_KEYS = frozenset(REQUEST_KEYS)


@made_quickly
@dataclass(frozen=True, slots=True)
class PositionFacts:
    """The parts of a position, read and checked, with all derived parts filled in."""

    rules: Rules
    contract: Contract
    dealer: str | None
    first_leader: str
    deal: Deal
    plays: tuple[Card, ...]
    replay: Replay
    """The table after the plays."""
    faults: tuple[Fault, ...] = ()
    """The faults of the plays from where ``plays`` ends, in a partial log."""


def parse_position(data: object, *, partial: bool = False) -> PositionFacts:
    """Read the position that ``data`` (any JSON value) states.

    With ``partial``, the plays are read up to the first that is impossible.

    Raises UnreadableError, UnknownVariantError or PositionError with every fault that was found.
    """
    if not isinstance(data, Mapping):
        raise UnreadableError([Fault("", no_position(data), FaultKind.unreadable)])
    stated = {key: value for key, value in data.items() if value is not None}
    facts, found = _read(stated)
    faults = explain_letters(stated, found, lambda other: _read(other)[1])
    if partial:
        others = [fault for fault in faults if not fault.pointer.startswith("/plays/")]
        if facts is not None and not others:
            return replace(facts, faults=tuple(map(PlayFault.of, dict.fromkeys(faults))))
        # An impossible play is no reason to refuse it.
        faults = others or faults
    raise_faults(faults)
    assert facts is not None, "what has no fault is a position"
    return facts


def find_field_faults(stated: Mapping[Any, object]) -> Iterator[Fault]:
    """Yield the faults of fields that no request has, and of labels; None is as if it were left out."""
    for key, value in stated.items():
        if key not in _KNOWN_KEYS and value is not None:
            yield Fault(point("", key), no_field(key, REQUEST_KEYS))
    yield from find_label_faults(stated)


def replay_plays(
    replay: Replay, plays: Sequence[Card | None], notation: Notation, faults: list[Fault]
) -> tuple[Card, ...]:
    """Play ``plays`` up to the first that is impossible, which is a fault, or None; return those played."""
    n_before = replay.n_played
    known = list(filter(None, plays))
    if len(known) < len(plays):
        known = known[: plays.index(None)]
    try:
        replay.play_all(known, notation)
    except PositionError as error:
        n_played = replay.n_played - n_before
        faults.append(replace(error.faults[0], pointer=point("/plays", n_played)))
        return tuple(known[:n_played])
    return tuple(known)


def _read(stated: Mapping[Any, object]) -> tuple[PositionFacts | None, list[Fault]]:
    reader = _Reader(stated)
    facts = reader.read()
    return facts, reader.faults


def _usual_texts(deal: object) -> tuple[tuple[str, str], ...] | None:
    """Return the hands of a request if they are short texts by seat letters, as they usually are."""
    if not isinstance(deal, Mapping):
        return None
    hands = tuple(deal.items())
    for seat, hand in hands:
        if seat not in SEATS or not isinstance(hand, str) or len(hand) > MAX_HAND_TEXT:
            return None
    return hands


@lru_cache(maxsize=1 << 10)  # the positions of a game have its deal in common
def _usual_deal(hands: tuple[tuple[str, str], ...], rules: Rules, notation: Notation) -> Deal | None:
    """Return the deal of these texts, sorted; None if it has a fault."""
    faults: list[Fault] = []
    deal = Deal({seat: tuple(parse_hand(hand, notation, "", faults)) for seat, hand in hands})
    faults += find_card_faults(deal, rules, notation)
    faults += find_size_faults(deal, rules)
    return None if faults else deal.sorted()


class _Reader:
    """Reads one request part by part and collects the faults."""

    def __init__(self, data: Mapping[Any, object]) -> None:
        self.data = data
        self.faults: list[Fault] = []
        self.notation: Notation = parse_notation(data)
        self._has_rule_faults = False

    def read(self) -> PositionFacts | None:
        """Read the position; None if it has a fault."""
        self.faults += find_field_faults(self.data)
        rules = self._read_rules()
        if rules is None:
            self._check_cards()
            return None
        n_faults = len(self.faults)
        contract, auction = read_contract(self.data, rules, self.notation, self.faults)
        vulnerable = parse_vulnerable(self.data.get("vulnerable"), rules, self.faults)
        if contract is not None and vulnerable != contract.vulnerable:
            contract = replace(contract, vulnerable=vulnerable)
        dealer, leader = self._read_seat("dealer", rules), self._read_seat("leader", rules)
        are_seats_read = len(self.faults) == n_faults
        plays = parse_card_list(self.data.get("plays", ()), self.notation, "/plays", self.faults)
        if are_seats_read:
            dealer, leader = settle_seats(rules, contract, dealer, leader, self.faults)
        if are_seats_read or dealer is not None:
            found = find_log_faults(self.data, rules, contract, dealer)
            self.faults += [fault for fault in found if fault not in self.faults]
        deal = self._read_deal(rules, contract, leader, plays)
        if contract is not None and deal is not None:
            told = NOTHING_TOLD if auction is None else auction.turned_cards
            self.faults += find_turned_up_faults(deal, contract, rules, self.notation, told)
        if contract is None or leader is None or deal is None or self._has_rule_faults:
            return None
        replay = Replay(rules, contract.trump, deal, leader)
        played = replay_plays(replay, plays, self.notation, self.faults)
        self.faults += find_result_faults(self.data, contract, replay)
        return PositionFacts(rules, contract, dealer, leader, deal, played, replay)

    def _check_cards(self) -> None:
        """Find cards that cannot be read, in a request whose game is not known."""
        for key in ("plays", "stock"):
            if key in self.data:
                parse_card_list(self.data[key], self.notation, point("", key), self.faults)
        hands = self.data.get("deal")
        for seat, hand in hands.items() if isinstance(hands, Mapping) else ():
            pointer = point("/deal", seat)
            if isinstance(hand, str):
                parse_hand(hand, self.notation, pointer, self.faults)
            else:
                parse_card_list(hand, self.notation, pointer, self.faults)

    def _read_rules(self) -> Rules | None:
        """Read the rules, without options that have faults; None if the variant does not exist."""
        if "variant" not in self.data:
            missing = wrong(Code.missing, "the game is missing; name one, as 'belote'")
            self.faults.append(Fault("/variant", missing))
            return None
        try:
            rules = resolve_variant(self.data["variant"], "/variant")
        except SolverError as error:
            self.faults += error.faults
            return None
        if "rules" in self.data:
            try:
                return rules.override(self.data["rules"], "/rules")
            except SolverError as error:
                self.faults += error.faults
                self._has_rule_faults = True
        return rules

    def _read_seat(self, key: str, rules: Rules) -> str | None:
        if key not in self.data:
            return None
        try:
            return parse_seat(self.data[key], rules.players)
        except UnreadableError as error:
            self.faults.append(replace(error.faults[0], pointer=point("", key)))
            return None

    def _read_deal(
        self, rules: Rules, contract: Contract | None, leader: str | None, plays: Sequence[Card | None]
    ) -> Deal | None:
        """Read the deal, or derive it from the plays of a complete log; None if it has a fault."""
        n_faults = len(self.faults)
        stated = self.data.get("deal", {})
        if "stock" not in self.data and not self._has_rule_faults and (hands := _usual_texts(stated)):
            usual = _usual_deal(hands, rules, self.notation)
            if usual is not None:
                return usual
        deal, places = parse_deal(stated, self.data.get("stock"), rules, self.notation, self.faults)
        is_read = len(self.faults) == n_faults
        self.faults += find_card_faults(deal, rules, self.notation, places)
        if "deal" not in self.data and len(self.faults) == n_faults:
            rebuilt = self._rebuild_deal(rules, contract, leader, plays, deal.stock)
            if rebuilt is None:
                return None
            deal, places = rebuilt
            self.faults += find_card_faults(deal, rules, self.notation, places)
        if is_read and not self._has_rule_faults:
            self.faults += find_size_faults(deal, rules)
        return deal.sorted() if len(self.faults) == n_faults else None

    def _rebuild_deal(
        self,
        rules: Rules,
        contract: Contract | None,
        leader: str | None,
        plays: Sequence[Card | None],
        stock: tuple[Card, ...],
    ) -> tuple[Deal, Places] | None:
        """Derive the deal from ``plays``, all its cards: a seat was dealt what it played and did not draw."""
        # Step 1. Refuse a log that has not all the cards, or not the whole stock.
        cards = [card for card in plays if card is not None]
        total = rules.n_players * rules.cards_each + rules.stock
        is_whole = len(plays) == total or (rules.short_deals and len(plays) > len(stock))
        if not is_whole or len(plays) % rules.n_players:
            missing = wrong(
                Code.missing,
                "the deal is missing; only a log of all the cards ({total} plays) can leave it out",
                total=total,
            )
            self.faults.append(Fault("/deal", missing))
            return None
        if rules.stock and len(stock) != rules.stock and not rules.short_deals:
            lacking = wrong(
                Code.wrong_stock_size,
                "the stock has {cards}, not {size}; without all of it a log that leaves out the deal does "
                "not tell who was dealt what",
                cards=count_cards(len(stock)),
                size=rules.stock,
            )
            self.faults.append(Fault("/stock", lacking))
            return None
        if contract is None or leader is None or len(cards) < len(plays):
            return None
        # Step 2. Deal to each seat the cards that it played, but for those that it drew.
        n_faults = len(self.faults)
        played, drawn = trace_hands(rules, contract.trump, leader, cards, stock)
        hands: dict[str, tuple[Card, ...]] = {}
        places: dict[str, list[str]] = {}
        for seat in rules.players:
            from_stock = {stock[index]: index for index in drawn[seat]}
            dealt = [index for index in played[seat] if from_stock.pop(cards[index], None) is None]
            hands[seat] = tuple(cards[index] for index in dealt)
            places[seat] = [point("/plays", index) for index in dealt]
            for card, index in from_stock.items():
                unplayed = wrong(
                    Code.contradiction,
                    "{card} is drawn by {seat}, who never plays it",
                    card=format_card(card, self.notation),
                    seat=Seat(seat),
                )
                self.faults.append(Fault(point("/stock", index), unplayed))
        return (Deal(hands, stock), places) if len(self.faults) == n_faults else None
