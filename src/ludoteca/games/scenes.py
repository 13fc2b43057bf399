"""A position as a scene to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.games.compiler.codes import BLOCKED, FIRST, SHARED
from ludoteca.games.deciding_cells import deciding_cells
from ludoteca.games.piece_shapes import shape_of
from ludoteca.games.steps import marks_of
from ludoteca.render import PieceStyle, Scene

if TYPE_CHECKING:
    from ludoteca.games.game import Game
    from ludoteca.games.position import Position

_SIDE = {1: "first", 2: "second", BLOCKED: "neutral", SHARED: "shared"}


def scene(position: Position, flipped: bool = False, lang: str = "en") -> Scene:
    """The scene of a position."""
    game, snapshot = position.game, position.snapshot
    pieces = {}
    for cell in range(len(game.board.cells)):
        code = snapshot.cells[cell]
        if code:
            pieces[cell] = piece_style(game, code)
    counts = None
    if game.pits:
        counts = {cell: snapshot.pits[game.pits.pit(cell)] for cell in range(len(game.board.cells))}
    hands = (hand(position, 0, lang), hand(position, 1, lang))
    marks = marks_of(position)
    return Scene(
        game.board, pieces, counts, hands, (*marks.left, *marks.reached), left=marks.left, flipped=flipped,
        title=game.title(lang), description=position.text, special=_special(position), edges=_edges(position),
        bare_corners=any(end.when.no_corners for end in game.spec.end),
        dark_side=game.dark_side, winning=deciding_cells(position),
    )  # fmt: skip


def piece_style(game: Game, code: int) -> PieceStyle:
    """The style of a piece, by its code in the kernel."""
    kinds = game.compiled.kinds
    who = kinds.who[code]
    shape = "block" if who == BLOCKED else shape_of(game, kinds.kind_of[code], who - 1)
    return PieceStyle(_SIDE[who], shape, kinds.letters[code])


def side_style(game: Game, side: int) -> PieceStyle:
    """The style of a side's first kind of piece; a disc, where a side has no pieces of its own."""
    own = [code for code, who in enumerate(game.compiled.kinds.who) if who == FIRST + side]
    return piece_style(game, own[0]) if own and not game.pits else PieceStyle(_SIDE[FIRST + side])


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
    """The owner of each board edge in connection games; `neutral` if both sides connect it."""
    edges: dict[str, str] = {}
    for end in position.game.spec.end:
        for side, goals in enumerate(end.when.connect or ()):
            for goal in goals or ():
                for edge in position.game.board.sides if goal == "sides" else (goal,):
                    owner = ("first", "second")[side]
                    edges[edge] = owner if edges.get(edge, owner) == owner else "neutral"
    return edges
