"""What the games' rule sheets say sentence by sentence, each with numbers worked out by hand."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from solver import Position, SolverError, analyse, solve
from solver.bidding.asked import TableDeal
from solver.cards import Card
from solver.game.combinations import find_combinations
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.scoring import deal_score
from solver.knowledge.deals import ConsistentDeals
from solver.knowledge.known import find_knowledge
from solver.rules.variants import find_variant
from solver.rules.words import NextDealer
from tests.knowledge.test_deals import check_against_brute_force
from tests.support.depth import by_depth
from tests.support.positions import cards, random_deal

FOURS: dict[str, Any] = {
    "variant": "all_fours",
    "dealer": "S",
    # The players hold the jacks of spades and diamonds.
    "deal": {"N": "J2.32.65.-", "S": "43.-.J7.43"},
    "plays": [],
}


def faults_of(request: dict[str, Any]) -> dict[str, str]:
    """What is wrong with a request, by its place."""
    try:
        Position.from_dict(request)
    except SolverError as error:
        return {fault.pointer: fault.detail for fault in error.faults}
    return {}


def fours(**contract: object) -> dict[str, Any]:
    return FOURS | {"contract": {"trump": "H", **contract}}


# ---- all fours


@pytest.mark.parametrize("variant", ["all_fours", "all_fours_4", "california_jack", "quadrette"])
def test_the_card_turned_up_is_a_trump(variant: str) -> None:
    rules = find_variant(variant)
    deal = random_deal(Random(5), rules, rules.cards_each, rules.stock)
    held = set(deal.cards()) if not rules.stock else set()
    hearts, spades = (next(c for c in rules.deck if c.suit == suit and c not in held) for suit in "HS")
    request = Position(rules, Contract("H"), deal, dealer=rules.players[0]).to_dict()
    for card, expected in ((hearts, set()), (spades, {"/contract/turned_up"})):
        found = faults_of(request | {"contract": {"trump": "H", "turned_up": str(card)}})
        assert set(found) == expected
    assert f"{spades} was turned up, but trumps are H" in found["/contract/turned_up"]


def test_a_card_turned_up_is_in_nobodys_hand_but_where_trumps_are_cut() -> None:
    assert faults_of(fours(turned_up="H2")) == {
        "/contract/turned_up": "H2 was dealt to N; the card turned up is in nobody's hand"
    }
    retourne = {
        "variant": "quadrette",
        "dealer": "E",
        "deal": {
            "N": ["SK", "S7", "HQ", "DA", "CK", "CQ"],
            "E": ["SQ", "HK", "DQ", "DJ", "CT", "C9"],
            "S": ["SJ", "S8", "HJ", "DK", "D7", "C7"],
            "W": ["SA", "ST", "S9", "HA", "DT", "D9"],
        },
    }
    assert faults_of(retourne | {"contract": {"trump": "H", "turned_up": "H9"}}) == {}
    found = faults_of(retourne | {"contract": {"trump": "H", "turned_up": "HA"}})
    assert found == {"/contract/turned_up": "HA was dealt to W; the card turned up is in nobody's hand"}


@pytest.mark.parametrize(
    ("contract", "n_jacks"),
    [
        ({}, 0),
        ({"turned_up": "HJ"}, 1),  # it counts without being said
        ({"turned_up": "HJ", "turned_jacks": 1}, 1),
        ({"turned_up": "HJ", "turned_jacks": 2}, 2),  # and the jack of clubs before it
        ({"turned_up": "HJ", "refused": True}, 1),
        ({"turned_up": "HT", "turned_jacks": 1}, 1),
        ({"turned_jacks": 2}, 2),
        ({"turned_jacks": 1, "refused": True}, 1),
    ],
)
def test_jacks_that_can_have_been_turned_up(contract: dict[str, object], n_jacks: int) -> None:
    position = Position.from_dict(fours(**contract))
    assert position.contract.turned_jacks == n_jacks
    # Each is a point to the dealer, S; a refusal is one to N.
    score = deal_score(position.rules, position.contract, "S", (4, 0))
    assert score is not None
    assert score.by_side == (4 + bool(contract.get("refused")), n_jacks)


@pytest.mark.parametrize(
    ("contract", "why"),
    [
        ({"turned_up": "HJ", "turned_jacks": 0}, "HJ was turned up, so that turned_jacks is at least 1"),
        ({"turned_jacks": 2, "refused": True}, "a dealer who refuses has turned up one suit only"),
        ({"turned_jacks": 3}, "it can be 0 to 2"),
        ({"turned_up": "HT", "turned_jacks": 2}, "one of the suits was shown by HT"),
        ({"turned_up": "HT", "turned_jacks": 1, "refused": True}, "one of the suits was shown by HT"),
    ],
)
def test_jacks_that_cannot_have_been_turned_up(contract: dict[str, object], why: str) -> None:
    found = faults_of(fours(**contract))
    assert set(found) == {"/contract/turned_jacks"}
    assert why in found["/contract/turned_jacks"]


def test_no_more_jacks_are_turned_up_than_nobody_holds() -> None:
    more = {"deal": {"N": "J2.J2.65.-", "S": "43.-.J7.43"}, "contract": {"trump": "C"}}
    assert faults_of(FOURS | more) == {}
    assert faults_of(FOURS | more | {"contract": {"trump": "C", "turned_jacks": 1}}) == {}
    assert faults_of(FOURS | more | {"contract": {"trump": "C", "turned_jacks": 2}}) == {
        "/contract/turned_jacks": "2 jacks cannot have been turned up: only one is in nobody's hand"
    }
    every = {"deal": {"N": "J2.J2.65.-", "S": "3.-.J7.J43"}, "contract": {"trump": "C", "turned_jacks": 1}}
    assert faults_of(FOURS | every) == {
        "/contract/turned_jacks": "1 jack cannot have been turned up: the players hold them all"
    }


@pytest.mark.parametrize("stock", [0, 2])
def test_no_jack_is_turned_up_of_a_deck_that_has_none(stock: int) -> None:
    body = no_jacks(stock)
    assert faults_of(body | {"contract": {"trump": "S"}}) == {}
    assert faults_of(body | {"contract": {"trump": "S", "turned_jacks": 1}}) == {
        "/contract/turned_jacks": "1 jack cannot have been turned up: the deck has none"
    }


def no_jacks(stock: int) -> dict[str, object]:
    """A deal of all fours with a deck that has no jacks."""
    points = {kind: {"A": 4, "T": 10} for kind in ("plain", "trump")}
    game = {
        "name": "no_jacks",
        "sides": ["N", "S"],
        "deck": {"ranks": "AKQT987", "cards_each": 3, "stock": stock},
        "points": {"standard": points},
        "result": {"objective": "four_points"},
        "score": {"scoring": "four_points", "turned_jack_points": 1},
    }
    deal = {"N": ["ST", "DA", "HT"], "S": ["DT", "S8", "SA"]}
    return {"variant": game, "dealer": "N", "deal": deal, "stock": ["C7", "C8"][:stock]}


def test_nine_cards_each_for_four_are_not_solved() -> None:
    rules = find_variant("all_fours_4")
    deal = random_deal(Random(2), rules, 9, 0)
    hands = {seat: list(map(str, hand)) for seat, hand in deal.hands.items()}
    with pytest.raises(SolverError) as refused:
        TableDeal.from_dict({"variant": "all_fours_4", "dealer": "N", "deal": hands})
    (fault,) = refused.value.faults
    assert (fault.pointer, fault.code) == ("/deal", "not_done_here")
    assert fault.detail == "what to discard after a redeal is solved for two players only"


# ---- california jack


def test_trumps_that_are_cut_cannot_be_refused_and_stay_in_the_pack() -> None:
    rules = find_variant("california_jack")
    deal = random_deal(Random(1), rules, 6, 40)
    request = Position(rules, Contract("H"), deal, dealer="S").to_dict()
    found = faults_of(request | {"contract": {"trump": "H", "refused": False}})
    assert set(found) == {"/contract/refused"}
    assert "has no refused; its contract has trump, turned_jacks and turned_up" in found["/contract/refused"]
    for holder in (*deal.hands.values(), deal.stock):
        card = next(card for card in rules.deck if card in holder)
        cut = {"trump": card.suit, "turned_up": str(card)}
        position = Position.from_dict(request | {"contract": cut})
        assert position.contract.turned_up == card
        # Nobody knows more for it.
        plain = ConsistentDeals(
            find_knowledge(Position.from_dict(request | {"contract": {"trump": card.suit}}))
        )
        assert ConsistentDeals(find_knowledge(position)).count == plain.count


def test_a_jack_that_is_cut_brings_nothing() -> None:
    rules = find_variant("california_jack")
    cut = Contract("H", turned_up=Card("H", "J"), turned_jacks=1)
    score = deal_score(rules, cut, "S", (2, 1))
    assert score is not None
    assert score.by_side == (2, 1)
    said = {word["rule"]: word for word in rules.words()}
    assert said["turned_jack_points"]["source"] == "decision"
    assert "refusal_points" not in said


# ---- quadrette


def test_the_retourne_is_known_to_everybody() -> None:
    rules = find_variant("quadrette")
    deal = random_deal(Random(3), rules, 6, 0)
    left = next(card for card in rules.deck if deal.holder(card) is None)
    before = Position(rules, Contract(left.suit), deal, dealer="N")
    known = replace(before.contract, turned_up=left)
    after = Position(rules, known, deal, dealer="N")
    # 26 cards unseen, 18 of them with the others and 8 left over; one of the 8 is known.
    pool = find_knowledge(after).pool
    assert (len(find_knowledge(before).pool), len(pool)) == (26, 25)
    assert left not in pool
    assert find_knowledge(after).n_left_over == 7


# ---- contree


def contree(**more: Any) -> dict[str, Any]:
    return {
        "variant": "contree",
        "dealer": "N",
        "contract": {"trump": "H", "taker": "W", "bid": 80},
    } | more


def test_belote_is_known_from_the_first_card() -> None:
    hands = {
        "N": ["SA", "SK", "SQ", "HA", "H9", "H7", "CA", "CK"],
        "E": ["SJ", "ST", "S9", "HK", "HQ", "DA", "DK", "DQ"],
        "S": ["S8", "S7", "HJ", "HT", "DJ", "DT", "D9", "C9"],
        "W": ["H8", "D8", "D7", "CQ", "CJ", "CT", "C8", "C7"],
    }
    request = contree(deal=hands)
    position = Position.from_dict(request)
    knowledge = find_knowledge(position)
    assert position.to_play == "W"  # the dealer's right leads
    # 24 cards are unseen but the two of E's that were announced: 22, of which E has 6.
    assert knowledge.known["E"] == cards("HK HQ")
    assert (len(knowledge.pool), dict(knowledge.n_hidden)) == (22, {"N": 8, "E": 6, "S": 8})
    # 22! / (8! 6! 8!)
    assert ConsistentDeals(knowledge).count == 960_269_310
    # Nobody has announced: no deal in which one of the others has both.
    apart = {seat: list(hand) for seat, hand in hands.items()}
    apart["E"][4], apart["S"][2] = "HJ", "HQ"
    count = ConsistentDeals(find_knowledge(Position.from_dict(request | {"deal": apart}))).count
    # All spreads of 24 cards, less three times those with both in one hand: 24! / 8!^3 - 3 * 22! / (6! 8! 8!)
    assert count == 9_465_511_770 - 3 * 960_269_310
    # In belote nobody has said anything yet.
    belote = request | {"variant": "belote", "contract": {"trump": "H", "taker": "W"}, "leader": "W"}
    assert ConsistentDeals(find_knowledge(Position.from_dict(belote))).count == 9_465_511_770


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(by_depth(4, 12, 40)))
def test_deals_without_or_with_belote_announced_are_those_of_brute_force(seed: int) -> None:
    rng = Random(seed)
    rules = find_variant("contree").override({"short_deals": True})
    deck = [card for card in rules.deck if card.suit == "H" or card.rank in "A7"]
    dealt = rng.sample(deck, 12)
    hands = {seat: tuple(dealt[3 * i : 3 * i + 3]) for i, seat in enumerate(rules.players)}
    position = Position(rules, Contract("H"), Deal(hands), dealer="N")
    for _ in range(rng.randrange(6)):
        position = position.play(rng.choice(position.legal_plays()))
    check_against_brute_force(position)


@pytest.mark.parametrize(
    ("bid", "multiplier", "result", "score"),
    [
        (80, 1, (70, 92), (70 + 20 + 80, 92)),  # 70 and belote are 90: made
        (100, 1, (70, 92), (20, 160 + 100)),  # 90 are not 100: failed, and belote kept
        (80, 4, (70, 92), (4 * (70 + 80) + 20, 0)),  # redoubled, four times whoever wins
        (100, 4, (70, 92), (20, 4 * (160 + 100))),
        (80, 1, (250, 0), (250 + 20 + 80, 0)),  # all the tricks, though capot was not bid
    ],
)
def test_bids_with_belote_and_redoubled_contracts(
    bid: int, multiplier: int, result: tuple[int, int], score: tuple[int, int]
) -> None:
    rules = find_variant("contree")
    found = deal_score(rules, Contract("H", "N", bid, multiplier), "W", result, 0)
    assert found is not None
    assert found.by_side == score


def test_all_the_tricks_count_250_and_any_card_may_be_led() -> None:
    # Two tricks each short of the end: N, who has passed and leads, takes all with trumps or without.
    ending = contree(
        rules={"short_deals": True},
        deal={"N": ["SA", "HJ"], "E": ["S7", "S8"], "S": ["D7", "D8"], "W": ["C7", "C8"]},
        dealer="E",
    )
    answer = solve(Position.from_dict(ending))
    assert answer.to_play == "N"
    assert {str(card.card) for card in answer.cards} == {"SA", "HJ"}
    # Ace 11, jack 20, the last trick 10 and 88 for all of them.
    assert answer.value == {"NS": 11 + 20 + 10 + 88, "EW": 0}


# ---- valet de trefle


def test_the_longest_sequence_counts_for_whoever_wins_the_trick() -> None:
    rules = find_variant("valet_de_trefle")
    (run,) = find_combinations(rules, "H", tuple(cards("SQ SJ ST S9")))
    assert (run.name, run.points) == ("sequence_of_four", 50)
    ending = {
        "variant": "valet_de_trefle",
        "rules": {"short_deals": True},
        "contract": {"trump": "H", "taker": "N"},
        "deal": {"N": ["SQ"], "E": ["SA"], "S": ["SJ"], "W": ["SK"]},
        "plays": ["SQ", "SA", "SJ", "SK"],
    }
    # A K Q J of spades: 20 card points, 50 for the sequence, to E who played one card of it; the last trick
    # 10 and all of them 88.
    ended = analyse(ending).deals[0].end.value
    assert ended == {"NS": 0, "EW": 11 + 4 + 3 + 2 + 50 + 10 + 88}


def test_partner_who_is_winning_need_not_be_ruffed_whoever_led() -> None:
    ending = {
        "variant": "valet_de_trefle",
        "rules": {"short_deals": True},
        "contract": {"trump": "H", "taker": "E"},
        "leader": "E",
        "deal": {"N": ["H7", "D7"], "E": ["S9", "C7"], "S": ["SA", "C8"], "W": ["S8", "C9"]},
        "plays": ["S9", "SA", "S8"],
    }
    assert set(Position.from_dict(ending).legal_plays()) == set(cards("H7 D7"))


# ---- all


@pytest.mark.parametrize(
    ("variant", "word", "source"),
    [
        ("quadrette", NextDealer.right, "sheet"),
        ("contree", NextDealer.left, "sheet"),
        ("belote", NextDealer.next, "standard"),
        ("valet_de_trefle", NextDealer.next, "standard"),
        ("all_fours", NextDealer.next, "standard"),
        ("all_fours_4", NextDealer.next, "standard"),
        ("california_jack", NextDealer.next, "standard"),
        ("bridge", NextDealer.next, "standard"),
    ],
)
def test_who_deals_next(variant: str, word: NextDealer, source: str) -> None:
    said = next(row for row in find_variant(variant).words() if row["rule"] == "next_dealer")
    assert (said["value"], said["source"]) == (word, source)


def test_a_logs_dealers_are_not_checked() -> None:
    deal = random_deal(Random(4), find_variant("quadrette"), 6, 0)
    hands = {seat: list(map(str, hand)) for seat, hand in deal.hands.items()}
    one = {"dealer": "N", "deal": hands, "contract": {"trump": "S"}}
    assert len(analyse({"variant": "quadrette", "deals": [one, one]}).deals) == 2


@pytest.mark.parametrize(
    ("variant", "rule", "source"),
    [
        ("contree", "belote_announced", "sheet"),
        ("belote", "belote_announced", "standard"),
        ("contree", "scoring", "decision"),
        ("contree", "multipliers", "decision"),
        ("valet_de_trefle", "ruff", "decision"),
        ("valet_de_trefle", "four_of_a_kind", "decision"),
        ("valet_de_trefle", "trick_marriage", "decision"),
        ("valet_de_trefle", "sequence_of_four", "standard"),
        ("quadrette", "count_in_order", "decision"),
        ("california_jack", "penalty_lasts", "sheet"),
        ("california_jack", "forced_discard_penalty", "decision"),
    ],
)
def test_where_rules_come_from(variant: str, rule: str, source: str) -> None:
    assert {row["rule"]: row["source"] for row in find_variant(variant).words()}[rule] == source
