"""The sentences of the last trick that a mistake costs, in English, beside what it gives away for it."""

from collections.abc import Mapping

from solver.reasons.reason import Reason
from solver.sentences import Message, mark

WAYS_OF_LAST: Mapping[tuple[Reason, str], Message] = {
    (Reason.lead_given, "costs_last"): mark(
        "{card} gives {seat} the lead, not {holder}, and costs the last trick"
    ),
    (Reason.lead_given, "costs_and_last"): mark(
        "{card} gives {seat} the lead, not {holder}, and costs {cards} and the last trick"
    ),
    (Reason.lead_given, "ruffs_costs_last"): mark(
        "{seat} ruffs with {other} and gets the lead, not {holder}, which costs the last trick"
    ),
    (Reason.lead_given, "ruffs_costs_and_last"): mark(
        "{seat} ruffs with {other} and gets the lead, not {holder}, which costs {cards} and the last trick"
    ),
    (Reason.lead_given, "overruffs_costs_last"): mark(
        "{seat} overruffs with {other} and gets the lead, not {holder}, which costs the last trick"
    ),
    (Reason.lead_given, "overruffs_costs_and_last"): mark(
        "{seat} overruffs with {other} and gets the lead, not {holder}, which costs {cards} "
        "and the last trick"
    ),
    (Reason.lead_taken, "costs_last"): mark(
        "{holder} should have the lead after this trick, not {seat}, or it costs the last trick"
    ),
    (Reason.lead_taken, "costs_and_last"): mark(
        "{holder} should have the lead after this trick, not {seat}, or it costs {cards} and the last trick"
    ),
    (Reason.keep, "costs_last"): mark("Parting with {card} costs the last trick"),
    (Reason.keep, "costs_and_last"): mark("Parting with {card} costs {cards} and the last trick"),
}
"""The sentences of reasons that are told in several ways, by the value ``way``."""
