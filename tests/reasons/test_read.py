"""Sentences that were untrue, found by reading reports card by card: what is said of the same cards now."""

import json
from functools import cache
from pathlib import Path

import pytest

from solver.analysis import analyse
from solver.analysis.judged import DealAnalysis
from solver.engine import NO_LIMIT, Budget, Solver
from solver.knowledge import Sampling
from solver.reasons.prover import Prover
from solver.reasons.techniques.keeping import kept
from solver.reasons.techniques.scene import Scene
from solver.reasons.techniques.trumps import force
from solver.sentences import Language
from solver.speech import Speech
from tests.support.command_line import ROOT

LOGS = Path(__file__).parents[1] / "data" / "read_reports.ndjson"
SAMPLE = json.loads((ROOT / "samples" / "bridge.json").read_text(encoding="utf-8"))


@cache
def judged(name: str, fair: Sampling | None = None) -> DealAnalysis:
    logs = [*map(json.loads, LOGS.read_text(encoding="utf-8").splitlines()), SAMPLE]
    return analyse(next(log for log in logs if log["id"] == name), fair=fair).deals[0]


def said(name: str, trick: int, card: str, language: Language = "en", fair: Sampling | None = None) -> str:
    (explained,) = (
        play
        for play in judged(name, fair).explained_plays
        if (play.play.trick + 1, str(play.play.card)) == (trick, card)
    )
    assert explained.explanation is not None
    return explained.explanation.text(Speech(language, "en"))


@pytest.mark.parametrize(("name", "card"), [("belote-4", "HK"), ("valet_de_trefle-102", "C7")])
def test_after_the_last_trick_nobody_leads(name: str, card: str) -> None:
    assert "the lead" not in said(name, 6, card)


def test_a_sequence_that_the_opponents_make_is_the_reason() -> None:
    assert "sequence of three" in said("valet_de_trefle-102", 6, "C7")


def test_a_trick_decided_the_contract_only_if_it_does_not_turn_again() -> None:
    turns = [(turn.play.trick + 1, turn.turn.what) for turn in judged("belote-108").turning_points]
    assert (6, "contract") in turns
    assert said("belote-108", 6, "DK").endswith("4 points, but nothing in the score.")


def test_a_ruff_of_a_trick_that_partner_wins_is_nothing_to_lose() -> None:
    assert "trick 2" not in said("quadrette-2", 1, "SJ")


def test_who_plays_against_one_has_one_opponent() -> None:
    assert "North has no trumps that CK could draw" in said("all_fours-100", 3, "CK")
    assert "Nord n’a pas d’atout que CK puisse faire tomber" in said("all_fours-100", 3, "CK", "fr")


def test_a_card_that_nobody_could_know_to_be_better_is_so_with_open_cards() -> None:
    """The card that was played is bad by what could be known too, and the better one as bad or worse."""
    where = ("klaverjas_amsterdam-398-human", 2, "HA")
    assert "; leading DT is better." in said(*where)
    assert "; with open cards, leading DT is better." in said(*where, fair=Sampling(samples=20))


@pytest.mark.parametrize(
    ("name", "trick", "card", "better", "known"),
    [
        ("klaverjas_amsterdam-189-lowlead", 1, "C7", "leading CT", "leading HA"),
        ("all_fours-2562-random", 3, "SQ", "playing H3", "playing HA"),
        pytest.param("whist-20", 5, "HK", "ruffing with H4", "discarding S9", marks=pytest.mark.slow),
        pytest.param("bridge-115", 9, "C6", "leading S4", "leading ST", marks=pytest.mark.slow),
    ],
)
def test_of_several_best_cards_one_is_told_that_could_be_known_to_be_better(
    name: str, trick: int, card: str, better: str, known: str
) -> None:
    assert f"; {better} is better." in said(name, trick, card)
    assert f"; {known} is better." in said(name, trick, card, fair=Sampling(samples=20))


@pytest.mark.parametrize(
    ("name", "trick", "card", "taking"),
    [
        ("bridge-120", 5, "C7", "CA"),
        ("bridge-27", 8, "S5", "SA"),
        ("bridge-14", 5, "D9", "DT"),
        ("bridge-1", 1, "H5", "HA"),
    ],
)
def test_no_lead_falls_to_a_card_if_its_suit_loses_as_much_anyway(
    name: str, trick: int, card: str, taking: str
) -> None:
    assert taking not in said(name, trick, card)


def test_a_lead_that_falls_to_a_trick_that_is_lost_anyway_may_be_one_too_early() -> None:
    assert "HK, a master, should be cashed before South has the lead" in said("bridge-120", 5, "C7")


@pytest.mark.night
@pytest.mark.slow
def test_a_ruff_is_lost_in_the_hand_that_makes_fewer_trumps() -> None:
    assert "North can ruff clubs in the short hand" in said("bridge-145", 5, "S7")
    assert "as North, with best play, ruffs with ST" in said("bridge-145", 1, "D3")
    # West ruffs with best play as well.
    assert "as East, with best play, ruffs with C5" in said("whist-104", 4, "H7")


def scene(name: str, trick: int, card: str) -> Scene:
    deal = judged(name)
    (play,) = (play for play in deal.plays if (play.trick + 1, str(play.card)) == (trick, card))
    mistake = deal.mistake(play)
    assert mistake is not None
    return Scene(mistake, Prover(mistake.own, Budget(NO_LIMIT), Solver(deal.position)))


def test_who_follows_and_ruffs_a_later_lead_of_their_own_side_is_not_forced() -> None:
    """East follows to the queen of spades, and ruffs the second spade, which West leads."""
    assert not list(force(scene("bridge-1", 1, "H5")))


def test_the_better_card_does_no_harm_now() -> None:
    told = "Otherwise South is thrown in with HK and has to give a trick: 1 trick and the contract."
    assert said("bridge-sample", 9, "SJ").endswith(told)
    assert "Sinon Sud est mis en main par HK et doit donner un pli" in said("bridge-sample", 9, "SJ", "fr")


def test_a_trick_that_the_played_card_has_won_is_not_lost_anyway() -> None:
    assert "The finesse against South's SQ works" in said("bridge-106", 6, "SK")


def test_a_card_is_not_wanted_if_an_equal_stays_in_hand() -> None:
    """The nine wins a trick of best play, and dummy keeps the ten and the eight."""
    assert not list(kept(scene("bridge-123", 5, "D9")))


@pytest.mark.slow
def test_a_declarer_is_told_nothing_of_their_own_cards_with_a_perhaps() -> None:
    assert "perhaps" not in said("bridge-11", 11, "H6")
    # A defender sees no card of partner's.
    assert "With West's DT, diamonds are perhaps the better suit" in said("bridge-134", 4, "C9")


def test_an_ace_covers_nothing() -> None:
    told = "SA takes this trick, which otherwise goes to West's SK: 1 trick and the contract."
    assert said("bridge-134", 5, "S4").endswith(told)


@pytest.mark.parametrize(
    ("name", "trick", "card", "told"),
    [
        ("klaverjas_amsterdam-19", 3, "SA", "East could win a sequence of three in trick 4"),
        ("valet_de_trefle-33", 4, "HT", "South wins a sequence of three in trick 6"),
        ("valet_de_trefle-58", 4, "S8", "North could win a sequence of three in trick 6"),
    ],
)
def test_a_loss_that_is_combinations_is_told_as_one(name: str, trick: int, card: str, told: str) -> None:
    assert told in said(name, trick, card)


def test_the_cost_is_that_of_the_card_that_is_told_as_better() -> None:
    assert "overruffing with HJ is better" in said("all_fours_4-106", 1, "H4")
    assert said("all_fours_4-106", 1, "H4").endswith("H4, the lowest trump, falls to South's H5: low.")


@pytest.mark.parametrize(
    ("name", "trick", "card"), [("klaverjas_rotterdam-45", 5, "SQ"), ("all_fours-130", 1, "S9")]
)
def test_a_card_guards_another_only_where_its_suit_is_led(name: str, trick: int, card: str) -> None:
    assert "guards" not in said(name, trick, card)


def test_leading_one_trump_costs_no_ruff_that_leading_another_leaves() -> None:
    """Another trump ruffs trick 3 as well."""
    assert "Parting with CJ costs ST, and lets South's CA get home" in said("valet_de_trefle-17", 2, "CJ")


def test_a_card_is_wanted_for_one_that_counts_something_or_for_the_trick() -> None:
    told = "with SJ gone, South's CA falls to East's SQ in trick 5"
    assert told in said("klaverjas_rotterdam-12", 2, "SJ")
    assert "DA is wanted to win trick 5" in said("all_fours-17", 2, "DA")


def test_who_follows_suit_discards_nothing() -> None:
    assert "DK should be played to this trick, not DA" in said("klaverjas_rotterdam-12", 4, "DA")
    assert "il fallait fournir DK, non DA" in said("klaverjas_rotterdam-12", 4, "DA", "fr")


def test_all_the_tricks_stand_in_the_cost_by_the_word_of_the_game() -> None:
    assert said("klaverjas_rotterdam-19", 3, "D7").endswith(": a swing of 234 points and the pit.")
    assert said("klaverjas_rotterdam-19", 3, "D7", "fr").endswith("234 points d’écart et le pit.")
    assert said("valet_de_trefle-18", 5, "DJ").endswith(": a swing of 196 points and all the tricks.")
    assert said("valet_de_trefle-18", 5, "DJ", "fr").endswith("196 points d’écart et tous les plis.")


def test_a_trick_that_is_played_for_the_stock_is_told_so() -> None:
    """Without the trick South draws the jack of trumps."""
    told = "The loser of this trick draws CJ, which is better than ST, which lies open: high, low, the jack"
    assert told in said("california_jack-137-human", 1, "C6")
    assert "tire CJ, qui vaut mieux que la carte retournée, ST" in said(
        "california_jack-137-human", 1, "C6", "fr"
    )


@pytest.mark.parametrize(
    ("name", "trick", "card", "told"),
    [
        ("klaverjas_rotterdam-155-human", 3, "HT", "With best play, South's DJ is not drawn, and overruffs"),
        ("coinche-360-random", 6, "C7", "SA is master now but, with best play, falls to East's DA"),
        ("all_fours-882-random", 2, "S4", "With best play, South gets the lead and draws North's D4"),
    ],
)
def test_a_ruff_or_a_trump_drawn_is_told_of_the_game_only_where_it_was_one(
    name: str, trick: int, card: str, told: str
) -> None:
    """North led trumps to the trick, East led the trump, and North played the low to their own lead."""
    assert told in said(name, trick, card)


def test_no_card_is_to_be_loaded_on_a_trick_that_was_given_a_dearer_one() -> None:
    told = "CA guards CQ, which now falls to South's CT in trick 7"
    assert told in said("klaverjas_amsterdam-189-lowlead", 3, "CA")
    assert "CA gardait CQ" in said("klaverjas_amsterdam-189-lowlead", 3, "CA", "fr")


def test_no_card_is_to_be_given_to_the_opponents_in_the_place_of_a_cheaper_one() -> None:
    """With the ten gone South wins king and queen of trumps; the ten falls to the same nine."""
    told = said("valet_de_trefle-113-human", 2, "CK")
    assert "should be" not in told
    assert "falls to East's C9" not in told


def test_who_holds_a_low_that_partner_loses_or_saves_is_told() -> None:
    told = "South's S5, the lowest trump, falls to West's S6 in this trick"
    assert told in said("all_fours_4-223-mixed", 1, "DQ")
    told = "South's D2, the lowest trump, gets home in this trick"
    assert told in said("all_fours_4-165-lowlead", 2, "C8")
    assert "D2 de Sud, le plus petit atout, est sauvé" in said("all_fours_4-165-lowlead", 2, "C8", "fr")


def test_a_ruff_by_which_the_lead_is_given_is_told() -> None:
    told = "East ruffs with D7 and gets the lead, not West, which costs HT and HK"
    assert told in said("coinche-232-mixed", 4, "CQ")
    told = "Est coupe avec D7 et prend la main à la place d’Ouest, ce qui coûte HT et HK"
    assert told in said("coinche-232-mixed", 4, "CQ", "fr")


def test_a_lead_that_partner_ruffs_is_told_with_the_ruff() -> None:
    told = "East should have the lead after this trick, not West, to lead DT for West to ruff"
    assert told in said("coinche-381-lowlead", 3, "D8")
    assert "pour jouer DT et faire couper Ouest" in said("coinche-381-lowlead", 3, "D8", "fr")


def test_a_ruff_that_gives_the_lead_and_names_no_cost_is_told_too() -> None:
    told = "East ruffs with D8 and gets the lead, which West should have"
    assert told in said("klaverjas_amsterdam-398-human", 1, "S7")


def test_a_turning_point_is_the_point_that_the_explanation_names() -> None:
    assert said("all_fours-2562-random", 3, "SQ").endswith(
        "SQ is wanted to catch North's S4 in trick 5: low."
    )
    turns = [(turn.play.index, turn.turn.what) for turn in judged("all_fours-2562-random").turning_points]
    assert [what for index, what in turns if index == 5] == ["low"]


def test_a_trick_that_the_best_card_takes_is_told_before_a_ruff_far_off() -> None:
    told = "HA takes this trick, which otherwise goes to North's HK: 1 trick."
    assert said("whist-346-mixed", 7, "H4").endswith(told)
