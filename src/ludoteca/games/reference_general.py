"""Why keywords that only one library game uses are general enough for the language."""

from __future__ import annotations

from ludoteca.games.fields import keys_of
from ludoteca.games.keyword_usage import Keyword
from ludoteca.games.spec import (
    Action,
    Board,
    Custody,
    Draw,
    End,
    Follow,
    Formats,
    Parameter,
    Setup,
    Turn,
    When,
)

_TABLES = (Action, Board, Custody, Draw, End, Follow, Formats, Parameter, Setup, Turn, When)


def _reasons_of_fields() -> dict[Keyword, str]:
    """The reasons that the fields of the spec state themselves."""
    return {
        (table.__name__, key): known.metadata["general"]
        for table in _TABLES
        for key, known in keys_of(table).items()
        if "general" in known.metadata
    }


GENERAL: dict[Keyword, str] = _reasons_of_fields() | {
    ("Action", "shoot"): "blocking along a line from the moved piece",
    ("Action", "block"): "blocking anywhere, after any other action or alone",
    ("Action", "rotate"): "rotating a block, after any other action or alone",
    ("Action", "exit"): "leaving over any edge, for races that end off the board",
    ("cells", "rows N-M"): "several rows, as `row` for one",
    ("cells", "column c"): "columns as well as rows",
    ("cells", "columns a-c"): "columns as well as rows",
    ("cells", "far rows N"): "the far end as well as the near one",
    ("cells", "edge"): "the edge of any board",
    ("cells", "cell C R"): "cells of a board whose size is a parameter",
    ("cells", "A within B"): "the intersection of two sets",
    ("directions", "backward"): "the opposite of `forward`",
    ("directions", "diagonal"): "diagonal steps",
    ("directions", "down"): "directions that are the same for both sides",
    ("directions", "left"): "directions that are the same for both sides",
}
"""The reason for each keyword. Keywords that several games use need none."""

COUNTERPARTS = frozenset({("cells", "columns a-c"), ("cells", "far rows N"), ("directions", "backward")})
"""Keywords that no game uses, kept for symmetry with others."""
