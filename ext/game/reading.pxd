# Reading what solver/engine/encode.py gives: the dicts of a position as the structs of this folder.

from cards cimport n_cards, one
from game.position cimport Position, Stock, Trick, add_card, start_trick
from game.rules cimport Rules


cdef inline Stock read_stock(dict given):
    """The stock of the deal, the cards already drawn included."""
    cdef Stock stock
    cdef int i, card
    stock.n_cards = len(given["stock"])
    for i, card in enumerate(given["stock"]):
        stock.cards[i] = card
    return stock


cdef inline Position read_position(const Rules* rules, const Stock* stock, dict given):
    """The position at the start of the unfinished trick, but for the cards on the table: they have left the hands."""
    cdef Position at
    cdef int card, seat
    at.drawn = given["drawn"]
    at.leader = given["leader"]
    # Without a slam and without game the past does not matter, and must not tell positions apart.
    at.won = given["won"] if rules.slam else 3
    at.game = given["game"] if rules.game_value else 0
    at.left = 0
    at.prize = 0
    for seat in range(4):
        at.hand[seat] = given["hands"][seat]
        at.left |= at.hand[seat]
    for card in range(at.drawn, stock.n_cards):
        at.left |= one(stock.cards[card])
        if stock.cards[card] == rules.prize_card:
            at.prize = rules.prize
    for card in given["table"]:
        at.left |= one(card)
    at.tricks_left = n_cards(at.left) // rules.n_seats
    at.natural = 0
    at.rest = 0
    at.rest_game = 0
    for card in range(64):
        if at.left & one(card):
            at.rest += rules.value[card]
            at.rest_game += rules.game[card]
            if rules.combinations:
                at.natural |= rules.natural[card]
    return at


cdef inline Trick read_trick(const Rules* rules, const Position* position, dict given):
    """The unfinished trick."""
    cdef Trick trick, after
    cdef int card
    start_trick(&trick, position.leader)
    for card in given["table"]:
        add_card(rules, &trick, position.hand[trick.seat] | one(card), card, &after)
        trick = after
    trick.penalties = 0          # what was lost before belongs to the score so far
    return trick
