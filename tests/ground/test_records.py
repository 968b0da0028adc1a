"""Records that are made quickly are made as `dataclasses` makes them."""

import inspect
from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any

import pytest

from solver.engine.answer import Answer, CardValue
from solver.records import made_quickly, maker_of


def record() -> Any:
    """A new class with fields of every kind, as `dataclasses` makes it."""

    @dataclass(frozen=True, slots=True)
    class Record:
        first: int
        late: str = field(kw_only=True)
        second: tuple[int, ...] = (1, 2)
        other: str | None = field(default=None, kw_only=True)

    return Record


Usual, Record = record(), made_quickly(record())
make = maker_of(Record)


def test_the_parameters_are_those_of_the_dataclass() -> None:
    usual, quick = inspect.signature(Usual), inspect.signature(Record)
    assert [(one.name, one.kind, one.default) for one in usual.parameters.values()] == [
        (one.name, one.kind, one.default) for one in quick.parameters.values()
    ]


@pytest.mark.parametrize(("args", "named"), [((1,), {"late": "x"}), ((1, ()), {"late": "x", "other": "y"})])
def test_the_fields_are_filled(args: tuple[object, ...], named: dict[str, str]) -> None:
    usual, quick = Usual(*args, **named), Record(*args, **named)
    assert [getattr(usual, one.name) for one in fields(usual)] == [
        getattr(quick, one.name) for one in fields(quick)
    ]
    assert quick == Record(*args, **named)
    assert hash(quick) == hash(Record(*args, **named))
    with pytest.raises(FrozenInstanceError):
        quick.first = 2


@pytest.mark.parametrize(("args", "named"), [((1,), {"late": "x"}), ((1, ()), {"late": "x", "other": "y"})])
def test_a_maker_makes_what_the_class_makes(args: tuple[object, ...], named: dict[str, str]) -> None:
    made = make(*args, **named)
    assert type(made) is Record
    assert made == Record(*args, **named)
    with pytest.raises(FrozenInstanceError):
        made.first = 2


def test_what_is_missing_or_too_much_is_refused() -> None:
    for args, named in (((), {"late": "x"}), ((1,), {}), ((1, (), "x"), {}), ((1,), {"late": "x", "no": 1})):
        for way in (Record, make):
            with pytest.raises(TypeError):
                way(*args, **named)


def test_records_that_check_or_make_their_fields_are_none_of_these() -> None:
    @dataclass(frozen=True, slots=True)
    class Checked:
        number: int

        def __post_init__(self) -> None:
            assert self.number > 0

    @dataclass(frozen=True, slots=True)
    class Made:
        numbers: list[int] = field(default_factory=list)

    @dataclass(frozen=True)
    class Loose:
        number: int

    for record in (Checked, Made, Loose):
        for way in (made_quickly, maker_of):
            with pytest.raises(TypeError):
                way(record)


def test_answers_are_records() -> None:
    for record in (Answer, CardValue):
        assert record.__init__.__code__.co_filename == f"<maker of {record.__name__}>"
