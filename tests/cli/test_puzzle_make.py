"""``atout puzzle make``, and the puzzles that are shipped."""

import gzip
import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.make_puzzles import GAMES, choose, make_bank
from solver.cli.puzzle.make import LOOKED_AT
from solver.cli.puzzle.options import ThemeWord
from solver.puzzles import Puzzle, PuzzleTheme, band_of
from solver.speech import Speech
from tests.cli.test_puzzle import LONG, MIXED, line_of, own_settings
from tests.support.command_line import ROOT, answers, run

__all__ = ["own_settings"]


# ---- make


@pytest.mark.parametrize(
    ("n", "french"), [(0, "0 position vue"), (1, "1 position vue"), (2, "2 positions vues")]
)
def test_positions_looked_at_are_counted_in_french(n: int, french: str) -> None:
    assert Speech("fr").say(LOOKED_AT, n, number=str(n)) == french


@pytest.mark.night
def test_making_is_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    asked = ("puzzle", "make", "--variant", "quadrette", "--count", "4", "--seed", "9")
    made = run(*asked)
    assert made.exit_code == 0
    assert len({told["id"] for told in answers(made)}) == 4
    first, *others = made.stderr.splitlines()
    assert first.startswith("4 puzzles of ")
    assert any("every card is as good" in line for line in others)
    out = tmp_path / "made.ndjson"
    again = run(*asked, "--workers", "2", "--out", str(out), "--lang", "fr")
    assert again.exit_code == 0
    assert out.read_text(encoding="utf-8") == made.stdout
    assert again.stderr.startswith("4 problèmes sur ")
    assert run("puzzle", "check", str(out)).exit_code == 0


def test_puzzles_of_a_game_of_ones_own_are_made_from_its_file(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    rules = 'name = "club"\nextends = "quadrette"\n[duties]\nruff = "required"\n'
    club.write_text(rules, encoding="utf-8")
    made = run("puzzle", "make", "--variant", str(club), "--count", "1", "--proof")
    assert made.exit_code == 0
    (told,) = answers(made)
    assert told["variant"] == "club"
    bank = tmp_path / "bank.ndjson"
    bank.write_text(MIXED.read_text(encoding="utf-8") + made.stdout, encoding="utf-8")
    of_club = ("--bank", str(bank), "--variant", str(club))
    (counts,) = answers(run("puzzle", "stats", *of_club))
    assert list(counts["games"]) == ["club"]
    (exported,) = answers(run("puzzle", "export", *of_club))
    (found,) = answers(run("puzzle", "next", *of_club))
    assert exported["id"] == found["id"] == told["id"]
    assert run("puzzle", "play", *of_club, stdin="quit\n").exit_code == 0
    (shipped,) = answers(run("puzzle", "next"))
    assert shipped["variant"] == "belote", "the game that was played last has none that are shipped"
    club.write_text(rules.replace("ruff", "rough"), encoding="utf-8")
    refused = run("puzzle", "make", "--variant", str(club))
    assert refused.exit_code == 2
    assert "rough" in refused.stderr
    assert "such_a_file.toml" in run("puzzle", "make", "--variant", "no_such_a_file.toml").stderr


@pytest.mark.night
@pytest.mark.slow
def test_what_is_made_is_what_was_asked_for() -> None:
    asked = ("--theme", "short", "--length", "1-3", "--tricks", "3-5", "--level", "3", "--seed", "2")
    made = run("puzzle", "make", "--variant", "belote", "--count", "2", *asked, "--proof")
    assert made.exit_code == 0
    for told in answers(made):
        assert told["length"] == 2
        assert 3 <= told["tricks_left"] <= 5
        assert band_of("belote", told["rating"]) == 3
        assert "short" in told["themes"]
        assert {"refutations", "tree"} <= told.keys()
        assert Puzzle.from_dict(told).rating == told["rating"]


def test_mistakes_of_logs_are_made_puzzles_with_the_card_that_was_played() -> None:
    logs = str(ROOT / "samples" / "contree.json")
    made = run("puzzle", "make", "--from", logs, "--cards", "8")
    puzzles = answers(made)
    assert puzzles
    assert all(told["source"] == "logs" and told["tempting"] not in told["right"] for told in puzzles)
    none = run("puzzle", "make", "--from", logs, "--variant", "bridge")
    assert none.exit_code == 1
    assert "another game" in none.stderr
    assert "--cards" not in none.stderr
    broken = run("puzzle", "make", "--from", "-", stdin='{"variant": "belote"}')
    assert broken.exit_code == 1
    assert "/deal" in broken.stderr


def test_logs_in_which_nothing_is_found_end_with_1_as_the_help_says() -> None:
    logs = str(ROOT / "samples" / "contree.json")
    none = run("puzzle", "make", "--from", logs, "--count", "3", "--cards", "2")
    assert (none.exit_code, none.stdout) == (1, "")
    assert "too many cards in a hand" in none.stderr
    assert "--cards allows more cards in a hand" in none.stderr
    words = " ".join(run("puzzle", "make", "--help").stdout.split())
    assert "The exit status is 1 if a limit came before there were enough, or if there is none." in words
    fewer = run("puzzle", "make", "--from", logs, "--count", "30", "--cards", "8")
    assert answers(fewer)
    assert fewer.exit_code == 0


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("coupe", "ruff"),
        ("Refus de couper", "refuse_ruff"),
        ("DÉFAUSSE D'UNE PERDANTE", "discard_loser"),
        ("Draw trumps", "draw_trumps"),
        ("une décision", "one"),
        ("throw_in", "throw_in"),
    ],
)
def test_themes_are_asked_for_by_the_names_that_stats_shows(name: str, theme: str) -> None:
    assert ThemeWord().convert(name, None, None) == theme


def test_a_theme_by_its_french_name_chooses_the_same_puzzles() -> None:
    asked = ("puzzle", "export", "--bank", str(ROOT / "tests" / "data" / "puzzles" / "mixed.ndjson"))
    by_word = run(*asked, "--theme", "only_card").stdout
    assert by_word
    assert run(*asked, "--theme", "carte unique").stdout == by_word
    wrong = run(*asked, "--theme", "coupé", "--lang", "fr")
    assert wrong.exit_code == 2
    assert "«\u00a0Refus de couper\u00a0»" in wrong.stderr
    assert "refuse_ruff" in run(*asked, "--theme", "coupé", "--lang", "en").stderr


@pytest.mark.night
def test_hidden_puzzles_are_made_shown_and_proved_again(tmp_path: Path) -> None:
    out = tmp_path / "hidden.ndjson"
    asked = ("--variant", "quadrette", "--hidden", "--count", "2", "--seed", "1")
    made = run("puzzle", "make", *asked, "--out", str(out))
    assert made.exit_code == 0
    assert run("puzzle", "check", str(out)).exit_code == 0
    first, second = (json.loads(line) for line in out.read_text(encoding="utf-8").splitlines())
    assert first["kind"] == second["kind"] == "hidden"
    shown = run("puzzle", "show", first["id"], "--bank", str(out), "--text").stdout
    assert shown.count("out of sight") == 3
    assert "and see what they see." in shown
    solved = run("puzzle", "show", first["id"], "--bank", str(out), "--text", "--solution").stdout
    assert "given away" in solved
    table = run("puzzle", "export", "--bank", str(out), "--to", "csv").stdout
    back = run("puzzle", "show", "-", "--from", "csv", "--solution", stdin=table)
    assert [Puzzle.from_dict(told) for told in answers(back)] == [*map(Puzzle.from_dict, (first, second))]


def test_a_search_that_cannot_be_met_ends_and_says_why() -> None:
    asked = ("--variant", "belote", "--theme", "combination", "--candidates", "60")
    result = run("puzzle", "make", *asked)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "0 puzzles of 60 positions." in result.stderr
    assert "The limit of the search came first; --candidates sets another." in result.stderr


def test_puzzles_and_positions_are_each_told_by_their_number() -> None:
    asked = ("puzzle", "make", "--variant", "belote", "--theme", "combination", "--candidates", "1")
    assert run(*asked).stderr.splitlines()[0] == "0 puzzles of 1 position."
    assert run(*asked, "--lang", "fr").stderr.splitlines()[0] == "0 problème sur 1 position."


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["--variant", "poker"],
        ["--length", "4-2"],
        ["--length", "x"],
        ["--length", "9"],
        ["--length", "2-9"],
        ["--theme", "endplay"],
    ],
)
def test_wrong_usage_of_make(wrong: list[str]) -> None:
    variant = [] if not wrong or "--variant" in wrong else ["--variant", "belote"]
    assert run("puzzle", "make", *variant, *wrong).exit_code == 2


def test_make_writes_over_nothing(tmp_path: Path) -> None:
    asked = ("puzzle", "make", "--from", str(ROOT / "samples" / "contree.json"), "--cards", "8")
    out = tmp_path / "made.ndjson"
    out.write_bytes(b"")
    assert run(*asked, "--out", str(out)).exit_code == 0
    made = out.read_bytes()
    assert made
    again = run(*asked, "--out", str(out))
    assert again.exit_code == 2
    assert f"{out}: something is in it already; choose a new file, or take that one away." in again.stderr
    french = run(*asked, "--out", str(out), "--lang", "fr")
    assert "il contient déjà quelque chose\N{NO-BREAK SPACE}; choisissez un nouveau fichier" in french.stderr
    assert out.read_bytes() == made
    assert run(*asked, "--out", os.devnull).exit_code == 0


def test_lengths_and_tricks_have_bounds_of_their_own() -> None:
    refused = run("puzzle", "make", "--variant", "belote", "--length", "9")
    assert "9 is not a whole number from 1 to 8" in refused.stderr
    refused = run("puzzle", "make", "--variant", "belote", "--tricks", "53")
    assert "53 is not a whole number from 1 to 52" in refused.stderr


def test_the_puzzles_that_are_shipped_are_chosen_by_level_and_rare_theme() -> None:
    puzzle = Puzzle.from_dict(LONG)
    levels = [1000, 1500, 1501, 1502, 3000]
    found = [replace(puzzle, id=f"{n}", rating=rating, themes=()) for n, rating in enumerate(levels * 3)]
    kept = list(choose(found, each=1, of_theme=0))
    by_level = Counter(band_of("belote", one.rating) for one in kept)
    assert set(by_level.values()) == {1}
    rare = replace(puzzle, rating=1000, themes=("squeeze", "ending"))
    assert list(choose([*found, rare, rare], each=1, of_theme=1)) == [*kept, rare]


# ---- what is shipped


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_puzzles_of_every_level_are_shipped(game: str) -> None:
    (counts,) = answers(run("puzzle", "stats", "--variant", game))
    shipped = counts["games"][game]
    assert shipped["count"] >= 500
    assert min(shipped["levels"].values()) >= 80
    (found,) = answers(run("puzzle", "next", "--variant", game, "--seed", "1"))
    assert found["variant"] == game
    (shown,) = answers(run("puzzle", "show", found["id"], "--solution"))
    assert run("puzzle", "check", stdin=line_of(shown)).exit_code == 0


@pytest.mark.night
@pytest.mark.slow
def test_twenty_themes_have_thirty_examples_each() -> None:
    (counts,) = answers(run("puzzle", "stats"))
    themes = Counter[str]()
    for game in counts["games"].values():
        themes.update(game["themes"])
    assert len([theme for theme, n in themes.items() if n >= 30 and PuzzleTheme[theme].gives_away]) >= 20
    assert set(themes) <= set(PuzzleTheme.__members__)


@pytest.mark.night
def test_the_maker_makes_what_is_shipped() -> None:
    """A smaller bank of the same seed has the same puzzles; if not, what is shipped is to be made again."""
    small = [json.loads(line) for line in gzip.decompress(make_bank("quadrette", 1, 3, 0)).splitlines()]
    shipped = answers(run("puzzle", "export", "--variant", "quadrette", "--level", "1"))
    right = {told["id"]: told["right"] for told in shipped}
    easy = [told for told in small if band_of("quadrette", told["rating"]) == 1]
    assert easy
    assert all(right[told["id"]] == told["right"] for told in easy)
