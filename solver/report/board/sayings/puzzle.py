"""The sentences of a puzzle on the board, and of the pages where puzzles are chosen."""

from collections.abc import Mapping

from solver.report.puzzle_ends import SOLVED_SAYS
from solver.sentences import Message, mark

PUZZLE_SAYS: Mapping[str, Message] = {
    # While a card is looked for.
    "pz_played": mark("Played so far"),
    "pz_left": mark("Cards still to find: {n}."),
    "pz_judging": mark("Is it right?"),
    "pz_right": mark("{card} is right."),
    "pz_taken_back": mark("{card} was taken back."),
    "pz_answered": mark("{seat} answers with {reply}."),
    "pz_others": mark("{seat} is the opponent: you play the cards of {side} only."),
    "pz_wrong": mark("Take the wrong card back first."),
    "pz_aside": mark("This is beside the puzzle: go back to the card that is to be found."),
    "pz_refuted": mark("{card} misses the goal: {seat} answers with {reply}."),
    "pz_refuted_later": mark("{card} misses the goal: later {seat} plays {reply}."),
    "pz_fails": mark("{card} misses the goal: after it even best play is not enough."),
    "pz_costs": mark("{card} gives away {cost} on average."),
    "pz_would_end": mark("It would end {result}."),
    "pz_too_many": mark("Too many requests in a short time: try again in {n} s."),
    "pz_retry": mark("Try again"),
    "pz_replay": mark("Play it once more"),
    "pz_return": mark("Back to the puzzle"),
    "pz_hint": mark("Hint"),
    "pz_hint_more": mark("Another hint"),
    "pz_show": mark("Show the solution"),
    "pz_waits": mark("One moment…"),
    # When it is over.
    **{f"pz_solved_{why or 'hidden'}": says for why, says in SOLVED_SAYS.items()},
    "pz_shown": mark("The solution begins with {card}."),
    "pz_look": mark("Look at it"),
    "pz_look_says": mark("Every card now shows what it is worth."),
    "pz_refutations": mark("Why not another card?"),
    "pz_play_line": mark("Play the line after {card}"),
    "pz_themes": mark("Themes"),
    "pz_vote": mark("Is it a good puzzle?"),
    "pz_up": mark("Yes"),
    "pz_down": mark("No"),
    "pz_votes": mark("Thank you. Votes for it: {up}, against it: {down}."),
    "pz_next": mark("Next puzzle"),
    "pz_like": mark("One like this"),
    "pz_easier": mark("An easier one"),
    "pz_harder": mark("A harder one"),
    # The reader's rating.
    "pz_rating": mark("Your rating: {rating}"),
    "pz_moved": mark("Your rating: {rating} ({moved})."),
    "pz_moved_up": mark("Your rating: {rating}, up by {n}."),
    "pz_moved_down": mark("Your rating: {rating}, down by {n}."),
    "pz_first_rating": mark("Your first try will rate you."),
    "pz_helped": mark("Not rated, as you were helped."),
    "pz_only_first": mark("Not rated: only the first try of a puzzle is."),
    "pz_not_rated": mark("Not rated."),
    "pz_puzzle_rating": mark("Rating of the puzzle: {rating}."),
    "pz_name": mark("Your name"),
    "pz_name_says": mark(
        "Your tries are rated under this name, which anybody else may take too. Without one this browser "
        "keeps a name for you that nobody knows."
    ),
    "pz_keep": mark("Keep the name"),
    "pz_kept": mark("Your tries are now rated as {name}."),
    "pz_guest": mark("a guest"),
    "pz_reader": mark("You"),
    # The pages around it.
    "go_start": mark("Start"),
    "go_puzzles": mark("Puzzles"),
    "go_docs": mark("Documentation"),
    "in_english": mark("in English"),
    "pz_title": mark("Puzzle"),
    "pz_no_script": mark(
        "Playing it needs JavaScript; the deal and what is to be done stand here without it."
    ),
    "pz_says": mark(
        "In each position one card is right: it reaches the goal against every defence, and every other card "
        "is proved to fail."
    ),
    "pz_choose": mark("Choose a puzzle"),
    "pz_game": mark("Game"),
    "pz_level": mark("Difficulty"),
    "pz_theme": mark("Theme"),
    "pz_any": mark("any"),
    "pz_level_easiest": mark("the easiest"),
    "pz_level_easier": mark("easier than my level"),
    "pz_level_normal": mark("my level"),
    "pz_level_harder": mark("harder than my level"),
    "pz_level_hardest": mark("the hardest"),
    "pz_tells": mark("tell how it is solved: not rated"),
    "pz_plain": mark("tell nothing"),
    "pz_theme_says": mark("Themes that tell how a puzzle is solved leave your rating as it is."),
    "pz_go": mark("Show a puzzle"),
    "pz_daily": mark("Puzzle of the day"),
    "pz_figures": mark("The bank in figures"),
    "pz_ratings": mark("Ratings"),
    "pz_tries": mark("Tries"),
    "pz_n_solved": mark("Solved"),
    "pz_all": mark("All"),
    "pz_no_bank": mark(
        "This service has no database, so it keeps no puzzles. "
        "On the command line, atout puzzle play has them."
    ),
    "pz_loading": mark(
        "No puzzle is here yet. Those that are shipped are being added: load this page again in a minute."
    ),
    "pz_empty": mark("No puzzle is here yet. The command atout db import-puzzles FILE adds some."),
}
"""By the names under which the modules say them."""
