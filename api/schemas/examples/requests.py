"""The requests and the answer that the API document shows; the tests post them."""

from collections.abc import Mapping
from typing import Any

Example = Mapping[str, Any]

GAMES = {
    "pbn": (
        '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
        '[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]\n'
        '[Auction "N"]\n1NT Pass 2C Pass\n2H Pass 3NT AP\n[Play "E"]\nCT C5 CQ CA\n*\n'
    ),
    "lin": (
        "pn|South,West,North,East|md|3SKQ97HQ9DAK54CJ75,SJT85HA742D863CQ6,SA643HKJT8D92CAK3,|sv|o|ah|Board 1|"
        "mb|1N|mb|p|mb|2C!|an|Stayman|mb|p|mb|2H|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|CT|pc|C5|pc|CQ|pc|CA|"
    ),
}
"""One game of bridge in each text that is read."""

_CONTREE: Example = {
    "variant": "contree",
    "dealer": "W",
    "deal": {
        "N": "AT.-.AQT.K97",
        "E": "7.QT87.K8.T",
        "S": "K8.AK9.J.AJ",
        "W": "QJ9.J.97.Q8",
    },
    "contract": {"trump": "H", "taker": "N", "bid": 100},
    "plays": [
        "HK",
        "HT",
        "C7",
        "HJ",
        "D9",
        "DJ",
        "D8",
        "DQ",
        "ST",
        "SJ",
        "SK",
        "S7",
        "DT",
        "D7",
        "CJ",
        "DK",
        "DA",
        "CQ",
    ],
}

_BELOTE_IN_FRENCH: Example = {
    "variant": "belote",
    "notation": "fr",
    "rules": {"short_deals": True},
    "dealer": "N",
    "deal": {"N": "A.9.-.R", "E": "R.A.7.-", "S": "-.V.D.8", "W": "8.-.10.D"},
    "contract": {"trump": "C", "taker": "S"},
}

_SHORT_QUADRETTE: Example = {
    "variant": "quadrette",
    "rules": {"short_deals": True},
    "leader": "N",
    "deal": "N:A.K.-.- K.A.-.- -.Q.Q.- -.-.KA.-",
    "contract": {"trump": "S"},
}

_QUADRETTE_LOG: Example = {
    "variant": "quadrette",
    "id": "evening-1",
    "players": {"N": "Ana", "W": "Bruno", "S": "Chloé", "E": "Driss"},
    "dealer": "E",
    "deal": {"N": "K.QJ.K.QT", "E": "T97.K.AJ.-", "S": "A.9.98.98", "W": "8.T87.T7.-"},
    "contract": {"trump": "C"},
    "plays": [
        "HJ",
        "H7",
        "H9",
        "HK",
        "DJ",
        "DK",
        "D7",
        "D8",
        "CT",
        "S8",
        "C8",
        "S7",
        "CQ",
        "H8",
        "C9",
        "DA",
        "HQ",
        "HT",
        "SA",
        "S9",
        "SK",
        "DT",
        "D9",
        "ST",
    ],
}

POSITIONS: Mapping[str, Mapping[str, Example | str]] = {
    "contree": {"summary": "Contrée, in mid-trick: one of four cards breaks the contract", "value": _CONTREE},
    "french": {"summary": "Belote in French letters, four cards each", "value": _BELOTE_IN_FRENCH},
    "text": {"summary": "Quadrette, two cards each, the deal as one text", "value": _SHORT_QUADRETTE},
}
"""Bodies for ``POST /v1/solve``."""

BATCHES: Mapping[str, Mapping[str, Example | str]] = {
    "two": {
        "summary": "Two positions of different games, the second in French letters",
        "value": {"positions": [_SHORT_QUADRETTE, _BELOTE_IN_FRENCH], "limit": {"time_ms": 2000}},
    },
}
"""Bodies for ``POST /v1/positions``."""

LOGS: Mapping[str, Mapping[str, Example | str]] = {
    "deal": {"summary": "A deal of quadrette with the players' names", "value": _QUADRETTE_LOG},
    "fair": {
        "summary": "The same deal, also judged by what each player could know",
        "value": {**_QUADRETTE_LOG, "fair": {"samples": 50, "seed": 7}},
    },
    "auction": {
        "summary": "Contrée told with its auction, and no contract besides",
        "value": {
            **{key: value for key, value in _CONTREE.items() if key != "contract"},
            "auction": ["80H", "pass", "100H", "pass", "pass", "pass"],
        },
    },
    "calls": {
        "summary": "Belote told as it was dealt, with its calls judged",
        "value": {
            "variant": "belote",
            "dealer": "E",
            "deal": {"N": "T.A9.-.J7", "E": "7.K8.8.K", "S": "K.Q.AKQ.-", "W": "J9.T.-.A8"},
            "turned_up": "SQ",
            "stock": ["D7", "HJ", "DT", "C9", "SA", "CQ", "CT", "DJ", "H7", "S8", "D9"],
            "auction": ["take"],
            "calls": True,
        },
    },
    "match": {
        "summary": "The same deal twice, as a match",
        "value": {
            "variant": "quadrette",
            "deals": [
                {key: _QUADRETTE_LOG[key] for key in ("dealer", "deal", "contract", "plays")}
                for _ in range(2)
            ],
        },
    },
}
"""Bodies for ``POST /v1/analyses``."""


def _card(card: str, own: int, other: int, score: tuple[int, int], lost: tuple[int, int, int]) -> Example:
    return {
        "card": card,
        "value": {"NS": own, "EW": other},
        "score": {"NS": score[0], "EW": score[1]},
        "swing": lost[0],
        "loss": lost[1],
        "score_swing": lost[2],
        "exact": True,
        "equals": [],
    }


ANSWER: Example = {
    "variant": "contree",
    "to_play": "S",
    "trick": ["DA", "CQ"],
    "leader": "N",
    "seats": ["N", "W"],
    "hands": {
        "N": ["SA", "CK", "C9"],
        "E": ["HQ", "H8", "H7", "CT"],
        "S": ["S8", "H9", "HA", "CA"],
        "W": ["SQ", "S9", "C8"],
    },
    "won": {"NS": 37, "EW": 34},
    "won_by": "N",
    "taking": "NS",
    "needs": 100,
    "exact": True,
    "value": {"NS": 122, "EW": 40},
    "score": {"NS": 222, "EW": 40},
    "best": ["H9", "HA"],
    "cards": [
        _card("H9", 122, 40, (222, 40), (0, 0, 0)),
        _card("HA", 122, 40, (222, 40), (0, 0, 0)),
        _card("S8", 111, 51, (211, 51), (22, 11, 22)),
        _card("CA", 87, 75, (0, 260), (70, 35, 442)),
    ],
    "line": ["H9", "H8", "HA", "H7", "SA", "C8", "S8", "HQ", "C9", "SQ", "CT", "CK", "S9", "CA"],
    "stats": {"nodes": 929, "time_ms": 0.05},
}
"""The answer to the first of `POSITIONS`."""

NUMBERED: Mapping[str, Mapping[str, Any]] = {"contree": POSITIONS["contree"]}
"""Requests for the numbers of a deal."""

CONVERSIONS: Mapping[str, Mapping[str, Example | str]] = {
    "judged": {
        "summary": "A lead, with a mark and a sentence on every mistake",
        "value": {
            "variant": "bridge",
            "board": "1",
            "deal": "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6",
            "dealer": "N",
            "vulnerable": "none",
            "auction": ["1NT", "Pass", "2C", "Pass", "2H", "Pass", "3NT", "Pass", "Pass", "Pass"],
            "contract": {"trump": "NT", "taker": "N", "bid": 3},
            "plays": ["CT", "C5", "CQ", "C3"],
            "judged": True,
        },
    },
}
"""Requests for games in another format."""
