"""What pages show as JSON is asked of Atout, and answered as they show."""

import json
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from solver import Sampling, analyse
from tests.house.test_docs import is_part
from tests.support.command_line import ROOT
from tests.support.doc_pages import Block, blocks, blocks_of
from tests.support.shell import Shell

pytestmark = pytest.mark.slow

ASKED = [
    (request, shown)
    for request, shown in pairwise(blocks_of("docs/calls.md"))
    if (request.language, shown.language) == ("json", "text")
]
"""The hands of the page, each with the table that it shows of them."""

PAIR = {
    "variant": "bridge",
    "deal": {
        "N": "K873.AJ4.K2.Q742",
        "E": "96.QT3.QJT86.J95",
        "S": "AQT42.K82.A73.K6",
        "W": "J5.9765.954.AT83",
    },
    "contract": {"trump": "S", "taker": "S", "bid": 2},
    "vulnerable": "both",
    "plays": [],
}
"""The log that the page has a final contract of; it names the hands of the pair."""


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Settings(database="none")).test_client()


def answer_with(field: str) -> dict[str, Any]:
    """Return the answer of the page of calls that has a field."""
    answers: list[dict[str, Any]] = [json.loads(one.text) for one in blocks("json", "docs/calls.md")]
    (answer,) = (one for one in answers if field in one)
    return answer


def without_remark(shown: dict[str, Any], told: str) -> dict[str, Any]:
    """Return an answer of the page without its sentences, which are the first of those told, up to ``…``."""
    begun, _, rest = shown["explanation"].partition("…")
    assert told.replace("\u00a0", " ").startswith(begun)
    assert not rest
    return {key: value for key, value in shown.items() if key != "explanation"}


def test_the_page_asks_about_hands() -> None:
    assert len(ASKED) > 1


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("request_block", "shown"), ASKED, ids=[f"line {one.line}" for one, _ in ASKED])
def test_a_hand_is_told_as_the_page_shows(request_block: Block, shown: Block, client: FlaskClient) -> None:
    shell = Shell(client)
    printed = shell.run(f"echo '{request_block.text.strip()}' | atout bids --text")
    begun = shown.text.rstrip("…\n")
    shell.compare(f"…\n{begun}\n…", printed.replace("\u00a0", " "))


@pytest.mark.night
def test_a_call_is_judged_as_the_page_shows() -> None:
    log = json.loads((ROOT / "samples/auctions/contree.json").read_text(encoding="utf-8"))
    call = analyse(log, calls=Sampling.of_calls(None)).to_dict()["calls"][3]
    shown = answer_with("call")
    assert is_part(without_remark(shown, call["explanation"]), call)


@pytest.mark.night
def test_a_final_contract_is_judged_as_the_page_shows() -> None:
    found = analyse(PAIR, calls=Sampling(30)).to_dict()["final_contract"]
    shown = answer_with("final_contract")["final_contract"]
    assert is_part(without_remark(shown, found["explanation"]), found)


def test_the_batch_of_the_page_is_answered(client: FlaskClient) -> None:
    (block,) = blocks("json", "docs/http.md")
    asked = json.loads(block.text)
    answers = client.post("/v1/positions", json=asked).get_json()["answers"]
    assert [answer.get("variant") for answer in answers] == [one["variant"] for one in asked["positions"]]
    assert all(answer["exact"] for answer in answers)
