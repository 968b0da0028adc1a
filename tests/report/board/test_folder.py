"""The folder of ``atout board``: what is in it, what it is not written over, how it works on a host."""

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from solver import VARIANTS, Position, find_variant, solve
from solver.report.page import board_folder
from solver.report.page.program import board_program, modules_of
from tests.report.board.screens import MID_PLAY
from tests.support.board.pages import (
    SHOWN,
    host,
    is_as_wide_as_its_window,
    opened,
    says,
    told_result,
    too_small_for_a_finger,
    violations,
)
from tests.support.board.slowness import new_page
from tests.support.command_line import run
from tests.support.positions import random_position


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a folder that the command has written."""
    folder = tmp_path_factory.mktemp("host") / "board"
    assert run("board", str(folder), language="en_GB.UTF-8").exit_code == 0
    with host(folder) as address:
        yield address


# ---- what is written


def test_the_command_writes_a_folder_and_writes_it_anew(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "board"
    result = run("board", str(folder), language="fr_FR.UTF-8")
    names = {path.name for path in folder.iterdir()}
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{folder}\u00a0: {len(names)} fichiers écrits.\n"
    assert names == {*board_folder("fr"), "files.txt"}
    assert 'lang="fr"' in (folder / "index.html").read_text(encoding="utf-8")
    # A file that an earlier version wrote, and this one does not.
    (folder / "old.js").write_text("old", encoding="utf-8")
    with (folder / "files.txt").open("a", encoding="utf-8") as listed:
        listed.write("old.js\n")
    again = run("board", str(folder), "--lang", "en")
    assert again.exit_code == 0
    assert {path.name for path in folder.iterdir()} == names
    assert 'lang="en"' in (folder / "index.html").read_text(encoding="utf-8")


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    result = run("board", str(tmp_path))
    assert result.exit_code == 1
    assert "has other files, as index.html" in result.stderr
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["mine"]


def test_a_list_of_files_that_is_no_text_is_a_file_of_another(tmp_path: Path) -> None:
    (tmp_path / "files.txt").write_bytes(b"\xee\n")
    result = run("board", str(tmp_path))
    assert (result.exit_code, [path.name for path in tmp_path.iterdir()]) == (1, ["files.txt"])
    assert "has other files, as files.txt" in result.stderr


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = run("board", str(tmp_path / "file" / "board"))
    assert result.exit_code == 1
    assert "cannot write" in result.stderr


def test_the_tables_are_small() -> None:
    """All of them together weigh less than a picture."""
    files = board_folder("en")
    tables = [files[f"{name}.json"] for name in VARIANTS]
    assert sum(len(gzip.compress(table)) for table in tables) < 20_000


def test_modules_stand_after_those_that_they_import() -> None:
    texts = {"a.js": 'import { b } from "./b.js";\n', "b.js": "", "c.js": ""}
    assert list(modules_of("a.js", texts)) == ["b.js", "a.js"]
    texts["b.js"] = 'const a = await import("./a.js");\n'
    with pytest.raises(ValueError, match=r"a\.js → b\.js → a\.js"):
        list(modules_of("a.js", texts))
    modules = board_program()["modules"]
    names = [name for name, _ in modules]
    assert len(names) == len(set(names))
    assert "import" not in dict(modules)["worker.js"].replace("imports", "")


# ---- in a browser


@pytest.mark.night
@pytest.mark.server
def test_every_sample_is_solved_on_a_host_of_files(browser: Browser, hosted: str) -> None:
    with opened(browser, hosted, locale="en") as page:
        assert not violations(page)
        assert not too_small_for_a_finger(page)
        scored = set()
        expect(page.locator("#no-host")).to_be_hidden()
        for game in VARIANTS:
            page.select_option("#sample", game)
            sample = json.loads(page.input_value("#position"))
            position = Position.from_dict(sample)
            page.wait_for_selector(f".hand.{position.to_play}.turn")
            page.wait_for_selector(SHOWN)
            solved = solve(position)
            value, score = solved.value, solved.score
            assert value is not None
            says(page, ".status", f"With best play: {told_result(value)}.")
            row = page.locator(".numbers tr", has_text="Score")
            if score is None or score == value:
                continue
            expect(row).to_have_text("Score" + "".join(map(str, score.values())))
            scored.add(game)
        assert {"belote", "contree", "bridge", "quadrette"} <= scored
        page.keyboard.press("Tab")
        page.keyboard.press("b")
        page.wait_for_selector(".trick button[aria-current]")


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize(
    ("language", "said"), [("en", "opened as a file"), ("fr", "ouverte comme un fichier")]
)
def test_a_folder_that_is_opened_as_a_file_says_what_it_needs(
    browser: Browser, tmp_path: Path, language: str, said: str
) -> None:
    assert run("board", str(tmp_path / "board"), "--lang", language).exit_code == 0
    # The browser itself complains about each module.
    context = browser.new_context(locale=language)
    page = new_page(context)
    page.goto((tmp_path / "board" / "index.html").as_uri())
    told = page.locator("#no-host")
    assert told.evaluate("(one) => one.checkVisibility({ visibilityProperty: true })")
    expect(told).to_contain_text(said)
    expect(told).to_contain_text("python -m http.server")
    expect(page.locator("#open")).to_be_hidden()
    context.close()


@pytest.mark.server
def test_a_file_that_is_missing_is_told_without_a_word_of_a_service(browser: Browser, hosted: str) -> None:
    with opened(browser, hosted, locale="en") as page:
        page.route(
            "**/open_form.js", lambda route: route.fulfill(content_type="text/javascript", body="throw 0")
        )
        page.fill("#position", "{}")
        page.click("button[value=look]")
        expect(page.locator("#open .wrong")).to_have_text(
            "A file of this page could not be fetched. Load the page again."
        )


@pytest.mark.night
@pytest.mark.server
def test_who_misses_a_file_of_the_core_is_not_sent_to_play_on(browser: Browser, hosted: str) -> None:
    """The browser would not ask for the module again."""
    page = new_page(browser.new_context(locale="en"))
    page.route("**/core_worker.js", lambda route: route.abort())
    page.goto(hosted)
    says(page, "#board .status", "A file of this page could not be fetched. Load the page again.")
    page.context.close()


@pytest.mark.server
def test_what_is_pasted_is_solved_or_refused_in_words(browser: Browser, hosted: str) -> None:
    good = random_position(Random(5), find_variant("contree"), n_each=8, n_left=20).to_dict("fr")
    with opened(browser, hosted, locale="en", viewport={"width": 320, "height": 900}) as page:
        for asked, said in (
            (good | {"variant": "tarot"}, "This page does not know the game tarot."),
            (good | {"rules": {"ruff": "free"}}, "by its usual rules"),
            (good | {"deal": {}}, "North has no hand; Belote contrée deals to N, E, S and W"),
            (good | {"vulnerable": "NS"}, "Belote contrée knows no vulnerability; leave it out"),
        ):
            page.fill("#position", json.dumps(asked))
            page.click("button[value=look]")
            page.wait_for_selector(f".status:has-text('{said}')")
        page.fill("#position", json.dumps(good))
        page.click("button[value=look]")
        page.wait_for_selector(SHOWN)
        assert is_as_wide_as_its_window(page)
        page.click("button[data-key=mode_edit]")
        page.wait_for_selector(SHOWN)


@pytest.mark.by_day(1)
@pytest.mark.server
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("taker=E", "taker=Q"), "'Q' is not a seat of this game; its seats are N, E, S and W"),
        (("dealer=E", "dealer=Q"), "'Q' is not a seat of this game; its seats are N, E, S and W"),
        (("S=K.T.AQ97.Q8", "S=K.T.A"), "'K.T.A' is not a hand; write its spades, hearts, diamonds and clubs"),
        (("line=adge", "notation=xx"), "'xx' is no notation; it must be en or fr"),
    ],
)
def test_a_link_that_is_broken_is_told_in_words(
    browser: Browser, hosted: str, change: tuple[str, str], said: str
) -> None:
    with opened(browser, f"{hosted}#{MID_PLAY.replace(*change)}", ready=".status", locale="en") as page:
        says(page, ".status", said)


@pytest.mark.server
def test_an_old_link_with_a_strange_line_is_shown_up_to_it(browser: Browser, hosted: str) -> None:
    position = random_position(Random(5), find_variant("contree"), n_each=8, n_left=20).to_dict()
    old = json.dumps({"position": position, "line": 5, "at": "x"})
    with opened(browser, f"{hosted}#{b64encode(old.encode()).decode()}".rstrip("="), locale="en") as page:
        says(page, ".status", "The line ends here: 5 is no card.")


def test_a_folder_of_which_a_file_does_not_come_says_so(browser: Browser, hosted: str) -> None:
    with browser.new_context(locale="en") as context:
        page = new_page(context)
        page.route("**/state.js", lambda route: route.abort())
        page.goto(hosted)
        expect(page.get_by_role("alert")).to_contain_text("A file of this page could not be fetched.")
        expect(page.locator("#open")).to_have_count(0)
        page.unroute_all()
        page.click("#again")
        page.wait_for_selector(SHOWN)
