"""The names of errors in an auction, as players have them: a call that was missed, too high, too low."""

from collections.abc import Mapping

from solver.calls import CallWorth
from solver.game import DOUBLED, REDOUBLED, is_pass
from solver.rules import AuctionKind
from solver.sentences import mark, mark_in
from solver.speech import Speech

LIKELY = 0.5
"""A contract that is made less often is not bid to be made."""

_OVERBID = mark("Overbid")
_TOO_LOW = mark("Too low")
_OTHER = mark("Another call was better")
_MISSED = mark("Missed contract")
_MISSED_TAKE = mark("Missed take")
_WRONG_TAKE = mark("Wrong take")
_MISSED_DOUBLES: Mapping[str, Mapping[int, tuple[str, str]]] = {
    "contre": {DOUBLED: mark_in("contre", "Missed double"), REDOUBLED: mark_in("contre", "Missed redouble")},
    "coinche": {
        DOUBLED: mark_in("coinche", "Missed double"),
        REDOUBLED: mark_in("coinche", "Missed redouble"),
    },
}
_WRONG_DOUBLES: Mapping[str, Mapping[int, tuple[str, str]]] = {
    "contre": {DOUBLED: mark_in("contre", "Wrong double"), REDOUBLED: mark_in("contre", "Wrong redouble")},
    "coinche": {DOUBLED: mark_in("coinche", "Wrong double"), REDOUBLED: mark_in("coinche", "Wrong redouble")},
}


def error_text(made: CallWorth, best: CallWorth, speech: Speech, *, is_low: bool, is_short: bool) -> str:
    """Name the error of a call beside a better one.

    is_low: it is a bid in the trumps of the better one, and lower.
    is_short: its contract is made less often than it must be, or than not.
    """
    bid, wanted, called = made.contract, best.contract, made.rules.double_called
    if wanted is not None and is_double(best):
        context, said = _MISSED_DOUBLES[called][wanted.multiplier]
        return speech.translate(said, context)
    takes = made.rules.auction not in (AuctionKind.bids, AuctionKind.levels, AuctionKind.proposal)
    if is_pass(made.said):
        is_made = best.makes is None or best.makes.mean >= LIKELY
        return speech.say(_OTHER if not is_made else _MISSED_TAKE if takes else _MISSED)
    if is_pass(best.said) and bid is not None and is_double(made):
        context, said = _WRONG_DOUBLES[called][bid.multiplier]
        return speech.translate(said, context)
    if is_low:
        return speech.say(_TOO_LOW)
    if is_pass(best.said):
        return speech.say((_WRONG_TAKE if takes else _OVERBID) if is_short else _OTHER)
    if bid is None or wanted is None or is_double(made):
        return speech.say(_OTHER)
    is_over = bid.trump == wanted.trump or ((wanted.bid or 0) < (bid.bid or 0) and is_short)
    return speech.say(_OVERBID if is_over else _OTHER)


def is_double(worth: CallWorth) -> bool:
    """True of a double and a redouble."""
    return worth.contract is not None and worth.contract.multiplier > 1 and not is_pass(worth.said)
