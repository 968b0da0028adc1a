"""``atout puzzle play``: cards typed, refuted and answered, hints, giving up, and the record of it all."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from solver.cards import format_card, parse_card
from solver.cli.puzzle.bank import Wanted, read_bank
from solver.knowledge import find_knowledge
from solver.puzzles import Puzzle
from solver.speech import Speech
from tests.cli.test_puzzle import LONG, MIXED, TOLD, own_settings
from tests.support.command_line import run, start
from tests.support.puzzles.hidden_puzzles import read_hidden, twins
from tests.support.waiting import PATIENCE_S

__all__ = ["own_settings"]

RIGHT = LONG["line"]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "atout" / "puzzles.json"


def play(*lines: str, told: dict[str, Any] = LONG, options: tuple[str, ...] = ()) -> Result:
    text = "".join(f"{line}\n" for line in lines)
    return run("puzzle", "play", told["id"], "--bank", str(MIXED), *options, stdin=text)


def solving(told: dict[str, Any]) -> list[str]:
    """The solver's own cards of the main line."""
    puzzle = Puzzle.from_dict(told)
    plays: list[str] = []
    position = puzzle.position
    attempt = puzzle.try_line(())
    done = 0
    while attempt.state == "right":
        card = puzzle.solution.line[done]
        plays.append(str(card))
        attempt = puzzle.try_line(puzzle.solution.line[: done + 1])
        done += 1 + len(attempt.reply)
    assert position.to_play
    return plays


def kept(record: Path) -> Any:
    return json.loads(record.read_text(encoding="utf-8"))


@pytest.mark.by_day(2)
@pytest.mark.parametrize("told", TOLD, ids=[told["variant"] + told["id"] for told in TOLD])
def test_the_main_line_solves_every_puzzle(told: dict[str, Any], record: Path) -> None:
    result = play(*solving(told), told=told)
    assert result.exit_code == 0
    assert "Solved: now every card reaches the goal." in result.stdout
    n = told["length"]
    assert f"{n} decision{'s' * (n > 1)} found." in result.stdout
    assert "Your rating in this game: 1500 → " in result.stdout
    found = kept(record)
    assert found["tried"] == {told["id"]: "solved"}
    assert found["ratings"][told["variant"]]["rating"] > 1500
    assert found["last"] == told["variant"]


def test_the_defence_answers_and_says_what_is_left() -> None:
    result = play(RIGHT[0])
    assert "Right. 2 decisions to come." in result.stdout
    assert "West" in result.stdout.split("Right. 2")[1]


def test_a_wrong_card_is_played_out_and_another_may_be_tried(record: Path) -> None:
    result = play("H8", *solving(LONG))
    refuted = result.stdout.split("♥8: East throws ♣K.")[1]
    assert "North-South would end with 44 points; 80 were needed." in refuted
    assert "44 : 118" in refuted
    assert "♥8 ✗" in refuted
    assert "Solved" in refuted
    assert "3 decisions found. 1 wrong card on the way." in refuted
    assert kept(record)["tried"] == {LONG["id"]: "failed"}
    assert kept(record)["ratings"]["belote"]["rating"] < 1500


@pytest.mark.parametrize("typed", ["S8", "s8", "8S", "8♠", "♠ 8", "P8", "8p"])
def test_a_card_is_read_in_any_form(typed: str) -> None:
    assert "Right. 2 decisions" in play(typed).stdout


def test_a_card_in_letters_of_the_language_comes_first() -> None:
    french = ("--lang", "fr")
    line = [format_card(parse_card(card), "fr") for card in solving(LONG)]
    result = play("indice", *line, options=french)
    assert "Indice 1 sur 3. Le thème\u00a0: " in result.stdout
    assert "Résolu\u00a0: à présent, toute carte atteint le but." in result.stdout


def test_a_card_that_may_not_be_played_is_refused_with_the_duty(record: Path) -> None:
    result = play("SA", "foo", "", "quit")
    assert "♠A is out of turn: East holds it and it is South's turn; South holds ♠8 ♥8 ♣10." in result.stdout
    assert "'foo' is no card that is read here." in result.stdout
    assert result.stdout.count("You play both hands of North-South") == 2, "an empty line shows the table"
    assert not record.exists() or LONG["id"] not in kept(record)["tried"]
    following = play(RIGHT[0], "H8", "quit")
    assert "Right. 2 decisions to come." in following.stdout


def test_a_line_that_cannot_be_followed_within_the_limits_is_told(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.puzzles.attempt.PROOF_NODES", 1)
    said = play(RIGHT[0], "give up")
    assert said.exit_code == 0
    assert said.stdout.count("This puzzle has more defences than can be proved.") == 2


def test_hints_come_in_three_steps_and_are_not_rated(record: Path) -> None:
    result = play("hint", "?", "indice", *solving(LONG))
    theme, narrowed, card = (
        result.stdout.index(said)
        for said in (
            "Hint 1 of 3. The theme: Keep an entry.",
            "Hint 2 of 3. ♥8 misses the goal: later East plays ♣K.",
            "Hint 3 of 3. Play ♠8.",
        )
    )
    assert theme < narrowed < card
    assert "Not rated." in result.stdout
    assert kept(record)["tried"] == {LONG["id"]: "helped"}
    assert kept(record)["ratings"] == {}


@pytest.mark.parametrize(
    "lines", [("hint", "quit"), ("hint", "H8", "quit"), ("hint", "g"), ("hint", "H8", *RIGHT)]
)
def test_a_try_with_a_hint_is_not_rated_however_it_ends(record: Path, lines: tuple[str, ...]) -> None:
    assert "Not rated." in play(*lines).stdout
    assert kept(record)["tried"] == {LONG["id"]: "helped"}
    assert kept(record)["ratings"] == {}


def test_a_hint_after_the_first_wrong_card_takes_nothing_back(record: Path) -> None:
    play("H8", "hint", *solving(LONG))
    assert kept(record)["tried"] == {LONG["id"]: "failed"}
    assert kept(record)["ratings"]["belote"]["rating"] < 1500


def test_a_later_card_has_hints_of_its_own() -> None:
    """What the themes say of the first one may be false of it."""
    later = play(RIGHT[0], "hint", "hint", "hint", "quit").stdout.partition("Right. 2 decisions")[2]
    assert "Keep an entry" not in later
    assert re.findall(r"Hint \d of 3\. (.*)", later) == [
        "Count what is left: 42 more needed, of 57 to come.",
        "♣J misses the goal: after it even best play is not enough.",
        "Play ♣9.",
    ]


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("xnfq4pgc4nkcpbx8", "Solved: now every card reaches the goal."),
        ("4fhqtdqqf39pyk7k", "Solved: from here on more than one card reaches the goal."),
        ("qdxy7b77rey2arr1", "Solved: the next right card is a sure winner."),
    ],
)
def test_what_is_said_of_a_solved_puzzle_is_true_of_what_is_left(puzzle: str, said: str) -> None:
    entry = next(one for one in read_bank(None, Wanted(variant="quadrette")) if one.id == puzzle)
    result = run("puzzle", "play", puzzle, "--no-record", stdin=f"{entry.data['right'][0]}\n")
    assert said in result.stdout


def test_ctrl_c_stops_the_play(record: Path) -> None:
    asked = ("puzzle", "play", LONG["id"], "--bank", str(MIXED))
    with start(*asked, stdin=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdin.write(b"H8\n")
        process.stdin.flush()
        shown = b""
        while shown.count(b"South to play:") < 2:
            part = os.read(process.stdout.fileno(), 4096)
            assert part, shown
            shown += part
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, stderr) == (130, b"Stopped.\n")
    assert kept(record)["tried"] == {LONG["id"]: "failed"}, "what was tried until then stays"


def test_giving_up_shows_the_line_and_counts_as_failed(record: Path) -> None:
    result = play("give up")
    shown = result.stdout.split("The right cards, and the most stubborn defence:")[1]
    assert "›♠8 ✓" in shown
    assert shown.count("✓") == LONG["length"]
    assert kept(record)["tried"] == {LONG["id"]: "failed"}
    later = play(RIGHT[0], "g", "--no-record")
    assert later.stdout.split("The right cards")[1].count("✓") == LONG["length"] - 1


def test_who_leaves_after_a_wrong_card_has_failed(record: Path) -> None:
    assert play("quit").exit_code == 0
    assert not record.exists()
    play("H8", "quit")
    assert kept(record)["tried"] == {LONG["id"]: "failed"}


def test_only_the_first_try_is_rated(record: Path) -> None:
    play("H8", "quit")
    before = kept(record)
    assert "Not rated." in play(*solving(LONG)).stdout
    assert kept(record) == before


def test_nothing_is_kept_without_a_record(record: Path) -> None:
    assert play(*solving(LONG), options=("--no-record",)).exit_code == 0
    assert not record.exists()


def test_a_theme_that_gives_the_card_away_is_not_rated(record: Path) -> None:
    for theme, is_rated in (("keep_entry", False), ("long", True)):
        record.unlink(missing_ok=True)
        lines = "".join(f"{card}\n" for card in solving(LONG))
        options = ("--bank", str(MIXED), "--variant", "belote", "--theme", theme, "--level", "1")
        result = run("puzzle", "play", *options, "--count", "1", stdin=lines)
        assert f"Puzzle {LONG['id']}" in result.stdout
        assert ("Not rated." in result.stdout) is not is_rated


def test_one_puzzle_follows_another_until_none_is_left(record: Path) -> None:
    options = ("--bank", str(MIXED), "--variant", "belote", "--seed", "1")
    result = run("puzzle", "play", *options, stdin="g\n\ng\n\ng\n\n")
    assert result.stdout.count("Enter for the next puzzle, q to end:") == 2
    assert "There is no such puzzle that you have not tried." in result.stdout
    assert "3 puzzles." in result.stdout
    belote = {told["id"] for told in TOLD if told["variant"] == "belote"}
    assert set(kept(record)["tried"]) == belote
    assert run("puzzle", "play", *options).exit_code == 1
    assert run("puzzle", "play", *options, "--no-record", stdin="g\nq\n").exit_code == 0


def test_a_record_that_cannot_be_read_is_named(record: Path) -> None:
    record.parent.mkdir(parents=True)
    for text in (
        "{",
        "[]",
        '{"ratings": {"belote": {"rating": 9000}}, "tried": {}}',
        '{"ratings": {}, "tried": {"x": "y"}}',
    ):
        record.write_text(text, encoding="utf-8")
        result = play(*solving(LONG))
        assert result.exit_code == 1
        assert str(record) in result.stderr
        assert "--no-record" in result.stderr
        assert record.read_text(encoding="utf-8") == text


def test_a_record_that_cannot_be_written_ends_nothing(record: Path) -> None:
    record.parent.parent.symlink_to("nowhere")
    result = play(*solving(LONG))
    assert result.exit_code == 0
    assert "Solved: now every card" in result.stdout
    assert f"cannotwrite{record}:Fileexists" in "".join(result.stdout.split())


@pytest.mark.slow
def test_a_hidden_puzzle_is_played_by_one_card(tmp_path: Path, record: Path) -> None:
    bank = str(tmp_path / "hidden.ndjson")
    run("puzzle", "make", "--variant", "contree", "--hidden", "--count", "1", "--seed", "1", "--out", bank)
    told = json.loads(Path(bank).read_text(encoding="utf-8"))
    legal = {str(card) for card in Puzzle.from_dict(told).position.legal_plays()}
    wrong = min(legal - set(told["right"]))
    lines = f"{wrong}\nhint\nhint\nhint\n{told['right'][0]}\n"
    result = run("puzzle", "play", told["id"], "--bank", bank, stdin=lines)
    assert "gives away" in result.stdout
    assert re.search(r"Hint (\d) of \1\. Play ", result.stdout)
    assert "Solved: it is best on average." in result.stdout
    assert kept(record)["tried"] == {told["id"]: "failed"}
    given_up = run("puzzle", "play", told["id"], "--bank", bank, stdin="g\n")
    assert "given away" in given_up.stdout


@pytest.mark.parametrize("game", ["all_fours", "belote"])
def test_cards_out_of_sight_are_refused_alike_on_a_terminal(game: str, tmp_path: Path) -> None:
    puzzle = next(one for one in read_hidden() if one.variant == game)
    deck, legal = puzzle.position.rules.deck, puzzle.position.legal_plays()
    write = Speech(symbols=True).card
    lines = "".join(f"{write(card)}\n" for card in deck if card not in legal) + "quit\n"
    said = []
    for number, one in enumerate((puzzle, *twins(puzzle, 2))):
        bank = tmp_path / f"{number}.ndjson"
        bank.write_text(json.dumps(one.to_dict(shown=True)), encoding="utf-8")
        result = run("puzzle", "play", one.id, "--bank", str(bank), "--no-record", stdin=lines)
        assert result.exit_code == 0
        said.append(result.stdout)
    assert said[1:] == said[:1] * 2
    unseen = find_knowledge(puzzle.position).pool
    pattern = r"^(\S+) is not in the hand of (?:North|East|South|West); playable: "
    # An undealt card is written as a dealt one is.
    assert re.findall(pattern, said[0], re.M) == [*map(write, unseen)]
