"""The sentences of all fours and California Jack, in English: their points, and forced discards."""

from collections.abc import Mapping

from solver.reasons.reason import Reason
from solver.sentences import Message, mark, mark_n

WAYS_OF_FOUR_POINTS: Mapping[tuple[Reason, str], Message] = {
    (Reason.jack_caught, "caught"): mark("{card} catches {holder}'s {prize}"),
    (Reason.jack_caught, "can_catch"): mark("{card} can catch {holder}'s {prize}"),
    (Reason.jack_caught, "lost"): mark("{card}, the jack, falls to {seat}'s {other}"),
    (Reason.jack_caught, "saved"): mark("{card}, the jack, gets home in this trick"),
    (Reason.jack_caught, "partner_saved"): mark("{holder}'s {card}, the jack, gets home in this trick"),
    (Reason.jack_caught, "falls"): mark("{holder}'s {card}, the jack, falls to {seat}'s {other} {trick:in}"),
    (Reason.jack_caught, "drawn"): mark(
        "{seat} gets the lead and draws {holder}'s {card}, the jack, with {other}"
    ),
    (Reason.jack_caught, "escapes"): mark(
        "{seat}'s {other} could catch {holder}'s {card}, the jack, which gets home {trick:in}"
    ),
    (Reason.jack_caught, "goes"): mark("{card}, the jack, goes to {seat} {trick:in}"),
    (Reason.low_saved, "caught"): mark("{card} takes {holder}'s {prize}, the lowest trump"),
    (Reason.low_saved, "can_catch"): mark("{card} can take {holder}'s {prize}, the lowest trump"),
    (Reason.low_saved, "lost"): mark("{card}, the lowest trump, falls to {seat}'s {other}"),
    (Reason.low_saved, "saved"): mark("{card}, the lowest trump, gets home in this trick"),
    (Reason.low_saved, "partner_saved"): mark("{holder}'s {card}, the lowest trump, gets home in this trick"),
    (Reason.low_saved, "falls"): mark(
        "{holder}'s {card}, the lowest trump, falls to {seat}'s {other} {trick:in}"
    ),
    (Reason.low_saved, "drawn"): mark(
        "{seat} gets the lead and draws {holder}'s {card}, the lowest trump, with {other}"
    ),
    (Reason.low_saved, "escapes"): mark(
        "{seat}'s {other} could take {holder}'s {card}, the lowest trump, which gets home {trick:in}"
    ),
    (Reason.low_saved, "goes"): mark("{card}, the lowest trump, goes to {seat} {trick:in}"),
    (Reason.forced_discard, "now"): mark("{seat} cannot follow {card}, and pays for it"),
    (Reason.forced_discard, "now_more"): mark(
        "{seat} cannot follow {card}, and pays for {n} more forced discards"
    ),
    (Reason.forced_discard, "spared"): mark(
        "{trick:in} {seat} could neither follow suit nor ruff, and would pay for it"
    ),
    (Reason.forced_discard, "more"): mark("{seat} pays for {n} more forced discards, the first {trick:in}"),
    (Reason.forced_discard, "spared_more"): mark(
        "{seat} would pay for {n} more forced discards, the first {trick:in}"
    ),
    (Reason.forced_discard, "both"): mark_n(
        "{seat} pays for one more forced discard, {trick:in}, and {other_seat} for one fewer",
        "{seat} pays for {n} more forced discards, the first {trick:in}, and {other_seat} for one fewer",
    ),
    (Reason.forced_discard, "both_fewer"): mark_n(
        "{seat} pays for one more forced discard, {trick:in}, and {other_seat} for {fewer} fewer",
        "{seat} pays for {n} more forced discards, the first {trick:in}, and {other_seat} for {fewer} fewer",
    ),
    (Reason.game_lost, "cards"): mark("The other side gets more card points, {cards} among them"),
    (Reason.game_lost, "even"): mark("Both sides get equally many card points"),
}
"""The sentences of reasons that are told in several ways, by the value ``way``."""
