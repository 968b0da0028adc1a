"""Atout: an exact double-dummy solver for trick-taking games."""
