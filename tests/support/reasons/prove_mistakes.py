"""Proves the reasons of many random mistakes again: ``python -m tests.support.reasons.prove_mistakes``.

Deals are short enough for a plain search.  Point games are proved from the JSON of the reason alone
(`reproof` beside this), games for tricks by dealing the changed hands anew (`proof_checks`).
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random

from solver import Position, find_variant, solve
from solver.answer_json import written
from solver.cards import Card
from solver.reasons.explanation import Explanation
from solver.rules.variants import VARIANTS
from solver.rules.words import LowGoesTo, Objective
from tests.support.positions import random_position
from tests.support.reasons.mistakes import explanation_of
from tests.support.reasons.proof_checks import check_reason
from tests.support.reasons.reproof import prove_again


def mistakes_of(seed: int, game: str) -> Iterator[tuple[Position, Card, Explanation]]:
    """Yield the cards that give something away in a random position near the end, explained."""
    rng = Random(seed)
    rules = find_variant(game).override({"short_deals": True})
    if rules.objective == Objective.four_points and seed % 3 == 0:
        rules = rules.override({"low_goes_to": LowGoesTo.holder})
    is_four = rules.n_players == 4
    position = random_position(
        rng,
        rules,
        n_each=rng.choice((2, 3, 3)),
        n_stock=rules.n_players * rng.randint(0, 1) if rules.stock else 0,
        n_left=rng.randint(5, 12) if is_four else rng.randint(4, 10),
    )
    yield from mistakes_at(position)


def mistakes_at(position: Position) -> Iterator[tuple[Position, Card, Explanation]]:
    """Yield the cards that give something away in a position, explained."""
    if not position.is_over:
        for card in solve(position).cards:
            if card.swing:
                yield position, card.card, explanation_of(position, card.card)


def prove(position: Position, card: Card, explanation: Explanation) -> None:
    """Prove what is told of a card again, if anything is."""
    reason = explanation.reason
    if reason is None:
        return
    if position.rules.objective == Objective.tricks:
        check_reason(explanation.mistake, reason)
    else:
        prove_again(position, card, written(reason))


def main() -> None:
    """Prove as many as are asked for, and count the reasons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mistakes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    told: Counter[str] = Counter()
    for seed in count(asked.seed):
        game = Random(seed).choice(VARIANTS)
        for position, card, explanation in mistakes_of(seed, game):
            try:
                prove(position, card, explanation)
            except AssertionError:
                print(f"seed {seed}, {game}: {card}")
                raise
            told["none" if explanation.reason is None else explanation.reason.reason.value] += 1
        if told.total() >= asked.mistakes:
            break
    for word, n in told.most_common():
        print(f"{n:6} {word}")


if __name__ == "__main__":
    main()
