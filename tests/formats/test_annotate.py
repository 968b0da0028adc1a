"""Games enriched within a limit: the first is begun, however little time there is, and the others say so."""

import time

from solver.engine import Limit
from solver.formats.annotate import enrich
from solver.game import Game

SHORT = Game.from_dict(
    {
        "variant": "bridge",
        "rules": {"short_deals": True},
        "contract": {"trump": "NT", "taker": "W"},
        "deal": {"N": "A.-.2.-", "E": "-.-.A3.-", "S": "54.-.-.-", "W": "-.32.-.-"},
        "plays": ["D2", "DA"],
    }
)


def test_without_a_limit_each_is_judged_and_the_cost_is_counted() -> None:
    first, second = enrich([SHORT, SHORT], judged=True)
    assert first == second
    assert first.nodes > 0
    assert (first.notes, first.ended) == ((), None)
    assert [comment.play for comment in first.game.remarks.comments] == [0]


def test_a_game_whose_turn_comes_too_late_is_left_as_it_is() -> None:
    found = enrich([SHORT, SHORT], Limit(time_ms=1), judged=True, tables=True)
    begun = next(found)
    time.sleep(0.01)
    late = next(found)
    assert begun.nodes > 0
    assert (late.game, late.nodes, late.faults) == (SHORT, 0, ())
    assert [note.say() for note in late.notes] == [
        "game 2: not judged within the limit of 1 ms",
        "game 2: its contracts were not solved within the limit of 1 ms",
    ]
    assert late.ended is not None
    assert (late.ended.by, late.ended.limit) == ("time_ms", 1)
