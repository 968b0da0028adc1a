"""Tricks that the partner ruffs, whatever the other side does (ext/tricks/sure.pxd)."""

from random import Random

from solver.cards import Card
from tests.support.positions import cards
from tests.support.search.trick_checks import (
    SEATS,
    Search,
    check,
    check_together,
    fill,
    lay_out,
    natural_game,
)
from tests.support.seeds import seeds


def test_losers_are_ruffed_once_the_other_side_has_no_trumps() -> None:
    # Whatever east leads, south ruffs two of north's hearts and diamonds, or north south's.
    hands = {"N": "SA SK H2 H3 D2", "E": "H7 H8 D7 D8 C9", "S": "SQ SJ D3 D4 C2", "W": "H9 HT D9 DT CT"}
    position = lay_out(natural_game(5), "S", {seat: cards(text) for seat, text in hands.items()}, "E")
    found = Search().solve(position, wanted="best", with_line=False)
    assert (found.lower, found.upper) == (3, 3)
    assert found.nodes < 60
    check(position)


def test_the_partner_ruffs_what_the_other_side_cannot_overruff() -> None:
    # The partner has none of some suits that the leader has. Opponents have trumps, higher or lower, or none.
    for seed in seeds(6000, needed=800):
        rng = Random(seed)
        each = rng.choice((2, 3, 3, 4, 4, 5))
        rules = natural_game(each)
        leader = rng.randrange(4)
        lengths = [[0] * 4 for _ in SEATS]
        void = set(rng.sample((1, 2, 3), rng.choice((1, 2, 2))))
        for seat in range(4):
            place = (seat - leader) % 4
            weights = {
                0: [rng.choice((0, 0, 1)), *(2 if suit in void else 1 for suit in (1, 2, 3))],
                2: [2, *(0 if suit in void else 1 for suit in (1, 2, 3))],
            }.get(place, [rng.choice((0, 0.5, 1)), *(rng.choice((0, 1, 1)) for _ in range(3))])
            for suit in rng.choices(range(4), weights if any(weights) else None, k=each):
                lengths[seat][suit] += 1
        if any(sum(row[suit] for row in lengths) > 13 for suit in range(4)):
            continue
        check_together(fill(rng, rules, "S", lengths, SEATS[leader]) for _ in range(4))


def test_a_winner_is_not_led_to_be_ruffed() -> None:
    hands = {"N": "H3 H2 DA DK", "E": "S5 DQ D7 D6", "S": "S4 H9 H8 H5", "W": "HJ HT H7 D9"}
    check(lay_out(natural_game(4), "S", {seat: cards(text) for seat, text in hands.items()}, "W"))


def test_a_hand_has_its_losers_ruffed_once_the_other_side_has_no_trumps() -> None:
    # Both hands of a side have trumps; one has suits that the other has not. Anybody leads.
    for seed in seeds(4000, needed=100):
        rng = Random(seed)
        each = rng.choice((2, 3, 3, 4, 4, 5))
        rules = natural_game(each)
        side = rng.choice(("NS", "EW"))
        trumps = rng.sample([Card("S", rank) for rank in rules.ranks], rng.randint(2, each + 1))
        hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
        hands[side[0]].append(trumps.pop())
        hands[side[1]].append(trumps.pop())
        for card in trumps:
            seats = [seat for seat in side if len(hands[seat]) < each]
            hands[rng.choice(seats)].append(card)
        suits = rng.choice(("HD", "HDC", "HDC"))
        left = [card for card in rules.deck if card.suit in suits]
        lost = rng.choice(suits)
        for seat in rng.sample(SEATS, 4):
            left.sort(key=lambda card: (seat == side[1] and card.suit == lost, rng.random()))
            n_plain = each - len(hands[seat])
            hands[seat] += left[:n_plain]
            left = left[n_plain:]
        check(lay_out(rules, "S", hands, rng.choice(SEATS)))
