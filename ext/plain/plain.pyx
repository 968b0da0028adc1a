# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The plain solver: a day's honest work, to measure both searches by and to check them.

Fail-soft alpha-beta with the full window and a table at the starts of tricks; the cards are tried in the order of their
bits. It has no bounds on what is left, no equal cards, no order by merit, no refutations, no zero windows. With a horizon
it sees a few tricks only, as a simple player does. It uses none of the searches' code; of game/ it uses the rules (rules,
position, legality, worth) and the reading of the dicts that solver/engine/encode.py makes.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from atomic cimport get_flag
from cards cimport CardSet, lowest, n_cards, one
from game.legality cimport legal_plays
from game.position cimport Position, Stock, Trick, add_card, start_trick
from game.reading cimport read_position, read_stock, read_trick
from game.rules cimport Rules, deck_of, next_seat, side, signed
from game.worth cimport end_worth, trick_worth
from given cimport Given, read_given
from limits cimport flag_of

cdef enum:
    INFINITE = 30000             # beyond any value
    POLL_EVERY = 16384           # nodes; a power of two
    MOST_BITS = 40               # of the number of entries: as many as no machine holds
    MOST_GAME = 2048             # game points; the cards of a game bring 2,000 at the most (solver/rules/checks.py)

cdef struct Entry:
    # A position at the start of a trick. The deal is fixed, so the cards left say who holds them; in a game with a stock
    # they do not, and the hands are kept instead.
    uint64_t cards
    uint64_t others
    uint32_t state               # 1, game, won, leader: never 0
    int16_t lower
    int16_t upper

cdef struct Plain:
    const Rules* rules
    const Stock* stock
    Entry* entries
    uint64_t n_entries           # a power of two; 0: no table
    uint64_t nodes               # cards played
    uint64_t node_limit          # 0 once it is cancelled
    const int* cancelled         # set by another thread
    int horizon                  # the tricks that stay unseen; 0: the deal is played to its end


cdef inline Entry key_of(const Plain* s, const Position* position) noexcept nogil:
    """An entry that holds the key and knows nothing yet."""
    cdef Entry key
    key.cards = position.left
    key.others = 0
    if s.stock.n_cards:
        key.cards = position.hand[0]
        key.others = position.hand[1]
    key.state = <uint32_t>1 << 31 | <uint32_t>(position.game + MOST_GAME) << 4 | position.won << 2 | position.leader
    key.lower = -INFINITE
    key.upper = INFINITE
    return key


cdef inline Entry* find_entry(const Plain* s, const Entry* key) noexcept nogil:
    """The one place where the position may be kept."""
    cdef uint64_t mix = (key.cards ^ key.state) * <uint64_t>0x9E3779B97F4A7C15U
    mix = ((mix ^ mix >> 32) + key.others) * <uint64_t>0xBF58476D1CE4E5B9U
    return s.entries + ((mix >> 20) & (s.n_entries - 1))


cdef inline bint is_same(const Entry* entry, const Entry* key) noexcept nogil:
    return entry.cards == key.cards and entry.others == key.others and entry.state == key.state


cdef int value_at_trick(Plain* s, Position* position, int low, int high) noexcept nogil:
    """The value to go at the start of a trick; exact between `low` and `high`, else a bound on that side."""
    cdef Entry known
    cdef Entry* entry = NULL
    cdef Trick trick
    cdef int value
    if position.tricks_left == s.horizon:
        return 0 if s.horizon else end_worth(s.rules, position)
    known = key_of(s, position)
    if s.n_entries:
        entry = find_entry(s, &known)
        if is_same(entry, &known):
            known = entry[0]
            if known.lower >= high or known.lower == known.upper:
                return known.lower
            if known.upper <= low:
                return known.upper
    low = max(low, <int>known.lower)
    high = min(high, <int>known.upper)
    start_trick(&trick, position.leader)
    value = best_value(s, position, &trick, low, high)
    if value > low:
        known.lower = <int16_t>value
    if value < high:
        known.upper = <int16_t>value
    if s.n_entries and s.nodes < s.node_limit:
        entry[0] = known
    return value


cdef int best_value(Plain* s, Position* position, const Trick* trick, int low, int high) noexcept nogil:
    """The value of the best card of the next player; side 0 maximises."""
    cdef CardSet cards = legal_plays(s.rules, trick, position.leader, position.hand[trick.seat])
    cdef bint maximises = side(s.rules, trick.seat) == 0
    cdef int best = -INFINITE if maximises else INFINITE
    cdef int value, card
    while cards and low < high and s.nodes < s.node_limit:
        card = lowest(cards)
        cards &= cards - 1
        value = value_after(s, position, trick, card, low, high)
        if maximises:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
    return best


cdef int value_after(
    Plain* s, const Position* position, const Trick* trick, int card, int low, int high
) noexcept nogil:
    """The value to go once the next player has put down `card`."""
    cdef Position next_position = position[0]
    cdef Trick after
    cdef int worth
    s.nodes += 1
    if not s.nodes & (POLL_EVERY - 1) and get_flag(s.cancelled):
        s.node_limit = 0
    add_card(s.rules, trick, position.hand[trick.seat], card, &after)
    next_position.hand[trick.seat] ^= one(card)
    if after.n < s.rules.n_seats:
        return best_value(s, &next_position, &after, low, high)
    worth = finish_trick(s, &next_position, &after)
    return worth + value_at_trick(s, &next_position, low - worth, high - worth)


cdef int finish_trick(Plain* s, Position* position, const Trick* trick) noexcept nogil:
    """Gives the trick to its winner and lets all players draw; returns what that is worth."""
    cdef int winning_side = side(s.rules, trick.winner)
    cdef int worth = trick_worth(s.rules, trick, position.tricks_left)
    cdef int seat = trick.winner, card, i
    position.left ^= trick.cards
    position.leader = trick.winner
    position.tricks_left -= 1
    position.won |= 1 << winning_side
    if s.rules.game_value:
        position.game += signed(winning_side, trick.game)
    if position.drawn < s.stock.n_cards:
        for i in range(s.rules.n_seats):
            card = s.stock.cards[position.drawn]
            position.drawn += 1
            position.hand[seat] |= one(card)
            if card == s.rules.prize_card:
                worth += signed(side(s.rules, seat), s.rules.prize)
            seat = next_seat(s.rules, seat)
    return worth


def solve(dict rules not None, dict position not None, *, bint all_cards=True, node_limit=None, table_bits=None, n_tricks=None,
          cancel=None):
    """Return the values of a position's playable cards.

    all_cards: the value of each card, not only that of the position.
    node_limit: cards that the search may play; None: as many as it takes.
    table_bits: the table has 2 ** `table_bits` entries of 24 bytes, 2 ** 40 at the most. Without it the size suits the number
        of cards left, as a large table costs more than a small deal.
    n_tricks: the search ends after so many tricks, 1 or more, the one under way included. The value there is what was won
        until then: what the rules add at the end of the deal counts only if the deal ends. None: it ends with the deal.
    cancel: a CancelToken that stops it.

    The dict has `value` to go, own minus other of side 0; `cards`, a list of (card, value), empty with `all_cards`
    false; `nodes`; and `stopped`, true if `node_limit` or `cancel` came first: the rest then means nothing.
    """
    cdef Rules own_rules = rules
    cdef Given given = read_given(position, own_rules.n_seats, deck_of(&own_rules))
    cdef Stock stock = read_stock(&given)
    cdef Position start = read_position(&own_rules, &stock, &given)
    cdef Trick trick = read_trick(&own_rules, &start, &given)
    cdef Plain s
    cdef CardSet playable
    cdef int bits, n_seen = start.tricks_left if n_tricks is None else n_tricks
    cdef int values[64]
    cdef int card, best, never = 0
    cdef bint maximises

    # Step 1. The search, and a table of its own.
    if n_seen < 1:
        raise ValueError("a search of no trick has no values")
    n_seen = min(n_seen, start.tricks_left)
    s.rules = &own_rules
    s.stock = &stock
    s.nodes = 0
    s.node_limit = <uint64_t>-1 if node_limit is None else node_limit
    s.cancelled = flag_of(cancel, &never)
    s.horizon = start.tricks_left - n_seen
    # An entry has two words, for the hands of two players: with a stock and more players there is no table.
    # So few positions are reached in a few tricks that a small table does.
    bits = max(8, min(22, 2 * n_cards(start.left) // 3))
    if s.horizon:
        bits = min(bits, 4 * n_seen + 4)
    if table_bits is not None:
        if not 0 <= table_bits <= MOST_BITS:
            raise ValueError(f"table_bits is {table_bits}; it must be 0 to {MOST_BITS}")
        bits = table_bits
    s.n_entries = 0 if stock.n_cards and own_rules.n_seats > 2 else <uint64_t>1 << bits
    s.entries = <Entry*>calloc(max(<uint64_t>1, s.n_entries), sizeof(Entry))
    if s.entries == NULL:
        raise MemoryError("no memory for a table")

    # Step 2. The value of every card, or of the best.
    playable = legal_plays(&own_rules, &trick, start.leader, start.hand[trick.seat])
    maximises = side(&own_rules, trick.seat) == 0
    with nogil:
        if all_cards:
            best = -INFINITE if maximises else INFINITE
            for card in range(64):
                if playable & one(card):
                    values[card] = value_after(&s, &start, &trick, card, -INFINITE, INFINITE)
                    best = max(best, values[card]) if maximises else min(best, values[card])
        else:
            best = best_value(&s, &start, &trick, -INFINITE, INFINITE)
    free(s.entries)

    # Step 3. In the words of Python.
    return {
        "value": best,
        "cards": [(card, values[card]) for card in range(64) if all_cards and playable & one(card)],
        "nodes": s.nodes,
        "stopped": s.nodes >= s.node_limit,
    }
