"""What is said of calls, by worths that are made up: each kind of error by its name, in both languages."""

from dataclasses import replace
from typing import Any

import pytest

from solver.analysis.calls import JudgedCall
from solver.analysis.grades import Grade
from solver.calls.asked import AskedHand
from solver.calls.auctions import SaidCall
from solver.calls.partner import PartnerHelp
from solver.calls.worths import CallWorth, CallWorths
from solver.engine.answer import Stats
from solver.knowledge.estimates import Estimate
from solver.sentences import Language
from solver.speech import Speech

ASKED = {"variant": "contree", "dealer": "W", "hand": "AT7.J9.K8.7"}
NEEDS = {"double": 0.6, "redouble": 0.6}
"""Of made contracts: a double pays if no more are made."""
MADE = {
    "pass": None,
    "80H": 0.9,
    "90H": 0.6,
    "100H": 0.4,
    "110S": 0.2,
    "double": 0.3,
    "redouble": 0.8,
    "X": 0.3,
    "XX": 0.8,
}


def judged(
    auction: list[str], said: str, best: str, lost: float, needs: float | None = 0.5, **asked: Any
) -> JudgedCall:
    """A call that gives away so much against the best, where no others are."""
    hand = AskedHand.from_dict(ASKED | {"auction": auction} | asked)

    def worth(call: str, swing: float) -> CallWorth:
        share = MADE.get(call)
        return CallWorth(
            rules=hand.auction.rules,
            said=call,
            contract=hand.auction.call(call).standing,
            makes=None if share is None else Estimate(share, 0.05),
            needs=None if share is None else needs,
            score={"NS": 0.0, "EW": 0.0},
            lead=Estimate(100 - swing, 5.0),
            swing=Estimate(swing, 1.0 if swing else 0.0),
        )

    calls = tuple({one: worth(one, 0.0 if one == best else lost) for one in (best, said)}.values())
    worths = CallWorths(
        auction=hand.auction,
        seat=hand.viewpoint.seat,
        calls=calls,
        trumps=(),
        continued=False,
        n_samples=60,
        n_asked=60,
        n_deals=10**6,
        effective_samples=60.0,
        model=None,
        is_unlike_model=None,
        stats=Stats(0, 0.0),
    )
    helps = {"H": PartnerHelp(1.26, 0.6)}
    return JudgedCall(SaidCall(0, hand, worths, helps), calls[-1])


KINDS = [
    (
        ["80S"],
        "pass",
        "100H",
        # A contract that is made less often than not is not called missed.
        "Another call was better, worth 90 points more than a pass on average: 100♥ succeeds in 40\u00a0% of "
        "the deals; it needs 50\u00a0%.",
        "Un autre choix était meilleur, soit en moyenne 90 points de plus que de passer\u00a0: 100♥ réussit",
    ),
    (
        ["80S"],
        "pass",
        "90H",
        "Missed contract, worth 90 points more than a pass on average: 90♥ succeeds in 60\u00a0% of the "
        "deals; it needs 50\u00a0%.",
        "Contrat à annoncer, soit en moyenne 90 points de plus que de passer\u00a0: 90♥ réussit dans",
    ),
    (
        ["80S"],
        "pass",
        "double",
        "Missed double, worth 90 points more than a pass on average: 80♠ fails in 70\u00a0% of the deals; a "
        "double needs 40\u00a0%.",
        "Contre manqué, soit en moyenne 90 points de plus que de passer\u00a0: 80♠ chute dans 70\u00a0% des "
        "donnes\u00a0; pour contrer, il en faut 40\u00a0%.",
    ),
    (
        ["pass", "80S", "double"],
        "pass",
        "redouble",
        "80♠ succeeds in 80\u00a0% of the deals; a redouble needs 60\u00a0%.",
        "80♠ réussit dans 80\u00a0% des donnes\u00a0; pour surcontrer, il en faut 60\u00a0%.",
    ),
    ([], "100H", "80H", "Overbid: 80♥ is worth 90 points more on average.", "Enchère trop haute"),
    ([], "100H", "pass", "Overbid: a pass is worth 90 points more on average.", "Enchère trop haute"),
    ([], "80H", "100H", "Too low: 100♥ is worth 90 points more on average.", "Enchère trop basse"),
    ([], "110S", "80H", "Overbid: 80♥ is worth 90 points more on average.", "Enchère trop haute"),
    ([], "80H", "pass", "Another call was better: a pass is worth", "Un autre choix était meilleur"),
    ([], "80H", "110S", "Another call was better: 110♠ is worth", "Un autre choix était meilleur"),
    (["80S"], "double", "pass", "Wrong double: a pass is worth", "Contre à tort"),
    (
        ["80S"],
        "double",
        "100H",
        "Another call was better: 100♥ is worth",
        "Un autre choix était meilleur",
    ),
    # The trumps of the contract that was doubled may be the player's own.
    (
        ["80H"],
        "double",
        "100H",
        "Another call was better: 100♥ is worth",
        "Un autre choix était meilleur",
    ),
]


@pytest.mark.parametrize(("auction", "said", "best", "english", "french"), KINDS)
def test_an_error_has_its_name(auction: list[str], said: str, best: str, english: str, french: str) -> None:
    call = judged(auction, said, best, 90.0, NEEDS.get(best, 0.5))
    assert english in call.text(Speech("en", symbols=True))
    assert french in call.text(Speech("fr", "fr", symbols=True))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "♥: 2 trumps (♥J ♥9), 2 masters in plain suits, 4 losers. "
            "Partner has 1.3 trumps and 0.6 aces on average.",
        ),
        (
            "fr",
            "♥\u00a0: 2 atouts (♥V ♥9), 2 maîtresses à côté, 4 perdantes. "
            "Le partenaire a en moyenne 1,3 atout et 0,6 as.",
        ),
    ],
)
def test_the_reason_is_what_a_player_looks_at(language: Language, said: str) -> None:
    text = judged([], "80H", "pass", 0.0).text(Speech(language, language, symbols=True))
    assert said in text


def test_a_grade_is_by_the_share_of_the_stake_and_a_low_bid_is_no_more_than_inaccurate() -> None:
    stake = judged([], "80H", "pass", 0.0).worths.auction.rules.stake
    shares = {
        0.0: Grade.best,
        0.04: Grade.good,
        0.06: Grade.inaccuracy,
        0.13: Grade.mistake,
        0.26: Grade.blunder,
    }
    for share, grade in shares.items():
        call = judged([], "100H", "100H" if not share else "pass", share * stake)
        assert call.grade == grade
    assert judged([], "80H", "100H", stake).grade == Grade.inaccuracy
    assert judged([], "100H", "80H", stake).grade == Grade.blunder
    doubtful = replace(judged([], "100H", "pass", 90.0).worth, swing=Estimate(90.0, 50.0))
    call = judged([], "100H", "pass", 90.0)
    assert replace(call, worth=doubtful).grade == Grade.good


def test_the_best_of_many_calls_must_be_better_by_more_errors() -> None:
    call = judged([], "100H", "pass", 90.0)
    doubtful = replace(call.worth, swing=Estimate(90.0, 40.0))
    assert replace(call, worth=doubtful).grade == Grade.mistake
    many = replace(call.worths, calls=(call.worths.calls[0], *[call.worth] * 12))
    assert replace(call, worth=doubtful, said=replace(call.said, worths=many)).grade == Grade.good
    # Nor do few deals tell their own error.
    few = replace(call.worths, effective_samples=2.2)
    assert replace(call, worth=doubtful, said=replace(call.said, worths=few)).grade == Grade.good


def test_a_contract_that_is_mostly_made_is_not_overbid() -> None:
    call = judged([], "80H", "pass", 90.0)
    goes_on = replace(call, said=replace(call.said, worths=replace(call.worths, continued=True)))
    said = (
        "80♥ succeeds in 90\u00a0% of the deals; it needs 50\u00a0%. By how the auction goes on, a pass is "
        "worth 90 points more on average."
    )
    assert goes_on.text(Speech("en", symbols=True)).startswith(said)


def test_a_bid_that_is_seldom_made_and_pays_says_why() -> None:
    call = judged(["80S"], "100H", "100H", 0.0, needs=None)
    passing = replace(
        call.worth, said="pass", makes=None, lead=Estimate(10.0, 5.0), swing=Estimate(90.0, 1.0)
    )
    of_both = replace(call, said=replace(call.said, worths=replace(call.worths, calls=(call.worth, passing))))
    assert "It pays even if it fails: a pass would cost more." in of_both.text(Speech())


def french(call: JudgedCall) -> str:
    return call.text(Speech("fr", "fr", symbols=True)).replace("\u00a0", " ")


NAMING: dict[str, Any] = {"variant": "valet_de_trefle", "hand": "AT7.J9.K8.7", "dealer": "W"}


def test_where_trumps_are_named_a_player_takes() -> None:
    missed = judged([], "pass", "H", 90.0, **NAMING)
    assert "Prise manquée" in french(missed)
    wrong = judged([], "H", "pass", 90.0, **NAMING)
    short = replace(wrong, worth=replace(wrong.worth, makes=Estimate(0.3, 0.05), needs=0.5))
    assert french(short).startswith(
        "Prendre à ♥ réussit dans 30 % des donnes ; il en faut 50 %. "
        "Prise à tort : passer vaut en moyenne 90 points de plus."
    )
    assert "Wrong take: a pass is worth 90 points more" in short.text(Speech("en", symbols=True))


def test_numbers_below_two_are_singular_in_french_as_they_are_shown() -> None:
    proposed = judged(
        [], "propose", "take", 1.59, variant="all_fours", dealer="S", hand="A5.K3.T.9", turned_up="H4"
    )
    surely = replace(proposed, worth=replace(proposed.worth, swing=Estimate(1.59, 0.1)))
    assert "vaut en moyenne 1,59 point de plus" in french(surely)
    assert "is worth 1.59 points more" in surely.text(Speech("en", symbols=True))
    call = judged([], "80H", "pass", 0.0)
    helps = {"H": PartnerHelp(1.97, 1.94)}
    assert "2,0 atouts et 1,9 as" in french(replace(call, said=replace(call.said, helps=helps)))


def test_of_a_proposal_the_hand_is_told_in_the_suit_turned_up() -> None:
    proposed = judged(
        [], "propose", "take", 1.59, variant="all_fours", dealer="S", hand="A5.K3.T.9", turned_up="H4"
    )
    assert "♥: 2 trumps (♥K ♥3), 1 master in plain suits." in proposed.text(Speech("en", symbols=True))


def test_who_defends_does_not_count_losers() -> None:
    assert "perdante" not in french(judged(["80S"], "double", "pass", 90.0))
    assert "perdante" in french(judged([], "80H", "pass", 0.0))


def test_what_may_well_be_a_mistake_is_told_with_its_error() -> None:
    for said, best, name in (("100H", "80H", "80♥"), ("pass", "100H", "100♥")):
        call = judged(["80S"] if said == "pass" else [], said, best, 200.0)
        doubtful = replace(call, worth=replace(call.worth, swing=Estimate(200.0, 150.0)))
        assert doubtful.grade == Grade.good
        assert doubtful.is_in_doubt
        assert (
            f"Peut-être mieux : {name}, soit 200 points de plus en moyenne, à 150 près ; les donnes sont "
            "trop peu nombreuses pour en être sûr."
        ) in french(doubtful)
        assert f"Perhaps better: {name}, worth 200 points more on average, ±\u00a0150;" in doubtful.text(
            Speech("en", symbols=True)
        )


BRIDGE: dict[str, Any] = {"variant": "bridge", "dealer": "W", "hand": "AQT4.K82.A73.K64"}


def test_a_redouble_of_bridge_says_that_the_double_is_not_read() -> None:
    opened = ["1H", "Pass", "4H"]
    wrong = judged([*opened, "X"], "XX", "Pass", 90.0, **BRIDGE)
    assert wrong.text(Speech()).endswith("What the double tells of the hands is not read.")
    assert french(wrong).endswith("On ne tient pas compte de ce que le contre dit des mains.")
    assert "not read" not in judged(opened, "X", "Pass", 90.0, **BRIDGE).text(Speech())


def test_a_pass_to_a_double_that_is_not_read_is_no_error() -> None:
    doubled = ["1H", "Pass", "4H", "X"]
    passed = judged(doubled, "Pass", "XX", 290.0, NEEDS["redouble"], **BRIDGE)
    assert passed.grade == Grade.good
    assert passed.best == ("XX", "Pass")
    assert not passed.is_in_doubt
    assert "Missed" not in passed.text(Speech())
    assert passed.text(Speech()).startswith(
        "A redouble would be worth 290 points more on average if the double told nothing of the hands."
    )
    assert french(passed).startswith(
        "Surcontrer rapporterait en moyenne 290 points de plus si le contre ne disait rien des mains."
    )
    # Who doubles takes the contract to fail: a redouble that loses over these deals loses more.
    assert judged(doubled, "XX", "Pass", 290.0, **BRIDGE).grade == Grade.blunder


def test_points_are_told_with_their_thousands_apart() -> None:
    call = judged(["80S"], "pass", "100H", 1325.0)
    assert "worth 1,325 points more" in call.text(Speech())
    assert "1 325 points de plus" in french(call)


def test_a_bid_that_is_only_too_low_is_in_no_doubt() -> None:
    call = judged([], "80H", "100H", 200.0)
    assert not replace(call, worth=replace(call.worth, swing=Estimate(200.0, 150.0))).is_in_doubt


@pytest.mark.parametrize(
    ("lost", "error", "n_deals"),
    [(40.0, 30.0, 60.0), (200.0, 210.0, 60.0), (200.0, 150.0, 2.2), (0.0, 0.0, 60.0), (200.0, 10.0, 60.0)],
)
def test_of_small_doubts_nothing_is_said(lost: float, error: float, n_deals: float) -> None:
    call = judged([], "100H", "80H", lost)
    doubtful = replace(
        call,
        worth=replace(call.worth, swing=Estimate(lost, error)),
        said=replace(call.said, worths=replace(call.worths, effective_samples=n_deals)),
    )
    assert not doubtful.is_in_doubt
    assert "Perhaps" not in doubtful.text(Speech())


def unlike(call: JudgedCall) -> JudgedCall:
    return replace(call, said=replace(call.said, worths=replace(call.worths, is_unlike_model=True)))


def test_calls_unlike_the_model_are_told_where_they_tell_little() -> None:
    wrong = unlike(judged(["80S"], "double", "pass", 90.0))
    assert french(wrong).endswith("s’écarte du modèle : ceci repose sur peu de donnes.")


def test_few_deals_that_fit_do_not_say_that_nothing_is_worth_more() -> None:
    for call in (judged(["80S"], "pass", "pass", 0.0), judged(["1H"], "Pass", "Pass", 0.0, **BRIDGE)):
        assert call.text(Speech()).startswith("No call is worth more than a pass.")
        assert unlike(call).text(Speech()).startswith("No other call is better beyond doubt.")
    of_bridge = unlike(judged(["1H"], "Pass", "Pass", 0.0, **BRIDGE))
    assert of_bridge.text(Speech()).endswith("unlike the model's: this rests on few deals.")
    assert french(of_bridge).endswith("qu’attend le modèle : ceci repose sur peu de donnes.")


def test_that_a_bid_pays_though_it_fails_is_said_beyond_doubt_alone() -> None:
    def bid(said: str, best: str, error: float) -> str:
        call = judged(["80S"], said, best, 200.0, needs=None)
        # Beside the bid stands a pass that gives away 200 points.
        passing = replace(call.worths.calls[-1], said="pass", makes=None, swing=Estimate(200.0, error))
        first = replace(call.worths.calls[0], said=said) if said == best else call.worths.calls[0]
        worths = replace(call.worths, calls=(first, passing))
        return replace(call, said=replace(call.said, worths=worths), worth=worths.calls[0]).text(Speech())

    assert "It pays even if it fails" in bid("100H", "100H", 20.0)
    assert "It pays even if it fails" not in bid("100H", "100H", 150.0)


def test_shares_are_told_finer_where_they_would_read_alike_or_as_none_or_all() -> None:
    def told(makes: float, needs: float) -> str:
        call = judged([], "80H", "80H", 0.0, needs)
        worth = replace(call.worth, makes=Estimate(makes, 0.05))
        worths = replace(call.worths, calls=(worth,))
        return replace(call, worth=worth, said=replace(call.said, worths=worths)).text(
            Speech("en", symbols=True)
        )

    assert told(0.692, 0.688).startswith("80♥ succeeds in 69.2\u00a0% of the deals; it needs 68.8\u00a0%.")
    assert told(0.998, 0.5).startswith("80♥ succeeds in more than 99\u00a0% of the deals;")
    assert told(0.002, 0.5).startswith("80♥ succeeds in less than 1\u00a0% of the deals;")
    assert told(1.0, 0.5).startswith("80♥ succeeds in 100\u00a0% of the deals;")


def test_a_sentence_begins_with_a_capital() -> None:
    doubled = judged(["capotS"], "double", "double", 0.0)
    assert doubled.text(Speech("en", symbols=True)).startswith("Capot ♠ fails in 70\u00a0% of the deals;")
    assert french(doubled).startswith("Capot ♠ chute dans 70 % des donnes")


def test_a_missed_contract_tells_what_the_pass_loses_or_that_it_pays_anyway() -> None:
    def goes_on(call: JudgedCall) -> JudgedCall:
        return replace(call, said=replace(call.said, worths=replace(call.worths, continued=True)))

    loses = judged(["80S"], "pass", "100H", 190.0)
    assert "A pass loses 90 points on average." in goes_on(loses).text(Speech())
    assert "loses" not in loses.text(Speech())
    pays = goes_on(judged(["80S"], "pass", "100H", 190.0, needs=None))
    assert "a pass would cost more, or the others bid on." in pays.text(Speech())


def test_of_bids_that_are_as_good_the_one_made_most_often_is_missed() -> None:
    call = judged(["80S"], "pass", "100H", 190.0)
    high, passing = call.worths.calls
    low = replace(high, said="90H", makes=Estimate(0.6, 0.05), swing=Estimate(20.0, 30.0))
    surely_worse = replace(high, said="90H", makes=Estimate(0.6, 0.05), swing=Estimate(20.0, 1.0))
    other = replace(
        judged([], "110S", "110S", 0.0).worth, makes=Estimate(0.9, 0.05), swing=Estimate(20.0, 30.0)
    )

    def told(*others: CallWorth) -> str:
        worths = replace(call.worths, calls=(high, *others, passing))
        return replace(call, said=replace(call.said, worths=worths)).text(Speech("en", symbols=True))

    assert told(low).startswith("Missed contract, worth 170 points more than a pass on average: 90♥ succeeds")
    for others in ((), (surely_worse,), (other,)):
        assert told(*others).startswith(
            "Another call was better, worth 190 points more than a pass on average: 100♥"
        )
