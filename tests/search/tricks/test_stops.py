"""Tricks that a side wins once the others have to play to its hands (ext/tricks/stops.pxd)."""

from random import Random

import pytest

from solver.cards import Card
from tests.support.search.technique_checks import play_on
from tests.support.search.trick_checks import (
    SEATS,
    check,
    check_nodes,
    check_together,
    deal_without_trumps,
    fill,
    lay_out,
    natural_game,
    random_lengths,
    skewed_hands,
)
from tests.support.seeds import seeds


def test_a_hand_waits_for_the_lead_of_what_it_stops() -> None:
    # Without the count these deals take 981 and 1,420 nodes.
    only_clubs = {
        "N": "CQ CT C9 C8 C6 C5 C3 C2",
        "E": "SA SK HK HQ DA DK DJ CA",
        "S": "HA HJ HT H9 H6 H4 H3 H2",
        "W": "SQ S9 S5 H8 H7 DQ DT D4",
    }
    check_nodes(deal_without_trumps("N", **only_clubs), -6, 20)
    a_spade_to_run = {
        "N": "ST S8 S3 H3 D9 CT C8 C6",
        "E": "SA SJ HA DA DK DQ DT CA",
        "S": "SK S9 S7 S4 CK CJ C5 C3",
        "W": "SQ S6 S5 S2 DJ D5 D3 D2",
    }
    check_nodes(deal_without_trumps("N", **a_spade_to_run), -6, 70)


def test_a_hand_waits_until_the_leaders_have_run_their_suit() -> None:
    # North and south have four spades and nothing else that wins; east throws clubs on them.
    hands = {
        "N": "SA SK H5 H4 D5 D4 C3 C2",
        "E": "HA HK DA DK C9 C8 C7 C6",
        "S": "SQ SJ H3 H2 D3 D2 C5 C4",
        "W": "S5 S4 S3 S2 H8 H7 D8 D7",
    }
    check_nodes(deal_without_trumps("N", **hands), -4, 60)


def test_either_hand_stops_the_suits_of_the_other() -> None:
    hands = {
        "N": "SA S6 H5 H4 D5 D4",
        "E": "HA HK HQ C9 C8 C7",
        "S": "SK S5 H3 H2 D3 D2",
        "W": "DA DK DQ S4 S3 S2",
    }
    check_nodes(deal_without_trumps("S", **hands), -2, 140)


@pytest.mark.parametrize("each", [3, 4, 5])
def test_a_hand_waits(each: int) -> None:
    # The side on lead has the tops of one or two suits, the others those of the rest, in one hand or in both.
    for seed in seeds(4000, needed=1440 if each == 3 else 400):
        rng = Random(seed)
        rules = natural_game(each)
        suits = rng.sample("SHDC", 4)
        n_own = rng.choice((1, 1, 2))
        hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
        stoppers = rng.choice(("E", "W", "EW"))
        for number, suit in enumerate(suits):
            holders = "NS" if number < n_own else stoppers
            for rank in rules.ranks[: rng.choice((1, 2, 2, 3))]:
                holder = rng.choice(holders)
                if len(hands[holder]) < each:
                    hands[holder].append(Card(suit, rank))
        dealt = {card for hand in hands.values() for card in hand}
        left = [card for card in rules.deck if card not in dealt]
        left.sort(key=lambda card: (suits.index(card.suit) >= rng.choice((2, 3, 4))) + rng.random())
        for seat in rng.sample(SEATS, 4):
            missing = each - len(hands[seat])
            hands[seat] += left[:missing]
            del left[:missing]
        check(lay_out(rules, "NT", hands, rng.choice("NS")))


def test_a_hand_throws_the_winners_that_it_should_keep() -> None:
    # One hand stops three suits or two, and has little else; its partner has the cards of the fourth.
    for seed in seeds(4000, needed=100):
        rng = Random(seed)
        each = rng.choice((3, 4, 4))
        rules = natural_game(each)
        first, *others = rng.sample("SHDC", 4)
        hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
        hands["E"] = [Card(suit, "A") for suit in rng.sample(others, rng.choice((2, 3)))]
        hands["W"] = [Card(first, rank) for rank in rng.sample(rules.ranks, rng.randint(1, each))]
        dealt = {card for hand in hands.values() for card in hand}
        left = [card for card in rules.deck if card not in dealt]
        left.sort(key=lambda card: (card.suit != first) * rng.choice((0, 1)) + rng.random())
        for seat in rng.sample(SEATS, 4):
            missing = each - len(hands[seat])
            hands[seat] += left[:missing]
            del left[:missing]
        check(lay_out(rules, "NT", hands, rng.choice("NS")))


@pytest.mark.night
def test_the_ranks_that_stops_hang_on_are_named() -> None:
    # With one table for deals of one shape, a count that forgets a rank answers for others.
    for seed in seeds(250, needed=82):
        rng = Random(seed)
        each = rng.choice((3, 4, 4))
        rules = natural_game(each)
        hands = skewed_hands(rng, rules, "NT", each, strong=rng.choice(("E", "W", "EW", "S")))
        lengths = [[sum(card.suit == suit for card in hands[seat]) for suit in "SHDC"] for seat in SEATS]
        check_together(
            play_on(rng, fill(rng, rules, "NT", lengths, rng.choice("NS")), rng.choice((0, 0, 4)))
            for _ in range(50)
        )


def test_the_ranks_of_a_leader_and_a_partner_who_waits_are_named() -> None:
    for seed in seeds(3000, needed=172):
        rng = Random(seed)
        each = rng.choice((3, 4, 4, 5))
        lengths = random_lengths(rng, each, 13, rng.choice((0.2, 0.4)))
        check_together(fill(rng, natural_game(each), "NT", lengths, rng.choice("NS")) for _ in range(12))
