"""The list of rules: every rule field with its default, its words and its English sentences.

Field for field this is what a variant file may state, what ``GET /v1/variants/NAME`` returns and what the
solver obeys.  The defaults are those of plain whist, unscored.  One module holds the fields of one section of
a variant file, or of neighbouring ones.
"""

from dataclasses import dataclass

from solver.rules.fields.auction import AuctionFields
from solver.rules.fields.cards import CardFields
from solver.rules.fields.duties import DutyFields
from solver.rules.fields.game import GameFields
from solver.rules.fields.grades import GradeFields
from solver.rules.fields.match import MatchFields
from solver.rules.fields.result import ResultFields
from solver.rules.fields.score import ScoreFields
from solver.rules.words import Source

__all__ = ["RuleFields"]


# The order of fields, which is that of variant files, is the reverse of the order of the bases: dataclasses
# collect the fields of the last base first.
@dataclass(frozen=True)
class RuleFields(
    GradeFields,
    MatchFields,
    AuctionFields,
    ScoreFields,
    ResultFields,
    DutyFields,
    CardFields,
    GameFields,
):
    """The rules of one game, as rows of facts; `solver.rules.rules.Rules` adds what follows from them."""

    def __repr__(self) -> str:
        """Write the name of the game with the options that are set, and not its sixty rules."""
        chosen = [name for name, source in self.sources.items() if source == Source.option]
        return f"<Rules {', '.join([self.name, *(f'{name}={getattr(self, name)}' for name in chosen)])}>"
