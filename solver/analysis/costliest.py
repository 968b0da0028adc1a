"""The costliest cards of a match: those that gave most away, by what their players could know."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.analysis.grades import imps_lost
from solver.analysis.judged import DealAnalysis
from solver.analysis.plays import Play
from solver.answer_row import row, shows
from solver.game import BridgeScoring
from solver.knowledge import Estimate

N_COSTLIEST = 10
"""The most cards that are listed."""


@dataclass(frozen=True, slots=True)
class CostlyPlay:
    """One of the cards that cost most."""

    deal: int = field(metadata=row("Its deal, from 0, as in `deals`.", low=0))
    play: Play = field(
        metadata=row(
            "The card.",
            spread=True,
            only=("index", "trick", "seat", "played_by", "card", "chosen", "imps", "grade", "open_grade"),
        )
    )

    @property
    @shows(
        "What it gave away of the result in expectation.",
        name="expected_swing",
        absent="where it has no fair verdict",
        low=0,
        spread=True,
    )
    def expected_swing(self) -> Estimate | None:
        """The result that it gave away in expectation; None without a fair verdict."""
        return None if self.play.fair is None else self.play.fair.chosen.swing

    @property
    @shows(
        "The same of the deal score.",
        name="expected_score_swing",
        absent="where it has no fair verdict, or no score can be told",
        low=0,
        spread=True,
    )
    def expected_score_swing(self) -> Estimate | None:
        """The deal score that it gave away in expectation; None where that is not known."""
        return None if self.play.fair is None else self.play.fair.chosen.score_swing


def find_costliest(deals: Sequence[tuple[int, DealAnalysis]]) -> tuple[CostlyPlay, ...]:
    """Return the `N_COSTLIEST` cards that cost most, the costliest first.

    ``deals`` come with their numbers in the match.  A card with a fair verdict counts by what it gave away in
    expectation, any other by what it gave away with all cards known: of the deal score where there is one,
    else of the result.  Cards that cost nothing so are left out, and those of which nobody could have known
    beyond doubt that another was better.
    """
    costs = [
        (_cost(play, deal), number, play) for number, deal in deals for play in deal.plays if play.is_exact
    ]
    costs = [found for found in costs if max(found[0]) > 0]
    costs.sort(key=lambda found: (*(-part for part in found[0]), found[1], found[2].index))
    return tuple(CostlyPlay(number, play) for _, number, play in costs[:N_COSTLIEST])


def _cost(play: Play, deal: DealAnalysis) -> tuple[float, float]:
    """Return what a card gave away of what counts, and of the result; no more than is beyond doubt."""
    if play.fair is None:
        swing = play.chosen.swing or 0
        # At matchpoints too by the score, as those with a fair verdict are.
        cost = imps_lost(play.chosen) if deal.scoring == BridgeScoring.imps else play.chosen.score_swing
        return (swing, swing) if cost is None else (cost, swing if cost > 0 else 0)
    chosen = play.fair.chosen
    if not chosen.is_surely_worse:
        return 0, 0
    found = (chosen.imps or chosen.score_swing or chosen.swing, chosen.swing)
    counted, of_result = (cost.mean if cost.is_sure else 0.0 for cost in found)
    return counted, of_result
