"""Random auctions as logs of every game: each tells its contract, and a wrong call is found at its place."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver import Log
from solver.cards import Card, format_card
from solver.game.auctions.words import format_game_call
from solver.game.log import LoggedDeal
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant
from tests.game.auctions.test_logs import faults_of
from tests.game.auctions.test_walks import all_calls, means_another
from tests.support.plain_calls import tell
from tests.support.samples import sample_log

GAMES = [name for name in VARIANTS if find_variant(name).auction.value not in ("none", "levels")]


def log_of(game: str, calls: list[str], shown: dict[str, Card]) -> dict[str, Any]:
    """A log of these calls before the first card, with the cards turned up beside the deal and in it."""
    cards = {key: format_card(card) for key, card in shown.items()}
    log = sample_log(game) | {"auction": calls, "plays": []}
    log["contract"] = {"turned_up": cards["later"]} if "later" in cards else None
    log["turned_up"] = cards.get("first")
    return {key: value for key, value in log.items() if value is not None}


def draw_cards(data: st.DataObject, rules: Rules, game: str, said: list[str], taker: str) -> dict[str, Card]:
    """Cards that can have been turned up in such an auction: the taker's, or of all fours nobody's."""
    deal = Log.from_dict(sample_log(game)).deals[0].position.deal
    if rules.auction.value == "turned_up":
        suit = said[-1].removeprefix("take")
        held = [card for card in deal.hands[taker] if suit in ("", card.suit)]
        others = [card for card in rules.deck if card.suit != suit]
        drawn = {"first" if not suit else "later": data.draw(st.sampled_from(held))} if held else {}
        return drawn | ({"first": data.draw(st.sampled_from(others))} if suit and held else {})
    if rules.auction.value == "proposal":
        free = [card for card in rules.deck if deal.holder(card) is None and card.rank != "J"]
        first = data.draw(st.sampled_from(free))
        later = data.draw(st.sampled_from([card for card in free if card.suit != first.suit]))
        return {"first": first} | ({"later": later} if said[-1] == "accept" else {})
    return {}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_an_auction_tells_the_contract_of_its_log(game: str, data: st.DataObject) -> None:
    rules, dealer = find_variant(game), sample_log(game)["dealer"]
    said: list[str] = []
    while (told := tell(rules, dealer, said)).to_call is not None:
        some = [*["pass"] * 4, *sorted(told.calls)] if "pass" in told.calls else sorted(told.calls)
        said.append(data.draw(st.sampled_from(some)))
    if not told.contract:
        assert "/auction" in dict(faults_of(log_of(game, said, {})))
        return
    shown = draw_cards(data, rules, game, said, str(told.contract.get("taker")))
    if rules.auction.value in ("turned_up", "proposal") and not shown:
        return  # the taker holds no card of that suit
    told = tell(rules, dealer, said, *(shown[key].suit if key in shown else "" for key in ("first", "later")))
    (deal,) = Log.from_dict(log_of(game, said, shown)).deals
    contract = deal.position.contract
    assert {key: getattr(contract, key) for key in told.contract} == told.contract
    assert deal.auction == tuple(said)
    held_in_french(deal, rules, said)


def held_in_french(deal: LoggedDeal, rules: Rules, said: list[str]) -> None:
    """The same log in French letters and words is the same."""
    french: dict[str, Any] = deal.position.to_dict("fr") | {"notation": "fr", "dealer": deal.position.dealer}
    french["auction"] = [format_game_call(call, rules, "fr") for call in said]
    (again,) = Log.from_dict(french).deals
    assert (again.position.contract, again.auction) == (deal.position.contract, deal.auction)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_a_wrong_call_is_found_at_its_place(game: str, data: st.DataObject) -> None:
    rules, dealer = find_variant(game), sample_log(game)["dealer"]
    said: list[str] = []
    known = all_calls(rules)
    for _ in range(data.draw(st.integers(0, 9))):
        told = tell(rules, dealer, said)
        if told.to_call is None:
            break
        said.append(data.draw(st.sampled_from(sorted(told.calls))))
    told = tell(rules, dealer, said)
    wrong = [call for call in known if call not in told.calls and not means_another(call, told)]
    if rules.auction.value == "bids" and told.to_call is None:
        wrong.remove("pass")  # passes that change nothing may be said
    if not wrong:
        return
    log = sample_log(game) | {"auction": [*said, data.draw(st.sampled_from(wrong))]}
    assert [pointer for pointer, _ in faults_of(log)] == [f"/auction/{len(said)}"]
