"""Logs that state their auction: it stands for the contract, and every fault of it is told at its place."""

from typing import Any

import pytest

from solver import Log, SolverError
from solver.game.auctions.words import format_game_call, parse_game_call
from solver.rules.variants import find_variant
from tests.support.samples import sample_log

CALLS = ["80S", "pass", "100H", "110C", "pass", "pass", "120H", "double", "pass", "pass", "pass"]
CONTREE = sample_log("contree") | {"auction": CALLS}


def contree(**changed: object) -> dict[str, Any]:
    """The sample with other fields; None leaves one out."""
    return {key: value for key, value in {**CONTREE, **changed}.items() if value is not None}


def faults_of(body: object) -> list[tuple[str, str]]:
    with pytest.raises(SolverError) as refused:
        Log.from_dict(body)
    return [(fault.pointer, fault.detail) for fault in refused.value.faults]


def contract_of(body: object) -> dict[str, Any]:
    return Log.from_dict(body).deals[0].position.contract.to_dict()


@pytest.mark.parametrize("contract", [None, {"trump": "H"}, {"bid": 120, "taker": "n"}, CONTREE["contract"]])
def test_an_auction_that_is_over_stands_for_the_contract(contract: object) -> None:
    log = Log.from_dict(contree(contract=contract))
    position = log.deals[0].position
    assert position.contract.to_dict() == {"trump": "H", "taker": "N", "bid": 120, "multiplier": 2}
    assert log.deals[0].auction == tuple(CALLS)
    assert log.deals[0].bidding is not None
    assert log.deals[0].bidding.contract == position.contract
    assert position == Log.from_dict(contree(auction=None)).deals[0].position


def test_the_dealer_may_be_told_by_the_leader() -> None:
    assert contract_of(contree(dealer=None, leader="S", contract=None)) == CONTREE["contract"]


def test_an_auction_that_is_not_over_needs_the_contract() -> None:
    assert contract_of(contree(auction=["80S"])) == CONTREE["contract"]
    assert faults_of(contree(auction=["80S"], contract=None)) == [
        ("/contract", "the contract is missing, and the auction is not over")
    ]
    assert faults_of(contree(auction=[], contract=None)) == [
        ("/contract", "the contract is missing, and the auction is not over")
    ]


@pytest.mark.parametrize(
    ("calls", "why"),
    [
        (["130S"], "130S stands"),
        (["80S", "pass", "120S"], "120S stands"),
        (["80S", "double"], "80S is doubled"),
        (["80S", "pass", "120H", "double", "redouble"], None),
        (["80S", "pass", "120H", "double"], None),
        (["80S", "pass", "120H"], None),
        (["80S", "pass"], None),
        (["pass"], None),
    ],
)
def test_one_that_is_not_over_can_still_come_to_the_contract(calls: list[str], why: str | None) -> None:
    """The contract is 120 hearts by north, doubled; a redouble ends the auction, and contradicts it."""
    log = contree(auction=calls)
    if why is not None:
        said = f"the auction cannot come to that contract any more: {why}"
        assert faults_of(log) == [("/contract", said)]
    elif "redouble" in calls:
        assert faults_of(log) == [("/contract/multiplier", "multiplier is 2, but the auction ends in 4")]
    else:
        assert contract_of(log) == CONTREE["contract"]


@pytest.mark.parametrize(
    ("n_passes", "pointer", "said"),
    [
        (1, "/contract", "the contract is missing, and the auction is not over"),
        (3, "/contract", "the contract is missing, and the auction is not over"),
        (
            4,
            "/auction",
            "a deal that was thrown in has nothing to judge; it can stand among the deals of a match",
        ),
        (5, "/auction/4", "pass is too much: the auction is over"),
    ],
)
def test_only_as_many_passes_as_it_takes_throw_in_a_deal(n_passes: int, pointer: str, said: str) -> None:
    assert faults_of(contree(auction=["pass"] * n_passes, contract=None)) == [(pointer, said)]


def test_a_call_against_the_rules_is_told_beside_those_that_cannot_be_read() -> None:
    found = faults_of(contree(auction=["90S", "80H", "80D", "foo", "80H", "bar"]))
    assert [pointer for pointer, _ in found] == ["/auction/1", "/auction/3", "/auction/5"]
    assert found[0][1] == "80H by E is not above 90S"


def test_the_calls_named_as_examples_are_of_all_kinds_of_trumps() -> None:
    (fault,) = faults_of(sample_log("coinche") | {"auction": ["foo"], "contract": None})
    assert fault[1].endswith("its calls are as pass, 80S, 80NT, 80AT, capotS, double or redouble")


@pytest.mark.parametrize("flag", [0, 1, "", [], "no"])
def test_a_flag_that_is_none_is_refused(flag: object) -> None:
    ((pointer, said),) = faults_of({**CONTREE, "auction": None, "passed_out": flag})
    assert (pointer, said.partition(" is ")[0]) == ("/passed_out", "passed_out")


@pytest.mark.parametrize(
    ("contract", "pointer", "said"),
    [
        ({"trump": "S"}, "/contract/trump", "trump is S, but the auction ends in H"),
        ({"taker": "E"}, "/contract/taker", "taker is E, but the auction ends in N"),
        ({"bid": 80}, "/contract/bid", "bid is 80, but the auction ends in 120"),
        ({"multiplier": 1}, "/contract/multiplier", "multiplier is 1, but the auction ends in 2"),
        ({"trump": "NT"}, "/contract/trump", "contree is not played with trump NT; it can be S, H, D or C"),
    ],
)
def test_one_that_contradicts_the_contract_is_a_fault(contract: object, pointer: str, said: str) -> None:
    assert faults_of(contree(contract=contract)) == [(pointer, said)]


@pytest.mark.parametrize(
    ("multipliers", "known"),
    [([1], "pass, 80S or capotS"), ([1, 2], "pass, 80S, capotS or double")],
)
def test_only_the_doubles_that_a_game_has_are_named(multipliers: list[int], known: str) -> None:
    club = {"name": "club", "extends": "contree", "score": {"multipliers": multipliers}}
    said = f"'85H' is not a call of club; its calls are as {known}"
    assert faults_of(contree(variant=club, auction=["85H"], contract=None)) == [("/auction/0", said)]


@pytest.mark.parametrize(
    ("calls", "pointer", "said"),
    [
        ("pass", "/auction", '\'pass\' is not a list of calls; write them as ["pass", "80S"]'),
        (["pass"] * 320, "/auction", "there are 320 calls; no auction has more than 319"),
        (
            ["85H"],
            "/auction/0",
            "'85H' is not a call of contree; its calls are as pass, 80S, capotS, double or redouble",
        ),
        (["80NT"], "/auction/0", "'80NT' is not a call of contree"),
        ([{"call": "80S"}], "/auction/0", "an object is not a call of contree"),
        (["80S", "80H"], "/auction/1", "80H by E is not above 80S"),
        (["capotS", "capotH"], "/auction/1", "capotH by E is not above capotS"),
        (["redouble"], "/auction/0", "S cannot say redouble: nobody has bid"),
        (["double"], "/auction/0", "S cannot say double: nobody has bid"),
        (
            ["80S", "redouble"],
            "/auction/1",
            "E cannot say redouble: the last bid was not made by the own side",
        ),
        (["80S", "pass", "redouble"], "/auction/2", "N cannot say redouble: nobody has doubled the bid"),
        (
            ["80S", "pass", "double"],
            "/auction/2",
            "N cannot say double: the last bid was not made by the opponents",
        ),
        (
            ["80S", "double", "pass", "double"],
            "/auction/3",
            "W cannot say double: the bid is doubled already",
        ),
        (
            ["80S", "double", "90S"],
            "/auction/2",
            "N cannot say 90S: a double closes the bidding but for a redouble",
        ),
        (
            ["80S", "double", "redouble", "pass", "redouble"],
            "/auction/4",
            "redouble is too much: the auction is over",
        ),
        (["80S", *["pass"] * 4], "/auction/4", "pass is too much: the auction is over"),
        (["pass"] * 4, "/auction", "everybody has passed; there is nothing to play"),
        (["pass"] * 5, "/auction/4", "pass is too much: the auction is over"),
    ],
)
def test_each_fault_of_a_call_is_told_at_its_place(calls: object, pointer: str, said: str) -> None:
    ((found, detail),) = faults_of(contree(auction=calls))
    assert (found, detail[: len(said)]) == (pointer, said)


def test_without_a_dealer_nobody_knows_who_called() -> None:
    assert ("/dealer", "there is no dealer; who made which call hangs on it") in faults_of(
        contree(dealer=None)
    )
    ((pointer, _),) = faults_of(contree(dealer="Q"))
    assert pointer == "/dealer"


def test_passes_that_change_nothing_may_be_left_out() -> None:
    redoubled = ["80S", "double", "redouble"]
    for more in range(4):
        log = contree(auction=[*redoubled, *["pass"] * more], contract=None, plays=None)
        assert contract_of(log) == {"trump": "S", "taker": "S", "bid": 80, "multiplier": 4}


def test_french_words_are_read_and_faults_told_in_them() -> None:
    said = ["80 à pique", "Passe", "100 cœur", "110 ♣", "je passe", "p", "120c", "Je contre", *["passe"] * 3]
    hands = {"N": "AD10.RV10.A9.-", "E": "87.A98.D10.7", "S": "RV9.7.R.R109", "W": "-.D.V87.ADV8"}
    french = contree(notation="fr", auction=said, deal=hands, plays=[], contract={"trump": "C"})
    log = Log.from_dict(french)
    assert log.deals[0].auction == tuple(CALLS)
    wrong = faults_of(french | {"auction": ["80P", "80K"]})
    assert wrong == [("/auction/1", "80K by E is not above 80P")]
    wrong = faults_of(french | {"auction": ["80P", "contre", "90P"]})
    assert wrong[0][1].startswith("N cannot say 90P: ")


@pytest.mark.parametrize(
    ("game", "text", "notation", "call"),
    [
        ("contree", "CAPOT trèfle", "en", "capotC"),
        ("contree", "80 piques", "fr", "80S"),
        ("coinche", "90 cœurs", "fr", "90H"),
        ("contree", "100 Carreaux", "en", "100D"),
        ("belote", "je prends à trèfles", "fr", "takeC"),
        ("valet_de_trefle", "piques", "fr", "S"),
        ("contree", "250 K", "fr", "capotD"),
        ("contree", "surcontré", "en", "redouble"),
        ("contree", "80", "en", None),
        ("contree", "100P", "en", None),
        ("contree", 80, "en", None),
        ("contree", "x" * 50, "en", None),
        ("coinche", "100 sans-atout", "en", "100NT"),
        ("coinche", "100SA", "fr", "100NT"),
        ("coinche", "100 à tout atout", "fr", "100AT"),
        ("coinche", "surcoinche", "fr", "redouble"),
        ("belote", "Je prends à cœur", "fr", "takeH"),
        ("belote", "take ♠", "en", "takeS"),
        ("belote", "take", "en", "take"),
        ("belote", "80S", "en", None),
        ("valet_de_trefle", "P", "fr", "S"),
        ("valet_de_trefle", "P", "en", "pass"),
        ("valet_de_trefle", "carreau", "fr", "D"),
        ("all_fours", "j'accepte", "fr", "accept"),
        ("bridge", "passe", "fr", "Pass"),
        ("bridge", "3N", "fr", "3NT"),
        ("whist", "pass", "en", None),
    ],
)
def test_calls_are_read_as_players_say_them(game: str, text: object, notation: Any, call: str | None) -> None:
    assert parse_game_call(text, find_variant(game), notation) == call


@pytest.mark.parametrize(
    ("game", "call", "french"),
    [
        ("contree", "capotD", "capotK"),
        ("contree", "double", "contre"),
        ("contree", "redouble", "surcontre"),
        ("coinche", "double", "coinche"),
        ("coinche", "redouble", "surcoinche"),
        ("coinche", "110NT", "110SA"),
        ("belote", "take", "je prends"),
        ("belote", "takeS", "je prends P"),
        ("klaverjas", "H", "C"),
        ("all_fours", "propose", "je propose"),
        ("bridge", "Pass", "Pass"),
    ],
)
def test_calls_are_written_in_french(game: str, call: str, french: str) -> None:
    rules = find_variant(game)
    assert format_game_call(call, rules, "fr") == french
    assert format_game_call(call, rules) == call


def test_games_without_an_auction_say_so() -> None:
    log = sample_log("whist") | {"auction": ["pass"]}
    assert faults_of(log) == [("/auction", "whist has no auction that a log could tell")]
