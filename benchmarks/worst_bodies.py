"""``python -m benchmarks.worst_bodies``: what the worst bodies found cost the service beyond their limits.

Each body, of 1 MiB at the most, goes through the whole application in this process, and the processor time of
all threads is taken.  A body may cost its time limit and `BAR_S` beyond; the exit status is 1 if one does not
keep to that.  A body that is refused has no limit, so that all it costs is beyond.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click
from flask.testing import FlaskClient
from rich.console import Console
from rich.table import Table

from api import Settings, create_app
from solver import find_variant
from solver.game import MAX_DEALS

MIB = 1 << 20
BAR_S = 0.5
"""The most that a body may cost beyond its own limit, in seconds of one core."""
SHORT_MS = 100
SAMPLES = Path(__file__).resolve().parents[1] / "samples"
LINK = "https://www.bridgebase.com/tools/handviewer.html?lin="
JSON, LINES, PBN, LIN = "application/json", "application/x-ndjson", "application/x-pbn", "text/x-lin"


@dataclass(frozen=True, slots=True)
class Body:
    """A body that was made to be slow."""

    name: str
    path: str
    data: bytes
    media_type: str = JSON
    limit_ms: int = 0
    """The time that it asks for, of all its parts together; 0 where it is refused before any is granted."""


class Cost(NamedTuple):
    """The cost of a body."""

    body: Body
    cpu_s: float
    status: int

    @property
    def beyond_s(self) -> float:
        """The processor time beyond the body's own limit, in seconds."""
        return self.cpu_s - self.body.limit_ms / 1000


# ---- bodies


def json_body(name: str, path: str, value: object, limit_ms: int = 0) -> Body:
    """A body of JSON."""
    return Body(name, path, json.dumps(value, separators=(",", ":")).encode(), JSON, limit_ms)


def filled(start: str, part: str) -> bytes:
    """``start`` and ``part`` over and over, 1 MiB in all."""
    return (start + part * (MIB // len(part.encode()) + 1)).encode()[:MIB]


def sample(game: str) -> dict[str, Any]:
    """The sample log of a game."""
    log: dict[str, Any] = json.loads((SAMPLES / f"{game}.json").read_text(encoding="utf-8"))
    return log


def match_of(game: str, limit_ms: int, **more: Any) -> dict[str, Any]:
    """As many deals as a log may have, each the sample of a game."""
    log = sample(game)
    shared: dict[str, Any] = {key: log[key] for key in ("variant", "rules") if key in log}
    beside = ("variant", "rules", "id", "players", "limit")
    deal = {key: value for key, value in log.items() if key not in beside}
    return {**shared, "limit": {"time_ms": limit_ms}, "deals": [deal] * MAX_DEALS, **more}


def own_game(game: str, **more: Any) -> dict[str, Any]:
    """The rules of a game in full, as one's own."""
    return {**find_variant(game).to_dict(), "name": "own", **more}


def tables() -> Iterator[Body]:
    """Tables whose par has many ties, and ones with many entries or discards."""
    ties: dict[str, Any] = {
        "variant": {
            "name": "ties",
            "extends": "coinche",
            "deck": {"short_deals": True},
            "score": {
                "bids": list(range(937, 1001)),
                "failed_points": 0,
                "contract_scoring": "points_only",
                "multipliers": [1, 2, 4],
            },
        },
        "dealer": "N",
        "deal": {"N": ["SA"], "E": ["HA"], "S": ["DA"], "W": ["CA"]},
        "limit": {"time_ms": SHORT_MS},
    }
    yield json_body("par of 64 bids that all tie", "/v1/table", ties, SHORT_MS)
    for game in ("coinche", "bridge", "california_jack", "belote"):
        log = sample(game)
        asked: dict[str, Any] = {
            key: log[key] for key in ("variant", "rules", "dealer", "deal", "stock") if key in log
        }
        yield json_body(f"table of {game}", "/v1/table", {**asked, "limit": {"time_ms": SHORT_MS}}, SHORT_MS)
    deck = [str(card) for card in find_variant("all_fours").deck]
    hands = {"N": deck[::3][:9], "S": deck[1::3][:9]}
    redeal: dict[str, Any] = {"variant": "all_fours", "dealer": "N", "deal": hands}
    for limit_ms in (SHORT_MS, 2000):
        asked = {**redeal, "limit": {"time_ms": limit_ms}}
        yield json_body(f"discards of all fours, {limit_ms} ms", "/v1/table", asked, limit_ms)


def matches() -> Iterator[Body]:
    """Logs of as many deals as there may be."""
    # Step 1. Games as they are, and with fair verdicts.
    for game in ("bridge", "belote", "contree", "california_jack"):
        for limit_ms in (1, SHORT_MS, 1000):
            body = match_of(game, limit_ms)
            yield json_body(f"{MAX_DEALS} deals of {game}, {limit_ms} ms", "/v1/analyses", body, limit_ms)
    fair = {"samples": 1000, "plays": "all"}
    for limit_ms in (SHORT_MS, 2000):
        body = match_of("belote", limit_ms, fair=fair)
        name = f"{MAX_DEALS} deals with fair verdicts, {limit_ms} ms"
        yield json_body(name, "/v1/analyses", body, limit_ms)
    # Step 2. A game of one's own in each deal: the same, different ones, long and faulty ones.
    own = match_of("bridge", SHORT_MS)
    rules: Any = own_game("bridge")
    own["deals"] = [{**deal, "variant": rules} for deal in own["deals"]]
    del own["variant"]
    yield json_body("an own game for each deal", "/v1/analyses", own, SHORT_MS)
    several = {
        **own,
        "deals": [{**deal, "variant": {**rules, "name": f"own{n}"}} for n, deal in enumerate(own["deals"])],
    }
    yield json_body("a different own game for each deal", "/v1/analyses", several)
    texts = "x" * 2000
    said: dict[str, Any] = {"name": "own", "title": texts[:90], "extends": "bridge", "sources": {}}
    wrong = own_game("bridge", deck={"ranks": "AKQ", "cards_each": "x"})
    wrong["score"] = {"bids": ["x"] * 300}
    for name, extended in (("", said), ("faulty ", wrong)):
        deals = [{**deal, "variant": extended} for deal in own["deals"]]
        yield json_body(
            f"a {name}game that extends for each deal", "/v1/analyses", {**own, "deals": deals}, SHORT_MS
        )
    # Step 3. Plays, calls and comments without end.
    partial = match_of("bridge", SHORT_MS, partial=True)
    partial["deals"] = [{**deal, "plays": ["XX"] * 2000} for deal in partial["deals"][:50]]
    yield json_body("unreadable plays, partly", "/v1/analyses", partial, SHORT_MS)
    for key, value in (
        ("plays", ["S2"] * 1800),
        ("auction", ["Pass"] * 1250),
        ("auction", ["7NT"] * 319),
        ("comments", [{"play": 1, "text": "!s" * 200}] * 20),
        ("comments", [{"play": 1, "text": "x"}] * 400),
    ):
        log = match_of("bridge", SHORT_MS)
        log["deals"] = [{**deal, key: value} for deal in log["deals"]]
        for path in ("/v1/analyses", "/v1/convert"):
            yield json_body(f"{len(value)} {key} a deal ({path[4:]})", path, log, 0)
    # Step 4. All that can be asked of a game of bridge.
    judged = {**match_of("bridge", SHORT_MS), "judged": True, "double_dummy": True}
    yield json_body(f"{MAX_DEALS} games judged and converted", "/v1/convert", judged, SHORT_MS)


def raw_json() -> Iterator[Body]:
    """JSON that is much to read."""
    for name, start, part in (
        ("a list of numbers", "[", "1,"),
        ("a list of texts", "[", '"",'),
        ("lists in a list", "[", "[],"),
        ("objects", "[", "{},"),
        ("brackets", "", "["),
        ("escapes", '{"x":"', "\\u00e9"),
        ("surrogates", '{"x":"', "\\ud800"),
        ("backslashes", '{"x":"', "\\\\"),
        ("long numbers", "[", "1" * 60 + ","),
        ("exponents", "[", "1e300,"),
        ("one long number", "", "1"),
        ("spaces", "[", " "),
        ("keys twice", "{", '"a":1,'),
        ("one long text", '{"variant":"', "x"),
    ):
        yield Body(f"JSON: {name}", "/v1/analyses", filled(start, part))
    keys = {f"k{index}": 1 for index in range(45_000)}
    yield json_body("JSON: many keys", "/v1/solve", {**sample("belote"), **keys})
    few = {f"k{index}": {f"k{inner}": 1 for inner in range(190)} for index in range(190)}
    yield json_body("JSON: objects of many keys", "/v1/solve", {**sample("belote"), **few})
    deals = [{f"k{index}": 1 for index in range(190)}] * MAX_DEALS
    yield json_body("JSON: deals of unknown keys", "/v1/analyses", {"variant": "belote", "deals": deals})
    yield json_body("JSON: a long name", "/v1/solve", {"variant": "x" * (MIB - 100)})
    yield json_body("JSON: wrong cards", "/v1/solve", {**sample("belote"), "plays": ["10" * 7] * 45_000})
    yield json_body("JSON: a wrong deal", "/v1/solve", {**sample("belote"), "deal": "N:" + "A." * 500_000})
    hands = {seat: ["SA"] * 12_000 for seat in "NESW"}
    yield json_body("JSON: the same card over and over", "/v1/solve", {**sample("belote"), "deal": hands})


def links() -> Iterator[Body]:
    """Links to a hand viewer that are much to read."""
    for name, part in (
        ("bars", "|"),
        ("letters", "a"),
        ("%-escapes", "%41+"),
        ("plays", "pc|sa|"),
        ("fields", "a=b&"),
    ):
        yield Body(f"link of {name}", "/v1/analyses", filled(LINK, part), LIN)
    for name, part in (
        ("bars", "|"),
        ("calls", "mb|p|"),
        ("remarks", "nt|x|"),
        ("%-escapes", "%4a+"),
        ("%-bars", "%7C"),
    ):
        link = filled(LINK, part)[:199_000] + b"\n"
        yield Body(f"links of {name}", "/v1/analyses", (link * 6)[:MIB], LIN)


def lin() -> Iterator[Body]:
    """LIN that is much to read."""
    for name, start, part in (
        ("bars", "", "|"),
        ("codes", "", "a|"),
        ("calls", "md|1|mb|", "1c"),
        ("empty calls", "md|1|", "mb||"),
        ("remarks", "md|1|", "nt|x|"),
        ("titles", "md|1|", "ah|x|"),
        ("plays taken back", "md|1|", "nt|!!!|pc|sa|up|1|"),
        ("remarks and plays taken back", "md|1|" + "nt|x|" * 190, "pc|sa|up|1|"),
        ("line ends", "", "\n"),
        ("hands", "md|1", ","),
        ("names", "pn|", "a,"),
        ("match", "vg|", "a,1,1,"),
        ("closed hands", "", "md|1" + "," * 200 + "|"),
        ("closed names", "md|1|", "pn|" + "," * 50 + "|"),
        ("closed match", "md|1|", "vg|" + "a," * 500 + "|"),
        ("boards of calls", "", "qx|o1|" + "mb|p|" * 580 + "nt|" + "x" * 7500 + "|"),
        ("boards of remarks", "", "qx|o1|" + "nt|x|" * 580 + "nt|" + "x" * 7500 + "|"),
        ("boards of many remarks", "", "qx|o1|" + "nt|x|" * 2080),
        ("links", "", "http://a?x\n"),
        ("http", "", "http://"),
    ):
        yield Body(f"LIN: {name}", "/v1/analyses", filled(start, part), LIN)
    board = "qx|o1|md|1SAKQJ,HAKQJ,DAKQJ|" + "mb||" * 2500
    yield Body("LIN: long boards", "/v1/analyses", filled("", board), LIN)
    full = ("||" * 5200 + "\nqx|o1|") * MAX_DEALS
    yield Body("LIN: boards of bars", "/v1/analyses", full.encode()[:MIB], LIN)


def pbn() -> Iterator[Body]:
    """PBN that is much to read."""
    for name, start, part in (
        ("words", '[Play "N"]\n', "a "),
        ("lines", '[Play "N"]\n', "a\n"),
        ("words of no game", "", "a "),
        ("tags", "", '[A ""]'),
        ("different tags", '[Event ""]', '[Note "1:a"]'),
        ("comments", '[Play "N"]\n', "{}"),
        ("comments before", "", "{}"),
        ("said", '[Play "N"]\n', "{a}"),
        ("braces", "", "{"),
        ("escaped lines", "", "%\n"),
        ("lines of remarks", "", ";\n"),
        ("brackets", "", "[\n"),
        ("quotes", '[Play "N"]\n', '"" '),
        ("backslashes", '[Play "', "\\\\"),
        ("suffixes", '[Auction "N"]\n1C ', "! "),
        ("glyphs", '[Auction "N"]\n1C ', "$1 "),
        ("calls", '[Dealer "N"]\n[Auction "N"]\n', "Pass "),
        ("rows", '[ScoreTable "a"]\n', "1 2 3\n"),
        ("too many marked calls", "", '[Auction "N"]\n' + "1C! {x} $1 " * 1500 + "\n\n"),
        (
            "marked calls and a table",
            "",
            '[Auction "N"]\n' + "1C! {x} $1 " * 490 + '[T "a"]\n' + "1 2 " * 999 + "\n\n",
        ),
        ("marked calls", "", '[Auction "N"]\n' + "1C! {x} $1 " * 369 + "{" + "x" * 6000 + "}\n\n"),
        ("calls and a table", "", "[Auction]" + "1C! $1 " * 490 + '\n[T "a"]\n' + "12 " * 490 + "\n\n"),
    ):
        yield Body(f"PBN: {name}", "/v1/analyses", filled(start, part), PBN)


def streams() -> Iterator[Body]:
    """Lines, of which each is a request with a limit of its own."""
    line = json.dumps({**sample("belote"), "limit": {"time_ms": 10}}, separators=(",", ":")).encode() + b"\n"
    n_lines = 20
    yield Body(f"{n_lines} lines of 10 ms", "/v1/analyses", line * n_lines, LINES, n_lines * 10)
    for n_keys in (0, 30, 100, 200):
        bad = json.dumps({f"k{number}": 1 for number in range(n_keys)}).encode() + b"\n"
        name = f"a stream of lines with {n_keys} unknown keys"
        for path in ("/v1/solve", "/v1/analyses"):
            yield Body(name, path, bad * (MIB // len(bad)), LINES)


def jobs() -> Iterator[Body]:
    """Logs handed in to be judged later."""
    log = {"variant": "belote", "plays": ["XX"]}
    yield json_body("a job of many logs", "/v1/jobs", {"logs": [log] * 15_000})
    line = b'{"variant":"belote"}\n'
    yield Body("a job of many lines", "/v1/jobs", line * (MIB // len(line)), LINES)


GROUPS: dict[str, Callable[[], Iterable[Body]]] = {
    "tables": tables,
    "matches": matches,
    "json": raw_json,
    "links": links,
    "lin": lin,
    "pbn": pbn,
    "streams": streams,
    "jobs": jobs,
}


# ---- measuring


def measure(client: FlaskClient, body: Body) -> Cost:
    """Measure the cost of a body, its answer read to the end."""
    started = time.process_time()
    answer = client.post(body.path, data=body.data, content_type=body.media_type)
    answer.get_data()
    return Cost(body, time.process_time() - started, answer.status_code)


def report(costs: Iterable[Cost]) -> Table:
    """The costs as a table, the worst first."""
    table = Table(box=None, pad_edge=False)
    for head in ("body", "bytes", "limit ms", "CPU s", "beyond s", "status"):
        table.add_column(head, justify="left" if head == "body" else "right")
    for cost in sorted(costs, key=lambda cost: -cost.beyond_s):
        limit = str(cost.body.limit_ms or "–")
        figures = (f"{cost.cpu_s:.3f}", f"{cost.beyond_s:.3f}", str(cost.status))
        style = "red" if cost.beyond_s > BAR_S else ""
        table.add_row(cost.body.name, f"{len(cost.body.data):,}", limit, *figures, style=style)
    return table


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--group", "groups", type=click.Choice(list(GROUPS)), multiple=True, help="Only these bodies.")
def main(groups: tuple[str, ...]) -> None:
    """Measure the cost of the worst bodies known beyond their own limits.

    The exit status is 1 when one costs more than it may.
    """
    console = Console(width=110)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            database=str(Path(folder) / "atout.db"), job_threads=0, log_level="error", max_samples=10_000
        )
        client = create_app(settings).test_client()
        warm = json_body("", "/v1/analyses", {**sample("belote"), "limit": {"time_ms": SHORT_MS}})
        for _ in range(2):
            measure(client, warm)
        costs = []
        for group in groups or GROUPS:
            for body in GROUPS[group]():
                assert len(body.data) <= MIB, body.name
                costs.append(measure(client, body))
    console.print(report(costs))
    worst = max(costs, key=lambda cost: cost.beyond_s)
    console.print(
        f"\nThe worst: {worst.body.name}, {worst.beyond_s:.3f} s beyond its limit; the bar is {BAR_S} s."
    )
    if worst.beyond_s > BAR_S:
        sys.exit(1)


if __name__ == "__main__":
    main()
