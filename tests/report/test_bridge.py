"""Reports of bridge, as a bridge player reads them: contract, auction, claim, how many down or over."""

import json
from pathlib import Path

import pytest

from solver import Log, analyse, report_page
from solver.game.duplicate import contract_score
from solver.report.deal import DealReport
from solver.report.page.environment import tinted
from solver.sentences import Language
from solver.speech import Speech
from tests.support.command_line import run

DATA = Path(__file__).resolve().parents[1] / "data" / "formats"
CLUB, VUGRAPH = str(DATA / "club.pbn"), str(DATA / "vugraph.lin")


def lines_of(*arguments: str) -> list[str]:
    return [line.rstrip() for line in run("analyse", *arguments, "--no-fair", "--text").stdout.splitlines()]


@pytest.mark.slow
def test_a_game_that_was_played_out() -> None:
    lines = lines_of(CLUB, "--lang", "en")
    assert "Bridge · 4♠X by N · NS vulnerable · N deals · board 5" in lines
    assert "Auction from N: 1♠ Pass 2NT Pass 4♠ X Pass Pass Pass" in lines
    assert "Best play of all  NS 11, EW 2 tricks; score NS 990, EW 0; made with an overtrick" in lines
    assert "As played         NS 8, EW 5 tricks; score NS 0, EW 500; 2 down" in lines
    assert any("After dummy's ♠K the contract fails." in line for line in lines)
    assert not any("taker" in line for line in lines)


def test_a_game_that_ended_with_a_claim() -> None:
    lines = lines_of(VUGRAPH, "--lang", "en")
    assert "Bridge · 3NT by N · nobody vulnerable · N deals · board 1, open room" in lines
    assert "From here         NS 11, EW 2 tricks; score NS 460, EW 0; made with 2 overtricks" in lines
    assert "As agreed         NS 10, EW 3 tricks; score NS 430, EW 0; made with an overtrick" in lines
    assert "Best play of all  NS 11, EW 2 tricks; score NS 300, EW 0; 6 down" in lines


@pytest.mark.night
@pytest.mark.slow
def test_in_french() -> None:
    lines = lines_of(CLUB, "--lang", "fr")
    assert "Bridge · 4♠X par N · NS vulnérable · N donne · donne 5" in lines
    assert "Enchères à partir de Nord\u00a0: 1♠ Passe 2SA Passe 4♠ X Passe Passe Passe" in lines
    assert "À la table               NS 8, EO 5 plis\u00a0; marque NS 0, EO 500\u00a0; 2 de chute" in lines
    assert (
        "Comme convenu            NS 10, EO 3 plis\u00a0; marque NS 430, EO 0\u00a0; fait, une de mieux"
        in lines
    )


@pytest.mark.night
@pytest.mark.slow
def test_declarer_and_dummy_are_named() -> None:
    sample = str(Path(__file__).resolve().parents[2] / "samples" / "bridge.json")
    lines = lines_of(sample, "--lang", "en")
    assert any(line.startswith("W Henrik  dummy ") for line in lines)
    assert any("E Viktor, dummy's ♠7 ?" in line for line in lines)
    assert any(line.startswith("E Viktor, declarer ") for line in lines)
    assert any(line.startswith("W Henrik, dummy  ") for line in lines)
    assert any("After dummy's ♠9 the contract fails." in line for line in lines)
    lines = lines_of(sample, "--lang", "fr")
    assert any(line.startswith("O Henrik  mort ") for line in lines)
    assert any("E Viktor, ♠7 du mort ?" in line for line in lines)
    assert any("Après ♠9 du mort, le contrat chute." in line for line in lines)
    page = report_page(analyse(json.loads(Path(sample).read_text())), Speech("fr", "fr"))
    assert "E Viktor, ♠7 du mort" in page
    assert "E Viktor, déclarant" in page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_says_the_same(language: Language) -> None:
    log = {
        "variant": "bridge",
        "dealer": "N",
        "vulnerable": "both",
        "deal": "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6",
        "auction": ["1NT", "Pass", "3NT", "Pass", "Pass", "Pass"],
        "contract": {"trump": "NT", "taker": "N", "bid": 3},
        "plays": ["CT", "C5"],
        "result": 8,
    }
    page = report_page(analyse(log), Speech(language))
    said = {
        "en": ("3NT by N", "all vulnerable", "Auction from N: 1NT Pass 3NT Pass Pass Pass", "one down"),
        "fr": (
            "3SA par N",
            "tous vulnérables",
            "Enchères à partir de Nord\u00a0: 1SA Passe 3SA",
            "une de chute",
        ),
    }
    for text in said[language]:
        assert text in page


@pytest.mark.parametrize("agreed", range(14))
@pytest.mark.parametrize("taker", ["N", "E"])
def test_a_claim_scores_what_its_tricks_are_worth(agreed: int, taker: str) -> None:
    log = {
        "variant": "bridge",
        "vulnerable": "NS",
        "deal": "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6",
        "contract": {"trump": "S", "taker": taker, "bid": 4, "multiplier": 2},
        "result": agreed,
    }
    deal = Log.from_dict(log).deals[0]
    assert deal.agreed == agreed
    report = DealReport(analyse({**log, "plays": []}).deals[0], Speech("en"))
    said = dict(report.outcome())["As agreed"]
    score = contract_score(4, "S", 2, agreed, taker == "N")
    own, other = ("NS", "EW") if taker == "N" else ("EW", "NS")
    assert f"{own} {agreed}" in said
    assert f"{own if score > 0 else other} {abs(score)}" in said
    over = agreed - 10
    ends = {0: "just made", 1: "made with an overtrick", -1: "one down"}
    assert said.endswith(ends.get(over, f"{-over} down" if over < 0 else f"made with {over} overtricks"))


@pytest.mark.parametrize("result", [None, 1])
def test_an_ending_tells_nothing_of_the_contract(result: int | None) -> None:
    # Two tricks say nothing of the eleven before them: neither how far down one no-trump is, nor its score.
    log = {
        "variant": "bridge",
        "rules": {"short_deals": True},
        "deal": {"N": "AK.-.-.-", "E": "QJ.-.-.-", "S": "-.-.32.-", "W": "-.-.54.-"},
        "contract": {"trump": "NT", "taker": "W", "bid": 1},
    }
    analysis = analyse({"deals": [{**log, "result": result, "plays": ["SA"]}]})
    report = DealReport(analysis.deals[0], Speech("en"))
    assert [said for _, said in report.outcome()] == ["NS 2, EW 0 tricks"] * 2
    assert analysis.match is not None
    assert analysis.match.totals == {"NS": 0, "EW": 0}
    assert analysis.deals[0].outcome is None


def test_a_result_of_cards_that_were_all_played_is_no_claim() -> None:
    five, _, seven = map(json.loads, run("convert", CLUB, "--to", "json").stdout.splitlines())
    assert (five["result"], Log.from_dict(five).deals[0].agreed) == (8, None)
    assert (seven["result"], Log.from_dict(seven).deals[0].agreed) == (10, 10)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("5♥X", '5<span class="red">♥</span>X'),
        ("4♦XX by N", '4<span class="red">♦</span>XX by N'),
        ("♥K and ♦10, ♥V", '<span class="red">♥K</span> and <span class="red">♦10</span>, '
         '<span class="red">♥V</span>'),
        ("4♠X", "4♠X"),
    ],
)  # fmt: skip
def test_red_are_cards_and_suits_and_no_doubles(text: str, page: str) -> None:
    assert tinted(text) == page
