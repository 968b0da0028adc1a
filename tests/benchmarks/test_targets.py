"""The tables of benchmarks/README.md, written anew."""

import re

import pytest

from benchmarks.targets import README, Found, put_in, rows_of

SECTIONS = (
    "targets",
    "results",
    "bridge",
    "macroxue",
    "many",
    "klaverjas",
    "prospects",
    "auctions",
    "tables",
    "scaling",
    "together",
    "around",
    "rates",
)
"""What the measurements write; the plots have no section."""


@pytest.mark.parametrize("name", SECTIONS)
def test_every_table_has_its_place_which_alone_is_written(name: str) -> None:
    text = README.read_text(encoding="utf-8")
    changed = put_in(text, name, "| a | b |\n\\1")
    place = re.compile(rf"<!-- {name}:[^\n]*-->\n\n(.*?)\n\n<!-- end of {name} -->", re.DOTALL)
    (before,), (after,) = place.findall(text), place.findall(changed)
    assert after == "| a | b |\n\\1"
    assert changed.replace(after, before) == text


def test_the_targets_are_found_again_by_their_names() -> None:
    found = rows_of(README.read_text(encoding="utf-8"), "targets")
    assert len(found) > 20
    assert all(line.startswith(f"| {target} | ") for target, line in found.items())
    assert rows_of("# A page\n", "targets") == {}


def test_a_text_without_the_section_stays_as_it_is() -> None:
    assert put_in("# A page\n", "targets", "x") == "# A page\n"


def test_a_target_says_whether_it_is_met() -> None:
    row = Found("5 logs a second", "3", "6", True, "`it`").line()
    assert row == "| 5 logs a second | 3 | 6 | yes | `it` |"
