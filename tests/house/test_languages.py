"""Nothing that a player reads is left in English: each command's output with a French without letters."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solver import VARIANTS, find_variant
from solver.speech import Place, Speech
from tests.cli.test_table import BELOTE, BRIDGE, PROPOSAL, REDEAL
from tests.support import masks
from tests.support.command_line import ROOT, run
from tests.support.positions import cards
from tests.support.samples import sample_log

pytestmark = pytest.mark.slow

CARD_RANKS = (*"ARDV", "10", *"98765432")
"""In French letters."""
CARDS = ("A", "R", "D", "V", "X", "XX")
"""The letters of French ranks, and of calls."""
UNITS = ("ms", "s")


@pytest.fixture(autouse=True)
def masked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from masks.put_on(monkeypatch)


def sample(name: str) -> dict[str, Any]:
    log = sample_log(name)
    return {**log, "limit": {"nodes": 300_000}}


def names_in(log: dict[str, Any]) -> tuple[str, ...]:
    """What people have written in a log."""
    return (str(log.get("id", "")), *log.get("players", {}).values(), *map(str, log.get("board", "")))


def left(text: str, *allowed: str) -> list[str]:
    return masks.words_left(text, (*CARDS, *UNITS, *filter(None, allowed)))


def shown(*arguments: str, log: dict[str, Any], status: int = 0) -> str:
    result = run(*arguments, "--lang", "fr", stdin=json.dumps(log))
    assert result.exit_code == status, result.output
    return result.stdout + result.stderr


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_report_is_french_throughout(name: str) -> None:
    log = sample(name)
    assert left(shown("analyse", "--text", log=log), *names_in(log)) == []


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_an_answer_is_french_throughout(name: str) -> None:
    log = sample(name)
    log["plays"] = log["plays"][:-7]
    for limit in ({"nodes": 300_000}, {"nodes": 1}):
        assert left(shown("solve", "--text", log={**log, "limit": limit}), *names_in(log)) == []


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_table_is_french_throughout(name: str) -> None:
    log = sample(name)
    for nodes in (1, 300_000):
        assert left(shown("table", "--text", log={**log, "limit": {"nodes": nodes}}), *names_in(log)) == []


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_rules_are_french_throughout(name: str) -> None:
    rules = find_variant(name)
    schema = rules.options_schema()["properties"]
    known = {"rules", name, *schema, *rules.points, "true", "false"}
    for option in schema.values():
        known |= {str(word) for word in option.get("enum", ())}
    known |= {word["path"] for word in rules.words()}
    assert left(shown("variants", name, log={}), *known) == []


def test_the_list_of_games_is_french_throughout() -> None:
    assert left(shown("variants", log={}), *VARIANTS) == []


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_page_is_french_throughout(name: str, tmp_path: Path) -> None:
    log = sample(name)
    path = tmp_path / "page.html"
    run("analyse", "--html", str(path), "--lang", "fr", stdin=json.dumps(log))
    page = path.read_text(encoding="utf-8")
    assert '<html lang="fr">' in page
    texts = "\n".join(masks.PageText(page).texts)
    assert left(texts, *names_in(log)) == []


@pytest.mark.by_day(1)
@pytest.mark.parametrize("limit", [{"nodes": 20}, {}], ids=["limited", "whole"])
def test_hand_records_are_french_throughout(limit: dict[str, int], tmp_path: Path) -> None:
    bodies: list[dict[str, Any]] = [BELOTE, PROPOSAL, BRIDGE, sample("contree"), sample("quadrette")]
    path = tmp_path / "page.html"
    lines = "\n".join(json.dumps({**body, "limit": limit}) for body in bodies)
    assert run("table", "--html", str(path), "--lang", "fr", stdin=lines).exit_code == 0
    texts = "\n".join(masks.PageText(path.read_text(encoding="utf-8")).texts)
    assert left(texts, *(name for body in bodies for name in names_in(body))) == []


def test_a_match_is_french_throughout() -> None:
    log = sample("quadrette")
    deal = {key: log.pop(key) for key in ("dealer", "contract", "deal", "plays")}
    log["deals"] = [deal, deal]
    assert left(shown("analyse", "--text", log=log), *names_in(log)) == []


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", ["belote", "contree"])
def test_a_fair_verdict_is_french_throughout(name: str) -> None:
    log = sample(name)
    text = shown("analyse", "--text", "--fair", "3", log={**log, "limit": {"nodes": 30_000_000}})
    assert "±" in text
    assert left(text, *names_in(log)) == []


def test_what_is_not_translated_is_seen() -> None:
    """The mask itself: a message of the catalogue has no letter left, another all of its own."""
    speech = Speech("fr", "fr", symbols=True)
    (card,) = cards("SQ")
    assert left(speech.say("{seat} led {card}", seat=Place("W"), card=card)) == []
    assert left(speech.say("{seat} sold {card}", seat=Place("W"), card=card)) == ["sold"]
    assert left("♠D led", "sol") == ["led"]


def said(*arguments: str, stdin: str = "", status: int = 0) -> str:
    result = run(*arguments, "--lang", "fr", stdin=stdin)
    assert result.exit_code == status, result.output
    return result.stderr


def test_the_lines_of_the_command_line_are_french_throughout(tmp_path: Path) -> None:
    log, out, page = json.dumps(sample("quadrette")), tmp_path / "out.ndjson", tmp_path / "page.html"
    files = (str(out), str(page), "JSON", "nodes", "time")
    for command in ("solve", "analyse", "table"):
        assert left(said(command, status=1), *files) == []
    assert left(said("convert", "--to", "pbn", status=1), *files) == []
    assert left(said("analyse", "--html", str(page), stdin=log), *files) == []
    for _ in range(2):
        assert (
            left(said("analyse", "--out", str(out), stdin=f"{log}\n{{}}\n", status=1), *files, "variant")
            == []
        )
    rules = tmp_path / "mine.toml"
    rules.write_text('extends = "belote"\nname = "mine"\n', encoding="utf-8")
    checked = run("variants", "--check", str(rules), "--lang", "fr").stdout
    assert left(checked, str(rules)) == []
    for text in (
        "a = 1\na = 2",
        "name = belote",
        "name =",
        "name",
        'a = "x',
        "a = [1",
        "a = 1 2",
        'a = "\\q"',
    ):
        rules.write_text(text, encoding="utf-8")
        checked = run("variants", "--check", str(rules), "--lang", "fr").stdout
        assert left(checked, str(rules), rules.name, "TOML") == []


def test_a_limit_that_nobody_asked_for_is_told_in_french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.cli.request.DEFAULT_NODES", 100)
    log = sample("belote")
    del log["limit"]
    told = said("solve", "--text", stdin=json.dumps({**log, "plays": []}))
    assert "100" in told
    assert left(told, "time", "ms") == []


def test_comments_on_mistakes_are_french_throughout() -> None:
    log = sample("bridge")
    before = {comment.get("text") for comment in log.get("comments", ())}
    result = run(
        "convert", "--from", "json", "--to", "json", "--judged", "--lang", "fr", stdin=json.dumps(log)
    )
    comments = {comment.get("text") for comment in json.loads(result.stdout)["comments"]} - before
    assert comments
    # They have French letters, though the cards of the formats they are written in are English.
    assert left("\n".join(comments), *(suit + rank for suit in "PCKT" for rank in CARD_RANKS)) == []


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    "body", [BELOTE, REDEAL, PROPOSAL, BRIDGE], ids=["turned up", "redeal", "proposal", "bridge"]
)
@pytest.mark.parametrize("limit", [{"nodes": 20}, {}], ids=["limited", "whole"])
def test_tables_of_other_kinds_are_french_throughout(body: dict[str, Any], limit: dict[str, int]) -> None:
    assert left(shown("table", "--text", log={**body, "limit": limit}), *names_in(body)) == []


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", ["club.pbn", "vugraph.lin"])
def test_reports_of_games_of_clubs_are_french_throughout(name: str) -> None:
    """Auctions, claims, doubles and vulnerability, as other programs write them."""
    path = ROOT / "tests" / "data" / "formats" / name
    result = run("analyse", str(path), "--text", "--lang", "fr", "--nodes", "100000")
    names = set(masks.WORD.findall(path.read_text(encoding="utf-8")))
    names -= {word.lower() for word in names}
    assert left(result.stdout, str(path), *names) == []
