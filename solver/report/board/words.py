"""The words of the board, handed to its modules as data, in the reader's language."""

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any

from solver.cards import (
    ALL_TRUMPS,
    NO_TRUMPS,
    NOTATIONS,
    RANKS,
    SUITS,
    SYMBOLS,
    Card,
    format_card,
    format_rank,
    format_trump,
)
from solver.reasons import is_sum_fixed
from solver.report import words as report_words
from solver.report.board.core_words import CORE_SAYS
from solver.report.board.edit_words import EDIT_SAYS
from solver.report.board.home_words import HOME_SAYS
from solver.report.board.incoming_words import INCOMING_SAYS
from solver.report.board.learn_words import LEARN_SAYS
from solver.report.board.match_words import MATCH_SAYS
from solver.report.board.puzzle_words import PUZZLE_SAYS
from solver.report.board.try_words import TRY_SAYS
from solver.rules import CAPOT_BID, VARIANTS, find_variant
from solver.seats import SEATS
from solver.sentences import Language, Message, mark
from solver.speech import Place, Speech

_RANKS: Mapping[str, Message] = {
    "A": mark("ace"),
    "K": mark("king"),
    "Q": mark("queen"),
    "J": mark("jack"),
    "T": mark("ten"),
    "9": mark("nine"),
    "8": mark("eight"),
    "7": mark("seven"),
    "6": mark("six"),
    "5": mark("five"),
    "4": mark("four"),
    "3": mark("three"),
    "2": mark("two"),
}

_SAYS: Mapping[str, Message] = {
    "card": mark("{rank} of {suit}"),
    "takes": report_words.TAKES,
    "bids": report_words.BIDS,
    "bids_doubled": report_words.BIDS_DOUBLED,
    "bids_redoubled": report_words.BIDS_REDOUBLED,
    "table": mark("The table"),
    "middle": report_words.ON_TABLE,
    "face_down": mark("{n} cards face down"),
    "face_down_one": mark("1 card face down"),
    "modes": mark("What to do with the deal"),
    "mode_look": mark("Look"),
    "stock": mark("Stock, top card first"),
    "to_play": mark("{seat} to play"),
    "over": mark("The deal is over"),
    "solving": mark("Solving…"),
    "now": mark("Now"),
    "end": mark("With best play"),
    "ended": mark("Final result"),
    "needs": mark("{side} needs {n}"),
    "forbidden": mark("{card}, cannot be played now"),
    "choice": mark("{card}"),
    "choice_best": mark("{card}: {result}, best"),
    "choice_costs": mark("{card}: {result}, gives away {n}"),
    "choice_fails": mark("{card}: {result}, the contract fails"),
    "equals": mark("Cards of the same worth"),
    "plays": mark("{seat} plays {card}."),
    "wins_trick": mark("{seat} wins the trick."),
    "will_have": mark("With best play: {result}."),
    "has_won": mark("Final result: {result}."),
    "type": mark("Type a card"),
    "type_hint": mark("suit and rank, as {example}, then Enter"),
    "no_card": mark("{text} is not a card that can be played now."),
    "play_it": mark("Play"),
    "first": report_words.FIRST,
    "previous_trick": mark("Previous trick"),
    "previous": mark("Previous card"),
    "next": mark("Next card"),
    "next_trick": mark("Next trick"),
    "last": report_words.LAST,
    "previous_mistake": mark("Previous mistake"),
    "next_mistake": report_words.NEXT_MISTAKE,
    "best": mark("Play the best card"),
    "values": mark("Show values"),
    "back": mark("Back to the game"),
    "controls": mark("Steps"),
    "lines": mark("Tricks and lines"),
    "own_line": mark("Own line"),
    "promote": mark("Move this line up"),
    "delete": mark("Delete this line"),
    "start": report_words.AT_START,
    "nothing_played": mark("Play a card to begin a line."),
    "keys": mark("Keys"),
    "keys_say": mark(
        "← → card · ↑ ↓ trick · Home End first and last · n p next and previous mistake · b best card · "
        "v values on and off"
    ),
    "board": mark("Board"),
    "analysis": mark("Analysis"),
    "no_script": mark("The board needs JavaScript. What is said of the cards stands here without it."),
    "open": mark("Open another position"),
    "open_says": mark(
        "Paste or drop a position or a game: JSON, PBN, LIN, a deal as N:AKT.987.-.J …, or a link. "
        "A game that is judged gets an address of its own."
    ),
    "open_label": mark("Position or game"),
    "look": mark("Show on the board"),
    "judge": mark("Open, and judge a game"),
    "not_json": mark("This is not JSON: {why}"),
    "no_answer": mark("The service cannot be reached."),
    "deal": report_words.DEAL_NUMBER,
    "which_deal": mark("Deal:"),
    "in_part": mark("A limit came first: not every value is proved."),
    **INCOMING_SAYS,
    **EDIT_SAYS,
    **CORE_SAYS,
    **PUZZLE_SAYS,
    **MATCH_SAYS,
    **HOME_SAYS,
    **TRY_SAYS,
    **LEARN_SAYS,
}


@cache
def board_words(language: Language) -> Mapping[str, Any]:
    """Return all words of the board as JSON: sentences with places, and names of cards, suits and seats.

    ``games`` are their titles; ``cards`` tells, for each way to write cards, the suit and rank of each;
    ``difference`` the games of which best play settles only the difference of the sides; ``capot`` the number
    that stands for that bid.
    """
    speech = Speech(language, language)
    cards = [Card(suit, rank) for suit in SUITS for rank in RANKS]
    trumps = (*SUITS, NO_TRUMPS, ALL_TRUMPS)
    return {
        "language": language,
        "says": {name: _template(message, speech) for name, message in _SAYS.items()},
        "suits": {
            suit: {
                "name": speech.trump(suit),
                "symbol": SYMBOLS[suit],
                "letter": format_trump(suit, language),
                "red": suit in "HD",
            }
            for suit in SUITS
        },
        "ranks": {
            rank: {
                "name": speech.say(name),
                "shown": "10" if rank == "T" else format_rank(rank, language),
                "letter": format_rank(rank, language),
            }
            for rank, name in _RANKS.items()
        },
        "seats": {
            seat: {"name": speech.say("{seat}", seat=Place(seat)), "letter": speech.letters(seat)}
            for seat in SEATS
        },
        "cards": {
            notation: {format_card(card, notation): {"suit": card.suit, "rank": card.rank} for card in cards}
            for notation in NOTATIONS
        },
        "games": {name: find_variant(name).texts(speech)["title"] for name in VARIANTS},
        "trumps": {
            notation: {format_trump(trump, notation): _trump(trump, speech) for trump in trumps}
            for notation in NOTATIONS
        },
        "difference": [name for name in VARIANTS if not is_sum_fixed(find_variant(name))],
        "capot": CAPOT_BID,
    }


def _template(message: Message, speech: Speech) -> str:
    """Return a message in the reader's language with its places left open."""
    assert isinstance(message, str), "the board's sentences have one form"
    places: dict[str, Any] = {name: f"{{{name}}}" for _, name, _, _ in Formatter().parse(message) if name}
    return speech.say(message, **places)


def _trump(trump: str, speech: Speech) -> str:
    symbol = SYMBOLS.get(trump)
    if symbol is None:
        return speech.trump(trump)
    return speech.say(report_words.TRUMPS, suit=symbol)
