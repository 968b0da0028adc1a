"""Joiners: they stay where they change what is written, and nowhere else."""

import pytest

from solver.formats.record import clip
from solver.joiners import printable

FAMILY = "👩\u200d👩\u200d👧\u200d👦"
KEPT = (
    FAMILY,
    "👩🏽\u200d💻 Nadia",  # a shade, and a name
    "🏳\ufe0f\u200d🌈",  # drawn as a picture
    "🙂\u200d↔\ufe0f",  # a head that is shaken: the arrow is a sign of mathematics
    "می\u200cخواهم",  # Persian: two letters apart
    "क्\u200dष",  # Devanagari: half a letter
    "ක්\u200dෂ",  # Sinhala: a letter of two
    "ক্\u200cষ",  # Bengali: a virama that is seen
)
HIDING = (
    ("Zo\u200de", "Zo e"),
    ("Zo\u200ce", "Zo e"),
    ("\u200d\u200c\u200d", ""),
    ("👩\u200d", "👩"),
    ("\u200d👩", "👩"),
    ("👩\u200d\u200d👧", "👩 👧"),
    ("👩\u200dA", "👩 A"),
    ("👩\u200d+", "👩 +"),
    ("↔\u200d👩", "↔ 👩"),
    ("می\u200c", "می"),
    ("م\u200dي", "م ي"),  # they join anyway
    ("क्\u200d", "क्"),
    ("👩\u202e👧", "👩 👧"),  # where a joiner would be at work
    ("क्\u202eक", "क् क"),
    ("A\u202eB\u2066C\u200bD\ufeffE\u00ad", "A B C D E"),
    ("🏴\U000e0067\U000e007f", "🏴"),
)


@pytest.mark.parametrize("name", KEPT)
def test_a_joiner_at_work_stays(name: str) -> None:
    assert printable(name, "?") == clip(name) == name


@pytest.mark.parametrize(("name", "seen"), HIDING)
def test_what_only_hides_goes(name: str, seen: str) -> None:
    assert clip(name) == seen
    assert printable(name, "�").count("�") == sum(not letter.isprintable() for letter in name)


def test_a_name_is_not_cut_after_a_joiner() -> None:
    assert clip(FAMILY, 4) == "👩\u200d👩"
    assert clip(clip(FAMILY, 4)) == clip(FAMILY, 4)
