"""The sample logs: one complete game of every kind, as a body that every way in takes as it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from solver import VARIANTS, Limit, Log, Position, analyse

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
FILES = sorted(SAMPLES.glob("*.json"))
TOLD = sorted((SAMPLES / "auctions").glob("*.json"))
"""Logs that leave the contract, and of belote the last cards dealt, to their auction."""
LOGS = Path(__file__).parents[1] / "data" / "logs.ndjson"

HARD = ("california_jack",)
"""Too long to prove from the first card in a moment."""


def read(path: Path) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return body


def test_every_game_has_a_sample() -> None:
    assert sorted(path.stem for path in FILES) == sorted(VARIANTS)
    for path in FILES:
        assert read(path)["variant"] == path.stem


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sample_is_a_complete_game_with_names(path: Path) -> None:
    body = read(path)
    position = Position.from_dict(body)
    assert position.is_over
    assert position.deal.n_cards == len(position.plays) == len(body["plays"])
    assert set(body["players"]) == set(position.rules.players)
    assert len(set(body["players"].values())) == position.rules.n_players
    assert body["id"].startswith(path.stem)
    assert position.contract.taker is not None or not position.rules.has_taker
    assert "limit" not in body, "it would hold for whatever is done with the log"


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sample_is_judged_to_its_end(path: Path) -> None:
    analysis = analyse(read(path), Limit(nodes=300_000 if path.stem in HARD else None))
    deal = analysis.deals[0]
    assert len(deal.plays) == len(deal.position.plays)
    assert analysis.exact or path.stem in HARD
    assert any(play.chosen.swing for play in deal.plays if play.is_exact), "nobody made a mistake to show"
    assert deal.plays[-1].chosen.value == deal.end.value


def test_samples_are_no_test_data() -> None:
    known = {json.dumps(json.loads(line)["request"]["plays"]) for line in LOGS.open(encoding="utf-8")}
    assert len(known) > 10
    assert not known & {json.dumps(read(path)["plays"]) for path in FILES}


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_a_log_with_its_auction_needs_no_contract(path: Path) -> None:
    body = read(path)
    assert body["id"].startswith(path.stem)
    assert not {"contract", "turned_up"} <= set(body)
    (deal,) = Log.from_dict(body).deals
    assert deal.position.is_over
    assert list(deal.auction) == body["auction"]
    judged = analyse(body).deals[0]
    assert judged.auction == deal.auction
    assert any(play.chosen.swing for play in judged.plays), "nobody made a mistake to show"


def test_belote_is_told_as_it_was_dealt() -> None:
    assert [path.stem for path in TOLD] == ["belote", "contree"]
    assert "stock" in read(SAMPLES / "auctions" / "belote.json")
    assert "auction" not in read(SAMPLES / "contree.json")
