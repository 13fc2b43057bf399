"""The prose of the language reference. The tests run all its examples."""

from __future__ import annotations

SMALL_GAME = """\
family = "displacement"

[board]
grid  = [5, 5]
lines = "alquerque"

[setup]
first  = { piece = "near row" }
second = { piece = "near row" }

[turn]
do = ["step", { leap = "all", over = "any" }]

[[end]]
when   = { fill = "far row" }
result = "owner wins"

[draw]
repetition  = 3
no-progress = 100

[text.en]
name    = "Crossing"
summary = "Be the first to fill the far row."
sides   = ["White", "Black"]

[checks]
perft = [9, 81]
"""

CHOSEN_GAME = """\
[parameters.size]
default = 5
least   = 3
most    = 9

[board]
grid = ["$size", "$size"]

[setup]
first  = { piece = "near row" }
second = { piece = "near row" }

[turn]
do = { step = "forward" }

[[end]]
when   = { reach = "cell ${size // 2 + 1} $size" }
side   = "first"
result = "owner wins"

[variants.wide]
board.grid = ["${size + 2}", "$size"]

[variants.wide-and-free]
based-on = "wide"
turn.do = { step = "all" }
"""

INTRODUCTION = f"""\
# The rules language

A game is one TOML file. Save it anywhere as `my-game.toml` and it can be checked and played; in the folder
`games/library` it is part of the library. This is a complete game:

```toml
{SMALL_GAME}```

The pieces of each side fill the row nearest to it. A turn is one of two actions along the lines of the
board. The first end whose condition holds decides; a player without a legal move loses, unless the file
says otherwise. `[checks]` holds facts for the tests: here the perft numbers for depths 1 and 2.

- `ludoteca check my-game.toml` reports every error with its place, the allowed values and the closest key.
- `docs/game.schema.json` gives completion and validation in editors. Many editors only need a
  first line `#:schema path/to/docs/game.schema.json`.
- The sides are `first` and `second`. Where a value may differ between them, write
  `{{ first = …, second = … }}`; a single value applies to both. `forward`, `far row` and the like are
  relative to each side; `first` plays from the bottom.
- A single value is accepted as a list of one.

This page is generated from the source by `make accept`. The tests keep it up to date and run every example.
"""

PARAMETERS = f"""\
## Parameters and variants

A file may declare parameters. `$name` stands for the value wherever a number is expected, and
inside phrases; `${{…}}` is an expression of integers, parameters, `+ - * // % ( )`, `min(a, b)` and
`max(a, b)`. Values are chosen in the name of the game: `my-game:size=7`.

A variant is a named table of changes: `my-game/wide`. Tables are merged key by key, lists and other
values are replaced; another board shape, a `turn` instead of `phase`s, or an action with a verb replaces
the old one as a whole. A variant may be `based-on` another. It does not inherit `checks`.

```toml
{CHOSEN_GAME}```
"""

DIRECTIONS = {
    "all": "any direction",
    "forward": "away from one's own side: up for first, down for second, straight or diagonal",
    "backward": "the opposite of `forward`",
    "sideways": "along a row",
    "vertical": "along a column",
    "orthogonal": "along a row or a column (on hexagonal boards: any step)",
    "diagonal": "neither along a row nor along a column",
    "up": "upwards for both sides, straight or diagonal",
    "down": "downwards for both sides",
    "left": "to the left on the drawn board",
    "right": "to the right",
}

CELLS = {
    "a1": ("A cell, or several separated by spaces, commas or `and`.", "a1 c3 and e5"),
    "a1-c1": ("The cells on the straight line from one to the other.", "a1-c1"),
    "row N": ("A row, by its number in cell names.", "row 2"),
    "rows N-M": ("Several rows.", "rows 1-2"),
    "column c": ("A column.", "column c"),
    "columns a-c": ("Several columns.", "columns a-c"),
    "near row": ("The row nearest to one's own side.", "near row"),
    "near rows N": ("The N rows nearest to one's own side.", "near rows 2"),
    "far row": ("The row farthest from one's own side.", "far row"),
    "far rows N": ("The N rows farthest from one's own side.", "far rows 2"),
    "centre": ("The central cell, or the cells nearest to the centre.", "centre"),
    "corners": ("The cells where two sides of the board meet.", "corners"),
    "edge": ("The cells on the sides of the board.", "edge"),
    "all": ("Every cell.", "all"),
    "anywhere": ("Every cell.", "anywhere"),
    "dark": ("The cells of the same colour as a1.", "dark"),
    "light": ("The cells of the other colour.", "light"),
    "cell C R": (
        "On a grid, the cell in column C and row R, counted from 1.",
        "cell 2 3",
    ),
    "not …": ("All other cells.", "not edge"),
    "A but not B": ("The cells of A that are not in B.", "far row but not corners"),
    "A within B": ("The cells that are in both sets.", "dark within edge"),
    "enemy A": ("The set from the opponent's side.", "enemy near row"),
}
"""Phrases for sets of cells: meaning, and an example on a 5 by 5 board."""

RESULTS = {
    "owner wins": "the side for which the condition holds wins",
    "owner loses": "the side for which the condition holds loses",
    "draw": "the game is drawn",
    "mover wins": "the side without a legal move wins; only with `no-move`",
    "mover loses": "the side without a legal move loses; only with `no-move`",
    "most pieces": "the side with more pieces on the board wins",
    "fewest pieces": "the side with fewer pieces on the board wins",
    "most seeds": "each side stores the seeds left in its pits; the side with more seeds wins",
}

POSITIONS = {
    "x3o/5/2x2/5/o3x o": "rows from the top, digits for empty cells; `o` (second) is to move",
    "X2/1#*/2o x": "capitals for a second kind, `#` for a blocked cell, `*` for the shared piece",
    "3/3/3 x hand=x3,o2": "pieces in hand, by the letter of their kind",
    "4,4,4/4,0,5 o stores=1,0": "seeds in the pits, the second player's row above, and in the stores",
    "4/1x2/4/4 x ply=7": "the number of moves made, where the rules depend on it",
    "4/1x2/4/4 x stage=shoot moved=b3": "within a move: the next action, and the piece that has moved",
}
"""Examples of position notation."""

MOVES = {
    "a1": "a piece is placed",
    "king@a1": "a piece of a chosen kind is placed",
    "a1+b2": "two pieces are placed",
    "a1-b2": "a piece moves",
    "a1-b2+c3-c1": "one piece moves, then another",
    "a1xb2": "it captures on its target cell",
    "a1xc3xe1": "it captures by two jumps",
    "b2-c3>": "it captures by approach, where withdrawal (`<`) is possible as well",
    "a1-off": "it leaves the board",
    "a1-b2/c3": "it moves, and a cell is blocked",
    "a1/1+": "a piece is placed, and block 1 is rotated clockwise (`-`: counter-clockwise)",
    "a1-a2*c3": "a piece is removed after the move",
    "3": "the seeds of the third pit from the player's left are sown",
    "pass": "the turn is passed",
    "swap": "the second player takes over the first stone",
}
"""Examples of move notation."""

LETTERS = """\
## Position and move notation

A position is a board, the side to move (`x` or `o`) and further fields if needed. Pieces of a side's first
kind are written `x` (first) and `o` (second), those of its second kind `X` and `O`, unless `letters` differs.
`setup.board` uses the same notation.
"""
