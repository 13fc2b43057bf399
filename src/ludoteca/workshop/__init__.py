"""The workshop: change a copy of a game by cards or by text, and see at once what became of it.

| module | what it holds |
|---|---|
| `drafts` | a game being made: a copy as text, its cards, its mistakes, changes to it |
| `cards`, `dealing` | the rules as sentences with blanks, dealt from a file |
| `sentences`, `words` | those sentences and what fills them, in both languages |
| `starts` | the start as a board to click on |
| `ideas` | small changes to try |
| `telling` | the rules told from the rules themselves |
| `places`, `edits` | where everything stands in the text, and small changes to it |
| `problems`, `fixes`, `mending` | mistakes with card, key and line, and fixes that have been tried |
| `smell` | does it end, can both win, is one side far ahead? |
| `paper` | a game on one sheet: board, pieces to cut out, rules |
| `guard`, `child` | strangers' rules looked at in a process with limits |
"""
