"""Reading a catalogue of messages: gettext's ``.po`` file, as it is edited."""

import io
from gettext import GNUTranslations
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def read_catalogue(path: Path, language: str) -> GNUTranslations:
    """The messages of one file, which must be written for ``language``."""
    with path.open("rb") as stream:
        messages = read_po(stream, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)
