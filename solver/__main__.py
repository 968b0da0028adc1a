"""``python -m solver`` is ``atout``."""

from solver.cli.main import main

main(prog_name="atout")
