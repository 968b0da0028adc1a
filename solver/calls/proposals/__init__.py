"""The calls of all fours: the suit turned up or another, and the discards when another is accepted."""
