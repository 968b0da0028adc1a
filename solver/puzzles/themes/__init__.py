"""Themes: what a puzzle is about, in words that are true by construction.

A theme is a fact of two lines that stand in the puzzle: the line of the right card, and that of the most
tempting wrong one.  Where a theme says why, the position is solved again with one fact changed; a theme
whose proof fails is not told.
"""
