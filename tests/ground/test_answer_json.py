"""Answers written from the rows of their classes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import pytest

from solver.answer_json import written
from solver.answer_row import BySide, SeatName, TrumpName, answer_fields, row, shown_fields, shows
from solver.cards import Card
from solver.sentences import Language
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


def test_fields_stand_in_the_order_of_the_class() -> None:
    whole = Whole(seat=None, trump="NT", chosen=RED)
    assert written(whole) == {
        "seat": None,
        "exact": False,
        "trump": "NT",
        "bounds": 3,
        "piece": None,
        "colour": "red",
        "parts": [],
        "by_colour": {},
        "says": "en en",
        "language": "en",
        "n_parts": 0,
    }
    assert list(written(whole))[:4] == ["seat", "exact", "trump", "bounds"]


def test_what_is_there_is_written_in_the_letters_and_the_language_asked_for() -> None:
    whole = Whole(
        seat="N",
        trump="NT",
        value={"NS": 3, "EW": 4},
        part=RED,
        mean=Mean(1.005, 0.256),
        chosen=RED,
        parts=(RED, Other("x")),
        by_colour={"red": (Card("H", "Q"), Card("D", "T"))},
    )
    piece = {"card": "CR", "colour": "red"}
    assert written(whole, "fr", "fr") == {
        "seat": "N",
        "exact": True,
        "trump": "SA",
        "value": {"NS": 3, "EW": 4},
        "piece": piece,
        "swing": 1.0,
        "swing_error": 0.26,
        "colour": "red",
        "parts": [piece, {"name": "x"}],
        "by_colour": {"red": ["CD", "K10"]},
        "says": "fr fr",
        "language": "fr",
        "n_parts": 2,
    }


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
    assert [name for name, one in shown.items() if one.nullable] == ["seat", "piece"]
    assert (shown["swing"].row.says, shown["swing"].row.low) == ("The mean.", 1)
    assert (shown["swing_error"].row.says, shown["swing_error"].row.low) == ("Its error.", 0)
    assert shown["swing_error"].row.absent == "if none is known"


def test_an_object_without_rows_is_no_answer() -> None:
    assert answer_fields(Colour) == ()
    with pytest.raises(TypeError, match="Colour has no rows"):
        written(Colour.red)
