"""The exact solver: positions encoded for the compiled core, solved within limits, answered in full.

Stands on `game`.
"""

from solver.engine.answer import (
    IF_NONE,
    LIMIT,
    Answer,
    Bounds,
    CardValue,
    Ended,
    EndedBy,
    Leads,
    Stats,
)
from solver.engine.believed import (
    BelievedDeals,
)
from solver.engine.budget import (
    DEFAULT_TABLE_MIB,
    MAX_PASSES,
    MAX_TABLE_MIB,
    MAX_THREADS,
    NO_LIMIT,
    WORTH_SHARING,
    Budget,
    Limit,
    OutOfTimeError,
)
from solver.engine.canonical import (
    CanonicalForm,
    canonical_form,
    keeps_sides,
)
from solver.engine.keyboard import (
    inner_token,
)
from solver.engine.many import (
    solve_many,
)
from solver.engine.native import (
    CancelToken,
    Turn,
    run_in_threads,
)
from solver.engine.numbers import (
    core_numbers,
    rules_layout,
)
from solver.engine.shallow import (
    shallow_values,
)
from solver.engine.solver import (
    CardsWanted,
    Solver,
    solve,
)
from solver.engine.version import (
    engine_version,
)
from solver.engine.whole_deal import (
    deal_numbers,
)

__all__ = [
    "DEFAULT_TABLE_MIB",
    "IF_NONE",
    "LIMIT",
    "MAX_PASSES",
    "MAX_TABLE_MIB",
    "MAX_THREADS",
    "NO_LIMIT",
    "WORTH_SHARING",
    "Answer",
    "BelievedDeals",
    "Bounds",
    "Budget",
    "CancelToken",
    "CanonicalForm",
    "CardValue",
    "CardsWanted",
    "Ended",
    "EndedBy",
    "Leads",
    "Limit",
    "OutOfTimeError",
    "Solver",
    "Stats",
    "Turn",
    "canonical_form",
    "core_numbers",
    "deal_numbers",
    "engine_version",
    "inner_token",
    "keeps_sides",
    "rules_layout",
    "run_in_threads",
    "shallow_values",
    "solve",
    "solve_many",
]
