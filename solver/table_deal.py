"""What a table is made of: a deal without a contract, at the stage of the deal at which the request shows it.

A whole deal; in belote also the dealt part of one, with the card turned up and the rest of the pack; in all
fours for two also the nine cards each after a redeal, of which three are to be discarded.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.aside import ASIDE_KEYS, placed_faults, read_aside, with_turned_up
from solver.bridge_log import BRIDGE_KEYS
from solver.bridge_score import Vulnerable
from solver.cards import Card, Notation, format_trump, parse_card
from solver.deal import Deal
from solver.errors import (
    Fault,
    FaultKind,
    SolverError,
    UnreadableError,
    list_words,
    point,
    raise_faults,
    show,
)
from solver.notation import parse_deal
from solver.position import Position
from solver.position_parse import POSITION_KEYS, parse_notation, parse_position
from solver.rules import FirstLead, Objective, Rules, Scoring
from solver.variants import resolve_variant

TABLE_KEYS = (*POSITION_KEYS, *BRIDGE_KEYS, *ASIDE_KEYS, "limit", "players", "id")
"""What the request of a table may hold."""

N_DEALT_LATER = 3
"""Cards that a player is still dealt when the auction of belote is over; the taker's third is the turned-up
card."""
N_DISCARDED = 3
"""Cards that a player of all fours has too many after a redeal."""


@dataclass(frozen=True, slots=True)
class TableDeal:
    """A deal to make a table of: no contract, no plays."""

    rules: Rules
    deal: Deal
    """The hands; with ``turned_up``, before the last cards are dealt, and the rest of the pack as stock."""
    dealer: str | None
    leader: str | None
    """Who leads whatever the contract; None where that hangs on the taker, or where every leader is tried."""
    turned_up: Card | None = None
    """Belote: the card turned up, where the auction is still to come."""
    trump: str | None = None
    """All fours after a redeal: the trumps turned up last; None where every suit is tried."""
    vulnerable: Vulnerable = Vulnerable.none
    """Bridge: who is vulnerable."""

    @property
    def has_discards(self) -> bool:
        """Whether cards are to be discarded before the play."""
        return len(next(iter(self.deal.hands.values()))) > self.rules.cards_each

    def dealt_to(self, taker: str | None) -> Deal:
        """The hands that are played when ``taker`` has taken."""
        if self.turned_up is None or taker is None:
            return self.deal
        assert self.dealer is not None, "a deal with an auction to come has a dealer"
        pack = iter(self.deal.stock)
        hands = {}
        for seat in self.rules.seats_from(self.rules.next_seat(self.dealer)):
            n_more = N_DEALT_LATER - (seat == taker)
            turned = (self.turned_up,) if seat == taker else ()
            hands[seat] = (*self.deal.hands[seat], *turned, *(next(pack) for _ in range(n_more)))
        return Deal({seat: hands[seat] for seat in self.rules.players}).sorted()

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The deal that a request states, in the form of the public contract; ``data`` may be any JSON value.

        The request of a position or a log will do: the table is that of its deal as it was dealt.
        Raises SolverError with every fault of the request, each with its JSON pointer.
        """
        if not isinstance(data, Mapping):
            parse_position(data)
            raise TypeError("what is read must be an object")
        stated = {key: value for key, value in data.items() if value is not None}
        reader = _Reader(stated)
        return cls(**reader.read())


class _Reader:
    """Reads one request: what is its own, and the rest as the position of a stand-in contract."""

    def __init__(self, data: Mapping[Any, object]) -> None:
        self.data = data
        self.notation: Notation = parse_notation(data)
        self.faults: list[Fault] = []

    def read(self) -> dict[str, Any]:
        rules = self._rules()
        turned_up: Card | None = None
        known = list_words(TABLE_KEYS, "and")
        for key in self.data:
            if key not in TABLE_KEYS:
                detail = f"there is no field {show(key)} here; there are {known}"
                self.faults.append(Fault(point("", key), detail))
        body = {key: value for key, value in self.data.items() if key in POSITION_KEYS}
        trump = None
        facts: Position | None = None
        leads_always = True
        if rules is None:
            facts = self._parse(body)
        elif self._is_before_auction(rules):
            turned_up = self._turned_up()
            facts = self._parse_before_auction(body, rules)
        elif self._has_redeal(rules):
            facts = self._parse_redeal(body, rules)
            is_known = "contract" in self.data or "turned_up" in self.data
            trump = facts.contract.trump if facts is not None and is_known else None
        else:
            leads_always = self._stand_in(body, rules)
            facts = self._parse(body)
            read_aside(self.data, facts, self.faults)
        raise_faults(self.faults)
        assert facts is not None, "what has no fault is a deal"
        assert rules is not None, "what has no fault has rules"
        deal = facts.deal
        if turned_up is not None:
            deal = Deal(deal.hands, deal.stock[1:])
        return {
            "rules": rules,
            "deal": deal,
            "dealer": facts.dealer if leads_always else None,
            "leader": facts.first_leader if leads_always and not leads_by_taker(rules) else None,
            "turned_up": turned_up,
            "trump": trump,
            "vulnerable": facts.contract.vulnerable,
        }

    def _rules(self) -> Rules | None:
        """The rules; None if they have a fault, which the position's own reader will find too."""
        try:
            rules = resolve_variant(self.data.get("variant"), "/variant")
            return rules.override(self.data["rules"]) if "rules" in self.data else rules
        except SolverError:
            return None

    def _parse(self, body: Mapping[Any, object]) -> Position | None:
        try:
            return Position.from_dict(body)
        except SolverError as error:
            self.faults += placed_faults(self.data, error.faults)
            return None

    def _stand_in(self, body: dict[Any, object], rules: Rules) -> bool:
        """Give the position what a table does without; whether leader and dealer are those of the request."""
        self._name_trump(body, format_trump(rules.trumps[0], self.notation))
        if "leader" in body or body.get("plays"):
            return True
        if leads_by_taker(rules):
            body["leader"] = rules.players[0]
            return True
        if "dealer" in body or rules.has_taker:
            return True
        body["leader"] = rules.players[0]
        return False

    def _name_trump(self, body: dict[Any, object], trump: str) -> None:
        """Give a request without a contract one of ``trump``, with the card that it says was turned up."""
        if "contract" in body:
            merged = with_turned_up({**body, "turned_up": self.data.get("turned_up")})
            if isinstance(merged, Mapping):
                body["contract"] = merged["contract"]
            return
        contract = {"trump": trump, "turned_up": self.data.get("turned_up")}
        body["contract"] = {key: value for key, value in contract.items() if value is not None}

    # ---- belote before the auction

    def _is_before_auction(self, rules: Rules) -> bool:
        """Whether a card is turned up and the last cards are still to be dealt; else it is that of a log."""
        if "turned_up" not in self.data or not turns_up(rules):
            return False
        is_rebuilt = "deal" not in self.data and bool(self.data.get("plays"))
        is_dealt = any(len(hand) == rules.cards_each for hand in self._hands(rules))
        return "stock" in self.data or not (is_dealt or is_rebuilt)

    def _hands(self, rules: Rules) -> list[tuple[Card, ...]]:
        """The hands as far as they can be read."""
        deal, _ = parse_deal(self.data.get("deal", {}), None, rules, self.notation, [])
        return list(deal.hands.values())

    def _turned_up(self) -> Card | None:
        try:
            return parse_card(self.data["turned_up"], self.notation)
        except UnreadableError as error:
            self.faults.append(Fault("/turned_up", error.faults[0].detail, FaultKind.unreadable))
            return None

    def _parse_before_auction(self, body: dict[Any, object], rules: Rules) -> Position | None:
        """The dealt part, checked as a deal of fewer cards with turned-up card and pack as its stock."""
        for key in ("plays", "contract", "leader", "left_over"):
            if body.pop(key, None) or (key not in POSITION_KEYS and self.data.get(key)):
                detail = f"with a card turned up the auction is still to come; leave out the {key}"
                self.faults.append(Fault(point("", key), detail))
        n_each, n_pack = rules.cards_each - N_DEALT_LATER, rules.n_players * N_DEALT_LATER - 1
        self._check_sizes(body, rules, n_each, f"before the auction each has {n_each}")
        pack = body.get("stock", [])
        if isinstance(pack, list) and len(pack) != n_pack:
            detail = (
                f"the rest of the pack has {len(pack)} cards, not {n_pack}; write them in the order in which "
                "they are dealt, without the card turned up"
            )
            self.faults.append(Fault("/stock", detail))
        body["stock"] = [self.data.get("turned_up"), *pack] if isinstance(pack, list) else pack
        before = replace(rules, cards_each=n_each, stock=n_pack + 1, short_deals=False)
        body["contract"] = {"trump": format_trump(rules.trumps[0], self.notation)}
        facts = self._parse_as(before, body)
        self.faults = [_moved(fault) for fault in self.faults]
        return facts

    # ---- all fours after a redeal

    def _has_redeal(self, rules: Rules) -> bool:
        """Whether some hand has cards to discard."""
        if rules.objective != Objective.four_points or rules.n_players != 2 or rules.stock:
            return False
        return any(len(hand) > rules.cards_each for hand in self._hands(rules))

    def _parse_redeal(self, body: dict[Any, object], rules: Rules) -> Position | None:
        n_each = rules.cards_each + N_DISCARDED
        self._check_sizes(body, rules, n_each, f"after a redeal each has {n_each}")
        if body.pop("plays", None):
            detail = f"with {n_each} cards each the discards are still to come; leave out the plays"
            self.faults.append(Fault("/plays", detail))
        trump = rules.trumps[0]
        if "turned_up" in self.data and (turned_up := self._turned_up()) is not None:
            trump = turned_up.suit
        self._name_trump(body, format_trump(trump, self.notation))
        return self._parse_as(replace(rules, cards_each=n_each, short_deals=False), body)

    # ---- both

    def _parse_as(self, rules: Rules, body: dict[Any, object]) -> Position | None:
        """The position by other rules of the same name; the hands' sizes have been checked."""
        body.pop("rules", None)
        try:
            return Position.from_dict({**body, "variant": rules.to_dict()})
        except SolverError as error:
            faults = [fault for fault in error.faults if not _is_of_size(fault)]
            self.faults += placed_faults(self.data, faults)
            return None

    def _check_sizes(self, body: Mapping[Any, object], rules: Rules, n_each: int, said: str) -> None:
        faults: list[Fault] = []
        deal, _ = parse_deal(body.get("deal", {}), None, rules, self.notation, faults)
        if faults:
            return
        for seat in rules.players:
            if seat in deal.hands and len(deal.hands[seat]) != n_each:
                detail = f"{seat} has {len(deal.hands[seat])} cards; {said}"
                self.faults.append(Fault(point("/deal", seat), detail))


def leads_by_taker(rules: Rules) -> bool:
    """Whether the first leader hangs on the taker and not on the dealer."""
    return rules.first_lead in (FirstLead.taker, FirstLead.taker_next)


def turns_up(rules: Rules) -> bool:
    """Whether a card is turned up for the auction, and the taker gets it: as in belote."""
    return (
        rules.scoring == Scoring.taker
        and bool(rules.belote)
        and not leads_by_taker(rules)
        and not rules.stock
        and rules.cards_each > N_DEALT_LATER
        and len(rules.deck) == rules.n_players * rules.cards_each
    )


def _is_of_size(fault: Fault) -> bool:
    return " is dealt " in fault.detail or fault.detail.startswith("the stock has ")


def _moved(fault: Fault) -> Fault:
    """A fault of the stand-in stock, whose first card is the one turned up, at its place in the request."""
    parts = fault.pointer.split("/")
    if parts[1:2] != ["stock"] or len(parts) < 3 or not parts[2].isdecimal():
        return fault
    index = int(parts[2])
    return replace(fault, pointer="/turned_up" if index == 0 else point("/stock", index - 1))
