"""A graph of the value of a deal, in characters."""

from collections.abc import Collection, Sequence

HEIGHT = 7
"""The most lines of a graph, without the line of numbers below it."""


def graph_lines(
    values: Sequence[int | None], per_trick: int, turns: Collection[int], width: int
) -> list[str]:
    """Draw the value after each card as a stepped line, with the numbers of the tricks below it.

    ``values`` has one more than there are cards: the first is that of the deal; None where it is not known.
    ``turns`` are the places in it where the outcome changed hands.  Where the cards do not fit into
    ``width``, only the values after each trick are drawn.  Empty where nothing is known.
    """
    known = [value for value in values if value is not None]
    if not known:
        return []
    high, low = max(known), min(known)
    margin = max(len(_number(high)), len(_number(low)))
    room = width - margin - 2
    step = 1
    if 2 * len(values) <= room:
        step = 2
    elif len(values) > room:
        kept = [0, *range(per_trick, len(values), per_trick)]
        turns = {-(-turn // per_trick) for turn in turns}
        values, per_trick = [values[index] for index in kept], 1
        step = 2 if 2 * len(values) <= room else 1
        known = [value for value in values if value is not None]
        high, low = max(known, default=high), min(known, default=low)
    n_rows = min(HEIGHT, high - low + 1)
    rows = _drawn(values, n_rows, high, low, step)
    lines = []
    for index, row in enumerate(rows):
        number = _number(high) if index == 0 else _number(low) if index == n_rows - 1 else ""
        lines.append(f"{number:>{margin}} ┤{''.join(row).rstrip()}")
    marks = [" "] * (len(values) * step)
    for turn in turns:
        marks[turn * step] = "▲"
    if turns:
        lines.append(" " * (margin + 2) + "".join(marks).rstrip())
    lines.append(" " * (margin + 2) + _numbers(len(values), per_trick, step))
    return lines


def _drawn(values: Sequence[int | None], n_rows: int, high: int, low: int, step: int) -> list[list[str]]:
    rows = [[" "] * (len(values) * step) for _ in range(n_rows)]
    before: int | None = None
    for index, value in enumerate(values):
        at = index * step
        if value is None:
            before = None
            continue
        row = round((high - value) * (n_rows - 1) / max(high - low, 1))
        for column in range(at, at + step):
            rows[row][column] = "─"
        if before is not None and before != row:
            rows[before][at], rows[row][at] = "╮╰" if before < row else "╯╭"
            for between in range(min(before, row) + 1, max(before, row)):
                rows[between][at] = "│"
        before = row
    return rows


def _numbers(n_values: int, per_trick: int, step: int) -> str:
    """Return the line of numbers, each trick's under its first card."""
    line = ""
    for trick in range((n_values - 1 + per_trick - 1) // per_trick):
        at = (1 + trick * per_trick) * step
        if at >= len(line) + (1 if line else 0):
            line = line.ljust(at) + str(trick + 1)
    return line


def _number(value: int) -> str:
    return str(value).replace("-", "−")
