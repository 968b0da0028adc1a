"""French sentences as players say them: the words of each game, agreement, and articles."""

import re
from typing import Any

import pytest

from solver.report.board.words import board_words
from solver.sentences import Counted, Message, TrickNumber
from solver.speech import Place, Speech
from tests.house.test_catalogues import forms_of, messages
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
    ("{card} is master now, but {seat} ruffs it with {other} {trick:in}",
     {"other": SEVEN, "trick": TrickNumber(7)},
     "♥D est carte maîtresse maintenant, mais Ouest la coupe avec ♠7 au pli 7"),
    ("This trick goes to {seat} anyway, and {card} is wanted later", {},
     "Ce pli est de toute façon pour Ouest, et ♥D servira plus tard"),
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
    ("{card} is wanted to win {trick}, with {seat}'s {prize} in it", {"trick": "le pli 7", "prize": SEVEN},
     "♥D était à garder pour faire le pli 7, où tombe ♠7 d’Ouest"),
    ("--scoring is for bridge; {game} knows nothing of it", {"game": "Belote"},
     "--scoring est pour le bridge\u00a0; ce jeu (Belote) n’en dépend pas"),
    ("{seat} is the opponent: you play the cards of {side} only.", {"side": "EO"},
     "Ouest est l’adversaire\u00a0: vous ne jouez que pour EO."),
)  # fmt: skip
"""What was said otherwise than a player says it."""


OF_REQUESTS = ("auctions.po", "calls.po", "puzzles.po")
"""Catalogues in which a sentence that begins small is a fault."""


@pytest.mark.parametrize(("message", "values", "french"), SAYINGS)
def test_a_player_would_say_so(message: Message, values: dict[str, Any], french: str) -> None:
    speech = Speech("fr", "fr", symbols=True)
    assert speech.say(message, **{"seat": WEST, "card": QUEEN, "other": SEVEN} | values) == french


def test_advice_in_a_fault_does_not_say_the_opposite() -> None:
    """To leave out is not « laisser », and « ce n’est pas A ; c’est B » says that the thing refused is B."""
    for _, key, message in messages("fr"):
        said, french = "".join(forms_of(message.id)), "".join(forms_of(message.string))
        assert "leave out" not in said or not re.search(r"\blaissez\b", french), key
        assert not re.search(r"n’est pas un[^;]*\u00a0; c’est (une?\b|\{)", french), key


def test_faults_advise_in_the_infinitive() -> None:
    """What a request got wrong is told to programs, too; a reader at the board or a terminal is addressed."""
    faults = [
        (key, text)
        for path, key, message in messages("fr")
        for text in forms_of(message.string)
        if path.name == "faults.po" or (path.name in OF_REQUESTS and text[:1].islower())
    ]
    assert [key for key, text in faults if re.search(r"[;:] \w+ez\b", text.replace("\u00a0", ""))] == []


def test_searches_count_nodes_and_pbn_has_tags_by_one_word() -> None:
    for _, key, message in messages("fr"):
        said, french = "".join(forms_of(message.id)), "".join(forms_of(message.string))
        assert "balise" not in french, key
        assert bool(re.search(r"(?<![-{])\bnodes?\b", said)) == ("nœud" in french), key


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
