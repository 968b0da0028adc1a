"""A puzzle as the board shows it: what its solver sees of the position, and what is to be done in words."""

from typing import Any

from solver.answer_json import written
from solver.cards import SUITS, SYMBOLS, sort_cards
from solver.game import HONOUR_NAMES, Moment, Pair, Position, Trick, won_so_far
from solver.knowledge import is_belote_known
from solver.puzzles import Puzzle, PuzzleKind
from solver.report.contract import contract_parts
from solver.report.plain_text import rank_text, title_of
from solver.report.puzzle import PuzzleReport
from solver.report.puzzle_known import known_beside
from solver.sentences import Language
from solver.speech import Place, Speech

_FACE_DOWN = "?"
"""A card of a hand, or of the stock, that the solver of a puzzle does not see."""


def puzzle_data(puzzle: Puzzle, language: Language) -> dict[str, Any]:
    """Return a puzzle without what gives it away, as JSON for the modules of the board.

    ``position`` is a request; of a hidden puzzle it has the hands in sight only, ``hidden`` names the others,
    and ``answers`` has the table with the cards that may be played.  ``told`` has the same in words, for a
    page without scripts: the deal, the trick, what is to be done.
    """
    speech = Speech(language, language, symbols=True)
    report, position = PuzzleReport(puzzle, speech), puzzle.position
    hidden = sorted(set(position.rules.players) - set(report.hands_in_sight(position)))
    is_hidden = puzzle.kind == PuzzleKind.hidden
    return {
        "id": puzzle.id,
        "kind": puzzle.kind.value,
        "side": puzzle.goal.side,
        "length": puzzle.length,
        "position": puzzle.to_dict()["position"],
        "hidden": [*hidden, "stock"] if is_hidden else [],
        "answers": [_table_in_sight(report, hidden)] if is_hidden else [],
        "told": {
            "title": report.title,
            "game": title_of(position.rules, speech),
            "contract": contract_parts(position, speech),
            "goal": puzzle.goal.say(speech),
            "task": report.task(position),
            "held": report.held(position),
            "known": known_beside(report),
            "facts": report.facts()[1:],
            "hands": _hands(report),
            "trick": _cards_of(position.trick, position, speech),
            "tricks": [", ".join(_cards_of(one, position, speech)) for one in report.tricks_in_mind()],
        },
    }


def _table_in_sight(report: PuzzleReport, hidden: list[str]) -> dict[str, Any]:
    """Return the table before the card to be found, with the cards that may be played and no values."""
    position = report.position
    table = written(Moment(position))
    if not is_belote_known(position):
        # It would tell of a belote in a hand out of sight.
        table.pop("needs", None)
    table["won"] = position.rules.by_side(_won_in_sight(report))
    hands = table["hands"]
    table["hands"] = {
        seat: [_FACE_DOWN] * len(hands[seat]) if seat in hidden else hands[seat] for seat in hands
    }
    if table.get("stock"):
        table["stock"] = [table["stock"][0], *[_FACE_DOWN] * (len(table["stock"]) - 1)]
    cards = [{"card": str(card), "equals": []} for card in position.legal_plays()]
    trick = [str(card) for card in position.trick.plays]
    return {"to_play": position.to_play, "trick": trick, **table, "cards": cards, "line": []}


def _won_in_sight(report: PuzzleReport) -> Pair:
    """Return what the sides have won, as far as it is seen."""
    position = report.position
    # Which trump is low is decided by the hands out of sight.
    seen = sum(
        bit
        for (bit, honour), card in zip(HONOUR_NAMES.items(), position.honours, strict=True)
        if card is not None and report.is_seen(position, honour, card)
    )
    first, second = position.tally.honours
    return won_so_far(position.rules, position.tally._replace(honours=(first & seen, second & seen)))


def _hands(report: PuzzleReport) -> list[dict[str, Any]]:
    """Return the hands in sight, each with its seat in words and a text for each suit that it holds."""
    position, speech = report.position, report.speech
    rules, trump = position.rules, position.contract.trump
    return [
        {
            "seat": _name(seat, speech),
            "suits": [
                f"{SYMBOLS[suit]} {' '.join(rank_text(card.rank, speech.notation) for card in held)}"
                for suit in SUITS
                if (held := sort_cards((c for c in hand if c.suit == suit), rules.rank_order(suit, trump)))
            ],
        }
        for seat, hand in report.hands_in_sight(position).items()
    ]


def _cards_of(trick: Trick, position: Position, speech: Speech) -> list[str]:
    """Return the cards of a trick, each with its seat in words."""
    plays = zip(trick.seats(position.rules), trick.plays, strict=True)
    return [f"{_name(seat, speech)} {speech.card(card)}" for seat, card in plays]


def _name(seat: str, speech: Speech) -> str:
    return speech.say("{seat}", seat=Place(seat))
