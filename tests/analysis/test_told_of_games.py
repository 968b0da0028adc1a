"""What is told of mistakes in whole games, where it was once told wrongly.

Card and suit, the trick and who takes it must be those of the game, of best play, or of every way to play
the trick as well.
"""

import json
from dataclasses import replace
from typing import Any

import pytest

from solver import Limit, analyse
from solver.analysis.explaining import explain_by_knowledge
from solver.engine import Budget
from solver.knowledge import Sampling
from solver.reasons.reason import Reason
from solver.speech import Speech
from tests.support.command_line import ROOT

GAMES = [
    json.loads(line)
    for line in (ROOT / "tests" / "data" / "told_of_games.ndjson").read_text(encoding="utf-8").splitlines()
]
"""Games with their sentences, by the index of the card.

An own hand takes the card that best play saves, in the game; a hand is made to ruff with one trump that may
as well ruff with another; a trump falls under another one; an overruff is told as a ruff; a master takes the
same trick later.

A high card that falls under the card that was led is no finesse, nor is one that falls where nothing is led
to it; a card is good once no higher one is out; a card that takes the trick, or that is got rid of, is no
safety play; the trick is another card's; an honour that has gone is not led towards; an entry lies in the
other hand; what is played after a ruff is not ruffed.

In the game a trump falls, a card is not lost, a hand follows suit, or a master is cashed in time; a trick
goes to a hand that may leave it; a card is to be cashed that partner has to beat; a hand that can follow is
forced to ruff, or one that may as well discard; masters fall together after another best card, too; a card
is worth far more than the mistake costs; forced discards are not named.

A high card need not drop under a higher one; the long hand is told to run out of a suit first; another suit
is as good as the card that is unblocked; all suits but one are as bad as the lead of a card to be kept;
partner takes the trick; the whole suit is wrong; a tenace is led towards; a card of the suit that is blamed
is as good; every card of a trick that is ruffed is lost in best play, too; trumps should be drawn; every
other lead is as good as the one that is told to hold the trick.

A ruff is made with another trump in best play; a trump beats another card than the one that was led; nothing
of a later trick is lost; a card is led a trick later; a card is lost as well that need not be thrown; an
opponent had the trick before their partner was ruffed; a small trump is nothing in itself; a master takes as
much later; the last trick is lost, and nothing else; a low can be kept; a trump lies open on the stock;
several forced discards are to come; a card that is guarded is drawn only later; partner ruffs now, or later.
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["log"]["id"])
def test_what_is_told_of_a_game_cannot_be_gainsaid(game: dict[str, Any]) -> None:
    explanations = analyse(game["log"]).deals[0].explanations
    for speech, told in ((Speech(), game.get("told", {})), (Speech("fr", "fr"), game.get("told_fr", {}))):
        assert {index: explanations[int(index)].text(speech) for index in told} == told


def test_the_end_of_a_game_is_explained_where_its_opening_takes_all_it_is_given() -> None:
    path = ROOT / "tests" / "data" / "california_jack_long.ndjson"
    analysis = analyse(json.loads(path.read_text(encoding="utf-8")), Limit(nodes=300_000))
    assert not analysis.exact
    reasons = [one.reason for one in analysis.deals[0].explanations.values()]
    assert len(reasons) > 4
    assert None not in reasons[-4:]


def test_a_card_that_is_safe_rests_on_the_hidden_cards_that_could_take_the_trick() -> None:
    log = next(game["log"] for game in GAMES if game["log"]["id"] == "belote-10-safe")
    reason = analyse(log).deals[0].explanations[1].reason
    assert reason is not None
    assert [*map(str, reason.hidden)] == ["HT", "HJ"]


@pytest.mark.parametrize(
    ("name", "index", "hidden"),
    [
        ("all_fours-03-none", 0, "SQ D5 CA CJ C8 C3"),  # the whole hand of the one opponent
        ("belote-1046-none", 8, "SK ST"),  # partner's trumps
        ("all_fours-1054-none", 2, ""),  # the opponent has discarded on a trump
        ("california_jack-void", 2, "SJ H9 H4"),  # and has drawn a card since
    ],
)
def test_that_the_opponents_have_no_trumps_rests_on_hidden_cards_until_they_show_it(
    name: str, index: int, hidden: str
) -> None:
    log = next(game["log"] for game in GAMES if game["log"]["id"] == name)
    reason = analyse(log).deals[0].explanations[index].reason
    assert reason is not None
    assert reason.reason is Reason.trumps_drawn
    assert " ".join(map(str, reason.hidden)) == hidden


def test_a_card_that_could_be_known_to_be_better_is_named_where_no_reason_is_proved() -> None:
    log = next(game["log"] for game in GAMES if game["log"]["id"] == "whist-1044-no-reason")
    for fair, better in ((None, "leading C8"), (Sampling(samples=20), "leading DJ")):
        explanation = analyse(log, fair=fair).deals[0].explanations[12]
        assert explanation.reason is None
        assert f"{better} is better" in explanation.text(Speech())


@pytest.mark.parametrize(
    ("name", "cost"), [("belote-7008-cheap", "2 points"), ("belote-7028-cheap", "6 points")]
)
def test_a_mistake_that_cost_little_as_the_cards_lay_is_told_so(name: str, cost: str) -> None:
    """By what the players could know it costs 15 points and more."""
    log = next(game["log"] for game in GAMES if game["log"]["id"] == name)
    explanation = analyse(log, fair=Sampling(samples=30)).deals[0].explanations[10]
    assert explanation.text(Speech()).endswith(f" takes this trick: only {cost}, as the cards lay.")
    assert explanation.text(Speech("fr")).endswith(f"{cost} seulement dans cette donne.")


def test_a_mistake_that_may_well_cost_as_little_on_average_is_not_told_to_be_cheap() -> None:
    log = next(game["log"] for game in GAMES if game["log"]["id"] == "belote-7028-cheap")
    deal = analyse(log, fair=Sampling(samples=30)).deals[0]
    fair = deal.plays[10].fair
    assert fair is not None
    swing, cost = fair.chosen.swing, deal.explanations[10].mistake.cost
    for share, is_cheap in ((0.9, True), (1.1, False)):
        error = share * (swing.mean - cost) / swing.doubt
        cards = [replace(one, swing=replace(one.swing, error=error)) for one in fair.cards]
        play = replace(deal.plays[10], fair=replace(fair, cards=tuple(cards)))
        other = replace(deal, plays=(*deal.plays[:10], play, *deal.plays[11:]))
        assert explain_by_knowledge(other, Budget(Limit())).explanations[10].is_cheap == is_cheap


def test_a_cheap_card_that_costs_nothing_in_the_score_is_told_with_and_not_with_but() -> None:
    game = next(game for game in GAMES if game["log"]["id"] == "contree-159")
    explanation = analyse(game["log"]).deals[0].explanations[0]
    assert explanation.text(Speech()).endswith("8 points, but nothing in the score.")
    cheap = replace(explanation, is_cheap=True)
    assert cheap.text(Speech()).endswith(": only 8 points, as the cards lay, and nothing in the score.")
    assert cheap.text(Speech("fr")).endswith("8 points seulement dans cette donne, et rien à la marque.")
    since = replace(cheap, decided_in=3)
    told = "as the cards lay, and nothing in the score since trick 4, which decided the contract."
    assert since.text(Speech()).endswith(told)
    assert "et plus rien à la marque depuis le pli 4" in since.text(Speech("fr"))


def test_a_card_that_costs_what_it_is_expected_to_cost_is_not_told_to_be_cheap() -> None:
    log = next(game["log"] for game in GAMES if game["log"]["id"] == "belote-7008-cheap")
    deal = analyse(log, fair=Sampling(samples=30)).deals[0]
    others = [one for index, one in deal.explanations.items() if index != 10]
    assert others
    assert not any("as the cards lay" in one.text(Speech()) for one in others)
