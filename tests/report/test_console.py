"""The console: signs that it does not have."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from solver.cards import Notation
from solver.report.terminal import Legible


def shown_in(encoding: str, text: str, notation: Notation) -> str:
    file = io.TextIOWrapper(raw := io.BytesIO(), encoding=encoding)
    Console(file=file, width=80).print(Legible(Text(text), notation))
    file.flush()
    return raw.getvalue().decode(encoding).rstrip("\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    ("notation", "text", "shown"),
    [
        ("en", "♠K ♥Q ♦J ♣10", "SK HQ DJ C10"),
        # With the English letters of the suits these would be other cards: CA is the ace of hearts.
        ("fr", "♠R ♥D ♦V ♣A", "PR CD KV TA"),
    ],
)
def test_suits_without_symbols_have_the_letters_of_the_ranks(
    encoding: str, notation: Notation, text: str, shown: str
) -> None:
    assert shown_in(encoding, text, notation) == shown


def test_symbols_stay_where_there_are_some() -> None:
    assert shown_in("utf-8", "♠R ♣A", "fr") == "♠R ♣A"
