"""The modules as they are served: without comments and needless spaces, and otherwise as they are written."""

import re
from pathlib import Path

import pytest

from solver import board_files
from solver.report.board.files import without_comments
from tests.support.board.browser import WEB, run_node
from tests.support.command_line import ROOT

STATIC = ROOT / "solver" / "report" / "board" / "static"
WRITTEN = {
    path.name: path.read_text(encoding="utf-8") for folder in (STATIC, WEB) for path in folder.glob("*.js")
}
TOKENS = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `(?:[^`\\]|\\.)*`
    | (?<=[(,=:\[!&|?{};\n])[ ]*/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*  # a pattern
    | \w+
    | >>>= | \.\.\. | [=!]== | (?:\*\* | << | >>> | >> | && | \|\| | \?\?)=?  # signs of several letters
    | => | [-+*/%&|^=!<>]= | \?\. | \+\+ | --
    | [^\w\s]
    """,
    re.VERBOSE | re.DOTALL,
)


def tokens(module: str) -> list[str]:
    """What a module is made of, without comments."""
    return [found[0].strip() for found in TOKENS.finditer(module) if not found["comment"]]


@pytest.mark.parametrize("name", WRITTEN)
def test_only_comments_are_left_out(name: str) -> None:
    served = board_files().contents[name].decode()
    assert tokens(served) == tokens(WRITTEN[name])
    assert "/**" not in served
    assert len(served) < len(WRITTEN[name])


@pytest.mark.parametrize("name", WRITTEN)
def test_no_comment_behind_code_takes_the_next_line(name: str) -> None:
    """The ends of lines beside brackets are left out, which such a comment needs."""
    ends = re.compile(r"\S\s+//.*[;,{}()\[\]]$", re.MULTILINE)
    assert not ends.search(WRITTEN[name])


@pytest.mark.parametrize("name", sorted(path.name for path in STATIC.glob("*.css")))
def test_only_comments_are_left_out_of_a_sheet(name: str) -> None:
    written, served = (STATIC / name).read_text("utf-8"), board_files().contents[name].decode()
    assert tokens(served) == tokens(written)
    assert "/*" not in served


@pytest.mark.night
@pytest.mark.slow
def test_each_is_a_module_still(tmp_path: Path) -> None:
    for name in WRITTEN:
        path = tmp_path / f"{name.removesuffix('.js')}.mjs"
        path.write_bytes(board_files().contents[name])
        assert run_node("--check", path) == ""


def test_texts_that_look_like_comments_stay() -> None:
    for text in ('a = "//x";', 'b = "/* x */";', "c = `// x`;", "d = 1; // x", 'e = "/** x */";'):
        assert without_comments(f"  {text}\n") == f"{text}\n"


def test_spaces_go_where_no_text_can_be() -> None:
    assert without_comments('if (a === b) c = { d: "e = f", g };\n') == 'if(a===b)c={d:"e = f",g};\n'
    assert without_comments("n = m - -1 + +k; // in [ a ]\n") == "n = m - -1 + +k; // in [ a ]\n"
    assert without_comments("n = m - -1 + +k\n") == "n=m - -1 + +k\n"
    assert without_comments("n = (m - 1) * k + +k - --k\n") == "n=(m-1)*k + +k - --k\n"
    for text in ("a = 'b = c' + d;", "a = `b = ${c}`;", "a = b.match(/ = /);"):
        assert without_comments(f"{text}\n") == f"{text}\n"
