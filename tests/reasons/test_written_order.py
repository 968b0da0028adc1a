"""The hand that a log writes first makes no difference."""

import json
from typing import Any

import pytest

from solver import analyse

pytestmark = pytest.mark.slow

LOGS: dict[str, dict[str, Any]] = {
    "hidden, all fours": {
        "variant": "all_fours_4",
        "dealer": "W",
        "leader": "N",
        "deal": {"N": "2.-.73.KJ2", "E": "T3.872.J.-", "S": "7.J3.T2.9", "W": "Q.95.6.T6"},
        "contract": {"trump": "H", "turned_up": "HQ"},
        "plays": "D3 H7 HJ D6 D2 H5 D7 H2 C6 C2 H8 C9 S3 H3 H9 S2 CT CJ DJ DT CK ST S7 SQ",
    },
    "hidden, belote": {
        "variant": "belote",
        "dealer": "E",
        "leader": "S",
        "deal": {"N": "-.KJT.KJ7.J9", "E": "AK.7.T9.AQ7", "S": "QJT.A9.-.KT8", "W": "987.Q8.AQ8.-"},
        "contract": {"trump": "S", "taker": "S", "turned_up": "ST"},
        "plays": "SJ S7 HT SK HA H8 HK H7 H9 HQ HJ CA S9 D7 SA SQ "
        "D8 DJ D9 CT DK DT ST DQ C8 S8 C9 CQ DA CJ C7 CK",
    },
    "hidden, later": {
        "variant": "all_fours_4",
        "dealer": "S",
        "leader": "W",
        "deal": {"N": "T.Q8.6.Q2", "E": "-.-.A7.J763", "S": "J6.6.J.K8", "W": "Q3.2.985.-"},
        "contract": {"trump": "H", "turned_up": "H9"},
        "plays": "D5 HQ D7 DJ C2 C3 H6 H2 S6 S3 H8 C7 D6 DA CK D8 C6 C8 D9 CQ ST CJ SJ SQ",
    },
    "proof alone": {
        "variant": "belote",
        "dealer": "W",
        "leader": "N",
        "deal": {"N": "AJT.KQT.K7.-", "E": "87.8.Q98.Q8", "S": "Q.97.AJ.T97", "W": "K9.AJ.T.AKJ"},
        "contract": {"trump": "C", "taker": "S", "turned_up": "C9"},
        "plays": "DK D8 DA DT SQ S9 SA S8 ST S7 C9 SK H7 HA HQ H8 "
        "CJ SJ CQ C7 CA D7 C8 CT CK HK DQ H9 HJ HT D9 DJ",
    },
}
"""Logs with a mistake that several hands could be changed to prove."""


def told(log: dict[str, Any], first: int) -> str:
    """Return all that is said of a log whose deal begins with that seat, without the times."""
    seats = "NESW"[first:] + "NESW"[:first]
    stated = {**log, "plays": log["plays"].split(), "deal": {seat: log["deal"][seat] for seat in seats}}
    return json.dumps(without_times(analyse(stated).to_dict()))


def without_times(value: Any) -> Any:
    """Return an answer without the time that it took."""
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if key != "time_ms"}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", LOGS)
def test_all_that_is_said_is_the_same_from_whichever_seat_the_deal_is_written(name: str) -> None:
    usual = told(LOGS[name], 0)
    assert '"proof"' in usual
    assert [told(LOGS[name], first) for first in (1, 2, 3)] == [usual] * 3
