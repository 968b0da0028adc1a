"""Read catalogues of messages: gettext's ``.po`` files, without a compiled copy."""

import io
from gettext import GNUTranslations
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def read_catalogue(path: Path, language: str) -> GNUTranslations:
    """Return the messages of one file, which must be written for ``language``."""
    with path.open("rb") as stream:
        messages = read_po(stream, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)
