"""The hands whose calls the API document asks about; the tests post them."""

from collections.abc import Mapping

from api.schemas.examples.requests import Example

CALLED_HANDS: Mapping[str, Mapping[str, Example | str]] = {
    "contree": {
        "summary": "Contrée: partner has bid 80 hearts",
        "value": {
            "variant": "contree",
            "dealer": "W",
            "seat": "N",
            "hand": "AT7.J9.K8.7",
            "auction": ["80H", "pass"],
            "samples": 20,
        },
    },
    "belote": {
        "summary": "Belote: take the ace of hearts, or pass",
        "value": {
            "variant": "belote",
            "dealer": "W",
            "hand": "AT7.J9.-.-",
            "turned_up": "HA",
            "auction": ["pass"],
            "samples": 20,
        },
    },
    "second turn": {
        "summary": "Belote, in the second turn: the seven of clubs has come after two diamonds",
        "value": {
            "variant": "belote",
            "dealer": "W",
            "hand": "A7.K.-.J9",
            "turned_up": ["D9", "DA", "C7"],
            "auction": ["pass", "pass", "pass", "pass"],
            "samples": 20,
        },
    },
    "all fours": {
        "summary": "All fours: take the suit turned up, or propose another",
        "value": {
            "variant": "all_fours",
            "dealer": "S",
            "hand": "A5.K3.T.9",
            "turned_up": "H4",
            "auction": [],
            "samples": 20,
        },
    },
    "discards": {
        "summary": "All fours: another suit is accepted, and three of nine cards are to be discarded",
        "value": {
            "variant": "all_fours",
            "dealer": "S",
            "seat": "N",
            "hand": "A5.KT3.T8.92",
            "turned_up": ["H4", "HJ", "S7"],
            "auction": ["propose", "accept"],
            "samples": 10,
        },
    },
    "double": {
        "summary": "Bridge: double four hearts, or pass",
        "value": {
            "variant": "bridge",
            "dealer": "S",
            "hand": "AQT4.K82.A73.K64",
            "auction": ["1H", "Pass", "4H", "Pass", "Pass"],
            "samples": 10,
        },
    },
    "lead": {
        "summary": "Bridge: the opening lead against three no trumps",
        "value": {
            "variant": "bridge",
            "hand": "QJT4.82.A73.K642",
            "contract": {"trump": "NT", "bid": 3, "taker": "S"},
            "vulnerable": "NS",
            "samples": 5,
        },
    },
    "pair": {
        "summary": "Bridge: all contracts of a pair, and the one that it is in",
        "value": {
            "variant": "bridge",
            "hand": "AQT42.K82.A73.K6",
            "partner": "K873.AJ4.K2.Q742",
            "contract": {"trump": "S", "bid": 4, "taker": "N"},
            "samples": 2,
        },
    },
}
"""Bodies for ``POST /v1/bids``."""
