"""The words of trying a deal, on the board."""

from collections.abc import Mapping

from solver.report import words as report_words
from solver.sentences import Message, mark

TRY_SAYS: Mapping[str, Message] = {
    "mode_try": mark("Try"),
    "try_yourself": mark("Play it yourself"),
    "try_says": mark(
        "Choose whose cards you play. The other hands lie face down, and best play answers you. "
        "Look goes back."
    ),
    "try_nothing": mark("No card is left to play here."),
    "try_you_play": mark("You play"),
    "try_seat_player": mark("{seat}, {player}"),
    "try_both_seats": mark("{one} and {other}"),
    "try_with_dummy": mark("{seat} with dummy, {dummy}"),
    "try_everybody": mark("All players"),
    "try_begin_from": mark("Begin at"),
    "try_from_here": mark("this card"),
    "try_from_first": mark("the first card"),
    "try_play_forced": mark("Play my forced cards for me"),
    "try_begin": mark("Begin"),
    "try_playing": mark("You play: {seats}"),
    "try_your_turn": mark("Your turn."),
    "try_last_trick": mark("{seat} won the last trick:"),
    "try_take_back": mark("Take back"),
    "try_give_up": mark("Give up"),
    "try_go_on": mark("Go on"),
    "try_verdict": mark("The verdict"),
    "try_reached": mark("You reached {result}."),
    "try_gave_up": mark("You gave up."),
    "try_given_up": mark("You gave up. With best play from there: {result}."),
    "try_best_possible": mark("Best possible: {result}."),
    "try_is_made": mark("The contract is made."),
    "try_is_failed": mark("The contract fails."),
    "try_could_make": mark("Your best cards would have made it."),
    "try_could_defeat": mark("Your best cards would have defeated it."),
    "try_perfect": mark("Each of your cards was a best one. Well played!"),
    "try_perfect_so_far": mark("So far each of your cards was a best one."),
    "try_given_away": mark("What your cards gave away; choose one to see it on the board"),
    "try_n_others": mark("Cards that gave nothing away: {n}"),
    "try_of_card": mark("Card"),
    "try_open_cards": mark("With open cards"),
    "try_known_cards": mark("By what could be known"),
    "try_look_at_card": mark("{seat} {card}: show on the board"),
    "try_better": mark("better: {cards}"),
    "try_not_proved": mark("not proved"),
    "try_not_judged": mark("not judged"),
    "try_fair_waits": mark("Judging by what could be known…"),
    "try_fewer": mark("{n} fewer"),
    "try_fair_means": mark(
        "Means over deals that agree with all that was known, give or take the standard error."
    ),
    "try_fair_missing": mark(
        "Judged with open cards only: the service that judges by what could be known gave no answer."
    ),
    "try_fair_offline": mark("Judged with open cards only; by what could be known the service judges."),
    "try_n_forced": mark("Forced cards: {n}."),
    "try_n_taken_back": mark("Cards taken back: {n}."),
    "try_again": mark("Play it again"),
    "try_other": mark("Another seat"),
    "try_look_at_it": mark("Look at it on the board"),
    **{f"try_grade_{grade}": name for grade, name in report_words.GRADES.items()},
}
"""Sentences by name; the names of grades are `try_grade_best` and so on."""
