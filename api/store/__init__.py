"""The store: the database, its schema, analyses and their addresses."""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from api.store.addresses import (
        ID_PATTERN as ID_PATTERN,
        address_of as address_of,
        canonical_log as canonical_log,
        kept_log as kept_log,
    )
    from api.store.analyses import (
        DraftedAnswers as DraftedAnswers,
        KeptAnalysis as KeptAnalysis,
        Store as Store,
        prepare_database as prepare_database,
        told_in as told_in,
        variety_of as variety_of,
    )
    from api.store.database import (
        LaterDatabaseError as LaterDatabaseError,
        StoreBusyError as StoreBusyError,
        StoreDownError as StoreDownError,
        clock as clock,
        take_turn as take_turn,
    )
    from api.store.models import (
        Base as Base,
    )
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "addresses": ("ID_PATTERN", "address_of", "canonical_log", "kept_log"),
        "analyses": ("DraftedAnswers", "KeptAnalysis", "Store", "prepare_database", "told_in", "variety_of"),
        "database": ("LaterDatabaseError", "StoreBusyError", "StoreDownError", "clock", "take_turn"),
        "models": ("Base",),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
