"""A run as tables: times against targets, and the work behind them."""

from collections.abc import Iterable

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from benchmarks.bridge_lists import NO_PEER, UNCHECKED, Beside, Cost
from benchmarks.lists import ROWS, THREADS, THREADS_TARGET, Target
from benchmarks.measure import Measured
from benchmarks.peers import Ratios
from benchmarks.runner import Run

NOTHING = "–"
TARGETS = {row.name: row.target for row in ROWS}

TIME_COLUMNS = ("list", "n", "median", "p95", "max", "call", "plain", "target", "met")
WORK_COLUMNS = ("list", "nodes", "total", "plain", "Mn/s", "hits", "table", "peak", "signature")
BRIDGE_COLUMNS = (
    "bridge",
    "n",
    "median",
    "endplay",
    "÷",
    "mean",
    "endplay",
    "÷",
    "max",
    "MiB",
    "endplay",
    "met",
)
TEXT_COLUMNS = ("list", "bridge", "target", "met", "signature")
LEGEND = """\
median, p95, max: milliseconds for a deal, one thread, from an empty table. call: the median of whole calls of
solver.solve. nodes: cards played in the search, median and total. plain: how many times the time and nodes of
the core the plain reference takes, median over deals. hits: probes of the table that found the position.
table, peak: MiB of the largest table and of the process. signature: of the node counts of all deals."""
BRIDGE_LEGEND = """\
bridge: milliseconds of processor time, whole calls, Atout and endplay in turn on the same deals, each in a
process of its own. ÷: how many times as long endplay takes. MiB: the most memory of each process. met: no
slower than endplay in median and mean in half its memory; the freaks, which take it minutes, two seconds."""
Cells = tuple[str, ...]


def report(run: Run) -> Group:
    """Both tables, with what is to be said besides."""
    parts: list[RenderableType] = []
    if run.lists or run.threads is not None:
        parts += [_table(TIME_COLUMNS, time_rows(run)), Text()]
    if run.lists:
        parts += [_table(WORK_COLUMNS, work_rows(run)), Text()]
    if run.bridge:
        parts += [_table(BRIDGE_COLUMNS, bridge_rows(run)), Text()]
    parts += [Text(note) for note in notes(run)]
    legends = [LEGEND] * bool(run.lists) + [BRIDGE_LEGEND] * bool(run.bridge)
    parts.append(Text("\n".join([source(run), *legends]), style="dim"))
    return Group(*parts)


def markdown(run: Run) -> str:
    """The same as tables of Markdown."""
    texts = []
    if run.lists or run.threads is not None:
        texts.append(_markdown(TIME_COLUMNS, time_rows(run)))
    if run.lists:
        texts.append(_markdown(WORK_COLUMNS, work_rows(run)))
    if run.bridge:
        texts.append(_markdown(BRIDGE_COLUMNS, bridge_rows(run)))
    return "\n".join([*texts, *(f"- {note}" for note in (*notes(run), source(run)))])


def time_rows(run: Run) -> Iterable[Cells]:
    """The cells of the first table."""
    for one in run.lists:
        target = TARGETS[one.name]
        yield (
            one.name,
            str(one.n),
            number(one.median_ms),
            number(one.p95_ms),
            number(one.max_ms),
            number(one.call_ms),
            _ratio_text(one.plain, one.plain.time) if one.plain else NOTHING,
            target_text(target),
            met_text(one, target),
        )
    if run.threads is not None:
        met = "yes" if run.threads.ratio >= THREADS_TARGET else "no"
        yield (THREADS, str(run.threads.n), *[NOTHING] * 5, f"{THREADS_TARGET} × throughput", met)


def work_rows(run: Run) -> Iterable[Cells]:
    """The cells of the second table."""
    for one in run.lists:
        yield (
            one.name,
            f"{one.median_nodes:,.0f}",
            f"{one.nodes:,}",
            _ratio_text(one.plain, one.plain.nodes) if one.plain else NOTHING,
            f"{one.nodes_per_s / 1e6:.1f}",
            NOTHING if one.hit_rate is None else f"{one.hit_rate:.0%}",
            f"{one.table_bytes / 2**20:.1f}" if one.table_bytes else NOTHING,
            f"{one.rss_bytes / 2**20:.0f}",
            one.signature or NOTHING,
        )


def bridge_rows(run: Run) -> Iterable[Cells]:
    """The cells of the table of bridge."""
    for one in run.bridge:
        ours, theirs = one.atout, one.endplay
        yield (
            one.name,
            str(one.n),
            number(ours.median_ms),
            *_beside(ours.median_ms, theirs, "median_ms"),
            number(ours.mean_ms),
            *_beside(ours.mean_ms, theirs, "mean_ms"),
            number(ours.max_ms),
            f"{ours.peak_bytes / 2**20:.0f}",
            NOTHING if theirs is None else f"{theirs.peak_bytes / 2**20:.0f}",
            bridge_met_text(one),
        )


def _beside(ours: float, theirs: Cost | None, figure: str) -> Cells:
    """endplay's figure, and how many times ours it is."""
    if theirs is None:
        return NOTHING, NOTHING
    value = getattr(theirs, figure)
    return number(value), f"{value / ours:.2f}"


def bridge_met_text(one: Beside) -> str:
    """True if the target was met, and if not where."""
    if one.endplay is None and one.max_ms is None:
        return NOTHING
    return "no: " + ", ".join(one.unmet) if one.unmet else "yes"


def find_unmet(one: Measured, target: Target) -> list[str]:
    """The parts of the target that were not reached."""
    parts: list[tuple[str, float | None, float | None]] = [
        ("median", one.median_ms, target.median_ms),
        ("p95", one.p95_ms, target.p95_ms),
        ("max", one.max_ms, target.max_ms),
        ("nodes", one.median_nodes, target.median_nodes),
        ("ratio", one.median_ratio, target.median_ratio),
    ]
    unmet = [name for name, got, most in parts if most is not None and (got is None or got > most)]
    return [*unmet, "not all solved"] if one.n_exact < one.n else unmet


def met_text(one: Measured, target: Target) -> str:
    """True if the target was met, and if not where."""
    if target == Target():
        return NOTHING
    unmet = find_unmet(one, target)
    return "no: " + ", ".join(unmet) if unmet else "yes"


def target_text(target: Target) -> str:
    """The target as ``3 / 15 / 60, 60k nodes``: median, 95th percentile, maximum."""
    limits = [limit for limit in (target.median_ms, target.p95_ms, target.max_ms) if limit is not None]
    parts = [" / ".join(map(number, limits))] if limits else []
    if target.median_nodes is not None:
        parts.append(f"{target.median_nodes // 1000}k nodes")
    if target.median_ratio is not None:
        parts.append(f"{number(target.median_ratio)} × its first position")
    return ", ".join(parts) or NOTHING


def notes(run: Run) -> Iterable[str]:
    """Notes on single lists."""
    for one in run.lists:
        if one.median_ratio is not None:
            yield f"{one.name}: {one.median_ratio:.2f} times the first position (median)"
        if one.n_exact < one.n:
            yield f"{one.name}: {one.n_exact} of {one.n} solved within the limit"
        if one.median_width is not None:
            yield f"{one.name}: bounds {number(one.median_width)} apart at the end (median)"
        if one.plain is not None and one.plain.n < one.n:
            yield f"{one.name}: the plain reference did {one.plain.n} of {one.n}"
    if any(one.endplay is None and one.max_ms is None for one in run.bridge):
        yield NO_PEER
    if not all(one.is_checked for one in run.bridge):
        yield UNCHECKED
    if run.threads is not None:
        yield f"{THREADS}: two threads have {run.threads.ratio:.2f} times the throughput of one"


def source(run: Run) -> str:
    """Which deals, when and where."""
    deals = "the fixed deals" if run.options.seed is None else f"fresh deals of seed {run.options.seed}"
    share = ", a tenth of them" if run.options.quick else ""
    return f"{deals}{share}; {run.date}; {run.machine}"


def number(value: float | None) -> str:
    """A number with the digits that say something."""
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _ratio_text(ratios: Ratios, ratio: float) -> str:
    return f"{'≥ ' if ratios.is_least else ''}{number(ratio)} ×"


def _table(columns: Cells, rows: Iterable[Cells]) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False)
    for column in columns:
        table.add_column(column, justify="left" if column in TEXT_COLUMNS else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def _markdown(columns: Cells, rows: Iterable[Cells]) -> str:
    rule = tuple("---" if column in TEXT_COLUMNS else "---:" for column in columns)
    lines = ("| " + " | ".join(cells) + " |" for cells in (columns, rule, *rows))
    return "\n".join(lines) + "\n"
