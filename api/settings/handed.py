"""The settings that one process reads for all that it forks: files of secrets may change or go meanwhile."""

from dataclasses import dataclass

from api.settings.config import Settings, read_settings


@dataclass(slots=True)
class _Handed:
    """The settings that this process, or the one that forked it, has read."""

    ahead: Settings | None = None
    taken: Settings | None = None


_handed = _Handed()


def read_ahead() -> None:
    """Read the settings that `take_settings` returns next; raises SettingError."""
    _handed.ahead = read_settings()


def take_settings() -> Settings:
    """Return the settings, those of `read_ahead` if there are any; processes forked from now on have them.

    Raises SettingError.
    """
    _handed.taken = _handed.ahead or read_settings()
    _handed.ahead = None
    return _handed.taken


def own_settings() -> Settings:
    """Return the settings of the process that forked this one; if it took none, read them.

    Raises SettingError.
    """
    return _handed.taken or read_settings()
