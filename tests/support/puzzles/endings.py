"""Endings by hand, and the cards that a stand-in player likes best in them."""

from collections.abc import Mapping
from typing import Any

from solver.game.position import Position
from solver.puzzles.players.player import Player, best_cards, score_cards


def table(variant: str, hands: Mapping[str, str], contract: Mapping[str, Any], *plays: str) -> Position:
    """An ending; the first seat of ``hands`` leads."""
    request: dict[str, Any] = {
        "variant": variant,
        "deal": dict(hands),
        "contract": dict(contract),
        "leader": next(iter(hands)),
        "dealer": list(hands)[-1],
        "plays": list(plays),
    }
    if variant != "bridge":
        request["rules"] = {"short_deals": True}
    return Position.from_dict(request)


def choice(player: Player, position: Position) -> set[str]:
    """The cards that a player likes best, as texts."""
    return {str(card) for card in best_cards(score_cards(player, position))}
