"""Puzzles made up to fill a bank: with ratings, themes and sizes as real ones have, and cards that mean
nothing.
"""

import random
from collections.abc import Iterator

from api.puzzles.kept import NewPuzzle

GAMES = ("quadrette", "all_fours", "belote", "contree", "bridge")
WEIGHTS = (25, 5, 30, 30, 10)
"""The share of each game, in percent."""
COMMON = ("ruff", "refuse_ruff", "duck", "cash_first", "draw_trumps", "quiet")
"""Themes that many puzzles have; of `APART` a puzzle has one at the most."""
APART = ("ruff", "refuse_ruff")
MIDDLING = ("finesse", "unblock", "overtake", "load", "void_made", "keep_entry", "last_trick", "save_ten")
RARE = (
    "squeeze",
    "throw_in",
    "trump_promotion",
    "underruff",
    "zugzwang",
    "capot",
    "stop_capot",
    "catch_jack",
)
SHARES = {**dict.fromkeys(COMMON, 0.25), **dict.fromkeys(MIDDLING, 0.06), **dict.fromkeys(RARE, 0.003)}
"""The share of puzzles with each theme."""
ENGINE = "0.1.0/000000000000"
BODY_BYTES = 900
"""The size of a puzzle with its tree, compressed, where a game is of middling length."""


def make_puzzles(n: int, seed: int = 0) -> Iterator[NewPuzzle]:
    """Yield ``n`` puzzles, always the same for the same seed."""
    for number in range(n):
        chance = random.Random(f"{seed} {number}")
        themes = [theme for theme, share in SHARES.items() if chance.random() < share]
        if all(theme in themes for theme in APART):
            themes.remove(chance.choice(APART))
        length, tricks_left = min(1 + int(chance.expovariate(0.7)), 8), chance.randint(2, 6)
        game = chance.choices(GAMES, WEIGHTS)[0]
        name = f"{chance.getrandbits(80):020x}"[:16]
        body = {
            "id": name,
            "variant": game,
            "kind": "open",
            "position": {"variant": game, "plays": []},
            "length": length,
            "tricks_left": tricks_left,
            "rating": min(max(round(chance.gauss(1500, 350)), 600), 2800),
            "rating_deviation": 300,
            "themes": themes,
            "source": chance.choice(("random", "logs")),
            "tree": chance.randbytes(BODY_BYTES // 2).hex(),
        }
        yield NewPuzzle.of(body, ENGINE)
