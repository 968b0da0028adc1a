"""The options of a request besides its game, as rows of data.

Stands on `engine`, `game` and `knowledge`.
"""

from solver.requests.options import (
    CALLS,
    CARDS,
    DEFAULT_NODES,
    DOUBLE_DUMMY,
    FAIR,
    FAIR_GROUP,
    HAND_DEALS,
    JUDGED,
    LIMIT,
    NOTATION,
    PARTIAL,
    QUICK,
    SCORING,
    CommandOption,
    Kind,
    RequestOption,
    read_stated,
)

__all__ = [
    "CALLS",
    "CARDS",
    "DEFAULT_NODES",
    "DOUBLE_DUMMY",
    "FAIR",
    "FAIR_GROUP",
    "HAND_DEALS",
    "JUDGED",
    "LIMIT",
    "NOTATION",
    "PARTIAL",
    "QUICK",
    "SCORING",
    "CommandOption",
    "Kind",
    "RequestOption",
    "read_stated",
]
