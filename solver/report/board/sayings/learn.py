"""The words of learning from mistakes, on the board."""

from collections.abc import Mapping

from solver.sentences import Message, mark

LEARN_SAYS: Mapping[str, Message] = {
    "mode_learn": mark("Learn"),
    "learn_from": mark("Learn from the mistakes"),
    "learn_says": mark(
        "At each mistake, find a better card than that of the game, with open cards. Every best card is "
        "right. Look goes back."
    ),
    "learn_no_game": mark("There is no game here yet. Play some cards first, or have a whole game judged."),
    "learn_whose": mark("Mistakes of"),
    "learn_mistakes_of": mark("Mistakes of {learner}."),
    "learn_learner": mark("{who}: {n}"),
    "learn_learner_or_more": mark("{who}: {n} or more"),
    "learn_solving": mark("Solving… {n} of {m}"),
    "learn_hide_others": mark("Hide the other hands"),
    "learn_no_mistake": mark("{who} made no mistake: every card was a best one. Well played!"),
    "learn_no_mistake_at_all": mark("Nobody made a mistake: every card was a best one. A fine deal!"),
    "learn_unknown": mark("No mistake is proved; what {n} cards are worth is not known."),
    "learn_one_unknown": mark("No mistake is proved; what one card is worth is not known."),
    "learn_mistake_n": mark("Mistake {n} of {m}"),
    "learn_find_better_card": mark("{seat} played {card}. Find a better one."),
    "learn_right_card": mark("Right: {card}."),
    "learn_as_good": mark("Just as good: {cards}."),
    "learn_best_cards": mark("Best: {cards}."),
    "learn_game_costs": mark("{card} gives away {n}."),
    "learn_same_card": mark("{card} is the card of the game. Find another one."),
    "learn_better_card": mark("{card} is better than that of the game, but not best: it gives away {n}."),
    "learn_wrong_card": mark("{card} is not better: it gives away {n}."),
    "learn_unknown_card": mark("What {card} is worth is not proved. Try another one."),
    "learn_reply_is": mark("The reply: {cards}."),
    "learn_further": mark("Play on"),
    "learn_retry": mark("Try again"),
    "learn_show_best": mark("Show the best card"),
    "learn_skip": mark("Skip"),
    "learn_next_one": mark("Next"),
    "learn_to_the_end": mark("See how it went"),
    "learn_lesson_over": mark("How it went"),
    "learn_found_once": mark("Found at once: {n}."),
    "learn_found_later": mark("Found after other cards: {n}."),
    "learn_found_shown": mark("Shown: {n}."),
    "learn_found_skipped": mark("Skipped: {n}."),
    "learn_all_found": mark("All found. Well done!"),
    "learn_missed_again": mark("Those I missed again"),
    "learn_all_again": mark("All again"),
    "learn_another_player": mark("Another player"),
}
