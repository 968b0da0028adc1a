# What speaks for trying a card early: numbers that were tuned by counting nodes, one set for each kind of game.
#
# They say nothing of a card's value. Any numbers give the same values; good ones give fewer nodes. (Tuned by hill climbing, on
# random deals that no benchmark has: belote, contrée, coinche, valet de trèfle and klaverjas for the one, all fours and California
# Jack for the other: benchmarks/tune_merits.py.) `points` of a card are its points twice, and its game points; its strength
# is its place in its suit.

from game.rules cimport Rules

cdef extern from *:
    """
    typedef struct {
        /* of a lead: the first that is true, and so much for each point of the card */
        int master, of_master;              /* nobody has a higher one, and opponents can hardly ruff */
        int unsafe_master, of_unsafe_master;    /* nobody has a higher one */
        int partners, of_partners;          /* only a partner has a higher one */
        int beaten, of_beaten;
        /* and besides */
        int length;                         /* for each card of the suit in the hand */
        int trump, last_trump;              /* a trump while opponents have some; once they have none */
        int partner_ruffs;                  /* a partner has trumps, and none of the suit */
        int opponents_ruff;                 /* so have the opponents */
        int partners_master;                /* a partner has the master of the suit */
        int penalty;                        /* the opponents can neither follow nor ruff, and lose points by that */
        int followers;                      /* for each card of the suit that opponents hold */
        /* of a card that beats the others on the table */
        int ruff;                           /* with a trump on a plain suit */
        int holds, holds_for_partner;       /* opponents to come can hardly beat it; a partner's card would hold, too */
        int of_holding, strength_of_holding;
        int heads, of_heading, strength_of_heading;    /* opponents to come can beat it */
        /* of one that does not */
        int given, of_given, strength_of_given;        /* to a partner's card that holds */
        int of_lost, strength_of_lost;      /* to the opponents */
        int discard_length, discard_master, discard_last;   /* for each card of the suit in the hand; a master; its last card */
        int discard_theirs, discard_others; /* for each card of the suit that opponents to come hold; that all others do */
        int trump_played;                   /* any trump that is no lead */
    } MeritsNumbers;
    #ifdef ATOUT_TUNED
    /* For benchmarks/tune_merits.py, which tries other numbers. */
    #define MERITS __attribute__((visibility("default"))) MeritsNumbers
    #else
    #define MERITS static const MeritsNumbers
    #endif
    MERITS merits_of_card_points = {
        .master = 68, .of_master = 2, .unsafe_master = 6, .of_unsafe_master = -4, .partners = 28, .of_partners = 3,
        .beaten = 86, .of_beaten = -1, .length = 1, .trump = 6, .last_trump = -80, .partner_ruffs = 68,
        .opponents_ruff = -90, .partners_master = 25, .penalty = 0, .followers = 6, .ruff = 52, .holds = 464,
        .holds_for_partner = 127, .of_holding = 5, .strength_of_holding = 2, .heads = 100, .of_heading = -5,
        .strength_of_heading = 4, .given = 390, .of_given = 2, .strength_of_given = 4, .of_lost = -1,
        .strength_of_lost = -6, .discard_length = -4, .discard_master = -377, .discard_last = 68, .discard_theirs = 6,
        .discard_others = -1, .trump_played = -16,
    };
    MERITS merits_of_four_points = {
        .master = 72, .of_master = 0, .unsafe_master = 83, .of_unsafe_master = -1, .partners = 84, .of_partners = -2,
        .beaten = 8, .of_beaten = -2, .length = 0, .trump = 80, .last_trump = -113, .partner_ruffs = 6,
        .opponents_ruff = -3, .partners_master = -4, .penalty = 41, .followers = -8, .ruff = -1, .holds = 532,
        .holds_for_partner = 148, .of_holding = 2, .strength_of_holding = -3, .heads = -13, .of_heading = -6,
        .strength_of_heading = -1, .given = 200, .of_given = 17, .strength_of_given = -4, .of_lost = -18,
        .strength_of_lost = -2, .discard_length = 1, .discard_master = 4, .discard_last = -21, .discard_theirs = 2,
        .discard_others = 1, .trump_played = -33,
    };
    static const MeritsNumbers merits_of_choices = {
        .master = 200, .of_master = 1, .unsafe_master = 20, .of_unsafe_master = -1, .partners = 100, .of_partners = 1,
        .beaten = 50, .of_beaten = -1, .holds = 400, .holds_for_partner = 150, .of_holding = 1, .strength_of_holding = -1,
        .heads = 100, .of_heading = -1, .given = 200, .of_given = 1, .of_lost = -1, .strength_of_lost = -1,
    };
    """
    ctypedef struct Merits "MeritsNumbers":
        int master, of_master, unsafe_master, of_unsafe_master, partners, of_partners, beaten, of_beaten
        int length, trump, last_trump, partner_ruffs, opponents_ruff, partners_master, penalty, followers
        int ruff, holds, holds_for_partner, of_holding, strength_of_holding, heads, of_heading, strength_of_heading
        int given, of_given, strength_of_given, of_lost, strength_of_lost
        int discard_length, discard_master, discard_last, discard_theirs, discard_others, trump_played
    const Merits OF_CARD_POINTS "merits_of_card_points"
    const Merits OF_FOUR_POINTS "merits_of_four_points"
    const Merits OF_CHOICES "merits_of_choices"     # of cards that are shown: as people would think of them, never tuned


cdef inline const Merits* merits_of(const Rules* rules) noexcept nogil:
    """The merits of the game; those of the penalty game are of the game that it belongs to."""
    return &OF_FOUR_POINTS if rules.game_value or rules.penalty else &OF_CARD_POINTS
