"""The algorithms of five student reports, by name: textbook players on the same kernel as everything else.

They are kept for those who learn and for comparison. Each does what its report says and nothing more; what
the reports leave open is settled here, and said in `docs/classics.md`. This is the only room besides the
library that speaks of games by name: each judge was written for one game, though it looks at its rules alone.

| module | what it holds |
|---|---|
| `players` | the players by name, plugged in as those of any other package would be |
| `looking` | depth first: what all but one of them share |
| `breadth` | breadth first: a tree that grows level by level and is kept between moves |
| `plans` | options, utilities and judges put together into what the kernel's `FixedDepthSearch` reads |
| `judging`, `evaluators` | the judges by name: what each needs of a game, and the habits of its authors |
| `alignment`, `connection` | what the judges look up: lines and patterns, rows, bridges and resistors |
| `focus` | the window around the last move, and how near moves are to it |
"""
