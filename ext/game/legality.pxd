# Which cards may be played: the twin of solver/game/legality.py, tested against it card for card.

from cards cimport CardSet, above
from game.position cimport Trick
from game.rules cimport (FOLLOW_STRICT, HEAD_NEVER, HEAD_OPPONENTS, OVERRUFF_ALWAYS, OVERRUFF_FREE, RUFF_FREE,
                    RUFF_UNLESS_PARTNER_LED, RUFF_UNLESS_PARTNER_WINNING, UNDERRUFF_LAST_RESORT,
                    UNDERRUFF_REQUIRED, Rules, is_trump, side)


cdef inline bint is_partner_winning(const Rules* rules, const Trick* trick) noexcept nogil:
    return side(rules, trick.winner) == side(rules, trick.seat)


cdef inline bint is_ruff_to_beat(const Rules* rules, const Trick* trick) noexcept nogil:
    """Is a trump winning this plain-suit trick that a ruff should beat: an opponent's, or by some rules a partner's?"""
    if not is_trump(rules, trick.best):
        return False
    return rules.overruff == OVERRUFF_ALWAYS or not is_partner_winning(rules, trick)


cdef inline bint is_excused(const Rules* rules, const Trick* trick, int leader) noexcept nogil:
    """Does the partner excuse a void player from ruffing?"""
    cdef int own = side(rules, trick.seat)
    if rules.ruff == RUFF_UNLESS_PARTNER_WINNING:
        return is_partner_winning(rules, trick)
    if rules.ruff == RUFF_UNLESS_PARTNER_LED:
        return side(rules, leader) == own and not (trick.ruffed >> (1 - own)) & 1
    return False


cdef inline CardSet headings(
    const Rules* rules, const Trick* trick, CardSet follow
) noexcept nogil:
    """The playable cards where trumps were led (at all trumps: any suit) and the player can follow with `follow`."""
    cdef CardSet higher
    if rules.head_trumps == HEAD_NEVER:
        return follow
    if rules.head_trumps == HEAD_OPPONENTS and is_partner_winning(rules, trick):
        return follow
    higher = follow & above(trick.best)
    return higher if higher else follow


cdef inline CardSet duty_ruffs(
    const Rules* rules, const Trick* trick, CardSet hand, CardSet trumps
) noexcept nogil:
    """The playable cards of a void player with trumps whom nothing excuses from ruffing."""
    cdef CardSet higher
    if not is_ruff_to_beat(rules, trick):
        return trumps
    higher = trumps & above(trick.best)
    if higher:
        return higher if rules.overruff != OVERRUFF_FREE else trumps
    if rules.underruff == UNDERRUFF_REQUIRED:
        return trumps
    if rules.underruff == UNDERRUFF_LAST_RESORT and hand & ~trumps:
        return hand & ~trumps
    return hand


cdef inline CardSet free_ruffs(
    const Rules* rules, const Trick* trick, CardSet others, CardSet trumps
) noexcept nogil:
    """The playable cards where ruffing is the player's own choice; `others` may be played instead."""
    cdef CardSet higher
    if not is_ruff_to_beat(rules, trick):
        return others | trumps
    higher = trumps & above(trick.best)
    if higher:
        return others | (higher if rules.overruff != OVERRUFF_FREE else trumps)
    if rules.underruff == UNDERRUFF_LAST_RESORT and others:
        return others
    return others | trumps


cdef inline CardSet legal_plays(
    const Rules* rules, const Trick* trick, int leader, CardSet hand
) noexcept nogil:
    """The cards of `hand` that the next player may put down; `leader` led the trick."""
    cdef CardSet follow, trumps
    if trick.n == 0:
        return hand
    follow = hand & trick.led
    if trick.led & rules.headed:
        return headings(rules, trick, follow) if follow else hand
    trumps = hand & rules.trumps
    if follow:
        if rules.follow == FOLLOW_STRICT or not trumps:
            return follow
        return free_ruffs(rules, trick, follow, trumps)
    if not trumps:
        return hand
    if rules.ruff == RUFF_FREE or is_excused(rules, trick, leader):
        return free_ruffs(rules, trick, hand & ~trumps, trumps)
    return duty_ruffs(rules, trick, hand, trumps)
