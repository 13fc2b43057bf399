"""Retrograde analysis: exact value and depth to win of every position of a game, kept as a tablebase."""
