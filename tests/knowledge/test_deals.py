"""The deals that agree with what a player knows: all of them, each once, against brute force."""

from math import comb, factorial
from random import Random

import pytest
from hypothesis import assume, given, strategies as st

from solver.analysis.fair import judge_fairly
from solver.cards import Card
from solver.engine.budget import Limit
from solver.engine.encode import Encoding
from solver.engine.encoded import encoding_of
from solver.engine.solver import Solver
from solver.errors import PositionError
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.position import Position
from solver.knowledge.clues import Clue
from solver.knowledge.deals import ConsistentDeals, find_placements
from solver.knowledge.known import find_knowledge, seats_in_sight
from solver.knowledge.sampling import Sampling
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant
from tests.support.depth import DEPTH, Depth, by_depth
from tests.support.fair_enumeration import believable_deals, n_spreads, replayed
from tests.support.positions import GAMES, SEEDS, cards, game_of_seed, random_deal, random_position

pytestmark = pytest.mark.slow

MAX_SPREADS = by_depth(400, 400, 1500)
TIGHT = {"overruff": "free", "underruff": "last_resort", "short_deals": True}
FOLLOW = ("strict", "or_ruff")


def deal_key(deal: Deal) -> tuple[object, ...]:
    return tuple(sorted((seat, hand) for seat, hand in deal.sorted().hands.items())), deal.stock


def ending(rng: Random, rules: Rules) -> Position:
    """A game of random plays that has come near its end: of a short deal, or of a full one."""
    is_full = rng.random() < 0.5
    n_each = rules.cards_each if is_full else rng.randint(1, min(rules.cards_each, 6))
    n_stock = rules.stock
    if not is_full:
        n_stock = rules.n_players * rng.randint(0, min(rules.stock // rules.n_players, 3))
    total = n_each * rules.n_players + n_stock
    return random_position(rng, rules, n_each=n_each, n_stock=n_stock, n_left=rng.randint(1, min(total, 14)))


@given(SEEDS, st.sampled_from(GAMES))
def test_the_deals_are_those_of_brute_force_each_once(seed: int, game: str) -> None:
    rng = Random(seed)
    position = ending(rng, game_of_seed(rng, game))
    while n_spreads(position, MAX_SPREADS) > MAX_SPREADS and position.n_cards_left > 1:
        position = position.play(rng.choice(position.legal_plays()))
    assume(n_spreads(position, MAX_SPREADS) <= MAX_SPREADS)
    check_against_brute_force(position)


@given(SEEDS, st.sampled_from(GAMES))
def test_hidden_hands_are_those_of_the_deal(seed: int, game: str) -> None:
    rng = Random(seed)
    knowledge = find_knowledge(ending(rng, game_of_seed(rng, game)))
    deals = ConsistentDeals(knowledge)
    number = rng.randrange(deals.count)
    hidden = deals.hidden_hands(number)
    assert set(hidden) == set(knowledge.n_hidden)
    for seat, hand in deals[number].hands.items():
        assert sorted(hand) == sorted([*knowledge.known[seat], *hidden.get(seat, ())])


def check_against_brute_force(position: Position) -> None:
    expected = {deal_key(other.deal) for other in believable_deals(position)}
    deals = ConsistentDeals(find_knowledge(position))
    found = [deal_key(deals[number]) for number in range(deals.count)]
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert deal_key(position.deal) in expected


@pytest.mark.night
def test_a_lower_trump_that_leaves_a_choice_of_hands() -> None:
    """Whoever must discard rather than underruff, and underruffs, has a higher trump or nothing else."""
    n_cases = n_checked = 0
    for seed in range(4000):
        rng = Random(seed)
        duties = {
            "ruff": rng.choice(("required", "free", "unless_partner_led")),
            "follow": rng.choice(FOLLOW),
        }
        rules = find_variant("belote").override({**TIGHT, **duties})
        position = random_position(rng, rules, n_each=4, n_left=rng.randint(2, 12))
        knowledge = find_knowledge(position)
        if any(clue.some_of is not None for _, clue in knowledge.clues):
            check_against_brute_force(position)
            n_checked += 1
            n_cases += len(list(find_placements(knowledge))) > 1
        if n_checked >= 15 and n_cases >= 10 and DEPTH is not Depth.all:
            break
    assert n_checked >= 15
    assert n_cases >= 10


@given(SEEDS, st.sampled_from(GAMES))
def test_every_deal_looks_the_same_to_the_player(seed: int, game: str) -> None:
    """From each deal he can believe in, he can believe in the same deals, by the same numbers."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    position = random_position(
        rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=rng.randint(1, 8 * rules.n_players)
    )
    deals = ConsistentDeals(find_knowledge(position))
    for _ in range(3):
        other = replayed(position, deals[rng.randrange(deals.count)])
        assert other is not None
        others = ConsistentDeals(find_knowledge(other))
        assert others.count == deals.count
        number = rng.randrange(deals.count)
        assert others[number] == deals[number]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_full_deals_are_counted_and_drawn_at_once(name: str) -> None:
    rules = find_variant(name)
    rng = Random(7)
    for _ in range(5):
        total = rules.cards_each * rules.n_players + rules.stock
        position = random_position(
            rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=rng.randint(total // 2, total)
        )
        deals = ConsistentDeals(find_knowledge(position))
        for _ in range(20):
            assert replayed(position, deals[rng.randrange(deals.count)]) is not None
    with pytest.raises(IndexError, match="there is no deal"):
        deals[deals.count]


def test_before_the_first_card_every_spread_of_the_others_cards_is_possible() -> None:
    rules = find_variant("belote")
    position = random_position(Random(1), rules, n_each=8, n_left=32)
    knowledge = find_knowledge(position)
    assert ConsistentDeals(knowledge).count == 24 * factorial(23) // factorial(8) ** 3
    assert knowledge.n_left_over == 0


BELOTE = Position.from_dict(
    {
        "variant": "belote",
        "rules": {"short_deals": True},
        "leader": "N",
        "deal": {"N": "K.9.-.A", "E": "Q7.-.8.-", "S": "9.A7.-.-", "W": "-.K.9.7"},
        "contract": {"trump": "S", "taker": "N"},
    }
)
"""N holds the king of trumps, E the queen."""


def test_a_king_played_without_a_word_is_no_belote() -> None:
    """After SK from N, W and S know that N has not SQ; they cannot know which of the others has it."""
    position = BELOTE.play(Card("S", "K")).play(Card("S", "Q"))
    knowledge = find_knowledge(position)
    assert knowledge.n_hidden == {"N": 2, "E": 2, "W": 3}
    after_one = find_knowledge(BELOTE.play(Card("S", "K")))
    assert ("N", Clue(frozenset(cards("SK SQ")))) in after_one.clues


def test_an_announced_queen_is_known() -> None:
    deal = Deal({**BELOTE.deal.hands, "N": cards("SK SQ CA"), "E": cards("H9 S7 D8")})
    position = Position(BELOTE.rules, BELOTE.contract, deal, leader="N", plays=cards("SK"))
    knowledge = find_knowledge(position)
    assert knowledge.known["N"] == cards("SK SQ")
    assert all(other.deal.holder(Card("S", "Q")) == "N" for other in believable_deals(position))
    check_against_brute_force(position)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("turned_up", ["SK", "CA", "H9", "SJ"])
def test_the_card_turned_up_is_known_to_be_the_takers(turned_up: str) -> None:
    """Also the king of trumps: while it is not played nobody can tell whether N has the queen."""
    deal = Deal({**BELOTE.deal.hands, "N": cards("SK", turned_up) + cards("D7"), "E": cards("SQ S7 D8")})
    if turned_up == "SK":
        deal = Deal({**deal.hands, "N": cards("SK CA D7")})
    contract = Contract("S", "N", turned_up=cards(turned_up)[0])
    for plays in ("", "D7"):
        position = Position(BELOTE.rules, contract, deal, leader="E", plays=cards("D8") if plays else ())
        knowledge = find_knowledge(position)
        assert knowledge.known["N"] == cards(turned_up)
        check_against_brute_force(position)


def test_a_card_turned_up_that_another_has_is_a_fault() -> None:
    body = BELOTE.to_dict()
    body["contract"]["turned_up"] = "SQ"
    says = "SQ was turned up, and N, who took, took it; it cannot be in the hand of E"
    with pytest.raises(PositionError, match=says) as caught:
        Position.from_dict(body)
    assert [fault.pointer for fault in caught.value.faults] == ["/contract/turned_up"]
    with pytest.raises(PositionError, match=says):
        Position(BELOTE.rules, Contract("S", "N", turned_up=Card("S", "Q")), BELOTE.deal, leader="N")


def test_a_card_turned_up_that_nobody_took_is_in_no_hand() -> None:
    rules = find_variant("all_fours").override({"short_deals": True})
    position = random_position(Random(3), rules, n_each=2, n_left=3)
    trump = position.contract.trump
    trumps = (card for card in rules.deck if card.suit == trump and card.rank != "J")
    left_over = next(card for card in trumps if position.deal.holder(card) is None)
    shown = Position(
        rules,
        Contract(trump, turned_up=left_over),
        position.deal,
        dealer=position.dealer,
        plays=position.plays,
    )
    without, with_it = find_knowledge(position), find_knowledge(shown)
    assert set(without.pool) - set(with_it.pool) == {left_over}
    assert with_it.n_left_over == without.n_left_over - 1
    check_against_brute_force(shown)


def test_in_a_game_without_belote_nothing_is_announced() -> None:
    rules = find_variant("valet_de_trefle").override({"short_deals": True})
    deal = Deal({**BELOTE.deal.hands, "N": cards("SK SQ CA"), "E": cards("H9 S7 D8")})
    position = Position(rules, BELOTE.contract, deal, leader="N", plays=cards("SK"))
    assert find_knowledge(position).known["N"] == cards("SK")
    check_against_brute_force(position)


def bridge(n_plays: int) -> Position:
    """A deal of bridge with N as declarer, so that E leads and S is dummy, after some cards."""
    rules = find_variant("bridge")
    rng = Random(3)
    position = Position(rules, Contract("H", "N"), random_deal(rng, rules, 13, 0))
    for _ in range(n_plays):
        position = position.play(rng.choice(position.legal_plays()))
    return position


@pytest.mark.parametrize(
    ("n_plays", "seat", "in_sight"), [(0, "E", "E"), (1, "S", "SN"), (2, "W", "WS"), (3, "N", "NS")]
)
def test_dummy_is_seen_once_the_first_card_is_led(n_plays: int, seat: str, in_sight: str) -> None:
    position = bridge(n_plays)
    assert position.to_play == seat
    assert seats_in_sight(position) == set(in_sight)
    knowledge = find_knowledge(position)
    assert set(knowledge.n_hidden) == set("NESW") - set(in_sight)


def test_the_declarer_is_known_by_the_lead() -> None:
    position = bridge(1)
    nameless = Position(position.rules, Contract("H"), position.deal, leader="E", plays=position.plays)
    assert seats_in_sight(nameless) == {"N", "S"}


def test_in_the_ending_of_a_bridge_deal_dummy_lies_on_the_table() -> None:
    rules = find_variant("bridge")
    position = Position(rules, Contract("H", "N"), random_deal(Random(1), rules, 3, 0), leader="E")
    knowledge = find_knowledge(position)
    assert seats_in_sight(position) == {"E", "S"}
    assert len(knowledge.pool) == 6
    check_against_brute_force(position)


def test_the_stock_lies_face_up() -> None:
    """The cards drawn and the one on top are known; what lies below it and what was dealt are not."""
    rules = find_variant("california_jack")
    rng = Random(5)
    position = random_position(rng, rules, n_each=6, n_stock=40, n_left=52 - 6)
    other = next(seat for seat in "NS" if seat != position.to_play)
    knowledge = find_knowledge(position)
    stock = position.deal.stock
    assert set(knowledge.pool).isdisjoint(stock[:7])
    dealt_and_hidden = set(position.deal.hands[other]) - set(position.plays)
    assert set(knowledge.pool) == {*stock[7:], *dealt_and_hidden}
    assert knowledge.n_stock == 33
    drawn = ConsistentDeals(knowledge)
    assert drawn.count <= comb(33 + len(dealt_and_hidden), 33) * factorial(33)
    assert drawn[drawn.count - 1].stock[:7] == stock[:7]


def test_the_cards_left_over_are_not_known() -> None:
    rules = find_variant("quadrette")
    knowledge = find_knowledge(random_position(Random(2), rules, n_each=6, n_left=24))
    assert (len(knowledge.pool), knowledge.n_left_over) == (26, 8)


def test_a_deal_that_is_over_leaves_nothing_to_know() -> None:
    position = random_position(Random(2), find_variant("quadrette"), n_each=6)
    with pytest.raises(ValueError, match="over"):
        find_knowledge(position)


def test_hands_of_thirteen_with_many_voids_and_choices() -> None:
    rules = find_variant("bridge").override({"ruff": "required", **TIGHT})
    for seed in range(20):
        rng = Random(seed)
        position = random_position(rng, rules, n_each=13, n_left=20)
        deals = ConsistentDeals(find_knowledge(position))
        for _ in range(10):
            assert replayed(position, deals[rng.randrange(deals.count)]) is not None


def test_counting_deals_can_be_ended() -> None:
    position = random_position(Random(3), find_variant("belote"), n_each=8, n_left=20)
    n_checks = 0

    def check() -> None:
        nonlocal n_checks
        n_checks += 1
        if n_checks > 0:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        ConsistentDeals(find_knowledge(position), check)
    n_checks = -10_000
    deals = ConsistentDeals(find_knowledge(position), check)
    n_counted = n_checks
    assert deals[deals.count - 1].n_cards == 32
    assert n_checks == n_counted, "to find a deal is not to count once more"
    assert judge_fairly(position, position.legal_plays()[0], Sampling(), Limit(time_ms=1, due=0.0)) is None


@given(SEEDS, st.sampled_from(GAMES))
def test_a_deal_put_into_a_position_is_as_all_plays_replayed_in_it(seed: int, game: str) -> None:
    """The quick ways to another deal give what reading the whole game anew would give."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    total = rules.cards_each * rules.n_players + rules.stock
    n_left = rng.randint(1, min(total, 4 * rules.n_players))
    position = random_position(rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=n_left)
    deals = ConsistentDeals(find_knowledge(position))
    deal = deals[rng.randrange(deals.count)]
    quick, slow = position.with_deal(deal), replayed(position, deal)
    assert slow is not None
    assert quick == slow
    for name in ("hands", "tricks", "trick", "to_play", "stock_left", "tally", "honours", "belote_side"):
        assert getattr(quick, name) == getattr(slow, name), name
    assert quick.legal_plays() == slow.legal_plays()
    encoding_of(position)  # from now on its numbers may serve other deals
    encoded, anew = encoding_of(quick), Encoding(slow)
    # Their games are two objects, made of the same fields.
    assert vars(encoded) | {"game": None} == vars(anew) | {"game": None}
    assert encoded.encode_position(quick) == anew.encode_position(slow)
    found, expected = (
        solver.solve(quick, with_line=False) for solver in (Solver(position).redealt(quick), Solver(slow))
    )
    assert (found.cards, found.stats.nodes) == (expected.cards, expected.stats.nodes)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", ["all_fours", "all_fours_4"])
@pytest.mark.parametrize("n_jacks", [1, 2])
def test_jacks_that_were_turned_up_are_with_no_player(game: str, n_jacks: int) -> None:
    rules = find_variant(game)
    n_tried = 0
    for seed in range(60):
        rng = Random(seed)
        deal = random_deal(rng, rules, rules.cards_each, 0)
        try:
            position = Position(rules, Contract("S", turned_jacks=n_jacks), deal, dealer="N")
        except PositionError:  # the players hold too many jacks
            continue
        while n_spreads(position, 300) > 300:
            position = position.play(rng.choice(position.legal_plays()))
        check_against_brute_force(position)
        n_tried += 1
        if n_tried == 8:
            break
    assert n_tried
