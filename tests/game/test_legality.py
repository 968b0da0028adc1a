"""Hand-written tricks against the duties, and the sentences that explain a broken rule."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from solver.cards import Card, format_card, parse_card
from solver.game.legality import broken_rule, legal_plays
from solver.game.trick import Trick
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant
from solver.rules.words import FollowDuty, HeadTrumpsDuty, OverruffDuty, RuffDuty, UnderruffDuty

TABLES = Path(__file__).parents[1] / "data" / "rules"


class Case(NamedTuple):
    """One line of a table: the trick, the hand and what may be played, with the rule in words."""

    rules: Rules
    trump: str
    trick: Trick
    hand: list[Card]
    playable: list[Card]
    sentence: str

    @property
    def seat(self) -> str:
        return str(self.trick.to_play(self.rules))


def read_cards(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


def read_case(line: str) -> Case:
    facts, sentence = line.split("#", 1)
    game, trump, trick, hand, playable = (part.strip() for part in facts.split("|"))
    name, *options = game.split()
    rules = find_variant(name).override(dict(option.split("=") for option in options))
    leader, cards = trick.split(":")
    return Case(
        rules,
        trump,
        Trick(leader, tuple(read_cards(cards))),
        read_cards(hand),
        read_cards(playable),
        sentence,
    )


def read_tables() -> Iterator[tuple[str, Case]]:
    for table in sorted(TABLES.glob("*.txt")):
        for number, line in enumerate(table.read_text(encoding="utf-8").splitlines(), 1):
            if line and not line.startswith("#"):
                yield f"{table.stem}-{number}", read_case(line)


CASES = dict(read_tables())
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
FORBIDDING = {name: case for name, case in CASES.items() if len(case.playable) < len(case.hand)}
"""The cases in which the player holds a card that may not be played."""


@every_case
def test_playable_cards(case: Case) -> None:
    found = legal_plays(case.rules, case.trump, case.hand, case.trick, case.seat)
    assert sorted(found) == sorted(case.playable), case.sentence
    assert found == [card for card in case.hand if card in found], "not in the order of the hand"


@pytest.mark.parametrize("case", FORBIDDING.values(), ids=FORBIDDING.keys())
def test_every_other_card_is_explained(case: Case) -> None:
    for card in set(case.hand) - set(case.playable):
        wrong = broken_rule(case.rules, case.trump, case.hand, case.trick, case.seat, card)
        sentence = wrong.say()
        explained, _, playable = sentence.partition("; playable: ")
        assert explained.startswith(format_card(card) + " ")
        assert "must" in explained
        assert sorted(playable.split()) == sorted(map(format_card, case.playable))


def test_every_game_and_every_word_of_every_duty_has_its_lines() -> None:
    for duty in (FollowDuty, RuffDuty, OverruffDuty, UnderruffDuty, HeadTrumpsDuty):
        used = {word for case in CASES.values() for word in vars(case.rules).values() if type(word) is duty}
        assert used == set(duty)
    assert {case.rules.name for case in CASES.values()} == set(VARIANTS)


@pytest.mark.parametrize(
    ("case", "card", "sentence"),
    [
        (
            "contree | D | W: S9 | S8 SQ HK | SQ S8 #",
            "HK",
            "HK revokes: S holds SQ, must follow spades; playable: S8 SQ",
        ),
        (
            "all_fours | D | N: S9 | S2 D5 C5 | S2 D5 #",
            "C5",
            "C5 revokes: S holds S2, must follow spades or ruff; playable: S2 D5",
        ),
        (
            "belote | H | N: HA | H9 D7 | H9 #",
            "D7",
            "D7 revokes: E holds H9, must follow trumps; playable: H9",
        ),
        (
            "belote | H | N: HA | H9 H7 HJ | H9 HJ #",
            "H7",
            "H7 does not head HA: E holds HJ, must head trumps; playable: H9 HJ",
        ),
        (
            "belote | H | N: S9 | H9 D7 | H9 #",
            "D7",
            "D7 discards: E has no spades but holds H9, must ruff; playable: H9",
        ),
        (
            "belote | H | N: S9 HT | H9 H7 D7 | H9 #",
            "D7",
            "D7 discards: S has no spades but holds H9, must overruff; playable: H9",
        ),
        (
            "belote | H | N: S9 HT | H8 H7 D7 | H8 H7 #",
            "D7",
            "D7 discards: S has no spades but holds H8, must ruff, even lower; playable: H8 H7",
        ),
        (
            "belote | H | N: S9 HT | H9 H7 D7 | H9 #",
            "H7",
            "H7 underruffs HT: S holds H9, must overruff; playable: H9",
        ),
        (
            "belote underruff=last_resort | H | N: S9 HT | H7 D7 | D7 #",
            "H7",
            "H7 underruffs HT: S cannot overruff, must play another suit; playable: D7",
        ),
        (
            "klaverjas_amsterdam | H | E: S9 H8 SA | HJ H7 D7 | HJ D7 #",
            "H7",
            "H7 underruffs H8: N holds HJ, must overruff or play another suit; playable: HJ D7",
        ),
        (
            "klaverjas_rotterdam | H | E: S9 H8 SA | HJ H7 D7 | HJ #",
            "D7",
            "D7 discards: N has no spades but holds HJ, must overruff; playable: HJ",
        ),
        (
            "coinche | AT | N: SA | SJ S7 D7 | SJ #",
            "S7",
            "S7 does not head SA: W holds SJ, must head spades; playable: SJ",
        ),
    ],
)
def test_the_sentence_names_card_rule_and_playable_cards(case: str, card: str, sentence: str) -> None:
    read = read_case(case)
    found = broken_rule(read.rules, read.trump, read.hand, read.trick, read.seat, parse_card(card))
    assert found.say() == sentence


def test_the_sentence_can_be_in_french_cards() -> None:
    read = read_case("contree | D | W: S9 | SQ S8 HK | SQ S8 #")
    found = broken_rule(read.rules, read.trump, read.hand, read.trick, read.seat, parse_card("HK"), "fr")
    assert found.say() == "CR revokes: S holds PD, must follow spades; playable: PD P8"
    assert found.say("fr") == (
        "CR est une renonce\u00a0: Sud a PD et doit fournir à pique\u00a0; jouables\u00a0: PD P8"
    )


@pytest.mark.parametrize(
    ("case", "card", "sentence"),
    [
        (
            "all_fours | D | N: S9 | S2 D5 C5 | S2 D5 #",
            "C5",
            "C5 est une renonce : Sud a S2 et doit fournir à pique ou couper ; jouables : S2 D5",
        ),
        (
            "belote | H | N: HA | H9 D7 | H9 #",
            "D7",
            "D7 est une renonce : Est a H9 et doit fournir à l’atout ; jouables : H9",
        ),
        (
            "belote | H | N: HA | H9 H7 HJ | H9 HJ #",
            "H7",
            "H7 ne monte pas sur HA : Est a HJ et doit monter à l’atout ; jouables : H9 HJ",
        ),
        (
            "belote | H | N: S9 | H9 D7 | H9 #",
            "D7",
            "D7 est une défausse : Est n’a pas de pique mais a H9 et doit couper ; jouables : H9",
        ),
        (
            "belote | H | N: S9 HT | H9 H7 D7 | H9 #",
            "D7",
            "D7 est une défausse : Sud n’a pas de pique mais a H9 et doit surcouper ; jouables : H9",
        ),
        (
            "belote | H | N: S9 HT | H8 H7 D7 | H8 H7 #",
            "D7",
            "D7 est une défausse : Sud n’a pas de pique mais a H8 et doit couper, même plus bas ; "
            "jouables : H8 H7",
        ),
        (
            "belote | H | N: S9 HT | H9 H7 D7 | H9 #",
            "H7",
            "H7 sous-coupe HT : Sud a H9 et doit surcouper ; jouables : H9",
        ),
        (
            "belote underruff=last_resort | H | N: S9 HT | H7 D7 | D7 #",
            "H7",
            "H7 sous-coupe HT : Sud ne peut pas surcouper et doit jouer une autre couleur ; jouables : D7",
        ),
        (
            "klaverjas_amsterdam | H | E: S9 H8 SA | HJ H7 D7 | HJ D7 #",
            "H7",
            "H7 sous-coupe H8 : Nord a HJ et doit surcouper ou jouer une autre couleur ; jouables : HJ D7",
        ),
        (
            "coinche | AT | N: SA | SJ S7 D7 | SJ #",
            "S7",
            "S7 ne monte pas sur SA : Ouest a SJ et doit monter à pique ; jouables : SJ",
        ),
    ],
)
def test_the_sentence_in_french(case: str, card: str, sentence: str) -> None:
    read = read_case(case)
    found = broken_rule(read.rules, read.trump, read.hand, read.trick, read.seat, parse_card(card))
    assert found.say("fr") == sentence.replace(" :", "\u00a0:").replace(" ;", "\u00a0;")
