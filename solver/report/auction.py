"""The auction in words: the calls as the players of each game say them, with symbols for suits."""

from solver.analysis import DealAnalysis
from solver.calls import call_text
from solver.game import start_auction
from solver.report import words
from solver.rules import AuctionKind
from solver.sentences import Seat, mark
from solver.speech import Speech

_TURNED_UP = mark("Turned up: {card}.")
_TURNED_UP_AGAIN = mark("Turned up: {card}, then {later}.")


def speakers(deal: DealAnalysis) -> tuple[str, ...]:
    """Return the seats in the order in which they speak; none where the log states no auction."""
    position = deal.position
    if not deal.auction or position.dealer is None:
        return ()
    return start_auction(position.rules, position.dealer).speakers


def turned_up_text(deal: DealAnalysis, speech: Speech) -> str:
    """Return the cards that were turned up to be taken; empty where there are none, or the log tells none."""
    cards = () if deal.bidding is None else deal.bidding.shown_cards
    if not cards:
        return ""
    symbols = Speech(speech.language, speech.notation, symbols=True)
    card, *others = map(symbols.card, cards)
    return speech.say(_TURNED_UP_AGAIN if others else _TURNED_UP, card=card, later="".join(others))


def auction_line(deal: DealAnalysis, speech: Speech) -> str:
    """Return the cards turned up and the calls on one line; empty where the log states none."""
    seats = speakers(deal)
    if not seats:
        return ""
    rules = deal.position.rules
    between = " " if rules.auction == AuctionKind.levels else ", "
    calls = between.join(call_text(call, rules, speech) for call in deal.auction)
    said = speech.say(words.AUCTION, seat=Seat(seats[0]), calls=calls)
    return f"{turned_up_text(deal, speech)} {said}".strip()
