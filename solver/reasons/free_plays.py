"""Free plays: other cards that may be played as well to a trick of best play."""

from dataclasses import replace

from solver.cards import Card
from solver.reasons.prover import Prover, UnprovedError
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.themes import Mistake

THROWN = ("thrown", "else_thrown")
"""The ways of a reason that tells of a later trick that a card is discarded on the one that wins it."""
ESCAPES = (Reason.ten_escaped, Reason.card_escaped)
"""Those of them that tell what the opponents would discard in best play."""


def has_another(
    mistake: Mistake, prover: Prover, card: Card, *, is_left: bool = False, is_played: bool = False
) -> bool:
    """True if the hand that plays a card in best play may play another one as well in its place.

    is_left: only cards are asked for that do not win the trick so far.
    is_played: best play after the card that was played is asked, in place of that with the best one.
    """
    course = mistake.played if is_played else mistake.better
    value = mistake.leads_own[int(is_played)]
    position = mistake.position.play_all(course.line[: course.line.index(card)])
    others = [other for other in position.legal_plays() if other != card]
    if is_left:
        winning = position.trick.winning_card(mistake.rules, mistake.trump)
        others = [other for other in others if not mistake.beats(other, winning)]
    if position.to_play in mistake.own_seats:
        return any(prover.value(position.play(other), guess=value, least=value) >= value for other in others)
    return any(prover.value(position.play(other), guess=value, most=value) <= value for other in others)


def with_free_discard(reason: ProvedReason, mistake: Mistake, prover: Prover) -> ProvedReason:
    """Return a reason that tells a discard as one that may be made, where another card does as well.

    Where a limit comes first, it stays as it is; and of the card that was played, for which others do better.

    mistake: the one beside which it was proved.
    """
    way = reason.values.get("way")
    if way not in THROWN:
        return reason
    card = reason.values.get("prize", reason.values["card"])
    if card == mistake.card:
        return reason
    try:
        is_free = has_another(mistake, prover, card, is_played=reason.reason not in ESCAPES)
    except UnprovedError:
        return reason
    return replace(reason, values={**reason.values, "way": f"{way}_freely"}) if is_free else reason
