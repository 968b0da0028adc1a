"""The auction in words: the calls as the players of each game say them, with symbols for suits."""

from collections.abc import Mapping

from solver.analysis import DealAnalysis
from solver.cards import SYMBOLS
from solver.game import PASS, start_auction, trump_of
from solver.report import words as words
from solver.report.contract import trump_name
from solver.rules import CAPOT, AuctionKind, Rules
from solver.sentences import mark, mark_in
from solver.speech import Speech

_WORDS: Mapping[str, tuple[str, str]] = {
    "pass": mark_in("call", "pass"),
    "take": mark_in("call", "take"),
    "propose": mark_in("call", "propose"),
    "refuse": mark_in("call", "refuse"),
    "accept": mark_in("call", "accept"),
}
_DOUBLES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "contre": {"double": mark_in("contre", "double"), "redouble": mark_in("contre", "redouble")},
    "coinche": {"double": mark_in("coinche", "double"), "redouble": mark_in("coinche", "redouble")},
}
_TAKES_IN = mark("take {suit}")


def speakers(deal: DealAnalysis) -> tuple[str, ...]:
    """Return the seats in the order in which they speak; none where the log states no auction."""
    position = deal.position
    if not deal.auction or position.dealer is None:
        return ()
    return start_auction(position.rules, position.dealer).speakers


def auction_line(deal: DealAnalysis, speech: Speech) -> str:
    """Return the calls on one line; empty where the log states none."""
    seats = speakers(deal)
    if not seats:
        return ""
    rules = deal.position.rules
    between = " " if rules.auction == AuctionKind.levels else ", "
    calls = between.join(call_text(call, rules, speech) for call in deal.auction)
    return speech.say(words.AUCTION, seat=speech.letters(seats[0]), calls=calls)


def call_text(call: str, rules: Rules, speech: Speech) -> str:
    """Return a call in the reader's words, with the symbol of its suit."""
    if rules.auction == AuctionKind.levels:
        return _bridge_call(call, speech)
    if (said := {**_WORDS, **_DOUBLES[rules.double_called]}.get(call)) is not None:
        context, word = said
        return speech.translate(word, context)
    trump = trump_of(call)
    assert trump is not None, "the other calls name trumps"
    points, suit = call.removesuffix(trump), trump_name(trump, speech)
    if points == "take":
        return speech.say(_TAKES_IN, suit=suit)
    if points == CAPOT:
        return f"{speech.say(CAPOT)} {suit}"
    return f"{points}{suit}" if trump in SYMBOLS else f"{points} {suit}".strip()


def _bridge_call(call: str, speech: Speech) -> str:
    if call == PASS:
        return speech.say(words.PASS)
    if call.endswith("NT"):
        return call[:-2] + speech.say(words.NT)
    return call[:-1] + SYMBOLS[call[-1]] if call[-1] in SYMBOLS else call
