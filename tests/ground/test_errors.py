"""Faults and their exceptions: a list that is cut says so."""

import pytest

from solver.errors import (
    MAX_FAULTS,
    Fault,
    FaultKind,
    PositionError,
    SolverError,
    UnreadableError,
    raise_faults,
    wrong,
)
from solver.fault_codes import Code

WRONG = wrong(Code.wrong_word, "no")


@pytest.mark.slow
def test_a_list_of_faults_that_is_cut_says_so() -> None:
    faults = [Fault(f"/{number}", WRONG) for number in range(50_000)]
    cut = PositionError(faults).faults
    assert len(cut) == MAX_FAULTS
    assert cut[-1].detail == "the list of faults ends here; there are 49801 more at least"
    assert PositionError(faults[:MAX_FAULTS]).faults == tuple(faults[:MAX_FAULTS])


def test_what_is_cut_away_keeps_its_kind() -> None:
    faults = [Fault(f"/{number}", WRONG) for number in range(300)]
    cut = SolverError([*faults, Fault("/x", WRONG, FaultKind.unreadable)]).faults
    with pytest.raises(UnreadableError):
        raise_faults(cut)
