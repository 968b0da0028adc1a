"""A deal as plain numbers, from which a page tells and solves each of its positions without knowing rules."""

from typing import Any

from solver.cards import SUITS, Notation, format_card
from solver.engine.encode import LANE, Encoding
from solver.engine.numbers import core_numbers
from solver.game import Moment, Position, score_pieces


def deal_numbers(position: Position, notation: Notation = "en") -> dict[str, Any]:
    """Return what a page needs to play out the deal of ``position`` and to tell results, in JSON types.

    It is `core_numbers` of the deal before the first card, with the cards in the letters of ``notation``, and

    - ``sorted``: the lanes of the suits in the order in which a hand is shown;
    - ``names``: the names of both sides;
    - ``worth``: what each card brings the side that wins it, by its code; ``trick``: what each trick brings;
    - ``combinations``: true if a trick may bring more than that, for combinations;
    - ``prize``: the card that brings a point to the side that draws it, as a code; null if there is none;
    - ``dummy``: the seat whose cards the declarer plays; null in a game without one;
    - ``taking`` and ``needs``: the side of the taker, and the least result with which it makes the contract;
      null where there is none;
    - ``scores``: the deal score as `solver.game.score_pieces` gives it: ``[least, line, line]`` each.

    solver/report/board/static/core_solve.js reads it.

    >>> from solver import Position, deal_numbers
    >>> hands = {"N": "A.-.-.-", "E": "K.-.-.-", "S": "Q.-.-.-", "W": "J.-.-.-"}
    >>> deal = {"variant": "bridge", "rules": {"short_deals": True}, "deal": hands}
    >>> numbers = deal_numbers(Position.from_dict(deal | {"contract": {"trump": "NT"}, "leader": "N"}), "fr")
    >>> numbers["names"], numbers["trick"], numbers["codes"]["PA"], numbers["needs"]
    (['NS', 'EW'], 1, 12, None)

    Raises:
        NotImplementedError: as `core_numbers`.
    """
    start = position.at_start()
    encoding, moment, told = Encoding(start), Moment(start), core_numbers(start)
    fields = encoding.fields
    lanes = {card.suit: code // LANE for card, code in encoding.code.items()}
    return told | {
        "codes": {format_card(card, notation): code for card, code in encoding.code.items()},
        "sorted": [lanes[suit] for suit in SUITS if suit in lanes],
        "names": list(start.rules.side_names),
        "worth": fields["value"],
        "trick": fields["trick_value"],
        "combinations": bool(fields["combinations"]),
        "prize": fields["prize_card"] if fields["prize"] else None,
        "dummy": moment.dummy,
        "taking": moment.taking,
        "needs": moment.needs,
        "scores": [
            [piece.least, *map(list, piece.lines)]
            for piece in score_pieces(start, encoding.total, fields["slam"])
        ],
    }
