"""Where to look for cases in each game: how long the games are played on, how far proofs may reach."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Recipe:
    proof: str = "exhaustion"
    """How its cases are proved: a key of `prove.PROOFS`."""
    pieces: int = 1000
    """Tables begin once so few pieces are left, in hand or on the board."""
    strewn: tuple[tuple[int, int], ...] = ()
    """Positions are not played but strewn: the least and the most pieces of each side."""
    blocked: int = 0
    """The most blocked cells strewn with them."""
    ply: int = 0
    """How many moves are said to have been made there."""
    reach: int = 13
    """The most moves that a win, or the refutation of a mistake, may take."""
    earliest: int = -16
    """How many moves before the end of a game positions are taken from."""
    choices: int = 1000
    """The most moves there may be to choose from."""
    doubtful: int = 12
    """The most of them that may not lose at once."""
    careless: float = 0.3
    """How often a move is played at random."""
    opening: int = 4
    """Random moves at the beginning."""
    nodes: int = 300
    """How far the players look otherwise."""
    most_nodes: int = 30_000
    """For each question in a proof."""
    most_positions: int = 150_000
    of_each_table: int = 3

    @property
    def varied(self) -> bool:
        """Whether there is always something new to find."""
        return self.proof != "table" or bool(self.strewn) or self.pieces < _WHOLE.pieces


_WHOLE = Recipe("table", of_each_table=12)
_LATE = Recipe(careless=0.1, nodes=2000)
_WILD = Recipe(careless=0.3, nodes=500)
_NEAR = Recipe("near", reach=7)
_FULL = Recipe(careless=0.15, nodes=500, choices=14, earliest=-18, most_nodes=150_000)


def _few(least: int, most: int, proof: str = "table") -> Recipe:
    """So many pieces on each side, anywhere."""
    return Recipe(proof, strewn=((least, most), (least, most)))


RECIPES = {
    # Small enough to be known entirely.
    "tapatan": _WHOLE,
    "three-mens-morris": _WHOLE,
    "achi": _WHOLE,
    "shisima": _WHOLE,
    "picaria": replace(_WHOLE, reach=25),
    "dodgem": replace(_WHOLE, reach=25),
    "fox-and-hounds/5x5": _WHOLE,
    # Known entirely once few pieces are left, or near the end.
    "alquerque": Recipe("table", strewn=((3, 3), (1, 1))),
    "fetaix": Recipe("table", 4),
    "draughts/english": replace(_few(1, 2), reach=25),
    "felli": replace(_few(2, 4), reach=25),
    "lau-kata-kati": replace(_few(2, 3), reach=25),
    "pretwa": replace(_few(2, 3), reach=25),
    "fanorona/5x5": _few(2, 3),
    "six-mens-morris": replace(_few(3, 3), most_positions=400_000, of_each_table=6),
    "fox-and-hounds": Recipe("table", pieces=0, earliest=-14),
    # Games that cannot come back to where they were, near their end.
    "connect-four": _LATE,
    "mnk": _FULL,
    "jogo-da-velha-4": _FULL,
    "hex:size=5": _WILD,
    "hex:size=6": _WILD,
    "othello": _LATE,
    "othello/6x6": _LATE,
    "kalah": _LATE,
    "kalah:pits=4,seeds=3": _LATE,
    "breakthrough": _few(3, 5, "exhaustion"),
    "breakthrough/6x6": _few(3, 6, "exhaustion"),
    "amazons/6x6": replace(_LATE, choices=40),
    "amazons/alquerque-5x5": replace(_WILD, choices=40),
    "isola": replace(_WILD, choices=30),
    "snort": _WILD,
    "clobber": _WILD,
    "konane/6x6": _WILD,
    "rastros": _WILD,
    "rastros/7x7": _WILD,
    "pentago": replace(_WILD, choices=80),
    "gomoku:size=7": _FULL,
    # Games that can go round: no other move wins within some moves more.
    "tic-tackle": _NEAR,
    "tonkin": _NEAR,
    "teeko": _NEAR,
}


def recipe(name: str) -> Recipe:
    return RECIPES.get(name, Recipe())
