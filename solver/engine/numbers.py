"""A position as plain numbers, for the core in a browser (solver/web/core.js), in JSON types."""

import sys
from base64 import b64encode
from collections.abc import Collection, Mapping
from typing import Any

from solver.engine.encode import N_CARDS, Encoding
from solver.engine.native import ground
from solver.engine.solver import check_position
from solver.game import Position


def core_numbers(position: Position) -> dict[str, Any]:
    """Return all that the core in a browser needs of a position, and what turns its answers into results.

    ``deal`` goes to `Core.open`: ``unit``, the module that solves it (solver/web/points.wasm or
    tricks.wasm), and ``rules``, the struct of ext/game/rules.pxd in base64.  ``position`` goes to
    `Core.solve`: cards are codes, seats numbers in turn order.  Then

    - ``codes``: the code of each card of the deck, by its two letters;
    - ``seats``: the names of the seats, by number, and ``sides``: the side of each, 0 or 1;
    - ``won``: what each side has for good; values of the core are to go, own minus other of side 0;
    - ``total``: the sum of both sides' results without a slam; null where only a line tells it, as its own
      total and ``won``;
    - ``slam``: what a side that wins every trick gets besides.

    The numbers of a deal, ``position`` and ``won`` apart, are the same for all its positions.

    >>> from solver import Position, core_numbers
    >>> hands = {"N": "A.-.-.-", "E": "K.-.-.-", "S": "Q.-.-.-", "W": "J.-.-.-"}
    >>> deal = {"variant": "bridge", "rules": {"short_deals": True}, "deal": hands}
    >>> numbers = core_numbers(Position.from_dict(deal | {"contract": {"trump": "NT"}, "leader": "N"}))
    >>> numbers["deal"]["unit"], numbers["position"]["hands"], numbers["codes"]["SA"]
    ('tricks', [[12], [11], [10], [9]], 12)

    Raises:
        TypeError: ``position`` is no Position.
        ValueError: the deal is over.
        NotImplementedError: this processor writes the highest byte of a number first, and browsers do not.
    """
    check_position(position)
    if position.is_over:
        raise ValueError("the deal is over: there is nothing to solve")
    if sys.byteorder != "little":
        raise NotImplementedError("numbers for browsers are made on processors with the lowest byte first")
    encoding = Encoding(position)
    encoded = encoding.encode_position(position)
    hands = encoded["hands"][: len(encoding.seats)]
    return {
        "deal": {
            "unit": "tricks" if encoding.counts_tricks else "points",
            "rules": b64encode(ground.rules_bytes(encoding.fields)).decode("ascii"),
        },
        "position": encoded
        | {"hands": [[code for code in range(N_CARDS) if bits >> code & 1] for bits in hands]},
        "codes": {str(card): code for card, code in encoding.code.items()},
        "seats": list(encoding.seats),
        "sides": encoding.fields["side_of"][: len(encoding.seats)],
        "won": list(encoding.won_so_far(position)),
        "total": encoding.total,
        "slam": encoding.fields["slam"],
    }


def rules_layout(position: Position, names: Collection[str]) -> dict[str, list[int]]:
    """Return where fields lie in the bytes of the rules that `core_numbers` gives: the place and the width.

    The width is that of one number, in bytes; a field of many has them one after the other.

    >>> from solver import Position
    >>> hands = {"N": "A.-.-.-", "E": "K.-.-.-", "S": "Q.-.-.-", "W": "J.-.-.-"}
    >>> deal = {"variant": "bridge", "rules": {"short_deals": True}, "deal": hands}
    >>> rules_layout(Position.from_dict(deal | {"contract": {"trump": "NT"}, "leader": "N"}), ["n_seats"])
    {'n_seats': [0, 4]}
    """
    fields = Encoding(position).fields
    blank: dict[str, Any] = {
        name: [0] * len(value) if isinstance(value, list) else 0 for name, value in fields.items()
    }
    zeros = ground.rules_bytes(blank)
    layout = {}
    for name in names:
        # All bits of the field, and no others.
        n = len(blank[name]) if isinstance(blank[name], list) else 1
        full = _all_bits(blank, name, n)
        places = [at for at, byte in enumerate(full) if byte != zeros[at]]
        layout[name] = [places[0], len(places) // n]
    return layout


def _all_bits(blank: Mapping[str, Any], name: str, n: int) -> bytes:
    """Return the bytes of rules in which one field of ``n`` numbers has all its bits."""
    for number in (-1, 2**64 - 1):
        value = [number] * n if isinstance(blank[name], list) else number
        try:
            return bytes(ground.rules_bytes({**blank, name: value}))
        except OverflowError:
            continue
    raise ValueError(f"{name} takes no number of all bits")
