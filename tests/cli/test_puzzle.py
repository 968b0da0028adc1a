"""``atout puzzle``: puzzles shown, checked, counted, and carried from file to file."""

import csv
import gzip
import json
import re
import weakref
from collections import Counter, UserDict
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from solver.cards import Card, format_card
from solver.cli.input import Body, Named
from solver.cli.puzzle.bank import Entry, Wanted, read_bank, shipped_games, small_dict
from solver.game import Position
from solver.puzzles import Puzzle, find_puzzles, prove_themes
from solver.report import PuzzleReport
from solver.speech import ENGLISH
from tests.support.command_line import ROOT, answers, run
from tests.support.depth import by_depth
from tests.support.doc_pages import PAGES
from tests.support.puzzles.puzzle_specs import spec_of

MIXED = ROOT / "tests" / "data" / "puzzles" / "mixed.ndjson"
LINES = MIXED.read_text(encoding="utf-8").splitlines()
TOLD: list[dict[str, Any]] = [json.loads(line) for line in LINES]
LONG, BRIDGE = TOLD[0], TOLD[-1]


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of settings of a user who has played nothing."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))


def line_of(told: dict[str, Any]) -> str:
    return json.dumps(told) + "\n"


# ---- show


def test_a_puzzle_is_shown_by_its_name_without_what_gives_it_away() -> None:
    result = run("puzzle", "show", LONG["id"], "--bank", str(MIXED), "--text")
    assert result.exit_code == 0
    for said in (
        f"Puzzle {LONG['id']} · rated 1300 · 3 decisions · 3 tricks left",
        "Belote · ♥ trumps · W takes · W deals",
        "S (yours)  to play",
        "North-South to reach 80 points in all.",
        "So far: NS 38, EW 67. 42 more needed, of 57 to come.",
        "You play both hands of North-South; South is to play.",
    ):
        assert said in result.stdout
    assert "Right" not in result.stdout
    assert "Themes" not in result.stdout


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", ["all_fours", "california_jack"])
def test_all_fours_tells_which_points_are_decided(game: str) -> None:
    """What was taken is out of sight, so a goal of points cannot be reckoned without it."""
    for puzzle in find_puzzles(spec_of(game, count=3)):
        position = puzzle.position
        held = PuzzleReport(puzzle, ENGLISH).held(position)
        taken: dict[Card, str] = {}
        points = Counter[str]()
        for trick in position.tricks:
            winner = trick.winner(position.rules, position.contract.trump)
            assert winner is not None
            taken |= dict.fromkeys(trick.plays, winner)
            points[winner] += sum(
                position.rules.card_points(card, position.contract.trump) for card in trick.plays
            )
        cards = (*taken, *position.trick.plays, *chain.from_iterable(position.hands.values()))
        trumps = [card for card in cards if card.suit == position.contract.trump]
        ranks = position.rules.order_trump
        high = min(trumps, key=lambda card: ranks.index(card.rank))
        low = max(trumps, key=lambda card: ranks.index(card.rank))
        for name, card in (("high", high), ("low", low)):
            told = held.split(f"{name} ({format_card(card)}): ")[1].split(";")[0]
            # A side may have it for sure before the trick is played.
            assert told == taken.get(card, told)
            assert told in ("N", "S", "to come")
        assert f"card points for game: N {points['N']}, S {points['S']}" in held


def test_the_solution_tells_line_refutations_defences_and_themes() -> None:
    result = run("puzzle", "show", LONG["id"], "--bank", str(MIXED), "--text", "--solution")
    for said in (
        "Right  ♠8",
        "›♠8 ✓",
        "♥8: East throws ♣K.",
        "North-South would end with 44 points; 80 were needed.",
        "positions with a card to find",
        "Themes  Keep an entry, Save the ten, Last trick, Only card, Long, Ending, Defence",
    ):
        assert said in result.stdout
    french = run("puzzle", "show", LONG["id"], "--bank", str(MIXED), "--text", "--solution", "--lang", "fr")
    for said in (
        "À Nord-Sud d’atteindre 80 points en tout.",
        "Vous jouez les deux mains de Nord-Sud\u00a0; à Sud de jouer.",
        "Bonne carte  ♠8",
        "Est se défausse de ♣R.",
    ):
        assert said in french.stdout


def test_all_puzzles_of_a_file_are_shown_as_json_in_a_pipe() -> None:
    assert answers(run("puzzle", "show", str(MIXED), "--solution")) == TOLD
    plain = answers(run("puzzle", "show", stdin=LINES[0]))
    assert plain == [{key: LONG[key] for key in plain[0]}]
    assert not {"right", "refutations", "tree", "line"} & plain[0].keys()


def test_what_is_no_puzzle_is_reported_and_what_is_not_there_is_wrong_usage() -> None:
    safe = LONG | {"goal": {"side": "NS", "kind": "points", "at_least": 1}}
    result = run("puzzle", "show", stdin=line_of(safe) + LINES[1])
    assert result.exit_code == 1
    assert result.stderr == "line 1: this is no puzzle: every card reaches the goal\n"
    assert [answer["id"] for answer in answers(result)] == [TOLD[1]["id"]]
    for arguments in (["show", "nothing"], ["show", "nothing.ndjson"], ["show", "x", "--bank", str(MIXED)]):
        assert run("puzzle", *arguments).exit_code != 0


# ---- check


def test_sound_puzzles_are_proved_again() -> None:
    result = run("puzzle", "check", str(MIXED))
    assert result.exit_code == 0
    assert result.stderr == f"{len(TOLD)} puzzles proved again, 0 refused.\n"
    bare = "".join(line_of({"position": told["position"], "goal": told["goal"]}) for told in TOLD)
    assert run("puzzle", "check", stdin=bare).exit_code == 0


def test_refutations_under_their_former_name_are_proved_too() -> None:
    told = next(told for told in TOLD if "refutations" in told)
    spoilt = {**told, "wrong": [{**told["refutations"][0], "cards": []}, *told["refutations"][1:]]}
    del spoilt["refutations"]
    result = run("puzzle", "check", stdin=line_of(spoilt))
    assert result.exit_code == 1
    assert "/refutations/0/cards: cards is not what is proved" in result.stderr


def wrong_right(told: dict[str, Any]) -> None:
    told["right"] = told["refutations"][0]["cards"]


def wrong_length(told: dict[str, Any]) -> None:
    told["length"] += 1


def wrong_value(told: dict[str, Any]) -> None:
    told["refutations"][1]["value"]["NS"] += 1


def wrong_line(told: dict[str, Any]) -> None:
    told["refutations"][0]["line"].reverse()


def short_line(told: dict[str, Any]) -> None:
    told["refutations"][0]["line"].pop()


def no_refutation(told: dict[str, Any]) -> None:
    del told["refutations"][0]


def wrong_tree(told: dict[str, Any]) -> None:
    told["tree"]["then"] = {"end": "safe"}


def false_theme(told: dict[str, Any]) -> None:
    told["themes"] = [*told["themes"], "squeeze", "a word of their own"]


def other_name(told: dict[str, Any]) -> None:
    told["id"] = "0" * 16


def no_goal_within_reach(told: dict[str, Any]) -> None:
    told["goal"]["at_least"] = 162


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (wrong_right, "right is not what is proved"),
        (wrong_length, "length is 4; proved is 3"),
        (wrong_value, "value is not what is proved"),
        (wrong_line, ""),
        (short_line, "the line after ♥8 does not miss the goal"),
        (no_refutation, "refutations is not what is proved"),
        (wrong_tree, "tree is not what is proved"),
        (false_theme, "the theme squeeze is not proved"),
        (other_name, f"id is '{'0' * 16}'; proved is '{LONG['id']}'"),
        (no_goal_within_reach, "this is no puzzle: no card reaches the goal"),
    ],
)
def test_what_is_not_so_is_refused_with_its_line(spoil: Callable[[dict[str, Any]], None], said: str) -> None:
    told = json.loads(LINES[0])
    spoil(told)
    result = run("puzzle", "check", stdin=f"{LINES[1]}\n{line_of(told)}{LINES[2]}")
    assert result.exit_code == 1
    first, *_, last = result.stderr.splitlines()
    assert first.startswith("line 2: ")
    assert said.replace("♥8", "H8") in first
    assert last == "2 puzzles proved again, 1 refused."


def test_the_deepest_tree_is_read() -> None:
    """A tree is nested deeper than any request: eight decisions of a made search."""
    node: dict[str, Any] = {"end": "safe"}
    for _ in range(14):
        node = {
            "seat": "E",
            "replies": [{"cards": ["S9"], "then": {"seat": "S", "right": ["S8"], "then": node}}],
        }
    result = run("puzzle", "check", stdin=line_of(LONG | {"tree": node}))
    assert result.stderr.splitlines()[0] == "line 1: /tree: tree is not what is proved"


def test_a_puzzle_that_is_there_twice_is_refused() -> None:
    result = run("puzzle", "check", stdin=f"{LINES[0]}\n{LINES[1]}\n{LINES[0]}\n")
    assert result.exit_code == 1
    assert "line 3: the same puzzle as in line 1" in result.stderr


def test_the_plain_solver_finds_what_the_proof_should_not_have_said(monkeypatch: pytest.MonkeyPatch) -> None:

    def level(position: Position, *_: int) -> dict[Card, int]:
        return dict.fromkeys(position.legal_plays(), 0)

    monkeypatch.setattr("solver.puzzles.checking.shallow_values", level)
    result = run("puzzle", "check", stdin=LINES[0])
    assert result.exit_code == 1
    assert "goal" in result.stderr
    monkeypatch.setattr("solver.puzzles.checking.shallow_values", lambda *_: None)
    assert "the plain search needs more than 200000000 nodes" in run("puzzle", "check", stdin=LINES[0]).stderr


# ---- export, import, stats


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("ending", ["csv", "ndjson"])
def test_what_is_exported_is_imported_as_the_same(tmp_path: Path, ending: str) -> None:
    out, bank = tmp_path / f"puzzles.{ending}", tmp_path / "bank.ndjson"
    exported = run("puzzle", "export", "--bank", str(MIXED), "--to", ending)
    assert exported.exit_code == 0
    out.write_text(exported.stdout, encoding="utf-8")
    imported = run("puzzle", "import", str(out), "--bank", str(bank))
    assert imported.stderr == f"{bank}: {len(TOLD)} added, 0 were there before, 0 refused.\n"
    assert [Puzzle.from_dict(json.loads(line)) for line in bank.read_text("utf-8").splitlines()] == [
        Puzzle.from_dict(told) for told in TOLD
    ]
    again = run("puzzle", "import", str(MIXED), "--bank", str(bank))
    assert again.stderr == f"{bank}: 0 added, {len(TOLD)} were there before, 0 refused.\n"


def test_themes_are_proved_when_puzzles_are_added(tmp_path: Path) -> None:
    bank = tmp_path / "bank.ndjson"
    told = LONG | {"themes": ["squeeze", "a word of their own"]}
    assert run("puzzle", "import", "--bank", str(bank), stdin=line_of(told)).exit_code == 0
    assert json.loads(bank.read_text("utf-8"))["themes"] == [*LONG["themes"], "a word of their own"]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", shipped_games())
def test_what_is_shipped_is_as_it_is_proved_now(game: str) -> None:
    entries = list(read_bank(None, Wanted(variant=game)))
    for entry in entries[:: by_depth(60, 10, 1)]:
        assert small_dict(prove_themes(Puzzle.from_dict(entry.data))) == entry.data


def test_pbn_holds_bridge_with_its_goal_in_words(tmp_path: Path) -> None:
    refused = run("puzzle", "export", "--bank", str(MIXED), "--to", "pbn")
    assert refused.exit_code == 1
    assert "PBN holds puzzles of bridge with its usual rules" in refused.stderr
    exported = run("puzzle", "export", "--bank", str(MIXED), "--to", "pbn", "--variant", "bridge")
    assert exported.exit_code == 0
    assert Puzzle.from_dict(BRIDGE).goal.say(ENGLISH) in exported.stdout
    other = run("puzzle", "export", "--bank", str(MIXED), "--to", "pbn", "--variant", "belote")
    assert other.exit_code == 2
    assert "PBN holds puzzles of bridge; name --variant bridge, or another --to" in other.stderr
    out = tmp_path / "bridge.pbn"
    out.write_text(exported.stdout, encoding="utf-8")
    back = [Puzzle.from_dict(told) for told in answers(run("puzzle", "show", str(out), "--solution"))]
    assert back == [Puzzle.from_dict(told) for told in TOLD if told["variant"] == "bridge"]


def test_the_proof_is_exported_where_it_is_asked_for() -> None:
    assert answers(run("puzzle", "export", "--bank", str(MIXED), "--proof")) == TOLD
    small = answers(run("puzzle", "export", "--bank", str(MIXED)))
    assert not any({"refutations", "tree"} & told.keys() for told in small)
    assert run("puzzle", "export", "--bank", str(MIXED), "--proof", "--to", "csv").exit_code == 2


def test_what_a_bank_exports_has_not_been_tried() -> None:
    table = run("puzzle", "export", "--bank", str(MIXED), "--to", "csv").stdout
    rows = list(csv.DictReader(table.splitlines()))
    assert [(row["NbPlays"], row["Popularity"]) for row in rows] == [("0", "0")] * len(TOLD)


def test_a_table_that_is_none_is_refused(tmp_path: Path) -> None:
    table = run("puzzle", "export", "--bank", str(MIXED), "--to", "csv").stdout
    head, first, *_ = table.splitlines()
    broken = {
        "a,b\n1,2\n": "line 1: the table has no column Variant, Deal, Contract, Plays and Goal",
        f"{head}\n{first.replace('NS points 80', 'NS points many')}\n": "is no Goal of a puzzle",
        f"{head}\nx,belote,,,,,,,,,,,,\n": "line 2: there is nothing in the columns Deal, Contract,",
        f"{head}\n{first.replace('D8 HA', 'D8 SA')}\n": "line 2: ",
        f'{head}\n"x\n': "the table breaks off: unexpected end of data",
    }
    bank = str(tmp_path / "bank.ndjson")
    for text, said in broken.items():
        result = run("puzzle", "import", "--from", "csv", "--bank", bank, stdin=text)
        assert result.exit_code == 1
        assert said in result.stderr


def test_a_zipped_bank_is_read_and_never_added_to(tmp_path: Path) -> None:
    bank = tmp_path / "bank.ndjson.gz"
    bank.write_bytes(gzip.compress(MIXED.read_bytes()))
    assert answers(run("puzzle", "stats", "--bank", str(bank)))[0]["count"] == len(TOLD)
    assert run("puzzle", "import", str(MIXED), "--bank", str(bank)).exit_code == 2
    assert run("puzzle", "import", str(MIXED), "--bank", str(MIXED)).exit_code == 2
    bank.write_bytes(bank.read_bytes()[:100])
    torn = run("puzzle", "check", str(bank))
    assert torn.exit_code == 1
    assert "not a gzip file" in torn.stderr


def test_stats_count_by_game_level_length_and_theme() -> None:
    (counts,) = answers(run("puzzle", "stats", "--bank", str(MIXED)))
    assert counts["count"] == len(TOLD)
    belote = counts["games"]["belote"]
    assert (belote["count"], belote["rating"]) == (3, {"lowest": 1300, "highest": 1500})
    assert [*belote["lengths"].items()] == [("2", 2), ("3", 1)]
    assert sum(belote["levels"].values()) == 3
    assert belote["themes"]["last_trick"] == 3
    # The commonest come first, those that are as common by their names.
    themes = [*belote["themes"].items()]
    assert themes == sorted(themes, key=lambda theme: (-theme[1], theme[0]))
    shown = run("puzzle", "stats", "--bank", str(MIXED), "--text", "--theme", "last_trick", "--lang", "fr")
    assert "Par thème" in shown.stdout
    assert "Dix de der" in shown.stdout
    assert "last_trick" not in shown.stdout
    empty = run("puzzle", "stats", "--bank", str(MIXED), "--variant", "whist", "--text")
    assert empty.stdout == "There are no puzzles.\n"
    torn = run("puzzle", "stats", "--bank", "-", stdin=f"{json.dumps(BRIDGE)}\n{{\n")
    assert (answers(torn)[0]["count"], torn.exit_code) == (1, 1)
    assert torn.stderr.startswith("line 2: not JSON")
    assert run("puzzle", "stats", "--variant", "poker").exit_code == 2
    assert run("puzzle", "stats", "--level", "6").exit_code == 2
    assert run("puzzle", "stats", "--theme", "endplay").exit_code == 2


def test_stats_keep_no_puzzle_that_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[weakref.ref[UserDict[str, Any]]] = []

    def read(bank: str | None, wanted: Wanted) -> Iterator[Entry]:
        for told in TOLD * 3:
            data = UserDict(told)
            kept.append(weakref.ref(data))
            yield Entry(Named("", Body(1)), data)
            del data
            assert sum(one() is not None for one in kept) <= 1

    monkeypatch.setattr("solver.cli.puzzle.stats.read_bank", read)
    assert answers(run("puzzle", "stats"))[0]["count"] == 3 * len(TOLD)


# ---- next


def test_next_is_near_the_rating_and_not_tried() -> None:
    first = answers(run("puzzle", "next", "--bank", str(MIXED), "--seed", "3"))
    assert first == answers(run("puzzle", "next", "--bank", str(MIXED), "--seed", "3"))
    assert first[0]["id"] in {told["id"] for told in TOLD}
    (whist,) = answers(run("puzzle", "next", "--bank", str(MIXED), "--variant", "klaverjas_amsterdam"))
    assert whist["variant"] == "klaverjas_amsterdam"
    none = run("puzzle", "next", "--bank", str(MIXED), "--variant", "whist")
    assert none.exit_code == 1
    # Nobody is told that they have tried what is not there.
    assert "There is no such puzzle.\n" in none.stderr


def test_the_theme_on_the_french_page_is_one_of_the_first_game() -> None:
    (theme,) = re.findall(r'--theme "([^"]+)"', PAGES["docs/francais.md"])
    assert answers(run("puzzle", "next", "--theme", theme, "--lang", "fr", "--seed", "1"))
