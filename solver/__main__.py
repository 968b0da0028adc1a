"""``python -m solver`` is ``atout``."""

from solver.cli import main

main(prog_name="atout")
