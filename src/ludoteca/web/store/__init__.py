"""The database: games, seats, moves, results and drafts, in SQLite or PostgreSQL."""
