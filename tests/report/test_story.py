"""The story of a deal: its end beside best play, the card that turned it, and par."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, strategies as st

from solver import LANGUAGES, Grade, Limit, Speech, analyse
from solver.bidding import TableDeal, tabulate
from solver.cli.contracts import tables_of
from solver.knowledge import Sampling
from solver.report.deal import DealReport
from solver.report.story import story
from solver.rules.variants import VARIANTS
from solver.sentences import Language
from tests.support.budgets import MANY
from tests.support.command_line import ROOT
from tests.support.positions import SEEDS, game_of_seed, random_position
from tests.support.samples import sample_log

pytestmark = pytest.mark.slow

SAMPLES = {
    "contree": [
        "The contract could be made, but failed.",
        "It turned in trick 4, with South's ♣9.",
        "Par: 140 ♠ by N or S: NS +270.",
    ],
    "bridge": [
        "The contract could be made, and was.",
        "It changed hands 4 times, last in trick 10, with South's ♣10.",
        "Par: 3, 4 or 5 no trumps by E: EW +660.",
    ],
    "belote": [
        "The contract could be beaten, but was made.",
        "It turned in trick 2, with South's ♦Q.",
    ],
    "quadrette": [
        "EW won a deal that best play gives to NS.",
        "It changed hands 2 times, last in trick 4, with South's ♠9.",
    ],
    "all_fours_4": ["One of the dearest cards was West's ♠10 in trick 2: 1 point."],
}


VALET = ROOT / "tests" / "data" / "valet_de_trefle_failed.ndjson"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", SAMPLES)
def test_the_story_of_a_sample(name: str) -> None:
    analysis = analyse(sample_log(name))
    tables = tables_of(analysis, Limit())
    assert story(DealReport(analysis.deals[0], Speech(symbols=True), tables.get(0))) == SAMPLES[name]


CLAIMS = {
    (20, 10): ["The contract could be made, and was."],
    (20, 9): [
        "The contract could be made, but failed.",
        "After the last card, best play would have made the contract; by the agreed result it failed.",
    ],
    (30, 9): ["The contract could be made, but failed.", "It turned in trick 8, with dummy's ♠9."],
    (30, 11): [
        "The contract could be made, and was.",
        "It turned in trick 8, with dummy's ♠9.",
        "After the last card, best play would have beaten the contract; by the agreed result it was made.",
    ],
    (30, None): ["It turned in trick 8, with dummy's ♠9."],
}
"""The story of a board by the cards that were played and the tricks agreed for declarer: four spades."""


@pytest.mark.parametrize(("n_played", "agreed"), CLAIMS)
def test_a_claim_ends_the_story_as_the_last_trick_does(n_played: int, agreed: int | None) -> None:
    log = sample_log("bridge")
    analysis = analyse({**log, "plays": log["plays"][:n_played], "result": agreed})
    assert story(DealReport(analysis.deals[0], Speech(symbols=True))) == CLAIMS[n_played, agreed]


def test_a_claim_of_more_than_best_play_would_bring_has_its_sentence_in_french() -> None:
    log = sample_log("bridge")
    analysis = analyse({**log, "plays": log["plays"][:30], "result": 10})
    *_, last = story(DealReport(analysis.deals[0], Speech("fr", "fr", symbols=True)))
    assert last == (
        "Après la dernière carte, le meilleur jeu faisait chuter le contrat\u00a0; "
        "d’après le résultat convenu, il a été fait."
    )


def test_a_contract_that_hangs_on_the_difference_alone_has_an_end() -> None:
    # The points of each side are open in valet de trèfle, as what combinations bring goes to one side alone.
    log = json.loads(VALET.read_text(encoding="utf-8"))
    analysis = analyse(log)
    end, turn, *_ = story(DealReport(analysis.deals[0], Speech(symbols=True)))
    assert end == "The contract could be made, but failed."
    assert turn == "It turned in trick 1, with South's ♦K."
    # By a threshold of one's own the same difference tells nothing.
    rules = {"contract_rule": "threshold", "threshold": 150}
    deal = analyse({**log, "rules": rules}).deals[0]
    assert not story(DealReport(deal, Speech(symbols=True)))[0].startswith("The contract")


@pytest.mark.parametrize(("samples", "said"), [(0, None), (60, "South could have known better.")])
def test_it_says_who_could_have_known(samples: int, said: str | None) -> None:
    fair = Sampling(samples=samples) if samples else None
    told = story(DealReport(analyse(sample_log("contree"), fair=fair).deals[0], Speech()))
    assert (said in told) == (said is not None)
    assert told.index("It turned in trick 4, with South's C9.") == 1


@pytest.mark.parametrize(
    ("grade", "said"),
    [
        (Grade.best, ["South could not have known."]),
        (Grade.good, []),
        (Grade.inaccuracy, ["South could have known better."]),
    ],
)
def test_what_is_said_of_the_player_follows_from_what_they_knew(grade: Grade, said: list[str]) -> None:
    """A good card that is not the best is no fault, and was not beyond knowing either."""
    deal = analyse(sample_log("contree"), fair=Sampling(samples=8)).deals[0]
    turning = deal.turning_points[-1].play
    assert turning.fair is not None
    plays = list(deal.plays)
    plays[turning.index] = replace(turning, fair=replace(turning.fair, grade=grade))
    deal = replace(deal, plays=tuple(plays))
    assert [one for one in story(DealReport(deal, Speech())) if "known" in one] == said


def test_a_deal_without_a_mistake_has_no_dearest_card() -> None:
    deals = []
    for seed in range(30):
        rng = Random(seed)
        rules = game_of_seed(rng, "quadrette")
        deals.append(analyse(random_position(rng, rules, n_each=2, n_left=0).to_dict()).deals[0])
    faultless = [deal for deal in deals if not any(play.chosen.swing for play in deal.plays)]
    assert 3 < len(faultless) < 30
    for deal in faultless:
        (told,) = story(DealReport(deal, Speech()))
        assert told.endswith("as best play has it.")


def test_of_cards_that_cost_the_same_the_one_is_named_that_could_have_been_known_best() -> None:
    log = json.loads((ROOT / "tests" / "data" / "whist_level.ndjson").read_text(encoding="utf-8"))
    deal = analyse(log, fair=Sampling(samples=40, plays="mistakes")).deals[0]
    told = story(DealReport(deal, Speech()))
    faults = [play for play in deal.plays if play.chosen.swing]
    assert len(faults) > 1
    assert len({play.chosen.swing for play in faults}) == 1
    worst = max(faults, key=lambda play: play.fair.grade if play.fair else Grade.best)
    name = {"N": "North", "E": "East", "S": "South", "W": "West"}[worst.seat]
    dearest = f"One of the dearest cards was {name}'s {worst.card} in trick {worst.trick + 1}: 1 trick."
    assert told[1:] == [dearest, f"{name} could have known better."]
    assert worst != faults[0]


@MANY
@given(SEEDS, st.sampled_from(tuple(VARIANTS)))
def test_it_is_told_of_any_deal(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_stock = rules.n_players * rng.randint(0, 1) if rules.stock else 0
    deal = analyse(random_position(rng, rules, n_each=4, n_stock=n_stock, n_left=0).to_dict()).deals[0]
    turns = [turn for turn in deal.turning_points if turn.turn.what in ("contract", "deal")]
    for language in LANGUAGES:
        told = story(DealReport(deal, Speech(language, language)))
        assert all(one.endswith(".") and not set(one) & set("{}") for one in told)
    told = story(DealReport(deal, Speech()))
    assert (
        any(str(turns[-1].play.card) in one for one in told)
        if turns
        else not any("turn" in one for one in told)
    )


def test_tables_are_made_within_their_limit() -> None:
    log = sample_log("bridge")
    (table,) = tables_of(analyse(log), Limit(nodes=1000)).values()
    assert not table.exact
    assert table.stats.nodes < 20_000
    whole = tabulate(
        TableDeal.from_dict({key: log[key] for key in ("variant", "dealer", "deal", "vulnerable")})
    )
    (again,) = tables_of(analyse(log), Limit()).values()
    assert again.entries == whole.entries


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "name", ["belote", "bridge", "coinche", "contree", "klaverjas_rotterdam", "valet_de_trefle"]
)
def test_the_table_is_that_of_the_request(name: str) -> None:
    log = sample_log(name)
    (table,) = tables_of(analyse(log, Limit(nodes=1)), Limit()).values()
    again = tabulate(
        TableDeal.from_dict(
            {key: log[key] for key in log if key not in ("contract", "plays")} | {"deal": log["deal"]}
        )
    )
    assert (table.entries, table.pars) == (again.entries, again.pars)


def test_a_game_without_a_taker_has_no_table() -> None:
    assert not tables_of(analyse(sample_log("quadrette")), Limit())


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("language", "right", "wrong"),
    [
        (
            "en",
            "West played ♣10; with open cards, playing ♣7 is better.",
            "South played ♦Q; playing ♦A is better.",
        ),
        (
            "fr",
            "Ouest a fourni ♣10\u00a0; cartes sur table, mieux valait fournir ♣7.",
            "Sud a fourni ♦D\u00a0; mieux valait fournir ♦A.",
        ),
    ],
)
def test_a_card_that_was_right_to_play_was_bettered_with_open_cards_only(
    language: Language, right: str, wrong: str
) -> None:
    report = DealReport(
        analyse(sample_log("belote"), fair=Sampling(samples=60)).deals[0],
        Speech(language, language, symbols=True),
    )
    first, second, *_ = map(report.why, report.mistakes)
    assert first.startswith(right)
    assert second.startswith(wrong)
