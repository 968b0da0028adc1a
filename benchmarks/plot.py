"""Curves over a logarithmic scale, as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

WIDTH, HEIGHT = 400, 280
LEFT, RIGHT, TOP, BOTTOM = 62, 16, 34, 44
TITLE_HEIGHT = 34
COLOURS = ("#1f6feb", "#d1242f", "#2da44e", "#9a6700", "#8250df")
BACK, FRONT, GRID = "#ffffff", "#24292f", "#d8dee4"


@dataclass(frozen=True, slots=True)
class Curve:
    """A name and its points."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves with the same axes; what they count upwards on a logarithmic scale."""

    across: str
    upwards: str
    curves: Sequence[Curve]


def draw(title: str, panels: Sequence[Panel], n_across: int = 2) -> str:
    """The panels side by side, ``n_across`` in a row."""
    height = TITLE_HEIGHT + HEIGHT * -(-len(panels) // n_across)
    width = WIDTH * n_across
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="{BACK}"/>',
        _text(width / 2, 24, title, "middle", size=15),
    ]
    for index, panel in enumerate(panels):
        x, y = WIDTH * (index % n_across), TITLE_HEIGHT + HEIGHT * (index // n_across)
        parts += [f'<g transform="translate({x} {y})">', *_panel(panel), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Panel) -> list[str]:
    points = [point for curve in panel.curves for point in curve.points]
    first, last = min(x for x, _ in points), max(x for x, _ in points)
    low = floor(log10(min(y for _, y in points)))
    high = max(low + 1, ceil(log10(max(y for _, y in points))))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - first) / max(last - first, 1)
        up = (log10(y) - low) / (high - low)
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)

    parts = []
    for power in range(low, high + 1):
        _, y = place(first, 10.0**power)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        parts.append(_text(LEFT - 6, y + 4, _power(power), "end"))
    for x in sorted({x for x, _ in points}):
        parts.append(_text(place(x, 10.0**low)[0], HEIGHT - BOTTOM + 18, f"{x:g}", "middle"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, panel.across, "middle"))
    parts.append(_text(LEFT, TOP - 14, panel.upwards, "start"))
    for index, curve in enumerate(panel.curves):
        colour = COLOURS[index % len(COLOURS)]
        placed = [place(x, y) for x, y in curve.points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in placed)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in placed]
        parts.append(_text(LEFT + 12, TOP + 14 + 16 * index, curve.name, "start", colour))
    return parts


def _power(power: int) -> str:
    """A power of ten as one reads it."""
    if power < 0:
        return f"{10.0**power:g}"
    return f"{10 ** (power % 3)}{('', 'k', 'M', 'G')[power // 3]}"


def _text(x: float, y: float, text: str, anchor: str, colour: str = FRONT, size: int = 12) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}" font-size="{size}">{text}</text>'
