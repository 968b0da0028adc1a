"""All fours with the pack in order, on a terminal: the value of taking and of proposing another suit."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.bidding import Proposal, Range
from solver.cards import sort_cards
from solver.game import ACCEPT, PROPOSE, REFUSE, TAKE
from solver.report import words as words
from solver.report.plain_text import bounds_text
from solver.report.terminal.cards import card_text, cards_text, tinted
from solver.report.terminal.discards import discards_text
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


def proposal_texts(proposal: Proposal, speech: Speech) -> list[RenderableType]:
    """Return the value of each decision, the best ones, and the redeal with its discards."""
    say = speech.say
    opponent, dealer = (speech.letters(seat) for seat in proposal.seats)
    card = card_text(proposal.redeal.turned_up, speech.notation).plain
    grid = Table.grid(padding=(0, 2))
    for word, found in proposal.outcomes.items():
        said = say(_OUTCOMES[word], opponent=opponent, dealer=dealer, card=card)
        grid.add_row(tinted(said), Text(_lead_text(proposal, found, speech)))
    for seat, best in proposal.best().items():
        label = Text(say(_BEST_FOR, side=speech.letters(seat)), style="bold")
        grid.add_row(label, any_of(_DECISIONS[word] for word in best).say(speech.language))
    hands = Table.grid(padding=(0, 2))
    for seat, hand in proposal.redeal.hands.items():
        label = Text(say(_HOLDS, seat=speech.letters(seat)))
        hands.add_row(label, cards_text(sort_cards(hand), speech.notation))
    return [grid, Text(), hands, *discards_text(proposal.rules, proposal.discards, speech), Text()]


def _lead_text(proposal: Proposal, found: Range, speech: Speech) -> str:
    say, sides = speech.say, [speech.letters(side) for side in proposal.rules.side_names]
    if not found.exact:
        difference = say(words.MINUS, side=sides[0], other=sides[1])
        bounds = bounds_text(found.rounded(), speech)
        return say(_PROVED, difference=difference, bounds=bounds, unit=say(words.POINTS))
    if not found.low:
        return say(_LEVEL)
    return say(_AHEAD, side=sides[0] if found.low > 0 else sides[1], lead=abs(found.low))
