"""Catalogues of messages, as their files say."""

from pathlib import Path

import pytest
from babel.messages.plurals import PLURALS

from solver.catalogues import read_catalogues

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {forms}\\n"\n\n'
COUNTED = 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} carte"\nmsgstr[1] "{n} cartes"\n'


@pytest.mark.parametrize("babels", [(2, "(n > 1)"), (3, "n < 2 ? 0 : n % 1000000 == 0 ? 1 : 2")])
def test_the_plural_forms_are_those_of_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, babels: tuple[int, str]
) -> None:
    # Babel has its own for each language, and 2.19 has others for French than 2.18.
    monkeypatch.setitem(PLURALS, "fr", babels)
    paths = [tmp_path / "one.po", tmp_path / "two.po"]
    paths[0].write_text(HEAD.format(forms="nplurals=2; plural=(n > 1);") + COUNTED, encoding="utf-8")
    paths[1].write_text(HEAD.format(forms="nplurals=2; plural=(n > 1);"), encoding="utf-8")
    found = read_catalogues(paths, "fr")
    said = [found.ngettext("{n} card", "{n} cards", n) for n in (0, 1, 2, 1_000_000)]
    assert said == ["{n} carte", "{n} carte", "{n} cartes", "{n} cartes"]
