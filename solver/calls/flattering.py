"""The points by which best play with all cards known flatters the taker, as they were measured."""

from collections.abc import Mapping

from solver.knowledge import Estimate

FLATTERED: Mapping[str, Estimate] = {"belote": Estimate(11.8, 1.7), "contree": Estimate(4.9, 1.5)}
"""By game: the points that the taker's side has more than in fair play.

Of 400 deals each, in which every player then plays what is best in expectation (``python -m
benchmarks.callers.flatter belote 400``).
"""
