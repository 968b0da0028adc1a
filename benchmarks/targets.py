"""Measure all targets at one go: ``python -m benchmarks.targets --write``, and write README.md's tables anew.

It takes a quarter of an hour of a machine that does nothing else; ``--only`` measures a part.  Each table of
benchmarks/README.md stands between two comments and is written as soon as it is measured, so that an
interruption loses one.  The first says of each target what was found before there was work on it, what is
found now, and whether it is met.  What it was before is a constant: it was measured once.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, geometric_mean, median
from tempfile import TemporaryDirectory

import click

from benchmarks import around, auctions, klaverjas, macroxue, many, prospects, rates, tables, together
from benchmarks.report import markdown
from benchmarks.runner import Run, machine

README = Path(__file__).with_name("README.md")
BENCH = "`atout bench`"
PLAIN_S = 1.0
"""The seconds of the plain reference for each list; ``atout bench`` gives it more."""
TRIES = 3
"""Of which the best counts, where there are several: the machine's other work is no cost of the program."""
KLAVERJAS_DEALS, OTHER_DEALS = 800, 200
"""Deals of classes with every card, and of each other row."""
FEWEST_PAIRS = 3
"""The fewest searches by one thread and by two that a target is held to."""
MEDIANS: Mapping[str, tuple[float, str]] = {
    "belote_value": (2.2, "2.6 to 3.0"),
    "contree_value": (2.2, "2.6"),
    "belote_cards": (4.5, "5.9"),
    "contree_cards": (4.5, "5.4"),
    "valet_de_trefle": (7, "9.5"),
}
"""The median of a list in milliseconds that was set, and what it was."""


@dataclass(frozen=True, slots=True)
class Found:
    """A target, and what was found."""

    target: str
    before: str
    now: str
    is_met: bool
    by: str

    def line(self) -> str:
        """Return the row of a table of Markdown."""
        return (
            f"| {self.target} | {self.before} | {self.now} | {'yes' if self.is_met else 'no'} | {self.by} |"
        )


HEAD = "| target | before | now | met | by |\n| --- | --- | --- | --- | --- |"
Measured = tuple[Mapping[str, str], Sequence[Found]]
"""The tables that a measurement writes, by the name of their section, and the targets that it decides."""


def measure_lists() -> Measured:
    """Measure the fixed deals of all games, those of bridge beside endplay.

    Another process does it: what this one has loaded would count to the memory of the lists.
    """
    with TemporaryDirectory(prefix="atout-targets-") as folder:
        path = Path(folder, "lists.json")
        asked = ["--plain-s", str(PLAIN_S), "--json", str(path)]
        subprocess.run([sys.executable, "-m", "benchmarks", *asked], stdout=subprocess.DEVNULL, check=True)
        found = Run.from_json(path.read_text(encoding="utf-8"))
    sections = {
        "results": markdown(replace(found, bridge=[])),
        "bridge": markdown(replace(found, lists=[], threads=None)),
    }
    return sections, [*_judge_lists(found)]


def _judge_lists(found: Run) -> Iterator[Found]:
    for one in found.lists:
        if one.name in MEDIANS:
            most, before = MEDIANS[one.name]
            name, ms = f"{one.name}: median {most:g} ms", one.median_ms
            yield Found(name, before, f"{ms:.2f}", ms <= most, BENCH)
        if one.median_width is not None:
            name, apart = "California Jack: bounds after 1 s at most 20 apart", one.median_width
            yield Found(name, "33", f"{apart:g}", apart <= 20, BENCH)
    for beside in found.bridge:
        if beside.name == "bridge_table" and beside.endplay is not None:
            ratio = beside.endplay.mean_ms / beside.atout.mean_ms
            name = "a table of bridge 2 times as fast as endplay on one core"
            yield Found(name, "1.35 to 1.62", f"{ratio:.2f}", ratio >= 2, BENCH)
        if beside.max_ms is not None:
            most_s = beside.atout.max_ms / 1000
            yield Found("a freak of bridge in 2 s", "2.1 s", f"{most_s:.1f} s", most_s <= 2, BENCH)


def measure_together() -> Measured:
    """Measure one search by two threads."""
    lines, rows = [together.HEAD.format(threads=2)], []
    by = "`python -m benchmarks.together`"
    for name, pairs in together.rows(n_long=80, n_short=40, threads=2, tries=TRIES):
        lines.append(together.line(name, pairs))
        gain = geometric_mean(pair.gain for pair in pairs)
        if len(pairs) < FEWEST_PAIRS:
            continue
        if pairs[0].is_long:
            rows.append(Found(f"2 threads 1.7 × as fast: {name}", "1", f"{gain:.2f}", gain >= 1.7, by))
        else:
            is_met = gain >= 1 - together.CHANCE
            rows.append(Found(f"2 threads never slower: {name}", "1", f"{gain:.2f}", is_met, by))
    return {"together": "\n".join(lines)}, rows


def measure_tables() -> Measured:
    """Measure tables of bridge by one thread and by two."""
    found = tables.measure_all(n_deals=20, threads=2, tries=TRIES)
    by = "`python -m benchmarks.tables`"
    gain = tables.gain(found, tables.ALONE, "2 threads")
    rows = [Found("tables 1.9 × as fast by two threads", "1", f"{gain:.2f}", gain >= 1.9, by)]
    if tables.ENDPLAY in found:
        ours, theirs = (fmean(one.clock_ms for one in found[name]) for name in ("2 threads", tables.ENDPLAY))
        name, ratio = "a table of bridge 4 times as fast as endplay on two cores", theirs / ours
        rows.append(Found(name, "1.2", f"{ratio:.2f}", ratio >= 4, by))
    return {"tables": "\n".join(tables.lines(found))}, rows


def measure_batches(python: Path | None) -> Measured:
    """Measure batches beside single solves, today's and those of the older version that ``python`` has."""
    found = list(many.measure_all(n_endings=1000, n_deals=60, python=python))
    by = "`python -m benchmarks.many`"
    short = [one.n_times for one in found if one.name.endswith(f"{many.N_LEFT} cards")]
    then = [one.n_times_then for one in found if one.n_times_then is not None]
    now = f"{min(short):.1f} to {max(short):.1f} of today's calls"
    if then:
        alone, by_two = zip(*then, strict=True)
        now = (
            f"{min(alone):.1f} to {max(alone):.1f} of the calls when it was set, by two threads "
            f"{min(by_two):.1f} to {max(by_two):.1f}; {now}"
        )
    full = [one.per_cpu_s["many"] / one.per_cpu_s["core"] for one in found if one.name.endswith("full")]
    rows = [
        Found(
            "endings of 12 cards 8 times as many by a batch as by calls",
            "1",
            now,
            bool(then) and min(max(both) for both in then) >= 8,
            by,
        ),
        Found(
            "full deals of a batch within 10 % of the core",
            "–",
            f"{min(full):.2f} to {max(full):.2f} of its rate",
            min(full) >= 0.9,
            by,
        ),
    ]
    return {"many": "\n".join([many.HEAD, *(one.line() for one in found)])}, rows


def measure_klaverjas() -> Measured:
    """Measure what the deals of a study of klaverjas would cost."""
    found = list(klaverjas.rows(KLAVERJAS_DEALS, OTHER_DEALS, tries=TRIES))
    hours = {(kind, work): estimate.hours for kind, work, estimate in found}
    every = hours["of classes", "every card"]
    name, now = "Klaverjas2018 in 3 core-hours, every card", f"{every:.1f}"
    rows = [Found(name, "2 years", now, every <= klaverjas.TARGET_HOURS, "`python -m benchmarks.klaverjas`")]
    lines = [klaverjas.HEAD, *(estimate.line(kind, work) for kind, work, estimate in found)]
    return {"klaverjas": "\n".join(lines)}, rows


def measure_prospects() -> Measured:
    """Measure what the deals of a hand cost."""
    lines, rows = [prospects.HEAD], []
    before = {"contree": "0.8 to 1.7 s", "belote": "0.42 s"}
    for game, costs in prospects.rows(n_hands=9, n_deals=100, tries=TRIES):
        lines.append(prospects.line(game, costs))
        most, seconds = prospects.GAMES[game], median(cost.cpu_s for cost in costs)
        name = f"prospects of 100 deals in {most:g} s: {game}"
        rows.append(
            Found(name, before[game], f"{seconds:.2f} s", seconds <= most, "`python -m benchmarks.prospects`")
        )
    return {"prospects": "\n".join(lines)}, rows


def measure_auctions() -> Measured:
    """Measure what the auction of a log costs."""
    lines, rows = [auctions.HEAD], []
    for game, seconds in auctions.rows(n_logs=9, tries=TRIES):
        lines.append(auctions.line(game, seconds))
        name = f"the auction of a log in {auctions.TARGET_S:g} s: {game}"
        most = max(seconds)
        by = "`python -m benchmarks.auctions`"
        rows.append(Found(name, "–", f"{most:.2f} s at most", most <= auctions.TARGET_S, by))
    return {"auctions": "\n".join(lines)}, rows


def measure_around() -> Measured:
    """Measure the core's share of an analysed log."""
    found = around.measure_all()
    before = {"library": "56 to 68 %", "POST /v1/analyses": "28 to 46 %"}
    rows = [
        Found(
            f"the core {around.TARGETS[name]:.0%} of a log: {name}",
            before[name],
            f"{cost.share:.0%}",
            cost.share >= around.TARGETS[name],
            "`python -m benchmarks.around`",
        )
        for name, cost in found.items()
    ]
    return {"around": "\n".join([around.HEAD, *(cost.line(name) for name, cost in found.items())])}, rows


def measure_rates() -> Measured:
    """Measure logs a second."""
    lines, rows = [rates.HEAD], []
    before = dict(zip(rates.WAYS, ("9", "20", "37"), strict=True))
    for name, rate, target in rates.measure(n_logs=300, tries=TRIES):
        lines.append(rate.line(name, target))
        by = "`python -m benchmarks.rates`"
        now = f"{rate.per_second:.0f}"
        rows.append(
            Found(f"{target:g} logs a second: {name}", before[name], now, rate.per_second >= target, by)
        )
    return {"rates": "\n".join(lines)}, rows


def measure_macroxue(source: Path) -> Measured:
    """Measure bridge beside macroxue's solver."""
    lines, rows = [macroxue.HEAD], []
    before = {"value": "0.98 to 1.08, mean 0.91", "cards": "0.98 to 1.16", "table": "1.01 to 1.05"}
    for work, found in macroxue.rows(source, None, 1):
        lines.append(found.line(work))
        name = f"macroxue ÷ Atout 1.15 in geometric mean and mean: {work}"
        now = f"{found.geometric_ratio:.2f}, mean {found.mean_ratio:.2f}"
        rows.append(Found(name, before[work], now, found.is_met, "`python -m benchmarks.macroxue`"))
    return {"macroxue": "\n".join(lines)}, rows


def draw(module: str) -> Measured:
    """Draw a plot by its own program; what it prints is its section."""
    done = subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], capture_output=True, check=True)
    return {module: done.stdout.decode().strip()}, []


def _section(name: str) -> re.Pattern[str]:
    """Match a section of a page: what begins it, its body, and what ends it."""
    return re.compile(rf"(<!-- {name}:[^\n]*-->\n\n)(.*?)(\n\n<!-- end of {name} -->)", re.DOTALL)


def put_in(text: str, name: str, body: str) -> str:
    """Return ``text`` with another body of one of its sections; as it was if it has no such section.

    >>> put_in("<!-- x: by y -->\\n\\nold\\n\\n<!-- end of x -->", "x", "new")
    '<!-- x: by y -->\\n\\nnew\\n\\n<!-- end of x -->'
    """
    return _section(name).sub(lambda found: found[1] + body + found[3], text)


def rows_of(text: str, name: str) -> dict[str, str]:
    """Return the rows of a section's table by their first cell, without its head.

    >>> rows_of("<!-- x: by y -->\\n\\n| a |\\n| --- |\\n| 1 |\\n\\n- today\\n\\n<!-- end of x -->", "x")
    {'1': '| 1 |'}
    """
    section = _section(name).search(text)
    lines = [line for line in (section[2] if section else "").split("\n") if line.startswith("| ")]
    return {line.split(" | ")[0].removeprefix("| ").removesuffix(" |"): line for line in lines[2:]}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--macroxue",
    "source",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of macroxue's solver.cc; bridge is measured beside it.",
)
@click.option(
    "--then",
    "python",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The Python of the version when targets were set; batches are measured beside its calls.",
)
@click.option("--only", "names", multiple=True, metavar="NAME", help="Only this; may be repeated.")
@click.option("--write", "writes", is_flag=True, help="Write the tables of benchmarks/README.md.")
def main(source: Path | None, python: Path | None, names: tuple[str, ...], writes: bool) -> None:
    """Measure what targets were set for, and print each table; the last one is that of the targets.

    After a run of some, the other targets stay in it as they were found before.
    """
    # Step 1. What is measured: first what takes least, so that a mistake shows soon.
    steps: dict[str, Callable[[], Measured]] = {
        "around": measure_around,
        "rates": measure_rates,
        "tables": measure_tables,
        "many": lambda: measure_batches(python),
        "klaverjas": measure_klaverjas,
        "prospects": measure_prospects,
        "auctions": measure_auctions,
        "together": measure_together,
        "scaling": lambda: draw("scaling"),
        "growth": lambda: draw("growth"),
        "lists": measure_lists,
    }
    if source is not None:
        steps["macroxue"] = lambda: measure_macroxue(source)
    if unknown := set(names) - set(steps):
        raise click.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(steps)}")
    # Step 2. One after the other.
    conditions = f"{datetime.now(UTC):%Y-%m-%d}; {machine()}; load {os.getloadavg()[0]:.1f} at first"
    decided: list[Found] = []
    for name in names or steps:
        started = time.monotonic()
        sections, rows = steps[name]()
        decided += rows
        for section, body in sections.items():
            # A run of the lists says itself when and where it was.
            noted = body if name == "lists" else f"{body}\n\n- {conditions}"
            _show(section, noted, writes)
        click.echo(f"{name}: {time.monotonic() - started:.0f} s\n", err=True)
    # Step 3. The targets.
    told = {found.target: found.line() for found in decided}
    if names:
        # What is measured anew replaces all that it decided before.
        ways = tuple(f"{found.by} |" for found in decided)
        before = rows_of(README.read_text(encoding="utf-8"), "targets")
        kept = {name: row for name, row in before.items() if name in told or not row.endswith(ways)}
        told = kept | told
        conditions = f"the last of several runs: {conditions}"
    _show("targets", "\n".join([HEAD, *told.values(), "", f"- {conditions}"]), writes)


def _show(name: str, body: str, writes: bool) -> None:
    click.echo(f"{name}\n\n{body}\n")
    if writes:
        text = README.read_text(encoding="utf-8")
        README.write_text(put_in(text, name, body.strip()), encoding="utf-8")


if __name__ == "__main__":
    main()
