"""The requests and the answer for tables that the API document shows; the tests post them."""

from collections.abc import Iterator, Mapping
from typing import Any

from api.schemas.examples.requests import Example

_CONTREE: Example = {
    "variant": "contree",
    "dealer": "W",
    "deal": {"N": "AQT.KJT.A9.-", "E": "87.A98.QT.7", "S": "KJ9.7.K.KT9", "W": "-.Q.J87.AQJ8"},
}

_BELOTE: Example = {
    "variant": "belote",
    "dealer": "N",
    "deal": {"N": "-.A.Q.AKJ", "E": "QJ.87.-.7", "S": "8.T.T7.9", "W": "A.9.98.8"},
    "turned_up": "CQ",
    "stock": ["DK", "HJ", "HQ", "CT", "SK", "S9", "ST", "S7", "DA", "HK", "DJ"],
}

_IN_PACKETS: Example = {**_BELOTE, "rules": {"second_turn": "any_suit", "deal_rest": "packets"}}

_REDEAL: Example = {
    "variant": "all_fours",
    "dealer": "N",
    "deal": {"N": "J94.J84.2.J3", "S": "Q.A2.K83.T65"},
    "contract": {"trump": "H"},
}

_PROPOSAL: Example = {
    "variant": "all_fours",
    "dealer": "N",
    "deal": {"N": "J9.4.Q8.J", "S": "Q.AJ.K2.6"},
    "turned_up": "D3",
    "stock": ["S4", "CT", "H8", "C5", "H2", "C3", "DJ", "D5", "HT", "SA"],
}

_BRIDGE_ENDING: Example = {
    "variant": "bridge",
    "vulnerable": "NS",
    "deal": "N:J94.4.-.3 -.AJ8.2.J Q.-.K3.T6 -.2.Q85.5",
}

TABLE_DEALS: Mapping[str, Mapping[str, Example | str]] = {
    "contree": {"summary": "Contrée: four trumps, either side's best bid, and par", "value": _CONTREE},
    "belote": {"summary": "Belote before the auction, with a card turned up", "value": _BELOTE},
    "belote in packets": {
        "summary": "The same where the first card stays for the second turn and the rest is dealt in packets",
        "value": _IN_PACKETS,
    },
    "redeal": {"summary": "All fours after a redeal: what to discard from nine cards", "value": _REDEAL},
    "proposal": {
        "summary": "All fours with the pack in order: take the suit turned up, or propose another",
        "value": _PROPOSAL,
    },
    "bridge": {"summary": "An ending of bridge: every strain and declarer", "value": _BRIDGE_ENDING},
}
"""Bodies for ``POST /v1/table``."""


def _pair(first: int, second: int) -> dict[str, int]:
    return {"NS": first, "EW": second}


def _entries(trump: str, points: tuple[int, int], side: str, bid: int) -> Iterator[dict[str, Any]]:
    """Of one trump, where the takers of ``side`` make ``bid`` and the others none."""
    for taker in "NESW":
        entry: dict[str, Any] = {"trump": trump, "taker": taker, "leader": "S", "exact": True}
        entry["value"] = _pair(*points)
        if taker in side:
            entry["bid"] = bid
            entry["score"] = _pair(points[0] + bid * (side == "NS"), points[1] + bid * (side == "EW"))
        yield entry


_ENTRIES = [
    *_entries("S", (146, 16), "NS", 140),
    *_entries("H", (120, 42), "NS", 120),
    *_entries("D", (44, 118), "EW", 110),
    *_entries("C", (64, 98), "EW", 90),
]

TABLE: Example = {
    "variant": "contree",
    "exact": True,
    "dealer": "W",
    "entries": _ENTRIES,
    "best": {"NS": [_ENTRIES[0], _ENTRIES[2]], "EW": [_ENTRIES[9], _ENTRIES[11]]},
    "par": [
        {
            "opens": "NS",
            "difference": _pair(270, -270),
            "contracts": [
                {
                    "trump": "S",
                    "side": "NS",
                    "takers": ["N", "S"],
                    "bid": 140,
                    "multiplier": 1,
                    "value": _pair(146, 16),
                    "score": _pair(286, 16),
                }
            ],
        }
    ],
    "stats": {"nodes": 1_077_165, "time_ms": 35.5},
}
"""The answer to the first of `TABLE_DEALS`."""
