"""Tables: every entry against a solve of its own, scores, auctions, limits, cost, and what is refused."""

import json
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver import (
    VARIANTS,
    Card,
    Contract,
    Deal,
    Limit,
    Position,
    find_variant,
    solve,
    tabulate,
)
from solver.answer_json import written
from solver.bidding.answers import DiscardsAnswer
from solver.bidding.matrix import solve_matrix
from solver.engine import MAX_PASSES
from solver.game.scoring import deal_score, find_belote_side
from tests.support.budgets import FEW
from tests.support.positions import SEEDS, game_of_seed, random_deal
from tests.support.samples import sample_log

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
BELOTE: dict[str, Any] = {
    "variant": "belote",
    "dealer": "N",
    "deal": {"N": "-.A.Q.AKJ", "E": "QJ.87.-.7", "S": "8.T.T7.9", "W": "A.9.98.8"},
    "turned_up": "CQ",
    "stock": ["DK", "HJ", "HQ", "CT", "SK", "S9", "ST", "S7", "DA", "HK", "DJ"],
}
"""North deals, east speaks and leads first."""


def short_request(seed: int, game: str, n_each: int = 3) -> dict[str, Any]:
    """A short deal of a game with some of its options set, as a request with a dealer."""
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    n_stock = 2 * rules.n_players if rules.stock else 0
    deal = random_deal(rng, rules, n_each, n_stock)
    position = (
        Position(rules, Contract(rules.trumps[0], rules.players[0]), deal, dealer="N")
        if (rules.has_taker)
        else Position(rules, Contract(rules.trumps[0]), deal, dealer="N")
    )
    body = position.to_dict()
    return {key: body[key] for key in ("variant", "rules", "dealer", "deal", "stock") if key in body}


def check_entries(body: dict[str, Any]) -> None:
    """Every entry equals the solve of a position of its own."""
    table = tabulate(body)
    rules = table.asked.rules
    assert table.exact
    seen = set()
    for entry, _ in table.entries:
        contract: dict[str, Any] = {"trump": entry.trump}
        if entry.taker is not None:
            contract["taker"] = entry.taker
        request = {**body, "contract": contract, "leader": entry.leader}
        answer = solve(Position.from_dict(request), cards="best")
        assert answer.value is not None
        assert entry.result is not None
        first, second = (answer.value[side] for side in rules.side_names)
        assert entry.result[0] - entry.result[1] == first - second
        assert entry.bounds.low == entry.bounds.high == first - second
        assert entry.leader == rules.first_leader(body.get("dealer"), entry.taker) or (
            "dealer" not in body and not rules.leads_by_taker
        )
        seen.add((entry.trump, entry.taker, entry.leader))
    takers = rules.n_players if rules.has_taker else 1
    leaders = rules.n_players if "dealer" not in body and not rules.has_taker else 1
    assert len(table.entries) == len(seen) == len(rules.trumps) * takers * leaders


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", VARIANTS)
@given(seed=SEEDS)
@FEW
def test_every_entry_is_the_value_of_its_position(game: str, seed: int) -> None:
    check_entries(short_request(seed, game))


@pytest.mark.parametrize("game", ["quadrette", "all_fours", "all_fours_4", "california_jack", "bridge"])
@given(seed=SEEDS)
@FEW
def test_without_a_dealer_every_leader_is_tried(game: str, seed: int) -> None:
    body = short_request(seed, game)
    check_entries({key: value for key, value in body.items() if key != "dealer"})


@pytest.mark.parametrize("game", ["quadrette", "contree"])
def test_a_leader_who_is_stated_leads_to_every_contract(game: str) -> None:
    body = short_request(1, game)
    body["leader"] = "W"
    del body["dealer"]
    assert {entry.leader for entry, _ in tabulate(body).entries} == {"W"}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("path", sorted((ROOT / "samples").glob("*.json")), ids=lambda path: path.stem)
def test_a_log_has_the_table_of_its_deal(path: Path) -> None:
    log = json.loads(path.read_text(encoding="utf-8"))
    known = {key: log[key] for key in ("variant", "dealer", "deal", "stock") if key in log}
    limit = Limit(nodes=20_000)
    assert tabulate(log, limit).asked.deal == tabulate(known, limit).asked.deal
    if log["variant"] != "california_jack":
        table, other = tabulate(log), tabulate(known)
        assert [entry.result for entry, _ in table.entries] == [entry.result for entry, _ in other.entries]


@pytest.mark.parametrize("game", ["belote", "valet_de_trefle"])
def test_scores_and_best_contracts_of_games_with_a_taker(game: str) -> None:
    rng = Random(game)
    rules = find_variant(game)
    body = {
        "variant": game,
        "dealer": "E",
        "deal": Position(rules, Contract("S", "N"), random_deal(rng, rules, 8, 0), dealer="E").to_dict()[
            "deal"
        ],
    }
    table = tabulate(body)
    leads: dict[str, list[int]] = {"NS": [], "EW": []}
    for entry, scored in table.entries:
        assert scored is not None
        assert entry.result is not None
        belote = find_belote_side(rules, entry.trump, table.asked.deal.hands)
        score = deal_score(rules, Contract(entry.trump, entry.taker), "E", entry.result, belote)
        assert score is not None
        assert (scored.score, scored.outcome) == (score.by_side, score.outcome)
        side = "NS" if entry.taker in ("N", "S") else "EW"
        leads[side].append(scored.lead if side == "NS" else -scored.lead)
    for side, sign in (("NS", 1), ("EW", -1)):
        best = table.best(side)
        assert best
        for entry, scored in best:
            assert entry.taker is not None
            assert entry.taker in side
            assert scored is not None
            assert sign * scored.lead == max(leads[side])


def test_contree_bids_are_the_highest_that_can_be_made() -> None:
    log = sample_log("contree")
    table = tabulate(log)
    rules = table.asked.rules
    for entry, scored in table.entries:
        assert entry.taker is not None
        assert entry.result is not None
        side = rules.side_of(entry.taker)
        own = entry.result[side] + rules.belote * (entry.belote_side == side)
        made = [bid for bid in rules.bids if bid <= own]
        assert (scored.bid if scored else None) == (made[-1] if made else None)
    assert table.par is not None
    (contract,) = table.par.contracts
    assert (contract.bid, contract.trump, contract.side, contract.multiplier) == (140, "S", "NS", 1)
    assert table.par.difference == {"NS": 270, "EW": -270}


# ---- belote before the auction


@pytest.mark.parametrize("rules", [{}, {"second_turn": "any_suit", "deal_rest": "packets"}])
def test_both_turns_of_the_auction(rules: dict[str, str]) -> None:
    table = tabulate({**BELOTE, "rules": rules})
    assert table.exact
    trumps = {turn: {entry.trump for entry, _ in table.entries if entry.turn == turn} for turn in (1, 2)}
    assert trumps == {1: {"C"}, 2: set("SHD") if rules else {"D"}}
    assert len(table.entries) == (16 if rules else 8)
    turns = {turn.number: turn for turn in table.asked.turns}
    for entry, _ in table.entries:
        assert entry.taker is not None
        assert entry.turn is not None
        hands = table.asked.dealt_to(entry.taker, turns[entry.turn])
        position = Position(table.asked.rules, Contract(entry.trump, entry.taker), hands, dealer="N")
        answer = solve(position, cards="best")
        assert answer.value is not None
        assert entry.leader == "E"
        assert entry.result == (answer.value["NS"], answer.value["EW"])
    assert table.par is not None
    assert table.par.opens == "EW"
    assert [contract.turn for contract in table.par.contracts] == [1]


def test_the_answer_shows_what_is_dealt_in_each_turn() -> None:
    # South takes the queen of clubs, or when all have refused it the king of diamonds.
    first, second = tabulate(BELOTE).to_dict()["turns"]
    assert (first["turn"], first["turned_up"], first["stock"]) == (1, "CQ", BELOTE["stock"])
    assert first["deals"]["S"]["S"] == "98.JT.T7.Q9"
    assert (second["turn"], second["turned_up"]) == (2, "DK")
    assert second["stock"] == [*BELOTE["stock"][1:], "CQ"]
    assert second["deals"]["S"] == {
        "N": "K.A.AQ.AKQJ",
        "E": "QJ9.KJ87.-.7",
        "S": "T8.QT.KT7.9",
        "W": "A7.9.J98.T8",
    }


def test_without_another_suit_to_turn_up_there_is_one_turn() -> None:
    # Two players of eight cards from two suits: the ace of hearts is turned up, above hearts alone.
    game = {
        "name": "two_suits",
        "extends": "belote",
        "sides": ["N", "S"],
        "trumps": ["S", "H"],
        "deck": {"suits": "SH"},
    }
    body = {
        "variant": game,
        "dealer": "N",
        "deal": {"N": ["SA", "SK", "SQ", "SJ", "H7"], "S": ["ST", "S9", "S8", "S7", "H8"]},
        "turned_up": "HA",
        "stock": ["HK", "HQ", "HJ", "HT", "H9"],
    }
    table = tabulate(body)
    assert [(turn["turn"], turn["turned_up"]) for turn in table.to_dict()["turns"]] == [(1, "HA")]
    assert {(entry.turn, entry.trump) for entry, _ in table.entries} == {(1, "H")}
    assert table.par is not None
    both = tabulate({**body, "rules": {"second_turn": "any_suit"}})
    assert {(entry.turn, entry.trump) for entry, _ in both.entries} == {(1, "H"), (2, "S")}


# ---- all fours after a redeal


def nine_cards(seed: int, n_each: int = 6) -> dict[str, Any]:
    """A redeal of a game of three cards each, six to choose from, so that everything can be tried."""
    rng = Random(seed)
    rules = find_variant("all_fours")
    game = {"name": "little", "extends": "all_fours", "deck": {"cards_each": n_each - 3}}
    cards = [str(card) for card in rng.sample(rules.deck, 2 * n_each)]
    deal = {"N": cards[:n_each], "S": cards[n_each:]}
    return {"variant": game, "dealer": "S", "contract": {"trump": "H"}, "deal": deal}


@given(SEEDS)
@FEW
def test_discards_against_trying_every_pair(seed: int) -> None:
    body = nine_cards(seed)
    table = tabulate(body)
    (discards,) = table.discards
    rules = table.asked.rules
    hands = table.asked.deal.hands

    def kept(seat: str) -> list[tuple[Card, ...]]:
        return list(combinations(hands[seat], len(hands[seat]) - 3))

    def worth(north: tuple[Card, ...], south: tuple[Card, ...]) -> int:
        answer = solve(
            Position(rules, Contract("H"), Deal({"N": north, "S": south}), dealer="S"),
            Limit(table_mib=1),
            "best",
        )
        assert answer.value is not None
        return answer.value["N"] - answer.value["S"]

    matrix = [[worth(north, south) for south in kept("S")] for north in kept("N")]
    whole = solve_matrix(matrix)
    solution = discards.solution
    assert solution is not None
    assert (solution.value, solution.row_guarantee, solution.column_guarantee) == (
        whole.value,
        whole.row_guarantee,
        whole.column_guarantee,
    )
    for side, seat, chosen in ((0, "N", whole.rows), (1, "S", whole.columns)):
        gone = {frozenset(set(hands[seat]) - set(kept(seat)[index])) for index in chosen}
        assert {frozenset(cards) for cards in discards.best(side)} == gone


def test_a_redeal_without_trumps_is_tried_with_each() -> None:
    body = {key: value for key, value in nine_cards(3, 4).items() if key != "contract"}
    table = tabulate(body)
    assert [discards.trump for discards in table.discards] == ["S", "H", "D", "C"]
    assert table.exact
    told = table.to_dict()
    assert [one["trump"] for one in told["discards"]] == ["S", "H", "D", "C"]
    assert not {"entries", "best", "par"} & set(told)


@pytest.mark.night
def test_discards_within_a_limit_have_bounds() -> None:
    table = tabulate(nine_cards(1, 9), Limit(nodes=3_000))
    (discards,) = table.discards
    assert not table.exact
    assert table.stats.nodes <= 3_200
    exact = tabulate(nine_cards(1, 9)).discards[0]
    assert exact.solution is not None
    assert discards.bounds.low <= exact.solution.value <= discards.bounds.high
    assert "bounds" in written(DiscardsAnswer(table.asked.rules, discards))


# ---- limits and cost


def test_a_limit_is_shared_out_and_bounds_are_proved() -> None:
    log = sample_log("belote")
    exact = tabulate(log)
    for nodes in (1, 1_000, 20_000, 60_000):
        table = tabulate(log, Limit(nodes=nodes))
        assert table.stats.nodes <= nodes + 4 * MAX_PASSES
        for (entry, _), (true, _) in zip(table.entries, exact.entries, strict=True):
            assert entry.bounds.low <= true.bounds.low <= entry.bounds.high
            assert entry.result in (None, true.result)
        if not table.exact:
            assert table.pars == () == table.best("NS")
            assert {"best", "par"}.isdisjoint(table.to_dict())


@pytest.mark.by_day(2)
@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("game", ["bridge", "quadrette", "contree", "valet_de_trefle"])
def test_threads_change_neither_values_nor_nodes(game: str, threads: int) -> None:
    rules = find_variant(game)
    deal = random_deal(Random(threads), rules, 7 if rules.short_deals else rules.cards_each, 0)
    position = Position(rules, Contract("S", "N" if rules.has_taker else None), deal, dealer="W")
    body = {"variant": game, "deal": position.to_dict()["deal"]} | (
        {"dealer": "W"} if game == "contree" else {}
    )
    # Trumps that are under way share the memory of all threads: one thread gets as much for each.
    n_trumps, memory = len(rules.trumps), Limit(table_mib=64)
    share = 64 if "dealer" in body else 64 * min(threads, n_trumps) // n_trumps
    alone, together = tabulate(body, Limit(table_mib=share)), tabulate(body, memory, threads)
    assert together.entries == alone.entries
    assert together.pars == alone.pars
    assert together.stats.nodes == alone.stats.nodes


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("limit", [Limit(nodes=3_000), Limit(nodes=40_000), Limit(time_ms=20)])
def test_within_a_limit_threads_prove_bounds(limit: Limit, threads: int) -> None:
    log = sample_log("contree")
    exact, table = tabulate(log), tabulate(log, limit, threads)
    assert table.stats.nodes <= (limit.nodes or 10**9) + 4 * MAX_PASSES
    for (entry, _), (true, _) in zip(table.entries, exact.entries, strict=True):
        assert entry.bounds.low <= true.bounds.low <= entry.bounds.high
        assert entry.result in (None, true.result)
    assert table.exact or table.ended is not None


def test_what_easy_entries_leave_of_a_limit_goes_to_the_hard_ones() -> None:
    rules = find_variant("contree")
    deal = random_deal(Random(5), rules, 8, 0)
    start = Position(rules, Contract("S"), deal, dealer="W")
    body = {key: value for key, value in start.to_dict().items() if key in ("variant", "dealer", "deal")}
    hardest, *others = (
        solve(Position(rules, Contract(trump), deal, dealer="W"), cards="best").stats.nodes
        for trump in rules.trumps
    )
    # The first of four is tried with a quarter, in vain, and again with what the others left.
    nodes = 2 * hardest + sum(others)
    assert nodes // 4 < hardest < nodes - nodes // 4 - sum(others)
    table = tabulate(body, Limit(nodes=nodes))
    assert table.exact
    assert [entry.result for entry, _ in table.entries] == [
        entry.result for entry, _ in tabulate(body).entries
    ]


def test_a_time_limit_holds_for_the_whole_table() -> None:
    log = sample_log("california_jack")
    table = tabulate(log, Limit(time_ms=200))
    assert not table.exact
    assert table.stats.time_ms < 30_000, "it would take hours"
    assert all(entry.bounds.low < entry.bounds.high for entry, _ in table.entries)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", ["quadrette", "belote", "contree", "valet_de_trefle"])
def test_a_table_costs_no_more_than_its_distinct_solves(game: str) -> None:
    """In cards played by the search, which is the same on every machine."""
    rules = find_variant(game)
    together = apart = 0
    for seed in range(3):
        deal = random_deal(Random(seed), rules, rules.cards_each, 0)
        dealer = None if game == "quadrette" else "W"
        position = Position(rules, Contract("S", "N" if rules.has_taker else None), deal, dealer="W")
        body = {"variant": game, "deal": position.to_dict()["deal"]} | ({"dealer": dealer} if dealer else {})
        table = tabulate(body)
        together += table.stats.nodes
        for trump, leader in {(entry.trump, entry.leader) for entry, _ in table.entries}:
            start = Position(rules, Contract(trump), deal, dealer="W", leader=leader)
            apart += solve(start, cards="best").stats.nodes
    assert together <= 1.05 * apart
