"""The rules of auctions: which a game has, what it concludes where it does not say, what contradicts it."""

from typing import Any

import pytest

from solver.errors import RulesError, SolverError
from solver.game.auctions.speaking import called_multipliers, double_closes, first_to_call
from solver.game.auctions.start import start_auction
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant

KINDS = {
    "quadrette": "none",
    "all_fours": "proposal",
    "all_fours_4": "proposal",
    "california_jack": "none",
    "belote": "turned_up",
    "valet_de_trefle": "dealer_must",
    "contree": "bids",
    "coinche": "bids",
    "klaverjas_amsterdam": "first_must",
    "klaverjas_rotterdam": "first_must",
    "whist": "none",
    "bridge": "levels",
}


def own(parent: str, **facts: Any) -> Rules:
    return Rules.from_dict({"name": "own", **facts}, parent=find_variant(parent))


def test_every_game_has_its_auction() -> None:
    assert {name: find_variant(name).auction.value for name in VARIANTS} == KINDS


@pytest.mark.parametrize("name", VARIANTS)
def test_rules_written_without_their_auction_come_to_the_same(name: str) -> None:
    """As games kept from before there were rules for it; a taker without an auction has none."""
    rules = find_variant(name)
    written = rules.to_dict()
    written.pop("auction", None)
    again = Rules.from_dict(written)
    assert again.auction.value == ("none" if rules.scoring.value == "taker" else KINDS[name])
    assert Rules.from_dict(rules.to_dict()) == rules


@pytest.mark.parametrize(
    ("parent", "facts", "said"),
    [
        (
            "belote",
            {"auction": {"kind": "bids"}},
            "auction bids comes to no contract of a game with scoring taker",
        ),
        ("contree", {"auction": {"kind": "turned_up"}}, "it must be bids"),
        ("bridge", {"auction": {"kind": "bids"}}, "it must be levels"),
        (
            "california_jack",
            {"auction": {"kind": "proposal"}},
            "trumps are cut, and no other suit is proposed",
        ),
        (
            "belote",
            {"auction": {"double_called": "coinche"}},
            "double_called is for games whose auction is bids",
        ),
        (
            "valet_de_trefle",
            {"auction": {"first_call": "dealer"}},
            "the dealer who must name trumps speaks last",
        ),
        ("belote", {"trumps": ["NT"]}, "trumps holds no suit, and a card turned up is taken in its own suit"),
        ("belote", {"trumps": ["AT", "NT"]}, "must hold a suit, or second_turn be any_suit"),
        ("bridge", {"auction": {"first_call": "dealer_next"}}, ""),
        ("bridge", {"auction": {"first_call": "dealer"}}, "first_call is for games whose auction is"),
    ],
)
def test_what_contradicts_the_score_is_refused(parent: str, facts: dict[str, Any], said: str) -> None:
    if not said:
        assert own(parent, **facts).auction.value == "levels"
        return
    with pytest.raises(SolverError, match=said):
        own(parent, **facts)


@pytest.mark.parametrize(("trumps", "second_turn"), [(["NT"], "any_suit"), (["S", "NT"], "new_card")])
def test_what_somebody_can_take_is_no_contradiction(trumps: list[str], second_turn: str) -> None:
    no_duties = {"ruff": "free", "overruff": "free", "underruff": "free", "head_trumps": "never"}
    rules = own("belote", trumps=trumps, duties=no_duties, auction={"second_turn": second_turn})
    assert rules.trumps == tuple(trumps)


def test_a_game_of_ones_own_has_its_auction() -> None:
    rules = own(
        "contree", auction={"first_call": "dealer", "after_double": "bids", "double_called": "coinche"}
    )
    assert first_to_call(rules, "S") == "S"
    assert not double_closes(rules)
    auction = start_auction(rules, "S").follow(["80H", "double", "90H", "double", "redouble"])
    assert auction.parts == {"trump": "H", "taker": "N", "bid": 90, "multiplier": 4}
    assert "100S" in auction.calls()
    # From belote to bids: the auction of the parent does not fit the score, and is not kept.
    rules = own("belote", score={"scoring": "bid", "bids": [90, 100]})
    assert rules.auction.value == "bids"
    assert called_multipliers(rules) == (1,)
    assert start_auction(rules, "N").call("90H").calls() == ("pass", "100S", "100H", "100D", "100C")


@pytest.mark.parametrize(("multipliers", "called"), [([1], (1,)), ([1, 2], (1, 2)), ([1, 2, 4], (1, 2, 4))])
def test_without_doubling_there_is_no_redoubling(multipliers: list[int], called: tuple[int, ...]) -> None:
    assert called_multipliers(own("contree", score={"multipliers": multipliers})) == called


@pytest.mark.parametrize("multipliers", [[1, 3], [1, 4], [1, 2, 3], [1, 2, 4, 8]])
def test_multipliers_that_no_calls_come_to_are_refused(multipliers: list[int]) -> None:
    with pytest.raises(RulesError) as refused:
        own("contree", score={"multipliers": multipliers})
    (fault,) = refused.value.faults
    assert fault.pointer.endswith("/score/multipliers")
    numbers = f"{', '.join(map(str, multipliers[:-1]))} and {multipliers[-1]}"
    assert f"multipliers has {numbers}, but with auction bids a double makes 2 of 1" in fault.detail
    assert "doit être 1 seul, 1 et 2, ou 1, 2 et 4" in fault.wrong.say("fr")


@pytest.mark.parametrize("name", VARIANTS)
def test_names_of_puzzles_and_analyses_are_as_before_there_were_these_rules(name: str) -> None:
    rules = find_variant(name)
    auction = rules.identity()["auction"]
    assert set(auction) == {"kind", "second_turn", "deal_rest"}
    assert auction["kind"] == (KINDS[name] if rules.scoring.value == "taker" else "none")
    others = {key: value for key, value in rules.to_dict().items() if key not in ("auction", "sources")}
    assert others.items() <= rules.identity().items()


@pytest.mark.parametrize(
    ("parent", "auction", "is_another"),
    [
        ("contree", {"after_double": "bids"}, True),
        ("contree", {"first_call": "dealer"}, True),
        ("contree", {"double_called": "coinche"}, False),
        ("all_fours", {"kind": "none"}, True),
        ("belote", {"first_call": "dealer"}, True),
    ],
)
def test_what_is_not_usual_makes_another_name(parent: str, auction: dict[str, str], is_another: bool) -> None:
    found = own(parent, auction=auction).identity()["auction"]
    assert (found != own(parent).identity()["auction"]) == is_another
