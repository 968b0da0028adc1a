"""Which cards the search for tricks tries (ext/tricks/order.pxd, ext/tricks/search.pxd): one of each class of
equals, none that cannot be better than one tried, those first that cut off before."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from solver import Position, Rules
from solver.cards import Card
from solver.engine.encode import Encoding
from tests.support.positions import cards
from tests.support.search.plain_values import plain_values
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
    trick_game,
)
from tests.support.seeds import seeds

RULES = natural_game()


def in_runs(rng: Random, rules: Rules, trump: str, each: int, n_suits: int) -> Position:
    """Suits that lie in runs: hands full of cards that are as good as each other."""
    hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
    deck = []
    for suit in rng.sample("SHDC", n_suits):
        order = rules.order_trump if suit == trump else rules.order_plain
        deck += [Card(suit, rank) for rank in order]
    seat = rng.choice(SEATS)
    for card in deck:
        if rng.random() < 0.4:
            seat = rng.choice(SEATS)
        if rng.random() < 0.7 and len(hands[seat]) < each:
            hands[seat].append(card)
    spare = [card for card in rules.deck if not any(card in hand for hand in hands.values())]
    rng.shuffle(spare)
    for hand in hands.values():
        while len(hand) < each:
            hand.append(spare.pop())
    return lay_out(rules, trump, hands, rng.choice(SEATS))


def games_in_runs(n: int, each: int) -> Iterator[Position]:
    for seed in seeds(n):
        rng = Random(seed)
        rules, trump = trick_game(rng, each), random_trump(rng)
        yield play_on(
            rng, in_runs(rng, rules, trump, each, rng.randint(1, 3)), rng.choice((0, 1, 2, 3, 4, 5, 6))
        )


@pytest.mark.parametrize("each", [4, 5])
def test_equal_cards_have_equal_values(each: int) -> None:
    for position in games_in_runs(2500 if each == 4 else 1000, each):
        check(position)


def test_who_is_an_equal_of_whom() -> None:
    # The queen on the table, which west has played and which wins, parts the king from the jack.
    hands = {"W": "SQ H3", "N": "SK SJ", "E": "S9 H9", "S": "ST S8"}
    position = lay_out(RULES, "NT", {seat: cards(text) for seat, text in hands.items()}, "W")
    found = Search().solve(position.play(Card("S", "Q")))
    assert len({keeper for _, keeper, _, _ in found.cards}) == 2
    # Beaten by the king, it parts nothing any more: the ten and the eight, but for the nine, would be one.
    after = position.play(Card("S", "Q")).play(Card("S", "K")).play(Card("S", "9"))
    found = Search().solve(after)
    assert len({keeper for _, keeper, _, _ in found.cards}) == 1
    for each in (position, position.play(Card("S", "Q")), after):
        check(each)


def test_classes_of_equals_are_those_between_which_nobody_has_a_card() -> None:
    for position in games_in_runs(400, 4):
        found = Search().solve(position)
        values = plain_values(position)
        named: dict[int, set[int]] = {}
        for card, keeper, _, _ in found.cards:
            named.setdefault(keeper, set()).add(card)
        assert sum(map(len, named.values())) == len(values)
        apart = sum(hand_bits(position, seat) for seat in SEATS if seat != position.to_play)
        if position.trick.plays:
            best = position.trick.winning_card(position.rules, position.contract.trump)
            apart |= 1 << code_of(position)[best]
        for keeper, members in named.items():
            assert keeper == max(members)
            between = (1 << max(members)) - (1 << min(members))
            assert not apart & between
        tops = sorted(named)
        for lower, higher in pairwise(tops):
            if lower >> 4 == higher >> 4:
                assert apart & ((1 << min(named[higher])) - (1 << lower))


def code_of(position: Position) -> dict[Card, int]:
    return dict(Encoding(position).code)


def hand_bits(position: Position, seat: str) -> int:
    code = code_of(position)
    return sum(1 << code[card] for card in position.hands[seat])


def test_cards_that_cannot_matter_are_not_tried() -> None:
    # South's eight small spades are worth the same; but for one of them the search never plays any.
    low = {
        "S": "S9 S7 S5 S3 H2 D2",
        "W": "S8 S6 S4 S2 H3 D3",
        "N": "SA SK SQ HA DA CA",
        "E": "SJ ST HK DK CK CQ",
    }
    position = lay_out(RULES, "NT", {seat: cards(text) for seat, text in low.items()}, "S")
    search = Search()
    assert search.nodes(position, wanted="best", with_line=False) < 200
    search.check(position)


@pytest.mark.parametrize("each", [4, 5])
def test_skipping_cards_below_what_mattered(each: int) -> None:
    # High cards decide, low ones are shared out at random; ruffs and discards in between.
    for seed in seeds(150 if each == 4 else 60, needed=6):
        rng = Random(seed)
        rules, trump = natural_game(each), random_trump(rng)
        lengths = random_lengths(rng, each, 13, rng.choice((0.1, 0.4, 0.6)))
        leader = rng.choice(SEATS)
        n_played = rng.choice((0, 0, 1, 2, 3))
        check_together(play_on(rng, fill(rng, rules, trump, lengths, leader), n_played) for _ in range(40))


def test_a_card_that_won_against_its_own_suit_matters() -> None:
    # Overruffs, ruffs, partners that overtake: the rank of the card that won is part of what was proved.
    for seed in seeds(200, needed=13):
        rng = Random(seed)
        rules = natural_game(4)
        lengths = [[0] * 4 for _ in SEATS]
        for row in lengths:
            row[0] = rng.randint(1, 3)
            for _ in range(4 - row[0]):
                row[rng.choice((1, 1, 2))] += 1
        leader = rng.choice(SEATS)
        check_together(fill(rng, rules, "S", lengths, leader) for _ in range(40))


def in_blocks(rng: Random, rules: Rules, trump: str, leader: str, holders: dict[str, list[str]]) -> Position:
    """Each suit from its highest card down belongs to these seats, but that a few neighbours are swapped."""
    hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
    for suit, seats in holders.items():
        order = list(seats)
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            if len(order) > 1:
                at = rng.randrange(len(order) - 1)
                order[at], order[at + 1] = order[at + 1], order[at]
        for rank, seat in zip(rules.ranks, order, strict=False):
            hands[seat].append(Card(suit, rank))
    return lay_out(rules, trump, hands, leader)


def test_of_equals_only_as_many_matter_as_won_tricks() -> None:
    # Whole blocks of equals, and deals of one shape in which the edges of the blocks lie elsewhere: what was
    # proved of a block's highest must not be said of one that has lost it.
    for seed in seeds(250, needed=4):
        rng = Random(seed)
        each = rng.choice((4, 5))
        rules, trump, leader = natural_game(each), random_trump(rng), rng.choice(SEATS)
        lengths = random_lengths(rng, each, 13, rng.choice((0.2, 0.5)))
        holders: dict[str, list[str]] = {}
        for number, suit in enumerate("SHDC"):
            blocks = [[seat] * row[number] for seat, row in zip(SEATS, lengths, strict=True)]
            # Two blocks of one seat now and then: cards that are equal but for one between them.
            halves = [
                half for block in blocks for half in (block[: len(block) // 2], block[len(block) // 2 :])
            ]
            parts = rng.choice((blocks, halves))
            rng.shuffle(parts)
            holders[suit] = [seat for part in parts for seat in part]
        check_together(in_blocks(rng, rules, trump, leader, holders) for _ in range(30))


def test_refutations_of_other_positions_do_no_harm() -> None:
    # Hints of games with other trumps, other sizes and other turns, in one memory.
    search = Search()
    for seed in seeds(800, needed=21):
        rng = Random(seed)
        rules = trick_game(rng, 5, rng.choice(("AKQJT98", "AKQJT98765432")))
        trump = rng.choice("SHDC")
        position = fill(rng, rules, trump, random_lengths(rng, rng.randint(2, 5), 7), rng.choice(SEATS))
        search.check(play_on(rng, position, rng.choice((0, 1, 2, 3))))
