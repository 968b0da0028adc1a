"""Files that are written whole, and the reasons for which they are not."""

import errno
import os
from pathlib import Path

import pytest

from solver.cli.whole_file import write_whole
from solver.system_reasons import SYSTEM_SAYS, system_reason
from tests.support.command_line import ROOT, run

FRENCH = "fr_FR.UTF-8"
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


@pytest.mark.parametrize(
    ("number", "french"),
    [
        (errno.ENOENT, "ce fichier ou ce dossier n’existe pas"),
        (errno.EACCES, "permission refusée"),
        (errno.ENOSPC, "il n’y a plus de place sur le disque"),
    ],
)
def test_the_usual_reasons_of_the_system_are_told_in_the_language_of_the_reader(
    number: int, french: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_whole(path: Path, text: str) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr("solver.cli.page.write_whole", write_whole)
    path = tmp_path / "page.html"
    told = {"C": f"Error: cannot write {path}: {os.strerror(number)}\n"}
    told[FRENCH] = f"Erreur\u00a0: impossible d’écrire {path}\u00a0: {french}\n"
    for language, says in told.items():
        assert run("analyse", SAMPLE, "--no-fair", "--html", str(path), language=language).stderr == says


def test_the_reasons_are_in_the_words_of_the_system() -> None:
    assert {number: os.strerror(number) for number in SYSTEM_SAYS} == SYSTEM_SAYS
    # One that is not among them is told as the system does, and one without any by what it is.
    assert str(system_reason(OSError(errno.EIO, "Input/output error"))) == "Input/output error"
    assert [str(system_reason(error)) for error in (OSError("why"), OSError())] == ["why", "OSError"]


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
