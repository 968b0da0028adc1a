"""Logs that go wrong, cards beside the deal, and what a log of either kind comes to."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver import (
    LANGUAGES,
    Language,
    Limit,
    Log,
    Notation,
    Position,
    PositionError,
    SolverError,
    UnreadableError,
    analyse,
    board_told,
    parse_card,
)
from solver.errors import MAX_FAULTS
from tests.support.positions import JSON_VALUES, SEEDS, game_of_seed, random_position
from tests.support.samples import sample_log


def wrong_belote() -> dict[str, Any]:
    """The belote sample with a revoke: S plays a heart on a club lead, in the second trick but one card."""
    log = sample_log("belote")
    log["plays"] = [*log["plays"][:6], "HT", *log["plays"][7:]]
    return log


def test_a_wrong_log_is_refused_with_its_first_impossible_card() -> None:
    with pytest.raises(PositionError) as caught:
        analyse(wrong_belote())
    (fault,) = caught.value.faults
    assert fault.pointer == "/plays/6"
    assert fault.detail == "HT revokes: S holds DA, must follow diamonds; playable: DA DQ D9 D7"


def test_a_card_that_the_player_has_not_is_told_with_those_that_were_playable() -> None:
    log = sample_log("belote")
    log["plays"] = [*log["plays"][:6], "S7"]
    with pytest.raises(PositionError) as caught:
        analyse(log)
    (fault,) = caught.value.faults
    assert fault.pointer == "/plays/6"
    assert fault.detail.startswith("S7 is out of turn: E holds it and it is S's turn; S holds ")
    assert fault.detail.endswith("; playable: DA DQ D9 D7")


def test_what_comes_before_is_judged_if_the_log_may_be_wrong() -> None:
    wrong = wrong_belote()
    data = analyse(wrong | {"partial": True}).to_dict()
    assert [fault["pointer"] for fault in data["faults"]] == ["/plays/6"]
    assert "must follow diamonds" in data["faults"][0]["detail"]
    right = analyse(wrong | {"plays": wrong["plays"][:6]}).to_dict()
    for key in ("plays", "players", "turning_points", "double_dummy", "actual", "complete"):
        assert _without_stats(data[key]) == _without_stats(right[key])
    assert len(data["plays"]) == 6
    assert "faults" not in right


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("card", "french"), [("HT", "C10"), ("SA", "PA"), ("DT", "K10")])
def test_what_is_wrong_is_told_in_the_letters_of_the_reader(
    card: str, french: str, language: Language
) -> None:
    """The log may be written in others."""
    log = {**sample_log("belote"), "partial": True, "plays": sample_log("belote")["plays"][:6]}
    other = {**log, **Position.from_dict(log).to_dict("fr")}
    every = [
        analyse({**one, "plays": [*one["plays"], wrong]}) for one, wrong in ((log, card), (other, french))
    ]
    letters: tuple[tuple[Notation, str], ...] = (("en", card), ("fr", french))
    for notation, told in letters:
        first, second = (analysis.to_dict(notation, language)["faults"] for analysis in every)
        assert first == second
        assert first[0]["detail"].startswith(f"{told} ")
    assert board_told(every[0], language)["faults"] == board_told(every[1], language)["faults"]
    # A request that is refused is told so in its own letters.
    with pytest.raises(PositionError) as caught:
        analyse({**other, "partial": False, "plays": [*other["plays"], french]})
    assert caught.value.faults[0].detail.startswith(f"{french} ")


def _without_stats(data: Any) -> Any:
    if isinstance(data, list):
        return [_without_stats(entry) for entry in data]
    if isinstance(data, dict):
        return {key: _without_stats(value) for key, value in data.items() if key != "stats"}
    return data


def test_a_right_log_that_may_be_wrong_has_no_faults() -> None:
    data = analyse(sample_log("quadrette") | {"partial": True}).to_dict()
    assert data["faults"] == []
    assert data["complete"] is True
    assert "faults" not in analyse(sample_log("quadrette") | {"partial": False}).to_dict()


def test_a_log_without_its_deal_may_be_wrong_too() -> None:
    """All the cards are there, so the hands are known; but the eighth card should have been a trump."""
    log = sample_log("contree")
    position = Position.from_dict(log)
    assert position.is_over
    wrong = _with_a_revoke(log)
    del wrong["deal"]
    data = analyse(wrong | {"partial": True}).to_dict()
    (fault,) = data["faults"]
    assert fault["pointer"] == f"/plays/{len(data['plays'])}"
    assert "playable: " in fault["detail"]


def _with_a_revoke(log: dict[str, Any]) -> dict[str, Any]:
    """The log with two cards of one player exchanged so that the first is against the rules."""
    plays = log["plays"]
    n_players = 4
    for index in range(1, len(plays)):
        if index % n_players == 0:
            continue
        for later in range(index + 1, len(plays)):
            swapped = [*plays]
            swapped[index], swapped[later] = swapped[later], swapped[index]
            try:
                Position.from_dict(log | {"plays": swapped})
            except SolverError as error:
                rest = {key: value for key, value in log.items() if key != "deal"}
                if "revokes" in str(error) and not _is_refused(rest | {"plays": swapped, "partial": True}):
                    return log | {"plays": swapped}
    raise AssertionError("no two cards can be exchanged so")


def _is_refused(log: dict[str, Any]) -> bool:
    try:
        Log.from_dict(log)
    except SolverError:
        return True
    return False


@pytest.mark.parametrize(
    ("plays", "n_read", "pointers"),
    [
        (["?"], 0, ["/plays/0"]),
        (["CQ", "CT", "?", "??"], 2, ["/plays/2", "/plays/3"]),
        (["CQ", "CT", "CA", "CK", "CQ"], 4, ["/plays/4"]),
        (["SA"], 0, ["/plays/0"]),
        ([], 0, []),
    ],
)
def test_a_log_is_read_as_far_as_it_goes(plays: list[str], n_read: int, pointers: list[str]) -> None:
    log = Log.from_dict(sample_log("belote") | {"plays": plays, "partial": True})
    assert len(log.deals[0].position.plays) == n_read
    assert [fault.pointer for fault in log.faults()] == pointers


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"contract": {"trump": "X"}}, "/contract/trump"),
        ({"plays": "CQ"}, "/plays"),
        ({"deal": None, "plays": ["CQ"]}, "/deal"),
        ({"dealer": "Q"}, "/dealer"),
        ({"foo": 1}, "/foo"),
    ],
)
def test_only_the_plays_may_be_wrong(change: dict[str, Any], pointer: str) -> None:
    with pytest.raises(SolverError) as caught:
        analyse(sample_log("belote") | {"partial": True} | change)
    assert pointer in {fault.pointer for fault in caught.value.faults}


@pytest.mark.parametrize("field", ["nonsense", "dealer"])
def test_what_refuses_a_partial_log_is_not_its_impossible_play(field: str) -> None:
    with pytest.raises(SolverError) as caught:
        analyse(wrong_belote() | {"partial": True, field: "Q"})
    assert [fault.pointer for fault in caught.value.faults] == [f"/{field}"]


@pytest.mark.parametrize("partial", [1, 0, "yes", [], {}, 1.0])
def test_partial_is_true_or_false(partial: object) -> None:
    for log in (
        sample_log("belote"),
        {"variant": "belote", "deals": [_deal_of("belote"), _deal_of("belote")]},
    ):
        with pytest.raises(UnreadableError) as caught:
            analyse(log | {"partial": partial})
        (fault,) = caught.value.faults
        assert fault.pointer == "/partial"
        assert fault.detail.endswith("it must be true or false")


def _deal_of(game: str) -> dict[str, Any]:
    log = sample_log(game)
    return {key: log[key] for key in ("dealer", "deal", "contract", "plays")}


def test_each_deal_of_a_match_is_judged_as_far_as_it_goes() -> None:
    right, wrong = _deal_of("belote"), _deal_of("belote")
    wrong["plays"] = wrong_belote()["plays"]
    data = analyse({"variant": "belote", "partial": True, "deals": [right, wrong]}).to_dict()
    assert [fault["pointer"] for fault in data["faults"]] == ["/deals/1/plays/6"]
    assert [len(deal["plays"]) for deal in data["deals"]] == [32, 6]
    assert [deal["complete"] for deal in data["deals"]] == [True, False]
    assert data["match"]["totals"] == data["deals"][0]["actual"]["score"]
    with pytest.raises(SolverError) as caught:
        analyse({"variant": "belote", "deals": [right | {"partial": True}, wrong]})
    assert "a deal of a log has no partial of its own" in str(caught.value)


def test_of_many_faults_some_are_told() -> None:
    wrong = _deal_of("belote") | {"plays": ["CQ", *["?"] * 90]}
    data = analyse({"variant": "belote", "deals": [wrong] * 3, "partial": True}).to_dict()
    assert len(data["faults"]) == MAX_FAULTS < 3 * 90
    assert [len(deal["plays"]) for deal in data["deals"]] == [1, 1, 1]


@given(SEEDS, st.integers(0, 30), JSON_VALUES)
def test_any_plays_are_read_as_far_as_they_go(seed: int, index: int, value: Any) -> None:
    """Whatever stands where a card should: what is before it is read, and it has a fault or is a card."""
    rng = Random(seed)
    rules = game_of_seed(rng, rng.choice(("belote", "quadrette", "all_fours", "custom")))
    log = random_position(rng, rules, n_each=min(3, rules.cards_each), n_left=0).to_dict()
    plays = [*log["plays"]]
    index = min(index, len(plays) - 1)
    plays[index] = value
    # (One card that cannot be read is not yet taken for a card in other letters.)
    deal = Log.from_dict(log | {"plays": plays, "partial": True}).deals[0]
    assert len(deal.position.plays) >= index
    assert deal.position.to_dict()["plays"][:index] == log["plays"][:index]
    if len(deal.position.plays) < len(plays):
        assert deal.faults[0].pointer == f"/plays/{len(deal.position.plays)}"


def left_over(log: dict[str, Any]) -> list[str]:
    """The cards of the deck that were not dealt."""
    position = Position.from_dict(log)
    return [str(card) for card in position.rules.deck if position.deal.holder(card) is None]


def test_the_eight_cards_left_over_in_quadrette_are_reported() -> None:
    log = sample_log("quadrette")
    eight = left_over(log)
    assert len(eight) == 8
    data = analyse(log | {"left_over": eight}).to_dict()
    assert data["left_over"] == eight
    assert "left_over" not in analyse(log).to_dict()
    plain = analyse(log).to_dict()
    assert [play["value"] for play in data["plays"]] == [play["value"] for play in plain["plays"]]


def test_the_card_turned_up_is_reported() -> None:
    belote = sample_log("belote")
    assert belote["contract"]["taker"] == "E"
    assert analyse(belote | {"turned_up": "HJ"}).to_dict()["turned_up"] == "HJ"
    assert analyse(belote | {"turned_up": "♥J"}).to_dict("fr")["turned_up"] == "CV"
    all_fours = sample_log("all_fours")
    assert analyse(all_fours | {"turned_up": "D2"}).to_dict()["turned_up"] == "D2"
    in_contract = all_fours["contract"] | {"turned_up": "D2"}
    assert analyse(all_fours | {"contract": in_contract}).to_dict()["turned_up"] == "D2"
    assert analyse(belote | {"turned_up": "HJ"}).deals[0].position.contract.turned_up == parse_card("HJ")


@pytest.mark.parametrize("beside", ["CK", "?", 7])
def test_a_card_is_turned_up_once(beside: object) -> None:
    log = sample_log("belote")
    log["contract"] = log["contract"] | {"turned_up": "HJ"}
    assert analyse(log | {"turned_up": "hj"}).to_dict()["turned_up"] == "HJ"
    with pytest.raises(SolverError) as caught:
        analyse(log | {"turned_up": beside})
    (fault,) = caught.value.faults
    assert fault.pointer == "/turned_up"
    assert fault.detail == "the contract says that HJ was turned up; leave out one of the two"


@pytest.mark.parametrize(
    ("game", "aside", "pointer", "says"),
    [
        ("belote", {"turned_up": "SA"}, "/turned_up", "it cannot be in the hand of N"),
        ("belote", {"turned_up": "S2"}, "/turned_up", "is not in the deck of belote"),
        ("belote", {"turned_up": "?"}, "/turned_up", "'?' is not a card"),
        ("belote", {"turned_up": ["HJ"]}, "/turned_up", "is not a card"),
        ("contree", {"turned_up": "SA"}, "/turned_up", "contree has no turned_up"),
        ("quadrette", {"turned_up": "D9"}, "/turned_up", "was dealt to E; the card turned up"),
        ("quadrette", {"turned_up": "SQ"}, "/turned_up", "SQ was turned up, but trumps are D"),
        ("all_fours", {"turned_up": "D6"}, "/turned_up", "was dealt to S; the card turned up"),
        ("quadrette", {"left_over": ["SK"]}, "/left_over/0", "it was dealt to "),
        ("quadrette", {"left_over": ["S2"]}, "/left_over/0", "is not in the deck of quadrette"),
        ("quadrette", {"left_over": "SA"}, "/left_over", "is not a list of cards"),
        ("quadrette", {"left_over": [7]}, "/left_over/0", "is not a card"),
        ("belote", {"left_over": ["HJ"]}, "/left_over/0", "it was dealt to E"),
    ],
)
def test_cards_beside_the_deal_must_be_possible(
    game: str, aside: dict[str, Any], pointer: str, says: str
) -> None:
    with pytest.raises(SolverError) as caught:
        analyse(sample_log(game) | aside)
    (fault,) = caught.value.faults
    assert fault.pointer == pointer
    assert says in fault.detail


def test_a_card_cannot_be_left_over_twice() -> None:
    log = sample_log("quadrette")
    first = left_over(log)[0]
    with pytest.raises(SolverError, match=f"/left_over/1: {first} is left over twice"):
        analyse(log | {"left_over": [first, first]})


def test_a_match_has_cards_beside_each_deal() -> None:
    first, second = _deal_of("quadrette"), _deal_of("quadrette")
    eight = left_over(sample_log("quadrette"))
    log = {"variant": "quadrette", "deals": [first | {"left_over": eight}, second]}
    deals = analyse(log).to_dict()["deals"]
    assert [deal.get("left_over") for deal in deals] == [eight, None]
    with pytest.raises(SolverError) as caught:
        analyse({"variant": "quadrette", "deals": [first, second | {"left_over": ["SK"]}]})
    assert [fault.pointer for fault in caught.value.faults] == ["/deals/1/left_over/0"]
    with pytest.raises(SolverError, match="left_over belongs into each of the deals"):
        analyse(log | {"left_over": eight})


def test_a_field_that_is_null_counts_as_left_out_of_a_match_too() -> None:
    deal = {
        key: value for key, value in sample_log("belote").items() if key not in ("variant", "players", "id")
    }
    shared = {"variant": "belote", "rules": {"underruff": "free"}, "players": {"N": "Ana"}}
    nulls = dict.fromkeys((*shared, "id", "passed_out", "auction", "notation"))
    assert Log.from_dict({**shared, "dealer": None, "deals": [nulls | deal]}) == Log.from_dict(
        {**shared, "deals": [deal]}
    )
    assert Log.from_dict(sample_log("belote") | {"deals": None}) == Log.from_dict(sample_log("belote"))


@pytest.mark.parametrize(
    ("own", "field"),
    [
        ({"variant": "contree"}, "variant"),
        ({"rules": {"ruff": "free"}}, "rules"),
        ({"scoring": "imps"}, "scoring"),
    ],
)
def test_a_deal_states_no_other_game_than_its_match(own: dict[str, Any], field: str) -> None:
    deal = _deal_of("belote")
    log = {"variant": "belote", "rules": {"underruff": "free"}, "deals": [deal, deal | own]}
    with pytest.raises(SolverError) as caught:
        Log.from_dict(log)
    assert f"/deals/1/{field}" in {fault.pointer for fault in caught.value.faults}
    same = {"variant": "belote", "rules": {"underruff": "free"}}
    assert len(Log.from_dict({**same, "deals": [deal, deal | same]}).deals) == 2


def test_a_claim_ends_a_log_of_bridge_unless_its_plays_go_wrong() -> None:
    log = sample_log("bridge") | {"partial": True, "result": 9}
    right, wrong = log["plays"][:10], [*log["plays"][:10], log["plays"][0]]
    assert [Log.from_dict(log | {"plays": plays}).deals[0].agreed for plays in (right, wrong)] == [9, None]
    assert Log.from_dict(log | {"result": 10}).deals[0].agreed is None  # every card was played
    (deal,) = Log.from_dict(log | {"plays": wrong}).deals
    assert deal.game is not None
    assert deal.game.faults == deal.faults != ()


def test_every_fault_of_a_log_is_told_at_once() -> None:
    log = wrong_belote() | {"turned_up": "SA", "left_over": ["?"], "partial": "no"}
    with pytest.raises(SolverError) as caught:
        analyse(log)
    assert {fault.pointer for fault in caught.value.faults} == {
        "/plays/6",
        "/turned_up",
        "/left_over/0",
        "/partial",
    }


@pytest.mark.parametrize("game", ["belote", "bridge", "all_fours"])
def test_the_json_of_an_analysis_is_that_of_its_types(game: str) -> None:
    log = sample_log(game)
    common = {key: log.pop(key) for key in ("variant", "rules", "players") if key in log}
    log.pop("id", None)
    for asked in (common | log, common | {"deals": [log, log]}):
        analysis = analyse(asked, Limit(nodes=30_000))
        types = json.dumps(analysis.to_dict("fr", "fr"), ensure_ascii=False, separators=(",", ":"))
        assert analysis.to_json("fr", "fr") == types
