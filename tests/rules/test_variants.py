"""The games: their facts as the sheets have them, their words, their files."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from solver.cards import Card
from solver.errors import FaultKind, RulesError, SolverError, UnknownVariantError, UnreadableError
from solver.rules import variants
from solver.rules.rules import Rules
from solver.rules.variants import (
    VARIANTS,
    check_variant_file,
    find_variant,
    format_variant,
    load_variant_file,
    resolve_variant,
    shipped_name,
)
from solver.rules.words import Source

FOLDER = Path(variants.__file__).parent


def test_every_file_is_a_variant_and_every_variant_a_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(VARIANTS)


@pytest.mark.parametrize("name", VARIANTS)
class TestEveryGame:
    def test_its_file_is_good_and_names_it(self, name: str) -> None:
        assert check_variant_file(FOLDER / f"{name}.toml") == []
        assert find_variant(name).name == name

    def test_it_goes_through_json_and_back(self, name: str) -> None:
        game = find_variant(name)
        assert Rules.from_dict(json.loads(json.dumps(game.to_dict()))) == game
        assert resolve_variant(json.loads(json.dumps(game.describe()))) == game

    def test_each_rule_has_a_sentence_and_a_source(self, name: str) -> None:
        rows = find_variant(name).words()
        for row in rows:
            assert row["says"].endswith("."), row
            assert "{" not in row["says"], row
            assert Source(row["source"]) is not Source.option, row
        assert len({row["says"] for row in rows}) == len(rows)

    def test_it_is_described(self, name: str) -> None:
        game = find_variant(name)
        assert game.title
        assert game.description.endswith(".")
        assert game.source
        assert game.notes

    def test_its_options_have_a_schema(self, name: str) -> None:
        game = find_variant(name)
        schema = game.options_schema()
        validator = Draft202012Validator(schema)
        assert {"follow", "ruff", "overruff", "underruff", "head_trumps", "short_deals", "target"} <= set(
            schema["properties"]
        )
        for option, described in schema["properties"].items():
            value = described["default"]
            assert value == getattr(game, option)
            for choice in described.get("enum", [value]):
                chosen = {option: choice} | ({"threshold": 82} if choice == "threshold" else {})
                validator.validate(chosen)
                assert getattr(game.override(chosen), option) == choice
        assert not validator.is_valid({"nonsense": 1})

    def test_it_can_be_asked_for_by_what_it_is(self, name: str) -> None:
        game = find_variant(name)
        assert format_variant(game) == (name, {})
        free = game.override({"ruff": "free", "target": 77})
        variant, options = format_variant(free)
        assert variant == name
        assert resolve_variant(variant).override(options) == free

    def test_it_is_shipped_with_other_options_and_texts_but_not_with_other_rules(self, name: str) -> None:
        game = find_variant(name)
        told = game.override({"ruff": "free", "target": 77}).to_dict() | {"title": "As we play it"}
        told["grades"] = {**told.get("grades", {}), "blunder": game.blunder + 1}
        assert [shipped_name(game), shipped_name(resolve_variant(told))] == [name] * 2
        fewer = {"extends": name, "name": name, "trumps": list(game.trumps[:-1])}
        assert shipped_name(resolve_variant(fewer)) is None
        assert shipped_name(resolve_variant({"extends": name, "name": "own"})) is None


def test_facts_of_the_table() -> None:
    facts = {
        name: (
            "-".join(game.sides),
            len(game.deck),
            game.cards_each,
            game.stock,
            game.turn.value,
            game.first_lead.value,
            game.target,
        )
        for name in VARIANTS
        for game in [find_variant(name)]
    }
    assert facts == {
        "quadrette": ("NS-EW", 32, 6, 0, "anticlockwise", "dealer_next", 7),
        "all_fours": ("N-S", 52, 6, 0, "clockwise", "dealer_next", 7),
        "all_fours_4": ("NS-EW", 52, 6, 0, "clockwise", "dealer_next", 7),
        "california_jack": ("N-S", 52, 6, 40, "clockwise", "dealer_next", 10),
        "belote": ("NS-EW", 32, 8, 0, "clockwise", "dealer_next", 501),
        "valet_de_trefle": ("NS-EW", 32, 8, 0, "clockwise", "taker", 1500),
        "contree": ("NS-EW", 32, 8, 0, "anticlockwise", "dealer_next", 1000),
        "coinche": ("NS-EW", 32, 8, 0, "anticlockwise", "dealer_next", 1000),
        "klaverjas_amsterdam": ("NS-EW", 32, 8, 0, "clockwise", "dealer_next", 1500),
        "klaverjas_rotterdam": ("NS-EW", 32, 8, 0, "clockwise", "dealer_next", 1500),
        "whist": ("NS-EW", 52, 13, 0, "clockwise", "dealer_next", 5),
        "bridge": ("NS-EW", 52, 13, 0, "clockwise", "taker_next", 0),
    }


def test_duties() -> None:
    def duties(name: str) -> tuple[str, ...]:
        game = find_variant(name)
        return (game.follow, game.ruff, game.overruff, game.underruff, game.head_trumps)

    free = ("strict", "free", "free", "free", "never")
    ruffing = ("or_ruff", "required", "free", "required", "never")
    belote = ("strict", "unless_partner_winning", "required", "required", "always")
    assert {name: duties(name) for name in VARIANTS} == {
        "quadrette": free,
        "all_fours": ruffing,
        "all_fours_4": ruffing,
        "california_jack": ruffing,
        "belote": belote,
        "valet_de_trefle": belote,
        "contree": (*belote[:4], "opponents"),
        "coinche": belote,
        "klaverjas_amsterdam": ("strict", "unless_partner_winning", "always", "last_resort", "always"),
        "klaverjas_rotterdam": ("strict", "required", "always", "required", "always"),
        "whist": free,
        "bridge": free,
    }


@pytest.mark.parametrize(
    "name",
    ["belote", "valet_de_trefle", "contree", "coinche", "klaverjas_amsterdam", "klaverjas_rotterdam"],
)
def test_belote_cards(name: str) -> None:
    game = find_variant(name)
    assert (game.order_plain, game.order_trump) == ("ATKQJ987", "J9ATKQ87")
    trumps = {rank: game.card_points(Card("H", rank), "H") for rank in game.ranks}
    plain = {rank: game.card_points(Card("S", rank), "H") for rank in game.ranks}
    assert trumps == {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
    assert plain == {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
    assert game.total_card_points("H") == 152


def test_the_table_as_printed() -> None:
    game = find_variant("valet_de_trefle").override({"point_table": "as_printed"})
    trumps = {rank: game.card_points(Card("C", rank), "C") for rank in game.ranks}
    assert trumps == {"J": 20, "A": 14, "T": 11, "K": 10, "Q": 4, "8": 3, "7": 0, "9": 0}
    assert game.card_points(Card("S", "9"), "C") == 0
    assert game.card_points(Card("S", "A"), "C") == 11


@pytest.mark.parametrize(
    ("trump", "order", "worth"),
    [
        ("NT", "ATKQJ987", {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}),
        ("AT", "J9ATKQ87", {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1, "8": 0, "7": 0}),
    ],
)
def test_coinche_without_and_with_all_trumps(trump: str, order: str, worth: dict[str, int]) -> None:
    game = find_variant("coinche")
    assert [game.rank_order(suit, trump) for suit in game.suits] == [order] * 4
    for suit in game.suits:
        assert {rank: game.card_points(Card(suit, rank), trump) for rank in game.ranks} == worth
    assert game.total_card_points(trump) == 152


def test_coinche_with_the_usual_values_added_up() -> None:
    game = find_variant("coinche").override({"point_table": "raw"})
    assert [game.total_card_points(trump) for trump in ("H", "NT", "AT")] == [152, 120, 248]
    assert (game.card_points(Card("S", "A"), "NT"), game.card_points(Card("S", "J"), "AT")) == (11, 20)


@pytest.mark.parametrize("name", ["all_fours", "all_fours_4", "california_jack"])
def test_all_fours_cards(name: str) -> None:
    game = find_variant(name)
    assert game.total_card_points("H") == 80
    worth = {rank: game.card_points(Card("H", rank), "H") for rank in "TAKQJ9"}
    assert worth == {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1, "9": 0}


def test_quadrette_order() -> None:
    game = find_variant("quadrette")
    assert game.order_plain == game.order_trump == "KQJAT987"


@pytest.mark.parametrize(
    ("game", "sources"),
    [
        (
            "belote",
            {"head_trumps": "standard", "overruff": "standard", "underruff": "standard", "ruff": "sheet"},
        ),
        ("belote", {"contract_rule": "decision", "tie": "decision", "target": "sheet"}),
        ("belote", {"count_in_order": "decision"}),
        ("quadrette", {"count_in_order": "decision", "target": "sheet"}),
        ("valet_de_trefle", {"points": "decision", "point_table": "decision", "tie": "decision"}),
        (
            "valet_de_trefle",
            {"sequence_of_three": "standard", "head_trumps": "sheet", "contract_rule": "sheet"},
        ),
        ("valet_de_trefle", {"overruff": "standard", "underruff": "standard", "slam": "sheet"}),
        ("contree", {"target": "decision", "contract_scoring": "standard", "head_trumps": "sheet"}),
        (
            "california_jack",
            {"forced_discard_penalty": "decision", "count_in_order": "decision", "stock": "sheet"},
        ),
        ("all_fours_4", {"count_in_order": "decision", "low_goes_to": "sheet", "sides": "sheet"}),
        ("bridge", {"follow": "standard", "objective": "standard"}),
        ("coinche", {"point_table": "decision", "ruff": "standard", "bids": "standard"}),
        ("klaverjas_rotterdam", {"ruff": "standard", "slam": "decision", "points": "standard"}),
        ("whist", {"trick_scores": "standard", "target": "decision"}),
    ],
)
def test_sources(game: str, sources: dict[str, str]) -> None:
    words = {row["rule"]: row["source"] for row in find_variant(game).words()}
    assert {rule: words[rule] for rule in sources} == sources


@pytest.mark.parametrize("name", VARIANTS)
def test_no_sheet_grades_cards(name: str) -> None:
    words = [row for row in find_variant(name).words() if row["path"].startswith("grades.")]
    assert {row["source"] for row in words} == {"decision"}


@pytest.mark.parametrize(
    ("game", "option"),
    [
        ("valet_de_trefle", "as_printed"),
        ("california_jack", "forced_discard_penalty"),
        ("california_jack", "low_goes_to"),
        ("all_fours", "low_goes_to"),
        ("all_fours_4", "low_goes_to"),
        ("belote", "contract_rule"),
        ("belote", "head_trumps"),
        ("contree", "unless_partner_led"),
        ("contree", "1000"),
        ("coinche", "point_table raw"),
        ("klaverjas_amsterdam", "four_of_a_kind_except"),
    ],
)
def test_disputed_readings_are_noted(game: str, option: str) -> None:
    assert any(option in note for note in find_variant(game).notes)


@pytest.mark.parametrize("name", ["Belote", " belote ", "BELOTE", "belote_classique"])
def test_names_are_forgiving(name: str) -> None:
    assert find_variant(name).name == "belote"
    assert find_variant("Valet de trefle") is find_variant("valet-de-trefle")


def test_french_names_may_have_their_accents() -> None:
    assert find_variant("Valet de trèfle") is find_variant("valet_de_trefle")
    assert find_variant("Belote contrée") is find_variant("contree")
    assert find_variant("Belote coinche\u0301e") is find_variant("coinche")


@pytest.mark.parametrize("name", ["", "poker", "x" * 10**5, "\ud800"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(UnknownVariantError, match="the games are quadrette, all_fours, ") as refused:
        resolve_variant(name)
    assert [(fault.pointer, fault.kind) for fault in refused.value.faults] == [
        ("/variant", FaultKind.unknown)
    ]


@pytest.mark.parametrize("value", [None, 7, True, 1.5, ["belote"]])
def test_what_is_no_variant(value: object) -> None:
    with pytest.raises(UnreadableError, match="must be the name of a game or an object of rules"):
        resolve_variant(value)


def test_a_request_may_extend_a_game() -> None:
    game = resolve_variant({"extends": "contree", "name": "contrebas", "duties": {"head_trumps": "always"}})
    assert (game.name, game.head_trumps, game.bids[-1]) == ("contrebas", "always", 250)
    assert game.aliases == ()
    assert game.sources["head_trumps"] is Source.option
    assert game.sources["ruff"] is Source.sheet
    assert format_variant(game) == (game.to_dict(), {})
    assert resolve_variant(format_variant(game)[0]) == game


def test_what_a_child_no_longer_means_falls_away() -> None:
    game = resolve_variant(
        {"extends": "belote", "result": {"objective": "tricks"}, "score": {"scoring": "none"}}
    )
    assert (game.last_trick, game.belote, game.threshold) == (0, 0, 0)
    assert dict(game.points) == {"standard": {}}


@pytest.mark.parametrize(
    ("extends", "error", "says"),
    [("poker", RulesError, "no game is called 'poker'"), (7, UnreadableError, "must be the name of a game")],
)
def test_extending_no_game(extends: object, error: type[SolverError], says: str) -> None:
    with pytest.raises(error, match=says) as refused:
        resolve_variant({"extends": extends})
    assert [fault.pointer for fault in refused.value.faults] == ["/variant/extends"]


@pytest.mark.parametrize("extends", ["poker", 7])
def test_what_stands_beside_an_unknown_game_is_read_too(extends: object) -> None:
    with pytest.raises(SolverError) as refused:
        resolve_variant({"extends": extends, "foo": 1, "duties": {"overruff": "freee"}})
    pointers = [fault.pointer for fault in refused.value.faults]
    assert pointers == ["/variant/extends", "/variant/foo", "/variant/duties/overruff"]


@pytest.mark.parametrize("value", [{}, {"name": "mine"}, {"deck": {}}, {"turn": "clockwise"}])
def test_an_object_without_a_deck_or_an_aim_is_no_game(value: object) -> None:
    with pytest.raises(RulesError, match="neither the deck nor what the sides play for") as refused:
        resolve_variant(value)
    assert [fault.pointer for fault in refused.value.faults] == ["/variant"]


@pytest.mark.parametrize(
    ("text", "pointer", "says"),
    [
        ('extends = "poker"', "/extends", "mine.toml: no game is called 'poker'"),
        ('extends = "belote"\n[duties]\nruff = "maybe"', "/duties/ruff", "ruff is 'maybe'; it must be free"),
        (
            "[deck]\ncards_each = 13\n[duties]\nruf = 1",
            "/duties/ruf",
            "its keys are follow, ruff, overruff, underruff and head_trumps",
        ),
        (
            'extends = "belote"\n[points.standard.trump]\nX = 1',
            "/points/standard/trump/X",
            "'X' is not a rank",
        ),
        ("[deck]\nstock = 2026-01-01", "/deck/stock", "stock is a value of type date"),
        ("[deck]\nstock = nan", "/deck/stock", "stock is nan"),
        ("name =", "", "this is not TOML: line 1, column 7: no value of TOML"),
        ("a = 1\r\na = 2", "", "this is not TOML: line 2, column 6: the key has a value already"),
        ('a = 1\nb = "\u00e9\\q"', "", "this is not TOML: line 2, column 9"),
        ("a = " + "[" * 5000, "", "this is not TOML: values are nested too deep"),
        ("a = " + "1" * 5000, "", "this is not TOML: a value cannot be read"),
        ("#" * 200_000, "", "longer than"),
    ],
)
def test_a_bad_file_is_named_with_its_key(tmp_path: Path, text: str, pointer: str, says: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    faults = check_variant_file(file)
    assert [fault.pointer for fault in faults] == [pointer]
    assert faults[0].detail.startswith("mine.toml: ")
    assert says in faults[0].detail


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (fault,) = check_variant_file(tmp_path / "none.toml")
    assert "none.toml: this cannot be read: No such file" in fault.detail
    assert fault.kind == FaultKind.unreadable
    (tmp_path / "latin.toml").write_bytes(b'title = "caf\xe9"')
    assert "latin.toml: not UTF-8 text" in check_variant_file(tmp_path / "latin.toml")[0].detail


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "whist.toml"
    file.write_text(
        'name = "whist"\ntitle = "Whist"\n[deck]\ncards_each = 13\n[sources]\ndefault = "standard"',
        encoding="utf-8",
    )
    whist = load_variant_file(file)
    assert whist.title == "Whist"
    assert set(whist.sources.values()) == {Source.standard}


def test_games_are_loaded_once() -> None:
    assert find_variant("contree") is find_variant("belote_contree")
    data: Any = find_variant("contree").to_dict()
    data["points"]["standard"]["trump"]["J"] = 0
    assert find_variant("contree").card_points(Card("H", "J"), "H") == 20
