"""Deals of a match that were thrown in: all players passed, nothing is played or scored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from solver.answer_row import SeatName, row, shows
from solver.cards import Card, Notation, format_card, parse_card
from solver.errors import (
    Fault,
    FaultKind,
    SolverError,
    UnreadableError,
    point,
    raise_faults,
    show,
    wrong,
    wrong_n,
)
from solver.fault_codes import Code
from solver.game.auctions.auction import no_list_of_calls
from solver.game.auctions.bridge import PASS as BRIDGE_PASS, call_of
from solver.game.auctions.reading import has_own_auction
from solver.game.auctions.speaking import write_call
from solver.game.auctions.start import start_auction
from solver.game.auctions.words import PASS, format_game_call, is_pass, parse_game_call
from solver.game.contract import parse_vulnerable
from solver.game.deal import find_card_faults
from solver.game.duplicate import Vulnerable
from solver.game.letters import parse_notation
from solver.game.notation import parse_card_list, parse_deal
from solver.game.remark_faults import find_log_faults
from solver.game.remarks import Remarks
from solver.game.turned_up import N_DEALT_LATER
from solver.labels import find_label_faults
from solver.rules import AuctionKind, Rules, Scoring, resolve_variant, stated_rules
from solver.seats import parse_seat
from solver.wrongs import no_truth

_OF_PLAY = ("contract", "leader", "plays", "result")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownIn:
    """One deal of a match in which all players passed: nothing was played, and nothing scored."""

    log_id: str | None = field(
        default=None, metadata=row("The deal's name, as in the request.", absent="if it has none", name="id")
    )
    rules: Rules
    index: int
    """Its place among all the deals of the match, from 0."""

    @property
    @shows("The game.")
    def variant(self) -> str:
        """The name of the game."""
        return self.rules.name

    passed_out: Literal[True] = field(
        default=True,
        init=False,
        metadata=row("Always true; a deal that was played does not have this field."),
    )
    dealer: SeatName | None = field(
        default=None, metadata=row("The dealer, as in the request.", absent="if it was not stated")
    )
    remarks: Remarks = field(default_factory=Remarks)
    """The other fields of a log of bridge."""
    vulnerable: Vulnerable | None = None
    """Bridge: the sides that are vulnerable, where the log says so."""


def is_thrown_in(body: object) -> bool:
    """True if a deal of a log states that all passed: by ``passed_out``, or by calls that are all passes."""
    if not isinstance(body, Mapping):
        return False
    if body.get("passed_out") is not None:
        return body["passed_out"] is not False
    calls = body.get("auction")
    if body.get("contract") is not None or not isinstance(calls, list | tuple) or not calls:
        return False
    return all(map(is_pass, calls)) and not _names_trumps(body, calls)


def _names_trumps(body: Mapping[Any, object], calls: Sequence[object]) -> bool:
    """True if the last call names trumps in the letters of the log: a French P is spades, not only a pass."""
    try:
        rules = resolve_variant(body.get("variant"))
    except SolverError:
        return False
    return has_own_auction(rules) and parse_game_call(calls[-1], rules, parse_notation(body)) in rules.trumps


def passes_of_one(body: Mapping[Any, object]) -> str | None:
    """Return the JSON pointer to the field of a single deal that states that all passed; None without one.

    Auctions of bridge are left out: they have a reader of their own.
    """
    if body.get("passed_out"):
        return "/passed_out"
    if not is_thrown_in(body):
        return None
    try:
        rules = resolve_variant(body.get("variant"), "/variant")
    except SolverError:
        return None
    # Fewer are an auction that is not over, more are too many: the auction's own reader says so.
    calls = body.get("auction")
    is_whole = isinstance(calls, list | tuple) and len(calls) == n_passes_of(rules)
    return "/auction" if is_whole and rules.scoring != Scoring.duplicate else None


def weave(others: Sequence[T], thrown_in: Sequence[ThrownIn]) -> Iterator[T | ThrownIn]:
    """Yield all deals of a match in order; ``others`` are those that were played, in order."""
    at = {deal.index: deal for deal in thrown_in}
    rest = iter(others)
    for index in range(len(others) + len(at)):
        yield at[index] if index in at else next(rest)


def read_thrown_in(body: Mapping[Any, object], index: int) -> ThrownIn:
    """Read a deal for which `is_thrown_in` is true.

    Raises SolverError with all its faults: fields of the play, other calls than passes or too few, a game
    in which no deal is thrown in, hands that cannot have been dealt.
    """
    stated = {key: value for key, value in body.items() if value is not None}
    faults: list[Fault] = []
    rules = stated_rules(stated)
    flag = stated.get("passed_out", True)
    if not isinstance(flag, bool):
        faults.append(Fault("/passed_out", no_truth("passed_out", flag), FaultKind.unreadable))
    faults += find_label_faults(stated)
    faults += find_played(stated)
    dealer = None
    if "dealer" in stated:
        try:
            dealer = parse_seat(stated["dealer"])
        except UnreadableError as error:
            faults.append(Fault("/dealer", error.faults[0].wrong, FaultKind.unreadable))
    notation = parse_notation(body)
    faults += _auction_faults(stated, rules, dealer, notation)
    faults += _card_faults(stated, rules, notation)
    raise_faults(faults)
    log_id = stated.get("id")
    is_bridge = rules.scoring == Scoring.duplicate
    return ThrownIn(
        log_id=log_id if isinstance(log_id, str) else None,
        rules=rules,
        index=index,
        dealer=dealer,
        remarks=Remarks.of_log(stated) if is_bridge else Remarks(),
        vulnerable=parse_vulnerable(stated["vulnerable"], rules, []) if "vulnerable" in stated else None,
    )


def find_played(stated: Mapping[Any, object]) -> Iterator[Fault]:
    """Yield a fault for each field of the play in a deal in which all passed."""
    for key in _OF_PLAY:
        if stated.get(key):
            played = wrong(
                Code.contradiction, "everybody passed, so nothing is played; leave out the {field}", field=key
            )
            yield Fault(point("", key), played)


def _auction_faults(
    stated: Mapping[Any, object], rules: Rules, dealer: str | None, notation: Notation
) -> Iterator[Fault]:
    n_passes = n_passes_of(rules)
    calls = stated.get("auction", ())
    is_bridge = rules.scoring == Scoring.duplicate
    others = {key: value for key, value in stated.items() if key not in ("result", "auction")}
    is_list = isinstance(calls, list | tuple)
    yield from find_log_faults(
        {**others, "auction": calls or None} if is_bridge and is_list else others, rules, None, dealer
    )
    if not n_passes:
        never = wrong(Code.not_in_game, "no deal of {game} is thrown in by passing", game=rules.called)
        yield Fault("/auction" if "passed_out" not in stated else "/passed_out", never)
    elif not isinstance(calls, list | tuple):
        said = write_call(BRIDGE_PASS, notation) if is_bridge else format_game_call(PASS, rules, notation)
        passes = [said] * n_passes
        yield Fault("/auction", no_list_of_calls(calls, passes), FaultKind.unreadable)
    elif calls:
        strange = next((index for index, entry in enumerate(calls) if not is_pass(entry)), None)
        if strange is not None:
            no_pass = wrong(
                Code.contradiction,
                "{call} is no pass, but the deal is said to have been passed out",
                call=show(call_of(calls[strange])),
            )
            yield Fault(point("/auction", strange), no_pass)
        elif len(calls) != n_passes:
            many = wrong_n(
                Code.bad_call,
                "there is one pass; {needed} passes throw in a deal of {game}",
                "there are {n} passes; {needed} passes throw in a deal of {game}",
                len(calls),
                needed=n_passes,
                game=rules.called,
            )
            yield Fault("/auction", many)


def n_passes_of(rules: Rules) -> int:
    """Return the number of passes that throw in a deal; 0 without an auction, or with a forced taker."""
    if rules.auction == AuctionKind.none:
        return 0
    auction = start_auction(rules, rules.players[0])
    while not auction.is_over:
        call = auction.calls()[0]
        if not is_pass(call):
            return 0
        auction = auction.call(call)
    return len(auction.said)


def _card_faults(stated: Mapping[Any, object], rules: Rules, notation: Notation) -> list[Fault]:
    """Find the faults of the cards: hands, whole or as before the auction, and the cards beside them."""
    faults: list[Fault] = []
    apart: dict[str, Card | None] = {}
    if "turned_up" in stated:
        try:
            apart["/turned_up"] = parse_card(stated["turned_up"], notation)
        except UnreadableError as error:
            faults.append(Fault("/turned_up", error.faults[0].wrong, FaultKind.unreadable))
    left_over = parse_card_list(stated.get("left_over", ()), notation, "/left_over", faults)
    apart |= {point("/left_over", index): card for index, card in enumerate(left_over)}
    if "deal" not in stated:
        return faults
    deal, places = parse_deal(stated["deal"], stated.get("stock"), rules, notation, faults)
    if faults:
        return faults
    faults += find_card_faults(deal, rules, notation, places)
    n_each = {rules.cards_each}
    if rules.auction == AuctionKind.turned_up:
        n_each.add(rules.cards_each - N_DEALT_LATER)
    found = {len(deal.hands.get(seat, ())) for seat in rules.players}
    if len(found) > 1 or not found <= n_each or not set(deal.hands) <= set(rules.players):
        uneven = wrong(
            Code.wrong_hand_size,
            "the hands are not those of a deal of {game}, which has {size} cards each",
            game=rules.called,
            size=rules.cards_each,
        )
        faults.append(Fault("/deal", uneven))
    dealt = set(deal.cards())
    for pointer, card in apart.items():
        if card in dealt:
            twice = wrong(Code.duplicate_card, "{card} was dealt", card=format_card(card, notation))
            faults.append(Fault(pointer, twice))
    return faults
