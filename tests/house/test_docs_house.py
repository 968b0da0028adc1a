"""The house as it is drawn is the house as it is, and its walks lead through what is there."""

import re
from pathlib import Path

import pytest

from docs.draw_house import PICTURE, Room, Tree, arrows, draw_house, floors_of, read_house, with_tables
from tests.support.command_line import ROOT
from tests.support.doc_pages import PAGES

PAGE = PAGES["docs/architecture.md"]


@pytest.fixture(scope="module")
def house() -> list[Tree]:
    """The house as it is."""
    return read_house()


@pytest.mark.night
@pytest.mark.slow
def test_the_picture_is_of_today(house: list[Tree]) -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw_house(house), "python -m docs.draw_house draws it"


def test_the_tables_are_of_today(house: list[Tree]) -> None:
    assert with_tables(PAGE, house) == PAGE, "python -m docs.draw_house writes them"


def test_every_module_is_in_a_table() -> None:
    for tree in ("solver", "api", "ext"):
        for path in (ROOT / tree).rglob("*.p[yx]*"):
            if path.suffix not in (".py", ".pyx", ".pxd") or "migrations" in path.parts:
                continue
            if path.stem in ("__init__", "__main__", "application", "wsgi", "gunicorn.conf"):
                continue
            assert re.search(rf"`([\w.]+\.)?{re.escape(path.stem)}`", PAGE), path


@pytest.mark.parametrize(
    ("path", "name"),
    re.findall(r"`((?:solver|api|ext|tests)/[\w/.]*)`(?:\s+`([\w.]+)`)?", PAGE),
)
def test_what_a_walk_names_is_there(path: str, name: str) -> None:
    found = ROOT / path
    assert found.exists()
    if name and found.is_file():
        text = found.read_text(encoding="utf-8")
        assert re.search(rf"^\s*(def|class) {name}\b|^{name}\b", text, re.MULTILINE), f"{path}: {name}"


def room(name: str, *imports: str) -> Room:
    return Room(name, "", (), frozenset(imports))


def test_a_floor_is_above_all_that_it_imports() -> None:
    floors = floors_of([room("cli", "game", "rules"), room("game", "rules"), room("rules"), room("aside")])
    assert [[one.name for one in floor] for floor in floors] == [["aside", "rules"], ["game"], ["cli"]]
    assert arrows(Tree("t", "", floors, ())) == [("game", "rules"), ("cli", "game")]


def test_the_picture_is_small(tmp_path: Path) -> None:
    assert PICTURE.stat().st_size < 50_000
