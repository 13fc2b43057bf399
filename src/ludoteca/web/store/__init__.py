"""What is kept: games, moves, players and results, in SQLite or PostgreSQL."""
