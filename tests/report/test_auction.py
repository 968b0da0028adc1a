"""The auction of each game as its players read it, on the terminal, in the report and on the board's page."""

from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from solver import Language, Speech, analyse, board_told, report_page, tabulate
from solver.calls.words import call_text
from solver.game.position import Position
from solver.report.auction import turned_up_text
from solver.report.contract import contract_parts
from solver.report.deal import DealReport
from solver.report.par import par_texts
from solver.report.terminal.deal import analysis_text
from solver.rules.variants import find_variant
from tests.game.auctions.test_logs import CALLS
from tests.support.samples import sample_log

LOGS: dict[str, dict[str, Any]] = {
    "contree": sample_log("contree") | {"auction": CALLS},
    "belote": sample_log("belote") | {"auction": ["pass", "pass", "pass", "take"]},
    "klaverjas_amsterdam": sample_log("klaverjas_amsterdam") | {"auction": ["H"]},
    "all_fours": sample_log("all_fours") | {"auction": ["propose", "refuse"], "turned_up": "D4"},
}
DOUBLED_AT_PAR: dict[str, Any] = {
    "dealer": "N",
    "deal": {
        "N": "KT9.QJ.K.QT",
        "E": "A7.K9.AJ8.8",
        "S": "8.T87.T97.9",
        "W": "QJ.A.Q.AKJ7",
    },
}
"""A deal of contrée and coinche in which a side bids more than it makes, and is doubled."""
SAID = [
    ("contree", "en", "Auction from S: 80♠, pass, 100♥, 110♣, pass, pass, 120♥, double, pass, pass, pass"),
    (
        "contree",
        "fr",
        "Enchères à partir de Sud\u00a0: 80♠, passe, 100♥, 110♣, passe, passe, 120♥, contre, passe",
    ),
    ("belote", "en", "Auction from S: pass, pass, pass, take"),
    ("belote", "fr", "Enchères à partir de Sud\u00a0: passe, passe, passe, je prends"),
    ("klaverjas_amsterdam", "en", "Auction from E: ♥"),
    ("klaverjas_amsterdam", "fr", "Enchères à partir d’Est\u00a0: ♥"),
    ("all_fours", "en", "Turned up: ♦4. Auction from N: propose, refuse"),
    ("all_fours", "fr", "Retourne\u00a0: ♦4. Enchères à partir de Nord\u00a0: je propose, je refuse"),
]


@pytest.mark.parametrize(("game", "language", "said"), SAID)
def test_the_auction_is_told_in_the_words_of_its_game(game: str, language: Language, said: str) -> None:
    analysis = analyse({**LOGS[game], "plays": []})
    console = Console(width=140, record=True, file=StringIO())
    console.print(analysis_text(analysis, language=language))
    assert said in console.export_text()
    page = report_page(analysis, Speech(language))
    assert said in "".join(page.replace('<span class="red">', "").replace("</span>", ""))
    (deal,) = board_told(analysis, language)["deals"]
    assert ", ".join(deal["auction"]["calls"]).startswith(said.split(": ")[-1].split("\u00a0: ")[-1])


def test_the_board_has_a_column_for_each_player_from_the_first_to_speak() -> None:
    for game, seats in (("contree", "SENW"), ("belote", "SWNE"), ("all_fours", "NS")):
        (deal,) = board_told(analyse({**LOGS[game], "plays": []}), "en")["deals"]
        assert "".join(player[0] for player in deal["auction"]["seats"]) == seats


@pytest.mark.parametrize(
    ("game", "call", "english", "french"),
    [
        ("contree", "capotD", "capot ♦", "capot ♦"),
        ("contree", "redouble", "redouble", "surcontre"),
        ("coinche", "double", "double", "coinche"),
        ("coinche", "redouble", "redouble", "surcoinche"),
        ("coinche", "100NT", "100 no trumps", "100 sans atout"),
        ("coinche", "capotAT", "capot all trumps", "capot tout atout"),
        ("belote", "takeH", "take ♥", "je prends à\u00a0♥"),
        ("valet_de_trefle", "C", "♣", "♣"),
        ("all_fours", "accept", "accept", "j’accepte"),
        ("bridge", "3NT", "3NT", "3SA"),
        ("bridge", "Pass", "Pass", "Passe"),
        ("bridge", "4S", "4♠", "4♠"),
        ("bridge", "XX", "XX", "XX"),
    ],
)
def test_calls_have_symbols_for_suits(game: str, call: str, english: str, french: str) -> None:
    rules = find_variant(game)
    assert call_text(call, rules, Speech("en")) == english
    assert call_text(call, rules, Speech("fr")) == french


@pytest.mark.parametrize(
    ("variant", "multiplier", "said"),
    [
        ("contree", 2, "N annonce 100, contré"),
        ("coinche", 2, "N annonce 100, coinché"),
        ("coinche", 4, "N annonce 100, surcoinché"),
        ("coinche", 1, "N annonce 100"),
    ],
)
def test_a_contract_is_doubled_in_the_words_of_its_game(variant: str, multiplier: int, said: str) -> None:
    log = sample_log("contree")
    contract = {"trump": "H", "taker": "N", "bid": 100, "multiplier": multiplier}
    position = Position.from_dict(log | {"variant": variant, "contract": contract, "plays": []})
    assert said in contract_parts(position, Speech("fr", "fr"))


@pytest.mark.parametrize(("variant", "said"), [("contree", " contré,"), ("coinche", " coinché,")])
def test_par_is_doubled_in_the_words_of_its_game(variant: str, said: str) -> None:
    table = tabulate(DOUBLED_AT_PAR | {"variant": variant})
    assert table.par is not None
    doubled = tuple(contract for contract in table.par.contracts if contract.multiplier == 2)
    (_, par), *_ = par_texts(
        replace(table, pars=(replace(table.par, contracts=doubled),)), Speech("fr", "fr")
    )
    assert said in par


def test_par_leaves_out_contracts_of_the_side_that_loses_by_them_what_it_loses_anyhow() -> None:
    """North and South lose 500 to a capot, or doubled in a bid that is sure to fail."""
    table = tabulate(DOUBLED_AT_PAR | {"variant": "contree"})
    assert table.par is not None
    contracts = {(contract.side, contract.multiplier) for contract in table.par.contracts}
    assert contracts == {("NS", 2), ("EW", 1)}
    assert par_texts(table, Speech()) == [("Par", "capot ♦ or capot ♣ by E or W: EW +500")]


def test_the_cards_turned_up_are_told_as_far_as_they_lay_there() -> None:
    log = sample_log("auctions/belote")
    first, both = ("Turned up: ♣Q.", "Turned up: ♣Q, then ♦K.")
    for calls, said in ((["pass", "take"], first), ([*["pass"] * 4, "take"], both)):
        analysis = analyse(log | {"auction": calls, "plays": []})
        assert turned_up_text(analysis.deals[0], Speech()) == said
        assert board_told(analysis, "en")["deals"][0]["auction"]["turned_up"] == said
        assert DealReport(analysis.deals[0], Speech()).auction().startswith(said)
    contree = analyse(LOGS["contree"] | {"plays": []})
    assert board_told(contree, "en")["deals"][0]["auction"]["turned_up"] == ""
