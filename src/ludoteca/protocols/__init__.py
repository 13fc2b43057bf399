"""Engine protocols: our engine behind a line protocol, and the engines of others as players.

| module | contents |
|---|---|
| `names`, `dialects` | the protocols by name; which of them a game supports |
| `loop` | the line loop and the output that every dialect shares |
| `dialect` | the engine side of a protocol: commands by name, errors as lines |
| `search_host` | the search in a thread: start, stop, reports |
| `client` | the front end's side of a protocol: what to send to another engine, and its move |
| `engine_process` | the process of another engine: lines with deadlines, limits, its end |
| `boards` | cells, sizes and movers in the coordinates of other programs |
| `ugi`, `uai`, `piskvork`, `gtp`, `hub`, `nboard` | one dialect each, both sides |
| `python_player` | a player in a Python file, as an engine that speaks UGI |
"""
