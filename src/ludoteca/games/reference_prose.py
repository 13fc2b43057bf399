"""What the reference of the language says beside the words themselves. All examples in it are tested."""

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
# The language of game files

A game is one TOML file. Save it anywhere as `my-game.toml` and it can be checked and played; in the folder
`games/library` it is part of the library. This is a whole game:

```toml
{SMALL_GAME}```

The pieces of each side fill the row nearest to it. A turn is a choice of two actions along the lines of the
board. The first end that holds decides; whoever cannot move loses, unless the file says otherwise. The last
table is the game's own proof: so many moves, and so many sequences of two.

- `ludoteca check my-game.toml` explains every mistake: where it is, what is allowed, the nearest known word.
- `docs/game.schema.json` lets an editor complete and check while you write. Many editors want nothing but a
  first line `#:schema path/to/docs/game.schema.json`.
- The sides are always called `first` and `second`. Where a value may differ between them,
  `{{ first = …, second = … }}` says so; a value alone counts for both. `forward`, `far row` and the like are
  meant as each side sees the board; `first` sits at the bottom.
- Where a list is wanted, one value may stand for a list of one.

This page is made from the language itself by `make accept`. The tests hold it to that, and try every example.
"""

PARAMETERS = f"""\
## Parameters and variants

A file may leave a number open and say what it can be. `$name` stands for it wherever a number is wanted, and
inside phrases; `${{…}}` reckons with whole numbers, parameters, `+ - * // % ( )`, `min(a, b)` and
`max(a, b)`. Whoever starts the game chooses: `my-game:size=7`.

A variant is a table of changes with a name: `my-game/wide`. Tables are merged key by key, lists and other
values are replaced; and another shape of the board, a `turn` instead of `phase`s, or an action told with its
verb take the place of the old ones. A variant may be `based-on` another. Its `checks` are its own.

```toml
{CHOSEN_GAME}```
"""

DIRECTIONS = {
    "all": "any direction",
    "forward": "away from the own side: up for first, down for second, straight or slanting",
    "backward": "the other way",
    "sideways": "along a row",
    "vertical": "along a column",
    "orthogonal": "along a row or a column (among hexagons: any step)",
    "diagonal": "slanting",
    "up": "upwards for both sides, straight or slanting",
    "down": "downwards for both sides",
    "left": "to the left, as the board is drawn",
    "right": "to the right",
}

CELLS = {
    "a1": ("A cell; several with spaces, commas or `and` between them.", "a1 c3 and e5"),
    "a1-c1": ("The cells in a straight row from one to the other.", "a1-c1"),
    "row N": ("A row, counted as cells are named.", "row 2"),
    "rows N-M": ("Several rows.", "rows 1-2"),
    "column c": ("A column.", "column c"),
    "columns a-c": ("Several columns.", "columns a-c"),
    "near row": ("The row nearest to the own side.", "near row"),
    "near rows N": ("So many rows from there.", "near rows 2"),
    "far row": ("The row farthest from the own side.", "far row"),
    "far rows N": ("So many rows from there.", "far rows 2"),
    "centre": ("The cell in the middle, or those nearest to it.", "centre"),
    "corners": ("The cells in which two sides of the board meet.", "corners"),
    "edge": ("The cells along the sides of the board.", "edge"),
    "all": ("Every cell.", "all"),
    "anywhere": ("Every cell.", "anywhere"),
    "dark": ("The cells of the colour of a1.", "dark"),
    "light": ("The cells of the other colour.", "light"),
    "cell C R": (
        "On a grid, the cell in a column and a row, both counted from 1.",
        "cell 2 3",
    ),
    "not …": ("All other cells.", "not edge"),
    "A but not B": ("What is in one set and not in the other.", "far row but not corners"),
    "A within B": ("What is in both sets.", "dark within edge"),
    "enemy A": ("The set as the other side sees it.", "enemy near row"),
}
"""The words for sets of cells: each with its meaning and an example on a board of five by five."""

RESULTS = {
    "owner wins": "the side for which the condition holds wins",
    "owner loses": "it loses",
    "draw": "nobody wins",
    "mover wins": "who has no move wins; with `no-move` only",
    "mover loses": "who has no move loses; with `no-move` only",
    "most pieces": "more pieces on the board win",
    "fewest pieces": "fewer pieces on the board win",
    "most seeds": "each side stores what is left in its pits; more seeds win",
}

POSITIONS = {
    "x3o/5/2x2/5/o3x o": "rows from the top, digits for empty cells; `o`, the second player, moves",
    "X2/1#*/2o x": "a second kind in capitals, `#` a blocked cell, `*` the shared piece",
    "3/3/3 x hand=x3,o2": "pieces in hand, each kind by its letter",
    "4,4,4/4,0,5 o stores=1,0": "pits with their seeds, the second player's row above; the stores",
    "4/1x2/4/4 x ply=7": "the number of moves made, where the rules ask for it",
    "4/1x2/4/4 x stage=shoot moved=b3": "amid a move: what comes next, and the piece that has moved",
}
"""Positions as text, each with what it shows."""

MOVES = {
    "a1": "a piece is placed",
    "king@a1": "a piece is placed, where there are several kinds to choose from",
    "a1+b2": "two pieces are placed",
    "a1-b2": "a piece moves",
    "a1-b2+c3-c1": "one piece moves, then another",
    "a1xb2": "it captures on the cell it comes to",
    "a1xc3xe1": "it captures by leaps",
    "b2-c3>": "it captures by approach, where withdrawal is possible as well (`<`)",
    "a1-off": "it leaves the board",
    "a1-b2/c3": "it moves, and a cell is blocked",
    "a1/1+": "a piece is placed, and the first block is turned clockwise (`-`: the other way)",
    "a1-a2*c3": "a piece is taken off after the move",
    "3": "the third pit from the player's left is sown",
    "pass": "the turn is passed",
    "swap": "the first stone is taken over",
}
"""Moves as text, each with what it says."""

LETTERS = """\
## Positions and moves as text

A position is a board, the mover (`x` or `o`) and what else matters. The pieces of a side's first kind are
written `x` (first) and `o` (second), those of its second kind `X` and `O`, unless `letters` says otherwise.
`setup.board` is written in the same way.
"""
