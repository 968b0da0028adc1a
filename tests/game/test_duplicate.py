"""Bridge scores, each worked out by hand from Law 77 of the Laws of Duplicate Bridge."""

from itertools import product

import pytest

from solver.game.duplicate import Vulnerable, contract_score, imps
from solver.rules.words import LEVELS

STRAINS = ("C", "D", "H", "S", "NT")


@pytest.mark.parametrize(
    ("level", "strain", "multiplier", "tricks", "vulnerable", "score"),
    [
        # 1C made: 20 and 50 for the part-score.
        (1, "C", 1, 7, False, 70),
        (1, "C", 1, 7, True, 70),
        # 1NT made with two overtricks: 40 + 60 + 50.
        (1, "NT", 1, 9, False, 150),
        # 2H made: 60 + 50; and with an overtrick.
        (2, "H", 1, 8, True, 110),
        (2, "H", 1, 9, True, 140),
        # 3NT: 40 + 30 + 30 = 100 and the game.
        (3, "NT", 1, 9, False, 400),
        (3, "NT", 1, 9, True, 600),
        (3, "NT", 1, 11, True, 660),
        # 4S: 120 and the game.
        (4, "S", 1, 10, False, 420),
        (4, "S", 1, 11, True, 650),
        # 5D: 100 and the game; 4D is none.
        (5, "D", 1, 11, False, 400),
        (4, "D", 1, 11, False, 150),
        # 6H: 180 + 300 + 500; vulnerable 180 + 500 + 750.
        (6, "H", 1, 12, False, 980),
        (6, "H", 1, 12, True, 1430),
        (6, "C", 1, 12, False, 920),
        (6, "NT", 1, 13, False, 1020),
        # 7NT: 220 + 300 + 1000; vulnerable 220 + 500 + 1500.  No small slam besides.
        (7, "NT", 1, 13, False, 1520),
        (7, "NT", 1, 13, True, 2220),
        (7, "C", 1, 13, True, 2140),
        # 1NT doubled: 80 + 50 + 50; redoubled 160 is a game: 160 + 300 + 100.
        (1, "NT", 2, 7, False, 180),
        (1, "NT", 4, 7, False, 560),
        (1, "NT", 4, 8, True, 160 + 500 + 100 + 400),
        # 2S doubled, into game: 120 + 300 + 50; an overtrick is 100, vulnerable 200.
        (2, "S", 2, 8, False, 470),
        (2, "S", 2, 9, False, 570),
        (2, "S", 2, 9, True, 120 + 500 + 50 + 200),
        # 2C doubled is no game: 80 + 50 + 50.
        (2, "C", 2, 8, True, 180),
        # 7NT redoubled, vulnerable: the highest score of a contract made without overtricks.
        (7, "NT", 4, 13, True, 880 + 500 + 1500 + 100),
        # 1NT redoubled, vulnerable, made with six overtricks: 160 + 500 + 100 + 6 * 400.
        (1, "NT", 4, 13, True, 3160),
        # Undertricks: 50 or 100 each.
        (4, "S", 1, 9, False, -50),
        (4, "S", 1, 7, False, -150),
        (4, "S", 1, 7, True, -300),
        # Doubled: 100, 300, 500, 800, 1100; vulnerable 200, 500, 800, 1100.
        (4, "S", 2, 9, False, -100),
        (4, "S", 2, 8, False, -300),
        (4, "S", 2, 7, False, -500),
        (4, "S", 2, 6, False, -800),
        (4, "S", 2, 5, False, -1100),
        (4, "S", 2, 9, True, -200),
        (4, "S", 2, 8, True, -500),
        (4, "S", 2, 7, True, -800),
        (4, "S", 2, 6, True, -1100),
        # Redoubled twice as much; thirteen down is the worst: 3500 and 3800 doubled.
        (4, "S", 4, 8, False, -600),
        (4, "S", 4, 8, True, -1000),
        (7, "NT", 2, 0, False, -3500),
        (7, "NT", 2, 0, True, -3800),
        (7, "NT", 4, 0, True, -7600),
    ],
)
def test_scores_by_hand(
    level: int, strain: str, multiplier: int, tricks: int, vulnerable: bool, score: int
) -> None:
    assert contract_score(level, strain, multiplier, tricks, vulnerable) == score


@pytest.mark.parametrize(("level", "strain", "multiplier"), [*product(LEVELS, STRAINS, (1, 2, 4))])
@pytest.mark.parametrize("vulnerable", [False, True])
def test_another_trick_always_scores_more(level: int, strain: str, multiplier: int, vulnerable: bool) -> None:
    scores = [contract_score(level, strain, multiplier, tricks, vulnerable) for tricks in range(14)]
    assert scores == sorted(set(scores))
    assert scores[level + 5] < 0 < scores[level + 6]


@pytest.mark.parametrize(
    "contract",
    [(0, "S", 1, 7), (8, "S", 1, 7), (1, "X", 1, 7), (1, "S", 3, 7), (1, "S", 1, 14), (1, "S", 1, -1)],
)
def test_what_is_no_contract(contract: tuple[int, str, int, int]) -> None:
    with pytest.raises(ValueError, match=r"contract|tricks"):
        contract_score(*contract, vulnerable=False)


def test_who_is_vulnerable() -> None:
    found = {word: [side for side in ("NS", "EW") if word.includes(side)] for word in Vulnerable}
    assert found == {"none": [], "NS": ["NS"], "EW": ["EW"], "both": ["NS", "EW"]}


IMPS = """0-10 20-40 50-80 90-120 130-160 170-210 220-260 270-310 320-360 370-420 430-490 500-590 600-740
750-890 900-1090 1100-1290 1300-1490 1500-1740 1750-1990 2000-2240 2250-2490 2500-2990 3000-3490 3500-3990
4000-9000"""
"""The table of Law 78B: the differences of 0, 1, 2 … IMPs."""


def test_imps_are_those_of_the_laws() -> None:
    rows = [tuple(map(int, row.split("-"))) for row in IMPS.split()]
    assert len(rows) == 25
    for points, (low, high) in enumerate(rows):
        for difference in range(low, high + 1, 10):
            assert imps(difference) == points
            assert imps(-difference) == -points
