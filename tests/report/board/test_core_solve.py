"""Answers of the page's own core: whole, and equal to those of `solve`, in every game."""

import json
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver import VARIANTS, Position, deal_numbers, find_variant, solve
from solver.cards import parse_card
from solver.engine.encode import Encoding
from solver.game import Moment, deal_score, lead_of, score_pieces
from solver.rules import ContractRule
from tests.support.board.answers import whole
from tests.support.board.browser import run_node
from tests.support.depth import by_depth
from tests.support.positions import position_of_seed, random_position

ASK = Path(__file__).with_name("solve.mjs")
LEFT = {"california_jack": 14, "bridge": 36, "whist": 36, "all_fours": 12, "all_fours_4": 24, "quadrette": 24}
"""How many cards are left where more would take long."""


def ask(questions: Sequence[tuple[dict[str, Any], list[list[str]]]]) -> list[list[Any]]:
    """The answers of solve.js, to what pages show and to plays."""
    lines = [json.dumps({"shown": shown, "plays": plays}) for shown, plays in questions]
    with as_file(files("solver").joinpath("web", "points.wasm")) as path:
        told = run_node(ASK, path.parent, lines=lines).splitlines()
    return [json.loads(line) for line in told]


def shown(position: Position, notation: Any = "en") -> dict[str, Any]:
    """The deal of a position as a page of an analysis has it."""
    request = position.to_dict(notation)
    del request["plays"]
    return {"position": request, "numbers": deal_numbers(position, notation)}


def written(plays: Sequence[Any]) -> list[str]:
    return [str(card) for card in plays]


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", VARIANTS)
def test_the_answers_are_those_of_solve(game: str) -> None:
    """In the middle of a trick, at the end of a deal, and wherever the reader goes in between."""
    rules, rng = find_variant(game), Random(game)
    questions, courses = [], []
    for extra in range(by_depth(2, 6)):
        left = min(LEFT.get(game, 20), rules.n_players * rules.cards_each + rules.stock) - extra
        position = random_position(rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=left)
        course = [position]
        while not course[-1].is_over:
            course.append(course[-1].play(rng.choice(course[-1].legal_plays())))
        # The end is asked for before its last card was: the value must not be one that is remembered.
        course = [course[0], course[-1], *course[1:-1]]
        courses.append(course)
        questions.append((shown(position), [written(one.plays) for one in course]))
    for course, told in zip(courses, ask(questions), strict=True):
        for position, answer in zip(course, told, strict=True):
            expected = solve(position).to_dict()
            if position is course[0] or position.is_over:
                assert whole(answer) == whole(expected)
                assert answer["stats"]["nodes"] == expected["stats"]["nodes"]
                continue
            # What was proved before may lead to another line, which is as good.
            assert {**whole(answer), "line": []} == {**whole(expected), "line": []}
            for card in answer["line"]:
                position = position.play(parse_card(card))
            assert position.is_over
            assert Moment(position).won == answer["value"]


@pytest.mark.night
@pytest.mark.slow
def test_the_answers_are_those_of_solve_under_any_options() -> None:
    """Short deals, penalties, who has low, contracts by threshold, rules that nobody plays."""
    positions = [
        position_of_seed(seed, game, 10)
        for seed, game in enumerate([*VARIANTS, "custom", "all_fours", "california_jack"] * by_depth(4, 12))
    ]
    told = ask([(shown(one), [written(one.plays)]) for one in positions])
    n_scores = 0
    for position, (answer,) in zip(positions, told, strict=True):
        expected = whole(solve(position).to_dict())
        if "score" in answer or "score" not in expected:
            assert whole(answer) == expected
        else:
            # Only rules that nobody plays: combinations count, and a number makes the contract.
            assert Encoding(position).total is None
            assert position.rules.contract_rule == ContractRule.threshold
            assert by_card(answer) == by_card(expected)
        n_scores += "score" in answer
    assert n_scores > by_depth(30, 100)


def by_card(answer: dict[str, Any]) -> dict[str, Any]:
    """The value of each card: without scores the order of cards with equal differences is another."""
    return {card["card"]: card.get("value") for card in answer["cards"]}


def test_a_card_that_may_not_be_played_is_refused() -> None:
    position = position_of_seed(1, "belote", 12)
    held = [str(card) for cards in position.hands.values() for card in cards]
    legal = [str(card) for card in position.legal_plays()]
    (wrong,) = [card for card in held if card not in legal][:1]
    plays = written(position.plays)
    ((refused, nonsense, answer),) = ask([(shown(position), [[*plays, wrong], [*plays, "XX"], plays])])
    assert refused == {"refused": f"Refusal: no card {wrong}"}
    assert nonsense == {"refused": "Refusal: no card XX"}
    assert whole(answer) == whole(solve(position).to_dict())


def test_a_page_without_numbers_and_without_a_service_says_so() -> None:
    position = position_of_seed(1, "belote", 12)
    ((refused,),) = ask([({"position": shown(position)["position"]}, [[]])])
    assert refused == {"refused": "Refusal: no core"}


def test_a_page_that_cannot_fetch_the_core_says_so() -> None:
    line = {"shown": shown(position_of_seed(1, "belote", 12)), "plays": [[], []], "unreachable": True}
    with as_file(files("solver").joinpath("web", "points.wasm")) as path:
        told = json.loads(run_node(ASK, path.parent, lines=[json.dumps(line)]))
    assert told == [{"refused": "Refusal: no file of the core"}] * 2


@pytest.mark.night
@pytest.mark.slow
def test_two_deals_asked_about_at_once_take_turns() -> None:
    first, second = position_of_seed(3, "belote", 12), position_of_seed(4, "contree", 12)
    plays = [written(first.plays), written(first.plays[:-1])] if first.plays else [[]]
    line = {"shown": shown(first), "plays": plays, "beside": shown(second)}
    with as_file(files("solver").joinpath("web", "points.wasm")) as path:
        told = json.loads(run_node(ASK, path.parent, lines=[json.dumps(line)]))
    assert whole(told[0])["cards"] == whole(solve(first).to_dict())["cards"]
    assert whole(told[1]) == whole(solve(second.at_start()).to_dict())


def test_cards_are_in_the_letters_of_the_page() -> None:
    position = position_of_seed(2, "belote", 12)
    plays = position.to_dict("fr")["plays"]
    ((answer,),) = ask([(shown(position, "fr"), [plays])])
    assert whole(answer) == whole(solve(position).to_dict("fr"))


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", [*VARIANTS, "custom"])
def test_the_pieces_of_a_score_are_the_score(game: str) -> None:
    """Every result that a deal can have."""
    for seed in range(by_depth(10, 40)):
        position = position_of_seed(seed, game, 12)
        encoding = Encoding(position)
        slam, total = encoding.fields["slam"], encoding.total
        pieces = score_pieces(position, total, slam)
        results = [(own, 17 - own) for own in range(-8, 26)] + [(own, 90 - own) for own in range(30, 61)]
        if total is not None:
            results = [(own, total - own) for own in range(total + 1)]
            results += [(total + slam, 0), (0, total + slam)]
        for result in results:
            told = [piece for piece in pieces if piece.least <= lead_of(result)][-1:] or pieces[:1]
            score = deal_score(
                position.rules,
                position.contract,
                position.dealer,
                result,
                position.belote_side,
                position.points_in_play,
            )
            if told:
                assert score is not None
                assert told[0].score(result) == score.by_side
            else:
                assert score is None or (
                    total is None and position.rules.contract_rule == ContractRule.threshold
                )
