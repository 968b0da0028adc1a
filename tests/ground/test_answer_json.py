"""Answers written from the rows of their classes."""

import copy
import json
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any

import pytest

from solver.answer_json import SharedNumbers, text_in, written
from solver.answer_row import BySide, SeatName, TrumpName, answer_fields, row, shown_fields, shows
from solver.cards import NOTATIONS, Card
from solver.sentences import LANGUAGES, Language
from solver.speech import Speech


class Colour(StrEnum):
    red = "red"
    black = "black"


@dataclass(frozen=True, slots=True)
class Mean:
    mean: float = field(metadata=row("", name="", digits=2))
    error: float = field(metadata=row("Its error.", name="_error", low=0, digits=2))


@dataclass(frozen=True, slots=True)
class Part:
    card: Card = field(metadata=row("The card."))
    colour: Colour = field(metadata=row("Its colour."))


@dataclass(frozen=True, slots=True)
class Other:
    name: str = field(metadata=row("A name."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    seat: SeatName | None = field(metadata=row("A seat, or null."))

    @property
    @shows("Whether it has a value.")
    def exact(self) -> bool:
        return self.value is not None

    trump: TrumpName = field(metadata=row("The trumps."))
    hidden: int = 7
    value: BySide | None = field(default=None, metadata=row("A value.", absent="while it is not proved"))
    bounds: int = field(default=3, metadata=row("In its place.", in_place_of="value"))
    part: Part | None = field(default=None, metadata=row("A part, or null.", name="piece"))
    mean: Mean | None = field(
        default=None, metadata=row("The mean.", absent="if none is known", name="swing", low=1, spread=True)
    )
    chosen: Part = field(metadata=row("Of the chosen one.", spread=True, only=("colour",)))
    parts: tuple[Part | Other, ...] = field(default=(), metadata=row("All parts."))
    by_colour: Mapping[str, tuple[Card, ...]] = field(default_factory=dict, metadata=row("By colour."))
    means: tuple[float, ...] = field(default=(), metadata=row("Means.", digits=1))
    known: Mapping[str, Any] = field(default_factory=dict, metadata=row("Anything."))
    grade: Colour | None = field(default=None, metadata=row("A grade, or null."))

    @shows("What it is called.")
    def says(self, speech: Speech) -> str:
        return f"{speech.language} {speech.notation}"

    @shows("Its language.", name="language")
    def tongue(self, language: Language) -> str:
        return language

    @shows("How many parts it has.")
    def n_parts(self) -> int:
        return len(self.parts)


RED = Part(Card("H", "K"), Colour.red)
BARE = Whole(seat=None, trump="NT", chosen=RED)
FULL = Whole(
    seat="N",
    trump="NT",
    value={"NS": 3, "EW": 4},
    part=RED,
    mean=Mean(1.005, 0.256),
    chosen=RED,
    parts=(RED, Other('é "x"')),
    by_colour={"red": (Card("H", "Q"), Card("D", "T"))},
    means=(0.25001, 12),
    known={"a": [None, True, 1.5]},
    grade=Colour.black,
)


def test_fields_stand_in_the_order_of_the_class() -> None:
    assert written(BARE) == {
        "seat": None,
        "exact": False,
        "trump": "NT",
        "bounds": 3,
        "piece": None,
        "colour": "red",
        "parts": [],
        "by_colour": {},
        "means": [],
        "known": {},
        "grade": None,
        "says": "en en",
        "language": "en",
        "n_parts": 0,
    }
    assert list(written(BARE))[:4] == ["seat", "exact", "trump", "bounds"]


def test_what_is_there_is_written_in_the_letters_and_the_language_asked_for() -> None:
    piece = {"card": "CR", "colour": "red"}
    assert written(FULL, "fr", "fr") == {
        "seat": "N",
        "exact": True,
        "trump": "SA",
        "value": {"NS": 3, "EW": 4},
        "piece": piece,
        "swing": 1.0,
        "swing_error": 0.26,
        "colour": "red",
        "parts": [piece, {"name": 'é "x"'}],
        "by_colour": {"red": ["CD", "K10"]},
        "means": [0.3, 12.0],
        "known": {"a": [None, True, 1.5]},
        "grade": "black",
        "says": "fr fr",
        "language": "fr",
        "n_parts": 2,
    }


@dataclass(frozen=True, slots=True)
class Doubtful:
    """All of it may be left out."""

    name: str | None = field(metadata=row("A name.", absent="if it has none"))
    other: Other | None = field(metadata=row("Another.", absent="if there is none", spread=True))


@pytest.mark.parametrize(
    "answer",
    [BARE, FULL, RED, Doubtful(None, None), Doubtful("x", None), Doubtful(None, Other("y"))],
    ids=str,
)
def test_text_is_that_of_the_types(answer: object) -> None:
    for language, notation in product(LANGUAGES, NOTATIONS):
        types = json.dumps(written(answer, notation, language), ensure_ascii=False, separators=(",", ":"))
        assert text_in(answer, Speech(language, notation)) == types


def test_mappings_and_lists_are_the_answer_s_own() -> None:
    value = {"NS": 3, "EW": 4}
    data = written(Whole(seat="N", trump="S", value=value, chosen=RED))
    data["value"]["NS"] = 0
    assert value == {"NS": 3, "EW": 4}


def test_the_fields_that_are_shown_are_those_that_are_written() -> None:
    shown = {one.name: one for one in shown_fields(Whole)}
    assert list(shown) == [
        "seat",
        "exact",
        "trump",
        "value",
        "bounds",
        "piece",
        "swing",
        "swing_error",
        "colour",
        "parts",
        "by_colour",
        "means",
        "known",
        "grade",
        "says",
        "language",
        "n_parts",
    ]
    assert [name for name, one in shown.items() if one.optional] == [
        "value",
        "bounds",
        "swing",
        "swing_error",
    ]
    assert [name for name, one in shown.items() if one.nullable] == ["seat", "piece", "grade"]
    assert (shown["swing"].row.says, shown["swing"].row.low) == ("The mean.", 1)
    assert (shown["swing_error"].row.says, shown["swing_error"].row.low) == ("Its error.", 0)
    assert shown["swing_error"].row.absent == "if none is known"


def test_an_object_without_rows_is_no_answer() -> None:
    assert answer_fields(Colour) == ()
    with pytest.raises(TypeError, match="Colour has no rows"):
        written(Colour.red)
    with pytest.raises(TypeError, match="Colour has no rows"):
        text_in(Colour.red, Speech())


CHANGES: list[Callable[[Any], object]] = [
    lambda numbers: numbers.__setitem__("NS", -5),
    lambda numbers: numbers.__delitem__("NS"),
    lambda numbers: numbers.__ior__({"NS": -5}),
    lambda numbers: numbers.update(NS=-5),
    lambda numbers: numbers.setdefault("SN", 0),
    lambda numbers: numbers.pop("NS"),
    lambda numbers: numbers.popitem(),
    lambda numbers: numbers.clear(),
]


@pytest.mark.parametrize("change", CHANGES)
def test_numbers_that_answers_share_cannot_be_changed(change: Callable[[Any], object]) -> None:
    numbers = SharedNumbers({"NS": 92, "EW": 70})
    with pytest.raises(TypeError, match="these numbers belong to other answers too"):
        change(numbers)
    assert numbers == {"NS": 92, "EW": 70}


def test_shared_numbers_are_copied_pickled_hashed_and_written() -> None:
    numbers = SharedNumbers({"NS": 92, "EW": 70})
    copies = [copy.copy(numbers), copy.deepcopy(numbers), pickle.loads(pickle.dumps(numbers))]
    assert copies == [numbers] * 3
    assert {type(one) for one in copies} == {SharedNumbers}
    assert len({numbers, *copies, SharedNumbers({"EW": 70, "NS": 92})}) == 1
    assert json.dumps(numbers) == '{"NS": 92, "EW": 70}'
    own = dict(numbers)
    own["NS"] = 0
    assert numbers["NS"] == 92
