"""``atout puzzle``: the group of its commands."""

import click

from solver.cli.lazy import CommandTable, LazyGroup

COMMANDS: CommandTable = {
    "check": (
        "solver.cli.puzzle.check:check_command",
        "Prove puzzles again, card by card, by the plain solver.",
    ),
    "export": ("solver.cli.puzzle.convert:export_command", "Write puzzles as NDJSON, CSV or PBN (bridge)."),
    "import": (
        "solver.cli.puzzle.convert:import_command",
        "Add puzzles to a bank, each proved again; those that are there stay.",
    ),
    "make": (
        "solver.cli.puzzle.make:make_command",
        "Find puzzles in random deals, or in the mistakes of logs.",
    ),
    "next": (
        "solver.cli.puzzle.next:next_command",
        "Show a puzzle near your rating that you have not tried.",
    ),
    "play": ("solver.cli.puzzle.play:play_command", "Solve puzzles card by card, against the best defence."),
    "sheet": (
        "solver.cli.puzzle.sheet:sheet_command",
        "Write puzzles as a page to print, the solutions at its end.",
    ),
    "show": ("solver.cli.puzzle.show:show_command", "Show puzzles: the table, the goal, and the solution."),
    "stats": (
        "solver.cli.puzzle.stats:stats_command",
        "Count the puzzles of a bank by game, level and theme.",
    ),
}


class _Commands(LazyGroup):
    """The commands about puzzles."""

    def table(self) -> CommandTable:
        return COMMANDS


@click.group("puzzle", cls=_Commands)
def puzzle_group() -> None:
    """Positions with one right card: make, show, play and check them, and carry them from file to file.

    A puzzle is a position, a side, and a goal that this side reaches with one card, or one class of equal
    cards: every other card is proved to fail, against every defence. Commands read the bank that is shipped
    with Atout, or a file of puzzles: NDJSON, one puzzle a line, as `atout puzzle export` writes it.
    """
