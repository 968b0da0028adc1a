"""A card turned up: what lies in the pack in each turn of the auction, and who is dealt which card of it."""

import json
from pathlib import Path

import pytest

from solver import Card, Log, Position, Rules, SolverError, find_variant, format_card, parse_card
from solver.game.turned_up import auction_turns, deal_rest

BELOTE = find_variant("belote")
ANY_SUIT = BELOTE.override({"second_turn": "any_suit"})
PACKETS = BELOTE.override({"deal_rest": "packets"})


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


PACK = cards("DK HJ HQ CT SK S9 ST S7 DA HK DJ")
"""The queen of clubs lies turned up above it."""
QUEEN = parse_card("CQ")


# ---- the turns


def test_the_next_card_of_another_suit_is_turned_up_and_the_refused_one_goes_under_the_pack() -> None:
    first, second = auction_turns(BELOTE, QUEEN, PACK)
    assert (first.number, first.turned_up, first.pack, first.trumps) == (1, QUEEN, PACK, ("C",))
    assert (second.number, second.turned_up, second.trumps) == (2, parse_card("DK"), ("D",))
    assert second.pack == cards("HJ HQ CT SK S9 ST S7 DA HK DJ CQ")


def test_cards_of_the_suit_refused_are_passed_over_and_go_under_the_pack_after_it() -> None:
    _, second = auction_turns(BELOTE, QUEEN, cards("CT C8 C7 SK HJ C9 S9 ST S7 DA HK"))
    assert (second.turned_up, second.trumps) == (parse_card("SK"), ("S",))
    assert second.pack == cards("HJ C9 S9 ST S7 DA HK CQ CT C8 C7")


def test_all_seven_others_of_a_suit_can_be_passed_over() -> None:
    _, second = auction_turns(BELOTE, QUEEN, cards("CA CK CJ CT C9 C8 C7 H7 SK S9 ST"))
    assert second.turned_up == parse_card("H7")
    assert second.pack == cards("SK S9 ST CQ CA CK CJ CT C9 C8 C7")


def test_where_no_other_suit_turns_up_there_is_no_second_turn() -> None:
    assert [turn.number for turn in auction_turns(BELOTE, QUEEN, cards("CA CK CJ"))] == [1]


def test_by_option_the_first_card_stays_and_may_be_taken_in_any_other_suit() -> None:
    first, second = auction_turns(ANY_SUIT, QUEEN, PACK)
    assert (first.turned_up, first.pack, first.trumps) == (QUEEN, PACK, ("C",))
    assert (second.turned_up, second.pack, second.trumps) == (QUEEN, PACK, ("S", "H", "D"))


# ---- dealing the rest: who gets the first, second, third … card of the pack


ONE_BY_ONE = {
    0: [(0, 4), (1, 5, 8), (2, 6, 9), (3, 7, 10)],
    1: [(0, 4, 8), (1, 5), (2, 6, 9), (3, 7, 10)],
    2: [(0, 4, 8), (1, 5, 9), (2, 6), (3, 7, 10)],
    3: [(0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7)],
}
"""By the taker's place, 0 the dealer's neighbour and 3 the dealer: which cards each player gets."""
IN_PACKETS = {
    0: [(0, 1), (2, 3, 4), (5, 6, 7), (8, 9, 10)],
    1: [(0, 1, 2), (3, 4), (5, 6, 7), (8, 9, 10)],
    2: [(0, 1, 2), (3, 4, 5), (6, 7), (8, 9, 10)],
    3: [(0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10)],
}
SEATS_FROM = {"N": "ESWN", "E": "SWNE", "S": "WNES", "W": "NESW"}
"""By dealer, the players clockwise from their neighbour."""
HANDS = {
    "N": cards("HA DQ CA CK CJ"),
    "E": cards("SQ SJ H8 H7 C7"),
    "S": cards("S8 HT DT D7 C9"),
    "W": cards("SA H9 D9 D8 C8"),
}


@pytest.mark.parametrize("dealer", SEATS_FROM)
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    ("rules", "places"), [(BELOTE, ONE_BY_ONE), (PACKETS, IN_PACKETS)], ids=["ones", "packets"]
)
@pytest.mark.parametrize("second_turn", ["new_card", "any_suit"])
def test_the_rest_is_dealt_to_each_taker_by_each_dealer(
    dealer: str,
    place: int,
    turn: int,
    rules: Rules,
    places: dict[int, list[tuple[int, ...]]],
    second_turn: str,
) -> None:
    game = rules.override({"second_turn": second_turn})
    asked = auction_turns(game, QUEEN, PACK)[turn]
    is_new = turn == 1 and second_turn == "new_card"
    # Turned up anew is the king of diamonds, the top card; then the queen of clubs lies below all the others.
    turned_up = parse_card("DK") if is_new else QUEEN
    pack = (*PACK[1:], QUEEN) if is_new else PACK
    seats = SEATS_FROM[dealer]
    taker = seats[place]
    deal = deal_rest(game, dealer, HANDS, asked, taker)
    for seat, own in zip(seats, places[place], strict=True):
        gets = {pack[index] for index in own} | ({turned_up} if seat == taker else set())
        assert set(deal.hands[seat]) == set(HANDS[seat]) | gets
        assert len(deal.hands[seat]) == 8


def test_south_takes_of_norths_dealing_card_by_card() -> None:
    # DK, HJ, HQ, CT to east, south, west, north; SK, S9, ST, S7; DA, HK, DJ to the others than south.
    first, second = auction_turns(BELOTE, QUEEN, PACK)
    deal = deal_rest(BELOTE, "N", HANDS, first, "S")
    new = {seat: set(deal.hands[seat]) - set(HANDS[seat]) for seat in "NESW"}
    assert new == {
        "E": set(cards("DK SK DA")),
        "S": set(cards("CQ HJ S9")),
        "W": set(cards("HQ ST HK")),
        "N": set(cards("CT S7 DJ")),
    }
    # In the second turn: HJ, HQ, CT, SK; S9, ST, S7, DA; HK to east, DJ to west, and the refused CQ to north.
    deal = deal_rest(BELOTE, "N", HANDS, second, "S")
    new = {seat: set(deal.hands[seat]) - set(HANDS[seat]) for seat in "NESW"}
    assert new == {
        "E": set(cards("HJ S9 HK")),
        "S": set(cards("DK HQ ST")),
        "W": set(cards("CT S7 DJ")),
        "N": set(cards("SK DA CQ")),
    }


@pytest.mark.parametrize(
    ("contract", "said"),
    [
        (
            {"turned_jacks": 1, "turned_up": "D2", "refused": True},
            "1 jack cannot have been turned up: one of",
        ),
        ({"turned_jacks": 2, "refused": True}, "2 jacks cannot have been turned up: a dealer who refuses"),
    ],
)
def test_jacks_are_counted_in_words(contract: dict[str, object], said: str) -> None:
    deal = {"N": "KJ.A8.J.8", "S": "Q.T.Q96.7"}
    with pytest.raises(SolverError) as refused:
        Position.from_dict({"variant": "all_fours", "deal": deal, "contract": {"trump": "D", **contract}})
    assert [str(fault) for fault in refused.value.faults if said in str(fault)]


# ---- logs that are told as they were dealt


def test_such_a_log_in_french_letters_is_told_that_they_are_french() -> None:
    samples = Path(__file__).resolve().parents[2] / "samples"
    log = json.loads((samples / "auctions" / "belote.json").read_text())
    ranks = str.maketrans({"K": "R", "Q": "D", "J": "V", "T": "10"})
    log["deal"] = {seat: hand.translate(ranks) for seat, hand in log["deal"].items()}
    for key in ("stock", "plays"):
        log[key] = [format_card(parse_card(card), "fr") for card in log[key]]
    log["turned_up"] = format_card(parse_card(log["turned_up"]), "fr")
    with pytest.raises(SolverError) as refused:
        Log.from_dict(log)
    assert [fault.pointer for fault in refused.value.faults] == ["/notation"]
    assert len(Log.from_dict(log | {"notation": "fr"}).deals) == 1


@pytest.mark.parametrize(("dealer", "said"), [("Q", "'Q' is not a seat"), (None, "there is no dealer")])
def test_without_a_dealer_to_read_such_a_log_is_not_told_that_its_hands_are_short(
    dealer: str | None, said: str
) -> None:
    samples = Path(__file__).resolve().parents[2] / "samples"
    log = json.loads((samples / "auctions" / "belote.json").read_text()) | {"dealer": dealer}
    for stated, pointer in ((log, "/dealer"), ({"variant": "belote", "deals": [log]}, "/deals/0/dealer")):
        with pytest.raises(SolverError) as refused:
            Log.from_dict(stated)
        (fault,) = refused.value.faults
        assert (fault.pointer, said in fault.detail) == (pointer, True)
