"""The readers that several tables share."""

from __future__ import annotations

from typing import Any

from ludoteca.games.fields import ListOf, OneOf, Phrase, String

Pair = tuple[Any, Any]

REGION = Phrase('a phrase for a set of cells, such as "far row", "a1 c3" or "centre"', 2000)
CELLS = ListOf(REGION, 12, 1)
DIRECTIONS = ListOf(
    Phrase('a direction, such as "all", "forward" or "forward diagonal"', 80, "directions"), 12, 1
)
SIDE = OneOf(("first", "second"))
KIND = String("a kind of piece", 40)
NAME, NAME_MADE_OF = r"[^\s.,/@=+*$#\d-][^\s.,/@=+*$#]{0,39}", "up to 40 letters, digits and dashes"
REGION_NAME = r"[^\s.,/@=+*$#\d-][^.,/@=+*$#]{0,39}"
POINT_NAME, POINT_MADE_OF = r"[^\s.,/@=+*$#~<>-]{1,8}", "up to 8 letters and digits"
PARAMETER_NAME, PARAMETER_MADE_OF = r"[a-z][a-z0-9-]{0,39}", "small letters, digits and dashes"
