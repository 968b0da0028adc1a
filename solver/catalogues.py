"""Read catalogues of messages: gettext's ``.po`` files, without a compiled copy."""

import io
from collections.abc import Iterable
from gettext import GNUTranslations
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def read_catalogues(paths: Iterable[Path], language: str) -> GNUTranslations:
    """Return the messages of several files together, all written for ``language``.

    They are one catalogue, as a chain of them would be walked for every message.  Of files that have the same
    message, the last one counts.
    """
    together = Catalog(locale=language)
    # A message that is there is not replaced.
    for path in reversed(list(paths)):
        with path.open("rb") as stream:
            read = read_po(stream, locale=language)
        # The plural forms are those that the translators had in mind, not Babel's own, which change.
        together.mime_headers = [("Plural-Forms", read.plural_forms)]
        for message in read:
            if message.id:
                together[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, together)
    compiled.seek(0)
    return GNUTranslations(compiled)
