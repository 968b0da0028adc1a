"""The settings of the service: rows of data, read from the environment."""

from api.settings.config import (
    MAKER_VARIABLE,
    Settings,
    read_settings,
    unknown_variables,
    variable_of,
)
from api.settings.handed import (
    own_settings,
    read_ahead,
    take_settings,
)
from api.settings.texts import (
    ANY_ORIGIN,
    MEMORY,
    NO_CLUSTER,
    UNLIMITED,
    SettingError,
    WrongTextError,
    name_database,
    parse_address,
    read_origins,
    redis_address,
)

__all__ = [
    "ANY_ORIGIN",
    "MAKER_VARIABLE",
    "MEMORY",
    "NO_CLUSTER",
    "UNLIMITED",
    "SettingError",
    "Settings",
    "WrongTextError",
    "name_database",
    "own_settings",
    "parse_address",
    "read_ahead",
    "read_origins",
    "read_settings",
    "redis_address",
    "take_settings",
    "unknown_variables",
    "variable_of",
]
