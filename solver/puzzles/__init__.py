"""Puzzles: positions with one right card, found, proved, rated and tried.

Stands on `knowledge` and `engine`.
"""

__all__: list[str] = []
