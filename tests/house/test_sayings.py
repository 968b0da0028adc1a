"""French sentences as players say them: the words of each game, agreement, and articles."""

from typing import Any

import pytest

from solver.report.board.words import board_words
from solver.sentences import Counted, Message
from solver.speech import Place, Speech
from tests.support.command_line import ROOT
from tests.support.positions import cards

WEST = Place("W")
QUEEN, SEVEN = cards("HQ S7")
SAYINGS: tuple[tuple[Message, dict[str, Any], str], ...] = (
    ("{seat} ruffs {card} with {other}", {}, "Ouest coupe ♥D avec ♠7"),
    ("Thrown in with {card}, {seat} has to lead and give a trick", {},
     "En main avec ♥D, Ouest doit rejouer et donner un pli"),
    ("{seat}'s {card} wins this trick, and {best} should be led to it", {"best": SEVEN},
     "♥D d’Ouest fait le pli, il fallait jouer ♠7"),
    ("With best play: {best}; as it was played: {played}.", {"best": "contrat réussi", "played": "litige"},
     "Avec le meilleur jeu, contrat réussi\u00a0; à la table, litige."),
    ("the litige", {}, "le contrat, qui était en litige"),
    ("the tie, now a loss", {}, "la donne, qui était à égalité"),
    ("Mistakes of", {}, "Erreurs commises par"),
    ("First to lead", {}, "Joueur qui entame"),
    (Counted("It changed hands {n} time, last in trick {trick}, with {seat}'s {card}.",
             "It changed hands {n} times, last in trick {trick}, with {seat}'s {card}."),
     {"n": 2, "trick": 5}, "Tout bascule 2 fois, la dernière au pli 5, avec ♥D d’Ouest."),
    ("{card}: {result}, best, but the contract fails", {"result": "NS 80"},
     "♥D\u00a0: NS 80, meilleure carte, mais le contrat chute"),
    ("{card}: {result}, gives away {n}, and the contract fails", {"result": "NS 80", "n": 27},
     "♥D\u00a0: NS 80, coûte 27, et le contrat chute"),
    ("(played in the game)", {}, "(la carte de la partie)"),
)  # fmt: skip
"""What was said otherwise than a player says it."""


@pytest.mark.parametrize(("message", "values", "french"), SAYINGS)
def test_a_player_would_say_so(message: Message, values: dict[str, Any], french: str) -> None:
    speech = Speech("fr", "fr", symbols=True)
    assert speech.say(message, **{"seat": WEST, "card": QUEEN, "other": SEVEN} | values) == french


def test_tricks_are_called_levees_in_bridge_alone() -> None:
    techniques = ROOT / "solver" / "locale" / "fr" / "LC_MESSAGES" / "techniques.po"
    assert "levée" not in techniques.read_text(encoding="utf-8")


def test_a_spoken_card_has_its_article() -> None:
    ranks = board_words("fr")["ranks"]
    assert [ranks[rank]["name"] for rank in "AKQJT9"] == [
        "l’as", "le roi", "la dame", "le valet", "le dix", "le neuf",
    ]  # fmt: skip
    assert ranks["A"]["letter"] == "A"
    assert board_words("en")["ranks"]["A"]["name"] == "ace"
