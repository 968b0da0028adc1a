"""Puzzles: the bank in the database, where they are found, tried, rated and voted on."""
