"""Tricks that a side wins whatever the other does (ext/tricks/sure.pxd), and the last trick."""

from random import Random

import pytest

from solver import Position
from solver.cards import Card
from tests.support.positions import cards
from tests.support.search.technique_checks import play_on
from tests.support.search.trick_checks import (
    SEATS,
    Search,
    check,
    check_together,
    fill,
    lay_out,
    natural_game,
    random_lengths,
    random_trump,
    skewed,
    skewed_hands,
    trick_game,
)
from tests.support.seeds import seeds

RULES = natural_game()


def deal_of(trump: str, leader: str, **hands: str) -> Position:
    """Hands by seat, ranks in the order of bridge."""
    return lay_out(RULES, trump, {seat: cards(text) for seat, text in hands.items()}, leader)


FULL = {
    "N": "SA SK SQ SJ HA HK HQ DA DK DQ CA CK CQ",
    "E": "ST S9 S8 HJ HT H9 DJ DT D9 D8 CJ CT C9",
    "S": "S7 S6 S5 H8 H7 H6 H5 D7 D6 D5 C8 C7 C6",
    "W": "S4 S3 S2 H4 H3 H2 D4 D3 D2 C5 C4 C3 C2",
}


def test_a_leader_who_can_cash_everything_is_not_searched() -> None:
    # Four plays to the first trick, and no more than the bounds at each lead of the second.
    for trump in ("NT", "S", "H"):
        found = Search().solve(deal_of(trump, "N", **FULL), wanted="best", with_line=False)
        assert (found.lower, found.upper) == (13, 13)
        assert found.nodes < 300


def test_a_partner_s_winners_are_cashed_over_an_entry() -> None:
    hands = {
        "N": "SA S2 H2 H3 H4 D2",
        "E": "SK SQ SJ ST D9 D8",
        "S": "S3 HA HK HQ DA DK",
        "W": "S9 S8 H5 H6 DQ DJ",
    }
    position = deal_of("NT", "N", **hands)
    found = Search().solve(position, wanted="best", with_line=False)
    assert found.lower == 6
    assert found.nodes < 60
    check(position)


def test_the_other_side_s_trumps_and_stops_are_counted() -> None:
    # Whatever is led, east and west have the ace of it, and go on with the rest.
    hands = {
        "N": "S3 S2 H3 H2 D3 D2",
        "E": "SA SQ SJ HA HQ HJ",
        "S": "S5 S4 H5 H4 D5 D4",
        "W": "DA DQ DJ CA CK CQ",
    }
    found = Search().solve(deal_of("NT", "N", **hands), wanted="best", with_line=False)
    assert found.lower == -6
    assert found.nodes < 60
    trumps = {**hands, "E": "SA SQ SJ ST S9 S8", "S": "H9 H8 H5 H4 D5 D4", "W": "HA HQ HJ DA DQ DJ"}
    position = deal_of("S", "N", **trumps)
    check(position)
    assert Search().solve(position, wanted="best", with_line=False).nodes < 200


@pytest.mark.parametrize("each", [3, 4, 5])
def test_the_side_on_lead_cashes(each: int) -> None:
    # Winners of the leader and of his partner, entries, opponents that ruff, partners with trumps alone.
    for seed in seeds(2500 if each < 5 else 1000, needed=11):
        rng = Random(seed)
        trump = random_trump(rng)
        strong = rng.choice(("N", "S", "NS", "NS", "E", "EW"))
        trumps = rng.choice(("", "", "N", "S", "E", "NE"))
        check(skewed(rng, trick_game(rng, each), trump, each, strong=strong, trumps=trumps))


def test_the_partner_must_ruff_a_winner_when_he_has_trumps_alone() -> None:
    for seed in seeds(2500, needed=9):
        rng = Random(seed)
        rules = natural_game(5)
        trump, first, second = rng.sample("SHDC", 3)
        each = rng.choice((3, 4, 5))
        n_trumps = rng.randint(max(1, each - 2), each)
        tops = [Card(suit, rank) for suit in (first, second) for rank in "AKQJ"]
        trumps = rng.sample([Card(trump, rank) for rank in rules.ranks], n_trumps + 2)
        partner, spare = trumps[:n_trumps], trumps[n_trumps:]
        leader = [*rng.sample(tops, each - 1), spare.pop()] if rng.random() < 0.5 else rng.sample(tops, each)
        used = {*leader, *partner, *(spare if rng.random() < 0.5 else ())}
        left = [card for card in rules.deck if card not in used and card.suit != trump]
        low = rng.sample(left, each - n_trumps)
        partner = [*partner, *low]
        rest = rng.sample([card for card in left if card not in low], 2 * each)
        if spare and spare[0] in used:
            rest[rng.randrange(len(rest))] = spare[0]
        hands = {"N": leader, "S": partner, "E": rest[:each], "W": rest[each:]}
        check(lay_out(rules, trump, hands, rng.choice("NS")))


def test_trumps_are_drawn_before_winners_are_cashed() -> None:
    # The leader has the tops of trumps and long plain suits; how many trumps the others have is chance.
    for seed in seeds(2500, needed=88):
        rng = Random(seed)
        rules = natural_game(5)
        trump, long = rng.sample("SHDC", 2)
        n_trumps = rng.randint(1, 3)
        leader = [Card(trump, rank) for rank in "AKQ"[:n_trumps]]
        leader += [Card(long, rank) for rank in rng.choice(("AKQJ", "AKQ2", "AK32", "KQJT"))[: 5 - n_trumps]]
        left = [card for card in rules.deck if card not in leader]
        left.sort(key=lambda card: (card.suit not in (trump, long)) + 1.2 * rng.random())
        left = rng.sample(left[: rng.choice((15, 20, 28))], 15)
        hands = {"N": leader, "E": left[:5], "S": left[5:10], "W": left[10:]}
        check(lay_out(rules, trump, hands, "N"))


def test_the_other_side_cannot_lose_its_trumps() -> None:
    # The tops, the second or third highest with others, the second highest behind the highest and before it.
    for seed in seeds(4000, needed=103):
        rng = Random(seed)
        each = rng.choice((3, 4, 4))
        rules = natural_game(each)
        n_ranks = rng.choice((3, 4, 5, 6, 8))
        trumps = [Card("S", rank) for rank in "AKQJT987"[:n_ranks]]
        plain_cards = rng.sample(
            [Card(suit, rank) for suit in "HD" for rank in rules.ranks], 4 * each - n_ranks
        )
        hands: dict[str, list[Card]] = {seat: [] for seat in "NESW"}
        seats = rng.choices("NESW", weights=[rng.random() for _ in range(4)], k=40)
        for card in trumps:
            holder = next((seat for seat in (*seats, *"NESW") if len(hands[seat]) < each), "N")
            rng.shuffle(seats)
            hands[holder].append(card)
        for hand in hands.values():
            while len(hand) < each:
                hand.append(plain_cards.pop())
        check(lay_out(rules, "S", hands, rng.choice("NESW")))


def test_a_trump_wins_behind_the_hand_with_the_higher_ones() -> None:
    # One hand has a master or none, and others; the hand before it has trumps between them.
    for seed in seeds(6000, needed=1500):
        rng = Random(seed)
        each = rng.choice((2, 3, 3, 4, 4, 5))
        rules = natural_game(each)
        trumps = [Card("S", rank) for rank in "AKQJT987"[: rng.choice((3, 4, 5, 6, 7, 8))]]
        holder = rng.randrange(4)
        hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
        for card in trumps:
            places = rng.choices(
                (0, 3, 2, 1), weights=(5, 3, rng.choice((0, 1, 2)), rng.choice((0, 0.3))), k=12
            )
            seats = (SEATS[(holder + place) % 4] for place in (*places, 0, 1, 2, 3))
            hands[next(seat for seat in seats if len(hands[seat]) < each)].append(card)
        left = [Card(suit, rank) for suit in rng.choice(("HD", "HD", "HDC")) for rank in rules.ranks]
        rng.shuffle(left)
        for hand in hands.values():
            while len(hand) < each:
                hand.append(left.pop())
        check(lay_out(rules, "S", hands, rng.choice(SEATS)))


def test_plain_winners_are_cashed_and_trumps_win_later() -> None:
    # The queen and jack of trumps win one trick after the aces, of which the second is over the other.
    hands = {"N": "SJ SQ HA H2 D2", "E": "SA S2 H3 H4 DK", "S": "DA DQ H5 H6 C2", "W": "SK H7 H8 DJ DT"}
    position = deal_of("S", "N", **hands)
    assert Search().solve(position, wanted="best", with_line=False).nodes < 140
    check(position)
    for seed in seeds(3000, needed=400):
        rng = Random(seed)
        each = rng.choice((3, 3, 4, 4))
        lengths = random_lengths(rng, each, 13, 0.4)
        check_together(fill(rng, natural_game(each), "S", lengths, "N") for _ in range(8))


def test_a_hand_with_the_only_trumps_cannot_lose_its_masters() -> None:
    # One side has all the trumps that are left, few or many, and high plain cards in one hand or both.
    for seed in seeds(4000, needed=1):
        rng = Random(seed)
        each = rng.choice((3, 4, 4, 5))
        rules = natural_game(each)
        side = rng.choice(("NS", "EW"))
        trumps = rng.sample([Card("S", rank) for rank in rules.ranks], rng.randint(1, each))
        high = [Card(suit, rank) for suit in "HDC" for rank in "AKQ"]
        rng.shuffle(high)
        hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
        for card in trumps:
            hands[rng.choice((side[0], side[0], side[1]))].append(card)
        for seat in rng.choice((side[0], side)):
            hands[seat] += [high.pop() for _ in range(min(each - len(hands[seat]), rng.randint(0, 3)))]
        dealt = {card for hand in hands.values() for card in hand}
        suits = rng.choice(("HD", "HDC"))
        left = [card for card in rules.deck if card not in dealt and card.suit in suits]
        rng.shuffle(left)
        for hand in hands.values():
            while len(hand) < each:
                hand.append(left.pop())
        check(lay_out(rules, "S", hands, rng.choice(SEATS)))


def test_a_partner_who_must_overtake_leaves_masters_behind() -> None:
    # North ruffs the second club and leads a heart; the ace takes it, and the other falls on a diamond.
    hands = {"N": "S2 HK HQ C3", "E": "CA CK CQ CJ", "S": "HA C2 C4 D2", "W": "DA DK DQ DJ"}
    position = deal_of("S", "E", **hands)
    found = Search().solve(position, wanted="best", with_line=False)
    assert (found.lower, found.upper) == (0, 0)
    check(position)


@pytest.mark.night
def test_without_trumps_the_other_side_stops_every_suit() -> None:
    for seed in seeds(2500, needed=2493):
        rng = Random(seed)
        each = rng.choice((3, 4, 4))
        strong = rng.choice(("EW", "EW", "E", "W"))
        rules = natural_game(each)
        hands = skewed_hands(rng, rules, "NT", each, strong=strong)
        rng.choice(SEATS)  # without it the seeds make other deals, and more of them show no mistake
        check(lay_out(rules, "NT", hands, rng.choice("NS")))


def test_the_ranks_that_a_count_hangs_on_are_named() -> None:
    # With one table for deals of one shape, a count that forgets a rank answers for others.
    for seed in seeds(250, needed=11):
        rng = Random(seed)
        each = rng.choice((3, 4, 4))
        rules, trump = natural_game(each), random_trump(rng)
        lengths = random_lengths(rng, each, 13, rng.choice((0.3, 0.6)))
        check_together(
            play_on(rng, fill(rng, rules, trump, lengths, rng.choice("NESW")), rng.choice((0, 1, 4)))
            for _ in range(50)
        )


def test_the_last_tricks() -> None:
    for seed in seeds(1500):
        rng = Random(seed)
        each = rng.choice((1, 1, 2))
        position = skewed(rng, trick_game(rng, each), random_trump(rng), each)
        check(play_on(rng, position, rng.randrange(4)))
