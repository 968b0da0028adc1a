# A position made ready for the search for points, and the memory of a deal: the same natively and in a browser.

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from cards cimport CardSet, lowest, n_cards
from game.combinations cimport Combinations, combinations_bytes, combinations_left, find_combinations, n_ranks_of
from game.position cimport Position, Stock
from game.reading cimport read_position, read_stock, read_trick
from game.rules cimport Rules
from given cimport Given
from limits cimport Bounds
from pages cimport give_pages_back
from points.alike cimport Alike, find_alike
from points.bounds cimport bounds_to_go
from points.driver cimport Root, round_up
from points.keys cimport has_short_keys
from points.penalties cimport has_penalty_game, least_penalty_tricks, most_penalty_tricks, penalty_rules
from points.search cimport LEAST_OF_MANY, LEAST_SHARED, Search
from points.families cimport Families, forget_holders, learn_holders
from points.table cimport LINE, Table, start_table
from refutations cimport Refutations, size_refutations

cdef enum:
    FEWEST_REFUTATIONS = 10      # as powers of two, a byte each
    USUAL_REFUTATIONS = 16
    MOST_REFUTATIONS = 18
    FEW_CARDS = 16               # of an ending that the fewest do for
    MANY_CARDS = 40              # of a search that is mostly long

cdef struct Terms:
    # the rules of one game and contract, for any number of positions
    Rules rules
    Rules penalty_rules          # of the penalty game, if the rules have a penalty

cdef struct Ready:
    # a position made ready, and all that its search changes; used again for the next one
    Search search
    Root root
    Stock stock
    Alike alike
    Combinations* possible       # of rules that have any; NULL: no memory is there for them yet
    size_t possible_bytes        # that are there

cdef struct Memory:
    # what the searches of one deal have proved
    Table table
    Refutations refutations
    Families families


cdef inline void find_owners(const Rules* rules, const Position* position, Combinations* possible) noexcept nogil:
    """Find which cards can fall in one trick: those of different hands, as far as it is known who holds them.

    The owners of cards in the stock and on the table are left open.
    """
    cdef int owner[64]
    cdef CardSet cards
    cdef int card, seat
    for card in range(64):
        owner[card] = -1
    for seat in range(rules.n_seats):
        cards = position.hand[seat]
        while cards:
            owner[lowest(rules.natural[lowest(cards)])] = seat
            cards &= cards - 1
    find_combinations(rules, owner, n_ranks_of(rules), position.natural, possible)


cdef inline void find_terms(Terms* terms) noexcept nogil:
    """What follows from the rules."""
    if terms.rules.penalty:
        terms.penalty_rules = penalty_rules(&terms.rules)


cdef inline void open_ready(Ready* ready) noexcept nogil:
    """Room for a position, before the first one."""
    ready.possible = NULL
    ready.possible_bytes = 0


cdef inline void close_ready(Ready* ready) noexcept nogil:
    free(ready.possible)


cdef inline bint make_room(Ready* ready, const Rules* rules) noexcept nogil:
    """Room for the combinations of the rules; False when there is no memory."""
    cdef size_t wanted = combinations_bytes(rules)
    if wanted <= ready.possible_bytes:
        return True
    free(ready.possible)
    ready.possible = <Combinations*>malloc(wanted)
    ready.possible_bytes = wanted if ready.possible != NULL else 0
    return ready.possible != NULL


cdef inline bint begin(Ready* ready, const Terms* terms, const Given* given) noexcept nogil:
    """Makes a position ready; False when there is no memory. The terms stay where they are as long as the search."""
    cdef const Rules* rules = &terms.rules
    cdef Search* s = &ready.search
    cdef Root* root = &ready.root
    cdef Position* at = &s.position
    if rules.combinations and not make_room(ready, rules):
        return False
    memset(s, 0, sizeof(Search))
    ready.stock = read_stock(given)
    s.rules = rules
    s.stock = &ready.stock
    s.possible = ready.possible
    s.alike = &ready.alike
    at[0] = read_position(rules, s.stock, given)
    root.trick = read_trick(rules, at, given)
    if rules.combinations:
        find_owners(rules, at, ready.possible)
    ready.alike.n = 0
    if not has_short_keys(rules, s.stock):
        find_alike(rules, at, &ready.alike)
    if has_penalty_game(rules, at, s.stock):
        s.penalty_rules = &terms.penalty_rules
        s.least_penalty_tricks = least_penalty_tricks(rules)
        s.most_penalty_tricks = most_penalty_tricks(at)
    s.least_shared = LEAST_OF_MANY if at.tricks_left > LEAST_OF_MANY else LEAST_SHARED
    root.bounds = bounds_to_go(rules, at, combinations_left(rules, at, s.possible))
    root.unit = given.unit
    root.base = root.bounds.upper
    return True


cdef inline bint start_memory(Memory* memory, uint64_t limit_bytes) noexcept nogil:
    """Memory for at most `limit_bytes` of proofs, in a struct of zeros; False when there is none."""
    return size_refutations(&memory.refutations, FEWEST_REFUTATIONS) and start_table(&memory.table, limit_bytes)


cdef inline void free_memory(Memory* memory) noexcept nogil:
    give_pages_back(memory.table.memory)
    free(memory.refutations.card)


cdef inline bint renew_memory(Memory* memory, uint64_t limit_bytes) noexcept nogil:
    """Forgets everything, as new memory; False, with all as it was, when there is none.

    The new one is begun before the old one is given back: it is small, some 20 KiB.
    """
    cdef Memory begun
    begun.refutations.card = NULL
    begun.table.memory = NULL
    if not start_memory(&begun, limit_bytes):
        free_memory(&begun)
        return False
    free_memory(memory)
    begun.table.n_near = memory.table.n_near
    memory.table = begun.table
    memory.refutations = begun.refutations
    forget_holders(&memory.families)
    return True


cdef inline uint64_t memory_bytes(const Memory* memory) noexcept nogil:
    """Memory held now, in bytes, but for the refutations."""
    return memory.table.n_clusters * LINE


cdef inline void serve(Memory* memory, Search* s) noexcept nogil:
    """Gives the memory to a search, with as many refutations as pay for its number of cards.

    Those of much shorter endings are not kept.
    """
    cdef int n = n_cards(s.position.left), wanted = FEWEST_REFUTATIONS
    if n > FEW_CARDS:
        wanted = MOST_REFUTATIONS if n >= MANY_CARDS else USUAL_REFUTATIONS
    if wanted > memory.refutations.bits:
        size_refutations(&memory.refutations, wanted)
    memory.table.is_short = has_short_keys(s.rules, s.stock)
    if memory.table.is_short:
        learn_holders(&memory.families, s.rules, &s.position, s.possible)
    s.table = &memory.table
    s.families = &memory.families
    s.refutations = &memory.refutations


cdef inline int inward(const Root* root, int difference) noexcept nogil:
    """Own minus other of side 0 in the search's own terms, which are the same."""
    return difference


cdef inline Bounds inward_bounds(const Root* root, int low, int high) noexcept nogil:
    """The least and the greatest difference of them likewise; what the deal cannot differ by is rounded outwards.

    Else the bound would be rounded as if it were proved, where a card is told by its neighbour (`learn`).
    """
    cdef Bounds bounds
    bounds.lower = -round_up(root, -low)
    bounds.upper = round_up(root, high)
    return bounds


cdef inline Bounds outward(const Root* root, Bounds bounds) noexcept nogil:
    """The other way round."""
    return bounds
