"""Tables of figures on terminals of any width: no head and no number is cut."""

import json
import re
from pathlib import Path

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from solver import Position, analyse, solve
from solver.calls import AskedHand, find_calls
from solver.report.deal import DealReport
from solver.report.terminal import answer_text, calls_text
from solver.report.terminal.figures import figures_table
from solver.report.terminal.puzzle_counts import counts_text
from solver.report.terminal.tables import fitting_table
from solver.sentences import Language
from solver.speech import Speech
from tests.support.command_line import run

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
HANDS = [
    {"variant": "contree", "dealer": "W", "hand": "AQT.J9.K8.7", "auction": []},
    {
        "variant": "bridge",
        "dealer": "N",
        "hand": "AQT4.J92.K83.762",
        "auction": ["1NT", "Pass", "3NT", "Pass"],
    },
]
COUNTS = {
    "klaverjas_rotterdam": {
        "count": 12_345,
        "rating": {"lowest": 1341, "highest": 2800},
        "levels": {str(level): 100 * level for level in range(1, 6)},
        "lengths": {"1": 230, "8": 1},
        "themes": {"throw_in": 225, "middle": 3},
    },
    "belote": {
        "count": 7,
        "rating": {"lowest": 1341, "highest": 2800},
        "levels": dict.fromkeys("12345", 0),
        "lengths": {"2": 7},
        "themes": {"middle": 7},
    },
}


def printed(shown: RenderableType, columns: int) -> str:
    """The text on a terminal of so many columns, none of whose lines is cut or longer."""
    with (console := Console(width=columns, highlight=False, markup=False)).capture() as said:
        console.print(shown)
    text = said.get()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= columns
    return text


@pytest.mark.parametrize(
    ("columns", "n_lines"),
    [
        (29, 4),  # on one line each, with a line below the heads
        (28, 6),  # the last head on three lines
        (21, 5),  # no line below the heads
    ],
)
def test_a_table_takes_the_first_form_that_fits(columns: int, n_lines: int) -> None:
    table = fitting_table(
        ["card", "NS : EW", "in the score"], [["SA", "92 : 70", "0"], [Text("D7"), "1 : 161", "–"]]
    )
    text = printed(table, columns)
    assert len(text.splitlines()) == n_lines
    assert text.index("SA") < text.index("92 : 70") < text.index("D7") < text.index("1 : 161")
    assert "NS : EW" in text.replace("\u00a0", " ")
    assert ("───" in text) == (columns > 21)


def test_the_last_form_is_a_list() -> None:
    text = printed(fitting_table(["card", "NS : EW", "opportunities"], [["SA", "92 : 70", "3"]]), 25)
    assert [line.split() for line in text.splitlines()] == [
        ["SA"],
        ["NS", ":", "EW", "92", ":", "70"],
        ["opportunities", "3"],
    ]


@pytest.mark.parametrize(
    ("columns", "head"),
    [
        (100, "player choices inaccuracies mistakes blunders given away in the score"),
        (80, "player choices ?! ? ?? given away in the score"),
        (58, "player choices ?! ? ?? away score"),
        (44, "player ?! ? ?? given away in the score"),
    ],
)
def test_figures_of_players_stand_apart_in_columns_for_as_long_as_they_fit(columns: int, head: str) -> None:
    log = json.loads((SAMPLES / "belote.json").read_text(encoding="utf-8"))
    figures = DealReport(analyse(log).deals[0], Speech()).figures
    text = printed(figures_table(figures), columns)
    (line,) = (line for line in text.splitlines() if line.startswith("player"))
    assert line.replace("\u00a0", " ").split() == head.split()
    assert ("?!   ?   ??   " in line) == (44 < columns < 100)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("columns", [100, 80, 60, 50, 44])
def test_no_figure_of_a_solve_is_cut(columns: int, language: Language) -> None:
    log = json.loads((SAMPLES / "belote.json").read_text(encoding="utf-8"))
    position = Position.from_dict({**log, "plays": log["plays"][:6]})
    text = printed(answer_text(position, solve(position), Speech(language)), columns)
    last = text.partition("66 : 96")[2].splitlines()[0]
    assert last.split() == ["26", "52", "66", ":", "96", "192"]


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("columns", [100, 60, 44])
@pytest.mark.parametrize("hand", HANDS, ids=["bids", "lead"])
def test_no_worth_of_a_call_is_cut(hand: dict[str, object], columns: int) -> None:
    asked = AskedHand.from_dict(hand)
    text = printed(
        calls_text(asked, find_calls(asked, 2, quick=hand["variant"] != "bridge"), Speech("fr")), columns
    )
    assert " ± " in text


def test_the_contracts_of_a_pair_are_told_level_by_level() -> None:
    pair = {"seat": "N", "hand": "AKQJT9.AKQJ.AK.A", "partner": "8765.432.432.432"}
    asked = AskedHand.from_dict({"variant": "bridge", "dealer": "N", **pair})
    worths = find_calls(asked, 2)
    found = {(worth.trump, worth.bid): worth for worth in worths.contracts or ()}
    shown = printed(calls_text(asked, worths, Speech()), 100).replace("\u00a0", " ").splitlines()
    head, levels = next(line.split() for line in shown if line.startswith("trumps ")), range(1, 8)
    assert head == ["trumps", "tricks", *map(str, levels)]
    for trump, name in {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "no trumps"}.items():
        row = [re.split(" {2,}", line.rstrip()) for line in shown if line.startswith(f"{name}  ")][-1]
        makes = [found[trump, level].makes.mean for level in levels]
        assert row[2:] == [f"{round(100 * share)} %" for share in makes]


@pytest.mark.parametrize("columns", [100, 60, 40])
def test_no_count_of_puzzles_is_cut(columns: int) -> None:
    text = printed(counts_text(COUNTS, Speech("fr")), columns)
    assert text.count("klaverjas_rotterdam") == 3
    assert "12\u202f345" in text or "12\u00a0345" in text
    assert text.count("225") == 1


@pytest.mark.parametrize("columns", range(12, 40))
def test_no_line_ends_within_a_pair_or_before_a_french_colon(columns: int) -> None:
    text = printed(Text("Cartes sur table\u00a0: faute, 4 points · NS : EO 120 : 42 → 116 : 46"), columns)
    assert not any(line.startswith(":") or line.rstrip().endswith(" :") for line in text.splitlines())


def test_a_card_that_was_right_is_among_those_that_were_best_to_expect() -> None:
    text = run("analyse", "samples/contree.json", "--text").stdout
    [row] = re.findall(r"^ +6 +S Paul ♠9 +best +(.+?) +2\.0 +0\.0 +all 6$", text, re.M)
    assert row == "♠K; for the score ♠K ♠J ♠9"  # for the result ♠9 is not
