"""The sentences about what is wrong with a deal, as Python says them, for a page without a service.

Each stands a second time where it is used there; tests/report/board/test_wrongs.py holds both together.
"""

from collections.abc import Mapping

from solver.sentences import Counted, Message, mark, mark_n

REFUSAL_SAYS: Mapping[str, Message] = {
    # ---- parts of sentences
    "bad_and": mark("{list} and {last}"),
    "bad_or": mark("{list} or {last}"),
    "bad_quoted": mark("'{text}'"),
    "bad_huge": mark("a huge number"),
    "bad_list": mark("a list"),
    "bad_object": mark("an object"),
    "bad_no_cards": mark("no cards"),
    "bad_of_stock": mark("the stock"),
    "bad_of_hand": mark("the hand {seat:of}"),
    "bad_none": mark("none"),
    "bad_multiple": mark("at most {most}, a multiple of {players}"),
    "bad_size_of": mark("{seat} {size}"),
    # ---- fields, letters, names
    "bad_field": mark("there is no field {name} here; there are {known}"),
    "bad_text": mark("{value} is not a text"),
    "bad_long": mark("longer than {most} characters"),
    "bad_names": mark("{field} is {value}; it must be an object of names by seat"),
    "bad_named_seat": mark("{seat} is not a seat; the seats are {seats}"),
    "bad_two_names": mark("{seat} has two names; each seat has one"),
    "bad_notation": mark("{value} is no notation; it must be {allowed}"),
    "bad_letters_fr": mark(
        'the cards cannot be read in English letters, but in French ones: say "notation": "fr"'
    ),
    "bad_letters_en": mark(
        'the cards cannot be read in French letters, but in English ones: say "notation": "en"'
    ),
    "bad_of_bridge": mark("{field} is for logs of bridge, not for those of {game}"),
    "bad_auction": mark("{game} has no auction that a log could tell"),
    # ---- the contract
    "bad_contract": mark("{field} is {value}; it must be an object, as {example}"),
    "bad_part": mark("{name} is no part of a contract; it has {known}"),
    "bad_no_part": mark("{game} has no {field}; its contract has {known}"),
    "bad_no_trump": mark("no trump is named; {game} is played with {choice}"),
    "bad_not_trump": mark("{text} is not a trump; a trump is {choice}"),
    "bad_trump": mark("{game} is not played with trump {trump}; it can be {choice}"),
    "bad_taker": mark("{seat} does not play; the players are {players}"),
    "bad_two_bids": mark("level is {level}, but bid is {bid}; they are the same thing"),
    "bad_one_of": mark("{field} is {value}; it must be one of {allowed}"),
    "bad_bid": mark("{game} has no {field} of {value}; its {field}s are {allowed}"),
    "bad_multiplier": mark("{game} has no multiplier {value}; it can be {allowed}"),
    "bad_jacks_type": mark("turned_jacks is {value}; it must be a number of jacks, 0 to {most}"),
    "bad_jacks_range": mark("the number of jacks turned up is {value}; it can be 0 to {most}"),
    "bad_truth": mark("{field} is {value}; it must be true or false"),
    "bad_in_pack": mark("{card} is not in the deck of {game}"),
    "bad_vulnerable": mark("{game} knows no vulnerability; leave it out"),
    "bad_word": mark("{field} is {value}; it must be {allowed}"),
    "bad_no_word": mark("{field} is {value}; it must be a text, {allowed}"),
    # ---- seats
    "bad_seat": mark("{text} is not a seat of this game; its seats are {seats}"),
    "bad_no_leader": mark("there is neither dealer nor leader; who leads first depends on them"),
    "bad_no_taker": mark("there is neither taker nor leader; who leads first depends on them"),
    "bad_no_dealer": mark("there is no dealer; the point for game depends on it when both are equal"),
    # ---- the deal
    "bad_no_deal": mark("the deal is missing; only a log of all the cards ({total} plays) can leave it out"),
    "bad_deal": mark("{value} is not a deal; write the hands by seat or as one text '{example}'"),
    "bad_deal_text": mark(
        "{text} is not a deal of {count} hands; write the first seat, a colon and the hands clockwise, as "
        "'{example}'"
    ),
    "bad_two_hands": mark("{seat} has two hands; each seat has one"),
    "bad_cards": mark("{value} is not a list of cards; write them as {example}"),
    "bad_many": mark("there are {count} cards; no deck has more than 52"),
    "bad_card": mark("{text} is not a card; a card is its suit and its rank, as {examples}"),
    "bad_hand": mark("{text} is not a hand; write its spades, hearts, diamonds and clubs as {example}"),
    "bad_twice_in": mark("{card} is there twice: in {owner}"),
    "bad_twice": mark("{card} is there twice: in {first} and in {second}"),
    "bad_in_deck": mark("{card} is not in the deck of {game}, which has {ranks}"),
    "bad_in_suits": mark("{card} is not in the deck of {game}, which has {ranks} of the suits {suits}"),
    "bad_no_player": mark("{game} has no player {seat}; its players are {players}"),
    "bad_no_hand": mark("{seat} has no hand; {game} deals to {players}"),
    "bad_size": mark("{seat} is dealt {cards}; {game} deals {size} each"),
    "bad_stock": mark("the stock has {cards}; in {game} it has {right}"),
    "bad_differ": mark("the hands differ ({counts}); every player must be dealt equally many cards"),
    "bad_short": mark("the hands have {cards}; {game} deals 1 to {most} each"),
    "bad_short_stock": mark("the stock has {cards}; it can have {allowed}"),
    # ---- the card turned up
    "bad_taken": mark(
        "{card} was turned up, and {taker}, who took, took it; it cannot be in the hand {holder:of}"
    ),
    "bad_untaken": mark(
        "{card} was turned up, and {taker}, who took, took it; it cannot be in nobody's hand"
    ),
    "bad_other_suit": mark(
        "{card} was turned up, but trumps are {trump}; the card turned up is one of the trumps"
    ),
    "bad_dealt": mark("{card} was dealt to {seat}; the card turned up is in nobody's hand"),
    # ---- the jacks turned up
    "bad_one_jack": mark("{card} was turned up, so that turned_jacks is at least 1"),
    "jacks_none": mark("the deck has none"),
    "jacks_cut": mark("trumps are cut with one card"),
    "jacks_refused": mark("a dealer who refuses has turned up one suit only"),
    "jacks_two": mark("the dealer turns up two suits at the most"),
    "jacks_shown": mark("one of the suits was shown by {card}"),
    "jacks_one_out": mark("only one is in nobody's hand"),
    "jacks_held": mark("the players hold them all"),
    "jacks_others": mark("{card} was turned up, and the players hold the jacks of the other suits"),
    "jacks_suits": mark("of the suits that can be trumps, one besides trumps was turned up at the most"),
    "jacks_own": mark("no suit but trumps was turned up, and {card} was dealt"),
    "jacks_one_suit": mark("{card} was dealt, and only one suit besides trumps was turned up"),
}
"""Sentences by the names that static/wrongs.js knows."""

REFUSAL_COUNTS: Mapping[str, Counted] = {
    "bad_n_cards": mark_n("{n} card", "{n} cards"),
    "bad_ranks": mark_n(
        "in the hand {hand}, {strange} is no rank; the ranks are {ranks}",
        "in the hand {hand}, {strange} are no ranks; the ranks are {ranks}",
    ),
    "bad_jacks": mark_n(
        "{n} jack cannot have been turned up: {why}", "{n} jacks cannot have been turned up: {why}"
    ),
}
"""Those that depend on a number: of one their names end in ``_one``, of several in ``_many``."""
