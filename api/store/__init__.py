"""The store: the database, its schema, analyses and their addresses."""

from api.store.addresses import (
    ID_PATTERN,
    address_of,
    canonical_log,
)
from api.store.analyses import (
    DraftedAnswers,
    KeptAnalysis,
    Store,
    prepare_database,
    told_in,
    variety_of,
)
from api.store.database import (
    LaterDatabaseError,
    StoreDownError,
)
from api.store.models import (
    Base,
)

__all__ = [
    "ID_PATTERN",
    "Base",
    "DraftedAnswers",
    "KeptAnalysis",
    "LaterDatabaseError",
    "Store",
    "StoreDownError",
    "address_of",
    "canonical_log",
    "prepare_database",
    "told_in",
    "variety_of",
]
