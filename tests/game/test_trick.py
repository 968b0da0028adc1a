"""Tricks: whose turn it is, and who wins."""

import pytest

from solver.game.trick import Trick
from solver.rules.variants import find_variant
from tests.support.positions import cards


def test_turns_go_the_way_of_the_game() -> None:
    clockwise, anticlockwise = find_variant("belote"), find_variant("contree")
    trick = Trick("E", cards("SA S7"))
    assert trick.seats(clockwise) == ("E", "S")
    assert trick.to_play(clockwise) == "W"
    assert trick.seats(anticlockwise) == ("E", "N")
    assert trick.to_play(anticlockwise) == "W"


def test_two_players_take_turns() -> None:
    rules = find_variant("all_fours")
    assert Trick("S").to_play(rules) == "S"
    assert Trick("S", cards("SA")).to_play(rules) == "N"
    assert Trick("S", cards("SA S2")).to_play(rules) is None


def test_an_empty_trick_has_no_suit_to_follow() -> None:
    rules = find_variant("belote")
    assert Trick("N").led_suit is None
    assert not Trick("N").is_complete(rules)
    trick = Trick("N").add(cards("HJ")[0])
    assert trick.led_suit == "H"
    assert trick.plays == cards("HJ")


@pytest.mark.parametrize(
    ("game", "trump", "plays", "best"),
    [
        ("quadrette", "H", "SJ SA SQ SK", "SK"),  # K Q J A 10 9 8 7 in every suit
        ("quadrette", "S", "SJ SA SQ S7", "SQ"),
        ("quadrette", "H", "SK S7 H7 S8", "H7"),
        ("all_fours_4", "H", "ST SA S9 SK", "SA"),
        ("belote", "H", "SJ SA ST SK", "SA"),  # plain: A 10 K Q J 9 8 7
        ("belote", "H", "SK ST SQ S9", "ST"),
        ("belote", "S", "SK ST S9 SA", "S9"),  # trumps: J 9 A 10 K Q 8 7
        ("belote", "S", "SK SJ S9 SA", "SJ"),
        ("belote", "D", "SA D7 D8 ST", "D8"),
        ("belote", "D", "S7 HA CA HT", "S7"),  # discards never win
        ("bridge", "NT", "S2 SA S3 HA", "SA"),
        ("bridge", "NT", "S2 HA DA CA", "S2"),
    ],
)
def test_winning_card(game: str, trump: str, plays: str, best: str) -> None:
    rules = find_variant(game)
    trick = Trick("N", cards(plays))
    assert [trick.winning_card(rules, trump)] == list(cards(best))
    assert trick.plays[trick.winning_index(rules, trump)] == trick.winning_card(rules, trump)
    assert trick.winner(rules, trump) == trick.seats(rules)[trick.winning_index(rules, trump)]
