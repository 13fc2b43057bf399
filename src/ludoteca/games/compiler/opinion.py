"""What the evaluation needs to know of a game, taken from its own ends. No weight here knows a game."""

from __future__ import annotations

from typing import Any

from ludoteca.games.compiler.codes import END, MOST_PIECES, OP, OWNER_LOSES
from ludoteca.games.compiler.kinds import Kinds
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.compiler.rules import Made
from ludoteca.games.compiler.shapes import add_windows
from ludoteca.games.spec import End, GameSpec

Row = dict[str, Any]

SHAPE = (1, 2, 8, 30, 120, 0)
"""An open shape that lacks five, four, three, two, one or no piece."""
FAR = 40
_RACES = (END["reach"], END["fill"], END["fill_any"])


def opinion_row(
    spec: GameSpec, layout: Layout, kinds: Kinds, made: list[Made], ends: tuple[End, ...], rows: list[Row]
) -> Row:
    """The weights with which the kernel judges positions of this game."""
    types = [row["type"] for row in rows]
    races = [i for i, row in enumerate(rows) if row["type"] in _RACES][:4]
    distances = [_distances(layout, kinds, made, rows[i]) for i in races]
    captures = any(one.row["takes"] or one.row["onto_enemy"] or one.row["sandwich"] >= 0 for one in made)
    return {
        "shape": list(SHAPE),
        "align_windows": _align_windows(layout, ends, rows),
        "race": [races.index(i) if i in races else 0 for i in range(len(rows))],
        "distances": distances,
        "furthest": max((d for pair in distances for side in pair for d in side if d < FAR), default=0),
        "race_all": 6,
        "race_best": 20,
        "link": 100,
        "group": 40,
        "worth": _worth(kinds, made, rows, captures),
        "seed": 100 if spec.board.pits is not None else 0,
        "mobility": _mobility(types, rows),
        "captures": int(captures),
    }


def _align_windows(layout: Layout, ends: tuple[End, ...], rows: list[Row]) -> int:
    """Large boards count runs along rays; an opinion wants their windows."""
    for end, row in zip(ends, rows, strict=True):
        if row["type"] == END["align"]:
            return add_windows(end.when, layout)
    return 0


def _distances(layout: Layout, kinds: Kinds, made: list[Made], row: Row) -> list[list[int]]:
    """Steps from each cell to an end's region, for either owner."""
    found = []
    for owner in range(2):
        codes = {kinds.code(owner, kind) for kind in kinds.of_side(owner)}
        pairs = {pair for one in made if one.row["code"] in codes and one.pairs for pair in one.pairs}
        if not pairs:
            pairs = {(a, b) for a in range(layout.size) for b in layout.board.neighbours[a]}
        back: dict[int, list[int]] = {}
        for a, b in pairs:
            back.setdefault(b, []).append(a)
        region = layout.regions[row["region"][owner]]
        distance = [0 if region >> cell & 1 else FAR for cell in range(layout.size)]
        waiting = [cell for cell in range(layout.size) if distance[cell] == 0]
        for cell in waiting:
            for before in back.get(cell, ()):
                if distance[before] == FAR:
                    distance[before] = distance[cell] + 1
                    waiting.append(before)
        found.append(distance)
    return found


def _worth(kinds: Kinds, made: list[Made], rows: list[Row], captures: bool) -> list[int]:
    """What a piece is worth: nothing where none is ever lost, more if it was promoted."""
    promoted = {one.row["promote_code"] for one in made if one.row["promote_code"]}
    removed = any(one.row["op"] == OP["remove"] for one in made)
    leaving = any(row["type"] == END["own_left"] for row in rows)
    plain = -200 if leaving else 100 if captures or removed else 0
    if any(row["result"] == MOST_PIECES or row["type"] == END["one_group"] for row in rows):
        plain = 5  # pieces are counted at the end, or only get in each other's way
    return [0, 0, *(3 * plain if code in promoted else plain for code in range(2, len(kinds.who)))]


def _mobility(types: list[int], rows: list[Row]) -> int:
    """Having moves is worth something where having none ends the game, and nothing else does."""
    if any(row["result"] == MOST_PIECES for row in rows):
        return 20
    others = [t for t in types if t not in (END["no_move"], END["no_moves_at_all"])]
    ends_it = [row for row in rows if row["type"] == END["no_move"]]
    if ends_it and not others:
        return 10 if ends_it[0]["result"] == OWNER_LOSES else -10
    return 4 if ends_it and ends_it[0]["result"] == OWNER_LOSES else 0
