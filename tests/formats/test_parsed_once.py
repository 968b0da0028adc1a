"""A game of bridge is parsed and replayed once by a request, whatever it asks and however it is answered."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver import Limit, analyse, read_log, read_records, tabulate
from solver.game import read_position
from solver.game.position import Position
from solver.game.replay import Replay
from tests.support.api.service import post_raw
from tests.support.command_line import run
from tests.support.samples import sample_log

JSON, LINES = "application/json", "application/x-ndjson"
PBN, LIN = "application/x-pbn", "text/x-lin"
LOG = sample_log("bridge")
N_PLAYS = len(LOG["plays"])


@pytest.fixture(scope="module")
def texts() -> dict[str, bytes]:
    """The sample in every form."""
    written = {kind: post_raw("/v1/convert", json.dumps(LOG).encode(), JSON, headers={"Accept": kind}).data
               for kind in (PBN, LIN)}  # fmt: skip
    return {JSON: json.dumps(LOG).encode(), **written}


@pytest.fixture
def counted(texts: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The number of times a game is read from JSON types, its remarks are checked, and it is played through.

    These are counted where the work is done: at the reader of positions, at the constructor that checks
    parts, at the checks of a log's fields, and at the cards played one after another for one of them.
    """
    counts: Counter[str] = Counter()

    def count(owner: object, name: str, what: str, counts_at: Callable[..., int] = lambda *_: 1) -> None:
        inner = getattr(owner, name)

        def counting(*args: Any, **kwargs: Any) -> Any:
            counts[what] += counts_at(*args)
            return inner(*args, **kwargs)

        monkeypatch.setattr(owner, name, counting)

    count(read_position._Reader, "read", "parsed")
    # A table makes a position of the same hands for each contract; none has any plays.
    count(Position, "__post_init__", "parsed", lambda position, _: bool(position.plays))
    count(read_position, "find_log_faults", "remarks checked")
    count(Replay, "play_all", "cards played", lambda _, cards, *__: len(cards))
    return counts


ONCE = {"parsed": 1, "remarks checked": 1}


def check_once(counts: Counter[str], *, judged: bool) -> None:
    assert {what: counts[what] for what in ONCE} == ONCE
    if not judged:
        assert counts["cards played"] == N_PLAYS


@pytest.mark.parametrize("out", [JSON, PBN, LIN])
@pytest.mark.parametrize("kind", [JSON, PBN, LIN])
def test_a_log_to_judge(counted: Counter[str], texts: dict[str, bytes], kind: str, out: str) -> None:
    answer = post_raw("/v1/analyses?nodes=1", texts[kind], kind, headers={"Accept": out})
    assert (answer.status_code, answer.mimetype) == (200, out)
    check_once(counted, judged=True)


@pytest.mark.parametrize("query", ["", "judged=true", "double_dummy=true", "judged=true&double_dummy=true"])
@pytest.mark.parametrize(("kind", "out"), [(PBN, PBN), (LIN, LIN), (PBN, JSON), (JSON, PBN)])
def test_a_game_to_convert(
    counted: Counter[str], texts: dict[str, bytes], kind: str, out: str, query: str
) -> None:
    answer = post_raw(f"/v1/convert?nodes=1&{query}", texts[kind], kind, headers={"Accept": out})
    assert (answer.status_code, answer.mimetype) == (200, out)
    check_once(counted, judged=bool(query))


@pytest.mark.parametrize("path", ["/v1/solve", "/v1/table"])
def test_a_text_to_solve(counted: Counter[str], texts: dict[str, bytes], path: str) -> None:
    assert post_raw(f"{path}?nodes=1", texts[PBN], PBN).status_code == 200
    assert counted["parsed"] == (path == "/v1/solve")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("arguments", [
    ("analyse", "--nodes", "1"),
    ("analyse", "--nodes", "1", "--html", "page.html"),
    ("convert", "--to", "pbn"),
    ("convert", "--to", "lin"),
    ("convert", "--to", "json"),
    ("convert", "--to", "pbn", "--judged"),
    ("convert", "--to", "pbn", "--judged", "--tables"),
    ("solve", "--nodes", "1"),
])  # fmt: skip
@pytest.mark.parametrize("kind", [PBN, LIN])
def test_a_file(
    counted: Counter[str], texts: dict[str, bytes], tmp_path: Path, arguments: tuple[str, ...], kind: str
) -> None:
    file = tmp_path / ("game.pbn" if kind == PBN else "game.lin")
    file.write_bytes(texts[kind])
    command, *options = (str(tmp_path / one) if one.endswith(".html") else one for one in arguments)
    assert run(command, str(file), *options).exit_code == 0
    check_once(counted, judged="--judged" in options or command == "analyse")


def test_a_game_is_judged_as_its_log_is(texts: dict[str, bytes]) -> None:
    game = read_log(next(read_records(texts[PBN], "pbn")))
    limit = Limit(nodes=100)
    assert without_time(analyse(game, limit).to_dict()) == without_time(
        analyse(game.to_dict(), limit).to_dict()
    )
    assert tabulate(game, limit).asked == tabulate(game.to_dict(), limit).asked


def without_time(judged: dict[str, Any]) -> dict[str, Any]:
    return judged | {"stats": {"nodes": judged["stats"]["nodes"]}}
