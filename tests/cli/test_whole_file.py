"""Files that are written whole."""

from pathlib import Path

import pytest

from solver.cli.whole_file import write_whole
from tests.support.command_line import ROOT, run

SAMPLE = str(ROOT / "samples" / "quadrette.json")


def test_a_symbolic_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    page, link, new = tmp_path / "folder" / "page.html", tmp_path / "link.html", tmp_path / "new.html"
    page.write_text("old", encoding="utf-8")
    link.symlink_to(page)
    new.symlink_to(Path("folder") / "new.html")
    for path in (link, new):
        write_whole(path, "whole")
        assert path.is_symlink()
    assert page.read_text(encoding="utf-8") == "whole"
    assert (tmp_path / "folder" / "new.html").read_text(encoding="utf-8") == "whole"
    assert sorted(one.name for one in (tmp_path / "folder").iterdir()) == ["new.html", "page.html"]


@pytest.mark.parametrize(
    "command",
    [
        ("analyse", SAMPLE, "--no-fair", "--html"),
        ("analyse", SAMPLE, "--no-fair", "--out"),
        ("table", SAMPLE, "--html"),
        ("puzzle", "make", "--variant", "quadrette", "--count", "1", "--out"),
    ],
)
def test_a_name_that_the_system_does_not_take_is_told_in_a_sentence(command: tuple[str, ...]) -> None:
    refused = run(*command, "a" * 300)
    assert refused.exit_code in (1, 2)
    assert "File name too long" in refused.stderr


@pytest.mark.parametrize("command", ["analyse", "table", "puzzle sheet --bank"])
def test_a_page_in_no_folder_is_refused_before_anything_is_read(command: str, tmp_path: Path) -> None:
    (rubbish := tmp_path / "rubbish").write_text("rubbish", encoding="utf-8")
    told = {
        "nowhere": "No such file or directory",
        "rubbish": "Not a directory",
        "a" * 300: "File name too long",
    }
    for folder, reason in told.items():
        path = tmp_path / folder / "page.html"
        refused = run(*command.split(), str(rubbish), "--html", str(path))
        assert (refused.exit_code, refused.stderr) == (1, f"Error: cannot write {path}: {reason}\n")
