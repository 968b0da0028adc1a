"""Signs of mistakes on a terminal: their colours, and how far what is said of them stands in."""

from collections.abc import Mapping

from solver.analysis import Grade

STYLES: Mapping[Grade, str] = {
    Grade.inaccuracy: "yellow",
    Grade.mistake: "bold yellow",
    Grade.blunder: "bold red",
}
INDENT = 3
