"""One trick that a side is sure of without trumps, as its hands guard suits (ext/tricks/guards.pxd)."""

from random import Random

import pytest

from solver import Position
from solver.cards import Card
from tests.support.search.technique_checks import play_on
from tests.support.search.trick_checks import (
    SEATS,
    Lengths,
    check,
    check_nodes,
    check_together,
    deal_without_trumps,
    lay_out,
    natural_game,
    random_lengths,
)
from tests.support.seeds import seeds


def favoured(rng: Random, lengths: Lengths, seats: str, leader: str) -> Position:
    """A deal of that shape in which some seats have most of the high cards."""
    rules = natural_game(sum(lengths[0]))
    hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
    for number, suit in enumerate("SHDC"):
        holders = [seat for seat, row in zip(SEATS, lengths, strict=True) for _ in range(row[number])]
        holders.sort(key=lambda seat: (seat not in seats) * rng.choice((0.3, 0.5, 0.8)) + rng.random())
        for seat, rank in zip(holders, rules.ranks, strict=False):
            hands[seat].append(Card(suit, rank))
    return lay_out(rules, "NT", hands, leader)


def test_each_opponent_guards_a_suit() -> None:
    # North and south would need every trick. East keeps a king behind north's ace, west one behind south's.
    # Without the count it takes 614 nodes.
    hands = {
        "N": "SA SQ SJ DA DK D9",
        "E": "SK ST HQ HJ D8 C9",
        "S": "DQ DJ D7 CA CQ CJ",
        "W": "HA HK HT DT CK CT",
    }
    check_nodes(deal_without_trumps("N", **hands), 4, 40)


def test_a_leader_who_cannot_reach_the_partner_loses_a_trick() -> None:
    # West's ace lies above the partner's clubs, and the queen of hearts falls to the king.
    # Without the count it takes 859 nodes.
    hands = {
        "N": "HK H8 H5 CJ CT C9",
        "E": "HT H9 DA DK CK CQ",
        "S": "SJ ST S9 HJ H7 H6",
        "W": "SA SK SQ HA HQ CA",
    }
    check_nodes(deal_without_trumps("W", **hands), -4, 40)


@pytest.mark.parametrize(("each", "needed"), [(3, 1560), (4, 2160), (5, 450)])
def test_a_side_that_has_most_of_the_high_cards_needs_all_tricks(each: int, needed: int) -> None:
    for seed in seeds(6000 if each < 5 else 2000, needed=needed):
        rng = Random(seed)
        lengths = random_lengths(rng, each, 13, rng.choice((0.2, 0.4, 0.5)))
        check(favoured(rng, lengths, rng.choice(("NS", "EW")), rng.choice(SEATS)))


def test_the_ranks_that_guards_hang_on_are_named() -> None:
    # With one table for deals of one shape, a count that forgets a rank answers for others.
    for seed in seeds(250, needed=80):
        rng = Random(seed)
        lengths = random_lengths(rng, rng.choice((3, 4, 4)), 13, rng.choice((0.2, 0.4, 0.5)))
        leader = rng.choice(SEATS)
        check_together(
            play_on(rng, favoured(rng, lengths, "NS", leader), rng.choice((0, 0, 4))) for _ in range(50)
        )
