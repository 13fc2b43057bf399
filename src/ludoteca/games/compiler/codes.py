"""Codes shared with the kernel, in the order of the enumerations in `rules/types.pxi`."""

from __future__ import annotations

OPS = (
    "", "place", "step", "slide", "leap", "fly-leap", "hop", "fly", "shoot", "block", "remove", "rotate",
    "sow", "exit", "pair", "approach", "sandwich", "counted", "loop", "pass", "swap",
)  # fmt: skip
OP = {name: number for number, name in enumerate(OPS)}
PASS_RULE, SWAP_RULE = 158, 159

CHAIN = {"none": 0, "free": 1, "finish": 2, "straight": 3}
CAPTURE = {"optional": 0, "compulsory": 1, "most": 2, "huff": 3}
NEXT = {"never": 0, "always": 1, "a shape": 2, "a capture": 3}
UNTIL = {None: 0, "hand is empty": 1, "hands are empty": 2, "moves are made": 3}
CONDITION = {"always": 0, "left": 1, "not left": 2, "beside enemy": 3, "beside empty": 4,
             "beside own": 5}  # fmt: skip
PROMOTE = {"the move ends": 0, "it arrives and stops": 1, "it arrives and goes on": 2}
OVER = {"own": 1, "enemy": 2, "any": 3}

_ENDS = (
    "window", "align", "reach", "fill", "fill_any", "enemy_left", "own_left", "connect", "one_group",
    "still_in", "side_empty", "stored", "passed", "stalled", "each_left", "board_full", "no_move",
    "no_moves_at_all",
)  # fmt: skip
END = {name: number for number, name in enumerate(_ENDS, start=1)}
OWNER_WINS, OWNER_LOSES, DRAWN, MOST_PIECES, MOST_SEEDS, FEWEST_PIECES = range(1, 7)
RESULT = {
    "owner wins": OWNER_WINS, "owner loses": OWNER_LOSES, "draw": DRAWN, "most pieces": MOST_PIECES,
    "most seeds": MOST_SEEDS, "fewest pieces": FEWEST_PIECES,
}  # fmt: skip
REPEATING = {**RESULT, "loses": OWNER_WINS, "forbidden": 7}
"""The result of a repetition, for the side to move."""

EMPTY, FIRST, SECOND, BLOCKED, SHARED = range(5)

REASONS = {100: "repetition", 101: "no progress", 102: "full board", 103: "length", 104: "no move"}
