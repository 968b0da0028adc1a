# Bounds on what is still to come, from the cards alone.
# Every number is own minus other of side 0, and "to go": what was won before is not in it.
# What the cards still bring is bounded whatever is played. What a side is sure of, by its highest cards, it is sure of if it
# plays them: those are bounds of the value, with best play. So to cut off by either changes no value. What one side is sure
# of is lost to the other side and gained by this one: hence the factors of 2.

from cards cimport CardSet, N_LANES, above, highest, lane_set, lowest, n_cards, one
from game.position cimport Position
from game.rules cimport FOLLOW_STRICT, RUFF_REQUIRED, Rules, has_penalties, side, signed
from game.worth cimport game_lead, is_game_decided
from limits cimport Bounds
from points.penalties cimport besides_penalties

cdef struct SureTricks:
    int n
    int points                   # of the cards in them, at the least
    int game                     # game points of them, at the least
    int discards                 # by opponents who can neither follow nor ruff


cdef inline int most_discards(const Rules* rules, const Position* position, int seat) noexcept nogil:
    """The most tricks in which a player can have neither the suit led nor a trump, counted at the start of a trick.

    It happens in no trick that the player leads or plays a trump to. Before the first such trick the player has spent
    all trumps, and all cards of some suit that others hold. (Cards still to be drawn are left out: they can only make
    the number smaller.) The last tricks, in which the penalty is not lost, come after all that.
    """
    cdef CardSet hand = position.hand[seat], suit, others
    cdef int n = n_cards(hand & rules.trumps), lane, held, least = 16
    if n_cards(hand) == position.tricks_left:
        others = position.left & ~hand
        for lane in range(N_LANES):
            suit = lane_set(lane)
            if others & suit:
                held = 0 if suit == rules.trumps else n_cards(hand & suit)
                least = min(least, held)
        n += least
    if n == 0 and seat == position.leader:
        n = 1
    return max(0, position.tricks_left - n - rules.free_tricks)


cdef inline Bounds bounds_to_go(const Rules* rules, const Position* position, int combinations) noexcept nogil:
    """The least and the most that side 0 can still get by any play, at the start of a trick."""
    cdef Bounds bounds = besides_penalties(rules, position, combinations)
    cdef int seat, lost
    if rules.penalty:
        for seat in range(rules.n_seats):
            lost = rules.penalty * most_discards(rules, position, seat)
            if side(rules, seat) == 0:
                bounds.lower -= lost
            else:
                bounds.upper += lost
    return bounds


cdef inline int least_thrown(const Rules* rules, CardSet hand, int n) noexcept nogil:
    """The least that n cards of a hand are worth: its worthless cards first, the others at the least worth of any card."""
    cdef int n_worthless = n_cards(hand & rules.worthless)
    return (n - n_worthless) * rules.least_worth if n > n_worthless else 0


cdef inline int n_unruffed(
    const Rules* rules, const Position* position, CardSet suit, int n_drawn
) noexcept nogil:
    """The leads of a plain suit that cannot be taken from the leader by ruffing, after `n_drawn` rounds of trumps.

    These are the leads to which every player who then has a trump must follow. The leader's partner counts only where
    the rules force partners to ruff.
    """
    cdef int leader = position.leader, seat, n = n_cards(suit)
    for seat in range(rules.n_seats):
        if seat == leader or n_cards(position.hand[seat] & rules.trumps) <= n_drawn:
            continue
        if side(rules, seat) == side(rules, leader) and rules.ruff != RUFF_REQUIRED:
            continue
        if rules.follow != FOLLOW_STRICT:
            return 0
        n = min(n, n_cards(position.hand[seat] & suit))
    return n


cdef inline int n_masters(const Position* position, CardSet suit) noexcept nogil:
    """The number of the leader's cards of a suit that no other card of it still out can beat."""
    cdef CardSet hand = position.hand[position.leader]
    cdef CardSet masters = hand & suit, others = position.left & suit & ~hand
    if masters and others:
        masters &= above(highest(others))
    return n_cards(masters)


cdef inline int partners_room(const Rules* rules, const Position* position, int n_drawn) noexcept nogil:
    """The number of plain leads to which every partner who keeps a trump can play something else."""
    cdef int leader = position.leader, seat, room = 64
    cdef CardSet hand
    for seat in range(rules.n_seats):
        hand = position.hand[seat]
        if seat != leader and side(rules, seat) == side(rules, leader) and n_cards(hand & rules.trumps) > n_drawn:
            room = min(room, n_cards(hand & ~rules.trumps))
    return room


cdef inline SureTricks sure_tricks(const Rules* rules, const Position* position) noexcept nogil:
    """The tricks that the leader can cash one after the other, whatever the opponents do; none while cards are drawn.

    Trumps come first: they draw the others' trumps, and a player who has none left can only follow or discard. A
    partner who keeps trumps must have another card to throw, or would have to take the lead.
    (The quick tricks of bridge solvers, with the points counted.)
    """
    cdef SureTricks sure
    cdef CardSet hand = position.hand[position.leader], suit, cards
    cdef int lane, n, i, seat, card, n_drawn = 0, room = 0
    sure.n = 0
    sure.points = 0
    sure.game = 0
    sure.discards = 0
    if n_cards(hand) != position.tricks_left:
        return sure
    for lane in range(N_LANES - 1, -1, -1):
        suit = lane_set(lane)
        n = n_masters(position, suit)
        if n == 0:
            continue
        if suit == rules.trumps:
            n_drawn = n
        else:
            n = min(n, n_unruffed(rules, position, suit, n_drawn))
            n = min(n, partners_room(rules, position, n_drawn) - room)
            room += n
        sure.n += n
        cards = hand & suit
        for i in range(n):
            card = highest(cards)
            cards ^= one(card)
            sure.points += rules.value[card]
            sure.game += rules.game[card]
        if has_penalties(rules, position.tricks_left):
            for seat in range(rules.n_seats):
                if side(rules, seat) != side(rules, position.leader):
                    if n_cards(position.hand[seat] & rules.trumps) <= n_drawn:
                        sure.discards += max(0, n - n_cards(position.hand[seat] & suit))
    if sure.n:
        for seat in range(rules.n_seats):
            if seat != position.leader:
                sure.points += least_thrown(rules, position.hand[seat], sure.n)
    return sure


cdef inline SureTricks trump_masters(const Rules* rules, const Position* position, int* own) noexcept nogil:
    """The tricks of the trumps that no other card can beat any more: their holder wins them, whenever they are played.

    Only a higher trump beats a trump (those in the stock included), and two of one hand fall in two tricks. `own` is
    set to the holder's side. (The trump tricks of bridge solvers.)
    """
    cdef SureTricks sure
    cdef CardSet trumps = position.left & rules.trumps, masters
    cdef int seat, card
    sure.n = 0
    sure.points = 0
    sure.game = 0
    sure.discards = 0
    if not trumps:
        return sure
    for seat in range(rules.n_seats):
        masters = position.hand[seat] & trumps
        if masters >> highest(trumps):
            own[0] = side(rules, seat)
            if trumps != masters:
                masters &= above(highest(trumps & ~masters))
            sure.n = n_cards(masters)
            while masters:
                card = lowest(masters)
                masters &= masters - 1
                sure.points += rules.value[card]
                sure.game += rules.game[card]
            return sure
    return sure


cdef inline Bounds raised(
    const Rules* rules, const Position* position, Bounds bounds, int own, int game, int gain
) noexcept nogil:
    """The bounds once side `own` is sure of a trick, of `game` game points and of `gain` more own minus other."""
    if not position.won >> own & 1:
        gain += rules.slam
    if rules.game_value and not is_game_decided(rules, position):
        if signed(own, game_lead(rules, position.game)) + 2 * (2 * game - position.rest_game) > 0:
            gain += 2 * rules.game_value
    if own == 0:
        bounds.lower += gain
    else:
        bounds.upper -= gain
    return bounds


cdef inline Bounds with_sure_tricks(
    const Rules* rules, const Position* position, Bounds bounds, int combinations
) noexcept nogil:
    """The bounds to go, narrowed by the tricks that the leader can cash for sure and by the highest trumps."""
    cdef SureTricks sure = sure_tricks(rules, position), held
    cdef int own = side(rules, position.leader), holder = -1, gain, discards
    held = trump_masters(rules, position, &holder)
    if sure.n:
        # What was counted for the other side falls to the leader's, and the other side's slam is off.
        if sure.n == position.tricks_left:
            gain = 2 * (position.rest + rules.last_trick + sure.n * rules.trick_value) + combinations
        else:
            gain = 2 * (sure.points + sure.n * rules.trick_value)
        if rules.penalty:
            # The leader discards in none of these tricks.
            discards = most_discards(rules, position, position.leader)
            gain += rules.penalty * (sure.discards + discards - min(discards, position.tricks_left - sure.n))
        bounds = raised(rules, position, bounds, own, sure.game, gain)
    if held.n and (holder != own or not sure.n):
        bounds = raised(rules, position, bounds, holder, held.game, 2 * (held.points + held.n * rules.trick_value))
    return bounds
