"""Addresses of analyses: they hang on what a log says, and not on how it says it."""

import json
import random
import re
from typing import Any

import pytest

from api.store.addresses import ID_PATTERN, address_of, canonical_log
from solver import VARIANTS, BridgeScoring, Log, Position, Sampling, find_variant
from tests.support.command_line import ROOT
from tests.support.service import make_body

BELOTE: dict[str, Any] = json.loads((ROOT / "samples" / "belote.json").read_text(encoding="utf-8"))


def address(body: dict[str, Any], fair: Sampling | None = None) -> str:
    return address_of(canonical_log(Log.from_dict(body), fair))


def test_an_address_is_the_same_for_ever() -> None:
    # Not what it happens to be today: who changes this number breaks every address that was ever given.
    assert address(BELOTE) == "ardcjyzylmt3acdf2ajvyz3uwjla6jtf"
    assert re.fullmatch(ID_PATTERN, address(BELOTE))


@pytest.mark.parametrize(
    ("variant", "at"),
    [
        ("belote", "bo27yben2vd5gppfivh5rik6tov7rcbj"),
        ("coinche", "rxpxrrnygcgczf3jbi6czuy23tfpltoo"),
        ("bridge", "g6qxpl3ljugzxaur2e3qfww5flpnxmtd"),
    ],
)
def test_so_is_that_of_a_game_of_ones_own(variant: str, at: str) -> None:
    body = make_body(variant, n_plays=5) | {"variant": {"name": "club", "extends": variant}}
    assert address(body) == at


def test_calls_asked_for_make_another_address_by_the_hands_at_the_auction() -> None:
    log = json.loads((ROOT / "samples" / "auctions" / "belote.json").read_text(encoding="utf-8"))
    sampling = Sampling.of_calls(None)
    asked = canonical_log(Log.from_dict(log), None, calls=sampling)
    assert address_of(asked) != address(log)
    position = Log.from_dict(log).deals[0].position.to_dict()
    as_played = {key: value for key, value in log.items() if key != "stock"} | {"deal": position["deal"]}
    assert address(as_played) == address(log)
    assert address_of(canonical_log(Log.from_dict(as_played), None, calls=sampling)) != address_of(asked)


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_log_has_one_address_however_it_is_written(variant: str) -> None:
    body = make_body(variant, seed=3, n_plays=9)
    position = Position.from_dict(body)
    chance = random.Random(5)
    shuffled = {seat: chance.sample(hand, len(hand)) for seat, hand in body["deal"].items()}
    rules = find_variant(variant)
    written = [
        {**body, "deal": shuffled},
        {**body, "deal": {seat: [card.lower() for card in hand] for seat, hand in body["deal"].items()}},
        position.to_dict(),
        {**body, "leader": position.first_leader},
        {**body, "limit": {"time_ms": 5}, "players": None},
        {key: body[key] for key in reversed(body)},
        {**body, "rules": {**body.get("rules", {}), "overruff": rules.overruff.value}},
    ]
    if set("".join(map(str, rules.deck))) <= set("SHDCAKQJT9876"):
        written.append(position.to_dict("fr"))
    assert {address(one) for one in written} == {address(body)}


@pytest.mark.parametrize(
    "change",
    [
        {"plays": BELOTE["plays"][:-1]},
        {"id": "another"},
        {"players": {"N": "Zoé"}},
        {"partial": True},
        {"rules": {"overruff": "free"}},
        {"contract": {**BELOTE["contract"], "taker": "N"}},
        {"contract": {**BELOTE["contract"], "turned_up": "HJ"}},
        {"deals": [{key: BELOTE[key] for key in ("dealer", "deal", "contract", "plays")}]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_another_log_has_another_address(change: dict[str, Any]) -> None:
    kept = set() if "deals" not in change else {"dealer", "deal", "contract", "plays"}
    body = {key: value for key, value in BELOTE.items() if key not in kept}
    assert address({**body, **change}) != address(BELOTE)


def test_the_card_refused_belongs_to_the_address() -> None:
    log = {key: value for key, value in BELOTE.items() if key != "contract"}
    log["auction"] = ["pass"] * 7 + ["takeH"]
    assert len({address(log | {"turned_up": card}) for card in ("ST", "S9", None)}) == 3


def test_the_fair_verdict_asked_for_belongs_to_the_address() -> None:
    asked = [None, Sampling(), Sampling(samples=50), Sampling(seed=1), Sampling(plays="all")]
    assert len({address(BELOTE, fair) for fair in asked}) == len(asked)


def test_the_scoring_belongs_to_the_address_of_bridge_alone() -> None:
    for variant, n_addresses in (("bridge", 3), ("belote", 1)):
        log = Log.from_dict(json.loads((ROOT / "samples" / f"{variant}.json").read_text()))
        contents = [canonical_log(log, None, scoring) for scoring in BridgeScoring]
        assert len({address_of(content) for content in contents}) == n_addresses
        assert contents[0] == canonical_log(log, None)


def test_the_tricks_that_a_claim_agrees_on_belong_to_the_address() -> None:
    played = json.loads((ROOT / "samples" / "bridge.json").read_text())
    open_ = {key: value for key, value in played.items() if key != "result"} | {"plays": played["plays"][:24]}
    claims = [open_, *({**open_, "result": tricks} for tricks in (8, 9, 10))]
    assert len({address(body) for body in claims}) == len(claims)
    # Of a game that was played out the cards say it.
    assert address(played) == address({**played, "result": None})


def test_rules_of_ones_own_that_are_those_of_a_game_are_that_game() -> None:
    own = find_variant("belote").to_dict()
    assert address({**BELOTE, "variant": own}) == address(BELOTE)
    renamed = {**own, "name": "ours", "title": "Ours"}
    assert address({**BELOTE, "variant": renamed}) != address(BELOTE)
    described = {**renamed, "description": "On Fridays.", "aliases": ["fridays"]}
    assert address({**BELOTE, "variant": described}) == address({**BELOTE, "variant": renamed})
    # The page of the analysis shows the title.
    titled = {**renamed, "title": "What we play"}
    assert address({**BELOTE, "variant": titled}) != address({**BELOTE, "variant": renamed})


def test_a_log_that_goes_wrong_has_an_address_by_what_is_wrong() -> None:
    sound = {**BELOTE, "partial": True, "plays": BELOTE["plays"][:6]}
    wrong = [{**sound, "plays": [*sound["plays"], card]} for card in ("HT", "SA", "XX")]
    assert len({address(body) for body in (*wrong, sound)}) == 4
    # As that of a log without faults, it is for ever.
    assert address(wrong[0]) == "l5vdqev2opaubcew43xiv6cdzh2mao7l"
    # And it is the same in other letters.
    french = Position.from_dict({**BELOTE, "plays": BELOTE["plays"][:6]}).to_dict("fr")
    said = {key: BELOTE[key] for key in ("id", "players")} | {"partial": True}
    for card, english in zip(("C10", "PA", "XX"), wrong, strict=True):
        assert address({**french, **said, "plays": [*french["plays"], card]}) == address(english)


def test_cards_left_over_have_no_order() -> None:
    body = make_body("quadrette", n_plays=24)
    dealt = {card for hand in body["deal"].values() for card in hand}
    left = [str(card) for card in find_variant("quadrette").deck if str(card) not in dealt]
    there = {**body, "left_over": left}
    assert address(there) == address({**body, "left_over": left[::-1]}) != address(body)
