"""Files that are written whole."""

from pathlib import Path

from solver.cli.whole_file import write_whole


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
