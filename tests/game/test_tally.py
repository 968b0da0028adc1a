"""What tricks are worth and what they add up to: every case reckoned by hand from the rule sheets."""

from dataclasses import fields, replace
from typing import Any

import pytest

from solver.cards import Card, parse_card
from solver.game.tally import (
    HIGH,
    JACK,
    LOW,
    Honours,
    Pair,
    Tally,
    TrickWorth,
    discard_penalty,
    final_result,
    find_honours,
    held_honours,
    result_of,
    trick_worth,
)
from solver.rules.row import row_of
from solver.rules.rules import Rules
from solver.rules.variants import find_variant


def cards(text: str) -> list[Card]:
    return [parse_card(card) for card in text.split()]


# ---- all fours: high, low, jack and game

FOUR = find_variant("all_fours")


def four_points(options: dict[str, Any], dealt: str, tricks: list[tuple[int, str]], dealer: str = "S") -> Any:
    """The result, and its parts, of tricks won by sides, with hearts as trumps."""
    rules = FOUR.override(options)
    honours = find_honours(rules, "H", cards(dealt))
    tally = Tally()
    for side, trick in tricks:
        tally = tally.add_trick(side, trick_worth(rules, "H", cards(trick), honours))
    return result_of(rules, dealer, tally)


def test_high_low_jack_and_game_are_counted_one_by_one() -> None:
    dealt = "HA H3 HJ S2 ST CA"
    found = four_points({}, dealt, [(0, "HA S2"), (1, "H3 CA"), (1, "HJ ST")])
    assert found.honours == (HIGH, LOW | JACK)
    assert found.card_points == (4, 15)
    assert found.game == (0, 1)
    assert found.result == (1, 3)
    assert found.to_dict(FOUR) == {
        "result": {"N": 1, "S": 3},
        "tricks": {"N": 1, "S": 2},
        "card_points": {"N": 4, "S": 15},
        "game": {"N": 0, "S": 1},
        "high": "N",
        "low": "S",
        "jack": "S",
    }


def test_a_single_trump_is_high_and_low() -> None:
    assert four_points({}, "H8 S2", [(0, "S2 H8")]).honours == (HIGH | LOW, 0)
    assert four_points({}, "H8 S2", [(0, "S2 H8")], dealer="N").result == (2, 1)
    assert four_points({}, "HJ S2", [(0, "S2 HJ")]).result == (4, 0)


def test_without_trumps_only_game_is_scored() -> None:
    found = four_points({}, "SA S2", [(1, "SA S2")])
    assert (found.honours, found.result) == ((0, 0), (0, 1))
    assert find_honours(FOUR, "H", cards("SA S2")) == Honours()


def test_equal_game_goes_to_the_side_that_is_not_the_dealers() -> None:
    tricks = [(0, "SK S2"), (1, "CK C2")]
    assert four_points({}, "SK S2 CK C2", tricks, dealer="S").game == (1, 0)
    assert four_points({}, "SK S2 CK C2", tricks, dealer="N").game == (0, 1)
    nothing = [(0, "S3 S2"), (1, "C3 C2")]
    assert four_points({}, "S3 S2 C3 C2", nothing, dealer="S").game == (1, 0)
    four_handed = find_variant("all_fours_4")
    assert final_result(four_handed, "E", Tally()) == (1, 0)
    assert final_result(four_handed, "N", Tally()) == (0, 1)


def test_the_highest_and_lowest_are_of_the_trumps_dealt() -> None:
    assert find_honours(FOUR, "H", cards("HT H9 HJ S2 SA")) == Honours(*cards("HJ H9 HJ"))
    assert find_honours(FOUR, "S", cards("HT ST S9")) == Honours(Card("S", "T"), Card("S", "9"))


def test_low_goes_to_its_holder() -> None:
    rules = FOUR.override({"low_goes_to": "holder"})
    honours = find_honours(rules, "H", cards("HA H3 S2 S3"))
    assert held_honours(rules, honours, cards("S2 H3")) == LOW
    assert held_honours(rules, honours, cards("HA S3")) == 0
    assert held_honours(FOUR, honours, cards("S2 H3")) == 0
    assert held_honours(rules, Honours(), cards("S2 H3")) == 0
    tally = Tally().add_honours(1, held_honours(rules, honours, cards("S2 H3")))
    tally = tally.add_trick(0, trick_worth(rules, "H", cards("HA H3"), honours))
    assert tally.honours == (HIGH, LOW)
    assert trick_worth(FOUR, "H", cards("HA H3"), honours).honours == HIGH | LOW
    alone = find_honours(rules, "H", cards("HJ"))
    assert trick_worth(rules, "H", cards("HJ S2"), alone).honours == HIGH | JACK


def test_forced_discards_cost_a_point_each() -> None:
    california = find_variant("california_jack")
    assert discard_penalty(california, "H", cards("S2 C3"), "D", 40) == 1
    assert discard_penalty(california, "H", cards("S2 C3"), "H", 40) == 1
    assert discard_penalty(california, "H", cards("S2 D3"), "D", 40) == 0
    assert discard_penalty(california, "H", cards("S2 H3"), "D", 40) == 0
    assert discard_penalty(california, "H", cards("S2 C3"), None, 40) == 0
    assert discard_penalty(FOUR, "H", cards("S2 C3"), "D", 0) == 0
    free = california.override({"forced_discard_penalty": 0})
    assert discard_penalty(free, "H", cards("S2 C3"), "D", 40) == 0
    tally = Tally(card_points=(50, 30), honours=(HIGH, LOW | JACK)).add_penalty(0, 1).add_penalty(0, 1)
    found = result_of(california, "S", tally.add_penalty(1, 1))
    assert (found.penalties, found.result) == ((2, 1), (1 + 1 - 2, 2 - 1))
    assert found.to_dict(california)["penalties"] == {"N": 2, "S": 1}


def test_forced_discards_cost_nothing_once_the_stock_is_gone() -> None:
    california = find_variant("california_jack")
    # The trick after which the last two cards are drawn still counts; the six after it do not.
    assert [discard_penalty(california, "H", cards("S2 C3"), "D", n) for n in (40, 2, 0)] == [1, 1, 0]
    to_the_end = california.override({"penalty_lasts": "deal"})
    assert [discard_penalty(to_the_end, "H", cards("S2 C3"), "D", n) for n in (40, 2, 0)] == [1, 1, 1]


# ---- card points, last trick, all tricks


@pytest.mark.parametrize(
    ("game", "trick", "worth"),
    [
        ("belote", "HJ H9 HA HT", 20 + 14 + 11 + 10),
        ("belote", "SA ST SJ S9", 11 + 10 + 2 + 0),
        ("belote", "SA H7 H8 HQ", 11 + 3),
        ("all_fours_4", "SA ST SJ S9", 4 + 10 + 1),
        ("quadrette", "SA ST SJ S9", 0),
    ],
)
def test_card_points_of_a_trick(game: str, trick: str, worth: int) -> None:
    assert trick_worth(find_variant(game), "H", cards(trick)) == TrickWorth(worth)


def eight_tricks(winners: str, points: list[int]) -> Tally:
    tally = Tally()
    for winner, worth in zip(winners, points, strict=True):
        tally = tally.add_trick(int(winner), TrickWorth(worth))
    return tally


@pytest.mark.parametrize(
    ("game", "winners", "result"),
    [
        ("belote", "01010101", (76, 86)),
        ("belote", "10101010", (86, 76)),
        ("belote", "00000000", (252, 0)),
        ("belote", "11111111", (0, 252)),
        ("valet_de_trefle", "00000000", (250, 0)),
        ("contree", "11111111", (0, 250)),
        ("contree", "00000001", (133, 29)),
        ("quadrette", "000111", (3, 3)),
    ],
)
def test_results(game: str, winners: str, result: Pair) -> None:
    tally = eight_tricks(winners, [19] * len(winners))
    assert final_result(find_variant(game), "W", tally) == result


def test_a_result_names_its_parts() -> None:
    contree = find_variant("contree")
    assert result_of(contree, "W", eight_tricks("00000000", [19] * 8)).to_dict(contree) == {
        "result": {"NS": 250, "EW": 0},
        "tricks": {"NS": 8, "EW": 0},
        "card_points": {"NS": 152, "EW": 0},
        "last_trick": {"NS": 10, "EW": 0},
        "slam": {"NS": 88, "EW": 0},
    }
    quadrette = find_variant("quadrette")
    assert result_of(quadrette, "W", eight_tricks("0011", [0] * 4)).to_dict(quadrette) == {
        "result": {"NS": 2, "EW": 2},
        "tricks": {"NS": 2, "EW": 2},
    }


def test_nothing_played_is_worth_nothing() -> None:
    for game in ("belote", "quadrette", "valet_de_trefle"):
        assert final_result(find_variant(game), "W", Tally()) == (0, 0)


# ---- combinations in a trick of valet de trèfle

VALET = find_variant("valet_de_trefle")


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("SA HA DA CA", {"four_of_a_kind": 100}),
        ("S7 H7 D7 C7", {"four_of_a_kind": 100}),
        ("SA SK SQ SJ", {"sequence_of_four": 50}),
        ("SJ SA SQ SK", {"sequence_of_four": 50}),
        ("S7 S8 S9 ST", {"sequence_of_four": 50}),
        ("S7 S8 S9 SJ", {"sequence_of_three": 20}),
        ("ST SJ C7 S9", {"sequence_of_three": 20}),
        ("HJ HT C7 H9", {"sequence_of_three": 20}),
        ("HJ H9 HA HT", {"sequence_of_three": 20}),
        ("HK C7 HQ S8", {"trick_marriage": 20}),
        ("HK HA HQ S8", {"sequence_of_three": 20, "trick_marriage": 20}),
        ("HK HJ HQ HT", {"sequence_of_four": 50, "trick_marriage": 20}),
        ("SK SQ C7 C8", {}),
        ("SA SK CQ CJ", {}),
        ("SA SK SJ ST", {}),
        ("SK HK DK HQ", {"trick_marriage": 20}),
        ("SA S7 S8 C9", {}),
    ],
)
def test_combinations(trick: str, points: dict[str, int]) -> None:
    worth = trick_worth(VALET, "H", cards(trick))
    assert {combination.name: combination.points for combination in worth.combinations} == points
    assert Tally().add_trick(1, worth).combinations == (0, sum(points.values()))
    assert trick_worth(find_variant("belote"), "H", cards(trick)).combinations == ()


def test_a_run_of_four_that_earns_nothing_as_such_is_a_run_of_three_in_deed_and_in_words() -> None:
    rules = replace(VALET, sequence_of_four=0)
    [run] = trick_worth(rules, "H", cards("SA SK SQ SJ")).combinations
    assert (run.name, run.points) == ("sequence_of_three", 20)
    [field] = [one for one in fields(Rules) if one.name == "sequence_of_four"]
    assert row_of(field).says[0] == "A sequence of four in one trick earns no more than one of three."


@pytest.mark.parametrize("game", ["klaverjas_amsterdam", "klaverjas_rotterdam"])
@pytest.mark.parametrize(
    ("trick", "roem"),
    [
        ("SA HA DA CA", 100),  # four aces, tens, kings or queens: 100
        ("ST HT DT CT", 100),
        ("SK HK DK CK", 100),
        ("SQ HQ DQ CQ", 100),
        ("SJ HJ DJ CJ", 200),  # four jacks: 200
        ("S9 H9 D9 C9", 0),  # four nines, eights or sevens: nothing
        ("S8 H8 D8 C8", 0),
        ("S7 H7 D7 C7", 0),
        ("SA SK SQ C7", 20),  # a run of three: 20
        ("HJ HT H9 C7", 20),  # ... in natural order in trumps too
        ("S7 S8 S9 ST", 50),  # a run of four: 50
        ("HK HQ S7 C8", 20),  # king and queen of trumps, stuk: 20
        ("SK SQ D7 C8", 0),  # of another suit: nothing
        ("HA HK HQ S8", 40),  # a run of three with stuk: 20 and 20
        ("HK HQ HJ HT", 70),  # a run of four with stuk: 50 and 20
        ("SA SK SQ ST", 20),  # the ten stands below the jack: only A K Q follow each other
        ("SA ST SK D7", 0),  # A 10 K is no run, though they are the three strongest
    ],
)
def test_roem(game: str, trick: str, roem: int) -> None:
    worth = trick_worth(find_variant(game), "H", cards(trick))
    assert sum(combination.points for combination in worth.combinations) == roem


def test_combinations_name_their_cards() -> None:
    sequence, marriage = trick_worth(VALET, "H", cards("HK HA HQ S8")).combinations
    assert sequence.cards == tuple(cards("HA HK HQ"))
    assert marriage.cards == tuple(cards("HK HQ"))


def test_combinations_are_part_of_the_result() -> None:
    tally = Tally().add_trick(0, trick_worth(VALET, "H", cards("SA HA DA CA")))
    tally = tally.add_trick(1, trick_worth(VALET, "H", cards("HK C7 HQ S8")))
    found = result_of(VALET, "W", tally)
    assert found.result == (44 + 100, 7 + 20 + 10)
    assert found.to_dict(VALET)["combinations"] == {"NS": 100, "EW": 20}


def test_no_trumps_have_no_marriage() -> None:
    game = Rules.from_dict(VALET.to_dict() | {"trumps": ["H", "NT"]})
    assert trick_worth(game, "NT", cards("HK HQ C7 S8")).combinations == ()
