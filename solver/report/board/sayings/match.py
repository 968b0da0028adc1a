"""The sentences of the match, of the graph and of the table of contracts, for the board's modules."""

from collections.abc import Mapping

from solver.analysis import SIGNS
from solver.report import words as report_words
from solver.report.par import OR_ELSE
from solver.rules import CAPOT
from solver.sentences import Message, mark

MATCH_SAYS: Mapping[str, Message] = {
    # The match, and the way from deal to deal.
    "deals": mark("The deals"),
    "match_deals": report_words.MATCH_DEALS,
    "match_sides": report_words.MATCH_SIDES,
    "previous_deal": mark("← Previous deal"),
    "next_deal": mark("Next deal →"),
    "to_match": mark("The whole match"),
    "sort_by": mark("Sort by: {head}"),
    "side_named": mark("{side} ({players})"),
    "log_faults": report_words.FAULTS,
    # What is told of a deal.
    "story": mark("The story of the deal"),
    "story_rest": mark("More of the story"),
    "turns": report_words.TURNS,
    "players": report_words.PLAYERS,
    # The graph.
    "graph": mark("What {side} will have with best play, card by card"),
    "graph_difference": report_words.GRAPH_DIFFERENCE,
    "better_for": mark("better for {side}"),
    "graph_points": mark("Cards that gave something away"),
    "graph_table": mark("The graph as a table"),
    "graph_trick": report_words.TRICK,
    "graph_player": report_words.PLAYER,
    "graph_card": report_words.CARD,
    "graph_result": mark("result"),
    "gives_away": mark("gives something away"),
    "point": mark("{seat}, {card}, {grade}: {result}"),
    # Every contract, and par.
    "contracts": report_words.ALL_CONTRACTS,
    "contracts_ask": mark("Work out every contract"),
    "contracts_wait": mark("Every contract is being worked out…"),
    "contracts_done": mark("Every contract has been worked out."),
    "contracts_need_service": mark("Every contract can be worked out where the service is at hand."),
    "contracts_legend": mark(
        "result of the taker’s side with best play · ✓ the contract is made, by the best bid where there are "
        "bids · ✗ not made"
    ),
    "cancel": mark("Cancel"),
    "cancelled": mark("It was cancelled."),
    "open_contract": mark("Play this contract on the board"),
    "trumps": mark("trumps"),
    "leads_first": report_words.LEADS_FIRST,
    "capot": CAPOT,
    "no_trumps": report_words.NT,
    "contract_bid": mark("{result}; a bid of {bid} is made"),
    "contract_made": mark("{result}; the contract is made"),
    "contract_not": mark("{result}; no contract is made"),
    "contract_by": mark("{contracts} by {takers}"),
    "contract_leading": mark("{contracts} with {leaders} leading"),
    "scores": report_words.SCORES,
    "best_for": mark("Best for {side}"),
    "no_contract": mark("no contract that it can make"),
    "par": mark("Par"),
    "par_when": mark("Par when {side} opens"),
    "all_pass": mark("all pass: no bid is worth making"),
    "nothing": mark("nothing to either side"),
    # What is heard in the place of the sign of a mistake.
    **{f"sign_{sign}": report_words.GRADES[grade] for grade, sign in SIGNS.items()},
    f"sign_{report_words.UNPROVED}": report_words.UNJUDGED,
    "sign_open": report_words.OPEN,
    # And of signs between numbers.
    "heard_pair": mark("{n} to {m}"),
    "heard_change": mark("{before}, then {after}"),
    "heard_about": mark("about {n}, give or take {error}"),
    "heard_give": mark("give or take"),
    "labelled": mark("{label}: {said}"),
    "either": mark("{first} or {last}"),
    "or_else": OR_ELSE,
}
