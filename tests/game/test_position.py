"""Positions: what they know, how they are played on, and that they are valid by construction."""

import copy
import json
import pickle
import time
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from solver.cards import Card, parse_card
from solver.errors import PositionError, SolverError, UnreadableError
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.tally import LOW
from solver.game.trick import Trick
from solver.rules.variants import find_variant
from tests.support.positions import CONTREE, QUICK_JACK, cards, positions

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "belote.json"

LOGS = Path(__file__).parents[1] / "data" / "logs.ndjson"


# ---- what a position knows


def test_the_table_after_some_cards() -> None:
    position = Position.from_dict(CONTREE | {"plays": ["SQ", "SK", "S9"]})
    assert position.first_leader == "S"
    assert position.trick == Trick("S", cards("SQ SK S9"))
    assert position.to_play == "W"
    assert position.side_to_play == 1
    assert position.legal_plays() == list(cards("S7"))
    assert position.hands == {"N": cards("H7"), "W": cards("S7 HQ"), "S": cards("S8"), "E": cards("HA")}
    assert position.tricks == ()
    assert position.n_cards_left == 5
    assert not position.is_over


def test_the_winner_leads_and_the_tricks_are_counted() -> None:
    position = Position.from_dict(CONTREE | {"plays": ["SQ", "SK", "S9", "S7"]})
    assert position.trick == Trick("E")
    assert position.to_play == "E"
    assert position.tricks == (Trick("S", cards("SQ SK S9 S7")),)
    assert position.tally.tricks == (0, 1)
    assert position.tally.card_points == (0, 7)


def test_the_deal_ends() -> None:
    position = Position.from_dict(CONTREE | {"plays": ["SQ", "SK", "S9", "S7", "HA", "H7", "HQ", "S8"]})
    assert position.is_over
    assert position.to_play is None
    assert position.side_to_play is None
    assert position.legal_plays() == []
    assert position.tally.tricks == (0, 2)


def test_the_winner_draws_first() -> None:
    position = Position.from_dict(QUICK_JACK | {"plays": ["SA", "SK"]})
    assert position.hands == {"N": cards("H2 D5"), "S": cards("H3 D6")}
    assert position.stock_left == ()
    position = Position.from_dict(QUICK_JACK | {"plays": ["H2", "H3"]})
    assert position.hands == {"S": cards("SK D5"), "N": cards("SA D6")}
    assert position.to_play == "S"


def test_only_as_many_cards_are_drawn_as_there_are_players() -> None:
    position = Position.from_dict(QUICK_JACK | {"stock": ["D5", "D6", "D7", "D8"], "plays": ["SA", "SK"]})
    assert position.stock_left == cards("D7 D8")
    assert position.n_cards_left == 6


def test_low_can_belong_to_whoever_draws_it() -> None:
    request = QUICK_JACK | {"rules": {"short_deals": True, "low_goes_to": "holder"}}
    position = Position.from_dict(request | {"plays": ["H2", "H3"]})
    assert position.honours.low == cards("D5")[0]
    assert [bits.bit_count() for bits in position.tally.honours] == [0, 1]


def test_low_can_belong_to_whoever_was_dealt_it() -> None:
    for low_goes_to, honours in (("holder", (0, LOW)), ("trick_winner", (0, 0))):
        position = Position.from_dict(
            {
                "variant": "all_fours",
                "rules": {"short_deals": True, "low_goes_to": low_goes_to},
                "dealer": "S",
                "contract": {"trump": "D"},
                "deal": {"N": "A.-.A.-", "S": "-.A.2.-"},
            }
        )
        assert position.tally.honours == honours


def test_a_forced_discard_is_charged_when_it_is_played() -> None:
    request = QUICK_JACK | {"deal": {"N": "A.2.-.-", "S": "-.3.-.A"}, "plays": ["SA", "H3"]}
    assert Position.from_dict(request).tally.penalties == (0, 1)
    free = request | {"rules": {"short_deals": True, "forced_discard_penalty": 0}}
    assert Position.from_dict(free).tally.penalties == (0, 0)


def test_belote_is_known_from_the_deal() -> None:
    assert Position.from_dict(CONTREE).belote_side is None
    held = CONTREE | {"deal": CONTREE["deal"] | {"E": "-.-.KQ.-"}}
    assert Position.from_dict(held).belote_side == 1


@pytest.mark.parametrize(
    ("game", "stated", "dealer", "leader"),
    [
        ("contree", {"dealer": "W"}, "W", "S"),  # anticlockwise: the dealer's right
        ("contree", {"leader": "S"}, "W", "S"),
        ("contree", {"dealer": "W", "leader": "E"}, "W", "E"),
        ("belote", {"dealer": "W"}, "W", "N"),
        ("valet_de_trefle", {"dealer": "W"}, "W", "N"),  # the taker, N
        ("valet_de_trefle", {}, None, "N"),
        ("valet_de_trefle", {"leader": "E"}, None, "E"),
        ("bridge", {}, None, "E"),  # left of the declarer
    ],
)
def test_dealer_and_leader_follow_from_each_other(
    game: str, stated: dict[str, str], dealer: str | None, leader: str
) -> None:
    request = {key: value for key, value in CONTREE.items() if key != "dealer"} | {"variant": game} | stated
    request["contract"] = {"trump": "D", "taker": "N"}
    position = Position.from_dict(request)
    assert (position.dealer, position.first_leader) == (dealer, leader)


@pytest.mark.parametrize(
    ("contract", "leader", "declarer", "dummy"),
    [
        ({"trump": "D", "taker": "E"}, "N", "E", "W"),
        ({"trump": "D"}, "N", "W", "E"),  # who leads sits at the declarer's left
    ],
)
def test_the_lead_tells_the_declarer_where_no_taker_is_stated(
    contract: dict[str, str], leader: str, declarer: str, dummy: str
) -> None:
    position = Position.from_dict(CONTREE | {"variant": "bridge", "contract": contract, "leader": leader})
    assert (position.declarer, position.dummy) == (declarer, dummy)


# ---- playing on


def test_play_makes_a_new_position() -> None:
    start = Position.from_dict(CONTREE)
    after = start.play(cards("SQ")[0])
    assert start.plays == ()
    assert start.hands["S"] == cards("SQ S8")
    assert after == Position.from_dict(CONTREE | {"plays": ["SQ"]})
    assert after.hands["S"] == cards("S8")


def test_an_illegal_card_is_refused_in_words() -> None:
    position = Position.from_dict(CONTREE | {"plays": ["SQ"]})
    with pytest.raises(PositionError, match="HA revokes: E holds SK, must follow spades; playable: SK"):
        position.play(cards("HA")[0])
    with pytest.raises(PositionError, match="CA revokes: E holds PR, must follow spades; playable: PR"):
        position.play(cards("HA")[0], "fr")
    assert position.plays == cards("SQ")


@given(positions(max_left=60))
def test_playing_on_and_starting_anew_agree(position: Position) -> None:
    step = Position(
        position.rules,
        position.contract,
        position.deal,
        dealer=position.dealer,
        leader=position.first_leader,
    )
    for card in position.plays:
        assert card in step.legal_plays()
        step = step.play(card)
    assert step == position
    assert step.hands == position.hands
    assert step.tally == position.tally
    assert step.stock_left == position.stock_left


def test_a_trick_is_awarded_when_it_is_over() -> None:
    start = Position.from_dict(CONTREE)
    finished = Position.from_dict(CONTREE | {"plays": ["SQ", "SK", "S9", "S7"]})
    assert finished.awarded("S").tally.card_points == (7, 0)
    for position in (start, start.play(start.legal_plays()[0]), finished.play(finished.legal_plays()[0])):
        with pytest.raises(ValueError, match="no trick to be awarded"):
            position.awarded("S")


def test_what_was_drawn_after_a_trick_stays_drawn_where_it_is_awarded() -> None:
    sample = json.loads(SAMPLE.with_name("california_jack.json").read_text(encoding="utf-8"))
    finished = Position.from_dict(sample | {"plays": sample["plays"][:2]})
    loser = next(seat for seat in "NS" if seat != finished.trick.leader)
    awarded = finished.awarded(loser)
    assert (awarded.to_play, awarded.hands) == (loser, finished.hands)
    assert awarded.stock_left == finished.stock_left


def test_what_is_supposed_of_a_position_makes_another() -> None:
    finished = Position.from_dict(CONTREE | {"plays": ["SQ", "SK", "S9", "S7"]})
    winner, hands = finished.trick.leader, finished.hands
    others = [
        *(finished.awarded(seat) for seat in "NESW" if seat != winner),
        finished.supposed({"N": hands["E"], "E": hands["N"]}),
        finished.kept(finished.plays[0], hands[finished.first_leader][0]),
        finished.under(replace(finished.rules, last_trick=0)),
    ]
    assert all(one != other for one, other in combinations([finished, *others], 2))
    assert finished == finished.supposed() == finished.awarded(winner)


@given(positions(max_left=60))
def test_cards_are_conserved(position: Position) -> None:
    held = [card for hand in position.hands.values() for card in hand]
    assert sorted([*held, *position.stock_left, *position.plays]) == sorted(position.deal.cards())
    assert position.n_cards_left == len(held) + len(position.stock_left)
    won = [card for trick in position.tricks for card in trick.plays]
    assert [*won, *position.trick.plays] == list(position.plays)


@given(positions(max_left=60))
def test_a_position_refuses_what_is_not_legal(position: Position) -> None:
    playable = set(position.legal_plays())
    for card in set(position.rules.deck) - playable:
        with pytest.raises(PositionError) as caught:
            position.play(card)
        assert str(caught.value).startswith(str(card))


@given(positions())
def test_a_position_prints_as_the_call_that_makes_it(position: Position) -> None:
    assert eval(repr(position), {"Position": Position}) == position


def test_positions_are_values() -> None:
    position, same = Position.from_dict(CONTREE), Position.from_dict(copy.deepcopy(CONTREE))
    assert position == same
    assert {position: 1}[same] == 1
    assert pickle.loads(pickle.dumps(position)) == position
    frozen: Any = position
    with pytest.raises(AttributeError):
        frozen.dealer = "N"


def test_a_log_of_52_cards_is_replayed_quickly() -> None:
    logs = map(json.loads, LOGS.read_text(encoding="utf-8").splitlines())
    request = next(log["request"] for log in logs if len(log["request"]["plays"]) == 52)
    started = time.thread_time()
    Position.from_dict(request)
    assert time.thread_time() - started < 1, "0.8 ms when this was written"


# ---- the constructor


def test_the_constructor_checks_as_much() -> None:
    rules = find_variant("contree").override({"short_deals": True})
    deal = Deal({"N": cards("SA"), "E": cards("SK"), "S": cards("SQ"), "W": cards("SJ")})
    assert Position(rules, Contract("D"), deal, dealer="W").first_leader == "S"
    for contract, wrong_deal, dealer, pointers in (
        (Contract("NT"), deal, "W", ["/contract/trump"]),
        (Contract("D", bid=85), deal, "X", ["/contract/bid", "/dealer"]),
        (
            Contract("D", turned_jacks=1, refused=True),
            deal,
            "W",
            ["/contract/turned_jacks", "/contract/refused"],
        ),
        (Contract("D"), deal, None, ["/dealer"]),
        (Contract("D"), Deal({"N": cards("SA")}), "W", ["/deal", "/deal", "/deal"]),
    ):
        with pytest.raises(SolverError) as caught:
            Position(rules, contract, wrong_deal, dealer=dealer)
        assert [fault.pointer for fault in caught.value.faults] == pointers
    with pytest.raises(PositionError, match="/plays/1: SA is out of turn"):
        Position(rules, Contract("D"), deal, dealer="W", plays=cards("SQ SA"))


def test_cards_may_stand_in_the_place_of_their_texts() -> None:
    log = json.loads(
        (Path(__file__).resolve().parents[2] / "samples" / "belote.json").read_text(encoding="utf-8")
    )
    texts = log["plays"][:6]
    cards = [parse_card(text) for text in texts]
    position = Position.from_dict({**log, "plays": texts})
    assert Position.from_dict({**log, "plays": cards}) == position
    assert parse_card(cards[0]) is cards[0]
    with pytest.raises(UnreadableError):
        parse_card(Card("X", "9"))
    # What plays is a card, not its text.
    playable = position.legal_plays()[0]
    strange: tuple[Any, ...] = ("DA", None, 7, (), tuple(playable))
    rules, contract, deal, dealer = position.rules, position.contract, position.deal, position.dealer
    for wrong in strange:
        with pytest.raises(TypeError, match="a play is a Card, not "):
            position.play(wrong)
        with pytest.raises(TypeError, match="a play is a Card, not "):
            position.play_all([playable, wrong])
        with pytest.raises(TypeError, match="is made of Cards, and not "):
            Position(rules, contract, deal, dealer, plays=(*cards[:2], wrong))
    hands: Any = {seat: tuple(map(tuple, hand)) for seat, hand in deal.hands.items()}
    with pytest.raises(TypeError, match="is made of Cards, and not "):
        Position(rules, contract, Deal(hands), dealer)
