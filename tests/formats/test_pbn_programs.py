"""PBN as other programs write it: what they put elsewhere, or in another way, is read all the same."""

from tests.formats.test_pbn import GAME, game, games


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
