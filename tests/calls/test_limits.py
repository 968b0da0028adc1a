"""Limits of judged calls: nothing is worked out for deals that will not be solved."""

from collections.abc import Iterator, Sequence

import pytest

from solver.calls.judging import find_calls
from solver.engine.budget import Limit
from solver.engine.native import CancelToken
from solver.game.auctions.auction import Auction
from solver.prospects.endings import Ending
from solver.prospects.formula import Model
from solver.prospects.prospects import Prospects

ASKED = {
    "variant": "coinche",
    "dealer": "W",
    "seat": "N",
    "hand": "AT7.J9.K8.7",
    "auction": ["80H", "pass"],
}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[list[Ending]]:
    """The endings that are drawn, deal by deal."""
    found = list[list[Ending]]()
    draw = Prospects.draw_endings

    def kept(prospects: Prospects, auctions: Sequence[Auction], model: Model) -> Iterator[list[Ending]]:
        for of_deal in draw(prospects, auctions, model):
            found.append(of_deal)
            yield of_deal

    monkeypatch.setattr(Prospects, "draw_endings", kept)
    return found


@pytest.mark.slow
def test_once_the_work_is_cancelled_no_ending_is_drawn(drawn: list[list[Ending]]) -> None:
    token = CancelToken()
    token.cancel()
    late = find_calls(ASKED, 100, limit=Limit(cancel=token))
    assert late.calls == ()
    assert late.ended is not None
    assert (late.ended.by, len(drawn)) == ("cancelled", 0)


@pytest.mark.night
@pytest.mark.slow
def test_endings_are_drawn_for_no_deal_that_is_not_solved_next(drawn: list[list[Ending]]) -> None:
    short = find_calls(ASKED, 100, limit=Limit(nodes=1))
    assert (short.calls, len(drawn)) == ((), 1)


@pytest.mark.parametrize("samples", [4, 6, 60])
def test_a_limit_that_pays_for_several_deals_gives_calls_by_these(samples: int) -> None:
    asked = {"variant": "contree", "dealer": "W", "hand": "A9.K8.KQ7.8", "auction": ["90D", "pass"]}
    short = find_calls(asked, samples, limit=Limit(nodes=600_000))
    assert short.calls
    assert short.n_samples >= 4


@pytest.mark.night
@pytest.mark.slow
def test_without_a_limit_each_deal_has_its_endings(drawn: list[list[Ending]]) -> None:
    whole = find_calls(ASKED, 10)
    assert (whole.n_samples, len(drawn)) == (10, 10)
