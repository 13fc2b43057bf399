"""Forward proofs: the value of one position by search to the end of the game."""
