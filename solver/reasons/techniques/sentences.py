"""The sentences of techniques, in English; `solver.speech` puts them into the reader's language."""

from collections.abc import Mapping

from solver.reasons.reason import Reason
from solver.sentences import Message, mark

TECHNIQUES: Mapping[Reason, Message] = {
    Reason.finesse: mark("The finesse against {holder}'s {card} works"),
    Reason.drop: mark("{holder}'s {card} drops under {other}"),
    Reason.lead_towards: mark("{card} should be led towards, through {holder}'s {other}"),
    Reason.safety: mark("This is the safety play against {holder}'s {n} {suit}"),
    Reason.hold_up: mark("{card} should be held up until {seat} has no {suit} left"),
    Reason.duck: mark("Ducking keeps {card} as the entry to {seat}'s {suit}"),
    Reason.unblock: mark("{card} should be unblocked, as it stands in the way of {seat}'s {suit}"),
    Reason.overtake: mark("{other} should be overtaken with {card}, or the {suit} are blocked"),
    Reason.throw_in: mark("Thrown in with {card}, {seat} has to lead and give a trick"),
    Reason.thrown_in: mark("{card} puts {seat} on lead, and any lead gives a trick"),
    Reason.danger_hand: mark("{seat} is the danger hand, and gets the lead with {card}"),
    Reason.squeeze: mark("{seat} is squeezed, and cannot keep both {card} and {other}"),
    Reason.draw_trumps: mark("Trumps should be drawn first, as {seat} ruffs with {card} {trick:in}"),
    Reason.ruff_short: mark("{seat} can ruff {suit} in the short hand"),
    Reason.ruff: mark("{seat} can ruff {suit}"),
    Reason.promotion: mark("{seat}'s {card} can be promoted to a trump trick"),
    Reason.uppercut: mark("The uppercut promotes {seat}'s {card}"),
    Reason.cover: mark("Covering {other} promotes {seat}'s {card}"),
    Reason.guard: mark("Without {card}, {holder}'s {other} can make a trick"),
    Reason.cash: mark("{card} should be cashed now, as it may win nothing later"),
    Reason.force_out: mark("{card} costs {seat} {other}, not just {instead_of}"),
    Reason.entry: mark("{seat} is perhaps short of an entry"),
    Reason.suit_good: mark("With {seat}'s {card}, {suit} are perhaps the better suit"),
    Reason.suit_bad: mark("With {seat}'s {card}, {suit} are perhaps the wrong suit"),
}
"""The sentence of each technique."""

WAYS_OF_TECHNIQUES: Mapping[tuple[Reason, str], Message] = {
    (Reason.draw_trumps, "over"): mark(
        "Trumps should be drawn first, as {seat} overruffs with {card} {trick:in}"
    ),
    (Reason.draw_trumps, "trick"): mark("Trumps should be drawn first, as {seat}'s {card} makes a trick"),
    (Reason.draw_trumps, "ruffs"): mark("{seat}'s {card} is not drawn, and ruffs {trick}"),
    (Reason.draw_trumps, "overruffs"): mark("{seat}'s {card} is not drawn, and overruffs {trick:in}"),
    (Reason.draw_trumps, "makes"): mark("{seat}'s {card} is not drawn, and makes a trick"),
    (Reason.thrown_in, "otherwise"): mark(
        "Otherwise {seat} is thrown in with {card} and has to give a trick"
    ),
    (Reason.suit_bad, "set_up"): mark("{card} may set up {holder}'s {other}"),
    (Reason.lead_beaten, "low"): mark("{card} runs into {seat}'s {other}"),
    (Reason.lead_beaten, "suit"): mark("A lead of {suit} runs into {seat}'s {other}"),
    (Reason.lead_beaten, "suit_same"): mark("A lead of {suit} runs into {seat}'s {other} or {higher}"),
    (Reason.lead_beaten, "suit_two"): mark(
        "A lead of {suit} runs into {seat}'s {other} or {holder}'s {higher}"
    ),
    (Reason.lead_beaten, "self"): mark("{card} runs into {seat}'s {other}, and {best} takes this trick"),
    (Reason.own_ruffed, "later"): mark("{seat} wins this trick with {card}, if {other} does not ruff it"),
    (Reason.partner_overtaken, "later"): mark("{seat} wins this trick with {card}, if {other} is kept"),
    (Reason.force, "overruff"): mark("{card} makes {seat} overruff"),
    (Reason.force, "ruff"): mark("{card} forces {seat} to ruff"),
    (Reason.force, "suit"): mark("A lead of {suit} can force {seat} to ruff"),
    (Reason.force, "later"): mark("Leads of {suit} can force {seat} to ruff later on"),
    (Reason.keep, "ruff"): mark("{card} is wanted to ruff {trick}"),
    (Reason.keep, "win"): mark("{card} is wanted to win {trick}"),
    (Reason.keep, "ruff_own"): mark("{seat} can win this trick, and {card} is wanted to ruff {trick}"),
    (Reason.keep, "win_own"): mark("{seat} can win this trick, and {card} is wanted to win {trick}"),
    (Reason.cash, "spent"): mark("{card} wins this trick, and {seat} need not spend {other}"),
    (Reason.cash, "partner"): mark("{seat}'s {card} should be cashed now, as it may win nothing later"),
    (Reason.keep, "spared"): mark("{card} wins this trick, and {seat} need not spend {other}"),
    (Reason.overruffed, "partner"): mark(
        "{holder} has to ruff with {other}, and {seat} overruffs with {card}"
    ),
    (Reason.suit_good, "drive"): mark("{card} can drive out {seat}'s {other} and make {prize} good"),
    (Reason.uppercut, "drive"): mark("{card} makes {seat} overruff, and {prize} can then make a trick"),
    (Reason.unblock, "plain"): mark("{card} should go under {seat}'s {other}, as it is in the way later"),
    (Reason.keep, "length"): mark("{card} is wanted, so that {other} wins {trick}"),
    (Reason.keep, "enough"): mark("{best} is enough to win this trick, and {card} is wanted later"),
    (Reason.keep, "anyway"): mark("This trick goes to {seat}'s {other} anyway, and {card} is wanted later"),
    (Reason.keep, "anyhow"): mark("This trick goes to {seat} anyway, and {card} is wanted later"),
}
"""The sentences of those that are told in several ways, by the value ``way``."""
