"""Logs of belote with their auction: the two turns, the cards turned up, and the rest dealt from the pack."""

from typing import Any

import pytest

from solver import Log, Position, SolverError, read_told_position
from solver.cards import parse_card
from solver.game.auctions.turns import TurnedUpAuction
from solver.game.notation import parse_deal
from solver.game.rest_dealt import with_rest_dealt
from solver.game.turned_up import auction_turns, deal_rest
from solver.rules.variants import find_variant
from tests.game.auctions.test_logs import faults_of
from tests.support.samples import sample_log

SAMPLE = sample_log("belote") | {"turned_up": "H9", "auction": ["pass", "pass", "pass", "take"]}
NO_TURN = ["pass"] * 4
ANY_SUIT = {"second_turn": "any_suit"}
FIVE_EACH: dict[str, Any] = {
    "variant": "belote",
    "dealer": "N",
    "deal": {"N": "-.A.Q.AKJ", "E": "QJ.87.-.7", "S": "8.T.T7.9", "W": "A.9.98.8"},
    "turned_up": "CQ",
    "stock": ["DK", "HJ", "HQ", "CT", "SK", "S9", "ST", "S7", "DA", "HK", "DJ"],
}
"""Five cards each, and the rest of the pack; the next card of another suit is its first."""


def belote(**changed: object) -> dict[str, Any]:
    """The sample, in which the dealer E takes the nine of hearts, with other fields; None leaves one out."""
    return {key: value for key, value in {**SAMPLE, **changed}.items() if value is not None}


def read(body: object) -> tuple[dict[str, Any], str, str]:
    """The contract of a log, and the cards turned up first and after it."""
    deal = Log.from_dict(body).deals[0]
    assert isinstance(deal.bidding, TurnedUpAuction)
    return deal.position.contract.to_dict(), str(deal.bidding.turned_up), str(deal.bidding.later)


def test_the_card_turned_up_tells_the_trumps_of_the_first_turn() -> None:
    contract = {"trump": "H", "taker": "E", "turned_up": "H9"}
    assert read(belote(contract=None)) == (contract, "H9", "None")
    assert read(belote()) == (contract, "H9", "None")
    without = belote(turned_up=None, contract={"trump": "H"})
    assert read(without) == ({"trump": "H", "taker": "E"}, "None", "None")


@pytest.mark.parametrize(
    ("changed", "contract", "first", "later"),
    [
        # Without a card; the one that was taken; the one refused, which another hand was dealt; both.
        ({"turned_up": None}, {}, "None", "None"),
        ({"turned_up": "HJ"}, {"turned_up": "HJ"}, "None", "HJ"),
        ({"turned_up": "S8"}, {}, "S8", "None"),
        ({"turned_up": "S8", "contract": {"turned_up": "HJ"}}, {"turned_up": "HJ"}, "S8", "HJ"),
        # Where the first card stays it is the taker's, whatever suit it is.
        ({"turned_up": "CK", "rules": ANY_SUIT}, {"turned_up": "CK"}, "CK", "None"),
    ],
)
def test_the_second_turn_names_the_trumps(
    changed: dict[str, Any], contract: dict[str, str], first: str, later: str
) -> None:
    log = belote(**{"auction": [*NO_TURN, "pass", "pass", "pass", "takeH"], "contract": None, **changed})
    assert read(log) == ({"trump": "H", "taker": "E", **contract}, first, later)


@pytest.mark.parametrize(
    ("changed", "pointer", "said"),
    [
        ({"contract": {"taker": "W"}}, "/contract/taker", "taker is W, but the auction ends in E"),
        ({"turned_up": "S7"}, "/contract/trump", "trump is H, but the auction ends in S"),
        (
            {"turned_up": None, "contract": None},
            "/turned_up",
            "the card turned up is missing, and the contract that would tell its suit",
        ),
        (
            {"auction": ["pass", "takeS"]},
            "/auction/1",
            "W cannot say takeS: in the first turn only the card turned up can be taken",
        ),
        (
            {"auction": [*NO_TURN, "takeH"], "rules": ANY_SUIT},
            "/auction/4",
            "S cannot say takeH: all have refused that suit in the first turn",
        ),
        (
            {"auction": [*NO_TURN, "take"], "turned_up": "S8"},
            "/auction/4",
            "S cannot say take: in the second turn whoever takes names the suit",
        ),
        (
            {"auction": [*NO_TURN, "takeS"], "turned_up": "C8", "contract": {"turned_up": "HJ"}},
            "/auction/4",
            "S cannot say takeS: the card turned up for the second turn is of another suit",
        ),
        (
            {"auction": [*NO_TURN, "takeH"], "turned_up": "H7", "contract": {"turned_up": "HJ"}},
            "/turned_up",
            "HJ was turned up after H7, and is of the same suit; another suit is turned up then",
        ),
        (
            {"auction": [*NO_TURN, *["pass"] * 3, "takeH"], "turned_up": "S2"},
            "/turned_up",
            "S2 is not in the deck of belote",
        ),
        (
            {"contract": {"turned_up": "HJ"}},
            "/turned_up",
            "the contract says that HJ was turned up; leave out one of the two",
        ),
        ({"auction": ["pass", "take", "pass"]}, "/auction/2", "pass is too much: the auction is over"),
        (
            {"auction": ["80H"]},
            "/auction/0",
            "'80H' is not a call of belote; its calls are as pass, take or ",
        ),
        ({"auction": ["pass"] * 8}, "/auction", "everybody has passed; there is nothing to play"),
        ({"turned_up": "ZZ"}, "/turned_up", "'ZZ' is not a card"),
    ],
)
def test_each_fault_is_told_at_its_place(changed: dict[str, Any], pointer: str, said: str) -> None:
    found = dict(faults_of(belote(**changed)))
    assert found[pointer].startswith(said), found


@pytest.mark.parametrize(
    ("calls", "taker", "card"),
    [
        (["take"], "E", "CQ"),
        (["pass", "pass", "pass", "take"], "N", "CQ"),
        ([*NO_TURN, "pass", "takeD"], "S", "DK"),
        ([*NO_TURN, "take"], "E", "DK"),
    ],
)
@pytest.mark.parametrize("rules", [{}, {"deal_rest": "packets"}])
def test_the_pack_tells_the_hands_that_are_played(
    calls: list[str], taker: str, card: str, rules: dict[str, str]
) -> None:
    log = FIVE_EACH | {"auction": calls, "rules": rules}
    contract, first, later = read(log)
    assert contract == {"trump": card[0], "taker": taker, "turned_up": card}
    assert (first, later) == ("CQ", "DK" if len(calls) > 4 else "None")
    position = Log.from_dict(log).deals[0].position
    game = find_variant("belote").override(rules)
    before, _ = parse_deal(FIVE_EACH["deal"], None, game, "en", [])
    turned_up, *pack = map(parse_card, ["CQ", *FIVE_EACH["stock"]])
    turn = auction_turns(game, turned_up, tuple(pack))[len(calls) > 4]
    assert deal_rest(game, "N", before.hands, turn, taker) == position.deal
    assert all(len(hand) == 8 for hand in position.deal.hands.values())


def test_a_second_turn_of_the_first_card_deals_its_own_rest() -> None:
    log = FIVE_EACH | {"auction": [*NO_TURN, "takeS"], "rules": ANY_SUIT}
    contract, first, later = read(log)
    assert contract == {"trump": "S", "taker": "E", "turned_up": "CQ"}
    assert (first, later) == ("CQ", "None")


@pytest.mark.parametrize(
    ("changed", "pointer", "said"),
    [
        ({"auction": ["pass"]}, "/auction", "nobody has taken yet"),
        ({"auction": ["pass"] * 8}, "/auction", "everybody has passed; there is nothing to play"),
        (
            {"auction": [*NO_TURN, "takeH"]},
            "/auction/4",
            "E cannot say takeH: the card turned up for the second turn is of another suit",
        ),
        ({"contract": {"trump": "S"}}, "/contract/trump", "trump is S, but the auction ends in C"),
        ({"contract": 7}, "/contract", "contract is 7; it must be an object"),
        ({"stock": FIVE_EACH["stock"][1:]}, "/stock", "the stock has 10 cards"),
        ({"stock": ["ZZ", *FIVE_EACH["stock"][1:]]}, "/stock/0", "'ZZ' is not a card"),
        ({"stock": ["HA", *FIVE_EACH["stock"][1:]]}, "/stock/0", "HA is there twice"),
        ({"turned_up": "HA"}, "/turned_up", "HA was dealt"),
        ({"turned_up": "ZZ"}, "/turned_up", "'ZZ' is not a card"),
        ({"deal": SAMPLE["deal"]}, "/deal/N", "N is dealt 8 cards; belote deals 5 each"),
    ],
)
def test_faults_of_a_deal_with_its_pack(changed: dict[str, Any], pointer: str, said: str) -> None:
    found = dict(faults_of({**FIVE_EACH, "auction": ["take"], **changed}))
    assert found[pointer].startswith(said), found


SHORT = {"name": "club", "extends": "belote", "deck": {"cards_each": 6}}
"""Eight cards are left over when everybody has their hand."""
SIX_EACH: dict[str, Any] = {
    "variant": SHORT,
    "dealer": "S",
    "deal": {
        "N": ["SA", "SK", "SQ", "SJ", "ST", "S9"],
        "E": ["HA", "HK", "HQ", "HT", "H9", "H8"],
        "S": ["DA", "DK", "DQ", "DJ", "DT", "D9"],
        "W": ["CA", "CK", "CQ", "CJ", "CT", "C9"],
    },
}


def test_where_cards_are_left_over_a_deal_is_not_told_with_its_pack() -> None:
    told = {**SIX_EACH, "turned_up": "HJ", "auction": ["pass", "take"], "stock": ["C8"]}
    assert faults_of(told) == [
        (
            "/stock",
            "in club the rest is not dealt here: it is where the whole pack is dealt, in hands of more than "
            "3 cards; such a deal is told by the hands that are played, without the rest of the pack",
        )
    ]


def test_other_games_and_a_pack_without_a_rest_are_left_to_other_readers() -> None:
    told = {"dealer": "S", "deal": {}, "turned_up": "HJ", "stock": ["SA"], "auction": ["pass"]}
    assert with_rest_dealt({**told, "variant": "contree"}) == {**told, "variant": "contree"}
    six = {"name": "club", "extends": "belote", "deck": {"cards_each": 6}}
    left_out: dict[str, Any] = {"stock": [], "turned_up": None, "auction": None}
    for name, value in left_out.items():
        assert with_rest_dealt({**told, "variant": six, name: value}) == {**told, "variant": six, name: value}


def test_the_card_that_was_taken_is_not_left_over() -> None:
    contract = {"trump": "H", "taker": "E"}
    assert Position.from_dict({**SIX_EACH, "contract": {**contract, "turned_up": "H9"}})
    assert faults_of({**SIX_EACH, "contract": {**contract, "turned_up": "HJ"}}) == [
        ("/contract/turned_up", "HJ was turned up, and E, who took, took it; it cannot be in nobody's hand")
    ]
    # Of an ending nobody knows what is gone.
    ending = {seat: hand[:4] for seat, hand in SIX_EACH["deal"].items()}
    short = {**SIX_EACH, "rules": {"short_deals": True}, "deal": ending}
    assert Position.from_dict({**short, "contract": {**contract, "turned_up": "HJ"}})


@pytest.mark.parametrize("first_lead", ["taker", "taker_next"])
def test_where_the_taker_decides_who_leads_a_deal_is_not_told_with_its_pack(first_lead: str) -> None:
    game = {"name": "club", "extends": "belote", "first_lead": first_lead}
    assert faults_of({**FIVE_EACH, "variant": game, "auction": ["take"]}) == [
        (
            "/stock",
            "in club who leads hangs on who takes; such a deal is told by the hands that are played, without "
            "the rest of the pack",
        )
    ]
    position = Position.from_dict(belote(variant=game, turned_up=None, plays=[]))
    assert position.first_leader == {"taker": "E", "taker_next": "S"}[first_lead]


@pytest.mark.parametrize(
    "body",
    [
        FIVE_EACH | {"auction": ["take"], "plays": ["SQ"]},
        belote() | {"contract": None},
        belote(left_over=[]),
        sample_log("belote"),
    ],
)
def test_a_position_can_be_told_as_a_log_is(body: dict[str, Any]) -> None:
    read, logged = read_told_position(body), Log.from_dict(body).deals[0].position
    assert read == logged
    assert len(read.plays) == len(body["plays"])


def test_what_tells_a_position_otherwise_is_checked() -> None:
    assert read_told_position(sample_log("belote")) == Position.from_dict(sample_log("belote"))
    for body in (belote(left_over=["HJ"]), belote(turned_up="ZZ"), FIVE_EACH | {"auction": ["pass"]}):
        with pytest.raises(SolverError) as as_log:
            Log.from_dict(body)
        with pytest.raises(SolverError) as alone:
            read_told_position(body)
        assert alone.value.faults == as_log.value.faults
    for read, said in (
        (Log.from_dict, "a log is an object, not 3"),
        (read_told_position, "a position is an object"),
    ):
        with pytest.raises(SolverError, match=said):
            read(3)


def test_french_letters_and_words() -> None:
    french = {"N": "-.A.D.ARV", "E": "DV.87.-.7", "S": "8.10.107.9", "W": "A.9.98.8"}
    pack = ["KR", "CV", "CD", "T10", "PR", "P9", "P10", "P7", "KA", "CR", "KV"]
    log = {**FIVE_EACH, "notation": "fr", "deal": french, "stock": pack, "turned_up": "TD"}
    said = ["passe"] * 4 + ["je prends à carreau"]
    assert read(log | {"auction": said})[0] == {"trump": "D", "taker": "E", "turned_up": "DK"}


@pytest.mark.parametrize(
    ("game", "calls", "taker", "trump"),
    [
        ("valet_de_trefle", ["pass", "D"], "E", "D"),
        ("valet_de_trefle", ["passe", "je prends à carreau"], "E", "D"),
        ("klaverjas_amsterdam", ["H"], "E", "H"),
    ],
)
def test_whoever_names_trumps_takes(game: str, calls: list[str], taker: str, trump: str) -> None:
    log = sample_log(game) | {"auction": calls, "plays": []}
    del log["contract"]
    position = Log.from_dict(log).deals[0].position
    assert position.contract.to_dict() == {"trump": trump, "taker": taker}
    assert position.to_play == taker, "the taker leads, or is the dealer's neighbour"


@pytest.mark.parametrize(
    ("game", "n_passes", "said"),
    [
        ("valet_de_trefle", 3, "all the others have passed, and the last to speak must name trumps"),
        ("klaverjas_amsterdam", 4, "all have passed, and who spoke first must name trumps"),
    ],
)
def test_somebody_must_name_trumps(game: str, n_passes: int, said: str) -> None:
    log = sample_log(game) | {"auction": ["pass"] * (n_passes + 1)}
    ((pointer, detail),) = faults_of(log)
    assert pointer == f"/auction/{n_passes}"
    assert detail.endswith(said)
    log["auction"] = [*["pass"] * n_passes, log["contract"]["trump"]]
    del log["contract"], log["plays"]
    dealer, first = log["dealer"], find_variant(game).next_seat(log["dealer"])
    taker = Log.from_dict(log).deals[0].position.contract.taker
    assert taker == (dealer if game == "valet_de_trefle" else first)


def test_a_french_p_names_spades_where_trumps_are_named() -> None:
    """And throws in no deal: only passes do."""
    log = sample_log("valet_de_trefle")
    deal = {key: log[key] for key in ("dealer", "contract", "plays")}
    body = {
        "variant": "valet_de_trefle",
        "notation": "fr",
        "deals": [{"dealer": "W", "auction": ["P"]}, deal],
    }
    found = faults_of(body)
    assert not [pointer for pointer, _ in found if pointer.startswith("/deals/0/auction")]


def test_what_stands_beside_a_deal_that_cannot_be_dealt_is_told_at_once() -> None:
    """All faults of a request come together, of the cards and of what is only handed back."""
    log = sample_log("auctions/belote") | {"id": 3, "players": {"X": "a"}, "foo": 1}
    log["deal"] = {**log["deal"], "N": "rubbish"}
    with pytest.raises(SolverError) as refused:
        Log.from_dict(log)
    assert [fault.pointer for fault in refused.value.faults] == ["/foo", "/id", "/players/X", "/deal/N"]
