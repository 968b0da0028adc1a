"""The figures as text and as Markdown."""

from collections.abc import Sequence

from benchmarks.load.figures import Promise, Row, Run


def cells(row: Row) -> list[str]:
    """A row of the table."""

    def share(value: float | None) -> str:
        return "–" if value is None else f"{value:.2f}"

    return [
        row.name,
        *(f"{value:.2f}" for value in (row.alone.median, row.alone.p95, row.alone.p99)),
        f"{row.per_second:,.0f}",
        share(row.ratio_to_bare),
        share(row.ratio_to_solver),
        share(row.added_ms),
        *(f"{value:.1f}" for value in (row.together.median, row.together.p95, row.together.p99)),
    ]


def markdown(run: Run) -> str:
    """The run as two tables."""
    n = run.rows[0].n_clients
    heads = [
        "asked", "median", "p95", "p99",
        f"{n} clients: per s", "of bare", "of solver", "median", "p95", "p99", "HTTP adds",
    ]  # fmt: skip
    rows = []
    for row in run.rows:
        name, p50, p95, p99, rate, bare, solver, plus, *together = cells(row)
        rows.append([name, p50, p95, p99, rate, bare, solver, *together, plus])
    promises = [[one.what, one.found, one.target, "yes" if one.is_kept else "no"] for one in run.promises]
    return "\n".join(
        [
            *_table(heads, rows, right=True),
            "",
            *_table(["promised", "found", "target", "kept"], promises),
            "",
            f"- {run.date}; {run.machine}",
        ]
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, right: bool = False) -> list[str]:
    rule = ["---", *(["---:" if right else "---"] * (len(heads) - 1))]
    return [f"| {' | '.join(line)} |" for line in (heads, rule, *rows)]


def text(run: Run) -> str:
    """The run for a terminal."""
    lines = []
    n = run.rows[0].n_clients
    lines.append(
        f"{'':28}{'one client, ms':>24}{'':>4}{f'{n} clients at once, ms':>36}{'rate to that of':>20}"
    )
    lines.append(
        f"{'':28}{'median':>8}{'p95':>8}{'p99':>8}{'':>4}{'per s':>9}{'median':>9}{'p95':>9}{'p99':>9}"
        f"{'bare':>10}{'solver':>10}{'+ ms':>8}"
    )
    for row in run.rows:
        name, p50, p95, p99, rate, bare, solver, plus, *together = cells(row)
        lines.append(
            f"{name:28}{p50:>8}{p95:>8}{p99:>8}{'':>4}{rate:>9}{together[0]:>9}{together[1]:>9}{together[2]:>9}"
            f"{bare:>10}{solver:>10}{plus:>8}"
        )
    lines.append("")
    lines.append("bare: a Flask view that does nothing, under the same gunicorn, for as many clients")
    lines.append("solver: this process, a thread for each core; + ms: what HTTP adds, medians over requests")
    lines.append("")
    lines += [_line(one) for one in run.promises]
    lines.append(f"\n{run.machine}")
    return "\n".join(lines)


def _line(one: Promise) -> str:
    return f"{'kept  ' if one.is_kept else 'MISSED'}  {one.what}: {one.found} ({one.target})"
