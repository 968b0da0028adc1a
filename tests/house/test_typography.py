"""French typography in what is shown: one no-break space before ``: ; ! ? %`` and inside quotation marks."""

import json
from pathlib import Path

import pytest

from solver import VARIANTS
from tests.cli import test_bids
from tests.support import masks
from tests.support.command_line import run
from tests.support.samples import sample_log
from tests.support.typography import wrong_in


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_shown_has_french_typography(name: str, tmp_path: Path) -> None:
    log = sample_log(name)
    log |= {"limit": {"nodes": 300_000}}
    body, page = json.dumps(log), tmp_path / "page.html"
    texts = [run(command, "--text", "--lang", "fr", stdin=body).stdout for command in ("analyse", "table")]
    texts.append(
        run("solve", "--text", "--lang", "fr", stdin=json.dumps(log | {"plays": log["plays"][:5]})).stdout
    )
    texts.append(run("variants", name, "--lang", "fr").stdout)
    run("analyse", "--html", str(page), "--lang", "fr", stdin=body)
    texts += masks.PageText(page.read_text(encoding="utf-8")).texts
    assert all(texts[:4])
    assert [one for text in texts for one in wrong_in(text)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["CONTREE", "BELOTE"])
def test_what_is_shown_of_calls_has_french_typography(name: str) -> None:
    body = json.dumps(getattr(test_bids, name))
    text = run("bids", "--text", "--samples", "20", "--lang", "fr", stdin=body).stdout
    assert text
    assert wrong_in(text) == []


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("Ouest\u00a0: 26 points", False),
        ("Ouest: 26 points", True),
        ("Ouest : 26 points", True),
        ("Ouest\u202f: 26 points", True),
        ("NS : EO   92 : 70", False),
        ("fait\u00a0; mieux", False),
        ("fait; mieux", True),
        ("♦D ?  erreur, ♦D ??", False),
        ("vrai?", True),
        ("«\u00a0rules\u00a0»", False),
        ("« rules »", True),
        ("83\u00a0%", False),
        ("83 %", True),
        ("l'as", True),
        ("12:30", False),
    ],
)
def test_typography_that_is_wrong_is_seen(text: str, is_wrong: bool) -> None:
    assert bool(wrong_in(text)) == is_wrong
