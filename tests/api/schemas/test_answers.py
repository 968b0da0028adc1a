"""What the service answers: the solver's own answers, in exactly the shape that the API document promises."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from api import Settings
from api.schemas.examples.requests import ANSWER, LOGS, POSITIONS
from solver import VARIANTS, Card, FindingReport, Limit, Position, analyse, find_variant, format_card, solve
from tests.support.api.answers import answer_to, check, timeless
from tests.support.api.service import make_body, make_client, post
from tests.support.api.streaming import hard
from tests.support.samples import sample_log

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = sorted((ROOT / "samples").glob("*.json"))
LOGGED = [json.loads(line)["request"] for line in (ROOT / "tests/data/logs.ndjson").open(encoding="utf-8")]
QUICK = {"limit": {"time_ms": 300}}


@pytest.mark.parametrize("n_plays", [0, 5, 10])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_of_every_game_is_solved(variant: str, n_plays: int) -> None:
    body = make_body(variant, seed=n_plays, n_plays=n_plays)
    answer = answer_to("/v1/solve", body)
    check("Position", body)
    check("Answer", answer)
    assert answer["exact"]
    assert timeless(answer) == timeless(solve(Position.from_dict(body)).to_dict())


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_that_is_over_has_its_result(variant: str) -> None:
    answer = answer_to("/v1/solve", make_body(variant, n_plays=52))
    check("Answer", answer)
    assert (answer["to_play"], answer["cards"], answer["exact"]) == (None, [], True)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_log_of_every_game_is_judged(variant: str) -> None:
    body = make_body(variant, seed=7, n_plays=52) | {"id": "x", "players": {"N": "Zoé"}}
    judged = answer_to("/v1/analyses", body)
    check("Log", body)
    check("DealAnalysis", judged)
    assert judged["id"] == "x"
    assert judged["players"]["N"]["name"] == "Zoé"
    assert timeless(judged) == timeless(analyse(body).to_dict())
    unfinished = answer_to("/v1/analyses", {**body, "plays": body["plays"][:3]})
    check("DealAnalysis", unfinished)
    assert (unfinished["complete"], unfinished["actual"]) == (False, None)


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("log", LOGGED, ids=lambda log: log["id"])
def test_a_known_log_is_judged_as_documented(log: dict[str, Any]) -> None:
    check("DealAnalysis", answer_to("/v1/analyses", log | QUICK))


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_log_is_judged(path: Path) -> None:
    log = json.loads(path.read_text(encoding="utf-8"))
    check("Log", log)
    judged = answer_to("/v1/analyses", log | QUICK)
    check("DealAnalysis", judged)
    assert len(judged["plays"]) == len(log["plays"])


def test_every_game_has_a_sample_log() -> None:
    assert {path.stem for path in SAMPLES} == set(VARIANTS)


def test_a_match_is_judged_deal_by_deal() -> None:
    deals = [make_body("contree", seed, n_plays=32) for seed in (1, 2)]
    named = [{**deal, "id": f"deal {index}"} for index, deal in enumerate(deals)]
    match = {"variant": "contree", "id": "evening", "deals": named}
    check("Log", match)
    judged = answer_to("/v1/analyses", match)
    check("MatchAnalysis", judged)
    assert judged["id"] == "evening"
    assert [deal["id"] for deal in judged["deals"]] == ["deal 0", "deal 1"]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_positions_of_the_document_are_solved(name: str) -> None:
    check("Answer", answer_to("/v1/solve", POSITIONS[name]["value"]))


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", LOGS)
def test_the_logs_of_the_document_are_judged(name: str) -> None:
    answer_to("/v1/analyses", LOGS[name]["value"])


def test_the_answer_of_the_document_is_real() -> None:
    real = answer_to("/v1/solve", POSITIONS["contree"]["value"])
    assert real | {"stats": None} == {**ANSWER, "stats": None}


def test_a_search_for_puzzles_names_the_filters_that_took_any() -> None:
    check("FindingReport", FindingReport(3, 1, {"safe": 2}, 10, None).to_dict())


def test_answers_keep_their_order_and_their_accents() -> None:
    text = post("/v1/analyses", LOGS["deal"]["value"]).text
    assert text.index('"id"') < text.index('"variant"') < text.index('"plays"')
    assert "Chloé" in text


class TestNotation:
    """French letters in the request, French letters in the answer."""

    BODY = make_body("belote", seed=3, n_plays=4)

    def french(self) -> dict[str, Any]:
        def card(text: str) -> str:
            return format_card(Card(*text), "fr")

        return {
            **self.BODY,
            "notation": "fr",
            "deal": {seat: [card(text) for text in hand] for seat, hand in self.BODY["deal"].items()},
            "contract": {"trump": "C", "taker": "N"},
            "plays": [card(text) for text in self.BODY["plays"]],
        }

    def test_it_is_the_same_position(self) -> None:
        english, french = answer_to("/v1/solve", self.BODY), answer_to("/v1/solve", self.french())
        check("Answer", french)
        assert french["value"] == english["value"]
        assert french["best"] == [format_card(Card(*text), "fr") for text in english["best"]]
        assert french["line"] == [format_card(Card(*text), "fr") for text in english["line"]]

    def test_an_analysis_is_in_french_too(self) -> None:
        judged = answer_to("/v1/analyses", self.french())
        check("DealAnalysis", judged)
        assert [play["card"] for play in judged["plays"]] == self.french()["plays"]


@pytest.mark.parametrize("form", ["as", "aS", "♠A", " A♠\ufe0f ", "SA"])
def test_cards_are_read_in_every_form(form: str) -> None:
    body = make_body("quadrette", seed=2)
    body["deal"] = {
        seat: [form if card == "SA" else card.lower() for card in hand] for seat, hand in body["deal"].items()
    }
    check("Position", body)
    assert answer_to("/v1/solve", body)["exact"]


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("west", ["O", "w", "Ouest", "west"])
def test_seats_are_named_in_every_form(west: str) -> None:
    log = make_body("contree", n_plays=4)
    hands = {west if seat == "W" else seat: hand for seat, hand in log["deal"].items()}
    players = {west: "Odile"}
    named = log | {"dealer": west, "deal": hands, "contract": log["contract"] | {"taker": west}}
    check("Position", named | {"players": players})
    check("Log", named | {"players": players, "leader": west})
    judged = answer_to("/v1/analyses", named | {"players": players})
    assert judged["players"]["W"]["name"] == "Odile"
    hand = {"variant": "contree", "hand": log["deal"]["S"], "samples": 2}
    asked = hand | {"dealer": west, "seat": "S"}
    check("Bids", asked)
    assert answer_to("/v1/bids", asked)["seat"] == "S"


class TestLimit:
    """What a request may ask for, what it is granted, and what it is told when that is not enough."""

    BODY = make_body("belote", seed=5)

    def test_a_limit_gives_proven_bounds(self) -> None:
        # What another test has solved would be exact.
        forgetful = Settings(cached_answers=0)
        answer = answer_to("/v1/solve", self.BODY | {"limit": {"nodes": 1}}, forgetful)
        check("Answer", answer)
        assert not answer["exact"]
        exact = answer_to("/v1/solve", self.BODY)
        own, other = ("NS", "EW") if answer["to_play"] in "NS" else ("EW", "NS")
        value = exact["value"][own] - exact["value"][other]
        assert answer["bounds"]["low"] <= value <= answer["bounds"]["high"]

    def test_an_analysis_within_a_limit_is_as_documented(self) -> None:
        log = make_body("belote", seed=5, n_plays=32) | {"limit": {"nodes": 200}}
        judged = answer_to("/v1/analyses", log)
        check("DealAnalysis", judged)
        assert not judged["exact"]

    def test_nobody_gets_more_than_the_ceiling(self) -> None:
        settings = Settings(nodes=100, max_nodes=200)
        for limit in ({}, {"nodes": 10**9}, {"nodes": 150}):
            answer = answer_to("/v1/solve", self.BODY | {"limit": limit}, settings)
            assert not answer["exact"]

    def test_the_ceiling_of_time_holds(self) -> None:
        settings = Settings(time_ms=5, max_time_ms=10)
        answer = answer_to("/v1/solve", hard(60_000), settings)
        assert not answer["exact"]
        assert answer["stats"]["time_ms"] < 30_000

    def test_null_is_as_left_out(self) -> None:
        nothing = dict.fromkeys(("limit", "cards", "notation", "id", "players", "rules", "leader", "stock"))
        check("Position", self.BODY | nothing)
        assert answer_to("/v1/solve", self.BODY | nothing)["exact"]
        nulls = dict.fromkeys(("time_ms", "nodes", "table_mib"))
        assert answer_to("/v1/solve", self.BODY | {"limit": nulls})["exact"]

    def test_null_is_as_left_out_of_a_log(self) -> None:
        log = sample_log("belote")
        check("Log", log | {"deals": None})
        assert answer_to("/v1/analyses", log | {"deals": None})["plays"]

    def test_a_whole_number_may_have_a_point(self) -> None:
        data = json.dumps(self.BODY | {"limit": {"time_ms": 5000.0}})
        answer = make_client().post("/v1/solve", data=data, content_type="application/json")
        assert answer.status_code == 200

    def test_only_the_best_card(self) -> None:
        answer = answer_to("/v1/solve", self.BODY | {"cards": "best"})
        check("Answer", answer)
        whole = answer_to("/v1/solve", self.BODY)
        assert answer["value"] == whole["value"]
        assert set(answer["best"]) <= set(whole["best"])

    def test_the_limit_is_within_the_settings(self) -> None:
        assert Limit(table_mib=Settings().max_table_mib).table_mib == Settings().max_table_mib


class TestVariants:
    """The games: described in full, and accepted back as they are shown."""

    def test_the_list_has_every_game(self) -> None:
        games: Any = make_client().get("/v1/variants").json
        check("Games", games)
        assert [game["name"] for game in games["variants"]] == list(VARIANTS)

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_a_game_is_described(self, variant: str) -> None:
        game: Any = make_client().get(f"/v1/variants/{variant}").json
        check("Game", game)
        assert all(rule["says"].endswith(".") for rule in game["words"])
        Draft202012Validator(game["options"])  # which is a schema
        assert "ruff" in game["options"]["properties"]

    @pytest.mark.by_day(2)
    @pytest.mark.parametrize("variant", VARIANTS)
    def test_a_game_as_shown_is_a_game_of_ones_own(self, variant: str) -> None:
        game = make_client().get(f"/v1/variants/{variant}").json
        body = make_body(variant, n_plays=12)
        check("Position", body | {"variant": game})
        own = answer_to("/v1/solve", body | {"variant": game})
        assert own["value"] == answer_to("/v1/solve", body)["value"]

    def test_an_alias_leads_to_the_game(self) -> None:
        for variant in VARIANTS:
            for alias in find_variant(variant).aliases:
                game: Any = make_client().get(f"/v1/variants/{alias}").json
                assert game["name"] == variant

    def test_options_make_a_difference(self) -> None:
        body = make_body("contree", seed=11, n_plays=0)
        nodes = {
            ruff: timeless(answer_to("/v1/solve", body | {"rules": {"ruff": ruff}}))["stats"]["nodes"]
            for ruff in ("free", "required")
        }
        assert nodes["free"] != nodes["required"]


def test_the_service_is_alive() -> None:
    answer = make_client().get("/healthz")
    check("Health", answer.json)
    assert answer.json == {"status": "ok"}
