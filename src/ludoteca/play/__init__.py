"""Players, game sessions, records and advice: everything about playing that is independent of a front end.

| module | contents |
|---|---|
| `players` | the registry of players and the parser of player specifications |
| `opponents`, `perfect`, `mcts` | players by level, by tablebase, by MCTS |
| `session`, `clock` | the state machine of one game, and its clock |
| `match` | a game between two players, as a stream of events |
| `advise`, `tablebase` | the best move with its reasons; the tablebases that the search probes |
| `analysis`, `analysis_text` | game review, and its text |
| `reason_text`, `trees` | reasons and search trees for display |
| `record`, `record_text`, `formats`, `exchange` | game records, their text format, and other formats |
| `results`, `scores`, `saves` | results of finished games; unfinished games |
| `catalogue`, `examples` | the catalogue of the library; example positions of a game |
| `sampling`, `file_checks`, `inspection` | random games; the checks of a game file; its validation |
| `terms`, `labels` | terms that every front end shares |
"""
