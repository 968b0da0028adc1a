"""Requests for the calls of a hand: what is read, and each fault in a card player's words."""

from typing import Any

import pytest

from solver.calls.asked import AskedHand
from solver.calls.judging import find_calls
from solver.errors import SolverError
from solver.rules.variants import find_variant
from tests.prospects.games import cards

CONTREE: dict[str, Any] = {"variant": "contree", "dealer": "W", "hand": "AT7.J9.K8.7"}
BELOTE: dict[str, Any] = {"variant": "belote", "dealer": "W", "hand": "AT7.J9.-.-", "turned_up": "D9"}
FIVE_PASSES = ["pass"] * 5


def faults(body: object) -> list[tuple[str, str]]:
    with pytest.raises(SolverError) as refused:
        AskedHand.from_dict(body)
    return [(fault.pointer, fault.detail) for fault in refused.value.faults]


def test_the_player_is_the_one_whose_turn_it_is() -> None:
    asked = AskedHand.from_dict({**CONTREE, "auction": ["80H", "pass"], "seat": "N"})
    assert (asked.viewpoint.seat, asked.viewpoint.dealer) == ("N", "W")
    assert asked.viewpoint.hand == cards("SA ST S7 HJ H9 DK D8 C7")
    assert asked.auction.calls()[:3] == ("pass", "90S", "90H")
    in_french = {**CONTREE, "hand": "A107.V9.R8.7", "notation": "fr", "auction": ["80C", "contre"]}
    doubled = AskedHand.from_dict(in_french)
    assert (doubled.viewpoint.hand, doubled.auction.said) == (asked.viewpoint.hand, ("80H", "double"))
    listed = AskedHand.from_dict({**CONTREE, "hand": ["7C", "S7", "SA", "10S", "HJ", "H9", "DK", "D8"]})
    assert (listed.viewpoint.hand, listed.viewpoint.seat) == (asked.viewpoint.hand, "S")


def test_cards_turned_up_are_those_of_the_turn() -> None:
    first = AskedHand.from_dict({**BELOTE, "auction": ["pass"]})
    assert (first.viewpoint.shown, first.auction.calls()) == (cards("D9"), ("pass", "take"))
    second = AskedHand.from_dict({**BELOTE, "turned_up": ["D9", "DA", "CA"], "auction": FIVE_PASSES})
    assert (second.viewpoint.shown, second.auction.calls()) == (cards("D9 DA CA"), ("pass", "takeC"))
    any_suit = {**BELOTE, "rules": {"second_turn": "any_suit"}, "auction": FIVE_PASSES}
    assert AskedHand.from_dict(any_suit).auction.calls() == ("pass", "takeS", "takeH", "takeC")


@pytest.mark.parametrize(
    ("changed", "pointer", "said"),
    [
        ({"seat": "S", "auction": ["80H", "pass"]}, "/seat", "N is the next to call, not S"),
        ({"auction": ["80H", "70S"]}, "/auction/1", "'70S' is not a call"),
        ({"auction": ["80H", "80S"]}, "/auction/1", "80S by E is not above 80H"),
        ({"auction": ["80H", "pass", "pass", "pass"]}, "/auction", "nobody calls next"),
        ({"dealer": None}, "/dealer", "there is no dealer"),
        ({"dealer": "Q"}, "/dealer", "'Q'"),
        ({"hand": None}, "/hand", "there is no hand"),
        ({"hand": ["SA"] * 2 + ["SK", "SQ", "SJ", "ST", "S9", "S8"]}, "/hand/1", "SA is there twice"),
        ({"hand": "AT7.J9.K8.-"}, "/hand", "the hand has 7 cards; during the auction each player has 8"),
        ({"hand": "AT2.J9.K8.7"}, "/hand", "S2 is not in the deck of contree"),
        ({"hand": ["SA", "?"]}, "/hand/1", "'?'"),
        ({"turned_up": "SA"}, "/turned_up", "contree turns no card up"),
        ({"variant": "quadrette"}, "/variant", "the calls of quadrette are not judged here"),
        (
            {"variant": {"name": "club", "extends": "belote", "first_lead": "taker"}},
            "/variant",
            "the calls of club are not judged here; where a card turned up is taken they are if",
        ),
        (
            {"variant": {"name": "club", "extends": "klaverjas_amsterdam"}},
            "/variant",
            "the calls of club are not judged here; what a pass is worth hangs on how others call",
        ),
        ({"variant": "nonesuch"}, "/variant", "nonesuch"),
        ({"rules": {"ruff": "maybe"}}, "/rules/ruff", "maybe"),
        ({"plays": []}, "/plays", "there is no field 'plays' here"),
        ({"notation": "de"}, "/notation", "'de' is no notation"),
    ],
)
def test_a_fault_is_told_at_its_place(changed: dict[str, Any], pointer: str, said: str) -> None:
    found = faults({**CONTREE, **changed})
    assert any(place == pointer and said in text for place, text in found), found


@pytest.mark.parametrize(
    ("changed", "pointer", "said"),
    [
        ({"turned_up": None}, "/turned_up", "the card turned up is missing"),
        ({"turned_up": "SA"}, "/hand", "SA is in the hand and turned up"),
        ({"turned_up": ["D9", "CA"]}, "/turned_up", "in this turn of the auction one card is turned up"),
        ({"turned_up": "D9", "auction": FIVE_PASSES}, "/turned_up", "in the second turn"),
        ({"turned_up": ["D9", "SK", "CA"], "auction": FIVE_PASSES}, "/turned_up", "in the second turn"),
        ({"turned_up": ["D9", "D9", "CA"], "auction": FIVE_PASSES}, "/turned_up/1", "twice"),
        ({"turned_up": "?"}, "/turned_up", "'?'"),
        ({"turned_up": "H4"}, "/turned_up", "H4 is not in the deck of belote"),
        ({"turned_up": ["H4"]}, "/turned_up/0", "H4 is not in the deck of belote"),
        ({"turned_up": "H4", "auction": ["pass"]}, "/turned_up", "H4 is not in the deck of belote"),
        ({"auction": ["pass", "take"]}, "/auction", "the auction is over"),
        ({"auction": ["pass", "pass", "pass", "take"]}, "/auction", "the auction is over"),
        ({"turned_up": ["D9", "CA"], "auction": [*FIVE_PASSES[:4], "takeS"]}, "/auction/4", "another suit"),
        ({"hand": "AT7.J9.K8.7"}, "/hand", "during the auction each player has 5"),
    ],
)
def test_a_fault_of_belote_is_told_at_its_place(changed: dict[str, Any], pointer: str, said: str) -> None:
    found = faults({**BELOTE, **changed})
    assert any(place == pointer and said in text for place, text in found), found


@pytest.mark.parametrize(
    "asked",
    [CONTREE, BELOTE, {"variant": "bridge", "hand": "AQT4.K82.A73.K64", "auction": ["1H"]}],
)
def test_a_dealer_who_cannot_be_read_is_not_missing_too(asked: dict[str, Any]) -> None:
    assert [place for place, _ in faults({**asked, "dealer": "Q"})] == ["/dealer"]


def test_the_log_of_a_game_is_told_where_its_calls_are_judged() -> None:
    ((place, said),) = faults({"variant": "belote", "deal": {}, "plays": [], "auction": ["pass"]})
    assert place == ""
    assert "atout analyse --calls" in said
    # A hand with a field too many is no log.
    assert ("/plays", "there is no field 'plays' here") in [
        (place, said.partition(";")[0]) for place, said in faults({**CONTREE, "plays": ["SA"]})
    ]


def test_all_faults_are_told_at_once() -> None:
    found = faults({"variant": "contree", "dealer": "W", "hand": ["SA"], "auction": ["81H"], "foo": 1})
    assert {place for place, _ in found} == {"/hand", "/auction/0", "/foo"}
    assert faults([1]) == [
        (
            "",
            'a request is a list; it must be an object, as {"variant": "contree", "dealer": "W", '
            '"hand": "AQT.J9.K8.7", "auction": []}',
        )
    ]


def test_what_is_no_object_is_told_in_french_too() -> None:
    with pytest.raises(SolverError) as refused:
        AskedHand.from_dict([1])
    said = refused.value.faults[0].say("fr")
    assert said.startswith("une requête vaut une liste\u00a0; il faut un objet, comme {")


def test_a_hand_in_french_letters_is_told_from_a_slip() -> None:
    asked = {"variant": "contree", "dealer": "W", "hand": "ADV.V9.R8.7"}
    assert [place for place, _ in faults(asked)] == ["/notation"]
    assert AskedHand.from_dict(asked | {"notation": "fr"}).viewpoint.seat == "S"
    assert [place for place, _ in faults(asked | {"hand": "AQV.J9.K8.7"})] == ["/hand"]


def test_take_or_pass_of_a_strong_and_of_a_weak_hand() -> None:
    strong = find_calls({**BELOTE, "hand": "A8.7.JT.-", "auction": []}, 40)
    weak = find_calls({**BELOTE, "hand": "87.87.-.7", "auction": []}, 40)
    take, leave = strong.of("take"), weak.of("pass")
    assert take is not None
    assert leave is not None
    assert (strong.calls[0], weak.calls[0]) == (take, leave)
    assert take.makes is not None
    assert take.needs is not None
    assert take.makes.mean > 0.8 > take.needs
    assert leave.makes is None
    assert strong.trumps[0].trump == "D"


@pytest.mark.night
@pytest.mark.slow
def test_the_same_hand_under_other_names_is_worth_the_same() -> None:
    here = find_calls({**CONTREE, "auction": ["80H", "pass"]}, 20, seed=3)
    there = find_calls(
        {**CONTREE, "dealer": "N", "hand": "J9.AT7.7.K8", "auction": ["80S", "pass"]}, 20, seed=3
    )
    assert there.seat == "E"
    names = {"S": "H", "H": "S", "D": "C", "C": "D"}
    for worth in here.calls:
        named = worth.said if worth.said == "pass" else worth.said[:-1] + names[worth.said[-1]]
        other = there.of(named)
        assert other is not None
        assert other.lead.mean == pytest.approx(worth.lead.mean)
        assert other.lead.error == pytest.approx(worth.lead.error)
        assert other.score["EW"] == pytest.approx(worth.score["NS"])
    assert there.stats.nodes == 0


@pytest.mark.night
@pytest.mark.slow
def test_calls_that_are_read_move_the_deals_towards_the_bidder() -> None:
    partner_bids = {**CONTREE, "auction": ["120H", "pass"]}
    read, ignored = find_calls(partner_bids, 60), find_calls(partner_bids, 60, bids="ignored")
    assert read.model is not None
    assert read.model.startswith("contree ")
    assert ignored.is_unlike_model is None
    assert read.effective_samples < 60 == ignored.effective_samples
    hearts = [next(one for one in worths.trumps if one.trump == "H").mean for worths in (read, ignored)]
    # Partner has hearts: that is more than chance.
    assert hearts[0].mean > hearts[1].mean + 2 * (hearts[0].error + hearts[1].error)


def test_nobody_is_read_who_has_not_called_and_no_game_without_a_model() -> None:
    assert find_calls(CONTREE, 5).is_unlike_model is None
    own_rules = {**find_variant("contree").to_dict(), "name": "mine", "aliases": []}
    mine = {**CONTREE, "variant": own_rules, "auction": ["80H", "pass"]}
    found = find_calls(mine, 3)
    assert (found.model, found.continued) == (None, False)
