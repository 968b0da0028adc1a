"""Reasons that name what follows: the trump that falls, the lead that is wanted, the card that is lost."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver import Position, Speech, find_variant, solve
from solver.cards import Card, parse_card
from solver.reasons.course import Course, CourseTrick
from solver.reasons.explanation import Explanation
from solver.reasons.reason import Reason
from solver.reasons.reason_sentences import tell
from tests.support.budgets import MANY
from tests.support.positions import SEEDS, random_position
from tests.support.reasons.mistakes import Deal, explanation_of


def deal(variant: str, trump: str, taker: str, hands: str, plays: str, card: str) -> Deal:
    """A deal of four hands, those of north, east, south and west; who leads stands before the plays.

    taker: empty in a game that has none.
    """
    leader, table = plays.split(":")
    contract: dict[str, Any] = {"trump": trump} | ({"taker": taker} if taker else {})
    if find_variant(variant).scoring == "bid":
        contract["bid"] = 80
    return Deal(variant, leader, dict(zip("NESW", hands.split(), strict=True)), contract, table, card)


def told_of(case: Deal) -> str:
    """The reason that is told of the card of a small deal."""
    explanation = explanation_of(case.position(), parse_card(case.card))
    assert explanation.reason is not None
    return tell(explanation.reason, Speech())


TOLD = {
    "Leading trumps draws North's H8, which could ruff trick 3": deal(
        "contree", "H", "S", "J.8.7.9 ..AQT.T .A.98.8 9..KJ.K", "S:", "HA"
    ),
    "Leading trumps draws East's S8, which could ruff D9": deal(
        "valet_de_trefle", "S", "W", ".J.KQ. 8.T9.. ..AT.9 A9..9.", "W:", "S9"
    ),
    "Leading trumps draws East's DA": deal("belote", "D", "E", ".T..QT .K.AT. Q7...K .8.9.J", "W:", "D9"),
    "South should have the lead after this trick, not North, to lead DJ": deal(
        "belote", "S", "N", "87.K8.8. .QJ.Q.A9 ..AJ.KJ7 .AT9..T8", "N:", "S8"
    ),
    "With HK gone, East's HA gets home in trick 4": deal(
        "belote", "H", "E", "9.T.Q.J A.AQ9.. .KJ7.T. J8...Q8", "N:S9 SA", "HK"
    ),
    "With SJ gone, East's SK falls to North's SA in trick 4": deal(
        "belote", "D", "E", "A8.8..87 KJ..Q7.9 9.9..KQJ QT7..8.T", "E:", "SJ"
    ),
    "With D8 gone, East's DK falls to North's CQ in trick 2": deal(
        "belote", "C", "S", "Q9.K..QT J.Q9.K8. ..T.K87J K.7.J.9A", "S:CJ CA CT", "D8"
    ),
    "With HK gone, North's CT is thrown on West's H8 in trick 5": deal(
        "belote", "D", "N", "K.Q.8.KT J.T..AQJ Q8.K9..9 .AJ8..87", "N:D8 SJ", "HK"
    ),
    "South's CT wins trick 3, though all the tricks were there to take": deal(
        "coinche", "S", "W", ".9..KJ9 8.8.Q.7 A.T..QT K9...A8", "W:", "S9"
    ),
    "One trick is enough, and North's HT could win trick 3": deal(
        "belote", "C", "E", ".QT.JT. 8Q.7.9. .98.Q8. 9.K.AK.", "E:SQ H8 S9", "DJ"
    ),
    "SA is wanted to catch East's SK in trick 4": deal(
        "belote", "D", "E", "A8.8..87 KJ..Q7.9 9.9..KQJ QT7..8.T", "E:SJ S9 S7", "SA"
    ),
    "DK is wanted for the last trick and its ten points": deal(
        "belote", "C", "E", ".AJ.Q. .T.K8. Q9..7. .9.J9.", "E:", "DK"
    ),
    "CA is wanted for the last trick and its ten points": deal(
        "contree", "H", "E", "K8.Q9..K .K.QT.J8 J9.8.J.9 T.J.7.A7", "N:SK ST SJ CJ HJ H8 HK H9", "CA"
    ),
    "C8 falls to East's CJ; CQ puts West, the other opponent, on lead": deal(
        "klaverjas_amsterdam", "D", "E", "T.K..Q87 A.Q8.9.J KQ.J.J.9 J98..T7.", "N:", "C8"
    ),
    "South's DT was winning this trick already": deal(
        "contree", "D", "S", "..A8. A...T .8.T. T..Q.", "W:ST DT SA", "DA"
    ),
    "East ruffs with HT and gets the lead, not North, which lets East's HK get home and costs the last "
    "trick": deal("valet_de_trefle", "H", "S", ".9.9.Q .KT8.. K.J.K. ..87.8", "S:", "DK"),
    "D8 lets North's HK get home and costs the last trick": deal(
        "klaverjas_amsterdam", "H", "S", "J.K.9. 9.T..Q AK.7.. .Q.A8.", "W:", "D8"
    ),
    "West's CK falls to South's C9 in trick 3": deal(
        "klaverjas_amsterdam", "C", "E", "..A.J8 J..K.Q K..9.9 .7..AK", "E:DK D9", "CA"
    ),
    "East should have the lead after this trick, not West, or it lets South's CA get home and costs the last "
    "trick": deal("coinche", "H", "W", ".J.J8. 8.7..9 A..7.A K.Q.A.", "N:D8 DA D7", "C9"),
}
"""The reasons that are told of small deals."""


@pytest.mark.parametrize("fact", TOLD)
def test_what_follows_is_named(fact: str) -> None:
    assert told_of(TOLD[fact]) == fact


def numbered(course: Course, number: int) -> CourseTrick:
    """The trick of a line by its number."""
    return next(trick for trick in course.tricks if trick.number == number)


def always_falls(position: Position, card: Card) -> bool:
    """True if the card falls to the trick under way in every line of best play."""
    if not position.trick.plays or card in position.trick.plays:
        return card in position.trick.plays
    best = [row.card for row in solve(position).cards if not row.swing]
    return all(play == card or always_falls(position.play(play), card) for play in best)


def check(explanation: Explanation) -> None:
    """Check what a sentence claims by replaying the two lines."""
    told, mistake = explanation.reason, explanation.mistake
    assert told is not None
    values, way = told.values, told.values.get("way")
    if told.better != mistake.best:
        return  # The lines are beside another best card.
    better, played = mistake.better, mistake.played
    if told.reason in (Reason.keep, Reason.keep_ten) and "prize" in values and way:
        prize, trick = values["prize"], numbered(better if way == "with" else played, values["trick"])
        assert prize in trick.cards
        assert better.side_of[prize] == mistake.own != played.side_of[prize]
        if way == "guard":
            held = [card for card in mistake.position.hands[mistake.seat] if card.suit == prize.suit]
            left = [card for card in held if played.trick_of[card].number >= trick.number]
            assert trick.seats[0] != played.seat_of[prize] == mistake.seat
            assert not mistake.is_trump(trick.taking) or mistake.is_trump(prize)
            assert all(mistake.points(card) >= mistake.points(prize) for card in left)
        if way == "with":
            assert trick.taking == values["card"]
        elif way != "home":
            assert (trick.taking, trick.winner) == (values["other"], values["seat"])
    if way in ("several", "costs", "against", "and_last", "cards"):
        for lost in values["cards"]:
            assert better.side_of[lost] == mistake.own != played.side_of[lost]
        for won in values.get("gained", ()):
            assert better.side_of[won] != mistake.own == played.side_of[won]
            assert won != mistake.card
    if way == "and_last":
        assert mistake.wins_own(better.tricks[-1])
        assert not mistake.wins_own(played.tricks[-1])
    if told.reason is Reason.load and way in ("ruffed", "lead_ruffed"):
        assert mistake.is_trump(better.tricks[0].taking)
        assert not mistake.is_trump(better.tricks[0].cards[0])
    if told.reason is Reason.trumps_drawn and way in ("partner", "partner_now"):
        assert values["card"] in played.tricks[0].cards
        ruff = better.trick_of[values["card"]]
        assert ruff.taking == values["card"]
        assert ruff.cards[0] == mistake.best if way == "partner_now" else ruff.number == values["trick"]
        assert not mistake.is_trump(ruff.cards[0])
    if told.reason is Reason.lead_taken and way == "lead":
        after = better.tricks[1]
        assert (after.seats[0], after.cards[0]) == (values["holder"], values["card"])
        assert mistake.wins_own(after)
    if told.reason is Reason.masters_together:
        first, second = values["cards"]
        trick = numbered(played, values.get("trick", played.tricks[0].number))
        assert {first, second} <= {*trick.cards}
        assert all(better.trick_of[card].taking == card for card in (first, second))
        before = played.line[: played.line.index(first) + 1]
        assert always_falls(mistake.position.play_all(before), second)
    if told.reason is Reason.keep_last:
        assert better.tricks[-1].taking == mistake.card
    if told.reason is Reason.not_ducked:
        assert played.tricks[0].taking == mistake.card
    if told.reason is Reason.own_ruffed and not way and mistake.winning is not None:
        assert not mistake.is_trump(mistake.winning)
    if told.reason is Reason.void and way == "ruffs":
        assert values["other"] in numbered(played, values["trick"]).cards


def mistakes_of(position: Position) -> list[tuple[Position, Card]]:
    """The mistakes that can be made in a position."""
    return [(position, card.card) for card in solve(position).cards if card.swing]


@pytest.mark.slow
@MANY
@given(SEEDS, st.sampled_from(("belote", "contree", "coinche", "valet_de_trefle", "all_fours_4")))
def test_what_is_named_is_seen_in_the_lines(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = find_variant(game).override({"short_deals": True})
    position = random_position(rng, rules, n_each=4, n_left=rng.randint(9, 16))
    for before, card in [] if position.is_over else mistakes_of(position):
        explanation = explanation_of(before, card)
        if explanation.reason is not None:
            check(explanation)
