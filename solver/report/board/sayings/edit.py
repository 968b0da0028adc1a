"""The sentences of the editor of the board, and of sharing what it shows."""

from collections.abc import Mapping

from solver.report import words as report_words
from solver.sentences import Message, mark

EDIT_SAYS: Mapping[str, Message] = {
    "mode_edit": mark("Change the deal"),
    "edit_how": mark(
        "Choose cards, then the seat that gets them; or a seat, then its cards. Or type a hand as {example}."
    ),
    "edit_keys": mark(
        "On a card, arrows lead to the others, {keys} give it to a seat, Delete takes it back, x swaps two."
    ),
    "edit_how_mid": mark(
        "Had a card sat elsewhere: choose two cards that are not played yet, and they change places. "
        "The tricks before stay as they were played."
    ),
    "edit_game": mark("Game"),
    "edit_trump": mark("Trumps"),
    "edit_no_trump": mark("choose the trumps"),
    "edit_taker": mark("Taker"),
    "edit_bid": mark("Bid"),
    "edit_level": mark("Level"),
    "edit_turned_up": mark("Card turned up"),
    "edit_turned_jacks": mark("Jacks turned up"),
    "edit_refused": mark("Another trump refused"),
    "edit_vulnerable": mark("Vulnerable"),
    "edit_dealer": mark("Dealer"),
    "edit_leader": mark("First to lead"),
    "edit_by_rule": mark("by the rules"),
    "edit_open": mark("not said"),
    "edit_yes": mark("yes"),
    "edit_no": mark("no"),
    "edit_nobody": mark("nobody"),
    "edit_all": mark("both sides"),
    "edit_rules": mark("Options of the game"),
    "edit_hand": mark("Cards {seat:of}"),
    "edit_give": mark("to {seat}"),
    "edit_pack": mark("Not dealt"),
    "edit_stock": mark("Stock, from the top"),
    "edit_count": mark("{n} of {of}"),
    "edit_swap": mark("Swap the two"),
    "edit_fill": mark("Deal the rest at random"),
    "edit_empty": mark("Take all cards back"),
    "edit_undo": mark("Undo"),
    "edit_from_start": mark("Change the whole deal"),
    "edit_taken": mark("{cards}: {seat}."),
    "edit_swapped": mark("{card} and {other} have changed places."),
    "edit_good": mark("The deal is right: the values of all cards stand below."),
    "edit_wrong": mark("Not a deal yet: each fault stands beside its field."),
    "edit_too_few": mark("Cards: {n} of {of}"),
    "edit_too_many": mark("Cards: {n}, too many; there must be {of}"),
    "edit_twice": mark("{card} is here, and with {other} as well"),
    "edit_not_in_deck": mark("{card} is not in the deck of this game"),
    "edit_no_hand": mark("{text} is no hand; write spades, hearts, diamonds and clubs as {example}"),
    "edit_no_cards": mark("{text}: cards are written as {example}"),
    "edit_unknown": mark("This game is not known: choose one."),
    "share": mark("Share"),
    "share_address": mark("Copy the address"),
    "share_text": mark("Copy as text"),
    "share_pbn": mark("Copy as PBN"),
    "share_lin": mark("Copy as LIN"),
    "share_print": mark("Print"),
    "share_field": mark("What was copied"),
    "share_copied": mark("Copied: {what}."),
    "share_by_hand": mark("Selected in the field below, to be copied from there: {what}."),
    "share_what_address": mark("the address of what you see"),
    "share_what_text": mark("the deal and the line as text"),
    "share_what_pbn": mark("the deal and the line as PBN"),
    "share_what_lin": mark("the deal and the line as LIN"),
    "share_asking": mark("The service writes it…"),
    "share_offline": mark("Only the service writes PBN and LIN, and it cannot be reached."),
    "share_deals": report_words.DEALS,
    "share_vulnerable": report_words.VULNERABLE["NS"],
    "share_all_vulnerable": report_words.VULNERABLE["both"],
    "share_leads": mark("{seat} leads"),
    "share_row": mark("{name}: {text}"),
    "share_before": mark("Played before"),
}
