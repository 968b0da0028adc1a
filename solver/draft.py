"""Drafts: answers in JSON whose letters and language are open, to be filled in when somebody asks for them.

An answer is the same for all readers but for the letters of its cards and the words of its sentences.  So it
is written once; in the places of these stands a mark, and each sentence is said once in each language.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from solver.cards import CARD_TEXTS, NOTATIONS, Card, Notation
from solver.sentences import LANGUAGES, Language
from solver.speech import Speech

_SENTENCE, _LETTERED, _END = "#", "=", ";"
"""After a mark stands a card in the letters of `_LETTERS`, or between these the number of a sentence or of a
text in letters."""
_LETTERS: Notation = "en"


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer in JSON, without the letters of cards and without sentences."""

    text: str
    """The JSON, with marks."""
    mark: str
    """A text of ASCII letters and digits that stands nowhere else in the JSON."""
    sentences: Mapping[Language, tuple[str, ...]] = field(hash=False)
    """Every sentence, by language, in the order of their numbers, as inside quotation marks in JSON."""
    lettered: Mapping[Notation, tuple[str, ...]] = field(hash=False)
    """Every text in letters that is no card, as a call, by letters: likewise."""

    @classmethod
    def of(cls, mark: str, write: Callable[[Speech], str]) -> Self:
        """Make the draft of what ``write`` writes: JSON, in the words of the speech that it is given."""
        speech = _OpenSpeech(mark)
        text = write(speech)
        said = {language: tuple(speech.sentences[language]) for language in LANGUAGES}
        return cls(text, mark, said, {letters: tuple(speech.texts[letters]) for letters in NOTATIONS})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` has made."""
        said, lettered = (
            {name: tuple(texts) for name, texts in data.get(key, {}).items()} for key in ("said", "lettered")
        )
        return cls(data["text"], data["mark"], said, lettered)

    def to_dict(self) -> dict[str, Any]:
        """Return the draft in JSON types."""
        said, lettered = dict(self.sentences), dict(self.lettered)
        return {"text": self.text, "mark": self.mark, "said": said, "lettered": lettered}

    def fill(self, notation: Notation, language: Language) -> str:
        """Return the JSON in the letters of ``notation`` and with the sentences of ``language``."""
        text = _filled(self.text, self.mark + _SENTENCE, self.sentences[language])
        text = _filled(text, self.mark + _LETTERED, self.lettered.get(notation, ()))
        return self._with_letters(text, notation)

    def _with_letters(self, text: str, notation: Notation) -> str:
        if notation == _LETTERS:
            # Behind each mark stand these letters already.
            return text.replace(self.mark, "")
        letters = CARD_TEXTS[notation]
        first, *others = text.split(self.mark)
        pieces = [first]
        for marked in others:
            pieces += (letters[Card(marked[0], marked[1])], marked[2:])
        return "".join(pieces)


def _filled(text: str, mark: str, texts: Sequence[str]) -> str:
    """Return ``text`` with one of ``texts`` in the place of each mark and the number behind it."""
    first, *others = text.split(mark)
    pieces = [first]
    for marked in others:
        number, _, rest = marked.partition(_END)
        pieces += (texts[int(number)], rest)
    return "".join(pieces)


class _OpenSpeech(Speech):
    """Writes marks in the places of cards and sentences, and keeps the sentences in every language."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self._mark = mark
        self.cards: Mapping[Card, str] = {
            card: f"{mark}{text}" for card, text in CARD_TEXTS[_LETTERS].items()
        }
        self._speeches = {language: Speech(language) for language in LANGUAGES}
        for speech in self._speeches.values():
            speech.cards = self.cards
        self.sentences: dict[Language, list[str]] = {language: [] for language in LANGUAGES}
        self.texts: dict[Notation, list[str]] = {letters: [] for letters in NOTATIONS}

    def worded(self, say: Callable[[Speech], Any]) -> Any:
        return self._number({language: say(speech) for language, speech in self._speeches.items()})

    def worded_in(self, say: Callable[[Language], Any]) -> Any:
        return self._number({language: say(language) for language in LANGUAGES})

    def lettered(self, write: Callable[[Notation], Any]) -> Any:
        written = {letters: write(letters) for letters in NOTATIONS}
        first = written[_LETTERS]
        if isinstance(first, str):
            return self._number_texts(written)
        every = zip(*written.values(), strict=True)
        return tuple(self._number_texts(dict(zip(written, texts, strict=True))) for texts in every)

    def _number_texts(self, written: Mapping[Notation, str]) -> str:
        """Keep a text in letters; return its number, marked."""
        for letters, text in written.items():
            self.texts[letters].append(json.dumps(text)[1:-1])
        return f"{self._mark}{_LETTERED}{len(self.texts[_LETTERS]) - 1}{_END}"

    def _number(self, said: Mapping[Language, Any]) -> str:
        """Keep a sentence; return its number, marked.  Raises TypeError for anything else than a text."""
        if not all(isinstance(text, str) for text in said.values()):
            raise TypeError("only texts wait in a draft for the language of their reader")
        for language, text in said.items():
            self.sentences[language].append(json.dumps(text)[1:-1])
        return f"{self._mark}{_SENTENCE}{len(self.sentences[LANGUAGES[0]]) - 1}{_END}"
