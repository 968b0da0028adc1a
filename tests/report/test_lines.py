"""Lines of a terminal end where a reader would end them."""

from io import StringIO

import pytest
from rich.console import Console

import solver.report.terminal.console as own

SAID = "NS : EO 102 : 60 → 37 : 125, marque 162 : 20 → 37 : 145 ; il manque 3 points\u00a0: dommage"


@pytest.mark.parametrize("width", range(12, len(SAID)))
def test_the_numbers_of_two_sides_stay_together(width: int) -> None:
    assert own.PIPE_WIDTH, "what is imported changes where lines end"
    file = StringIO()
    Console(file=file, width=width).print(SAID)
    lines = [line.strip(" \n") for line in file.getvalue().splitlines()]
    assert " ".join(lines) == SAID
    assert not any(line.startswith((":", "\u00a0")) or line.endswith((" :", "\u00a0")) for line in lines)
