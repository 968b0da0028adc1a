"""The auction in words: the calls as the players of each game say them, with symbols for suits."""

from solver.analysis import DealAnalysis
from solver.calls import call_text
from solver.game import start_auction
from solver.report import words as words
from solver.rules import AuctionKind
from solver.speech import Speech


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
