"""What players read over HTTP, in the language that they ask for."""

from collections.abc import Iterator

import pytest

from api.views.variants import describe
from solver import VARIANTS, Speech, find_variant
from tests.support import masks
from tests.support.api.service import make_client
from tests.support.samples import sample_log

ADDRESSES = ["/v1/variants", *(f"/v1/variants/{name}" for name in VARIANTS)]


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_games_are_described_in_either_language(address: str) -> None:
    client = make_client()
    told = {}
    for language in ("en", "fr"):
        answer = client.get(address, headers={"Accept-Language": language})
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
        told[language] = answer.get_json()
    assert told["en"] == client.get(address).get_json()
    for english, french in zip(
        *(told[language].get("variants", [told[language]]) for language in told), strict=True
    ):
        assert french == find_variant(english["name"]).describe(Speech("fr", "fr"))
        assert [word["rule"] for word in french["words"]] == [word["rule"] for word in english["words"]]
        for english_word, french_word in zip(english["words"], french["words"], strict=True):
            assert english_word["value"] == french_word["value"]
            assert english_word["says"] != french_word["says"], french_word["says"]


def test_a_game_is_told_as_french_players_say_it() -> None:
    game = make_client().get("/v1/variants/belote", headers={"Accept-Language": "fr"}).get_json()
    says = {word["rule"]: word["says"] for word in game["words"]}
    assert says["order_trump"] == "À l’atout, l’ordre des cartes est V 9 A 10 R D 8 7."
    assert says["sides"] == "Les camps sont NS contre EO."
    assert says["trumps"] == "L’atout peut être pique, cœur, carreau ou trèfle."
    assert says["ruff"] == (
        "Qui n’a pas de la couleur demandée doit couper, sauf si son partenaire est maître du pli."
    )
    assert game["options"]["properties"]["tie"]["description"].startswith(
        "Qui marque quand le preneur échoue à égalité exacte\u00a0; s’il lui faut un nombre fixe de points, "
        "à un point près.\n\n- `held_over`\u00a0: Si le preneur"
    )
    assert game["title"] == "Belote"
    assert game["order"]["trump"] == "J9ATKQ87"


@pytest.fixture
def masked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """French without letters, and games that nobody has described before or will afterwards."""
    describe.cache_clear()
    yield from masks.put_on(monkeypatch)
    describe.cache_clear()


@pytest.mark.usefixtures("masked")
def test_no_sentence_about_the_games_is_left_untranslated() -> None:
    games = make_client().get("/v1/variants", headers={"Accept-Language": "fr"}).get_json()["variants"]
    for game in games:
        options = game["options"]["properties"]
        known = {"A", "R", "D", "V", *options, *game["points"]}
        for option in options.values():
            known |= set(option.get("enum", ()))
        sentences = [game["title"], game["description"], game["source"], *game["notes"]]
        sentences += [word["says"] for word in game["words"]]
        sentences += [option["description"] for option in options.values()]
        assert all(sentences)
        assert [word for text in sentences for word in masks.words_left(text, known)] == [], game["name"]


@pytest.mark.usefixtures("masked")
@pytest.mark.parametrize("name", ["belote", "all_fours", "bridge"])
def test_no_sentence_about_a_log_is_left_untranslated(name: str) -> None:
    log = sample_log(name)
    answer = make_client().post("/v1/analyses", json=log, headers={"Accept-Language": "fr"})
    assert answer.headers["Content-Language"] == "fr"
    told = [text for key, text in masks.strings_of(answer.get_json()) if key in ("explanation", "says")]
    assert len(told) > 1
    letters = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    assert [word for text in told for word in masks.words_left(text, letters)] == []


def test_comments_on_converted_games_say_their_language() -> None:
    log = sample_log("bridge")
    client = make_client()
    for media_type in ("application/json", "application/x-pbn"):
        headers = {"Accept": media_type, "Accept-Language": "fr"}
        answer = client.post("/v1/convert?judged=true", json=log, headers=headers)
        assert answer.status_code == 200
        assert "Le mort a joué" in answer.get_data(as_text=True)
        assert answer.headers["Content-Language"] == "fr"
        assert "Accept-Language" in answer.headers["Vary"]
