"""What the search for tricks keeps (ext/tricks/table.pxd, ext/tricks/bits.pxd): ranks by their order,
patterns of the ranks that mattered with lower and upper bounds, within a limit of memory."""

from itertools import pairwise
from random import Random

from solver import Position
from tests.support.positions import cards
from tests.support.search.technique_checks import play_on
from tests.support.search.trick_checks import (
    Search,
    check_together,
    fill,
    lay_out,
    natural_game,
    random_lengths,
    random_trump,
    respread,
    skewed,
    trick_game,
)
from tests.support.seeds import seeds

RULES = natural_game()


def deal_of(**hands: str) -> Position:
    """Hands by seat, no trumps, south to lead."""
    return lay_out(RULES, "NT", {seat: cards(text) for seat, text in hands.items()}, "S")


def test_a_rank_that_matters_in_another_hand_is_another_position() -> None:
    # South leads towards the ace and queen: two tricks in spades over west's king, one under east's.
    search = Search()
    king_west = deal_of(S="S2 S3 HA", W="SK S4 H2", N="SA SQ H3", E="S5 S6 H4")
    king_east = deal_of(S="S2 S3 HA", W="S5 S4 H2", N="SA SQ H3", E="SK S6 H4")
    for position, difference in ((king_west, 3), (king_east, 1), (king_west, 3), (king_east, 1)):
        assert search.solve(position).lower == difference
        search.check(position)


def test_all_of_twelve_tricks_are_kept() -> None:
    # South leads towards the ace, queen and jack twice, and west has the king: no trick is lost.
    search = Search()
    king_west = deal_of(
        S="S2 S3 S6 HA HK HQ DA DK DQ CA CK CQ CJ", W="SK S4 S5 H2 H3 H4 D2 D3 D4 C2 C3 C4 C5",
        N="SA SQ SJ H5 H6 H7 D5 D6 D7 C6 C7 C8 C9", E="S7 S8 S9 ST H8 H9 HT HJ D8 D9 DT DJ CT",
    )  # fmt: skip
    for _ in range(2):
        assert search.solve(king_west).lower == 13


def test_ranks_that_do_not_matter_are_the_same_position() -> None:
    # Who has which of the cards below the queen makes no difference: the table knows the answer.
    search = Search()
    first = deal_of(
        S="S2 S9 HA D2 D3 CA", W="SK S4 H2 D4 D5 C2", N="SA SQ H3 DA DQ C3", E="S5 S8 H4 DK D7 C4"
    )
    other = deal_of(
        S="S4 S5 HA D7 D3 CA", W="SK S8 H3 D4 D2 C3", N="SA SQ H2 DA DQ C4", E="S2 S9 H4 DK D5 C2"
    )
    searched = search.nodes(first)
    assert search.nodes(other) < 0.6 * searched
    search.check(first)
    search.check(other)


def test_positions_in_the_same_order_are_one() -> None:
    searched = known = 0
    for seed in seeds(60, needed=5):
        rng = Random(seed)
        rules, trump = trick_game(rng, 6), random_trump(rng)
        position = fill(rng, rules, trump, random_lengths(rng, 6, 9), rng.choice("NESW"))
        search = Search()
        searched += search.nodes(position)
        twin = respread(rng, position)
        known += search.nodes(twin)
        search.check(twin)
    assert known < searched / 2


def test_what_is_proved_of_a_deal_holds_for_others_of_its_shape() -> None:
    for seed in seeds(150, needed=13):
        rng = Random(seed)
        each = rng.choice((3, 4, 4, 5))
        rules, trump = trick_game(rng, each), random_trump(rng)
        lengths, leader = random_lengths(rng, each, 13, rng.choice((0.2, 0.5))), rng.choice("NESW")
        # Few ranks make many deals alike in part, which is when one is taken for another.
        check_together(fill(rng, rules, trump, lengths, leader) for _ in range(40))


def test_what_is_proved_holds_for_other_shapes_leaders_and_tricks() -> None:
    for seed in seeds(25, needed=1):
        rng = Random(seed)
        rules, trump = trick_game(rng, 5), rng.choice(("NT", "S"))
        check_together(
            play_on(rng, skewed(rng, rules, trump, rng.choice((2, 3, 4, 5))), rng.choice((0, 0, 1, 2, 3, 5)))
            for _ in range(150)
        )


def test_one_card_more_in_each_hand_is_another_position() -> None:
    # In three of the suits all hands are as long as before, whichever suits those are.
    for seed in seeds(200, needed=8):
        rng = Random(seed)
        trump, leader, fourth = random_trump(rng), rng.choice("NESW"), seed % 4
        shorter = random_lengths(rng, 4, 9, 0.2)
        longer = [[n + (suit == fourth) for suit, n in enumerate(hand)] for hand in shorter]
        check_together(
            fill(rng, natural_game(sum(lengths[0])), trump, lengths, leader)
            for lengths in rng.choices((shorter, longer), k=40)
        )


def test_lower_and_upper_bounds_are_kept_apart() -> None:
    # Every guess leaves bounds on its own side of the value, for the next question to rely on.
    for seed in seeds(150, needed=1):
        rng = Random(seed)
        rules, trump = trick_game(rng, 5), random_trump(rng)
        lengths, search = random_lengths(rng, 5, 9), Search()
        for _ in range(12):
            position = fill(rng, rules, trump, lengths, rng.choice("NESW"))
            for guess in rng.sample(range(-7, 8), 3):
                search.check(position, guess=guess)


def test_probes_prove_something() -> None:
    rng = Random(1)
    found = Search().solve(fill(rng, trick_game(rng, 8), "NT", [[2] * 4] * 4, "N"))
    assert 0 < found.hits < found.probes < found.nodes


def test_at_the_limit_lists_are_given_up_and_values_stay_right() -> None:
    search, rng = Search(1), Random(5)
    rules = trick_game(rng, 6)
    entries = [0]
    for _ in seeds(1200, needed=96):
        search.check(skewed(rng, rules, "NT", 5))
        search.solve(fill(rng, rules, "NT", random_lengths(rng, 6, 13, 0.2), rng.choice("NESW")))
        entries.append(search.table.n_entries)
        assert search.table.n_bytes < 1 << 20
    assert any(after < before for before, after in pairwise(entries))


def test_more_room_is_taken_as_it_is_needed() -> None:
    rng = Random(5)
    rules, small, large = trick_game(rng, 8), Search(1), Search(16 << 20)
    start = large.table.n_bytes
    for _ in range(40):
        position = fill(rng, rules, "NT", random_lengths(rng, 8, 13, 0.1), rng.choice("NESW"))
        assert small.solve(position).lower == large.solve(position).lower
    assert start < large.table.n_bytes <= 16 << 20
    assert large.table.n_entries > small.table.n_entries


def test_a_search_that_was_stopped_leaves_nothing_wrong() -> None:
    for seed in seeds(150, needed=5):
        rng = Random(seed)
        rules, trump, search = trick_game(rng, 6), random_trump(rng), Search()
        position = fill(rng, rules, trump, random_lengths(rng, 5, 9), rng.choice("NESW"))
        for _ in range(5):
            search.solve(
                position, node_limit=rng.randint(1, 200), wanted="all" if rng.random() < 0.5 else "best"
            )
        search.check(position)
        search.check(respread(rng, position))
