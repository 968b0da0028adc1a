# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What all searches stand on: the flag that stops them, threads and locks, the build of the processor, the rules as C has them."""

cimport cython
from libc.stdint cimport uint64_t, uintptr_t
from libc.string cimport memset

from atomic cimport get_flag, raise_flag
from cards cimport CardSet, lowest, n_cards, one
from game.legality cimport legal_plays as legal_cards
from game.play cimport close_trick
from game.position cimport Position, Stock, Trick, add_card, start_trick
from game.reading cimport read_position, read_stock, read_trick
from game.rules cimport Rules, deck_of
from given cimport Given, read_given


@cython.no_gc_clear
cdef class CancelToken:
    """A flag that any thread may raise to stop the searches that watch it: a copy is the same flag."""

    # A search watches one flag, so a token raises those that are made of it. They form a list; it holds none of them alive, and
    # is changed without a call of Python, which leaves it to one thread at a time.
    cdef int raised
    cdef CancelToken outer
    cdef void* first             # of those made of this one
    cdef void* before            # among those made of the outer one
    cdef void* after

    def __dealloc__(self):
        if self.outer is None:
            return
        if self.after != NULL:
            (<CancelToken>self.after).before = self.before
        if self.before != NULL:
            (<CancelToken>self.before).after = self.after
        else:
            self.outer.first = self.after

    def cancel(self):
        """Stop every search that was given this token, within a few milliseconds."""
        raise_all(<void*>self)

    def inner(self):
        """Return a token that is raised when this one is, and may be raised without it."""
        cdef CancelToken token = CancelToken.__new__(CancelToken)
        token.outer = self
        token.after = self.first
        if self.first != NULL:
            (<CancelToken>self.first).before = <void*>token
        self.first = <void*>token
        token.raised = get_flag(&self.raised)
        return token

    @property
    def is_cancelled(self):
        """True once `cancel` was called."""
        return bool(get_flag(&self.raised))

    @property
    def address(self):
        """The address of the flag, for the units that search; it is valid as long as the token lives."""
        return <uintptr_t>&self.raised

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("a CancelToken stops searches of its own process, and cannot be pickled")


cdef void raise_all(void* token):
    """Raise the flag of a token and those of all that are made of it."""
    cdef void* each = (<CancelToken>token).first
    raise_flag(&(<CancelToken>token).raised)
    while each != NULL:
        raise_all(each)
        each = (<CancelToken>each).after


include "signals.pxi"


cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
    #include <cpuid.h>
    #endif
    static int has_bit_instructions(void) {
    #if defined(__x86_64__) && defined(__GNUC__)
        unsigned int eax, ebx, ecx, edx;
        /* not every compiler knows lzcnt by its name; without it lzcnt would be read as bsr */
        if (!__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) || !(ecx & bit_ABM)) return 0;
        __builtin_cpu_init();
        return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    #else
        return 0;
    #endif
    }
    """
    int c_has_bit_instructions "has_bit_instructions"()


def has_bit_instructions():
    """True if the processor has the instructions that the second build needs: see solver/engine/native.py."""
    return bool(c_has_bit_instructions())


def rules_fields():
    """Return the names of the fields of the struct `Rules`, sorted: solver/engine/encode.py must give exactly these."""
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    return sorted(rules)


cdef inline void clear(void* start, void* end) noexcept nogil:
    memset(start, 0, <char*>end - <char*>start)


def rules_bytes(dict rules not None):
    """Return the struct `Rules` as bytes: what the core in a browser reads, if this processor has the same layout.

    The gaps between fields are 0.
    """
    cdef Rules own_rules = rules
    clear(own_rules.side_of + 4, &own_rules.trumps)
    clear(&own_rules.prize_card + 1, &own_rules.worthless)
    clear(own_rules.rank + 64, own_rules.natural)
    return (<char*>&own_rules)[:sizeof(Rules)]


def legal_plays(dict rules not None, dict position not None):
    """Return the playable cards of a position, as a set of bits."""
    cdef Rules own_rules = rules
    cdef Given given = read_given(position, own_rules.n_seats, deck_of(&own_rules))
    cdef Stock stock = read_stock(&given)
    cdef Position at = read_position(&own_rules, &stock, &given)
    cdef Trick trick = read_trick(&own_rules, &at, &given)
    return legal_cards(&own_rules, &trick, at.leader, at.hand[trick.seat])


cdef uint64_t count_plays(
    const Rules* rules, const Stock* stock, const Position* position, const Trick* trick, int depth
) noexcept nogil:
    cdef CardSet hand = position.hand[trick.seat]
    cdef CardSet cards = legal_cards(rules, trick, position.leader, hand)
    cdef Trick after
    cdef Position next_position
    cdef uint64_t count = 0
    cdef int card
    if depth == 1:
        return n_cards(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        next_position = position[0]
        next_position.hand[trick.seat] ^= one(card)
        add_card(rules, trick, hand, card, &after)
        if after.n == rules.n_seats:
            close_trick(rules, stock, &next_position, &after)
            start_trick(&after, next_position.leader)
        count += count_plays(rules, stock, &next_position, &after, depth - 1) if next_position.left else 1
    return count


def perft(dict rules not None, dict position not None, int depth):
    """Return the number of legal play sequences of `depth` cards (of fewer where the deal ends)."""
    cdef Rules own_rules = rules
    cdef Given given = read_given(position, own_rules.n_seats, deck_of(&own_rules))
    cdef Stock stock = read_stock(&given)
    cdef Position at = read_position(&own_rules, &stock, &given)
    cdef Trick trick = read_trick(&own_rules, &at, &given)
    cdef uint64_t count
    if depth < 1:
        return 1
    with nogil:
        count = count_plays(&own_rules, &stock, &at, &trick, depth)
    return count
