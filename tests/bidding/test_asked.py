"""What the request of a table may hold, and what is refused of it and where; nonsense is only refused."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver import VARIANTS, Limit, SolverError, TableDeal, find_variant, format_card, parse_card, tabulate
from solver.game.keys import BRIDGE_KEYS
from tests.bidding.test_table import BELOTE, nine_cards, short_request
from tests.support.positions import JSON_VALUES, requests
from tests.support.samples import sample_log


def faults_of(body: object) -> dict[str, str]:
    with pytest.raises(SolverError) as refused:
        TableDeal.from_dict(body)
    return {fault.pointer: fault.detail for fault in refused.value.faults}


@pytest.mark.parametrize(
    ("changes", "pointer", "said"),
    [
        ({"turned_up": "CX"}, "/turned_up", "CX"),
        ({"turned_up": "DK"}, "/stock/0", "DK is there twice"),
        ({"turned_up": 7}, "/turned_up", "7"),
        ({"stock": BELOTE["stock"][:-1]}, "/stock", "10 cards, not 11"),
        ({"stock": [*BELOTE["stock"][:-1], "HA"]}, "/stock/10", "HA is there twice"),
        ({"stock": "S7"}, "/stock", "not a list of cards"),
        (
            {"deal": BELOTE["deal"] | {"N": "-.A.Q.AK"}},
            "/deal/N",
            "N has 4 cards; before the auction each has 5",
        ),
        ({"dealer": None}, "/dealer", "neither dealer nor leader"),
        ({"dealer": "Q"}, "/dealer", "'Q'"),
        ({"contract": {"trump": "H"}}, "/contract", "still to come"),
        ({"plays": ["HA"]}, "/plays", "still to come"),
        ({"plays": 0}, "/plays", "still to come"),
        ({"leader": ""}, "/leader", "still to come"),
        ({"contract": ""}, "/contract", "still to come"),
        ({"left_over": False}, "/left_over", "still to come"),
        ({"vulnerable": "NS"}, "/vulnerable", "knows no vulnerability"),
        ({"variant": "contree"}, "/turned_up", "contree has no turned_up"),
        ({"variant": "bleote"}, "/variant", "bleote"),
        ({"rules": {"ruff": "never"}}, "/rules/ruff", "never"),
        ({"colour": "H"}, "/colour", "no field 'colour' here; there are variant, rules"),
        ({"cards": "best"}, "/cards", "tags, tables, limit, notation, id and players"),
    ],
)
def test_faults_of_a_dealt_part(changes: dict[str, Any], pointer: str, said: str) -> None:
    found = faults_of({**BELOTE, **changes})
    assert said in found[pointer], found


def log_of(sample: str, **changes: object) -> dict[str, Any]:
    """The log of that name, with other fields; None leaves one out."""
    log = sample_log(sample)
    return {key: value for key, value in {**log, **changes}.items() if value is not None}


@pytest.mark.parametrize(
    "log",
    [
        log_of("auctions/contree"),
        log_of("auctions/contree", plays=None),
        log_of("auctions/contree", plays=None, auction=["80S"]),
        log_of("auctions/contree", plays=None, auction=["pass"] * 4),
        log_of("valet_de_trefle", contract=None, auction=["pass", "D"]),
        log_of("valet_de_trefle", auction=["pass", "D"]),
        log_of("bridge", contract=None, auction=["Pass", "4S", "Pass", "Pass", "Pass"]),
        log_of("auctions/belote"),
        log_of("auctions/belote", plays=None),
        # The card that was taken, and with it the trumps, need not be known.
        log_of("belote", contract=None, plays=None, auction=["take"]),
        log_of("all_fours", contract=None, plays=None, auction=["take"]),
    ],
)
def test_a_log_with_its_auction_has_the_table_of_its_deal(log: dict[str, Any]) -> None:
    told = TableDeal.from_dict(log)
    bare = {key: value for key, value in log.items() if key not in ("auction", "contract", "plays", "leader")}
    assert told == TableDeal.from_dict(bare)


@pytest.mark.parametrize(
    ("log", "found"),
    [
        (
            log_of("auctions/contree", auction=["zz"]),
            {
                "/auction/0": "'zz' is not a call of contree; its calls are as pass, 80S, capotS, double or "
                "redouble"
            },
        ),
        (
            log_of("auctions/contree", auction=["80S", "80S"], plays=None),
            {"/auction/1": "80S by E is not above 80S"},
        ),
        (
            log_of("auctions/contree", auction=["80S"]),
            {"/contract": "the contract is missing, and the auction is not over"},
        ),
        (
            log_of("bridge", contract=None, plays=None, auction=["4S", "9Z"]),
            {"/auction/1": "'9Z' is not a call; a call is a bid, as 1H or 3NT, Pass, X or XX"},
        ),
        (
            log_of("auctions/contree", contract={"trump": "S"}, plays=None),
            {"/contract/trump": "trump is S, but the auction ends in H"},
        ),
        (
            log_of("quadrette", contract=None, plays=None, auction=["80S"]),
            {"/auction": "quadrette has no auction that a log could tell"},
        ),
        (
            log_of("auctions/belote", auction=["80S"]),
            {"/auction/0": "'80S' is not a call of belote; its calls are as pass, take or takeS"},
        ),
        (
            log_of("auctions/contree", dealer=None, plays=None),
            {"/dealer": "there is no dealer; who made which call hangs on it"},
        ),
        (
            log_of("auctions/belote", dealer=None),
            {"/dealer": "there is neither dealer nor leader; who leads first depends on them"},
        ),
        (
            log_of("auctions/belote", auction=["pass"]),
            {"/auction": "nobody has taken yet; who is dealt which of the cards left hangs on that"},
        ),
        (
            log_of("auctions/belote", plays=["SK", "HT"]),
            {"/plays/1": "HT revokes: S holds S9, must follow spades; playable: S9 S8"},
        ),
    ],
)
def test_a_faulty_auction_is_told(log: dict[str, Any], found: dict[str, str]) -> None:
    assert faults_of(log) == found


@pytest.mark.parametrize("game", VARIANTS)
def test_no_plays_yet_is_the_same_as_none_said(game: str) -> None:
    body = short_request(5, game)
    if not find_variant(game).has_taker or game in ("bridge", "valet_de_trefle"):
        del body["dealer"]
    asked = TableDeal.from_dict(body)
    assert TableDeal.from_dict({**body, "plays": [], "contract": None, "stock": body.get("stock")}) == asked
    assert (asked.dealer, asked.leader) == (body.get("dealer"), asked.leader if "dealer" in body else None)


def test_faults_of_other_tables() -> None:
    nine = nine_cards(1, 9)
    short = {**nine, "deal": {**nine["deal"], "S": nine["deal"]["S"][:-1]}}
    assert faults_of(short) == {"/deal/S": "S has 8 cards; after a redeal each has 9"}
    assert "still to come" in faults_of({**nine, "plays": ["HA"]})["/plays"]
    assert "still to come" in faults_of({**nine, "plays": 0})["/plays"]
    found = faults_of({**nine, "stock": ["SA"]})
    assert found["/stock"] == "the stock has 1 card; in little it has no cards"
    assert "not a list of cards" in faults_of({**nine, "left_over": "SA"})["/left_over"]
    bridge = {"variant": "bridge", "deal": "N:A.-.-.- K.-.-.- Q.-.-.- J.-.-.-"}
    assert TableDeal.from_dict(bridge | {"vulnerable": "both"}).vulnerable == "both"
    assert "none, NS, EW or both" in faults_of(bridge | {"vulnerable": "all"})["/vulnerable"]
    assert "/vulnerable" in faults_of(bridge | {"vulnerable": ["NS"]})
    assert "/dealer" in faults_of(
        {"variant": "belote", "deal": "N:A... K... Q... J...", "rules": {"short_deals": True}}
    )
    assert "" in faults_of([])


@pytest.mark.parametrize(
    "changes",
    [
        {"result": "fr"},
        {"comments": -1},
        {"tags": 1.5},
        {"board": []},
        {"tables": 0},
    ],
)
@pytest.mark.parametrize("game", ["belote", "bridge", "contree", "all_fours", "nine", "five"])
def test_what_a_log_says_besides_is_checked_as_in_logs(game: str, changes: dict[str, Any]) -> None:
    dealt = {"nine": nine_cards(1, 9), "five": BELOTE}
    body = dealt.get(game) or {**log_of(game), **dict.fromkeys(BRIDGE_KEYS)}
    TableDeal.from_dict(body)
    with pytest.raises(SolverError) as refused:
        TableDeal.from_dict({**body, **changes})
    (key,) = changes
    assert {fault.pointer for fault in refused.value.faults} == {f"/{key}"}


def test_a_bare_auction_goes_with_no_plays_and_not_with_what_is_none() -> None:
    log = {**log_of("bridge", contract=None, plays=None), **dict.fromkeys(BRIDGE_KEYS), "auction": ["1H"]}
    TableDeal.from_dict(log)
    TableDeal.from_dict({**log, "plays": []})
    assert faults_of({**log, "plays": 0})


def test_turned_up_and_redeal_in_french() -> None:
    body = {
        "variant": "belote",
        "notation": "fr",
        "dealer": "N",
        "deal": {"N": "-.A.D.ARV", "E": "DV.87.-.7", "S": "8.10.107.9", "W": "A.9.98.8"},
        "turned_up": "TD",
        "stock": ["KR", "CV", "CD", "T10", "PR", "P9", "P10", "P7", "KA", "CR", "KV"],
    }
    assert TableDeal.from_dict(body).deal == TableDeal.from_dict(BELOTE).deal
    assert tabulate(body).to_dict("fr")["turned_up"] == "TD"


IN_FRENCH = 'the cards cannot be read in English letters, but in French ones: say "notation": "fr"'


@pytest.mark.parametrize("game", ["belote", "contree", "bridge", "all_fours", "auctions/belote"])
def test_a_french_deal_that_is_not_said_to_be_french_is_one_fault(game: str) -> None:
    log = sample_log(game)
    known = ("variant", "dealer", "deal", "turned_up", "stock")
    in_french = _in_french({key: log[key] for key in known if key in log})
    assert faults_of(in_french) == {"/notation": IN_FRENCH}
    TableDeal.from_dict(in_french | {"notation": "fr"})


def _in_french(body: dict[str, Any]) -> dict[str, Any]:
    """Write hands, a card turned up and a stock in French letters."""
    ranks = str.maketrans({"K": "R", "Q": "D", "J": "V", "T": "10"})
    written = body | {"deal": {seat: hand.translate(ranks) for seat, hand in body["deal"].items()}}
    if "stock" in body:
        written["turned_up"], *written["stock"] = (
            format_card(parse_card(card), "fr") for card in (body["turned_up"], *body["stock"])
        )
    return written


@pytest.mark.parametrize("rules", [{"ruf": "free"}, {"ruff": "never"}, 100])
@pytest.mark.parametrize("game", ["contree", "bridge", "all_fours"])
def test_faulty_rules_are_no_reason_to_ask_for_a_trump(game: str, rules: object) -> None:
    log = sample_log(game)
    body = {key: log[key] for key in ("variant", "dealer", "deal")} | {"rules": rules}
    assert all(pointer.startswith("/rules") for pointer in faults_of(body))
    assert "/contract/trump" in faults_of(body | {"contract": {"taker": "N"}})


@pytest.mark.slow
@given(
    st.dictionaries(
        st.sampled_from(
            (
                *("deal", "stock", "turned_up", "dealer", "vulnerable", "contract", "plays", "variant"),
                *("leader", "left_over", *BRIDGE_KEYS),
            )
        ),
        JSON_VALUES,
    ),
    st.booleans(),
)
def test_nothing_but_a_refusal_comes_of_nonsense(changes: dict[str, Any], is_redeal: bool) -> None:
    body = nine_cards(2, 9) if is_redeal else BELOTE
    with suppress(SolverError):
        tabulate({**body, **changes}, Limit(nodes=200))


@pytest.mark.slow
@given(requests())
def test_the_request_of_any_position_has_a_table(body: dict[str, Any]) -> None:
    table = tabulate(body, Limit(nodes=2_000))
    assert json.loads(json.dumps(table.to_dict()))["variant"] == table.asked.rules.name


def test_a_log_may_say_what_card_was_turned_up_and_what_was_left_over() -> None:
    log = sample_log("belote")
    taker = log["contract"]["taker"]
    own = TableDeal.from_dict(log).deal.hands[taker][0]
    asked = TableDeal.from_dict({**log, "turned_up": str(own)})
    assert asked == TableDeal.from_dict(log)
    assert TableDeal.from_dict({**log, "turned_up": str(own), "deal": None}) == asked
    assert "/turned_up" in faults_of({**log, "turned_up": "XX"})
    quadrette = sample_log("quadrette")
    dealt = set(TableDeal.from_dict(quadrette).deal.cards())
    left_over = [str(card) for card in find_variant("quadrette").deck if card not in dealt]
    assert TableDeal.from_dict({**quadrette, "left_over": left_over}) == TableDeal.from_dict(quadrette)
    wrong = faults_of({**quadrette, "left_over": [*left_over[:-1], str(next(iter(dealt)))]})
    assert "was dealt to" in wrong["/left_over/7"]


def test_a_redeal_may_say_its_trumps_by_the_card_turned_up() -> None:
    body = {key: value for key, value in nine_cards(2, 9).items() if key != "contract"}
    out = {card for hand in body["deal"].values() for card in hand}
    turned_up = next(f"D{rank}" for rank in "AKQJT98765432" if f"D{rank}" not in out)
    assert TableDeal.from_dict({**body, "turned_up": turned_up}).trump == "D"


@pytest.mark.parametrize("stated", [{}, {"contract": {"trump": "S"}}, {"contract": {}}])
def test_the_calls_before_a_redeal_are_checked(stated: dict[str, Any]) -> None:
    body = {key: value for key, value in nine_cards(2, 9).items() if key != "contract"}
    for calls in (None, [], ["propose"], ["propose", "accept"]):
        TableDeal.from_dict({**body, "contract": {"trump": "S"}, "auction": calls})
    assert "not a list of calls" in faults_of({**body, **stated, "auction": "propose"})["/auction"]
    assert "is not a call" in faults_of({**body, **stated, "auction": ["propose", "foo"]})["/auction/1"]
    assert "is too much" in faults_of({**body, **stated, "auction": ["take", "take"]})["/auction/1"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"result": 5}, "the result is 5, but the cards played bring E 10 tricks"),
        (
            {"contract": None, "auction": ["Pass", "4S", "Pass", "Pass", "Pass"], "result": 5},
            "bring E 10 tricks",
        ),
        ({"result": 14}, "result is 14; it must be the tricks of the declarer's side, 0 to 13"),
        ({"result": "x"}, "result is 'x'; it must be the tricks of the declarer's side, 0 to 13"),
    ],
)
def test_the_result_of_a_log_is_that_of_its_cards(changes: dict[str, Any], said: str) -> None:
    right = TableDeal.from_dict(log_of("bridge", **{**changes, "result": 10}))
    assert right == TableDeal.from_dict(log_of("bridge", **{**changes, "result": None}))
    assert TableDeal.from_dict(log_of("bridge", contract=None, plays=None, result=5)).deal == right.deal
    with pytest.raises(SolverError) as refused:
        TableDeal.from_dict(log_of("bridge", **changes))
    [fault] = refused.value.faults
    assert fault.pointer == "/result"
    assert said in fault.detail
