"""Stored games: commands, queries, events, computer turns, reviews and drafts."""
