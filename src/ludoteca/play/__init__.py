"""Players, matches and records: who chooses a move, in what order, and what is written down.

| module | what it holds |
|---|---|
| `record` | a played game as readable text and as JSON |
| `exchange` | records for other programs, pictures and pages of them |
| `players` | who can choose a move, by name |
| `levels` | strengths to choose from, by name |
| `perfect`, `knowledge` | players and searches that ask a table of solved positions |
| `match` | one game between two players, as events |
| `analysis`, `analysis_text` | a record looked over again: what each move was worth |
| `reason_text`, `trees` | why a move is good, and search trees, as people read them |
| `saves`, `scores` | unfinished games, and who won what, in the person's own folder |
| `folder` | where that folder is, and how to write there safely |
| `shelf`, `examples` | the library's names and choices, positions that show how a game is played |
| `sampling`, `proofs`, `inspection` | random games watched, a file's own checks, a file looked over |
| `language`, `terms`, `labels` | what every front end says, in both languages |
| `translations`, `complaints`, `play_complaints` | what lower rooms say in English, said in Portuguese |
| `patterns` | sentences that are known by their pattern |
"""
