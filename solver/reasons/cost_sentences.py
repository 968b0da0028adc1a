"""The sentences of the cards that a mistake costs, and of the last trick, in English."""

from collections.abc import Mapping, Sequence

from solver.cards import Card
from solver.reasons.reason import Reason
from solver.sentences import Message, mark
from solver.speech import Place, Speech

_OF_HOLDER = mark("{holder}'s {cards}")

WAYS_OF_LAST: Mapping[tuple[Reason, str], Message] = {
    (Reason.last_trick, "given"): mark(
        "{best} leaves this trick to {seat}'s {card}, which otherwise wins the last one"
    ),
    (Reason.last_trick, "ten_given"): mark(
        "{best} leaves this trick to {seat}'s {card}, which otherwise wins the last one and its ten points"
    ),
    (Reason.last_trick, "ten_and_given"): mark(
        "{best} leaves this trick to {seat}'s {card}, which otherwise wins the last one, its ten points "
        "and {prize}"
    ),
    (Reason.last_trick, "forced"): mark(
        "{best} forces {seat} to ruff with {card}, which otherwise wins the last trick"
    ),
    (Reason.last_trick, "ten_forced"): mark(
        "{best} forces {seat} to ruff with {card}, which otherwise wins the last trick and its ten points"
    ),
    (Reason.last_trick, "ten_and_forced"): mark(
        "{best} forces {seat} to ruff with {card}, which otherwise wins the last trick, its ten points "
        "and {prize}"
    ),
}
"""Those of a last trick whose winner should take this one."""

WAYS_OF_COST: Mapping[tuple[Reason, str], Message] = {
    (Reason.card_lost, "several"): mark("{card} costs {cards}"),
    (Reason.card_lost, "against"): mark("{card} costs {cards}, but brings {gained}"),
    (Reason.card_lost, "takes"): mark("{card} takes this trick, but costs {cards}"),
    (Reason.card_lost, "and_last"): mark("{card} costs {cards} and the last trick"),
    (Reason.last_trick, "and_last"): mark("{card} costs {cards} and the last trick"),
    **{
        (reason, "several_last"): mark("{card} costs {cards} as well as the last trick")
        for reason in (Reason.card_lost, Reason.last_trick)
    },
    (Reason.card_lost, "takes_last"): mark("{card} takes this trick, but costs the last one"),
    (Reason.card_lost, "against_last"): mark("{card} costs the last trick, but brings {gained}"),
    (Reason.lead_given, "costs"): mark("{card} gives {seat} the lead, not {holder}, and costs {cards}"),
    (Reason.lead_given, "overruffs_costs"): mark(
        "{seat} overruffs with {other} and gets the lead, not {holder}, which costs {cards}"
    ),
    (Reason.lead_given, "ruffs_costs"): mark(
        "{seat} ruffs with {other} and gets the lead, not {holder}, which costs {cards}"
    ),
    (Reason.lead_taken, "costs"): mark(
        "{holder} should have the lead after this trick, not {seat}, or it costs {cards}"
    ),
    (Reason.keep, "costs"): mark("Parting with {card} costs {cards}"),
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

WAYS_OF_ESCAPE: Mapping[tuple[Reason, str], Message] = {
    (Reason.card_lost, "several"): mark("{card} lets {cards} get home"),
    (Reason.card_lost, "against"): mark("{card} lets {cards} get home, but brings {gained}"),
    (Reason.card_lost, "takes"): mark("{card} takes this trick, but lets {cards} get home"),
    (Reason.lead_given, "costs"): mark(
        "{card} gives {seat} the lead, not {holder}, and lets {cards} get home"
    ),
    (Reason.lead_given, "overruffs_costs"): mark(
        "{seat} overruffs with {other} and gets the lead, not {holder}, which lets {cards} get home"
    ),
    (Reason.lead_given, "ruffs_costs"): mark(
        "{seat} ruffs with {other} and gets the lead, not {holder}, which lets {cards} get home"
    ),
    (Reason.lead_taken, "costs"): mark(
        "{holder} should have the lead after this trick, not {seat}, to keep {cards} from getting home"
    ),
    (Reason.keep, "costs"): mark("Parting with {card} lets {cards} get home"),
    (Reason.card_lost, "and_last"): mark("{card} lets {cards} get home and costs the last trick"),
    (Reason.last_trick, "and_last"): mark("{card} lets {cards} get home and costs the last trick"),
    (Reason.lead_given, "costs_and_last"): mark(
        "{card} gives {seat} the lead, not {holder}, lets {cards} get home and costs the last trick"
    ),
    (Reason.lead_given, "overruffs_costs_and_last"): mark(
        "{seat} overruffs with {other} and gets the lead, not {holder}, which lets {cards} get home "
        "and costs the last trick"
    ),
    (Reason.lead_given, "ruffs_costs_and_last"): mark(
        "{seat} ruffs with {other} and gets the lead, not {holder}, which lets {cards} get home "
        "and costs the last trick"
    ),
    (Reason.lead_taken, "costs_and_last"): mark(
        "{holder} should have the lead after this trick, not {seat}, or it lets {cards} get home "
        "and costs the last trick"
    ),
    (Reason.keep, "costs_and_last"): mark(
        "Parting with {card} lets {cards} get home and costs the last trick"
    ),
}
"""The same where all the cards are the opponents', who would lose them."""


WAYS_OF_BOTH: Mapping[tuple[Reason, str], Message] = {
    (Reason.card_lost, "several"): mark("{card} costs {cards}, and lets {theirs} get home"),
    (Reason.card_lost, "against"): mark(
        "{card} costs {cards}, and lets {theirs} get home, but brings {gained}"
    ),
    (Reason.card_lost, "takes"): mark(
        "{card} takes this trick, but costs {cards}, and lets {theirs} get home"
    ),
    (Reason.lead_given, "costs"): mark(
        "{card} gives {seat} the lead, not {holder}, costs {cards}, and lets {theirs} get home"
    ),
    (Reason.lead_given, "overruffs_costs"): mark(
        "{seat} overruffs with {other} and gets the lead, not {holder}, which costs {cards}, "
        "and lets {theirs} get home"
    ),
    (Reason.lead_given, "ruffs_costs"): mark(
        "{seat} ruffs with {other} and gets the lead, not {holder}, which costs {cards}, "
        "and lets {theirs} get home"
    ),
    (Reason.lead_taken, "costs"): mark(
        "{holder} should have the lead after this trick, not {seat}, or it costs {cards}, "
        "and lets {theirs} get home"
    ),
    (Reason.keep, "costs"): mark("Parting with {card} costs {cards}, and lets {theirs} get home"),
    **{
        (reason, "and_last"): mark(
            "{card} costs {cards} as well as the last trick, and lets {theirs} get home"
        )
        for reason in (Reason.card_lost, Reason.last_trick)
    },
}
"""The same where some of the cards are own ones, and ``theirs`` the opponents'.

Beside another reason no more than one card is told with the last trick.
"""


def held_said(theirs: Mapping[Card, str], cards: Sequence[Card], speech: Speech) -> str:
    """Say those of some cards that are the opponents', each with its holder.

    theirs: the seat of each card that is the opponents'.
    """
    held: dict[str, list[Card]] = {}
    for card in cards:
        if card in theirs:
            held.setdefault(theirs[card], []).append(card)
    named = [speech.say(_OF_HOLDER, holder=Place(seat), cards=tuple(of)) for seat, of in held.items()]
    return speech.join(named)
