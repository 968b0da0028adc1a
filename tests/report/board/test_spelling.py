"""Positions as people write them: the page reads every spelling that Python reads, as the same position."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver import Position, board_data, find_variant
from solver.cards import Notation, format_card, parse_card, parse_trump, spellings
from solver.game import parse_hand
from solver.seats import parse_seat, seat_spellings
from tests.support.board.browser import run_node
from tests.support.depth import by_depth
from tests.support.positions import GAMES, position_of_seed

SPELL = Path(__file__).with_name("spelling.mjs")
N_SEEDS = by_depth(20, 300)


def spell(folder: Path, carried: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What spelling.js makes of positions with their lines."""
    path = folder / "data.json"
    path.write_text(json.dumps(board_data("en")), encoding="utf-8")
    told = run_node(SPELL, path, lines=map(json.dumps, carried)).splitlines()
    return [json.loads(line) for line in told]


class Writer:
    """Writes the parts of a request in any way that Python reads."""

    def __init__(self, rng: Random, notation: Notation) -> None:
        self.rng = rng
        self.notation: Notation = notation
        self.letters = spellings(notation)

    def any_of(self, forms: Mapping[str, Any], meant: object) -> str:
        return self.in_any_case(self.rng.choice([form for form, one in forms.items() if one == meant]))

    def in_any_case(self, text: str) -> str:
        written = self.rng.choice([str.lower, str.upper, str.title])(text)
        return self.rng.choice(["", " "]) + written + self.rng.choice(["", " "])

    def card(self, text: str) -> str:
        suit, rank = parse_card(text, self.notation)
        parts = [self.any_of(self.letters["suits"], suit), self.any_of(self.letters["ranks"], rank)]
        self.rng.shuffle(parts)
        return self.rng.choice(["", "\ufe0f"]).join(parts)

    def cards(self, texts: list[str]) -> list[str]:
        return [self.card(text) for text in texts]

    def seat(self, text: str) -> str:
        return self.any_of(seat_spellings(), text)

    def contract(self, contract: Mapping[str, Any]) -> dict[str, Any]:
        written = {**contract, "trump": self.any_of(self.letters["trumps"], self.trump_of(contract))}
        for part, write in (("taker", self.seat), ("turned_up", self.card)):
            if written.get(part):
                written[part] = write(written[part])
        if written.get("bid") == 250:
            written["bid"] = self.in_any_case("capot")
        elif "bid" in written and self.rng.random() < 0.3 and written["bid"] <= 7:
            written["level"] = written["bid"] if self.rng.random() < 0.5 else written.pop("bid")
        return written

    def trump_of(self, contract: Mapping[str, Any]) -> str:
        return parse_trump(contract["trump"], self.notation)

    def deal(self, hands: Mapping[str, str]) -> object:
        if self.rng.random() < 0.3:
            first, *_ = hands
            return f"{self.seat(first)}:{' '.join(hands.values())}"
        return {self.seat(seat): self.hand(hand) for seat, hand in hands.items()}

    def hand(self, hand: str) -> object:
        if self.rng.random() < 0.5:
            return hand
        faults: list[Any] = []
        cards = parse_hand(hand, self.notation, "", faults)
        assert not faults
        return self.cards([format_card(card, self.notation) for card in cards])

    def request(self, request: Mapping[str, Any]) -> dict[str, Any]:
        written = {**request, "variant": self.game(request["variant"]), "deal": self.deal(request["deal"])}
        for part, write in (
            ("dealer", self.seat),
            ("leader", self.seat),
            ("contract", self.contract),
            ("plays", self.cards),
            ("stock", self.cards),
        ):
            if written.get(part):
                written[part] = write(written[part])
        return written | {"limit": None}

    def game(self, name: Any) -> object:
        if not isinstance(name, str):
            return name
        rules = find_variant(name)
        return self.in_any_case(self.rng.choice([name, *rules.aliases]).replace("_", self.rng.choice("_- ")))


@pytest.mark.by_day(3)
@pytest.mark.parametrize("notation", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_every_spelling_is_read_as_python_reads_it(tmp_path: Path, game: str, notation: Notation) -> None:
    positions = [position_of_seed(seed, game, 20) for seed in range(N_SEEDS)]
    writers = [Writer(Random(seed), notation) for seed in range(N_SEEDS)]
    written = [
        one.request(position.to_dict(notation)) for one, position in zip(writers, positions, strict=True)
    ]
    for position, request in zip(positions, written, strict=True):
        assert Position.from_dict(request) == position, request
    lines = [{"position": one, "line": one.get("plays", [])} for one in written]
    for position, request, told in zip(positions, written, spell(tmp_path, lines), strict=True):
        plain = position.to_dict(notation)
        for part in ("variant", "dealer", "leader", "contract", "plays", "stock"):
            assert told["position"].get(part) == plain.get(part), (part, request)
        assert told["line"] == plain.get("plays", [])
        assert Position.from_dict(told["position"]) == position
        if isinstance(request["deal"], dict):
            assert set(told["position"]["deal"]) == set(plain["deal"])
        else:
            assert told["position"]["deal"][:2] in {f"{parse_seat(seat)}:" for seat in plain["deal"]}


def test_capitals_do_not_matter_in_the_name_of_a_notation(tmp_path: Path) -> None:
    position = {"variant": "belote", "contract": {"trump": "C"}, "plays": ["PA"]}
    lines = [{"position": {**position, "notation": name}} for name in ("FR", "Fr", "xx", "en")]
    found = [one["position"] for one in spell(tmp_path, lines)]
    assert [one["notation"] for one in found] == ["fr", "fr", "xx", "en"]
