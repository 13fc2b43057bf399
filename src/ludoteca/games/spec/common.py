"""Readers that several tables share."""

from __future__ import annotations

from typing import Any

from ludoteca.games.fields import ListOf, OneOf, Phrase, String

Pair = tuple[Any, Any]

REGION = Phrase("expected.cells", 2000)
CELLS = ListOf(REGION, 12, 1)
DIRECTIONS = ListOf(Phrase("expected.direction", 80, "directions"), 12, 1)
SIDE = OneOf(("first", "second"))
KIND = String("expected.kind", 40)
NAME, NAME_MADE_OF = r"[^\s.,/@=+*$#\d-][^\s.,/@=+*$#]{0,39}", "name.letters-40"
REGION_NAME = r"[^\s.,/@=+*$#\d-][^.,/@=+*$#]{0,39}"
POINT_NAME, POINT_MADE_OF = r"[^\s.,/@=+*$#~<>-]{1,8}", "name.letters-8"
PARAMETER_NAME, PARAMETER_MADE_OF = r"[a-z][a-z0-9-]{0,39}", "name.lower-case"
