"""Matches, ratings, level calibration and training by self-play.

| module | contents |
|---|---|
| `series` | a match between two players: every opening twice, with sides swapped |
| `openings`, `balance` | random openings, all different; how balanced a position is |
| `games`, `workers` | one game of a match; the worker processes that play them |
| `strength`, `sprt` | an Elo difference with its interval; the sequential test (GSPRT) |
| `ratings` | ratings of many players on one scale (Bradley–Terry) |
| `curve`, `calibration` | levels of a game, cut out of a rating curve |
| `training`, `selfplay` | the training loop with its checkpoints; self-play games for weights |
| `learning`, `samples`, `forms` | training of learnt evaluations |
| `tuning`, `train_network` | training of evaluation weights; training of a network |
| `tuned_file` | levels and weights in `ID.tuned.toml` |
| `records` | the records of the games |
"""
