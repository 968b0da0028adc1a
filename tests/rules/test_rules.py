"""Rules: one list of fields drives reading, writing, checking and speaking; any JSON is refused in words."""

import copy
import pickle
from dataclasses import fields
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver.errors import RulesError, SolverError, UnreadableError
from solver.rules.form import HINTS, RULE_FIELDS
from solver.rules.row import row_of
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant
from solver.rules.words import FirstLead, FollowDuty, RuffDuty, Scoring, Source
from tests.support.budgets import MANY

KLAVERJAS: dict[str, Any] = {
    "name": "klaverjas",
    "title": "Klaverjas",
    "deck": {"ranks": "AKQJT987", "cards_each": 8},
    "order": {"plain": "ATKQJ987", "trump": "J9ATKQ87"},
    "points": {
        "standard": {
            "plain": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
            "trump": {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
        }
    },
    "duties": {"ruff": "required", "overruff": "required", "underruff": "last_resort"},
    "result": {"objective": "card_points"},
    "bonus": {"last_trick": 10, "slam": 100},
    "score": {"scoring": "taker", "contract_rule": "majority", "tie": "all"},
}


def faults_of(data: object, pointer: str = "") -> dict[str, str]:
    """The faults of rules that must be refused: detail by pointer."""
    with pytest.raises(SolverError) as refused:
        Rules.from_dict(data, pointer)
    assert isinstance(refused.value, RulesError | UnreadableError)
    return {fault.pointer: fault.detail for fault in refused.value.faults}


def test_every_field_is_documented_and_has_its_place() -> None:
    places = [row_of(field).path for field in RULE_FIELDS.values()]
    assert len(set(places)) == len(places)
    assert set(HINTS) == set(RULE_FIELDS) == {field.name for field in fields(Rules)}
    for field in RULE_FIELDS.values():
        assert row_of(field).doc.endswith("."), field.name


@pytest.mark.parametrize("name", [name for name, field in RULE_FIELDS.items() if row_of(field).says])
def test_every_word_of_every_rule_has_its_sentence(name: str) -> None:
    says, hint = row_of(RULE_FIELDS[name]).says, HINTS[name]
    for sentence in says.values():
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence.startswith("{value}")
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        assert set(says) == set(hint)
    if hint is bool:
        assert set(says) == {False, True}


def test_no_sentence_names_another_rule_as_a_file_of_rules_does() -> None:
    """On the page of a game nobody knows that a rule is called "overruff", with a word "always"."""
    words = {
        name: hint for name, hint in HINTS.items() if isinstance(hint, type) and issubclass(hint, StrEnum)
    }
    named = {f"{name} {word}" for name, hint in words.items() for word in hint}
    assert "overruff always" in named
    for field in RULE_FIELDS.values():
        row = row_of(field)
        assert not [one for one in named for text in (row.doc, *row.says.values()) if one in text], field.name


def test_the_defaults_are_whist() -> None:
    whist = Rules.from_dict({})
    assert whist.players == ("N", "E", "S", "W")
    assert whist.order_trump == whist.order_plain == whist.ranks == "AKQJT98765432"
    assert len(whist.deck) == 52
    assert whist.follow is FollowDuty.strict
    assert whist.ruff is RuffDuty.free
    assert whist.scoring is Scoring.none
    assert set(whist.sources.values()) == {Source.option}


def test_a_new_game_is_data() -> None:
    game = Rules.from_dict(KLAVERJAS)
    assert game.total_card_points("H") == 152
    assert game.total_card_points("NT") == 120
    assert Rules.from_dict(game.to_dict()) == game


def test_rules_are_values() -> None:
    game, same = Rules.from_dict(KLAVERJAS), Rules.from_dict(copy.deepcopy(KLAVERJAS))
    assert game == same
    assert hash(game) == hash(same)
    sent = pickle.loads(pickle.dumps(game))
    assert sent == game
    assert set(vars(sent)) == set(RULE_FIELDS)
    assert copy.deepcopy(game) == game
    for field in RULE_FIELDS:
        with pytest.raises(AttributeError):
            setattr(game, field, 3)


def test_seats_and_sides() -> None:
    contree, california = find_variant("contree"), find_variant("california_jack")
    assert contree.seats_from("N") == ("N", "W", "S", "E")
    assert find_variant("belote").seats_from("S") == ("S", "W", "N", "E")
    assert california.seats_from("S") == ("S", "N")
    assert [contree.side_of(seat) for seat in "NESW"] == [0, 1, 0, 1]
    assert contree.are_partners("N", "S")
    assert not contree.are_partners("N", "E")
    assert not contree.are_partners("N", "N")
    assert Rules.from_dict({"sides": ["SN", "WE"]}).side_names == ("NS", "EW")


def test_one_against_two() -> None:
    game = Rules.from_dict({"sides": ["S", "WN"], "deck": {"ranks": "AKQJT987", "cards_each": 10}})
    assert game.side_names == ("S", "NW")
    assert game.seats_from("S") == ("S", "W", "N")
    assert game.are_partners("N", "W")


@pytest.mark.parametrize(
    ("first_lead", "turn", "leader"),
    [
        ("dealer_next", "clockwise", "E"),
        ("dealer_next", "anticlockwise", "W"),
        ("dealer", "clockwise", "N"),
        ("taker", "clockwise", "S"),
        ("taker_next", "clockwise", "W"),
        ("taker_next", "anticlockwise", "E"),
    ],
)
def test_first_leads(first_lead: str, turn: str, leader: str) -> None:
    game = Rules.from_dict({"first_lead": first_lead, "turn": turn})
    assert game.first_leader("N", "S") == leader
    assert game.first_leader(None, None) is None
    assert game.has_taker == (game.first_lead in (FirstLead.taker, FirstLead.taker_next))


def test_options_override() -> None:
    belote = find_variant("belote")
    changed = belote.override({"ruff": "free", "target": 1001, "overruff": "required"})
    assert (changed.ruff, changed.target) == (RuffDuty.free, 1001)
    assert {name for name, source in changed.sources.items() if source == Source.option} == {"ruff", "target"}
    assert changed.override({"ruff": "unless_partner_winning", "target": 501}).ruff == belote.ruff
    assert belote.override({}) == belote
    assert (repr(belote), repr(changed)) == ("<Rules belote>", "<Rules belote, ruff=free, target=1001>")


def test_an_option_that_no_longer_applies_falls_away() -> None:
    majority = find_variant("belote").override({"contract_rule": "majority"})
    assert majority.threshold == 0
    assert "threshold" not in {row["rule"] for row in majority.words()}
    valet = find_variant("valet_de_trefle")
    assert valet.override({"contract_rule": "threshold", "threshold": 82}).threshold == 82
    with pytest.raises(RulesError) as refused:
        valet.override({"contract_rule": "threshold"})
    assert [fault.pointer for fault in refused.value.faults] == ["/rules/threshold"]


@pytest.mark.parametrize(
    ("game", "options", "pointer", "says"),
    [
        (
            "belote",
            {"ruff": "sometimes"},
            "/ruff",
            "ruff is 'sometimes'; it must be free, unless_partner_winning, ",
        ),
        ("belote", {"ruff": 1}, "/ruff", "ruff is 1; it must be one of the words free"),
        ("belote", {"bids": [80]}, "/bids", "belote has no option 'bids'; its options are short_deals, "),
        ("belote", {"low_goes_to": "holder"}, "/low_goes_to", "belote has no option"),
        ("belote", {"point_table": "as_printed"}, "/point_table", "belote has no option"),
        ("contree", {"contract_rule": "majority"}, "/contract_rule", "contree has no option"),
        ("valet_de_trefle", {"point_table": "x"}, "/point_table", "there is standard or as_printed"),
        ("all_fours", {"forced_discard_penalty": True}, "/forced_discard_penalty", "must be a whole number"),
        (
            "all_fours",
            {"forced_discard_penalty": 10**400},
            "/forced_discard_penalty",
            "is a huge number; it must",
        ),
        ("belote", {"target": float("nan")}, "/target", "target is nan"),
        ("belote", {"target": -1}, "/target", "from 0 to 100000"),
        ("belote", [], "", "rules is a list; it must be an object"),
        ("belote", None, "", "rules is null"),
    ],
)
def test_options_are_refused_in_words(game: str, options: object, pointer: str, says: str) -> None:
    with pytest.raises(SolverError) as refused:
        find_variant(game).override(options)
    assert [fault.pointer for fault in refused.value.faults] == ["/rules" + pointer]
    assert says in refused.value.faults[0].detail


@pytest.mark.parametrize(
    ("section", "key", "value", "says"),
    [
        ("", "sides", ["NS", "SW"], "a seat plays twice"),
        ("", "sides", ["NN", "EW"], "a seat plays twice"),
        ("", "sides", ["N", "E", "S"], "a game has two"),
        ("", "sides", ["NX", "EW"], "'NX' is no side"),
        ("", "turn", "widdershins", "it must be clockwise or anticlockwise"),
        ("", "trumps", [], "trumps is empty"),
        ("", "trumps", ["H", "X"], "'X' cannot be trumps; it must be S, H, D, C, NT or AT"),
        ("", "trumps", ["H", "H"], "named twice"),
        ("", "name", "My Game", "only small letters"),
        ("", "sources", {"ruf": "sheet"}, "'ruf' is not a rule"),
        ("", "sources", {"ruff": "hearsay"}, "it must be sheet, standard, decision or option"),
        ("", "point_table", "printed", "there is standard"),
        ("", "extends", "belote", "'extends' is no key"),
        ("deck", "ranks", "AKQJT98Z", "ranks holds 'Z'"),
        ("deck", "ranks", "AAKQJT98", "holds a letter twice"),
        ("deck", "cards_each", 9, "need more than the 32 cards"),
        ("deck", "cards_each", 0, "from 1 to 26"),
        ("deck", "cards_each", "8", "must be a whole number"),
        ("deck", "short_deals", 1, "must be true or false"),
        ("order", "plain", "AKQJ", "must hold every rank of the deck once: 'AKQJT987'"),
        ("duties", "head_trump", "never", "'head_trump' is no key of the section duties"),
        ("bonus", "belote", 501, "from 0 to 500"),
        (
            "result",
            "low_goes_to",
            "holder",
            "low_goes_to is for games whose objective is four_points; this one's is card_points",
        ),
        ("", "points", {}, "points is empty; it must hold the table 'standard'"),
        ("result", "forced_discard_penalty", 1, "for games whose objective is four_points"),
        ("score", "bids", [80], "for games whose scoring is bid"),
        ("score", "trick_scores", [0, 1], "for games whose scoring is trick_table"),
        ("score", "threshold", 82, "for games whose contract_rule is threshold"),
        ("score", "scoring", "four_points", "for games whose objective is four_points"),
    ],
)
def test_impossible_rules_are_refused_in_words(section: str, key: str, value: object, says: str) -> None:
    data = copy.deepcopy(KLAVERJAS)
    (data.setdefault(section, {}) if section else data)[key] = value
    faults = faults_of(data, "/variant")
    place = "/variant/" + (f"{section}/{key}" if section else key)
    assert any(pointer.startswith(place) and says in detail for pointer, detail in faults.items()), faults


@pytest.mark.parametrize(
    ("data", "pointer", "says"),
    [
        ({"deck": {"stock": 5, "cards_each": 6}}, "/deck/stock", "it must be a multiple"),
        (
            {"trumps": ["NT"], "duties": {"ruff": "required"}},
            "/duties/ruff",
            "always played without; it must be free",
        ),
        ({"score": {"scoring": "bid"}, "result": {"objective": "tricks"}}, "/score/bids", "bids is empty"),
        ({"score": {"scoring": "bid", "bids": [9, 8]}}, "/score/bids", "bids must rise"),
        ({"score": {"scoring": "bid", "bids": [1], "multipliers": [2]}}, "/score/multipliers", "lacks 1"),
        (
            {"score": {"scoring": "taker", "contract_rule": "threshold"}},
            "/score/threshold",
            "must be 1 or more",
        ),
        ({"score": {"scoring": "trick_table"}}, "/score/trick_scores", "it must have 14, for 0 to 13 tricks"),
        ({"first_lead": "taker", "score": {"scoring": "trick_table"}}, "/first_lead", "has no taker"),
        ({"sides": ["NS"]}, "/sides", "sides has 1; a game has two sides, as NS and EW"),
        (
            {"deck": {"suits": "SSHD"}, "trumps": ["C"]},
            "/trumps/0",
            "it must be S, H, D, NT or AT",
        ),
        ({"dummy": True}, "/dummy", "first_lead is dealer_next, and must be taker or taker_next"),
        ({"dummy": True, "first_lead": "taker", "sides": ["N", "S"]}, "/dummy", "must have two players"),
        ({"result": {"objective": "card_points"}}, "/points", "no card is worth anything"),
        (
            KLAVERJAS | {"sides": ["N", "S"], "bonus": {"four_of_a_kind": 100}},
            "/bonus/four_of_a_kind",
            "2 players make none",
        ),
        ({"points": {"standard": {"plain": {"A": 501}}}}, "/points/standard/plain/A", "from 0 to 500"),
        (
            {"points": {"standard": {"side": {"A": 1}}}},
            "/points/standard/side",
            "must be trump, plain, no_trumps or all_trumps",
        ),
        ({"points": {"standard": {"plain": {"1": 1}}}}, "/points/standard/plain/1", "'1' is not a rank"),
        (
            {"points": {"standard": {"plain": {"A": True}}}},
            "/points/standard/plain/A",
            "must be a whole number",
        ),
        ({"points": [1]}, "/points", "points is a list; it must be an object"),
        ({"deck": 7}, "/deck", "the section deck is 7; it must be an object"),
        ({"notes": "none"}, "/notes", "must be a list"),
        ({"notes": [1]}, "/notes/0", "must be a text"),
        ({"notes": ["x"] * 65}, "/notes", "it can have 64"),
        ({"title": "\ud800"}, "/title", "must be a text"),
        ({"title": "x" * 101}, "/title", "it must have 1 to 100"),
        ({"a/b": 1}, "/a~1b", "'a/b' is no key of the rules of a game; its keys are name, title,"),
        ({7: 1}, "/7", "7 is no key; keys are text"),
        (None, "", "the rules of a game is null"),
        ("belote", "", "the rules of a game is 'belote'"),
    ],
)
def test_contradictions_are_refused_in_words(data: object, pointer: str, says: str) -> None:
    faults = faults_of(data)
    assert says in faults[pointer]


def test_too_many_points_for_the_core() -> None:
    data = copy.deepcopy(KLAVERJAS)
    data["points"]["standard"]["plain"] = dict.fromkeys("AKQJT987", 300)
    assert "can be 2000 at the most" in faults_of(data)["/points"]


def test_all_faults_are_reported_at_once() -> None:
    faults = faults_of(
        {"turn": 1, "deck": {"cards_each": 99}, "order": {"plain": "A"}, "x": None, "duties": []}
    )
    assert set(faults) == {"/turn", "/deck/cards_each", "/order/plain", "/x", "/duties"}


def test_a_misread_rule_raises_no_second_fault() -> None:
    assert set(faults_of(KLAVERJAS | {"result": {"objective": "money"}})) == {"/result/objective"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda children: (
        st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=8), children, max_size=4)
    ),
    max_leaves=12,
)
sections = st.sampled_from(sorted({row_of(field).path[0] for field in RULE_FIELDS.values()}))
keys = st.sampled_from(sorted({step for field in RULE_FIELDS.values() for step in row_of(field).path}))
likely_values = json_values | st.sampled_from(
    ["taker", "bid", "four_points", "card_points", "tricks", "none", "AKQ", "NT", ["NS", "E"], [1, 2], 0, 13]
)


@pytest.mark.slow
@MANY
@given(json_values | st.dictionaries(sections, st.dictionaries(keys, likely_values) | likely_values))
def test_no_json_breaks_the_reader(data: object) -> None:
    try:
        rules = Rules.from_dict(data, "/variant")
    except (RulesError, UnreadableError) as error:
        for fault in error.faults:
            assert fault.pointer.startswith("/variant")
            fault.detail.encode("utf-8")
    else:
        assert Rules.from_dict(rules.describe()) == rules


@given(st.sampled_from(VARIANTS), json_values | st.dictionaries(keys, likely_values, max_size=5))
def test_no_json_breaks_the_options(game: str, options: object) -> None:
    try:
        changed = find_variant(game).override(options)
    except (RulesError, UnreadableError) as error:
        refused = error.faults
    else:
        refused = ()
        assert Rules.from_dict(changed.to_dict()) == changed
    assert all(fault.pointer.startswith("/rules") for fault in refused)


def test_words_name_their_value() -> None:
    words = {row["rule"]: row for row in find_variant("belote").override({"target": 1001}).words()}
    assert words["target"]["says"] == "A match ends when a side has 1001 points."
    assert words["target"]["source"] == "option"
    assert words["cards_each"] == {
        "rule": "cards_each",
        "path": "deck.cards_each",
        "value": 8,
        "says": "Each player is dealt 8 cards.",
        "source": "sheet",
        "option": False,
    }
    assert words["order_trump"]["says"] == "In trumps the cards rank J 9 A 10 K Q 8 7."


def test_unknown_keys_are_not_named_without_end() -> None:
    assert len(faults_of({f"k{number}": 1 for number in range(10_000)})) < 100
