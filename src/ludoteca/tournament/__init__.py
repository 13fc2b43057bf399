"""Who is stronger? Many games between players, and what they tell.

| module | what it holds |
|---|---|
| `series` | a match: two players, both sides equally, every opening twice |
| `openings`, `evenness` | random beginnings, all different; those that leave the game open |
| `games`, `workers` | one game of many, and the local processes that play them |
| `strength`, `sprt` | an Elo difference with its interval, and a test that stops as soon as it knows |
| `ratings` | many players on one scale |
| `curve`, `calibration` | the levels of a game: measured by self-play, and cut out of a curve |
| `measured` | … and where they are kept |
| `records` | the games written down |
"""
