# The weights by which cards are put in order. Order never changes a value, only how soon the search can stop.
#
# The numbers were found by hill climbing: one of them changed at random, and kept if the geometric mean of the nodes
# fell on 140 random deals, on 90 freaks and again on 280 other deals. Columns that did not earn their keep on 500 fresh
# deals were dropped. (benchmarks/tune_merits.py climbs so.)

cdef extern from *:
    """
    #ifdef ATOUT_TUNED
    /* For benchmarks/tune_merits.py, which tries other numbers. */
    #define MERITS __attribute__((visibility("default"))) short
    #else
    #define MERITS static const short
    #endif
    MERITS tricks_lead_merit[2][9][11] = {
        {   /* without trumps */
            { 228,    8,   35,   16,  -17,    0,  -38,   12,  -14,   34,  -48},  /* MASTER */
            { 244,   20,   28,   10,   -5,   -1,  -35,   16,    0,    0,  -40},  /* PARTNERS */
            {   0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0},  /* PARTNER_RUFFS */
            {   0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0},  /* THEY_RUFF */
            { 120,   12,   29,   -4,   -4,    7,    4,   76,   19,  -40,  -29},  /* OTHER */
            {   0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0},  /* OUR_TRUMPS */
            {   0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0},  /* MASTER_TRUMP */
            {   0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0},  /* PARTNERS_TRUMP */
            {   0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0},  /* OTHER_TRUMP */
        },
        {   /* with trumps */
            { 186,   38,    0,  -22,   -2,    0,    0,   28,   -8,    0,    0},  /* MASTER */
            { 236,   20,   36,    0,   -6,    2,   32,    0,    0,    0,    0},  /* PARTNERS */
            { 272,   24,    0,   16,    0,   -4,  -20,    0,    8,    0,    0},  /* PARTNER_RUFFS */
            { -40,  -28,    4,    0,    0,    0,   22,    0,    0,    0,    0},  /* THEY_RUFF */
            { 156,  -16,    4,   -1,    0,    2,  -11,   72,    8,    0,    0},  /* OTHER */
            {  40,    0,    0,    0,    0,   -4,    0,    0,    0,    0,    0},  /* OUR_TRUMPS */
            { 188,   12,    8,    0,    0,   -3,  -24,  -10,    0,    0,    0},  /* MASTER_TRUMP */
            { 236,   20,   35,   14,    0,  -15,   -8,  -48,    0,    0,    0},  /* PARTNERS_TRUMP */
            { 159,  -16,    4,    0,   -9,   -1,   12,   58,    8,    0,    0},  /* OTHER_TRUMP */
        },
    };
    MERITS tricks_follow_merit[2][27] = {
        {240, 80, -4, -20, 76, 44, -2, 111, -11, 0, 0, 0, 0, 0, 0, 0, 0, 64, -7, -8, -88, 0, -108, -24, 0, 0, 0},
        {240, 89, -4, 43, 82, 8, -1, 72, -12, -240, -32, 262, -20, -13, 120, -8, -4, -66, 6, -66, -100, -13, -80, -24, 0, 0, 0},
    };
    """
    const short lead_merit "tricks_lead_merit"[2][9][11]
    const short follow_merit "tricks_follow_merit"[2][27]

cdef enum:                       # kinds of leads, the rows of lead_merit
    MASTER                       # the highest card left of its suit, and no opponent ruffs
    PARTNERS                     # the partner has that
    PARTNER_RUFFS                     # the partner can
    THEY_RUFF                    # an opponent can
    OTHER                        # an opponent has the highest
    OUR_TRUMPS                   # a trump, and the opponents have none
    MASTER_TRUMP                 # the highest trump
    PARTNERS_TRUMP               # the partner has it
    OTHER_TRUMP                  # an opponent has it

cdef enum:                       # the columns
    BASE
    OWN                          # how many cards of the suit the leader has
    PARTNER                          # the partner
    LEFT                         # the left-hand opponent
    RIGHT
    RANK
    LOWEST                       # is it the leader's lowest card of the suit?
    OVER_RIGHT                   # has the partner a higher card of it than the right-hand opponent?
    UNDER_RIGHT                  # has that opponent the highest card of the other three?
    PARTNER_IS_VOID                   # the partner has none of the suit
    RIGHT_IS_VOID
    N_FEATURES

cdef enum:
    SUCCESS = 256                # times the share of the leads of this suit by this seat that have cut off

cdef enum:                       # the columns of follow_merit; *_RANK is for each rank
    FOLLOW_WIN                   # wins for good
    FOLLOW_WIN_UNWANTED          # the partner would win without it
    FOLLOW_WIN_RANK
    FOLLOW_OVER_SECOND           # heads the trick and may be beaten; before the partner plays
    FOLLOW_OVER                  # ... after the partner has played
    FOLLOW_OVER_UNWANTED
    FOLLOW_OVER_RANK
    FOLLOW_LOW                   # does not head the trick
    FOLLOW_LOW_RANK
    UNDERRUFF                    # a trump that does not
    UNDERRUFF_RANK
    RUFF_HIGH                    # no opponent to come can overruff
    RUFF_HIGH_UNWANTED
    RUFF_HIGH_RANK
    RUFF_LOW                     # one can
    RUFF_LOW_UNWANTED
    RUFF_LOW_RANK
    DISCARD
    DISCARD_LENGTH               # for each card that the player has of the suit
    DISCARD_RANK
    DISCARD_IDLE                 # of a suit that no opponent has
    DISCARD_IDLE_RANK
    DISCARD_MASTER               # the highest of its suit
    DISCARD_GUARD                # the last cards that may still stop the suit
    DISCARD_LONE                 # the only card of the suit, of a player with trumps
    DISCARD_PARTNER_WINS
    DISCARD_FROM_RUFF        # of a suit that the partner ruffs
