"""Scores of bridge: the table of duplicate bridge, vulnerability, and how deals are compared.

Source: Laws of Duplicate Bridge 2017 (World Bridge Federation), Law 77, and Law 78B for IMPs.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from enum import StrEnum

from solver.cards import NO_TRUMPS, Card
from solver.rules import ALL_TRICKS, LEVELS

BOOK = 6
"""The tricks that do not count: a contract of level 1 takes seven."""
HIGH_CARD_POINTS: Mapping[str, int] = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""By rank, what high cards count in the bidding."""

_TRICK_VALUE = {"C": 20, "D": 20, "H": 30, "S": 30, NO_TRUMPS: 30}
_FIRST_NO_TRUMP = 10
_GAME = 100
"""Trick points, doubled ones included, from which on a contract is a game."""
_PART_SCORE = 50
# Each pair: not vulnerable, vulnerable.
_GAME_BONUS = (300, 500)
_SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}
_DOUBLED_OVERTRICK = (100, 200)
_UNDERTRICK = (50, 100)
_DOUBLED_UNDERTRICKS = ((100, 200, 200, 300), (200, 300, 300, 300))
"""The first, second, third, and each further one; redoubled twice as much."""
_INSULT = {1: 0, 2: 50, 4: 100}
"""For making a doubled or redoubled contract."""


def high_card_points(hand: Iterable[Card]) -> int:
    """Return what the high cards of a hand count.

    >>> high_card_points([Card("S", "A"), Card("S", "T"), Card("H", "J")])
    5
    """
    return sum(HIGH_CARD_POINTS.get(card.rank, 0) for card in hand)


class Vulnerable(StrEnum):
    """The sides that are vulnerable."""

    none = "none"
    NS = "NS"
    EW = "EW"
    both = "both"

    def includes(self, side: str) -> bool:
        """True if ``side``, NS or EW, is vulnerable."""
        return self in (Vulnerable.both, side)


class BridgeScoring(StrEnum):
    """The way in which deals of bridge are compared."""

    matchpoints = "matchpoints"
    """A trick more than another table's counts as much as a contract."""
    imps = "imps"
    """Differences of the score count as International Match Points."""
    rubber = "rubber"
    """Each point of the score counts."""


_IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The differences from which on there are 1, 2, 3 … IMPs."""


def imps(difference: int) -> int:
    """Return the International Match Points, 0 to 24, of a difference of two scores; negative if that is.

    >>> imps(10), imps(30), imps(470), imps(-620)
    (0, 1, 10, -12)
    """
    points = bisect_right(_IMPS, abs(difference))
    return points if difference >= 0 else -points


def contract_score(level: int, strain: str, multiplier: int, tricks: int, vulnerable: bool) -> int:
    """Return the score of a contract for its declarer's side; a negative one is scored by the other side.

    ``level`` is 1 to 7, ``strain`` a suit letter or ``NT``, ``multiplier`` 1, 2 (doubled) or 4 (redoubled);
    ``tricks``, 0 to 13, are those of the declarer's side, and ``vulnerable`` is true if that side is.

    Raises ValueError for other values.

    >>> contract_score(4, "S", 1, 10, vulnerable=False), contract_score(3, "NT", 2, 7, vulnerable=True)
    (420, -500)
    """
    if level not in LEVELS or strain not in _TRICK_VALUE or multiplier not in _INSULT:
        raise ValueError(f"no bridge contract: level {level}, strain {strain}, multiplier {multiplier}")
    if not 0 <= tricks <= ALL_TRICKS:
        raise ValueError(f"{tricks} tricks; a deal has {ALL_TRICKS}")
    over = tricks - BOOK - level
    if over < 0:
        return -_undertricks(-over, multiplier, vulnerable)
    trick_score = multiplier * (_TRICK_VALUE[strain] * level + _FIRST_NO_TRUMP * (strain == NO_TRUMPS))
    score = trick_score + _INSULT[multiplier]
    score += _GAME_BONUS[vulnerable] if trick_score >= _GAME else _PART_SCORE
    if level in _SLAM_BONUS:
        score += _SLAM_BONUS[level][vulnerable]
    doubled = _DOUBLED_OVERTRICK[vulnerable] * multiplier // 2
    return score + over * (_TRICK_VALUE[strain] if multiplier == 1 else doubled)


def _undertricks(n: int, multiplier: int, vulnerable: bool) -> int:
    """Return the points lost by ``n`` undertricks."""
    if multiplier == 1:
        return n * _UNDERTRICK[vulnerable]
    costs = _DOUBLED_UNDERTRICKS[vulnerable]
    cost = sum(costs[:n]) + costs[-1] * max(n - len(costs), 0)
    return cost * multiplier // 2
