"""Deals and games to look at, drawn at random: the same ones for the same seed."""

from random import Random
from typing import Any

from solver.puzzles.deals import draw_deal, play_on
from solver.rules import find_variant


def draw_game(game: str, seed: int, *, is_played: bool) -> dict[str, Any]:
    """Return a deal of a game with a contract that its hands lead to, as a request; played, it is a log.

    Beginners play it: they look at the trick at hand alone, and now and then play any card.

    Raises UnknownVariantError for a game that is not known.

    >>> from solver import draw_game
    >>> deal, log = (draw_game("whist", 7, is_played=played) for played in (False, True))
    >>> deal["deal"] == log["deal"], len(log["plays"])
    (True, 52)
    """
    rules = find_variant(game)
    rng = Random(f"{rules.name} {seed}")
    position = draw_deal(rng, rules)
    return (play_on(rng, position, 0) if is_played else position).to_dict()
