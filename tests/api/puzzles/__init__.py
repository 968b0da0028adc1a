"""Tests of `api.puzzles`."""
