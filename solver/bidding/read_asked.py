"""The reader of requests for a table: the deal that they show, and every fault, each at its place."""

from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from solver.cards import Card, Notation, format_card, format_trump, parse_card
from solver.errors import (
    Fault,
    SolverError,
    UnreadableError,
    point,
    raise_faults,
    wrong,
)
from solver.fault_codes import Code
from solver.game import (
    ASIDE_KEYS,
    DEAL_KEYS,
    N_DEALT_LATER,
    N_DISCARDED,
    POSITION_KEYS,
    Deal,
    Pack,
    Position,
    count_cards,
    deal_again,
    find_card_faults,
    find_log_faults,
    find_remark_faults,
    parse_card_list,
    parse_deal,
    parse_notation,
    placed_faults,
    read_aside,
    read_contract,
    read_told_position,
    turns_up,
    with_turned_up,
)
from solver.rules import AuctionKind, Rules, stated_rules
from solver.sentences import Phrase, Seat, phrase
from solver.wrongs import no_field

TABLE_KEYS = DEAL_KEYS
"""The fields of a request for a table."""


_LATER = ("plays", "contract", "leader", "left_over")
"""The fields of what comes after an auction."""

_EMPTY: Mapping[str, tuple[type, ...]] = {
    "plays": (list, tuple),
    "left_over": (list, tuple),
    "contract": (Mapping,),
}
"""The types of the values that say nothing where they are empty."""


class DealReader:
    """Reads a request: its own fields, and the rest as the position of a stand-in contract."""

    def __init__(self, data: Mapping[Any, object]) -> None:
        self.data = data
        self.notation: Notation = parse_notation(data)
        self.faults: list[Fault] = []

    def read(self) -> dict[str, Any]:
        """Return the fields of `TableDeal`; raises SolverError with every fault of the request."""
        # Step 1. The request's own fields.
        rules = self._rules()
        turned_up: Card | None = None
        for key in self.data:
            if key not in TABLE_KEYS:
                self.faults.append(Fault(point("", key), no_field(key, TABLE_KEYS)))
        body = {key: value for key, value in self.data.items() if key in POSITION_KEYS}
        trump = None
        pack: Pack | None = None
        facts: Position | None = None
        leads_always = True
        if rules is not None:
            self.faults += find_remark_faults(self.data, rules)
        # Step 2. The deal, at the stage at which the request shows it.
        if rules is None:
            facts = self._parse(body)
            self._leave_the_trump()
        elif self._is_before_auction(rules):
            self._leave_the_play(body)
            turned_up = self._turned_up()
            facts = self._parse_before_auction(body, rules)
        elif self._has_pack(rules):
            self._check_calls(rules)
            facts, pack = self._parse_with_pack(body, rules)
            trump = None if pack is None else pack.turned_up.suit
        elif self._has_redeal(rules):
            self._check_calls(rules)
            facts = self._parse_redeal(body, rules)
            read_aside(self.data, facts, self.faults)
            is_known = "contract" in self.data or "turned_up" in self.data
            trump = facts.contract.trump if facts is not None and is_known else None
        else:
            leads_always = self._stand_in(body, rules)
            facts = self._parse(body)
            read_aside(self.data, facts, self.faults)
        # Step 3. All faults at once, or the deal without what stood in for an auction or a contract.
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
            "leader": facts.first_leader if leads_always and not rules.leads_by_taker else None,
            "turned_up": turned_up,
            "trump": trump,
            "pack": pack,
            "vulnerable": facts.contract.vulnerable,
        }

    def _rules(self) -> Rules | None:
        """Return the rules, or None if they have a fault, which the position's own reader finds too."""
        try:
            return stated_rules(self.data)
        except SolverError:
            return None

    def _leave_the_trump(self) -> None:
        """Leave out the fault that no trump is named, of a request that needs none."""
        if "contract" not in self.data:
            self.faults = [fault for fault in self.faults if fault.pointer != "/contract/trump"]

    def _parse(self, body: Mapping[Any, object]) -> Position | None:
        try:
            return Position.from_dict(body)
        except SolverError as error:
            # Of a missing dealer it is enough to tell once, and so of a result.
            known = {fault.pointer for fault in self.faults} & {"/dealer", "/result"}
            found = placed_faults(self.data, error.faults)
            self.faults += [fault for fault in found if fault.pointer not in known]
            return None

    def _stand_in(self, body: dict[Any, object], rules: Rules) -> bool:
        """Complete the position; return True if leader and dealer are those of the request."""
        if "contract" in body and "result" in self.data:
            body["result"] = self.data["result"]
        if self._has_contract(rules):
            body |= {key: self.data[key] for key in ("auction", "turned_up", "result") if key in self.data}
        else:
            if "auction" in self.data:
                body.pop("plays", None)
            self._name_trump(body, format_trump(rules.trumps[0], self.notation))
        if "leader" in body or body.get("plays"):
            return True
        if rules.leads_by_taker:
            body["leader"] = rules.players[0]
            return True
        if "dealer" in body or rules.has_taker:
            return True
        body["leader"] = rules.players[0]
        return False

    def _has_contract(self, rules: Rules) -> bool:
        """True if an auction is stated, and the request has a contract or that auction ends in one.

        Notes the faults of any other auction.
        """
        if "auction" not in self.data:
            return False
        if "contract" in self.data:
            return True
        faults: list[Fault] = []
        if rules.auction == AuctionKind.none:
            faults += find_log_faults(self.data, rules, None, None)
        elif read_contract(self.data, rules, self.notation, faults)[0] is not None:
            return True
        self._note(faults)
        return False

    def _check_calls(self, rules: Rules) -> None:
        """Note what is wrong with the calls of an auction whose contract is not asked for."""
        if "auction" in self.data:
            faults: list[Fault] = []
            read_contract(self.data, rules, self.notation, faults)
            self._note(fault for fault in faults if fault.pointer.startswith("/auction"))

    def _note(self, faults: Iterable[Fault]) -> None:
        """Note the faults of an auction; where no card was played, it need not tell the contract."""
        is_bare = not self._says("plays")
        self.faults += [fault for fault in faults if not (is_bare and _is_no_contract(fault))]

    def _name_trump(self, body: dict[Any, object], trump: str) -> None:
        """Give a request without a contract one of ``trump``, with the card that it says was turned up."""
        if "contract" in body:
            beside = {key: self.data.get(key) for key in ("turned_up", "auction")}
            merged = with_turned_up(body | beside)
            if isinstance(merged, Mapping):
                body["contract"] = merged["contract"]
            return
        turned_up = self.data.get("turned_up")
        with suppress(UnreadableError):  # the contract's own reader names the fault
            trump = format_trump(parse_card(turned_up, self.notation).suit, self.notation)
        contract = {"trump": trump, "turned_up": turned_up}
        body["contract"] = {key: value for key, value in contract.items() if value is not None}

    # ---- belote before the auction

    def _is_before_auction(self, rules: Rules) -> bool:
        """True if a card is turned up and the last cards are still to be dealt; else it is that of a log."""
        if "turned_up" not in self.data or not turns_up(rules):
            return False
        is_rebuilt = "deal" not in self.data and bool(self.data.get("plays"))
        is_dealt = any(len(hand) == rules.cards_each for hand in self._hands(rules))
        return "stock" in self.data or not (is_dealt or is_rebuilt)

    def _leave_the_play(self, body: dict[Any, object]) -> None:
        """Check a log told as it was dealt, with its auction, and leave what came after that."""
        if "auction" not in self.data:
            return
        # Without a dealer there is another fault, and nothing can be dealt.
        if "dealer" in self.data:
            told = (*POSITION_KEYS, *ASIDE_KEYS, "auction")
            try:
                read_told_position({key: value for key, value in self.data.items() if key in told})
            except SolverError as error:
                self._note(error.faults)
            raise_faults(self.faults)
        for key in _LATER:
            body.pop(key, None)
        self.data = {key: value for key, value in self.data.items() if key not in _LATER}

    def _hands(self, rules: Rules) -> list[tuple[Card, ...]]:
        """Return the hands as far as they can be read."""
        deal, _ = parse_deal(self.data.get("deal", {}), None, rules, self.notation, [])
        return list(deal.hands.values())

    def _turned_up(self) -> Card | None:
        try:
            return parse_card(self.data["turned_up"], self.notation)
        except UnreadableError as error:
            self.faults.append(replace(error.faults[0], pointer="/turned_up"))
            return None

    def _parse_before_auction(self, body: dict[Any, object], rules: Rules) -> Position | None:
        """Return the dealt part, checked as a deal of fewer cards, turned-up card and pack as its stock."""
        self._refuse_what_comes_later(body)
        n_each, n_pack = rules.cards_each - N_DEALT_LATER, rules.n_players * N_DEALT_LATER - 1
        self._check_sizes(body, rules, n_each, phrase("before the auction each has {size}", size=n_each))
        pack = body.get("stock", [])
        if isinstance(pack, list) and len(pack) != n_pack:
            lacking = wrong(
                Code.wrong_stock_size,
                "the rest of the pack has {cards}, not {size}; write them in the order in which they are "
                "dealt, without the card turned up",
                cards=count_cards(len(pack)),
                size=n_pack,
            )
            self.faults.append(Fault("/stock", lacking))
        body["stock"] = [self.data.get("turned_up"), *pack] if isinstance(pack, list) else pack
        before = replace(rules, cards_each=n_each, stock=n_pack + 1, short_deals=False)
        body["contract"] = {"trump": format_trump(rules.trumps[0], self.notation)}
        facts = self._parse_as(before, body, checked=(Code.wrong_hand_size, Code.wrong_stock_size))
        self.faults = [_moved(fault) for fault in self.faults]
        return facts

    def _refuse_what_comes_later(self, body: dict[Any, object]) -> None:
        """Report what a deal whose auction is still to come cannot say yet."""
        for key in _LATER:
            body.pop(key, None)
            if self._says(key):
                early = wrong(
                    Code.contradiction,
                    "with a card turned up the auction is still to come; leave out the {field}",
                    field=key,
                )
                self.faults.append(Fault(point("", key), early))

    # ---- all fours before a redeal

    def _has_pack(self, rules: Rules) -> bool:
        """True if a card is turned up above a pack in order, so that another suit may be proposed."""
        return rules.auction == AuctionKind.proposal and "turned_up" in self.data and "stock" in self.data

    def _parse_with_pack(self, body: dict[Any, object], rules: Rules) -> tuple[Position | None, Pack | None]:
        """Return the deal without the pack, and the pack; both are checked together."""
        self._refuse_more_than_two(rules, "/stock")
        self._refuse_what_comes_later(body)
        body.pop("stock", None)
        turned_up = self._turned_up()
        stated = parse_card_list(self.data["stock"], self.notation, "/stock", self.faults)
        trump = rules.trumps[0] if turned_up is None else turned_up.suit
        body["contract"] = {"trump": format_trump(trump, self.notation)}
        facts = self._parse(body)
        if facts is None or turned_up is None or self.faults:
            return facts, None
        pack = Pack(turned_up, tuple(card for card in stated if card is not None))
        whole = Deal(facts.deal.hands, (turned_up, *pack.cards))
        self.faults += map(_moved, find_card_faults(whole, rules, self.notation))
        if facts.dealer is None:
            missing = wrong(Code.missing, "there is no dealer; who may propose another suit hangs on it")
            self.faults.append(Fault("/dealer", missing))
        elif deal_again(rules, facts.dealer, facts.deal.hands, pack) is None:
            few = wrong(
                Code.wrong_stock_size,
                "no card of another suit than that of {card} lies in the pack below the {n_dealt} cards of a "
                "redeal; write it in the order in which it is dealt, without the card turned up",
                card=format_card(turned_up, self.notation),
                n_dealt=rules.n_players * N_DISCARDED,
            )
            self.faults.append(Fault("/stock", few))
        return facts, pack

    def _refuse_more_than_two(self, rules: Rules, pointer: str) -> None:
        if rules.n_players != 2:
            two = wrong(Code.not_done_here, "what to discard after a redeal is solved for two players only")
            raise_faults([Fault(pointer, two)])

    # ---- all fours after a redeal

    def _has_redeal(self, rules: Rules) -> bool:
        """True if some hand has cards to discard."""
        n_each = rules.cards_each + N_DISCARDED
        hands = self._hands(rules) if rules.auction == AuctionKind.proposal else []
        if rules.n_players != 2:
            return bool(hands) and all(len(hand) == n_each for hand in hands)
        return any(len(hand) > rules.cards_each for hand in hands)

    def _parse_redeal(self, body: dict[Any, object], rules: Rules) -> Position | None:
        self._refuse_more_than_two(rules, "/deal")
        n_each = rules.cards_each + N_DISCARDED
        self._check_sizes(body, rules, n_each, phrase("after a redeal each has {size}", size=n_each))
        body.pop("plays", None)
        if self._says("plays"):
            early = wrong(
                Code.contradiction,
                "with {size} cards each the discards are still to come; leave out the plays",
                size=n_each,
            )
            self.faults.append(Fault("/plays", early))
        self._name_trump(body, format_trump(rules.trumps[0], self.notation))
        after = replace(rules, cards_each=n_each, short_deals=False)
        return self._parse_as(after, body, checked=(Code.wrong_hand_size,))

    # ---- both

    def _says(self, key: str) -> bool:
        """True if a field is there, and no empty list or object where that says as much as none."""
        value = self.data.get(key)
        return value is not None and (bool(value) or not isinstance(value, _EMPTY.get(key, ())))

    def _parse_as(self, rules: Rules, body: dict[Any, object], checked: Container[Code]) -> Position | None:
        """Return the position by other rules of the same name.

        checked: the codes of the faults of size that have been looked for already.
        """
        body.pop("rules", None)
        try:
            return Position.from_dict({**body, "variant": rules.to_dict()})
        except SolverError as error:
            faults = [fault for fault in error.faults if fault.code not in checked]
            self.faults += placed_faults(self.data, faults)
            return None

    def _check_sizes(self, body: Mapping[Any, object], rules: Rules, n_each: int, said: Phrase) -> None:
        faults: list[Fault] = []
        deal, _ = parse_deal(body.get("deal", {}), None, rules, self.notation, faults)
        if faults:
            return
        for seat in rules.players:
            if seat in deal.hands and len(deal.hands[seat]) != n_each:
                uneven = wrong(
                    Code.wrong_hand_size,
                    "{seat} has {cards}; {right}",
                    seat=Seat(seat),
                    cards=count_cards(len(deal.hands[seat])),
                    right=said,
                )
                self.faults.append(Fault(point("/deal", seat), uneven))


def _is_no_contract(fault: Fault) -> bool:
    """True for an auction that is open, or all passes, or for a card that is not known."""
    return fault.code == Code.no_contract or (fault.pointer, fault.code) == ("/turned_up", Code.missing)


def _moved(fault: Fault) -> Fault:
    """Move a fault of the stand-in stock, which begins with the card turned up, to its place."""
    parts = fault.pointer.split("/")
    if parts[1:2] != ["stock"] or len(parts) < 3 or not parts[2].isdecimal():
        return fault
    index = int(parts[2])
    return replace(fault, pointer="/turned_up" if index == 0 else point("/stock", index - 1))
