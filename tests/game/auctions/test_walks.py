"""Auctions of all games: random walks of calls, each step held to the plain second teller of the rules."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver.cards import Card
from solver.errors import PositionError
from solver.game.auctions.auction import Auction
from solver.game.auctions.start import start_auction
from solver.game.auctions.words import format_game_call, parse_game_call
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant
from tests.support.plain_calls import Told, tell

GAMES = [name for name in VARIANTS if find_variant(name).auction.value not in ("none", "levels")]
OWN: list[dict[str, Any]] = [
    # Two players bid a little, and nobody redoubles; three play, one against two.
    {"sides": ["N", "S"], "deck": {"cards_each": 4}, "score": {"bids": [20, 30], "multipliers": [1, 2]}},
    {"sides": ["N", "EW"], "deck": {"cards_each": 4}, "score": {"bids": [20], "multipliers": [1]}},
    {"sides": ["EW", "NS"], "turn": "clockwise", "score": {"bids": [90, 250], "multipliers": [1, 2, 4]}},
]


def own_games() -> list[Rules]:
    return [Rules.from_dict({"name": "own", **facts}, parent=find_variant("contree")) for facts in OWN]


ALL = [*map(find_variant, GAMES), find_variant("belote").override({"second_turn": "any_suit"}), *own_games()]


def test_every_game_with_calls_of_its_own_is_walked() -> None:
    kinds = {rules.auction.value for rules in ALL}
    assert kinds == {"bids", "turned_up", "dealer_must", "first_must", "proposal"}
    assert [name for name in VARIANTS if name not in GAMES] == [
        "quadrette", "california_jack", "whist", "bridge",
    ]  # fmt: skip


def all_calls(rules: Rules) -> list[str]:
    words = ["pass", "take", "double", "redouble", "propose", "refuse", "accept"]
    bids = [f"{'capot' if bid == 250 else bid}{trump}" for bid in rules.bids for trump in rules.trumps]
    takes = [f"take{trump}" for trump in rules.trumps]
    known = [call for call in (*words, *takes, *rules.trumps, *bids) if parse_game_call(call, rules) == call]
    assert len(known) == len(set(known))
    return known


def held(auction: Auction, told: Told) -> None:
    assert auction.to_call == told.to_call
    assert set(auction.calls()) == told.calls
    assert len(auction.calls()) == len(told.calls)
    assert auction.is_over == (told.to_call is None)
    found = {key: auction.parts[key] for key in told.contract}
    assert found == told.contract
    assert auction.is_thrown_in == (auction.is_over and not told.contract)
    if auction.is_over and "trump" in told.contract:
        contract = auction.contract
        assert contract is not None
        assert {key: getattr(contract, key) for key in told.contract} == told.contract
    elif not auction.is_over:
        assert auction.contract is None


@pytest.mark.by_day(2)
@pytest.mark.parametrize("number", range(len(ALL)))
@given(data=st.data())
def test_walks_are_those_of_the_second_teller(number: int, data: st.DataObject) -> None:
    rules = ALL[number]
    dealer = data.draw(st.sampled_from(rules.players))
    first = data.draw(st.sampled_from([None, *rules.deck]))
    others = [card for card in rules.deck if first is None or card.suit != first.suit]
    later: Card | None = data.draw(st.sampled_from([None, *others]))
    if rules.second_turn.value == "any_suit":
        later = None
    auction, said = start_auction(rules, dealer, first, later=later), list[str]()
    suits = ["" if card is None else card.suit for card in (first, later)]
    known = all_calls(rules)
    while True:
        told = tell(rules, dealer, said, *suits)
        held(auction, told)
        if told.to_call is None:
            break
        # A call of the game that may not be made is refused, and changes nothing.
        call = data.draw(st.sampled_from(known))
        if call not in told.calls and not means_another(call, told):
            with pytest.raises(PositionError):
                auction.call(call)
            assert auction.said == tuple(said)
        call = data.draw(
            st.sampled_from(["pass", *sorted(told.calls)] if "pass" in told.calls else sorted(told.calls))
        )
        assert parse_game_call(format_game_call(call, rules, "fr"), rules, "fr") == call
        auction = auction.call(call)
        said.append(call)
        assert list(auction.said) == said


def means_another(call: str, told: Told) -> bool:
    """True for a way to say a call that is not its usual one: take with or without its suit."""
    return call.startswith("take") and any(one.startswith("take") for one in told.calls)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_what_is_too_much_is_refused(rules: Rules) -> None:
    auction = start_auction(rules, rules.players[0])
    while not auction.is_over:
        auction = auction.call(auction.calls()[0])
    with pytest.raises(PositionError, match="is too much: the auction is over"):
        auction.call("pass").call("pass").call("pass").call("pass")
