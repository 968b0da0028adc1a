"""Run ``python -m solver`` as the command ``atout``."""

from solver.cli.main import main

main(prog_name="atout")
