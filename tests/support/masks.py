"""A French without letters: what is translated becomes dots, so that a letter left is untranslated."""

import re
from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from html.parser import HTMLParser
from string import Formatter
from typing import Any

import pytest

from solver import answer_json, sentences, speech
from solver.report.board.copies import text_of
from solver.sentences import Language
from tests.house.test_catalogues import messages

_REAL = sentences.catalogue_of
_KNOWN = {key for _, key, _ in messages("fr")}
WORD = re.compile(r"[^\W\d_]+")


def mask(text: str) -> str:
    """``text`` with a dot for each of its letters, its places as they are."""
    parts = []
    for literal, name, form, _ in Formatter().parse(text):
        parts.append(WORD.sub(lambda found: "•" * len(found[0]), literal))
        if name is not None:
            parts.append("{" + name + (f":{form}" if form else "") + "}")
    return "".join(parts)


class _Masked(NullTranslations):
    """The French catalogue, masked; what it does not have stays as it is."""

    def gettext(self, message: str) -> str:
        return mask(_REAL("fr").gettext(message)) if (None, message) in _KNOWN else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if (None, msgid1) not in _KNOWN:
            return msgid1 if n == 1 else msgid2
        return mask(_REAL("fr").ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        known = (context, message) in _KNOWN
        return mask(_REAL("fr").pgettext(context, message)) if known else message


def masked_catalogue(language: Language) -> NullTranslations:
    """In the place of `catalogue_of`."""
    return _Masked() if language == "fr" else _REAL(language)


def put_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let French be masked as long as a test runs."""
    monkeypatch.setattr(sentences, "catalogue_of", masked_catalogue)
    monkeypatch.setattr(speech, "catalogue_of", masked_catalogue)
    # Nobody keeps what speaks a language for longer than its catalogue is there.
    monkeypatch.setattr(answer_json, "_speech", speech.Speech)
    _forget_words()
    yield
    _forget_words()


def _forget_words() -> None:
    """Let the board read its words again."""
    text_of.cache_clear()


def words_left(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """The words of ``text`` that stand there in letters, but for those allowed."""
    for one in sorted(allowed, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", "", text)
    return WORD.findall(text)


class PageText(HTMLParser):
    """What a reader sees or is read of a page of HTML."""

    SPOKEN = ("aria-label", "title", "alt", "placeholder", "aria-description", "aria-valuetext")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unseen = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in ("script", "style")
        self.texts += [value for name, value in attrs if name in self.SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.texts.append(data)


def strings_of(data: Any) -> Iterator[tuple[str, str]]:
    """Every text in JSON, with the key it stands under."""
    if isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, str):
                yield key, value
            elif isinstance(value, list) and all(isinstance(one, str) for one in value):
                yield from ((key, one) for one in value)
            else:
                yield from strings_of(value)
    elif isinstance(data, list):
        for one in data:
            yield from strings_of(one)
