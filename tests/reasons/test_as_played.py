"""What explanations tell of the play after a mistake: the game, as far as it gave nothing away."""

import json
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest

from solver.analysis import analyse
from solver.analysis.judged import DealAnalysis
from solver.cards import parse_card
from solver.reasons.as_played import is_as_played
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.reason_sentences import tell
from solver.sentences import Language
from solver.speech import Speech

DATA = Path(__file__).parents[1] / "data"
LOGS = [
    json.loads(line)
    for line in (DATA / "read_reports.ndjson").read_text(encoding="utf-8").splitlines()
    if "plays" in json.loads(line)
]
SAMPLE = json.loads((DATA.parents[1] / "samples" / "belote.json").read_text(encoding="utf-8"))


@cache
def judged(index: int) -> DealAnalysis:
    return analyse(LOGS[index]).deals[0]


@pytest.mark.parametrize(
    ("way", "english", "french"),
    [
        ("", "as North, with best play, ruffs with HJ in trick 3", "coupe avec HJ au pli 3"),
        ("over", "as North, with best play, overruffs with HJ in trick 3", "surcoupe avec HJ au pli 3"),
        ("trick", "as North's HJ, with best play, makes a trick", "fait un pli"),
    ],
)
def test_that_trumps_should_be_drawn_is_no_matter_of_best_play(way: str, english: str, french: str) -> None:
    reason = ProvedReason(
        reason=Reason.draw_trumps,
        better=parse_card("H9"),
        values={"seat": "N", "card": parse_card("HJ"), "trick": 2, "way": way},
        proof=Proof(kind="spend", best=Worth(0, 0), played=Worth(-2, 0)),
    )
    told = tell(reason, Speech("en"), as_played=False)
    assert told == f"Trumps should be drawn first, {english}"
    told = tell(reason, Speech("fr"), as_played=False)
    assert told.startswith("Il fallait d’abord tirer les atouts, car ")
    assert told.endswith(f", avec le meilleur jeu, {french}")


@pytest.mark.slow
@pytest.mark.parametrize("index", range(len(LOGS)))
def test_the_game_is_followed_as_far_as_it_gives_nothing_away(index: int) -> None:
    deal = judged(index)
    for play in deal.plays:
        courses = deal.courses(play)
        assert courses is not None
        followed = []
        for later in deal.plays[play.index + 1 :]:
            if later.chosen.swing:
                break
            followed.append(later.card)
        played = courses[1]
        assert list(played.line[: len(followed) + 1]) == [play.card, *followed]
        assert len(played.line) == len(courses[0].line)


@pytest.mark.by_day(3)
@pytest.mark.parametrize("index", range(len(LOGS)))
def test_the_line_after_a_mistake_is_best_play(index: int) -> None:
    deal = judged(index)
    for play in deal.plays:
        courses = deal.courses(play)
        assert courses is not None
        value = play.chosen.value
        assert value is not None
        sides = deal.position.rules.side_names
        here, there = (courses[1].result.result[side] for side in (0, 1))
        assert here - there == value[sides[0]] - value[sides[1]]


def said(deal: DealAnalysis, trick: int, card: str, language: Language = "en") -> str:
    (explained,) = (
        play for play in deal.explained_plays if (play.play.trick + 1, str(play.play.card)) == (trick, card)
    )
    assert explained.explanation is not None
    return explained.explanation.text(Speech(language))


def test_the_ruff_that_players_saw_is_told() -> None:
    """South ruffed with the eight, which is as good as the jack."""
    plays = ["SK", "S9", "SJ", "SA", "HT", "C8", "H8", "HJ"]
    log = {
        "variant": "belote",
        "dealer": "E",
        "deal": {"N": "J.J7.AJ7.T7", "E": "AQ87.AQT.-.Q", "S": "KT.-.Q9.KJ98", "W": "9.K98.KT8.A"},
        "contract": {"trump": "C", "taker": "S"},
    }
    assert "South ruffs HT with C8" in said(analyse(log | {"plays": plays}).deals[0], 2, "HT")
    assert "South ruffs HT with CJ" in said(analyse(log | {"plays": plays[:5]}).deals[0], 2, "HT")


def test_a_reason_beside_a_slam_follows_the_game_too() -> None:
    """The reason is proved in a game without slam; East took with the ten, which is as good as the ace."""
    log = {
        "variant": "coinche",
        "dealer": "E",
        "deal": {"N": "987.KQ.K7.A", "E": "Q.AT8.AQ.T9", "S": "AKJ.J.J9.K7", "W": "T.97.T8.QJ8"},
        "contract": {"trump": "C", "taker": "E", "bid": 80, "multiplier": 2},
        "plays": ["HQ", "H7", "HJ", "HT"],
    }
    deal = analyse(log).deals[0]
    assert "HQ falls to East's HT; S9 gives South the lead: a swing of 136 points" in said(deal, 1, "HQ")
    assert "HQ tombe sous HT d’Est" in said(deal, 1, "HQ", "fr")


def test_trumps_to_be_drawn_are_told_with_best_play_where_another_ruffed() -> None:
    """North ruffed with the queen, which costs; the ten was to ruff."""
    log = {
        "variant": "belote",
        "dealer": "S",
        "deal": {"N": "JT9.QT.Q8.T", "E": "-.J.AK97.KQ7", "S": "KQ7.87.J.98", "W": "A8.AK9.T.AJ"},
        "contract": {"trump": "H", "taker": "W"},
        "plays": [
            *("DT", "D8", "DK", "DJ", "S8", "S9", "HJ", "S7", "DA", "H7", "HK", "DQ"),
            *("SA", "SJ", "CK", "SQ", "CA", "CT", "CQ", "C8", "CJ", "HQ", "C7", "C9"),
        ],
    }
    deal = analyse(log).deals[0]
    assert "Trumps should be drawn first, or North, with best play, ruffs CJ with HT" in said(deal, 6, "CJ")
    told = "Il fallait d’abord jouer atout, sinon Nord, avec le meilleur jeu, coupe CJ avec HT"
    assert told in said(deal, 6, "CJ", "fr")


def test_what_went_otherwise_is_told_as_best_play() -> None:
    deal = judged(next(index for index, log in enumerate(LOGS) if log["id"] == "belote-108"))
    told = "With best play, CA takes this trick, which otherwise goes to East's CT"
    assert told in said(deal, 4, "CQ")
    assert "Avec le meilleur jeu, CA prend le pli, qui va sinon à CT d’Est" in said(deal, 4, "CQ", "fr")


def test_a_sentence_goes_on_in_small_letters() -> None:
    nine, queen, jack = (parse_card(text) for text in ("D9", "HQ", "HJ"))
    reason = ProvedReason(
        reason=Reason.throw,
        better=jack,
        values={"seat": "N", "card": nine, "best": jack, "given": queen},
        proof=Proof(kind="trick", best=Worth(0, 0), played=Worth(-2, 0)),
    )
    told = "With best play, this trick goes to North's D9; HJ should be thrown on it, not HQ"
    assert tell(reason, Speech("en"), as_played=False) == told
    assert tell(reason, Speech("fr"), as_played=False).startswith("Avec le meilleur jeu, le pli va à D9")
    ruffed = replace(reason, reason=Reason.lead_ruffed, values={"seat": "N", "card": nine, "other": jack})
    assert tell(ruffed, Speech("en"), as_played=False) == "With best play, North ruffs D9 with HJ"


@pytest.mark.parametrize(
    ("way", "rest"),
    [("", "it goes to North's D9"), ("else_ruffed", "North ruffs with D9")],
)
def test_a_trick_that_another_takes_then_reads_well_with_best_play_and_without(way: str, rest: str) -> None:
    queen, nine = parse_card("HQ"), parse_card("D9")
    reason = ProvedReason(
        reason=Reason.trick_not_taken,
        better=queen,
        values={"seat": "W", "card": queen, "holder": "N", "other": nine, "way": way},
        proof=Proof(kind="trick", best=Worth(0, 0), played=Worth(-2, 0)),
    )
    told = f"West then takes this trick with HQ; otherwise {rest}"
    assert tell(reason, Speech("en")) == told
    assert tell(reason, Speech("en"), as_played=False) == f"With best play, {told}"
    prefix = "Avec le meilleur jeu, Ouest prend alors le pli avec HQ, sinon "
    assert tell(reason, Speech("fr"), as_played=False).startswith(prefix)


def test_that_a_hand_has_none_of_a_suit_is_no_matter_of_best_play() -> None:
    reason = ProvedReason(
        reason=Reason.void,
        better=parse_card("D9"),
        values={"seat": "N", "suit": "S", "trick": 2, "other": parse_card("HJ"), "way": "ruffs"},
        proof=Proof(kind="exchange", best=Worth(0, 0), played=Worth(-2, 0)),
    )
    told = "North has no spades and, with best play, ruffs trick 3 with HJ"
    assert tell(reason, Speech("en"), as_played=False) == told
    told = "Nord n’a pas de pique et, avec le meilleur jeu, coupe le pli 3 avec HJ"
    assert tell(reason, Speech("fr"), as_played=False) == told


@pytest.mark.parametrize("index", range(len(LOGS)))
def test_cards_that_own_has_in_the_game_are_lost_in_best_play_only(index: int) -> None:
    deal = judged(index)
    for explanation in deal.explanations.values():
        mistake, tricks = explanation.mistake, explanation.mistake.played.tricks
        if mistake.wins_own(tricks[0]) or explanation.reason is None:
            continue
        for trick in deal.position.tricks[tricks[0].number + 1 :]:
            values = {"card": mistake.card, "cards": trick.plays, "way": "several"}
            reason = replace(explanation.reason, reason=Reason.card_lost, values=values, is_weak=False)
            is_own = mistake.is_own(trick.winner(mistake.rules, mistake.trump))
            assert is_as_played(reason, mistake, deal.position) != is_own


def test_a_trump_that_was_told_to_win_a_trick_did_in_the_game_or_was_not_played() -> None:
    deal = analyse(SAMPLE).deals[0]
    ((told, mistake), *_) = (
        (one.reason, one.mistake) for one in deal.explanations.values() if one.reason is not None
    )
    trump = deal.position.contract.trump
    trail, n_won = deal.position.trail(), 0
    for trick in deal.position.tricks:
        wins = trick.winning_card(mistake.rules, trump)
        for n, card in enumerate(deal.position.plays):
            if card.suit != trump or card not in trick.plays:
                continue
            n_won += wins == card
            values = {"card": card, "way": "trick"}
            reason = replace(told, reason=Reason.draw_trumps, values=values, is_weak=False)
            assert is_as_played(reason, mistake, deal.position) == (wins == card)
            assert is_as_played(reason, mistake, trail[n])
    assert n_won


def test_as_many_forced_discards_are_told_as_the_game_has_more_than_best_play() -> None:
    n_told = 0
    for deal in (judged(n) for n, log in enumerate(LOGS) if log["variant"] == "california_jack"):
        game, trail = deal.position, deal.position.trail()
        for explanation in deal.explanations.values():
            mistake, told = explanation.mistake, explanation.reason
            if told is None:
                continue
            begun, instead = len(mistake.position.plays), mistake.position
            for card in mistake.better.line:
                instead = instead.play(card)
            lost = {
                (before.to_play, len(before.tricks))
                for before, after in pairwise(trail[begun:])
                if before.tally.penalties != after.tally.penalties
            }
            tricks = range(len(mistake.position.tricks), len(game.tricks))
            for seat, trick, stated in product(game.rules.players, tricks, (1, 2)):
                side = game.rules.side_of(seat)
                n_more = game.tally.penalties[side] - instead.tally.penalties[side]
                values = {"seat": seat, "trick": trick, "way": "more", "n": stated}
                reason = replace(told, reason=Reason.forced_discard, values=values, is_weak=False)
                is_so = (seat, trick) in lost and stated == n_more
                assert is_as_played(reason, mistake, game) == is_so
                n_told += is_so
    assert n_told


@pytest.mark.parametrize("way", ["ruffs", "over", "overruffs"])
def test_a_ruff_is_told_of_the_suit_that_was_led_to_it(way: str) -> None:
    """Another suit is ruffed in the game: what best play ruffs is told as of best play."""
    n_other = 0
    for deal in (judged(n) for n, log in enumerate(LOGS) if log["variant"] in ("quadrette", "whist")):
        for explanation in deal.explanations.values():
            mistake, told = explanation.mistake, explanation.reason
            for trick in mistake.played.tricks if told is not None else ():
                led = deal.position.tricks[trick.number].plays[0]
                if mistake.is_trump(led) or led.suit == trick.led_suit:
                    continue
                values = {"seat": trick.winner, "card": trick.taking, "trick": trick.number, "way": way}
                assert told is not None
                reason = replace(told, reason=Reason.draw_trumps, values=values, is_weak=False)
                assert not is_as_played(reason, mistake, deal.position)
                n_other += 1
    assert n_other
