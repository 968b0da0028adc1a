"""All fours with the pack in order, in words: the value of taking and of proposing another suit."""

from typing import NamedTuple

from solver.bidding import Proposal, Range
from solver.cards import sort_cards
from solver.game import ACCEPT, PROPOSE, REFUSE, TAKE
from solver.report import words
from solver.report.discards import DiscardsReport
from solver.report.plain_text import bounds_text, cards_line
from solver.sentences import any_of, mark, phrase
from solver.speech import Speech

_OUTCOMES = {
    TAKE: mark("{opponent} takes:"),
    REFUSE: mark("{opponent} proposes another suit, {dealer} refuses:"),
    ACCEPT: mark("{opponent} proposes another suit, {dealer} accepts, {card} is turned up:"),
}
_AHEAD = mark("{side} comes out {lead} ahead")
_LEVEL = mark("neither side comes out ahead")
_PROVED = mark("{difference} is {bounds} {unit}")
_BEST_FOR = mark("Best for {side}")
_DECISIONS = {
    TAKE: phrase("take"),
    PROPOSE: phrase("propose another suit"),
    REFUSE: phrase("refuse another suit"),
    ACCEPT: phrase("accept another suit"),
}
_HOLDS = mark("{seat} after a redeal:")


class ProposalReport(NamedTuple):
    """The decisions before the play and the redeal, as pairs of a label and a text, and the discards."""

    outcomes: tuple[tuple[str, str], ...]
    """The result of each decision."""
    best: tuple[tuple[str, str], ...]
    """The best decisions of each player."""
    hands: tuple[tuple[str, str], ...]
    """The hands after a redeal."""
    discards: DiscardsReport

    @classmethod
    def of(cls, proposal: Proposal, speech: Speech) -> "ProposalReport":
        """Put the value of each decision, the best ones, and the redeal with its discards into words."""
        say = speech.say
        opponent, dealer = (speech.letters(seat) for seat in proposal.seats)
        card = cards_line([proposal.redeal.turned_up], speech.notation)
        return cls(
            outcomes=tuple(
                (
                    say(_OUTCOMES[word], opponent=opponent, dealer=dealer, card=card),
                    _lead_text(proposal, found, speech),
                )
                for word, found in proposal.outcomes.items()
            ),
            best=tuple(
                (
                    say(_BEST_FOR, side=speech.letters(seat)),
                    any_of(_DECISIONS[word] for word in best).say(speech.language),
                )
                for seat, best in proposal.best().items()
            ),
            hands=tuple(
                (say(_HOLDS, seat=speech.letters(seat)), cards_line(sort_cards(hand), speech.notation))
                for seat, hand in proposal.redeal.hands.items()
            ),
            discards=DiscardsReport.of(proposal.rules, proposal.discards, speech),
        )


def _lead_text(proposal: Proposal, found: Range, speech: Speech) -> str:
    say, sides = speech.say, [speech.letters(side) for side in proposal.rules.side_names]
    if not found.exact:
        difference = say(words.MINUS, side=sides[0], other=sides[1])
        bounds = bounds_text(found.rounded(), speech)
        return say(_PROVED, difference=difference, bounds=bounds, unit=say(words.POINTS))
    if not found.low:
        return say(_LEVEL)
    return say(_AHEAD, side=sides[0] if found.low > 0 else sides[1], lead=abs(found.low))
