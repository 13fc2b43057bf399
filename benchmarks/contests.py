"""The comparisons: the games, their ids on each side, and the depths.

The known counts were computed independently of this project; both sides must reproduce them and agree with
each other, or the comparison is invalid.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Peer:
    """A game that OpenSpiel has too."""

    game: str
    """Our id."""
    theirs: tuple[str, ...]
    """OpenSpiel's ids of the same game; the fastest one is used."""
    depth: int
    quick_depth: int
    known: tuple[int, ...]
    turn: str = "ply"
    """How OpenSpiel's plies form a complete move: a key of `openspiel_side.WALKS`."""
    note: str = ""


PEERS = (
    Peer("connect-four", ("connect_four",), 8, 7, (7, 49, 343, 2401, 16807, 117649, 823536)),
    Peer("gomoku", ("gomoku(size=15,connect=5)", "mnk(m=15,n=15,k=5)"), 3, 2, (225, 50400)),
    Peer(
        "mnk:width=5,height=5,in-a-row=4",
        ("mnk(m=5,n=5,k=4)", "gomoku(size=5,connect=4)"),
        5,
        4,
        (25, 600, 13800, 303600),
    ),
    Peer("hex", ("hex(board_size=11)",), 3, 3, (121, 14520, 1727880)),
    Peer("pentago/after-rotation", ("pentago",), 3, 2, (288, 80640)),
    Peer("kalah", ("mancala",), 9, 8, (6, 35, 185, 942, 4690, 23233, 114430)),
    Peer(
        "amazons",
        ("amazons(board_size=10)",),
        2,
        2,
        (2176,),
        turn="three",
        note="OpenSpiel makes three plies of one move (from, to, shot); complete moves are counted.",
    ),
    Peer("othello", ("othello",), 8, 7, (4, 12, 56, 244, 1396, 8200, 55092)),
    Peer("breakthrough", ("breakthrough",), 5, 4, (22, 484, 11132, 256036)),
    Peer(
        "nine-mens-morris",
        ("nine_mens_morris",),
        5,
        4,
        (24, 552, 12144, 255024),
        turn="mover",
        note="In OpenSpiel a removal is a ply of its own (complete moves are counted), and a game is drawn "
        "after 200 moves.",
    ),
    Peer(
        "draughts/english",
        ("checkers",),
        8,
        7,
        (7, 49, 302, 1469, 7361, 36768),
        turn="mover",
        note="In OpenSpiel each jump is a ply of its own (complete moves are counted), and its undo does not "
        "restore the counter of moves without capture, so that only copies of the position count right.",
    ),
)


@dataclass(frozen=True)
class Rival:
    """A game with C programs: `c/<style>/<program>.c`."""

    game: str
    program: str
    depth: int
    quick_depth: int
    known: tuple[int, ...]
    styles: tuple[str, ...] = ("mailbox", "bitboard")
    """`mailbox`: straightforward; `bitboard`: written by an expert for speed."""


RIVALS = (
    Rival("tic-tackle", "tic_tackle", 8, 7, (9, 87, 1048, 12457, 164894)),
    Rival("connect-four", "connect_four", 10, 9, (7, 49, 343, 2401, 16807, 117649, 823536)),
    Rival("kalah", "kalah", 11, 10, (6, 35, 185, 942, 4690, 23233, 114430), ("mailbox",)),
    Rival("draughts/english", "english_draughts", 12, 10, (7, 49, 302, 1469, 7361, 36768)),
)


def chosen(game: str, only: list[str]) -> bool:
    """Whether `--only` names this game, by its full id or without variant and parameters."""
    return not only or game in only or game.split(":")[0].split("/")[0] in only
