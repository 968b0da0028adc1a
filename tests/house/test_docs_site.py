"""The pages make a site without a warning, the site needs no other host, and the pictures are of today."""

import re
import struct
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from benchmarks.chromium import BROWSER, NO_BROWSER
from docs import take_screenshot
from docs.draw_terminal import draw_terminal
from docs.rules_table import with_keys
from docs.settings_table import with_table
from docs.take_screenshot import Picture, pictures
from solver.rules.form import RULE_FIELDS
from solver.rules.row import row_of
from tests.support.command_line import ROOT
from tests.support.doc_pages import PAGES
from tests.support.once import made_once

pytestmark = pytest.mark.slow

DOCS = ROOT / "docs"
MAX_PICTURE = 200_000


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the site with the command of the Makefile, in another folder."""
    (recipe,) = re.findall(
        r"^docs:.*\n\t(.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )

    def make(target: Path) -> None:
        python = recipe.replace("$(VENV)/bin/python", sys.executable)
        command = python.replace("build/docs", str(target)).split()
        assert {"--fail-on-warning", "--nitpicky"} <= set(command)
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")

    return made_once(tmp_path_factory, "site", make)


class Loads(HTMLParser):
    """The addresses of all that a browser loads by itself with a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.found += [value for name in ("src", "srcset", "data", "poster") if (value := named.get(name))]
        if tag == "link":
            self.found.append(named.get("href") or "")


def is_elsewhere(address: str) -> bool:
    return bool(re.match(r"(?i)\s*(\w+:)?//|\s*https?:", address))


@pytest.mark.night
def test_every_page_is_on_the_site(site: Path) -> None:
    """Sphinx writes pages of its own, such as search.html, over those of the same name."""
    for path in DOCS.glob("*.md"):
        title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert f"<h1>{title}<" in (site / f"{path.stem}.html").read_text(encoding="utf-8")


@pytest.mark.night
def test_the_site_loads_nothing_from_another_host(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(list(DOCS.glob("*.md")))
    for page in pages:
        for address in Loads(page.read_text(encoding="utf-8")).found:
            assert not is_elsewhere(address), f"{page.name} loads {address}"
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        for address in re.findall(r"url\(\s*[\"']?([^)\"']+)", text) + re.findall(
            r"@import\s+[\"']([^\"']+)", text
        ):
            assert not is_elsewhere(address), f"{style.name} loads {address}"


def test_what_a_page_loads_is_seen() -> None:
    assert Loads('<link href="https://a.example/x.css"><img src="//b.example/y.png">').found == [
        "https://a.example/x.css",
        "//b.example/y.png",
    ]
    assert is_elsewhere("https://a.example/x.css")
    assert is_elsewhere("//b.example/y.png")
    assert not is_elsewhere("_static/style.css?v=1")


@pytest.mark.night
def test_every_page_is_in_the_site(site: Path) -> None:
    index = (site / "index.html").read_text(encoding="utf-8")
    for page in PAGES:
        name = Path(page).stem
        if page.startswith("docs/") and name != "index":
            assert f'href="{name}.html"' in index, page


@pytest.mark.night
def test_the_text_of_the_french_page_is_marked_as_french(site: Path) -> None:
    french = (site / "francais.html").read_text(encoding="utf-8")
    before, _, text = french.partition('<div lang="fr">')
    assert "<h1>" not in before
    assert "<h1>Atout en français" in text
    assert 'lang="fr"' not in (site / "games.html").read_text(encoding="utf-8")


def test_the_table_of_settings_is_that_of_the_rows() -> None:
    page = PAGES["docs/settings.md"]
    assert page == with_table(page), "python -m docs.settings_table writes it"


def test_the_keys_of_rules_are_those_of_the_rows() -> None:
    page = PAGES["docs/rules-file.md"]
    assert page == with_keys(page), "python -m docs.rules_table writes them"
    for field in RULE_FIELDS.values():
        assert page.count(f"| `{row_of(field).path[-1]}` |") >= 1, field.name


def test_the_picture_of_the_terminal_is_of_today() -> None:
    picture = (DOCS / "terminal.svg").read_text(encoding="utf-8")
    assert picture == draw_terminal(), "python -m docs.draw_terminal draws it"


@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
def test_a_picture_of_the_board_is_of_its_size(picture: Picture) -> None:
    data = (DOCS / picture.name).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    # The header comes first: the length of the chunk, its kind, then width and height.
    assert data[12:16] == b"IHDR"
    assert struct.unpack(">II", data[16:24]) == (picture.width, picture.height)
    assert f"({picture.name})" in PAGES["docs/board.md"]


@pytest.mark.night
@pytest.mark.skipif(BROWSER is None, reason=NO_BROWSER)
def test_pictures_of_the_board_are_taken_with_the_browser_of_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = pictures()[0]
    monkeypatch.setattr(take_screenshot, "FOLDER", tmp_path)
    monkeypatch.setattr(take_screenshot, "pictures", lambda: (picture,))
    take_screenshot.main()
    data = (tmp_path / picture.name).read_bytes()
    assert struct.unpack(">II", data[16:24]) == (picture.width, picture.height)


@pytest.mark.parametrize("picture", ["terminal.svg", *(one.name for one in pictures())])
def test_a_picture_is_small_and_needs_no_other_host(picture: str) -> None:
    data = (DOCS / picture).read_bytes()
    assert len(data) < MAX_PICTURE
    assert re.findall(rb"https?://[^\"\s]+", data) in ([], [b"http://www.w3.org/2000/svg"])
