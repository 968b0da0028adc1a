"""Openings: the things that happen before the first card in a game, as its rules have them."""

from solver.game import N_DEALT_LATER
from solver.rules import AuctionKind, FirstLead, Objective, Rules


def leads_by_taker(rules: Rules) -> bool:
    """True if the first leader depends on the taker and not on the dealer."""
    return rules.first_lead in (FirstLead.taker, FirstLead.taker_next)


def is_all_fours(rules: Rules) -> bool:
    """True if trumps are turned up, and another suit can be proposed: all fours, but not with a stock."""
    return rules.objective == Objective.four_points and not rules.stock


def turns_up(rules: Rules) -> bool:
    """True if a card is turned up for the auction, and the taker gets it: as in belote."""
    return (
        rules.auction == AuctionKind.turned_up
        and not leads_by_taker(rules)
        and not rules.stock
        and rules.cards_each > N_DEALT_LATER
        and len(rules.deck) == rules.n_players * rules.cards_each
    )
