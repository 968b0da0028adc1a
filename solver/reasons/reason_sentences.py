"""The sentences of proved reasons, in English; `solver.speech` puts them into the reader's language.

``seat`` and ``holder`` are written ``{seat}`` or ``{seat:of}``, tricks ``{trick}`` or ``{trick:in}``.
"""

from collections.abc import Mapping
from typing import Any

from solver.reasons.cost_sentences import WAYS_OF_BOTH, WAYS_OF_COST, WAYS_OF_ESCAPE, WAYS_OF_LAST, held_said
from solver.reasons.four_points_sentences import WAYS_OF_FOUR_POINTS
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.techniques.sentences import TECHNIQUES, WAYS_OF_TECHNIQUES
from solver.sentences import Message, Suit, TrickNumber, mark
from solver.speech import Place, Speech, uncapitalised

_WITH_BEST_PLAY = mark("With best play, {fact}")
_BESIDES = mark("{fact}; besides, {more}")
_BESIDES_WITH_BEST_PLAY = mark("{fact}; besides, with best play, {more}")
_WANTED = mark("{card} is wanted to catch {seat}'s {prize} {trick:in}")

REASONS: Mapping[Reason, Message] = {
    **TECHNIQUES,
    Reason.load: mark("{seat}'s {card} wins this trick, and {best} should be loaded on it"),
    Reason.throw: mark("This trick goes to {seat}'s {card}; {best} should be thrown on it, not {given}"),
    Reason.trick_not_taken: mark(
        "{seat} then takes this trick with {card}; otherwise it goes to {holder}'s {other}"
    ),
    Reason.ruff_missed: mark("{card} ruffs and takes this trick"),
    Reason.overruff_missed: mark("{card} overruffs {seat}'s {other}"),
    Reason.overruffed: mark("{seat} overruffs with {card}"),
    Reason.underruff: mark("{card} is below {other} and wins nothing"),
    Reason.lead_beaten: mark("{card} falls to {seat}'s {other}"),
    Reason.lead_ruffed: mark("{seat} ruffs {card} with {other}"),
    Reason.partner_overtaken: mark("{seat}'s {card} was winning this trick already"),
    Reason.own_ruffed: mark("{other} ruffs {seat}'s {card}, which was winning already"),
    Reason.masters_together: mark("{cards} fall in the same trick"),
    Reason.not_ducked: mark("This trick is better left to {seat}'s {card}"),
    Reason.face_up: mark(
        "The winner of this trick draws {card}, which lies open, and the loser only {other}"
    ),
    Reason.keep: _WANTED,
    Reason.keep_last: mark("{card} is wanted for the last trick"),
    Reason.trumps_not_drawn: mark("{seat}'s {card} is not drawn, and ruffs {trick}"),
    Reason.trumps_drawn: mark("Leading trumps costs {seat} the ruff of {trick} with {card}"),
    Reason.void: mark("{seat} has no {suit}"),
    Reason.holder: mark("{seat} holds {card}"),
    Reason.last_trick: mark("{holder} could win the last trick with {other}, but {seat} wins it with {card}"),
    Reason.slam_missed: mark("{seat}'s {card} wins {trick}, though all the tricks were there to take"),
    Reason.slam_conceded: mark("One trick is enough, and {seat}'s {card} could win {trick}"),
    Reason.force: mark("{card} forces {seat} to ruff with {other}"),
    Reason.game_lost: mark("The other side gets more card points"),
    Reason.forced_discard: mark("{seat} can neither follow suit nor ruff {trick:in}, and pays for it"),
    Reason.high_lost: mark("{card}, the highest trump, goes to {seat} {trick:in}"),
    Reason.lead_given: mark("It gives {seat} the lead, which {holder} should have"),
    Reason.lead_taken: mark("{holder} should have the lead after this trick, not {seat}"),
}
"""The sentence of each reason that has one."""

WAYS: Mapping[tuple[Reason, str], Message] = {
    **WAYS_OF_TECHNIQUES,
    **WAYS_OF_FOUR_POINTS,
    **WAYS_OF_COST,
    **WAYS_OF_LAST,
    (Reason.load, "ruff"): mark("{seat} can ruff {best} with {card}"),
    (Reason.load, "lead"): mark("{seat}'s {card} wins this trick, and {best} should be led to it"),
    (Reason.load, "ruffed"): mark("{seat} ruffs with {card}, and {best} should be loaded on this trick"),
    (Reason.load, "lead_ruffed"): mark("{seat} ruffs with {card}, and {best} should be led to it"),
    (Reason.load, "overruffed"): mark(
        "{seat} overruffs with {card}, and {best} should be loaded on this trick"
    ),
    (Reason.load, "lead_overruffed"): mark("{seat} overruffs with {card}, and {best} should be led to it"),
    (Reason.load, "self"): mark("{best} takes this trick and is safe in it"),
    (Reason.throw, "give"): mark(
        "This trick goes to {seat}'s {card}; {best} should be given to it, not {given}"
    ),
    (Reason.throw, "follow"): mark(
        "This trick goes to {seat}'s {card}; {best} should be played to it, not {given}"
    ),
    (Reason.throw, "ruffed"): mark(
        "{seat} ruffs with {card}; {best} should be thrown on this trick, not {given}"
    ),
    (Reason.throw, "overruffed"): mark(
        "{seat} overruffs with {card}; {best} should be thrown on this trick, not {given}"
    ),
    (Reason.throw, "give_ruffed"): mark(
        "{seat} ruffs with {card}; {best} should be given to this trick, not {given}"
    ),
    (Reason.throw, "give_overruffed"): mark(
        "{seat} overruffs with {card}; {best} should be given to this trick, not {given}"
    ),
    (Reason.throw, "follow_ruffed"): mark(
        "{seat} ruffs with {card}; {best} should be played to this trick, not {given}"
    ),
    (Reason.throw, "follow_overruffed"): mark(
        "{seat} overruffs with {card}; {best} should be played to this trick, not {given}"
    ),
    (Reason.throw, "ruff_ruffed"): mark(
        "{seat} ruffs with {card}; this trick should be ruffed with {best}, not given {given}"
    ),
    (Reason.throw, "ruff_overruffed"): mark(
        "{seat} overruffs with {card}; this trick should be ruffed with {best}, not given {given}"
    ),
    (Reason.throw, "lead"): mark("{seat} ruffs anyway, with {card}; {best} should be led, not {given}"),
    (Reason.throw, "lead_anyhow"): mark("{seat} ruffs anyway; {best} should be led, not {given}"),
    (Reason.throw, "lead_overruffed"): mark(
        "{seat} overruffs anyway, with {card}; {best} should be led, not {given}"
    ),
    (Reason.throw, "ruff"): mark(
        "This trick goes to {seat}'s {card}; it should be ruffed with {best}, not given {given}"
    ),
    (Reason.throw, "underruff"): mark(
        "This trick goes to {seat}'s {card}; it should be underruffed with {best}, not given {given}"
    ),
    (Reason.throw, "underruff_overruffed"): mark(
        "{seat} overruffs with {card}; this trick should be underruffed with {best}, not given {given}"
    ),
    (Reason.trick_not_taken, "ruffed"): mark(
        "{holder} ruffs {given} with {other}; otherwise {seat} takes this trick with {card}"
    ),
    (Reason.trick_not_taken, "else_ruffed"): mark(
        "{seat} then takes this trick with {card}; otherwise {holder} ruffs with {other}"
    ),
    (Reason.trick_not_taken, "else_overruffed"): mark(
        "{seat} then takes this trick with {card}; otherwise {holder} overruffs with {other}"
    ),
    (Reason.trick_not_taken, "self_ruffed"): mark(
        "{card} takes this trick, which {holder} otherwise ruffs with {other}"
    ),
    (Reason.trick_not_taken, "self_overruffed"): mark(
        "{card} takes this trick; otherwise {holder} overruffs with {other}"
    ),
    (Reason.trick_not_taken, "self"): mark(
        "{card} takes this trick, which otherwise goes to {holder}'s {other}"
    ),
    (Reason.last_trick, "ten"): mark(
        "{holder} could win the last trick and its ten points with {other}, but {seat} wins them with {card}"
    ),
    (Reason.last_trick, "ten_and"): mark(
        "{holder} could win the last trick and its ten points with {other}, but {seat} wins them, "
        "and {prize}, with {card}"
    ),
    (Reason.lead_taken, "lead"): mark(
        "{holder} should have the lead after this trick, not {seat}, to lead {card}"
    ),
    (Reason.lead_taken, "lead_ruff"): mark(
        "{holder} should have the lead after this trick, not {seat}, to lead {card} for {partner} to ruff"
    ),
    (Reason.void, "can_ruff"): mark("{seat} has no {suit} and can ruff {trick} with {other}"),
    (Reason.void, "ruffs"): mark("{seat} has no {suit} and ruffs {trick} with {other}"),
    (Reason.force, "last"): mark("{card} forces {seat} to ruff with {other}, their last trump"),
    (Reason.force, "spent"): mark("{card} makes {seat} spend {other} on this trick"),
    (Reason.force, "spent_over"): mark("{card} makes {seat} overruff with {other}"),
    (Reason.uppercut, "overruff"): mark("{seat} must overruff {card} with {other}"),
    (Reason.trumps_not_drawn, "now"): mark(
        "Trumps should be drawn first, or {seat} ruffs {other} with {card}"
    ),
    (Reason.trumps_not_drawn, "now_over"): mark(
        "Trumps should be drawn first, or {seat} overruffs with {card} on {other}"
    ),
    (Reason.trumps_not_drawn, "over"): mark("{seat}'s {card} is not drawn, and overruffs {trick:in}"),
    (Reason.lead_ruffed, "overruffed"): mark("{seat} overruffs with {other} on {card}"),
    (Reason.trumps_drawn, "partner"): mark("Leading trumps draws {seat}'s {card}, which could ruff {trick}"),
    (Reason.trumps_drawn, "partner_only"): mark("Leading trumps draws {seat}'s {card}"),
    (Reason.trumps_drawn, "partner_now"): mark(
        "Leading trumps draws {seat}'s {card}, which could ruff {best}"
    ),
    (Reason.trumps_drawn, "self"): mark("Leading trumps gives up the ruff of {trick} with {card}"),
    (Reason.trumps_drawn, "own"): mark("The opponents have no trumps left that {card} could draw"),
    (Reason.trumps_drawn, "never"): mark("The opponents have no trumps that {card} could draw"),
    (Reason.trumps_drawn, "never_of_one"): mark("{seat} has no trumps that {card} could draw"),
    (Reason.trumps_drawn, "own_of_one"): mark("{seat} has no trumps left that {card} could draw"),
    (Reason.holder, "caught"): mark(
        "{seat}'s {other} could take {holder}'s {card}, which gets home {trick:in}"
    ),
    **{
        (Reason.combination_missed, name): message
        for name, message in (
            ("four_of_a_kind", mark("{seat} could win four of a kind {trick:in} ({cards})")),
            ("sequence_of_four", mark("{seat} could win a sequence of four {trick:in} ({cards})")),
            ("sequence_of_three", mark("{seat} could win a sequence of three {trick:in} ({cards})")),
            ("trick_marriage", mark("{seat} could win king and queen of trumps {trick:in}")),
        )
    },
    **{
        (Reason.combination_conceded, name): message
        for name, message in (
            ("four_of_a_kind", mark("{seat} wins four of a kind {trick:in} ({cards})")),
            ("sequence_of_four", mark("{seat} wins a sequence of four {trick:in} ({cards})")),
            ("sequence_of_three", mark("{seat} wins a sequence of three {trick:in} ({cards})")),
            ("trick_marriage", mark("{seat} wins king and queen of trumps {trick:in}")),
        )
    },
    **{
        (reason, way): message
        for reason in (Reason.ten_exposed, Reason.card_lost)
        for way, message in (
            ("beaten", mark("{holder}'s {card} falls to {seat}'s {other} {trick:in}")),
            ("ruffed", mark("{seat} ruffs {holder}'s {card} with {other} {trick:in}")),
            ("thrown", mark("{holder}'s {card} is thrown on {seat}'s {other} {trick:in}")),
            ("thrown_freely", mark("{holder}'s {card} may be thrown on {seat}'s {other} {trick:in}")),
        )
    },
    **{
        (reason, way): message
        for reason in (Reason.ten_escaped, Reason.card_escaped)
        for way, message in (
            (
                "beaten",
                mark("{seat}'s {other} could take {holder}'s {card}, which gets home {trick:in}"),
            ),
            (
                "ruffed",
                mark("{seat}'s {other} could ruff {holder}'s {card}, which gets home {trick:in}"),
            ),
            (
                "thrown",
                mark("{holder}'s {card} gets home {trick:in} instead of going on {seat}'s {other}"),
            ),
            (
                "thrown_freely",
                mark("{holder}'s {card}, which could go on {seat}'s {other}, gets home {trick:in}"),
            ),
        )
    },
    (Reason.lead_beaten, "lead"): mark("{card} falls to {seat}'s {other}; {best} gives {holder} the lead"),
    (Reason.lead_beaten, "ruff"): mark("{card} falls to {seat}'s {other}; {holder} can ruff {best}"),
    (Reason.lead_beaten, "opponent"): mark(
        "{card} falls to {seat}'s {other}; {best} puts {holder}, the other opponent, on lead"
    ),
    (Reason.lead_beaten, "trumps"): mark("{card} falls to {seat}'s {other}; trumps should be drawn first"),
    (Reason.lead_beaten, "own"): mark("{card} falls to {seat}'s {other}; {best} holds the trick"),
    (Reason.master_not_cashed, "given"): mark(
        "{card}, a master, should be cashed instead of giving {seat} the lead"
    ),
    (Reason.master_not_cashed, "first"): mark(
        "{card}, a master, should be cashed before {seat} has the lead"
    ),
    (Reason.master_not_cashed, "beaten"): mark(
        "{card} is master now, but falls to {seat}'s {other} {trick:in}"
    ),
    (Reason.master_not_cashed, "ruffed"): mark(
        "{card} is master now, but {seat} ruffs it with {other} {trick:in}"
    ),
    (Reason.master_not_cashed, "thrown"): mark(
        "{card} is master now, but is thrown on {seat}'s {other} {trick:in}"
    ),
    (Reason.master_not_cashed, "thrown_freely"): mark(
        "{card} is master now, but may be thrown on {seat}'s {other} {trick:in}"
    ),
    (Reason.face_up, "lose"): mark(
        "The loser of this trick draws {other}, which is better than {card}, which lies open"
    ),
    (Reason.keep, "ruffs"): mark("{card} is wanted to ruff {seat}'s {prize} {trick:in}"),
    (Reason.keep, "ruffs_with"): mark("{card} is wanted to ruff {trick}, with {seat}'s {prize} in it"),
    (Reason.keep, "with"): mark("{card} is wanted to win {trick}, with {seat}'s {prize} in it"),
    (Reason.lead_given, "ruffs"): mark(
        "{seat} ruffs with {other} and gets the lead, which {holder} should have"
    ),
    (Reason.lead_given, "overruffs"): mark(
        "{seat} overruffs with {other} and gets the lead, which {holder} should have"
    ),
    (Reason.masters_together, "later"): mark("{cards} fall together {trick:in}"),
    (Reason.keep, "same"): mark("{card} could take the same cards {trick:in}, after {best}"),
    (Reason.keep, "win"): mark("{card} is wanted to win {trick}"),
    **{
        (reason, way): message
        for reason in (Reason.keep, Reason.keep_ten)
        for way, message in (
            ("guard", mark("{card} guards {prize}, which now falls to {seat}'s {other} {trick:in}")),
            (
                "else_beaten",
                mark("With {card} gone, {holder}'s {prize} falls to {seat}'s {other} {trick:in}"),
            ),
            (
                "else_ruffed",
                mark("With {card} gone, {seat} ruffs {holder}'s {prize} with {other} {trick:in}"),
            ),
            (
                "else_thrown",
                mark("With {card} gone, {holder}'s {prize} is thrown on {seat}'s {other} {trick:in}"),
            ),
            (
                "else_thrown_freely",
                mark("With {card} gone, {holder}'s {prize} may be thrown on {seat}'s {other} {trick:in}"),
            ),
        )
    },
    (Reason.keep, "home"): mark("With {card} gone, {holder}'s {prize} gets home {trick:in}"),
    (Reason.keep, "plain"): mark("{card} is wanted later"),
    (Reason.keep_last, "ten"): mark("{card} is wanted for the last trick and its ten points"),
    (Reason.keep_last, "ten_with"): mark(
        "{card} is wanted for the last trick, its ten points and {seat}'s {prize}"
    ),
    (Reason.keep_low, "ruff"): mark("{card} is wanted to ruff {trick}"),
    (Reason.keep_low, "lead"): mark("{card} is wanted to give the lead to {seat} {trick:in}"),
}
"""The sentences of a reason that is told in several ways, by the value ``way``."""

BESIDE: Mapping[tuple[Reason, str], Message] = {
    (Reason.draw_trumps, ""): mark(
        "Trumps should be drawn first, as {seat}, with best play, ruffs with {card} {trick:in}"
    ),
    (Reason.draw_trumps, "over"): mark(
        "Trumps should be drawn first, as {seat}, with best play, overruffs with {card} {trick:in}"
    ),
    (Reason.draw_trumps, "trick"): mark(
        "Trumps should be drawn first, as {seat}'s {card}, with best play, makes a trick"
    ),
    (Reason.trumps_not_drawn, "now"): mark(
        "Trumps should be drawn first, or {seat}, with best play, ruffs {other} with {card}"
    ),
    (Reason.trumps_not_drawn, "now_over"): mark(
        "Trumps should be drawn first, or {seat}, with best play, overruffs with {card} on {other}"
    ),
    (Reason.void, "ruffs"): mark("{seat} has no {suit} and, with best play, ruffs {trick} with {other}"),
    (Reason.master_not_cashed, "beaten"): mark(
        "{card} is master now but, with best play, falls to {seat}'s {other} {trick:in}"
    ),
    (Reason.master_not_cashed, "ruffed"): mark(
        "{card} is master now but, with best play, {seat} ruffs it with {other} {trick:in}"
    ),
    (Reason.master_not_cashed, "thrown"): mark(
        "{card} is master now but, with best play, is thrown on {seat}'s {other} {trick:in}"
    ),
    (Reason.master_not_cashed, "thrown_freely"): mark(
        "{card} is master now but, with best play, may be thrown on {seat}'s {other} {trick:in}"
    ),
}
"""The sentences that say in their midst that the game went on otherwise."""

PLACES = ("seat", "holder", "partner", "other_seat")
"""The values that are seats."""
TRICKS = ("trick", "instead")
"""The values that are tricks, from 0."""


def tell(
    reason: ProvedReason,
    speech: Speech,
    dummy: str | None = None,
    *,
    now: int | None = None,
    as_played: bool = True,
    beside_as_played: bool = True,
) -> str:
    """Return the reason as a clause, without a full stop.

    dummy: the seat that is named as dummy.
    now: the trick, from 0, in which the card was played: it is named as this one.
    as_played: False where the game went on otherwise, or could, which is said.
    beside_as_played: the same of the combination that is told beside it.
    """
    way = reason.values.get("way", "")
    message = _message(reason.reason, way)
    theirs = reason.values.get("theirs", {})
    own = tuple(card for card in reason.values["cards"] if card not in theirs) if theirs else ()
    if theirs:
        message = (WAYS_OF_BOTH if own else WAYS_OF_ESCAPE)[reason.reason, way]
    if not as_played and (reason.reason, way) in BESIDE:
        message, as_played = BESIDE[reason.reason, way], True
    named = _named(reason.values, dummy, now)
    if theirs:
        held = held_said(theirs, reason.values["cards"], speech)
        named |= {"cards": own, "theirs": held} if own else {"cards": held}
    fact = speech.say(message, reason.values.get("n", 0), **named)
    begins_with_a_value = speech.begins_with_a_value(message)
    if reason.beside is not None:
        word, values = reason.beside
        more = speech.say(_message(word, values["way"]), **_named(values, dummy, now))
        is_said = beside_as_played or not as_played
        fact = speech.say(_BESIDES if is_said else _BESIDES_WITH_BEST_PLAY, fact=fact, more=more)
    if as_played:
        return fact
    if not begins_with_a_value:
        fact = uncapitalised(fact)
    return speech.say(_WITH_BEST_PLAY, fact=fact)


def _message(reason: Reason, way: str) -> Message:
    """Return the sentence of a reason."""
    return WAYS[reason, way] if way else REASONS[reason]


def _named(values: Mapping[str, Any], dummy: str | None, now: int | None) -> dict[str, Any]:
    """Return the values of a sentence as it names them: seats, suits and tricks."""
    named = {name: value for name, value in values.items() if name not in ("way", "n", "theirs")}
    for name in named.keys() & PLACES:
        named[name] = Place(named[name], is_dummy=named[name] == dummy)
    if "suit" in named:
        named["suit"] = Suit(named["suit"])
    for name in named.keys() & TRICKS:
        named[name] = TrickNumber(named[name] + 1, is_now=named[name] == now)
    return named
