"""What the board reads of an answer, whoever gave it."""

from typing import Any

SHARED = (
    "to_play",
    "trick",
    "leader",
    "seats",
    "hands",
    "stock",
    "won",
    "won_by",
    "dummy",
    "taking",
    "needs",
    "value",
    "score",
    "line",
)
OF_CARD = ("card", "value", "score", "swing", "loss", "equals")


def whole(answer: dict[str, Any]) -> dict[str, Any]:
    """What the board reads of an answer."""
    cards = [{key: card[key] for key in OF_CARD if key in card} for card in answer["cards"]]
    return {key: answer[key] for key in SHARED if key in answer} | {"cards": cards}
