"""A position as a scene to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.games.compiler.codes import BLOCKED, SHARED
from ludoteca.render import PieceStyle, Scene

if TYPE_CHECKING:
    from ludoteca.games.position import Position

_SIDE = {1: "first", 2: "second", BLOCKED: "neutral", SHARED: "shared"}


def scene(position: Position, flipped: bool = False, lang: str = "en") -> Scene:
    """The scene of a position."""
    game, snapshot = position.game, position.snapshot
    kinds = game.compiled.kinds
    pieces = {}
    for cell in range(len(game.board.cells)):
        code = snapshot.cells[cell]
        if code:
            shape = "block" if code == 1 else kinds.specs[kinds.kind_of[code]].shape
            pieces[cell] = PieceStyle(_SIDE[kinds.who[code]], shape, kinds.letters[code])
    counts = None
    if game.pits:
        counts = {cell: snapshot.pits[game.pits.pit(cell)] for cell in range(len(game.board.cells))}
    hands = (hand(position, 0, lang), hand(position, 1, lang))
    last = (
        tuple(game.board.index[click] for click in position.last.path if click in game.board.index)
        if position.last
        else ()
    )
    return Scene(
        game.board, pieces, counts, hands, last, flipped=flipped, title=game.title(lang),
        description=position.text, special=_special(position), edges=_edges(position),
    )  # fmt: skip


def hand(position: Position, side: int, lang: str) -> str:
    """The hand of a side: pieces of each kind, or seeds on boards without stores."""
    game, kinds = position.game, position.game.compiled.kinds
    if game.pits and not game.pits.stores_on_board:
        return str(position.snapshot.pits[game.pits.stores[side]])
    numbers, names = position.snapshot.hand(side), game.words(lang).pieces or {}
    held = [(kind, numbers[k]) for k, kind in enumerate(kinds.names) if numbers[k]]
    if len(kinds.of_side(side)) == 1:
        return str(held[0][1]) if held else ""
    return ", ".join(f"{n} × {names.get(kind, kind)}" for kind, n in held)


def _special(position: Position) -> dict[int, str]:
    """The cells of named regions, each with its owner if only one side has it."""
    places, found = position.game.compiled.layout.cell_sets, dict[int, str]()
    for name in position.game.spec.regions or {}:
        first, second = (places.own(name, side, "") for side in (0, 1))
        for cell in sorted(first | second):
            found[cell] = "" if first == second else _SIDE[1] if cell in first else _SIDE[2]
    return found


def _edges(position: Position) -> dict[str, str]:
    """The owner of each board edge in connection games."""
    edges = {}
    for end in position.game.spec.end:
        for side, pair in enumerate(end.when.connect or ()):
            for edge in pair or ():
                edges[edge] = ("first", "second")[side]
    return edges
