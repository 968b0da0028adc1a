"""The last trick, lost to a card that best play lets win this one."""

from dataclasses import replace

from solver.cards import Card
from solver.reasons.free_plays import has_another
from solver.reasons.lead_words import is_overruffed, is_ruffed
from solver.reasons.prover import Prover, UnprovedError
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.themes import Mistake

GIVEN = {"": "given", "ten": "ten_given", "ten_and": "ten_and_given"}
"""The ways of the last trick, each with the one that tells that its winner takes this trick in best play."""
FORCED = {"": "forced", "ten": "ten_forced", "ten_and": "ten_and_forced"}
"""The same of a winner that ruffs this trick."""


def with_last_given(reason: ProvedReason, mistake: Mistake, prover: Prover) -> ProvedReason:
    """Return a reason that tells, of a last trick that is lost, that its winner should be left this one.

    It stays as it is where that hand may play another card to this trick as well, or a limit comes first.

    mistake: the one beside which it was proved.
    """
    way = reason.values.get("way", "")
    trick = mistake.better.tricks[0]
    is_same = trick.taking == reason.values.get("card") and trick.taking not in mistake.on_table
    if reason.reason is not Reason.last_trick or way not in GIVEN or not is_same:
        return reason
    try:
        if has_another(mistake, prover, trick.taking):
            return reason
    except UnprovedError:
        return reason
    is_forced = is_ruffed(mistake, trick) and not is_overruffed(mistake, trick)
    ways = FORCED if is_forced else GIVEN
    named = {name: value for name, value in reason.values.items() if name not in ("other", "holder")}
    return replace(
        reason,
        values={**named, "best": mistake.best, "way": ways[way]},
        hidden=mistake.hidden(*(value for value in named.values() if isinstance(value, Card))),
    )
