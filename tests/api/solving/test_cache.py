"""Solved positions that are remembered: the same answer without solving, to relabelled positions too."""

import json
from typing import Any, NoReturn

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api import Settings, create_app
from api.parts import part_of
from api.solving import AnswerCache, SolvingSlots, cache as answer_cache
from api.views import solve as views
from solver import VARIANTS, Position, canonical_form, solve
from tests.support.api.answers import check
from tests.support.api.service import make_body

QUADRETTE = make_body("quadrette", n_plays=8)


def make(**settings: Any) -> FlaskClient:
    return create_app(Settings(database="none", **settings)).test_client()


def post(client: FlaskClient, body: object) -> TestResponse:
    answer = client.post("/v1/solve", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, answer.text
    return answer


def solve_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_: object) -> NoReturn:
        raise AssertionError("nothing needs to be solved")

    monkeypatch.setattr(views, "solve", solve)


def relabelled(body: dict[str, Any]) -> dict[str, Any]:
    """The request with two plain suits exchanged."""
    position = Position.from_dict(body)
    one, two = [suit for suit in position.rules.suits if suit != body["contract"]["trump"]][:2]
    names = str.maketrans(one + two, two + one)

    def rename(cards: list[str]) -> list[str]:
        return [card[0].translate(names) + card[1:] for card in cards]

    other = {**body, "deal": {seat: rename(hand) for seat, hand in body["deal"].items()}}
    return other | {key: rename(body[key]) for key in ("plays", "stock") if key in body}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_is_solved_once_whatever_its_suits_are_called(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make()
    body = make_body(variant, seed=2, n_plays=6)
    other = relabelled(body)
    first = post(client, body).json
    direct = solve(Position.from_dict(other)).to_dict()
    solve_nothing(monkeypatch)
    again, there = post(client, body).json, post(client, {**other, "limit": {"nodes": 1}}).json
    for answer in (again, there):
        check("Answer", answer)
        assert answer is not None
        assert answer["exact"]
    assert again == first
    assert _facts(there) == _facts(direct)


def _facts(answer: Any) -> Any:
    """What is proved in an answer; where the sides' results do not add up, the numbers are the line's."""
    plain = {key: answer[key] for key in ("variant", "to_play", "trick", "exact")}
    cards = {card["card"]: (card["swing"], sorted(card["equals"])) for card in answer["cards"]}
    return plain, sorted(answer["best"]), cards


def test_the_best_card_alone_is_another_question(monkeypatch: pytest.MonkeyPatch) -> None:
    client = make()
    post(client, QUADRETTE)
    best = post(client, {**QUADRETTE, "cards": "best"})
    solve_nothing(monkeypatch)
    assert post(client, {**QUADRETTE, "cards": "best"}).data == best.data


def test_what_is_not_proved_is_not_remembered() -> None:
    client = make()
    body = make_body("contree")
    assert post(client, {**body, "limit": {"nodes": 50}}).get_json()["exact"] is False
    assert post(client, body).get_json()["exact"] is True


def test_the_answer_asked_for_longest_ago_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    client = make(cached_answers=2)
    bodies = [make_body("quadrette", seed=seed, n_plays=8) for seed in range(3)]
    for number in (0, 1, 0, 2):
        post(client, bodies[number])
    assert len(part_of(client.application, AnswerCache)) == 2
    solve_nothing(monkeypatch)
    post(client, bodies[0])
    post(client, bodies[2])
    assert part_of(client.application, AnswerCache).find(_form(bodies[1]), "all") is None


def _form(body: dict[str, Any]) -> Any:
    return canonical_form(Position.from_dict(body))


def test_nothing_is_remembered_where_the_operator_wishes_so() -> None:
    client = make(cached_answers=0)
    post(client, QUADRETTE)
    assert len(part_of(client.application, AnswerCache)) == 0


def test_another_engine_answers_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = answer_cache.AnswerCache(5)
    form = _form(QUADRETTE)
    cache.keep(form, "all", solve(form.position))
    assert cache.find(form, "all") is not None
    monkeypatch.setattr(answer_cache, "engine_version", lambda: "another")
    assert cache.find(form, "all") is None


def test_what_is_remembered_waits_for_no_slot() -> None:
    client = make(solving_slots=1, waiting=0, wait_ms=0)
    before = post(client, QUADRETTE)
    with part_of(client.application, SolvingSlots).take():
        assert post(client, QUADRETTE).data == before.data
        refused = client.post("/v1/solve", json=make_body("quadrette", seed=9))
        assert refused.status_code == 503
