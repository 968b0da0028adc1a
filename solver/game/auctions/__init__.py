"""Auctions: what is said before the play, call by call, by the rules of each game."""
