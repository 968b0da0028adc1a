"""Who knows of a belote: what a hidden puzzle tells of it depends on that."""

import pytest

from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.position import Position
from solver.knowledge.known import is_belote_known
from solver.rules.variants import find_variant
from tests.support.positions import cards

HANDS = {
    seat: cards(hand)
    for seat, hand in {"N": "SK H9 CA", "E": "SQ S7 D8", "S": "S9 HA H7", "W": "HK D9 D7"}.items()
}


@pytest.mark.parametrize(
    ("game", "trump", "leader", "plays", "is_known"),
    [
        ("belote", "S", "N", "", True),  # the king in hand: nobody else has both
        ("belote", "S", "E", "", True),
        ("belote", "S", "S", "", False),
        ("belote", "S", "E", "D8 S9", False),
        ("belote", "S", "N", "SK S7", True),  # played, without a word
        ("contree", "S", "S", "", True),  # announced at once
        ("coinche", "NT", "S", "", True),
        ("klaverjas_amsterdam", "S", "S", "", True),
    ],
)
def test_a_belote_is_known_to_who_has_one_of_its_cards_or_heard_of_it(
    game: str, trump: str, leader: str, plays: str, is_known: bool
) -> None:
    rules = find_variant(game).override({"short_deals": True})
    position = Position(rules, Contract(trump, "N"), Deal(HANDS), leader=leader, plays=cards(plays))
    assert is_belote_known(position) == is_known
