"""Text for encodings that lack some of its characters."""

import io

import pytest

from solver.legible import SIMILAR, legible


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("l’aide : ♠D «\u00a0cœur\u00a0»", "utf-8", "l’aide : ♠D «\u00a0cœur\u00a0»"),
        ("l’aide : cœur", "cp1252", "l’aide : cœur"),
        ("l’aide, à cœur", "latin-1", "l'aide, à coeur"),
        ("l’aide, à cœur", "ascii", "l'aide, a coeur"),
        ("84 ± 163 · 92 : 70 → 66 : 96", "ascii", "84 ~ 163 - 92 : 70 > 66 : 96"),
        ("84 ± 163", "cp850", "84 ± 163"),
        ("Žižka", "latin-1", "Zizka"),
        ("北 \udcff", "latin-1", "? ?"),
    ],
)
def test_what_an_encoding_lacks_gives_way_to_what_is_similar(text: str, encoding: str, shown: str) -> None:
    assert legible(text, encoding) == shown


def test_a_stream_can_ask_for_it() -> None:
    stream = io.TextIOWrapper(raw := io.BytesIO(), encoding="cp850", errors=SIMILAR)
    stream.write("s’arrêter")
    stream.flush()
    assert raw.getvalue() == "s'arrêter".encode("cp850")


def test_bytes_that_cannot_be_read_stay_an_error() -> None:
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", SIMILAR)
