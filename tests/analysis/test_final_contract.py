"""The final contract of a log of bridge, judged by the hands of its pair."""

from dataclasses import replace
from io import StringIO
from typing import Any, Literal

import pytest
from rich.console import Console

from solver.analysis.final_contract import JudgedContract
from solver.analysis.judged import DealAnalysis
from solver.analysis.judging import analyse
from solver.calls.judging import find_calls
from solver.calls.worths import ContractWorth, ParWorth
from solver.engine.budget import Limit
from solver.knowledge.estimates import Estimate
from solver.knowledge.sampling import Sampling
from solver.report.board.told import board_told
from solver.report.deal import DealReport
from solver.report.page.view import DealView
from solver.report.said_calls import CallsReport
from solver.report.terminal.deal import analysis_text
from solver.rules.variants import find_variant
from solver.speech import Speech
from tests.support.samples import sample_log

PAIR = {"hand": "AQT42.K82.A73.K6", "partner": "K873.AJ4.K2.Q742"}
LOG: dict[str, Any] = {
    "variant": "bridge",
    "deal": {"N": PAIR["partner"], "E": "96.QT3.QJT86.J95", "S": PAIR["hand"], "W": "J5.9765.954.AT83"},
    "contract": {"trump": "S", "taker": "S", "bid": 2},
    "vulnerable": "both",
    "plays": [],
}


def judged(log: dict[str, Any], samples: int = 3, limit: Limit | None = None) -> DealAnalysis:
    (deal,) = analyse(log, limit or Limit(), calls=Sampling(samples)).deals
    return deal


@pytest.fixture(scope="module")
def missed() -> DealAnalysis:
    return judged(LOG)


@pytest.mark.night
@pytest.mark.slow
def test_it_is_worth_what_the_two_hands_alone_are(missed: DealAnalysis) -> None:
    found = missed.final_contract
    assert found is not None
    asked = {"variant": "bridge", **PAIR, "contract": LOG["contract"], "vulnerable": "both"}
    alone = find_calls(asked, 3)
    assert alone.contract is not None
    assert alone.contract.swing is not None
    assert found.worth.swing is not None
    assert found.worth == alone.contract
    # Both contracts are made in all of so few deals: another may be otherwise.
    assert found.worth.makes.mean == found.best.makes.mean == 1
    assert found.worth.swing.error > 100
    assert found.best.lead.error > 100 > found.worth.lead.error > 10
    assert alone.contracts is not None
    assert (found.best, found.par, found.n_samples) == (alone.contracts[0], alone.par, 3)
    written = missed.to_dict()["final_contract"]
    assert (written["trump"], written["bid"], written["taker"], written["samples"]) == ("S", 2, "S", 3)
    assert written["swing"] > 0
    assert written["best"]["swing"] == 0
    assert set(written["par"]) == {"score", "score_error"}


@pytest.mark.night
@pytest.mark.slow
def test_the_cards_of_the_defenders_change_nothing() -> None:
    deal = LOG["deal"] | {"E": LOG["deal"]["W"], "W": LOG["deal"]["E"]}
    first, other = judged(LOG, 2).final_contract, judged(LOG | {"deal": deal}, 2).final_contract
    assert first is not None
    assert other is not None
    assert (first.worth, first.best, first.par) == (other.worth, other.best, other.par)


@pytest.mark.night
@pytest.mark.slow
def test_it_is_shown_on_a_terminal_a_page_and_the_board(missed: DealAnalysis) -> None:
    analysis = analyse(LOG, calls=Sampling(3))
    told_in: dict[Literal["en", "fr"], tuple[str, str]] = {
        "en": ("The final contract", "beyond doubt"),
        "fr": ("Le contrat final", "à coup sûr"),
    }
    for language, (heading, verdict) in told_in.items():
        report = DealReport(missed, Speech(language, language, symbols=True))
        calls = CallsReport(report)
        assert calls.is_shown
        assert calls.contract is not None
        assert calls.contract[0] == heading
        assert verdict in calls.contract[1]
        assert any(" 3 " in note for note in calls.notes())
        console = Console(file=StringIO(), width=400)
        console.print(analysis_text(analysis, language, language))
        assert isinstance(console.file, StringIO)
        shown = " ".join(console.file.getvalue().split())
        assert heading in shown
        assert " ".join(calls.contract[1].split()) in shown
        assert DealView(report, 0).calls.contract == calls.contract
    told = board_told(analysis, "en")["deals"][0]["calls"]
    assert told["says"][-1][0] == "The final contract"


# ---- what cannot be judged


@pytest.mark.parametrize(
    "changed",
    [
        {"contract": {"trump": "S", "taker": "S"}},
        {"deal": {"N": "A...", "E": ".A..", "S": "..A.", "W": "...A"}},
    ],
)
def test_without_level_or_whole_hands_it_is_not_judged(changed: dict[str, Any]) -> None:
    deal = judged(LOG | changed)
    assert deal.final_contract is None
    assert not deal.left_out


def test_other_games_have_none() -> None:
    log = sample_log("auctions/contree") | {"plays": []}
    (deal,) = analyse(log, calls=Sampling(2)).deals
    assert deal.final_contract is None
    assert "final_contract" not in deal.to_dict()


def test_it_is_judged_where_it_is_asked_for() -> None:
    (deal,) = analyse(LOG | {"plays": []}).deals
    assert "final_contract" not in deal.to_dict()


def test_a_limit_leaves_it_out_and_says_so() -> None:
    deal = judged(LOG, limit=Limit(nodes=3))
    assert deal.final_contract is None
    assert "calls" in deal.left_out


@pytest.mark.night
@pytest.mark.slow
def test_its_nodes_are_half_of_those_of_the_calls() -> None:
    (deal,) = analyse(LOG, calls=Sampling(30, nodes=30_000_000)).deals
    assert deal.final_contract is not None
    assert 2 <= deal.final_contract.n_samples < 30
    # That is a planned end, no limit.
    assert deal.ended is None
    assert not deal.left_out
    (few,) = analyse(LOG, calls=Sampling(30, nodes=200)).deals
    assert few.final_contract is None
    assert few.ended is None


# ---- words


def worth(trump: str, bid: int, taker: str = "N", lead: float = 0.0, swing: float = 0.0) -> ContractWorth:
    return ContractWorth(
        trump=trump,
        taker=taker,
        bid=bid,
        multiplier=1,
        tricks=Estimate(9.0, 0.1),
        makes=Estimate(0.5, 0.1),
        score={"NS": lead, "EW": 0.0},
        lead=Estimate(lead, 5.0),
        swing=Estimate(swing, 10.0 if swing else 0.0),
    )


def said(
    final: ContractWorth,
    best: ContractWorth,
    par: float = 1000.0,
    n_samples: int = 30,
    gain_error: float = 10.0,
) -> JudgedContract:
    return JudgedContract(
        rules=find_variant("bridge"),
        worth=final,
        best=best,
        par=ParWorth(
            score={"NS": par, "EW": -par},
            lead=Estimate(par, 10.0),
            gain=Estimate(final.lead.mean - par, gain_error),
        ),
        n_samples=n_samples,
    )


@pytest.mark.parametrize(
    ("final", "best", "english", "french"),
    [
        (("S", 2), ("S", 4), "Missed game", "Manche manquée"),
        (("H", 3), ("NT", 3), "Missed game", "Manche manquée"),
        (("C", 4), ("C", 5), "Missed game", "Manche manquée"),
        (("S", 4), ("S", 6), "Missed slam", "Chelem manqué"),
        (("NT", 6), ("NT", 7), "Missed grand slam", "Grand chelem manqué"),
        (("S", 4), ("S", 3), "Overbid", "Enchère trop haute"),
        (("S", 3), ("S", 2), "Overbid", "Enchère trop haute"),
        (("D", 5), ("C", 4), "Overbid", "Enchère trop haute"),
        (("D", 6), ("NT", 3), "Overbid", "Enchère trop haute"),
        (("S", 4), ("NT", 3), "Wrong strain", "Mauvaise dénomination"),
        (("S", 2), ("D", 3), "Wrong strain", "Mauvaise dénomination"),
    ],
)
def test_the_error_has_the_name_that_players_use(
    final: tuple[str, int], best: tuple[str, int], english: str, french: str
) -> None:
    one = said(worth(*final, lead=50, swing=120.0), worth(*best, lead=170))
    assert f"{english}: " in one.text(Speech(symbols=True))
    assert f"{french} : " in one.text(Speech("fr", symbols=True)).replace("\N{NO-BREAK SPACE}", " ").replace(
        "\N{NARROW NO-BREAK SPACE}", " "
    )
    assert "120 ±\u00a010" in one.text(Speech())


def test_the_other_hand_may_play_it_better() -> None:
    one = said(worth("NT", 3, lead=50, swing=120.0), worth("NT", 3, "S", lead=170))
    assert "Wrong declarer: 3NT by S makes in 50\u00a0% of the deals" in one.text(Speech())
    assert "Mauvais déclarant : 3SA par S réussit" in one.text(Speech("fr", "fr")).replace("\u00a0", " ")


@pytest.mark.parametrize("multiplier", [2, 4])
def test_the_best_contract_is_no_error_for_being_doubled(multiplier: int) -> None:
    """As four spades that are made in half of the deals: the same declarer is not called the better one."""
    final = replace(worth("S", 4, lead=50, swing=120.0), multiplier=multiplier)
    one = said(final, worth("S", 4, lead=170))
    told = one.text(Speech(symbols=True))
    assert "Wrong declarer" not in told
    assert "It is the best contract of the pair; without the double it is worth 120 ±\u00a010 points" in told
    assert "C’est le meilleur contrat du camp\u00a0; sans le contre" in one.text(Speech("fr"))
    # So it is where the deals are too few to be sure.
    assert "Perhaps better" not in said(final, worth("S", 4, lead=170), n_samples=3).text(Speech())
    other = said(final, worth("S", 4, "S", lead=170))
    assert "Wrong declarer: 4♠ by S" in other.text(Speech(symbols=True))


def test_par_is_told_for_the_side_of_the_declarer() -> None:
    one = said(worth("NT", 3, "E", lead=50, swing=0.0), worth("NT", 3, "E", lead=50))
    assert one.text(Speech()).endswith("for EW on average.")
    assert one.text(Speech("fr", "fr")).endswith("pour EO en moyenne.")


def test_nothing_is_called_an_error_that_may_be_chance_or_pays_as_a_sacrifice() -> None:
    doubtful = said(worth("S", 4, lead=50, swing=15.0), worth("S", 2, lead=65))
    assert "No other contract of the pair is better beyond doubt." in doubtful.text(Speech())
    best = worth("S", 4, lead=420)
    assert "No other contract of the pair is worth more." in said(best, best).text(Speech())
    final, best = worth("S", 4, lead=-150, swing=50.0), worth("S", 2, lead=-100)
    lost = said(final, best, par=-400.0)
    assert lost.is_sacrifice
    assert "As a sacrifice it pays: par is " in lost.text(Speech())
    assert "Overbid" not in lost.text(Speech())
    # It brings par itself, in every deal.
    assert said(final, best, par=-150.0, gain_error=0.0).is_sacrifice


@pytest.mark.parametrize(
    ("final", "best", "par", "gain_error"),
    [
        # Dearer than what the other side makes.
        (worth("S", 4, lead=-500, swing=400.0), worth("S", 2, lead=-100), -400.0, 10.0),
        # By chance alone; of two means that are equal none is the better.
        (worth("S", 4, lead=-150, swing=50.0), worth("S", 2, lead=-100), -400.0, 200.0),
        (worth("S", 4, lead=-400, swing=300.0), worth("S", 2, lead=-100), -400.0, 100.0),
        # The pair makes a contract of its own.
        (worth("S", 4, lead=-150, swing=260.0), worth("S", 2, lead=110), -400.0, 10.0),
    ],
)
def test_it_is_a_sacrifice_only_where_it_surely_pays_and_nothing_is_made(
    final: ContractWorth, best: ContractWorth, par: float, gain_error: float
) -> None:
    dear = said(final, best, par=par, gain_error=gain_error)
    assert not dear.is_sacrifice
    assert "sacrifice" not in dear.text(Speech())


@pytest.mark.parametrize(("tricks", "french"), [(0.4, "0,4 pli"), (1.9, "1,9 pli"), (2.0, "2,0 plis")])
def test_french_has_one_trick_up_to_two(tricks: float, french: str) -> None:
    best = replace(worth("S", 4, lead=420), tricks=Estimate(tricks, 0.1))
    assert f"avec {french} en moyenne." in said(best, best).text(Speech("fr", "fr"))


def test_a_lower_contract_in_another_strain_names_an_overbid_that_fails() -> None:
    high = replace(worth("D", 4, lead=-500, swing=600.0), makes=Estimate(0.0, 0.02))
    assert "Overbid: 1♥" in said(high, worth("H", 1, lead=100)).text(Speech(symbols=True))


def test_few_deals_name_no_error_though_all_of_them_show_one(missed: DealAnalysis) -> None:
    # The best of 35 contracts over a few deals seems better by chance alone.
    final, best = worth("S", 4, lead=50, swing=130.0), worth("S", 6, lead=180)
    by_two, by_three, by_many = (said(final, best, n_samples=n).text(Speech()) for n in (2, 3, 30))
    assert "No other contract of the pair is better beyond doubt." in by_two
    assert "Perhaps better: 6♠ by N, worth 130 points more on average, ±\u00a010;" in by_three
    assert "Missed slam: 6♠ by N makes in" in by_many
    few = missed.final_contract
    assert few is not None
    assert few.worth.swing is not None
    assert few.worth.swing.is_sure
    assert not few.is_surely_worse
    assert "Missed" not in few.text(Speech())


@pytest.mark.parametrize("n_samples", [2, 4, 6, 30])
def test_few_deals_are_told_and_that_none_was_found_better_is_no_proof(n_samples: int) -> None:
    best = worth("S", 4, lead=420)
    told = said(best, best, n_samples=n_samples)
    is_few = n_samples < 6
    assert told.text(Speech()).endswith(" This rests on few deals.") == is_few
    assert told.text(Speech("fr")).endswith(" Ceci repose sur peu de donnes.") == is_few
    assert ("No other contract of the pair is worth more." in told.text(Speech())) != is_few
