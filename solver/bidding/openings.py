"""Openings: the things that happen before the first card in a game, as its rules have them."""

from solver.rules import AuctionKind, FirstLead, Rules


def leads_by_taker(rules: Rules) -> bool:
    """True if the first leader depends on the taker and not on the dealer."""
    return rules.first_lead in (FirstLead.taker, FirstLead.taker_next)


def is_all_fours(rules: Rules) -> bool:
    """True if trumps are turned up, and another suit can be proposed: all fours, but not with a stock."""
    return rules.auction == AuctionKind.proposal
