"""The values that the search is held to: those of the plain solver, which shares none of its techniques.

The plain solver (`ext/plain/`) is a hundred times faster than `solver.engine.reference`. It is held to the
reference in `test_plain`.
"""

from solver.cards import Card
from solver.engine.answer import Answer
from solver.engine.encode import Encoding
from solver.engine.native import load_unit
from solver.game.position import Position

plain = load_unit("plain")


def plain_values(position: Position, table_bits: int | None = None) -> dict[Card, int]:
    """Return the final result after each playable card, own minus other of the side to play.

    It is the twin of `solver.engine.reference.reference_values`. A table has ``2 ** table_bits`` entries.
    """
    if position.is_over:
        return {}
    encoding = Encoding(position)
    found = plain.solve(encoding.fields, encoding.encode_position(position), table_bits=table_bits)
    assert not found["stopped"]
    won = encoding.won_so_far(position)
    sign = 1 if position.side_to_play == 0 else -1
    return {encoding.card[code]: sign * (worth + won[0] - won[1]) for code, worth in found["cards"]}


def own_values(position: Position, answer: Answer) -> dict[Card, int]:
    """Return the same, by an exact answer of the core."""
    own = position.side_to_play
    if own is None:
        return {}
    assert answer.exact
    names = position.rules.side_names
    return {
        card.card: card.value[names[own]] - card.value[names[1 - own]]
        for card in answer.cards
        if card.value is not None
    }
