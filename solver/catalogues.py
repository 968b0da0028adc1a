"""Read catalogues of messages: gettext's ``.po`` files, without a compiled copy."""

import io
from collections.abc import Iterable
from gettext import GNUTranslations
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def read_catalogues(paths: Iterable[Path], language: str) -> GNUTranslations:
    """Return the messages of several files together, all written for ``language``.

    They are one catalogue, as a chain of them would be walked for every message.  Of files that have the same
    message, the last one counts.
    """
    together = Catalog(locale=language)
    messages: dict[tuple[str, str], Message] = {}
    for path in paths:
        with path.open("rb") as stream:
            read = read_po(stream, locale=language)
        # The plural forms are those that the translators had in mind, not Babel's own, which change.
        together.mime_headers = [("Plural-Forms", read.plural_forms)]
        messages |= {_place_of(message): message for message in read if message.id}
    # In order already, as the compiler, slow at sorting, wants them.
    for _, message in sorted(messages.items()):
        together[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, together)
    compiled.seek(0)
    return GNUTranslations(compiled)


def _place_of(message: Message) -> tuple[str, str]:
    """Return what tells the message from others, by which a compiled catalogue is sorted."""
    return message.id if isinstance(message.id, str) else message.id[0], message.context or ""
