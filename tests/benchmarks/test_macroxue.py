"""Bridge beside macroxue's solver, whose source is not here: its answers as it writes them."""

from benchmarks.bridge import tell_atout
from benchmarks.bridge_deals import Asked, BridgeWork
from benchmarks.macroxue import Beside, values_of

# Every hand has one suit: whoever is declarer with it as trumps takes all.
SUITS = Asked("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", "S", "E", ())


def test_tricks_of_north_and_south_become_those_that_are_asked_for() -> None:
    assert values_of(SUITS, BridgeWork.cards, {"HA": 9, "HK": 8}) == (5,)
    assert (
        values_of(SUITS, BridgeWork.value, {"SE": 13}) == (0,) == tell_atout(SUITS, BridgeWork.value).values
    )
    won = {"S": 13, "H": 0, "D": 13, "C": 0}
    found = {strain + leader: won[strain] for strain in "SHDC" for leader in "NESW"}
    found |= {"N" + leader: 13 if leader in "NS" else 0 for leader in "NESW"}
    assert values_of(SUITS, BridgeWork.table, found) == tell_atout(SUITS, BridgeWork.table).values


def test_both_means_must_reach_the_target() -> None:
    assert Beside((1.0, 2.0), (2.0, 2.4)).is_met
    assert not Beside((1.0, 20.0), (2.0, 20.4)).is_met
