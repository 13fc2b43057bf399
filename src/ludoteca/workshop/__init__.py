"""The workshop: edit a copy of a game through cards or as text, with problems and fixes shown at once.

| module | contents |
|---|---|
| `drafts` | `Draft`, an immutable game file in progress: text, cards, edits; `copy_of` a library game |
| `cards`, `card_builder` | the rules as forms: sentences with input fields, built from a game file |
| `rules_text` | the rules as sentences, generated from a game file |
| `sentences`, `words` | the phrase tables that cards and rules text use |
| `toml_positions`, `toml_edit` | source positions of keys and values; edits that keep the layout |
| `problems`, `fixes` | errors with card, key and line; tested fixes for them |
| `ideas` | suggested rule changes |
| `playtest` | quick automatic playtest: does it end, can both sides win, is it balanced? |
| `print_sheet` | a game on one printable page: board, pieces to cut out, rules |
| `sandbox`, `sandbox_tasks` | untrusted rules checked in a worker process with time and memory limits |
"""
