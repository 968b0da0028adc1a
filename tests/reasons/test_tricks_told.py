"""What is told of a trick is what both lines show: nobody takes it who is free not to, nor ruffs unsaid."""

import pytest

from solver.analysis import analyse
from solver.cards import parse_card
from solver.reasons.cost_sentences import WAYS_OF_BOTH, WAYS_OF_COST, WAYS_OF_ESCAPE
from solver.reasons.reason import Reason
from solver.reasons.reason_sentences import tell
from solver.speech import Speech
from tests.reasons.test_consequences import deal, told_of
from tests.support.reasons.mistakes import explanation_of
from tests.support.reasons.prove_mistakes import prove

TOLD = {
    "SQ is wanted to win trick 3": deal(
        "whist", "S", "", "Q4..K86. JT8..2.A .873..98 .A4.975.", "W:HA", "SQ"
    ),
    "H3 makes North overruff": deal("whist", "H", "", "74.4.96. Q6.T5..7 A8.J.4.A JT.3.K3.", "E:C7 CA", "D3"),
    "D8 runs into South's DT": deal("whist", "S", "", "Q63...K75 4.Q.65.AT .T98.T7.8 ..AQJ8.Q6", "W:", "D8"),
    "SK forces North to ruff": deal("whist", "D", "", ".J.A3.85 KJ3.T.Q. QT7..8.Q 4.A6.7.6", "E:", "S3"),
    "CT is wanted to win trick 2": deal("whist", "C", "", "..T.7 .6..9 ...T2 ..5.3", "E:H6", "CT"),
    "HT is wanted to win trick 3": deal(
        "quadrette", "C", "", "7.7J..7 A8..9T. .9T.7K. 9J.A.A.", "N:C7 S9", "HT"
    ),
    "C8 is wanted to ruff trick 4, with West's HJ in it": deal(
        "all_fours_4", "C", "", "K9.87..T5 Q5.65.4.4 .K.987.K8 J.AJ.T.32", "E:D4", "C8"
    ),
    "CA is wanted to win trick 3, with South's DA in it": deal(
        "belote", "H", "S", "Q8...J ..TK.A ..A7.Q .A8..8", "W:HA SQ", "CA"
    ),
    "HK could take the same cards in trick 2, after CQ": deal(
        "klaverjas_amsterdam", "D", "E", "T9.J..8 7.Q.A9. AKJ...T Q.K..KQ", "W:", "HK"
    ),
    "DJ forces South to ruff with HA, which otherwise wins the last trick, its ten points and HT": deal(
        "belote", "H", "W", "..K.KJ Q...Q9 .AKQ.. .T9.J.", "W:", "H9"
    ),
    "Parting with H9 costs the last trick": deal(
        "valet_de_trefle", "H", "W", "J..QT.KT 9..AK9.9 K.T9.J8. Q.AKQ..J", "S:", "H9"
    ),
    "CT is master now, but may be thrown on West's DK in trick 5": deal(
        "coinche", "NT", "S", "K.9.QJ7.Q AJ87.8.A. T.TK..T98 Q9..TK98.", "S:", "ST"
    ),
    "South ruffs HA with DA": deal("coinche", "D", "W", ".J8..J .QT.7. ..A.KQ .A.Q.A", "W:", "HA"),
    "One trick is enough, and North's CT could win trick 1": deal(
        "klaverjas_rotterdam", "C", "S", ".T9.T.T ATK.8.. 8.J..AK ...J9Q7", "S:", "HJ"
    ),
    "D8 costs CT, and lets South's CK get home": deal(
        "belote", "S", "W", ".KJ97.T.7 .TQ.J8.J8 .A8.9.AKQ A8..AK.T9", "E:", "D8"
    ),
    "North has no diamonds and can ruff trick 1 with C9": deal(
        "klaverjas_amsterdam", "C", "W", "AJ.AK7..9 97.QJ.K.Q TQ8..T87. K...JATK7", "S:", "SQ"
    ),
    "Leading trumps draws West's HK": deal("belote", "H", "E", "K..K.J9 7.T9..K ...AQT8 J9.K..7", "E:", "H9"),
    "SA, a master, should be cashed instead of giving East the lead": deal(
        "klaverjas_amsterdam", "H", "N", ".A9.J. K7..A. AQ9... ..KQT.", "S:", "S9"
    ),
    "West ruffs with D8, and CT should be loaded on this trick": deal(
        "belote", "D", "S", ".8.K. ...TQ 9...A T..8.", "N:H8", "CQ"
    ),
    "North overruffs with HJ, and CK should be led to it": deal(
        "contree", "H", "N", "ATQ.JK.. 87.9A8.. KJ9...K9 .Q.8.AJ8", "S:", "C9"
    ),
    "West ruffs with DJ, and HK should be led to it": deal(
        "belote", "D", "E", "TQ8...T .KJ.7.K .A.TQ8. 7..J.QJ", "E:", "D7"
    ),
    "North ruffs anyway, with H8; CK should be led, not CA": deal(
        "contree", "H", "N", "8.8.. ...AK T...T .K..Q", "E:", "CA"
    ),
    "West could win the last trick and its ten points with HA, but South wins them, and HT, with CK": deal(
        "contree", "D", "N", "98..J. .9.Q.7 ...AKJ .ATQ..", "E:", "H9"
    ),
    "SJ falls to West's SA; North can ruff D7": deal(
        "belote", "C", "N", "TQ...Q 8..9.T J7..7. AK.K..", "S:", "SJ"
    ),
    "H9 costs HK and DQ": deal("contree", "S", "W", "K.Q.. .K9.. ...TJ 8..Q.", "E:", "H9"),
    "East should have the lead after this trick, not West, "
    "or it costs HT, and lets South's DA and North's SJ get home": deal(
        "valet_de_trefle", "C", "S", "J7.Q..A .AK7..8 9.9.A.Q T.TJ8..", "W:", "ST"
    ),
    "South ruffs with H7 and gets the lead, not North, which costs SA": deal(
        "klaverjas_amsterdam", "H", "E", "7.A.AT. .8.Q87. .7..AQ8 A..J9.9", "E:", "DQ"
    ),
    "Parting with C7 costs HA and CA": deal(
        "valet_de_trefle", "S", "W", "9K.J.9. 7.A8.Q. 8.Q.7.8 ..T.A97", "W:", "C7"
    ),
    "West's CK gets home in trick 2 instead of going on North's SA": deal(
        "klaverjas_amsterdam", "S", "W", "9A7... KQ..Q. .9.7.J .8..KQ", "W:H8", "S9"
    ),
    "North ruffs with DT; CK should be given to this trick, not CT": deal(
        "coinche", "D", "E", "..T.7 ...KT .AK.. K...8", "W:SK HK", "CT"
    ),
    "South overruffs with H9; D8 should be thrown on this trick, not HA": deal(
        "coinche", "H", "W", "..JT.9 .J..KQ .T9.K. .AQ.8.", "E:CQ C9", "HA"
    ),
    "South ruffs with HJ; S9 should be played to this trick, not SJ": deal(
        "valet_de_trefle", "H", "S", "Q8... J9... .J.7. K.9..", "W:SK S8", "SJ"
    ),
    "North overruffs with D9; C9 should be played to this trick, not CT": deal(
        "klaverjas_rotterdam", "D", "N", "J8..A97. A..QT.8A 97.AQ.8. .JT9..T9", "E:CA D8", "CT"
    ),
    "South ruffs with ST; this trick should be ruffed with S7, not given DQ": deal(
        "belote", "S", "W", "9.A.7.Q 87.J.Q. T.T98.. A...J8A", "W:CA CQ", "DQ"
    ),
    "South overruffs with DJ; this trick should be ruffed with DQ, not given DT": deal(
        "contree", "D", "E", "K.9.. .7J.. J..J. ..QT.", "E:HJ H9", "DT"
    ),
    "East ruffs anyway, with HK; S7 should be led, not SA": deal(
        "belote", "H", "E", "A97... .K..KJ .7..Q8 QJ...T", "N:", "SA"
    ),
    "South ruffs anyway, with HK; D9 should be led, not DK": deal(
        "contree", "H", "N", ".A.AQ87. .Q97.T.8 Q7.KJ..9 ..KJ9.KQ", "W:", "DK"
    ),
    "West ruffs with SA, and DJ should be led to it": deal(
        "contree", "S", "E", "T9.AT9.A9. 7.Q7.KQJ8. .K8.T7.QT9 AQJ8.J..K7", "E:", "D8"
    ),
    "East overruffs with SJ, and CT should be led to it": deal(
        "klaverjas_rotterdam", "S", "E", "Q9..T. J7..Q. K...J9 T...QT", "W:", "CQ"
    ),
    "North's CJ is thrown on East's D9 in trick 6": deal(
        "valet_de_trefle", "D", "N", "J.KQ.T7.J 7.9.QJ98. K8.A7.AK. .JT8..KQ7", "N:", "HK"
    ),
    "North's DT wins this trick, and DQ should be led to it": deal(
        "valet_de_trefle", "H", "S", "8.87.T. T.T9.8. .A.Q7.8 ..KJ.T9", "S:", "D7"
    ),
    "SK guards SQ, which now falls to East's ST in trick 6": deal(
        "klaverjas_rotterdam", "H", "N", "AJ.QT..JT T7.AK..AK KQ.J9.Q9. 98.7.KJT.", "S:", "SK"
    ),
    "HK lets South's HA get home, but brings CT": deal(
        "belote", "D", "N", ".Q..Q .7.8. .A..T .K..K", "W:", "HK"
    ),
    "HT costs SQ, but brings HJ": deal(
        "belote", "C", "E", "J..87J. 8.K8..7 .9.T.JT Q7.JT..", "N:DJ C7 DT", "HT"
    ),
    "CK lets North's D9 get home and costs the last trick": deal(
        "klaverjas_rotterdam", "D", "W", "QT7.K.98.T K9.A.JT.AQ AJ..KQ7.J9 8.97.A.K87", "W:", "CK"
    ),
    "DJ falls to South's DK; S8 puts North, the other opponent, on lead": deal(
        "belote", "S", "W", "AKJ.9.. Q8..J8. 9.7.K.8 T.KJ.7.", "E:", "DJ"
    ),
    "S9 and SJ fall in the same trick": deal("belote", "S", "N", "9..KJ. .9..T7 KJ.8.. Q...J8", "N:", "S9"),
    "HT and HA fall in the same trick": deal(
        "contree", "S", "S", ".J7.K7. .QT8.9. .K9.AT. .A.QJ.7", "E:", "HT"
    ),
    "DA and DT fall in the same trick": deal(
        "coinche", "H", "W", "A.J.Q79. QT7..T.K 8.98.KJ. KJ9..A8.", "N:D9", "DA"
    ),
    "D8 and DT fall in the same trick": deal(
        "whist", "H", "", ".82.732. .6.T.T76 .T74.65. ..84.985", "W:", "D8"
    ),
    "East's HQ is thrown on South's CA in trick 6": deal(
        "quadrette", "D", "", ".AT87.K.9 Q.Q9.Q9.Q K..A8.KA7 JA8.J.T.8", "E:", "SQ"
    ),
    "South then takes this trick with CK; otherwise East ruffs with H7": deal(
        "belote", "H", "N", "K..Q. .7.7. ...K9 J...J", "W:CJ", "DQ"
    ),
    "This trick goes to West's CA; it should be underruffed with CQ, not given CT": deal(
        "contree", "C", "S", ".K7.Q. 7..A7. J...QT .AT..A", "E:D7 DQ CA", "CT"
    ),
    "The other side gets more card points, DT and ST among them": deal(
        "all_fours_4", "H", "", "9.9.T.J T.3..65 J.K..92 K6.QT..", "N:", "S9"
    ),
    "South's CA could take West's CT, which gets home in trick 3": deal(
        "coinche", "NT", "E", "9.9.QJ98.J T.AK.KT7.8 .87.A.AKQ7 J8.QJT..T9", "N:", "DQ"
    ),
    "East's C6 falls to South's CJ in trick 5": deal(
        "whist", "C", "", "AQ.7.8.KQ875 .A9.KQJ9.A64 73.K65.74.JT KJ.T42.T6.93", "W:", "H2"
    ),
    "CA is master now, but may be thrown on West's SJ in trick 2": deal(
        "coinche", "AT", "W", ".9.T.8 T.K..7 .AQ..A J.J.9.", "S:", "HQ"
    ),
    "West's CA, which could go on South's SA, gets home in trick 1": deal(
        "coinche", "NT", "W", "J...Q ..7.T A...8 ..A.A", "S:", "C8"
    ),
    "North's CK may be thrown on East's SA in trick 2": deal(
        "contree", "S", "E", ".T.K.K A8.9.. K97... ..T.AT", "N:", "HT"
    ),
    "HK costs DA, and lets North's SA get home, but brings DT and HT": deal(
        "coinche", "D", "E", "A.J.J. .K.A8. .T.9.Q ..T.K9", "E:", "HK"
    ),
    "East ruffs with DK and gets the lead, which South should have": deal(
        "belote", "D", "S", "7.8.A. ..KQ.K .Q.9.9 .A..QJ", "N:", "H8"
    ),
    "East's DT is thrown on South's ST in trick 2": deal(
        "all_fours_4", "S", "", "3.9..K ..T9.A T..54. K.K5..", "S:D4 SK S3 D9 H5 H9", "DT"
    ),
    "South overruffs with S9 and gets the lead, which North should have": deal(
        "coinche", "S", "S", "AK8... J..7.9 9..Q8. QT..A.", "E:", "C9"
    ),
    "West's SK falls to North's D9 in trick 1": deal(
        "coinche", "D", "S", ".Q7.9. Q.T.Q. 7.J..J K..K8.", "E:", "SQ"
    ),
    "DQ takes this trick, but costs the last one": deal(
        "coinche", "S", "S", ".J..KJ .Q.Q.Q .K8..9 .A7.8.", "E:", "DQ"
    ),
    "S9 costs the last trick, but brings SQ, DQ and DJ": deal(
        "coinche", "NT", "W", "K..AQ. AQ...8 8..J.T T9..K.", "W:", "S9"
    ),
    "DJ is wanted for the last trick and its ten points": deal(
        "contree", "D", "S", ".K8..8 7.J7.. .9.J.9 ..K.AQ", "S:", "DJ"
    ),
    "North's HA wins this trick, and ST should be loaded on it": deal(
        "coinche", "H", "E", ".A.AQ.T 987...9 QT..K.K .Q.JT.J", "E:S7 HA HQ", "SQ"
    ),
    "West could win a sequence of three in trick 2 (HK, HQ and HJ)": deal(
        "valet_de_trefle", "D", "S", "Q..K. .AQ.. .J.J. J.K..", "S:DJ SJ DK", "HQ"
    ),
    "North's HQ may be thrown on West's SQ in trick 3": deal(
        "quadrette", "D", "", ".AKQ..7 ...AKJ8 A.7.KT. QT.8.9.", "S:", "H7"
    ),
    "S8 is master now, but may be thrown on West's CA in trick 2": deal(
        "whist", "H", "", "83..9. 5...K7 .T..63 6.K..A", "N:", "S3"
    ),
    "CA costs DQ and HK, but brings DA": deal(
        "quadrette", "D", "", "J..K.9 .K.AQ. ..9.Q8 .9.T.A", "W:", "CA"
    ),
    "HA and HT fall together in trick 2": deal(
        "contree", "D", "W", "A.K7.KJ7.K .AJ9..AQT8 KJT.Q8.A.7 Q987.T..J9", "W:", "CJ"
    ),
    "H9 and HJ fall together in trick 2": deal(
        "coinche", "H", "S", ".J.8.QT9 A.Q.T7.K 9.98.K.8 87.K.A.A", "S:", "DK"
    ),
    "North's SK could ruff East's DT, which gets home in trick 3; besides, South could win a sequence of "
    "three in trick 4 (CQ, CJ and CT)": deal(
        "valet_de_trefle", "S", "E", "KT7.T.K8.Q J.Q8.AQT9. AQ.97.J.KT 98.AKJ.7.J", "S:", "H7"
    ),
    "South ruffs HJ with CJ; besides, South wins a sequence of three in trick 1 (HK, HQ and HJ)": deal(
        "valet_de_trefle", "C", "E", ".K.9.K8 .J9.QJ. ..K.AJ9 J7.Q..7", "E:", "HJ"
    ),
    "CJ makes West spend SQ on this trick": deal(
        "belote", "S", "W", ".KJ8.Q7.T 8.QT.T8.7 K.A.KJ.KJ QT.97.A9.", "S:", "HA"
    ),
    "C9 makes South spend HA on this trick": deal(
        "contree", "H", "S", "J8.KT.Q.T .7.A97.QJ KQ.AJ.KT. .Q98.J8.9", "W:", "DJ"
    ),
    "SJ makes East spend CT on this trick": deal(
        "klaverjas_amsterdam", "C", "W", "AJ.A.. ..9.KT 9..T.A Q.J..7", "N:", "HA"
    ),
    "D7 makes North spend S9 on this trick": deal(
        "klaverjas_rotterdam", "S", "E", "98...7 ..QJ.K .J.9.T KJ..7.", "W:", "SJ"
    ),
    "D7 forces North to ruff": deal(
        "klaverjas_amsterdam", "C", "N", ".A..A7 9..7.J .K.Q.8 Q.8.K.", "E:", "S9"
    ),
    "H8 forces West to ruff": deal(
        "belote", "S", "S", "J.AQJ9.K.7 .K.T7.AJT8 7.T87.A.K9 Q8..QJ98.Q", "S:", "CK"
    ),
    "A lead of diamonds runs into South's D9 or DA": deal(
        "whist", "H", "", "KJT854.AJT..95 A6.7.K76542.AT Q.KQ96.AQT9.83 9732.4.J83.KQ4", "W:", "D8"
    ),
    "A lead of diamonds runs into South's DT or North's DA": deal(
        "whist",
        "S",
        "",
        "AK984.K42.A96.73 5.A875.Q82.T8642 Q62.JT3.KT53.AKJ JT73.Q96.J74.Q95",
        "W:",
        "D7",
    ),
    "CJ forces East to ruff": deal("valet_de_trefle", "H", "S", ".Q.A.K .J9.8. ..T9.J AT...7", "S:", "D9"),
}
"""The reasons that are told of small deals."""
FORCES = (
    "SJ makes East spend CT on this trick",
    "D7 makes North spend S9 on this trick",
    "D7 forces North to ruff",
    "CJ forces East to ruff",
)
"""Those of an opponent who ruffs with a trump that is not their last one."""


@pytest.mark.parametrize("fact", TOLD)
def test_what_is_told_of_the_trick_cannot_be_gainsaid(fact: str) -> None:
    assert told_of(TOLD[fact]) == fact


@pytest.mark.parametrize("fact", FORCES)
def test_that_an_opponent_has_to_ruff_rests_on_cards_that_the_player_does_not_see(fact: str) -> None:
    case = TOLD[fact]
    reason = explanation_of(case.position(), parse_card(case.card)).reason
    assert reason is not None
    assert reason.values["other"] in reason.hidden


@pytest.mark.parametrize("fact", FORCES)
def test_a_trump_that_has_to_be_spent_is_proved_again_from_the_answer_alone(fact: str) -> None:
    case = TOLD[fact]
    position, card = case.position(), parse_card(case.card)
    prove(position, card, explanation_of(position, card))


@pytest.mark.parametrize(
    "fact",
    [
        "DQ takes this trick, but costs the last one",
        "S9 costs the last trick, but brings SQ, DQ and DJ",
        "DJ is wanted for the last trick and its ten points",
        "North's HA wins this trick, and ST should be loaded on it",
        "West could win a sequence of three in trick 2 (HK, HQ and HJ)",
    ],
)
def test_what_is_won_in_the_place_of_more_is_proved_again_from_both_lines(fact: str) -> None:
    case = TOLD[fact]
    position, card = case.position(), parse_card(case.card)
    explanation = explanation_of(position, card)
    assert explanation.reason is not None
    assert explanation.reason.proof.kind == "lines"
    prove(position, card, explanation)


@pytest.mark.parametrize("way", [word for word in WAYS_OF_COST if "last" not in word[1]])
def test_cards_of_the_opponents_are_told_to_get_home_alone_and_beside_own_ones(
    way: tuple[Reason, str],
) -> None:
    assert "get home" in WAYS_OF_ESCAPE[way] or "getting home" in WAYS_OF_ESCAPE[way]
    assert "costs {cards}, and lets {theirs} get home" in WAYS_OF_BOTH[way]


@pytest.mark.parametrize(
    ("fact", "french"),
    [
        ("North ruffs with DT; CK should be given to this trick, not CT", "donner CK, non CT"),
        (
            "South overruffs with H9; D8 should be thrown on this trick, not HA",
            "pisser D8 au lieu de donner HA",
        ),
    ],
)
def test_pisser_is_said_of_a_card_without_points_alone(fact: str, french: str) -> None:
    case = TOLD[fact]
    reason = explanation_of(case.position(), parse_card(case.card)).reason
    assert reason is not None
    assert french in tell(reason, Speech("fr"))


def test_a_combination_that_the_game_did_not_bring_is_told_as_of_best_play() -> None:
    case = deal("valet_de_trefle", "C", "E", ".K.9.K8 .J9.QJ. ..K.AJ9 J7.Q..7", "E:", "HJ")
    reason = explanation_of(case.position(), parse_card(case.card)).reason
    assert reason is not None
    told = tell(reason, Speech(), beside_as_played=False)
    assert "HJ with CJ; besides, with best play, South wins a sequence of three" in told
    assert {*map(parse_card, ("HK", "HQ"))} <= {*reason.hidden}


def test_masters_of_a_later_trick_are_proved_again_from_the_answer_alone() -> None:
    case = deal("belote", "D", "S", "A.AT.K. .QJ9.7. 8.K.9.J T..QT.A", "S:", "S8")
    explanation = explanation_of(case.position(), parse_card(case.card))
    assert explanation.reason is not None
    assert tell(explanation.reason, Speech()) == "DK and D9 fall together in trick 3"
    assert explanation.reason.proof.n_tricks == 3
    prove(case.position(), parse_card(case.card), explanation)


def test_nothing_is_held_up_for_a_hand_that_has_none_of_the_suit_left() -> None:
    """South ruffs the spade that North leads."""
    plays = "SA SK D7 SJ DQ CJ D9 DA H8 HA HK C8 S8 CK S9 SQ H7 HQ CA CQ D8 HJ C7 DT"
    log = {
        "variant": "quadrette",
        "dealer": "S",
        "leader": "N",
        "deal": {"N": "AQ.K.TA.A", "E": "J9.AQ.9.7", "S": "-.8J7.7.KJ", "W": "K8.-.8Q.8Q"},
        "contract": {"trump": "C"},
        "plays": plays.split(),
    }
    king = next(play for play in analyse(log).deals[0].explained_plays if str(play.play.card) == "SK")
    assert king.explanation is not None
    assert "held up" not in king.explanation.text(Speech())
