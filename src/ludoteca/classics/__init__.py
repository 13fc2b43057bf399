"""The algorithms of five student reports: textbook players on the same kernel as the engine.

They serve teaching and comparison. Each does what its report says and nothing more; `docs/classics.md` lists
the decisions that the reports leave open. Evaluators are named after the game of their report, but look only
at the rules of a game.

| module | contents |
|---|---|
| `players` | the players, registered through the entry point as those of any other package |
| `depth_first` | depth-first search, which all but one of the players share |
| `memory_tree` | the tree of the Mancala report, held in memory and valued afterwards |
| `breadth_first` | breadth-first search: a tree that grows level by level and is kept between moves |
| `plans` | options, utilities and evaluators combined into the plan of the kernel's `FixedDepthSearch` |
| `kernel_codes`, `evaluators` | constants of the kernel; the evaluators by name |
| `alignment`, `connection` | the tables of the evaluators: lines and patterns; rows, bridges and resistors |
| `focus` | the window around the last move or where threats are, and the distance of moves from it |
| `experiments` | the experiments of the reports, with a verdict on each claim |
"""
