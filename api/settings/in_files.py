"""Settings that stand in files: the text of a variable, or of the file that another one names."""

from collections.abc import Mapping
from pathlib import Path
from unicodedata import category

from api.settings.texts import SettingError
from solver.sentences import Quoted, phrase
from solver.system_reasons import system_reason

IN_FILE = "_FILE"
"""The suffix of a variable that names a file with the text of a setting, such as a password."""


def read_text(variable: str, environ: Mapping[str, str], *, may_lie_in_file: bool) -> str:
    """Return the text of a setting, from its variable or from the file that ``ATOUT_NAME_FILE`` names."""
    text, other = environ.get(variable, "").strip(), variable + IN_FILE
    path = environ.get(other, "").strip()
    if not path or not may_lie_in_file:
        return text
    if text:
        raise SettingError(
            phrase(
                "{variable} and {other} are both there; one of them is enough", variable=variable, other=other
            )
        )
    shown = Quoted(path[:200])
    try:
        # Editors of other systems write a mark at the beginning.
        text = Path(path).read_text(encoding="utf-8-sig").strip()
    except (OSError, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else phrase("it is no text")
        raise SettingError(
            phrase(
                "{variable} names {path}, which cannot be read: {reason}",
                variable=other,
                path=shown,
                reason=reason,
            )
        ) from None
    # A secret that is not there yet must not mean another database.
    if not text:
        raise SettingError(phrase("{variable} names {path}, which is empty", variable=other, path=shown))
    if any(category(character) == "Cc" for character in text):
        raise SettingError(
            phrase(
                "{variable} names {path}, which must have one line, the value alone",
                variable=other,
                path=shown,
            )
        )
    return text
