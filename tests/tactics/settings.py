"""Settings for finding test positions in each game."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Settings:
    proof: str = "exhaustion"
    """How its cases are proved: a key of `prove.PROOFS`."""
    pieces: int = 1000
    """Tables start from positions with at most this many pieces, in hand or on the board."""
    scattered: tuple[tuple[int, int], ...] = ()
    """Positions are random placements instead of games: least and most pieces of each side."""
    blocked: int = 0
    """The most blocked cells in a random placement."""
    ply: int = 0
    """The ply number of a random placement."""
    reach: int = 13
    """The most plies of a win or of the refutation of a mistake."""
    earliest: int = -16
    """The first ply of a game from which positions are taken, counted from its end."""
    choices: int = 1000
    """The most legal moves."""
    doubtful: int = 12
    """The most legal moves that do not lose at once."""
    careless: float = 0.3
    """The share of random moves."""
    opening: int = 4
    """Random moves at the beginning."""
    nodes: int = 300
    """Search nodes for the other moves."""
    most_nodes: int = 30_000
    """For each query of a proof."""
    most_positions: int = 150_000
    of_each_table: int = 3

    @property
    def varied(self) -> bool:
        """Whether repeated runs can find new positions."""
        return self.proof != "table" or bool(self.scattered) or self.pieces < _WHOLE.pieces


_WHOLE = Settings("table", of_each_table=12)
_LATE = Settings(careless=0.1, nodes=2000)
_WILD = Settings(careless=0.3, nodes=500)
_NEAR = Settings("near", reach=7)
_FULL = Settings(careless=0.15, nodes=500, choices=14, earliest=-18, most_nodes=150_000)


def _few(least: int, most: int, proof: str = "table") -> Settings:
    """Random placements with few pieces on each side."""
    return Settings(proof, scattered=((least, most), (least, most)))


SETTINGS = {
    # Small enough for a complete table.
    "tapatan": _WHOLE,
    "three-mens-morris": _WHOLE,
    "achi": _WHOLE,
    "shisima": _WHOLE,
    "picaria": replace(_WHOLE, reach=25),
    "dodgem": replace(_WHOLE, reach=25),
    "fox-and-hounds/5x5": _WHOLE,
    # Complete tables once few pieces are left, or near the end.
    "alquerque": Settings("table", scattered=((3, 3), (1, 1))),
    "fetaix": Settings("table", 4),
    "draughts/english": replace(_few(1, 2), reach=25),
    "felli": replace(_few(2, 4), reach=25),
    "lau-kata-kati": replace(_few(2, 3), reach=25),
    "pretwa": replace(_few(2, 3), reach=25),
    "fanorona/5x5": _few(2, 3),
    "six-mens-morris": replace(_few(3, 3), most_positions=400_000, of_each_table=6),
    "fox-and-hounds": Settings("table", pieces=0, earliest=-14),
    # Games without repetition, near their end.
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
    # Games with repetition: no other move wins within some more plies.
    "tic-tackle": _NEAR,
    "tonkin": _NEAR,
    "teeko": _NEAR,
}


def settings_for(name: str) -> Settings:
    return SETTINGS.get(name, Settings())
