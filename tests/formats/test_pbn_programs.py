"""PBN as other programs write it: what they put elsewhere, or in another way, is read all the same."""

import pytest

from solver.formats.games import read_records
from tests.formats.test_lin import BOARD
from tests.formats.test_pbn import GAME, faults, game, games


def test_a_tag_for_all_games_is_defined_anew_with_or_without_its_sign() -> None:
    """As section 4.8 of the standard says of the date of a second day."""
    dates = ("##2025.03.01", None, "2025.03.02", None, "##2025.03.03", None, "", None)
    heads = [f'[Date "{date}"]\n' if date is not None else "" for date in dates]
    text = "\n".join(f'{head}[Board "{n}"]\n' for n, head in enumerate(heads, 1))
    found = [(record.body or {}).get("tags", {}).get("Date") for record in games(text)]
    assert found == [f"2025.03.0{day}" for day in (1, 1, 2, 2, 3, 3)] + [None, None]


def test_notes_on_calls_may_stand_after_the_play() -> None:
    """As RealBridge writes them; a number that the play refers to, too, is that of its own note."""
    calls, plays = '[Auction "N"]\n1S =1= Pass 4S =2= AP\n', '[Play "E"]\nCT C5 =3= CQ CA\n*\n'
    on_calls, on_plays = '[Note "1:five cards"]\n[Note "2:to play"]\n', '[Note "3:count"]\n'
    notes = on_calls + on_plays
    expected = game(GAME + calls + on_calls + plays + on_plays).body or {}
    said = [call.get("note") for call in expected["auction"] if isinstance(call, dict)]
    assert said == ["five cards", "to play"]
    assert expected["comments"] == [{"play": 1, "text": "count"}]
    assert game(GAME + calls + plays + notes).body == expected
    assert game(GAME + plays + calls + notes).body == expected
    # Without a note of its own a call is alerted, and nothing else is known.
    both = game(GAME + calls + plays.replace("=3=", "=1=") + notes).body or {}
    assert both["auction"][0] == {"call": "1S", "alert": True}
    assert both["comments"] == [{"play": 1, "text": "five cards"}]


@pytest.mark.parametrize("charset", ["ISO-8859-2", "iso8859-13", "windows-1250", "cp1257", '"Windows-1257"'])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_charset_that_the_head_states_is_that_of_the_file(charset: str, line_end: str) -> None:
    text = f'% PBN 2.1\n%Content-type: text/x-pbn; charset={charset}\n[North "Žižek"]\n'.replace(
        "\n", line_end
    )
    for encoding in (charset.strip('"'), "utf-8"):
        (record,) = read_records(text.encode(encoding), "pbn")
        assert (record.body or {})["players"] == {"N": "Žižek"}


@pytest.mark.parametrize(
    "head",
    [
        *(
            f"%charset={name}\n"
            for name in ("ISO-8859-1", "utf-16", "unicode_escape", "punycode", "ISO-8859-22")
        ),
        "charset=koi8-r\n",
        "%\n" * 500 + "%charset=koi8-r\n",
    ],
)
def test_another_charset_is_that_of_older_programs(head: str) -> None:
    (record,) = read_records(head.encode() + b'[North "\xd6.\x92"]\n', "pbn")
    assert (record.body or {})["players"] == {"N": "Ö.’"}


def test_a_byte_that_the_stated_charset_has_not_is_that_letter_alone() -> None:
    (record,) = read_records(b'%charset=windows-1250\n[North "\x8ei\x9eek \x81."]\n', "pbn")
    assert (record.body or {})["players"] == {"N": "Žižek \ufffd."}


def test_lines_that_were_converted_twice_are_lines() -> None:
    two = f'% PBN 2.1\n[Board "1"]\n{GAME}\n[Board "2"]\n{GAME}[Result "14"]\n'
    twice = two.replace("\n", "\r\r\n")
    assert games(twice) == games(two)
    assert faults(twice.split("\r\r\n\r\r\n")[1]) == faults(two.split("\n\n")[1])
    board = BOARD.replace("|st|", "|\r\r\nst|")
    assert list(read_records(board.encode(), "lin")) == list(
        read_records(board.replace("\r", "").encode(), "lin")
    )
