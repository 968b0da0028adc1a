"""The words of the board, handed to its modules as data, in the reader's language."""

from collections.abc import Iterator, Mapping
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
    Notation,
    format_card,
    format_rank,
    format_trump,
)
from solver.report import words as report_words
from solver.report.board.copies import copy_of
from solver.report.board.sayings.core import CORE_SAYS
from solver.report.board.sayings.doubles import DOUBLE_SAYS
from solver.report.board.sayings.edit import EDIT_SAYS
from solver.report.board.sayings.home import HOME_SAYS
from solver.report.board.sayings.incoming import INCOMING_SAYS
from solver.report.board.sayings.learn import LEARN_SAYS
from solver.report.board.sayings.match import MATCH_SAYS
from solver.report.board.sayings.puzzle import PUZZLE_SAYS
from solver.report.board.sayings.refusals import REFUSAL_COUNTS, REFUSAL_SAYS
from solver.report.board.sayings.tries import TRY_SAYS
from solver.report.contract import trumps_text
from solver.rules import CAPOT_BID, VARIANTS, Scoring, Turn, find_variant
from solver.seats import SEATS
from solver.sentences import Counted, Formed, Language, Message, mark
from solver.speech import Place, Speech

_RANK_NAMES: Mapping[str, Message] = {
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

_CONTRACTED: Mapping[Language, Mapping[str, str]] = {
    "en": {},
    "fr": {"à le": "au", "de le": "du", "À le": "Au", "De le": "Du"},
}
"""A word and the article of the name of a card behind it, each pair with the one word that both make."""

_SAYS: Mapping[str, Message] = {
    "card": mark("{rank} of {suit}"),
    "takes": report_words.TAKES,
    "bid_by": report_words.BID_BY,
    "to_right": mark("play goes to the right"),
    "table": mark("The table"),
    "middle": report_words.ON_TABLE,
    "trick_ended": mark("The last trick"),
    "leads": mark("leads"),
    "taker": mark("taker"),
    "declarer": mark("declarer"),
    "dummy": mark("dummy"),
    "face_down": mark("{n} cards face down"),
    "face_down_one": mark("1 card face down"),
    "modes": mark("What to do with the deal"),
    "mode_look": mark("Look"),
    "mode_escape": mark("So does the Escape key."),
    "stock": mark("Stock, top card first"),
    "to_play": mark("{seat} to play"),
    "over": mark("The deal is over"),
    "solving": mark("Solving…"),
    "loading": mark("The board is being loaded…"),
    "results": mark("Results of both sides"),
    "now": mark("Now"),
    "end": mark("With best play"),
    "ended": mark("Final result"),
    "score": mark("Score"),
    "score_is": mark("score {result}"),
    "needs": mark("{side} needs {n}"),
    "needs_met": mark("made"),
    "needs_short": mark("{n} short"),
    "hand_of": mark("Hand: {seat}"),
    "forbidden": mark("{card}, cannot be played now"),
    "refused": mark("{card} cannot be played. {why}"),
    "duty_follow": mark("{seat} holds {suit} and must follow suit."),
    "duty_follow_or_ruff": mark("{seat} holds {suit} and must follow suit or ruff."),
    "duty_head": mark("{seat} must head the trick: {cards}."),
    "duty_ruff": mark("{seat} has no {suit} and must ruff."),
    "duty_overruff": mark("{seat} must overruff: {cards}."),
    "duty_overruff_or_other": mark("{seat} must overruff or play another suit."),
    "duty_no_underruff": mark("{seat} cannot overruff and must play another suit."),
    "game_card": mark("(played in the game)"),
    "face_down_now": mark("These cards lie face down."),
    "choice": mark("{card}"),
    "choice_best": mark("{card}: {result}, best"),
    "choice_best_fails": mark("{card}: {result}, best, but the contract fails"),
    "choice_costs": mark("{card}: {result}, gives away {n}"),
    "choice_fails": mark("{card}: {result}, gives away {n}, and the contract fails"),
    "equals": mark("Cards of the same worth"),
    "plays": mark("{seat} plays {card}."),
    "wins_trick": mark("{seat} wins the trick."),
    "will_have": mark("With best play: {result}."),
    "has_won": mark("Final result: {result}."),
    "type": mark("Type a card"),
    "type_hint": mark("suit and rank, as {example}, then Enter"),
    "no_card": mark("{text} is not a card that can be played now."),
    "line_no_card": mark("The line ends here: {text} is no card."),
    "line_no_play": mark("The line ends here: {card} cannot be played next."),
    "no_place": mark("This address leads to a card or a deal that the analysis has not got."),
    "play_it": mark("Play"),
    "first": report_words.FIRST,
    "previous_trick": mark("Previous trick"),
    "previous": mark("Previous card"),
    "next": mark("Next card"),
    "next_trick": mark("Next trick"),
    "last": report_words.LAST,
    "previous_mistake": mark("Previous mistake"),
    "next_mistake": report_words.NEXT_MISTAKE,
    "mistakes": mark("Mistakes"),
    "at_start": mark("This is the beginning."),
    "at_end": mark("The line ends here: no card follows."),
    "no_mistake_before": mark("No mistake comes before."),
    "no_mistake_after": mark("No mistake follows."),
    "best": mark("Play the best card"),
    "values": mark("Values"),
    "kind": mark("Below the cards"),
    "kind_result": mark("Result"),
    "kind_loss": mark("Loss"),
    "kind_score": mark("Score"),
    "hide": mark("Hide the other hands"),
    "flip": mark("Turn the table"),
    "hands_hidden": mark("The other hands are hidden."),
    "hands_shown": mark("All hands are shown."),
    "sits_below": mark("{seat} sits below."),
    "four": mark("Four colours"),
    "view": mark("View"),
    "back": mark("Back to the game"),
    "controls": mark("Steps"),
    "compare": mark("From here on"),
    "as_played": mark("As played"),
    "as_best": mark("Best play"),
    "lines": mark("Tricks and lines"),
    "own_line": mark("Own line"),
    "promote": mark("Move this line up"),
    "delete": mark("Delete this line"),
    "start": report_words.AT_START,
    "nothing_played": mark("Play a card to begin a line."),
    "keys": mark("Keys"),
    "close": mark("Close"),
    "key_card": mark("a card back, a card on"),
    "key_trick": mark("a trick back, a trick on"),
    "key_ends": mark("the first and the last card"),
    "key_in_hand": mark("along the cards, while one of them has the focus"),
    "key_mistakes": mark("the next and the previous mistake"),
    "key_best": mark("play the best card"),
    "key_values": mark("values on and off"),
    "key_hide": mark("hide the other hands, or show them"),
    "key_flip": mark("turn the table round"),
    "key_tree": mark("go to the tricks and lines"),
    "key_help": mark("this list"),
    "key_letters": mark("Keys of a single character, as n and ?"),
    "key_type": mark("or type a card, as {example}, and press Enter"),
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
    "not_json": mark("This is not JSON, or not the whole of it."),
    "not_json_line": mark("This is JSON only as far as line {line}: something is wrong there."),
    "no_answer": mark("The service cannot be reached."),
    "no_file": mark("A file of this page could not be fetched."),
    "load_again": mark("Load the page again"),
    "deal": report_words.DEAL_NUMBER,
    "titled": mark("{game}, {deal}"),
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


def board_words(language: Language) -> dict[str, Any]:
    """Return all words of the board as JSON: sentences with places, and names of cards, suits and seats.

    ``doubles`` has the sentences about doubles, by what the game calls one; ``games`` are their titles;
    ``cards`` tells, for each way to write cards, the suit and rank of each; ``sums`` the rules of each game
    on which it hangs whether both results have one sum; ``capot`` the number that stands for that bid.
    They are the caller's own, who may change them.
    """
    return copy_of(_words, language)


def refusal_words(language: Language) -> dict[str, str]:
    """Return the sentences about what is wrong with a deal, for a page that has no service to say them."""
    speech = Speech(language, language)
    said = {name: _template(message, speech) for name, message in REFUSAL_SAYS.items()}
    for name, message in REFUSAL_COUNTS.items():
        said |= {f"{name}_one": _template(message, speech, 1), f"{name}_many": _template(message, speech, 2)}
    return said


def _words(language: Language) -> Mapping[str, Any]:
    speech = Speech(language, language)
    cards = [Card(suit, rank) for suit in SUITS for rank in RANKS]
    return {
        "language": language,
        "says": {name: _template(message, speech) for name, message in _SAYS.items()},
        "doubles": {
            called: {name: speech.translate(message, context) for name, (context, message) in says.items()}
            for called, says in DOUBLE_SAYS.items()
        },
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
            for rank, name in _RANK_NAMES.items()
        },
        "contracted": _CONTRACTED[language],
        "seats": {
            seat: {
                "name": speech.say("{seat}", seat=Place(seat)),
                "of": speech.say("{seat:of}", seat=Place(seat)),
                "letter": speech.letters(seat),
            }
            for seat in SEATS
        },
        "cards": {
            notation: {format_card(card, notation): card.suit + card.rank for card in cards}
            for notation in NOTATIONS
        },
        "games": {name: find_variant(name).texts(speech)["title"] for name in VARIANTS},
        "trumps": {
            notation: {text: trumps_text(trump, speech) for text, trump in _written(notation)}
            for notation in NOTATIONS
        },
        "strains": {
            notation: {text: _strain(trump, speech) for text, trump in _written(notation)}
            for notation in NOTATIONS
        },
        "sums": {name: _sums(name) for name in VARIANTS},
        "capot": CAPOT_BID,
        "customs": {name: _customs(name, language) for name in VARIANTS},
    }


_FOREIGN: Mapping[Language, Mapping[str, str]] = {
    "en": dict.fromkeys(("quadrette", "belote", "valet_de_trefle", "contree", "coinche"), "fr"),
    "fr": dict.fromkeys(("all_fours", "california_jack"), "en"),
}
"""The games whose titles are in another language, by the language of the page."""


def _customs(name: str, language: Language) -> dict[str, Any]:
    """Return what the board must know of a game to name things, and it, as its players do."""
    rules = find_variant(name)
    foreign = _FOREIGN[language].get(name)
    return {
        **({"lang": foreign} if foreign else {}),
        "has_dummy": rules.dummy,
        "is_level": rules.scoring == Scoring.duplicate,
        "to_right": rules.turn == Turn.anticlockwise,
        "double_called": rules.double_called,
    }


def _sums(name: str) -> dict[str, Any]:
    """Return the rules on which `solver.reasons.is_sum_fixed` hangs, but those of no effect."""
    rules = find_variant(name)
    result = {"objective": rules.objective, "forced_discard_penalty": rules.forced_discard_penalty}
    bonus = {
        "four_of_a_kind": rules.four_of_a_kind,
        "four_of_a_kind_except": dict(rules.four_of_a_kind_except),
        "sequence_of_four": rules.sequence_of_four,
        "sequence_of_three": rules.sequence_of_three,
        "trick_marriage": rules.trick_marriage,
    }
    return {rule: value for rule, value in (result | bonus).items() if value}


class _OpenNumber(int):
    """A number that chooses the form of a message, and leaves its place open."""

    def __format__(self, _: str) -> str:
        return "{n}"


def _template(message: Message, speech: Speech, n: int = 0) -> str:
    """Return a message in the reader's language with its places left open, ``{seat:of}`` as ``{seat_of}``.

    ``n`` chooses the form of one that depends on a number.
    """
    text = message.several if isinstance(message, Counted) else message
    names = [name for _, name, _, _ in Formatter().parse(text) if name]
    places: dict[str, Any] = {name: Formed(f"{{{name}}}", of=f"{{{name}_of}}") for name in names}
    if isinstance(message, Counted):
        places["n"] = _OpenNumber(n)
    return speech.say(message, **places)


def _written(notation: Notation) -> Iterator[tuple[str, str]]:
    """Yield each trump as it is written; no trumps and all trumps may have English letters everywhere."""
    for trump in (*SUITS, NO_TRUMPS, ALL_TRUMPS):
        yield format_trump(trump, notation), trump
    yield from ((trump, trump) for trump in (NO_TRUMPS, ALL_TRUMPS))


def _strain(trump: str, speech: Speech) -> dict[str, str]:
    """Return a contract's trump by its English letters, and as it stands in a bid at bridge."""
    shown = SYMBOLS.get(trump) or (speech.say(report_words.NT) if trump == NO_TRUMPS else speech.trump(trump))
    return {"trump": trump, "shown": shown}
