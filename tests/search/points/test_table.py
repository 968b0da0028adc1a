"""The transposition table (ext/points/table.pxd): exact keys, settled cards, leads, growth, replacement.

Positions of one deal share a table, in an order that lets one
answer for another if it wrongly could.
"""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from solver import Position
from solver.rules.words import LowGoesTo, Objective, PenaltyLasts
from tests.support.positions import random_contract
from tests.support.search.technique_checks import Bench, check_together, course, deal, game, play_on, start
from tests.support.seeds import seeds

N_BYTES_OF_A_CLUSTER = 64
SLAM = {"slam": 9}
MOST_CARDS = 17
"""With more of them the plain solver would take too long."""
MOST_GROUPS = 6
NEAR_AND_FAR = (None, 0)
"""The bytes up to which a table is near: as the core has it, and none, so that every table is far."""


def many_courses(rng: Random, first: Position, n: int) -> list[Position]:
    """Positions of several random games of one deal, in any order."""
    positions = [position for _ in range(n) for position in course(rng, first)]
    return rng.sample(positions, len(positions))


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("sides", [("NS", "EW"), ("N", "ES"), ("N", "S")])
def test_cards_left_leader_and_slam_are_an_exact_key(objective: Objective, sides: tuple[str, str]) -> None:
    bonus = {"slam": 5, "last_trick": 2} if objective == Objective.card_points else None
    for seed in seeds(60, needed=28):
        rng = Random(seed)
        # Suits of up to eight cards have short keys.
        ranks = "AKQJT98765432" if seed % 4 == 3 else "AKQJT987"
        rules = game(rng, objective, sides=sides, ranks=ranks, each=5, points=(0, 0, 1, 3), bonus=bonus)
        check_together(many_courses(rng, deal(rng, rules, 6 - len("".join(sides)) // 2), 2))


def test_a_slam_still_open_is_part_of_the_key() -> None:
    # Who has won a trick before differs, and nothing else. Suits of up to eight cards have short keys.
    for seed in seeds(150, needed=12):
        rng = Random(seed)
        ranks = rng.choice(("AKQJT9", "AKQJT98765432"))
        rules = game(
            rng,
            Objective.card_points,
            sides=("N", "S"),
            ranks=ranks,
            suits="SH",
            each=5,
            points=(0, 1),
            bonus=SLAM,
        )
        check_together(many_courses(rng, deal(rng, rules, 5), 5))


@pytest.mark.by_day(2)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("n_each", [2, 4, 6])
def test_holders_are_part_of_the_key_of_games_with_a_stock(objective: Objective, n_each: int) -> None:
    # Up to 12 cards in hand worthless ones are settled; small suits make many positions alike.
    for seed in seeds(40, needed=33):
        rng = Random(seed)
        points = rng.choice(((0, 0, 0, 1), (0, 0, 1, 2, 3)))
        rules = game(
            rng, objective, sides=("N", "S"), ranks="AKQJT9", suits="SHD", each=n_each, stock=6, points=points
        )
        n_stock = {2: 6, 4: 4, 6: 2}[n_each]
        check_together(many_courses(rng, deal(rng, rules, n_each, n_stock, order=2.0), 3))


@pytest.mark.parametrize(
    ("sides", "n_each"),
    [(("N", "S"), 7), (("N", "S"), 8), (("N", "ES"), 3), (("NS", "EW"), 2), (("NS", "EW"), 3)],
)
def test_keys_of_many_cards_and_many_hands_with_a_stock(sides: tuple[str, str], n_each: int) -> None:
    # Beyond 12 cards the holders take more bits, beyond 22 or for more players mixed ones stand for them.
    n_players = len("".join(sides))
    for seed in seeds(20, needed=1):
        rng = Random(seed)
        objective = rng.choice(list(Objective))
        rules = game(
            rng,
            objective,
            sides=sides,
            ranks="AKQJT98",
            each=n_each,
            stock=n_players,
            points=(0, 0, 0, 1),
            bonus={"slam": 2} if objective == Objective.card_points else None,
        )
        first = deal(rng, rules, n_each, n_players, order=3.0)
        check_together(p for p in many_courses(rng, first, 3) if p.n_cards_left <= MOST_CARDS)


@pytest.mark.parametrize("n_each", [5, 7, 8])
def test_the_same_cards_in_other_hands_are_another_position(n_each: int) -> None:
    # Two tricks with the same four cards in other pairs: other winners, who draw other cards.
    n_groups = 0
    for seed in seeds(20, needed=12):
        rng = Random(seed)
        objective = rng.choice(list(Objective))
        rules = game(
            rng, objective, sides=("N", "S"), ranks="AKQJT9", each=n_each, stock=4, points=(0, 0, 1, 2)
        )
        # Often the stock holds the highest trumps: their holders are the last of a key.
        contract, cards = random_contract(rng, rules), rng.sample(rules.deck, len(rules.deck))
        if rng.random() < 0.7:
            order = rules.order_trump.index
            cards.sort(key=lambda card: order(card.rank) if card.suit == contract.trump else 99)
        stock, rest = rng.sample(cards[:4], 4), rng.sample(cards[4:], 2 * n_each)
        at = [start(rng, rules, contract, {"N": rest[:n_each], "S": rest[n_each:]}, stock)]
        for _ in range(4):
            at = [position.play(card) for position in at for card in position.legal_plays()]
        alike: dict[Any, dict[Any, Position]] = {}
        for after in at:
            left = frozenset(card for hand in after.hands.values() for card in hand), after.to_play
            alike.setdefault(left, {})[frozenset(after.hands["N"])] = after
        groups = [list(group.values()) for group in alike.values() if len(group) > 1]
        for group in rng.sample(groups, min(len(groups), MOST_GROUPS)):
            n_groups += 1
            check_together(group)
    assert n_groups > 20


def test_cards_that_bring_nothing_settle_among_those_that_do() -> None:
    # Nearly all cards are worthless, a few are not, and the stock has cards between them.
    for seed in seeds(150, needed=22):
        rng = Random(seed)
        rules = game(
            rng,
            Objective.four_points,
            sides=("N", "S"),
            ranks="AKQJT987654",
            suits="SH",
            each=3,
            stock=8,
            points=(0,) * 6 + (1, 2),
            low_goes_to=rng.choice(list(LowGoesTo)),
            forced_discard_penalty=rng.randrange(2),
            penalty_lasts=list(PenaltyLasts)[seed // 2 % 2],
        )
        check_together(many_courses(rng, deal(rng, rules, 3, 6, order=3.0), 3))


@pytest.mark.parametrize("sides", [("NS", "EW"), ("N", "S")])
@pytest.mark.parametrize("stock", [0, 4])
def test_a_proof_holds_for_every_better_lead_and_no_worse_one(sides: tuple[str, str], stock: int) -> None:
    # Leads in game points differ widely before positions that are otherwise the same.
    n_players = len("".join(sides))
    for seed in seeds(40, needed=25):
        rng = Random(seed)
        rules = game(
            rng, Objective.four_points, sides=sides, each=5, stock=stock, points=(0, 1, 2, 3), ranks="AKQJT98"
        )
        n_each = 5 - n_players // 2 - stock // 4
        check_together(many_courses(rng, deal(rng, rules, n_each + 1, stock, order=3.0), 4))


@pytest.mark.parametrize("stock", [0, 2])
def test_the_next_better_lead_is_another_lead(stock: int) -> None:
    # All ways to the same cards, from the best lead down or from the worst up. (The cards left say what those
    # taken were worth, so the next lead is two points better.)
    n_groups = 0
    for seed in seeds(100, needed=16):
        rng = Random(seed)
        points = rng.choice(((0, 1, 2), (1, 2, 3, 4)))
        rules = game(
            rng,
            Objective.four_points,
            sides=("N", "S"),
            each=4,
            stock=stock,
            points=points,
            suits="SH",
            ranks="AKQJT98",
        )
        at = [deal(rng, rules, 4, stock, order=3.0)]
        for _ in range(4):
            at = [position.play(card) for position in at for card in position.legal_plays()]
        alike: dict[Any, dict[int, Position]] = {}
        for after in at:
            hands = tuple(sorted((seat, frozenset(hand)) for seat, hand in after.hands.items()))
            lead = after.tally.card_points[0] - after.tally.card_points[1]
            alike.setdefault((hands, after.to_play), {})[lead] = after
        groups = [group for group in alike.values() if len(group) > 1]
        for group in rng.sample(groups, min(len(groups), MOST_GROUPS)):
            n_groups += 1
            check_together([group[lead] for lead in sorted(group, reverse=rng.random() < 0.5)])
    assert n_groups > 50


@pytest.mark.parametrize("stock", [0, 2])
def test_values_beyond_what_an_entry_holds_are_not_lost(stock: int) -> None:
    # Ten points a discard: values far beyond the six bits of a proof.
    for seed in seeds(120, needed=8):
        rng = Random(seed)
        rules = game(
            rng,
            Objective.four_points,
            sides=("N", "S"),
            ranks="AKQJT98",
            each=6,
            stock=stock,
            points=(0, 1, 2),
            forced_discard_penalty=10,
            penalty_lasts=list(PenaltyLasts)[seed % 2],
        )
        check_together(many_courses(rng, deal(rng, rules, 6 - stock // 2, stock, order=0.9), 1))


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("n_clusters", [1, 80, 400])
@pytest.mark.parametrize("near", NEAR_AND_FAR)
def test_a_table_that_is_too_small_or_grows_gives_the_same_values(
    near: int | None, n_clusters: int, objective: Objective
) -> None:
    # The smallest table has 64 clusters: entries give way to others, and move when it grows.
    for seed in seeds(6, needed=1):
        rng = Random(seed)
        rules = game(rng, objective, ranks="AKQJT987", each=6, points=(0, 0, 1, 3))
        first = deal(rng, rules, 6, order=3.0)
        positions = [play_on(rng, first, n) for n in (4, 2, 6, 5, 8, 7)]
        check_together(positions, n_clusters * N_BYTES_OF_A_CLUSTER, near)


@pytest.mark.parametrize("n_clusters", [80, 400])
@pytest.mark.parametrize("near", NEAR_AND_FAR)
def test_a_table_of_two_proofs_an_entry_grows_and_replaces(near: int | None, n_clusters: int) -> None:
    for seed in seeds(10, needed=1):
        rng = Random(seed)
        rules = game(
            rng,
            Objective.four_points,
            sides=("N", "S"),
            ranks="AKQJT98765432",
            each=5,
            stock=6,
            points=(0, 0, 1, 2),
            forced_discard_penalty=rng.randrange(2),
        )
        first = deal(rng, rules, 5, 6, order=3.0)
        positions = [play_on(rng, first, n) for n in (4, 2, 6, 3)]
        check_together(positions, n_clusters * N_BYTES_OF_A_CLUSTER, near)


def test_a_table_that_grows_holds_nothing_of_another_one() -> None:
    # The same cards in games that differ by what a card brings alone, so that their keys are the same. A new
    # table takes its memory from those before it.
    for seed in seeds(4, needed=2):
        rng = Random(seed)
        rules = [game(rng, Objective.card_points, ranks="AKQJT98765432", each=6) for _ in range(2)]
        first = deal(rng, rules[0], 6, order=3.0)
        for own in (*rules, *rules):
            same_order = replace(rules[0], points=own.points)
            position = start(Random(seed), same_order, first.contract, dict(first.deal.hands))
            bench = Bench(position, 1 << 22)
            before = bench.table.n_bytes
            bench.check(position)
            assert bench.table.n_bytes > before


@pytest.mark.parametrize("near", NEAR_AND_FAR)
def test_what_has_been_proved_is_not_searched_again(near: int | None) -> None:
    # A far table is fetched first and looked at later: only the nodes tell whether it is.
    rng = Random(1)
    position = deal(rng, game(rng, Objective.card_points, each=6), 6, order=3.0)
    bench = Bench(position, 1 << 22, near)
    first, again = bench.solve(position), bench.solve(position)
    assert bench.values(again) == bench.values(first)
    assert again.nodes < first.nodes / 10, (first.nodes, again.nodes)


def test_the_core_fills_and_grows_these_tables() -> None:
    # What the tests above rely on: the small tables are too small, and the others do grow.
    rng = Random(1)
    rules = game(rng, Objective.card_points, each=6)
    position = deal(rng, rules, 6, order=3.0)
    small, large = Bench(position, N_BYTES_OF_A_CLUSTER), Bench(position, 1 << 22)
    before = large.table.n_bytes
    assert small.core(position) == large.core(position)
    assert small.table.n_bytes // 16 < large.table.n_entries
    assert large.table.n_bytes > before
