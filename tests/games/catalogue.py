"""Every library game, its variants, and some sizes."""

from __future__ import annotations

from functools import cache

from ludoteca.games import Game, all_names, ids, load

SIZES = (
    "breakthrough:size=3",
    "breakthrough:size=4",
    "connect-four:width=4,height=4,in-a-row=3",
    "dodgem:size=4",
    "gomoku:size=6",
    "hex/swap:size=3",
    "hex:size=2",
    "hex:size=3",
    "kalah/empty-capture:pits=2,seeds=3",
    "kalah:pits=1,seeds=3",
    "kalah:pits=3,seeds=2",
    "mnk:width=4,height=3,in-a-row=3",
    "othello:size=4",
    "rastros:size=3",
)
"""Parameter values other than the defaults; small boards reach their ends quickly."""


def names() -> list[str]:
    """Every library game, variant and size above."""
    return [*all_names(), *(name for name in SIZES if name.split("/")[0].split(":")[0] in ids())]


@cache
def opened(name: str) -> Game:
    return load(name)
