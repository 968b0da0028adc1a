"""The sentences about a text that is pasted or dropped: what it was taken for, or why it cannot be read."""

from collections.abc import Mapping

from solver.sentences import Message, mark

INCOMING_SAYS: Mapping[str, Message] = {
    "in_nothing": mark("There is nothing yet: paste or drop a game, a position or a link."),
    "in_unknown": mark(
        "This is none of what can be read: a position or a game in JSON, PBN, LIN, a deal as "
        "N:AT.87.K8.AJ …, or a link to one of these."
    ),
    "in_no_text": mark("This file is no text: games are read from files of text, as JSON, PBN and LIN are."),
    "in_no_file": mark("This file cannot be read: it may be a folder, or not there any more."),
    "in_too_long": mark("This file is too long to be read here."),
    "in_elsewhere": mark(
        "This link leads to another site, and nothing is fetched from there. Paste the game itself."
    ),
    "in_no_deal": mark("There is no deal in this: no player has cards."),
    "in_part_deal": mark(
        "The deal is not whole: all four hands must have the same number of cards. Here: "
        "N {N}, E {E}, S {S}, W {W}."
    ),
    "in_many_deals": mark("There are more than four hands in this: give one deal at a time."),
    "first_of_many": mark(
        "Nothing was played in these deals, so there is nothing to judge. Here is the first that can be "
        "shown; paste the others one at a time."
    ),
    "taken_nt": mark("No contract was named: no trumps are taken, change it as you like."),
    "taken_belote": mark("Nothing but cards was named: belote with hearts as trumps is taken."),
    "not_kept": mark("This service keeps no analyses: here is the game, with the value of every card."),
}
