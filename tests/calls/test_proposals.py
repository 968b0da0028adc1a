"""All fours judged from one hand, held to the enumeration of all deals of small games, written plainly."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from solver.calls.asked import AskedHand
from solver.calls.judging import find_calls
from solver.calls.proposals.callers import MODELS, ProposalModel, find_proposal_model
from solver.calls.proposals.judging import find_outcomes, judge_discards, judge_proposal
from solver.cards import Card
from solver.engine.budget import Budget, Limit
from solver.engine.reference import reference_values
from solver.errors import SolverError
from solver.game.auctions.start import start_auction
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.position import Position
from solver.knowledge.sampling import Sampling
from solver.knowledge.viewpoint import Viewpoint
from solver.rules.rules import Rules
from solver.rules.variants import find_variant
from tests.prospects.games import cards

PLAIN = ProposalModel(
    "small",
    1,
    0,
    0.5,
    {
        "propose": {"constant": 1.0, "trumps": -2.0},
        "accept": {"constant": 0.5, "trumps": -1.0, "plain_T": 0.2},
    },
    {},
)
ALL_FOURS: dict[str, Any] = {
    "variant": "all_fours",
    "dealer": "S",
    "hand": "A5.K3.T.9",
    "turned_up": "H4",
    "auction": [],
}
NINE: dict[str, Any] = {
    **ALL_FOURS,
    "seat": "N",
    "hand": "A5.KT3.T8.92",
    "turned_up": ["H4", "HJ", "S7"],
    "auction": ["propose", "accept"],
}


@cache
def small_all_fours(suits: str, ranks: str, cards_each: int) -> Rules:
    """All fours for two with few cards."""
    whole = find_variant("all_fours").to_dict()
    table = {
        rank: points for rank, points in (("T", 10), ("A", 4), ("K", 3), ("Q", 2), ("J", 1)) if rank in ranks
    }
    return Rules.from_dict(
        {
            **whole,
            "name": "small",
            "trumps": list(suits),
            "deck": {"suits": suits, "ranks": ranks, "cards_each": cards_each},
            "order": {"plain": ranks, "trump": ranks},
            "points": {"standard": {"plain": table, "trump": table}},
        }
    )


# ---- plain play of one card each

RANKS = "AKQJT"
POINTS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


def one_trick(trump: str, north: Card, south: Card) -> int:
    """What N scores less than S in the play, where S deals and each has one card."""
    if south.suit == north.suit:
        wins = RANKS.index(north.rank) < RANKS.index(south.rank)
    else:
        wins = south.suit != trump
    trumps = [card for card in (north, south) if card.suit == trump]
    points = sum(POINTS[card.rank] for card in (north, south))
    found = 2 * bool(trumps) + any(card.rank == "J" for card in trumps)
    # Who wins the trick has all the points for game; there are always some here.
    assert points > 0
    return (found + 1) * (1 if wins else -1)


def kept(trump: str, hand: Sequence[Card]) -> Card:
    """The card of four that is kept: the highest trump, else the highest card, the first by letter."""
    return min(hand, key=lambda card: (card.suit != trump, RANKS.index(card.rank), card.suit))


def packs(hand: Card, up: Card) -> Iterator[tuple[Card, tuple[Card, ...]]]:
    """Every hand of S with the pack below the card turned up, in one order for each redeal."""
    left = [Card(suit, rank) for suit in "SH" for rank in RANKS]
    left = [card for card in left if card not in (hand, up)]
    for south in left:
        rest = [card for card in left if card != south]
        for to_north in combinations(rest, 3):
            others = [card for card in rest if card not in to_north]
            for to_south in combinations(others, 3):
                last = [card for card in others if card not in to_south]
                yield south, (*to_north, *to_south, *last)


def known_leads(hand: Card, up: Card) -> list[tuple[Card, float, float, float]]:
    """S's card, and N's lead when the suit is taken, refused and another accepted, in each deal."""
    jack = -1 * (up.rank == "J")
    found = []
    for south, pack in packs(hand, up):
        stay = one_trick(up.suit, hand, south) + jack
        last, accepted = pack[6], stay
        if last.suit != up.suit:
            north_kept = kept(last.suit, (hand, *pack[:3]))
            south_kept = kept(last.suit, (south, *pack[3:6]))
            accepted = one_trick(last.suit, north_kept, south_kept) + jack - (last.rank == "J")
        found.append((south, float(stay), float(stay + 1), float(accepted)))
    return found


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize(("hand", "up"), [("SK", "SQ"), ("HT", "SJ"), ("SJ", "HA")])
def test_outcomes_are_those_of_the_enumeration(hand: str, up: str) -> None:
    rules = small_all_fours("SH", RANKS, 1)
    own, turned_up = cards(f"{hand} {up}")
    deals = [Deal({"N": (own,), "S": (south,)}, (turned_up, *pack)) for south, pack in packs(own, turned_up)]
    found = find_outcomes(rules, "S", deals, Budget(Limit()))
    assert [
        tuple(first - second for first, second in (one.taken, one.refused, one.accepted)) for one in found
    ] == [tuple(one[1:]) for one in known_leads(own, turned_up)]


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("hand", "up"), [("SK", "SQ"), ("HT", "SJ")])
def test_take_or_propose_is_worth_what_all_deals_say(hand: str, up: str) -> None:
    rules = small_all_fours("SH", RANKS, 1)
    own, turned_up = cards(f"{hand} {up}")
    auction = start_auction(rules, "S", turned_up)
    seen = Viewpoint(rules, "N", (own,), "S", (turned_up,))
    worths = judge_proposal(seen, auction, Sampling(600), Budget(Limit()), model=PLAIN)
    known = known_leads(own, turned_up)
    taken = sum(stay for _, stay, _, _ in known) / len(known)
    proposed = 0.0
    for south, _, refused, accepted in known:
        chance = PLAIN.chance("accept", [south], turned_up.suit)
        proposed += (chance * accepted + (1 - chance) * refused) / len(known)
    for call, exact in (("take", taken), ("propose", proposed)):
        found = worths.of(call)
        assert found is not None
        assert abs(found.lead.mean - exact) < 3 * found.lead.error
        assert found.swing.mean == pytest.approx(max(one.lead.mean for one in worths.calls) - found.lead.mean)
    assert (worths.continued, worths.model) == (True, "small 1")


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("bids", ["read", "ignored"])
def test_a_dealer_weighs_deals_by_the_proposal(bids: Any) -> None:
    rules = small_all_fours("SH", RANKS, 1)
    own, turned_up = cards("SK SJ")
    auction = start_auction(rules, "S", turned_up).call("propose")
    seen = Viewpoint(rules, "S", (own,), "S", (turned_up,))
    worths = judge_proposal(seen, auction, Sampling(600, bids=bids), Budget(Limit()), model=PLAIN)
    # The same deals from the other side of the table: N has each card that S does not see.
    wholes: dict[str, list[float]] = {"refuse": [], "accept": []}
    weights: list[float] = []
    for north in [Card(suit, rank) for suit in "SH" for rank in RANKS]:
        if north in (own, turned_up):
            continue
        for south, _, refused, accepted in known_leads(north, turned_up):
            if south == own:
                weights.append(PLAIN.chance("propose", [north], "S") if bids == "read" else 1.0)
                wholes["refuse"].append(-refused)
                wholes["accept"].append(-accepted)
    for call, leads in wholes.items():
        exact = sum(weight * lead for weight, lead in zip(weights, leads, strict=True)) / sum(weights)
        found = worths.of(call)
        assert found is not None
        assert abs(found.lead.mean - exact) < 3 * found.lead.error
    assert worths.model == ("small 1" if bids == "read" else None)


@pytest.mark.slow
def test_discards_are_worth_what_all_deals_say() -> None:
    rules = small_all_fours("SHDC", "AKQJ", 2)
    hand, shown = cards("SA SJ HK HQ DJ"), cards("HA SQ")
    auction = start_auction(rules, "S", shown[0], later=shown[1]).follow(["propose", "accept"])
    seen = Viewpoint(rules, "N", hand, "S", shown)
    worths = judge_discards(seen, auction, Sampling(200), Budget(Limit()))
    left = [card for card in rules.deck if card not in (*hand, *shown)]
    known: dict[frozenset[Card], float] = {}
    for gone in combinations(hand, 3):
        own = tuple(card for card in hand if card not in gone)
        total = 0.0
        for held in combinations(left, 5):
            ranked = sorted(held, key=lambda card: (card.suit != "S", "AKQJ".index(card.rank), card.suit))
            deal = Deal({"N": own, "S": tuple(ranked[:2])}).sorted()
            total += max(reference_values(Position(rules, Contract("S"), deal, dealer="S")).values())
        known[frozenset(gone)] = total / 126
    assert worths.exhaustive
    assert worths.discards is not None
    found = {
        frozenset(same): worth.lead for worth in worths.discards for same in (worth.cards, *worth.equals)
    }
    assert {gone: lead.mean for gone, lead in found.items()} == pytest.approx(known)
    assert {lead.error for lead in found.values()} == {0.0}
    best = max(known.values())
    assert all(worth.swing.mean == pytest.approx(best - worth.lead.mean) for worth in worths.discards)


# ---- the whole games


@pytest.mark.parametrize("game", ["all_fours", "all_fours_4"])
def test_models_are_of_their_games_and_trumps_speak_against_another_suit(game: str) -> None:
    model = find_proposal_model(find_variant(game))
    assert model is not None
    assert (MODELS / f"{game}.toml").is_file()
    weak, strong = cards("S2 HA HK DA DK CA"), cards("SA SK SJ ST S9 S2")
    for call in ("propose", "accept"):
        assert model.chance(call, weak, "S") > 0.5 > model.chance(call, strong, "S")


def test_the_strong_take_and_the_weak_propose() -> None:
    strong = find_calls({**ALL_FOURS, "hand": "-.AKJT.A.A"}, 60)
    weak = find_calls({**ALL_FOURS, "hand": "86.-.97.85"}, 60)
    assert (strong.calls[0].said, weak.calls[0].said) == ("take", "propose")


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"auction": ["take"]}, {"/auction": "the auction is over; nobody calls next"}),
        ({"turned_up": ["H4", "S7"]}, {"/turned_up": "in this turn of the auction one card is turned up"}),
        ({"turned_up": None}, {"/turned_up": "the card turned up is missing"}),
        ({"hand": "A54.K3.T.9"}, {"/hand": "the hand has 7 cards; during the auction each player has 6"}),
    ],
)
def test_faults_before_the_redeal(changed: dict[str, Any], faults: dict[str, str]) -> None:
    check_faults({**ALL_FOURS, **changed}, faults)


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"seat": None}, {"/seat": "there is no seat; when another suit is accepted, everybody discards"}),
        ({"hand": "A5.K3.T.9"}, {"/hand": "the hand has 6 cards; after a redeal each player has 9"}),
        (
            {"turned_up": ["H4", "S7", "HJ"]},
            {
                "/turned_up": "after a redeal the cards turned up are, in order, the first, others of its "
                "suit, and one of another suit"
            },
        ),
    ],
)
def test_faults_of_discards(changed: dict[str, Any], faults: dict[str, str]) -> None:
    check_faults({**NINE, **changed}, faults)


def check_faults(body: dict[str, Any], faults: dict[str, str]) -> None:
    with pytest.raises(SolverError) as raised:
        AskedHand.from_dict(body)
    assert {fault.pointer: str(fault.detail) for fault in raised.value.faults} == faults


def test_a_limit_cuts_short_what_is_solved() -> None:
    asked = AskedHand.from_dict(NINE)
    worths = find_calls(asked, 50, limit=Limit(nodes=200_000))
    assert 0 < worths.n_samples < 50
    assert worths.ended is not None
    none = find_calls(asked, 50, limit=Limit(nodes=1))
    assert (none.discards, none.n_samples) == ((), 0)
