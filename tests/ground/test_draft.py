"""Drafts: filled in, they are what is written for one reader at once."""

import json
from pathlib import Path

import pytest

from solver import (
    LANGUAGES,
    NOTATIONS,
    Analysis,
    Limit,
    Sampling,
    Speech,
    analyse,
)
from solver.draft import Draft
from tests.support.command_line import ROOT
from tests.support.samples import sample_log

SAMPLES = sorted((ROOT / "samples").glob("*.json"))
LIMIT = Limit(nodes=200_000)
MARK = "~mark"


def drafted(analysis: Analysis) -> Draft:
    """The draft of an analysis."""
    return Draft.of(MARK, lambda speech: json.dumps(analysis.to_dict_in(speech)))


def same_in_all_forms(analysis: Analysis) -> None:
    """Fail unless a draft of an analysis, kept and read, gives every form of it."""
    draft = Draft.from_dict(json.loads(json.dumps(drafted(analysis).to_dict())))
    for notation in NOTATIONS:
        for language in LANGUAGES:
            filled = draft.fill(notation, language)
            assert filled == json.dumps(analysis.to_dict(notation, language))
            assert MARK not in filled


@pytest.mark.by_day(2)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_analysis_of_a_sample_is_the_same_in_all_forms(path: Path) -> None:
    same_in_all_forms(analyse(json.loads(path.read_text(encoding="utf-8")), LIMIT))


def test_fair_verdicts_faults_and_strange_names_are_the_same_in_all_forms() -> None:
    log = sample_log("belote")
    log |= {"partial": True, "players": {"N": 'Zoé "\\ \ue000 SA ~SA #0;'}}
    log["plays"][20] = log["plays"][0]
    analysis = analyse(log, LIMIT, Sampling(samples=4))
    assert analysis.faults
    same_in_all_forms(analysis)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("path", ["auctions/contree", "auctions/belote", "bridge"])
def test_judged_calls_are_the_same_in_all_forms(path: str) -> None:
    log = sample_log(path)
    analysis = analyse(log | {"plays": []}, calls=Sampling(samples=2))
    same_in_all_forms(analysis)
    written = json.loads(drafted(analysis).fill("fr", "en"))
    if path == "bridge":
        assert written["final_contract"]["trump"] == "P"
    elif path == "auctions/contree":
        said = ["80P", "passe", "100C", "110T", "passe", "passe", "120C", "contre", *["passe"] * 3]
        assert [call["call"] for call in written["calls"]] == said
        assert {call for judged in written["calls"] for call in judged["best"]} >= {"surcontre", "120C"}


def test_a_draft_of_an_earlier_version_is_filled_in() -> None:
    kept = {"text": "[~x#0;]", "mark": "~x", "said": {"en": ["~xSA"], "fr": ["l’~xSA"]}}
    draft = Draft.from_dict(kept)
    assert draft.fill("fr", "fr") == "[l’PA]"


def test_a_sentence_has_its_cards_in_the_letters_asked_for() -> None:
    log = sample_log("belote")
    draft = drafted(analyse(log, LIMIT))
    said = json.loads(draft.fill("fr", "en"))["turning_points"][0]
    assert said["card"] in said["says"]


def test_only_texts_can_wait_for_their_language() -> None:
    with pytest.raises(TypeError, match="only texts"):
        Draft.of(MARK, lambda speech: str(speech.worded(lambda own: 5)))


def test_a_speech_says_for_itself_what_is_no_draft() -> None:
    assert Speech("fr").worded(lambda own: own.language) == "fr"
    assert Speech("fr").worded_in(str.upper) == "FR"
    assert Speech(notation="fr").lettered(str.upper) == "FR"
