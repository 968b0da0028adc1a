"""What is told of a trick is what both lines show: nobody takes it who is free not to, nor ruffs unsaid."""

import pytest

from tests.reasons.test_consequences import deal, told_of

TOLD = {
    "S4 makes East overruff with S8": deal(
        "whist", "S", "", "Q4..K86. JT8..2.A .873..98 .A4.975.", "W:HA", "SQ"
    ),
    "DA forces North to ruff with S3": deal(
        "whist", "S", "", "Q63...K75 4.Q.65.AT .T98.T7.8 ..AQJ8.Q6", "W:", "D8"
    ),
    "CT is wanted to win trick 2": deal("whist", "C", "", "..T.7 .6..9 ...T2 ..5.3", "E:H6", "CT"),
    "C8 is wanted to ruff West's HJ in trick 4": deal(
        "all_fours_4", "C", "", "K9.87..T5 Q5.65.4.4 .K.987.K8 J.AJ.T.32", "E:D4", "C8"
    ),
    "CA is wanted to win trick 3, with South's DA in it": deal(
        "belote", "H", "S", "Q8...J ..TK.A ..A7.Q .A8..8", "W:HA SQ", "CA"
    ),
    "CT is master now, but goes on West's DK in trick 5": deal(
        "coinche", "NT", "S", "K.9.QJ7.Q AJ87.8.A. T.TK..T98 Q9..TK98.", "S:", "ST"
    ),
    "West ruffs HJ with C7": deal(
        "klaverjas_rotterdam", "C", "S", ".T9.T.T ATK.8.. 8.J..AK ...J9Q7", "S:", "HJ"
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
    "South wins HT and the ten of the last trick with CK": deal(
        "contree", "D", "N", "98..J. .9.Q.7 ...AKJ .ATQ..", "E:", "H9"
    ),
    "SJ falls to West's SA; North can ruff D7": deal(
        "belote", "C", "N", "TQ...Q 8..9.T J7..7. AK.K..", "S:", "SJ"
    ),
    "H9 costs HK and DQ": deal("contree", "S", "W", "K.Q.. .K9.. ...TJ 8..Q.", "E:", "H9"),
    "East should have the lead after this trick, not West, or it costs DA, HT and SJ": deal(
        "valet_de_trefle", "C", "S", "J7.Q..A .AK7..8 9.9.A.Q T.TJ8..", "W:", "ST"
    ),
    "DQ gives South the lead, not North, and costs SA": deal(
        "klaverjas_amsterdam", "H", "E", "7.A.AT. .8.Q87. .7..AQ8 A..J9.9", "E:", "DQ"
    ),
    "Parting with C7 costs HA and CA": deal(
        "valet_de_trefle", "S", "W", "9K.J.9. 7.A8.Q. 8.Q.7.8 ..T.A97", "W:", "C7"
    ),
    "West's CK gets home in trick 2 instead of going on North's SA": deal(
        "klaverjas_amsterdam", "S", "W", "9A7... KQ..Q. .9.7.J .8..KQ", "W:H8", "S9"
    ),
    "East's HQ goes on South's CA in trick 6": deal(
        "quadrette", "D", "", ".AT87.K.9 Q.Q9.Q9.Q K..A8.KA7 JA8.J.T.8", "E:", "SQ"
    ),
}
"""The reasons that are told of small deals."""


@pytest.mark.parametrize("fact", TOLD)
def test_what_is_told_of_the_trick_cannot_be_gainsaid(fact: str) -> None:
    assert told_of(TOLD[fact]) == fact
