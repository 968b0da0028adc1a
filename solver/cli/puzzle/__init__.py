"""``atout puzzle``: puzzles made, shown, played and checked, in files; each module is one command."""
