"""Draw docs/terminal.svg, the tricks of the sample game on a terminal: ``python -m docs.draw_terminal``."""

import json
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from solver import analyse
from solver.report.terminal.deal import analysis_text

PICTURE = Path(__file__).with_name("terminal.svg")
SAMPLE = Path(__file__).parents[1] / "samples" / "belote.json"
COMMAND = "$ atout analyse samples/belote.json"
COLUMNS = 80
N_LINES = 31
"""The lines shown: the deal and its tricks, down to the legend."""

# Rich's own frame asks another host for its font; this one takes what the reader has.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg"
  role="img" aria-label="atout analyse on a terminal">
<style>
.{unique_id}-matrix {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def draw_terminal() -> str:
    """Return the picture as SVG; it asks no other host for anything."""
    log = json.loads(SAMPLE.read_text(encoding="utf-8"))
    whole = Console(file=StringIO(), width=COLUMNS, force_terminal=True, color_system="truecolor")
    with whole.capture() as captured:
        whole.print(analysis_text(analyse(log)), highlight=False)
    shown = captured.get().splitlines()[:N_LINES]
    console = Console(file=StringIO(), width=COLUMNS, record=True, force_terminal=True)
    console.print(Text(COMMAND, style="bold"))
    console.print(Text.from_ansi("\n".join(shown)), highlight=False)
    return console.export_svg(title="Atout", code_format=FRAME, unique_id="terminal")


if __name__ == "__main__":
    PICTURE.write_text(draw_terminal(), encoding="utf-8")
    sys.stdout.write(f"{PICTURE}: {PICTURE.stat().st_size} bytes\n")
