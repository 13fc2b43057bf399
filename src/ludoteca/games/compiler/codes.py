"""Words of the game files, and the kernel's constants for them."""

from __future__ import annotations

from ludoteca.kernel import constants as k
from ludoteca.kernel.constants import (
    BLOCKED,
    DRAWN,
    EMPTY,
    FEWEST_PIECES,
    FIRST,
    MOST_PIECES,
    MOST_SEEDS,
    OWNER_LOSES,
    OWNER_WINS,
    PASS_RULE,
    SECOND,
    SHARED,
    SWAP_RULE,
)

__all__ = [
    "BLOCKED",
    "CAPTURE",
    "CHAIN",
    "CONDITION",
    "DRAWN",
    "EMPTY",
    "END",
    "FEWEST_PIECES",
    "FIRST",
    "MOST_PIECES",
    "MOST_SEEDS",
    "NEXT",
    "OP",
    "OPS",
    "OVER",
    "OWNER_LOSES",
    "OWNER_WINS",
    "PASS_RULE",
    "PROMOTE",
    "REASONS",
    "REPEATING",
    "RESULT",
    "SECOND",
    "SHARED",
    "SWAP_RULE",
    "UNTIL",
]

OP = {
    "place": k.OP_PLACE, "step": k.OP_STEP, "slide": k.OP_SLIDE, "leap": k.OP_LEAP, "fly-leap": k.OP_FLY_LEAP,
    "hop": k.OP_HOP, "fly": k.OP_FLY, "shoot": k.OP_SHOOT, "block": k.OP_BLOCK, "remove": k.OP_REMOVE,
    "rotate": k.OP_ROTATE, "sow": k.OP_SOW, "exit": k.OP_EXIT, "pair": k.OP_PAIR, "approach": k.OP_APPROACH,
    "sandwich": k.OP_SANDWICH, "counted": k.OP_COUNTED, "loop": k.OP_LOOP,
    "pass": k.OP_PASS, "swap": k.OP_SWAP,
}  # fmt: skip
OPS = {number: word for word, number in OP.items()}

CHAIN = {"none": k.CHAIN_NONE, "free": k.CHAIN_FREE, "finish": k.CHAIN_FINISH, "straight": k.CHAIN_STRAIGHT}
CAPTURE = {
    "optional": k.CAPTURE_OPTIONAL, "compulsory": k.CAPTURE_COMPULSORY, "most": k.CAPTURE_MOST,
    "huff": k.CAPTURE_HUFF,
}  # fmt: skip
NEXT = {
    "never": k.NEXT_NEVER, "always": k.NEXT_ALWAYS, "a shape": k.NEXT_IF_ALIGNED,
    "a capture": k.NEXT_IF_CAPTURED,
}  # fmt: skip
UNTIL = {
    None: k.UNTIL_NEVER, "hand is empty": k.UNTIL_HAND_EMPTY, "hands are empty": k.UNTIL_HANDS_EMPTY,
    "moves are made": k.UNTIL_PLIES,
}  # fmt: skip
CONDITION = {
    "always": k.IF_ALWAYS, "left": k.IF_LEFT, "not left": k.IF_NOT_LEFT, "beside enemy": k.IF_BESIDE_ENEMY,
    "beside empty": k.IF_BESIDE_EMPTY, "beside own": k.IF_BESIDE_OWN,
}  # fmt: skip
PROMOTE = {
    "the move ends": k.PROMOTE_AT_END, "it arrives and stops": k.PROMOTE_AND_STOP,
    "it arrives and goes on": k.PROMOTE_AND_GO_ON,
}  # fmt: skip
OVER = {"own": k.OVER_OWN, "enemy": k.OVER_ENEMY, "any": k.OVER_OWN | k.OVER_ENEMY}

END = {
    "window": k.END_WINDOW, "align": k.END_ALIGN, "reach": k.END_REACH, "fill": k.END_FILL,
    "fill_any": k.END_FILL_ANY, "enemy_left": k.END_LEFT, "own_left": k.END_OWN_LEFT,
    "connect": k.END_CONNECT, "one_group": k.END_GROUP, "still_in": k.END_STILL_IN,
    "side_empty": k.END_SIDE_EMPTY, "stored": k.END_SEEDS, "passed": k.END_PASSED,
    "stalled": k.END_STALLED, "each_left": k.END_FEW, "board_full": k.END_BOARD_FULL,
    "no_move": k.END_NO_MOVE, "no_moves_at_all": k.END_NO_MOVES_AT_ALL, "join": k.END_JOIN,
    "ring": k.END_RING,
}  # fmt: skip
RESULT = {
    "owner wins": OWNER_WINS, "owner loses": OWNER_LOSES, "draw": DRAWN, "most pieces": MOST_PIECES,
    "most seeds": MOST_SEEDS, "fewest pieces": FEWEST_PIECES,
}  # fmt: skip
REPEATING = {**RESULT, "loses": OWNER_WINS, "forbidden": k.FORBIDDEN}
"""The result of a repetition, for the side to move after it."""

REASONS = {
    k.REASON_REPETITION: "repetition", k.REASON_NO_PROGRESS: "no progress", k.REASON_FULL_BOARD: "full board",
    k.REASON_LENGTH: "length", k.REASON_NO_MOVE: "no move",
}  # fmt: skip
