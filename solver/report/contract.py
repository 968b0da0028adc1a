"""The contract of a deal in words: what is played for, by whom, and who deals."""

from collections.abc import Mapping

from solver.cards import SYMBOLS
from solver.game import DOUBLED, REDOUBLED, RISK_SIGNS, Position, Vulnerable
from solver.report import words
from solver.rules import CAPOT, CAPOT_BID, Scoring
from solver.sentences import mark_in
from solver.speech import Speech

_BIDS_DOUBLED: Mapping[str, Mapping[int, tuple[str, str]]] = {
    "contre": {
        DOUBLED: mark_in("contre", "{seat} bids {bid}, doubled"),
        REDOUBLED: mark_in("contre", "{seat} bids {bid}, redoubled"),
    },
    "coinche": {
        DOUBLED: mark_in("coinche", "{seat} bids {bid}, doubled"),
        REDOUBLED: mark_in("coinche", "{seat} bids {bid}, redoubled"),
    },
}


def contract_parts(position: Position, speech: Speech) -> list[str]:
    """Return what is played for, and who deals, as phrases of one line."""
    say, contract = speech.say, position.contract
    dealer = [] if position.dealer is None else [say(words.DEALS, seat=speech.letters(position.dealer))]
    if (
        position.rules.scoring == Scoring.duplicate
        and contract.bid is not None
        and contract.taker is not None
    ):
        return [*_bridge_parts(position, speech), *dealer]
    parts = [trumps_text(contract.trump, speech)]
    if contract.taker is not None:
        taker = speech.letters(contract.taker)
        if contract.bid is None:
            parts.append(say(words.TAKES, seat=taker))
        else:
            bid = bid_text(contract.bid, speech)
            risked = _BIDS_DOUBLED[position.rules.double_called].get(contract.multiplier)
            if risked is None:
                parts.append(say(words.BIDS, seat=taker, bid=bid))
            else:
                context, said = risked
                parts.append(speech.translate(said, context).format(seat=taker, bid=bid))
    parts += dealer
    if contract.turned_jacks:
        parts.append(say(words.N_JACKS, contract.turned_jacks))
    if contract.refused:
        parts.append(say(words.REFUSED))
    return parts


def _bridge_parts(position: Position, speech: Speech) -> list[str]:
    contract = position.contract
    strain = SYMBOLS.get(contract.trump) or speech.say(words.NT)
    bid = f"{contract.bid}{strain}{RISK_SIGNS[contract.multiplier]}"
    taker = speech.letters(contract.taker or "")
    return [
        speech.say(words.BID_BY, contract=bid, seat=taker),
        vulnerable_text(contract.vulnerable, speech),
    ]


def trumps_text(trump: str, speech: Speech) -> str:
    """Name the trumps: a suit's symbol with the word, or no trumps, or all trumps."""
    symbol = SYMBOLS.get(trump)
    return speech.trump(trump) if symbol is None else speech.say(words.TRUMPS, suit=symbol)


def bid_text(bid: int | None, speech: Speech) -> str:
    """Return a bid as players say it; a bid of all the tricks is ``capot``."""
    return speech.say(CAPOT) if bid == CAPOT_BID else str(bid)


def vulnerable_text(vulnerable: Vulnerable, speech: Speech) -> str:
    """Say which sides are vulnerable at bridge."""
    side = vulnerable.value if vulnerable.value in ("NS", "EW") else ""
    return speech.say(words.VULNERABLE[vulnerable.value], side=speech.letters(side))
