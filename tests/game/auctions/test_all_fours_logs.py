"""Logs of all fours with their auction: take, propose, refuse, accept, and the cards turned up."""

from typing import Any

import pytest

from solver import Log
from solver.cards import parse_card
from solver.game.auctions.proposal import ProposalAuction
from solver.game.auctions.start import start_auction
from solver.rules.variants import find_variant
from tests.game.auctions.test_logs import faults_of
from tests.support.samples import sample_log

SAMPLE = sample_log("all_fours")
ACCEPTED = ["propose", "accept"]


def all_fours(**changed: object) -> dict[str, Any]:
    """The sample, whose trumps are diamonds, with other fields; None leaves one out."""
    return {key: value for key, value in {**SAMPLE, **changed}.items() if value is not None}


@pytest.mark.parametrize(
    ("changed", "contract"),
    [
        ({"auction": ["take"], "turned_up": "D4", "contract": None}, {"turned_up": "D4"}),
        ({"auction": ["take"]}, {}),
        (
            {"auction": ["propose", "refuse"], "turned_up": "D4", "contract": None},
            {"refused": True, "turned_up": "D4"},
        ),
        # Accepted: a card of another suit than the trumps was turned up first, and a jack of it counts.
        ({"auction": ACCEPTED, "turned_up": "H4"}, {}),
        ({"auction": ACCEPTED, "turned_up": "D4", "contract": None}, {"turned_up": "D4"}),
        (
            {"auction": ACCEPTED, "turned_up": "HJ", "contract": {"turned_up": "D4"}},
            {"turned_jacks": 1, "turned_up": "D4"},
        ),
        (
            {"auction": ACCEPTED, "turned_up": "H4", "contract": {"turned_up": "D4", "turned_jacks": 1}},
            {"turned_jacks": 1, "turned_up": "D4"},
        ),
        # Not over: the contract is stated, as in any log.
        ({"auction": ["propose"], "turned_up": "D4"}, {"turned_up": "D4"}),
    ],
)
def test_the_auction_tells_trumps_refusal_and_jacks(
    changed: dict[str, Any], contract: dict[str, Any]
) -> None:
    found = Log.from_dict(all_fours(**changed)).deals[0]
    assert found.position.contract.to_dict() == {"trump": "D", **contract}
    assert found.auction == tuple(changed["auction"])


@pytest.mark.parametrize(
    ("changed", "pointer", "said"),
    [
        ({"auction": ["accept"]}, "/auction/0", "N cannot say accept: nobody has proposed another suit"),
        ({"auction": ["propose", "take"]}, "/auction/1", "S cannot say take: another suit has been proposed"),
        ({"auction": ["take", "refuse"]}, "/auction/1", "refuse is too much: the auction is over"),
        (
            {"auction": ["pass"]},
            "/auction/0",
            "'pass' is not a call of all_fours; its calls are as take, propose",
        ),
        ({"auction": ["take"], "contract": None}, "/turned_up", "the card turned up is missing"),
        ({"auction": ["propose"], "contract": None}, "/contract", "the contract is missing"),
        (
            {"auction": ["take"], "contract": {"trump": "D", "refused": True}},
            "/contract/refused",
            "refused is true, but the auction ends in false",
        ),
        (
            {"auction": ["take"], "turned_up": "S4"},
            "/contract/trump",
            "trump is D, but the auction ends in S",
        ),
        (
            {"auction": ACCEPTED, "turned_up": "HJ", "contract": {"trump": "D", "turned_jacks": 0}},
            "/contract/turned_jacks",
            "a jack was turned up, so that turned_jacks is at least 1",
        ),
        (
            {"auction": ACCEPTED, "turned_up": "D5", "contract": {"turned_up": "D4"}},
            "/turned_up",
            "D4 was turned up after D5, and is of the same suit",
        ),
        (
            {"auction": ACCEPTED, "turned_up": "SK"},
            "/turned_up",
            "SK was dealt to N; the card turned up is in",
        ),
    ],
)
def test_each_fault_is_told_at_its_place(changed: dict[str, Any], pointer: str, said: str) -> None:
    found = dict(faults_of(all_fours(**changed)))
    assert found[pointer].startswith(said), found


def test_of_four_players_the_dealers_left_and_the_dealer_speak() -> None:
    auction = start_auction(find_variant("all_fours_4"), "E")
    assert auction.speakers == ("S", "E")


def test_the_pack_tells_what_an_accepted_proposal_comes_to() -> None:
    """Three more cards to each; the jack passed over on the way to another suit counts too."""
    pack = [parse_card(text) for text in ("S2", "S3", "S4", "S5", "S6", "S7", "HJ", "H9", "CJ", "D2")]
    auction = start_auction(find_variant("all_fours"), "S", parse_card("H4"), pack=pack).follow(ACCEPTED)
    assert isinstance(auction, ProposalAuction)
    contract = auction.contract
    assert contract is not None
    assert contract.to_dict() == {"trump": "C", "turned_jacks": 2, "turned_up": "CJ"}
    assert str(auction.refused_card) == "H4"
    # No card of another suit: nobody knows what the trumps are.
    auction = start_auction(find_variant("all_fours"), "S", parse_card("H4"), pack=pack[:8]).follow(ACCEPTED)
    assert auction.contract is None
    assert not auction.is_thrown_in
