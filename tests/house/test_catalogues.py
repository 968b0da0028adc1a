"""The catalogues of messages: complete, with every place of every message, and right in their typography."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import solver
from solver.rules.form import RULE_FIELDS
from solver.rules.row import row_of
from solver.rules.variants import VARIANTS, find_variant
from solver.sentences import GAME, LANGUAGES
from tests.support.help_texts import help_texts
from tests.support.syntax import nodes_of

ROOT = Path(solver.__file__).parent
ROOMS = (ROOT, ROOT.parent / "api")
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")

MARKERS = {
    "mark": (0,),
    "mark_n": (0, 1),
    "mark_in": (1,),
    "phrase": (0,),
    "phrase_n": (0, 1),
    "wrong": (1,),
    "wrong_n": (1, 2),
    "contradicts": (1,),
}
"""The functions that mark a message, and where among their arguments it stands."""

FORMED = ("Seat", "Suit")
"""What has forms, of all that stands in places."""

Key = tuple[str | None, str]


class Marked(NamedTuple):
    """A message in the code."""

    where: str
    forms: tuple[str, ...]
    given: frozenset[str] | None
    """The names of the values that are put into it, where the call says them all."""
    formed: frozenset[str] = frozenset()
    """The names of those that have forms."""


def calls_of(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """The calls of the markers in a file, by the marker's name."""
    known = {node.name for node in nodes_of(path) if isinstance(node, ast.FunctionDef)}
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom):
            known |= {alias.name for alias in node.names}
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name in MARKERS and name in known:
                yield name, node


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def has_forms(value: ast.expr) -> bool:
    """True if what is put into a place can be asked for in a form, as ``of``."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in FORMED


@cache
def marked() -> dict[Key, Marked]:
    """Every message that is marked in the code, by its context and its text.

    What the list of rules says of every value, and asks where a request may answer, needs no mark, nor what
    the files of the games say of them, nor the help of commands.
    """
    found: dict[Key, Marked] = {}
    for path in (path for room in ROOMS for path in sorted(room.rglob("*.py"))):
        for name, call in calls_of(path):
            where = f"{path.relative_to(ROOT.parent)}:{call.lineno}"
            texts = [literal(call.args[index]) for index in MARKERS[name]]
            if None in texts:
                # A message that stands elsewhere is marked there; one that is put together never is one.
                whole = (ast.Name, ast.Attribute, ast.Subscript)
                assert all(isinstance(call.args[index], whole) for index in MARKERS[name]), where
                continue
            context = literal(call.args[0]) if name == "mark_in" else None
            given = None
            if name.startswith(("phrase", "wrong", "contradicts")) and all(one.arg for one in call.keywords):
                given = frozenset(str(one.arg) for one in call.keywords)
            forms = tuple(map(str, texts))
            if given is not None and name == "contradicts":
                given |= {"field"} & places(forms[0])
            formed = frozenset(str(one.arg) for one in call.keywords if has_forms(one.value))
            if (context, forms[0]) in found:
                formed &= found[context, forms[0]].formed
            found[context, forms[0]] = Marked(where, forms, given, formed)
    for field in RULE_FIELDS.values():
        row = row_of(field)
        for text in (*row.says.values(), *([row.doc] if row.option else [])):
            found[None, text] = Marked(f"the rule {field.name}", (text,), None)
    for name in VARIANTS:
        rules = find_variant(name)
        for text in filter(None, (rules.title, rules.description, rules.source, *rules.notes)):
            found[GAME, text] = Marked(f"solver/rules/variants/{name}.toml", (text,), None)
    for name, text in help_texts():
        found[None, text] = Marked(f"the help of {name}", (text,), None)
    return found


def files(language: str) -> list[Path]:
    return sorted((ROOT / "locale" / language / "LC_MESSAGES").glob("*.po"))


@cache
def catalogue(path: Path, language: str) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def messages(language: str) -> Iterator[tuple[Path, Key, Message]]:
    for path in files(language):
        for message in catalogue(path, language):
            if message.id:
                yield path, (message.context, forms_of(message.id)[0]), message


def forms_of(texts: object) -> tuple[str, ...]:
    return tuple(texts) if isinstance(texts, (tuple, list)) else (str(texts),)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.night
@pytest.mark.slow
def test_the_catalogues_are_those_of_the_languages() -> None:
    assert {path.name for path in (ROOT / "locale").iterdir()} == set(TRANSLATED)
    assert len(marked()) > 150


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_once_and_no_other(language: str) -> None:
    translated: dict[Key, Path] = {}
    wrong: list[str] = []
    for path, key, message in messages(language):
        assert key not in translated, f"{key} is in {path.name} and in {translated[key].name}"
        translated[key] = path
        assert not message.fuzzy, key
        assert all(forms_of(message.string)), f"{path.name}: {key} has no translation"
        n_forms = catalogue(path, language).num_plurals if message.pluralizable else 1
        assert len(forms_of(message.string)) == n_forms, key
        if key not in marked():
            wrong.append(f"{path.name}: no longer used: {key}")
        else:
            assert forms_of(message.id) == marked()[key].forms
    wrong += [
        f"{one.where}: not translated: {one.forms}" for key, one in marked().items() if key not in translated
    ]
    assert not wrong, "\n".join(["", *wrong])


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_places_of_their_messages(language: str) -> None:
    for _, key, message in messages(language):
        each = [places(form) for form in forms_of(message.id)]
        wanted, in_all = set().union(*each), set.intersection(*each)
        if message.pluralizable:
            # "a point" may say in words what the other forms say with the number.
            for text in forms_of(message.string):
                assert in_all - {"n"} <= places(text) <= wanted | {"n"}, key
            assert places(forms_of(message.string)[-1]) == places(forms_of(message.id)[-1]), key
        else:
            assert places(forms_of(message.string)[0]) == wanted, key


def test_every_place_of_a_message_is_given_something() -> None:
    for one in marked().values():
        if one.given is not None:
            assert set().union(*map(places, one.forms)) - {"n"} == one.given, one.where


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_is_asked_only_of_what_has_forms(language: str) -> None:
    texts = [(key, text) for key, one in marked().items() for text in one.forms]
    if language != "en":
        texts = [(key, text) for _, key, message in messages(language) for text in forms_of(message.string)]
    for key, text in texts:
        asked = {name for _, name, form, _ in Formatter().parse(text) if name and form}
        one = marked()[key]
        assert one.given is None or asked <= one.formed, (key, text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_typography_is_that_of_the_language(language: str) -> None:
    """In French a no-break space stands before a colon and the like, and the apostrophe is curved.

    Colons between digits or words are of JSON or an address, and belong to them; so does what stands in
    quotation marks.
    """
    for path, key, message in messages(language):
        for text in forms_of(message.string):
            literals = "".join("X" if name is not None else part for part, name in pieces(text))
            literals = re.sub(r"«\u00a0[^»]*\u00a0»", "«\u00a0X\u00a0»", literals)
            assert "'" not in literals, (path.name, key, text)
            assert not re.search(r"[^\u00a0][;!?»]|[^\u00a0]:(?=\s|$)|«[^\u00a0]", literals), (key, text)
            assert "\u202f" not in literals, (path.name, key, text)
            assert "..." not in literals, (path.name, key, text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_shell_takes_the_brackets_of_a_command_as_they_stand(language: str) -> None:
    """Without quotation marks zsh looks for files of such names, and finds none."""
    texts = [text for one in marked().values() for text in one.forms]
    texts += [text for _, _, message in messages(language) for text in forms_of(message.string)]
    commands = [text for text in texts if re.search(r"pip install \S*\[", text)]
    assert commands
    assert not [text for text in commands if not re.search("pip install ['\"]", text)]


def test_french_joins_prepositions_to_the_players_of_a_reason() -> None:
    """Dummy is "du mort" and "au mort", and vowels are elided, "d’Est": so each place asks for a form."""
    for path, key, message in messages("fr"):
        if path.name in ("reasons.po", "techniques.po"):
            for text in forms_of(message.string):
                assert not re.search(r"\b(à|de|que|si) \{(seat|holder)[^:]", text), (key, text)


def test_french_of_the_board_gives_no_gender_to_a_card() -> None:
    """A card is read out as "le roi" or as "la dame"."""
    for path, key, message in messages("fr"):
        if path.name.startswith("board"):
            for text in forms_of(message.string):
                assert "{card}" not in text or not re.search(r"\b(elle|il|celle|celui)\b", text), (key, text)


def pieces(text: str) -> Iterator[tuple[str, str | None]]:
    """The literal parts of a message, and its places."""
    for part, name, _, _ in Formatter().parse(text):
        yield part, None
        if name is not None:
            yield "", name
