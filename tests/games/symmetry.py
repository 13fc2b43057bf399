"""The symmetries of a game: those that map its whole spec onto itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ludoteca import geometry
from ludoteca.games import Game, Position
from ludoteca.games.spec import Action, Board, GameSpec, Promotion, When, Windows
from tests.oracle.ends import Ends
from tests.oracle.rules import Rules
from tests.oracle.shapes import shapes
from tests.oracle.state import Cells, Piece

REGIONS = ("to", "from_", "safe", "hostile", "fort", "at", "reach", "fill", "still_in", "inside")
"""Keys that name sets of cells."""
BY_REGION = ("place", "fly", "block")
"""Verbs whose value is a set of cells; that of `step`, `slide`, `leap`, `shoot` and `exit` is a direction."""
BY_DIRECTION = ("step", "slide", "leap", "shoot", "exit")


@dataclass(frozen=True)
class Symmetry:
    """A permutation of cells, and whether the sides are exchanged."""

    image: tuple[int, ...]
    exchanges: bool

    def side(self, side: int) -> int:
        return 1 - side if self.exchanges and side in (0, 1) else side

    def cells(self, cells: Cells) -> Cells:
        moved: list[Piece | None] = [None] * len(cells)
        for cell, piece in enumerate(cells):
            moved[self.image[cell]] = piece and piece._replace(side=self.side(piece.side))
        return tuple(moved)

    def set(self, cells: frozenset[int]) -> frozenset[int]:
        return frozenset(self.image[cell] for cell in cells)


def claimed(game: Game) -> list[Symmetry]:
    """The symmetries of the rules except the identity; none for sowing boards and games with a swap."""
    rules = Rules(game.spec)
    if game.board.shape == "pits" or any(turn.swap for turn in rules.phases):
        return []
    found = [
        Symmetry(image, exchanges)
        for image in geometry.symmetries(rules.board)
        for exchanges in (False, True)
        if exchanges or image != tuple(range(len(image)))
    ]
    return [symmetry for symmetry in found if _is_kept(rules, game.spec, symmetry)]


def _is_kept(rules: Rules, spec: GameSpec, symmetry: Symmetry) -> bool:
    if symmetry.exchanges and not _treats_sides_alike(rules, spec):
        return False
    if symmetry.cells(rules.start_cells) != rules.start_cells:
        return False
    tables = list(_tables(spec))
    return all(_keeps(rules, symmetry, table) for table in tables) and _keeps_board(rules, symmetry)


def _treats_sides_alike(rules: Rules, spec: GameSpec) -> bool:
    hands = rules.start_hands()
    alike = all(kind.side in ("each", "both") for kind in rules.kinds.values())
    turns = all(turn.do[0] == turn.do[1] and turn.until != "moves are made" for turn in rules.phases)
    ends = all(end.side == "each" and end.when.still_in is None for end in spec.end)
    return alike and turns and ends and hands[0] == hands[1]


def _tables(value: Any) -> Iterator[Any]:
    """Every table of rules in a spec."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for item in value:
            yield from _tables(item)
    elif is_dataclass(value) and not isinstance(value, Board):
        yield value
        for field in fields(value):
            if field.name not in ("text", "checks", "parameters", "setup"):
                yield from _tables(getattr(value, field.name))


def _keeps(rules: Rules, symmetry: Symmetry, table: Any) -> bool:
    """Whether the cells, directions and shapes of a table are invariant."""
    for key in REGIONS:
        said = getattr(table, key, None)
        if said is None or (key == "to" and isinstance(table, Promotion)):
            continue
        pair = said if isinstance(said, tuple) else (said, said)
        if not _keeps_region(rules, symmetry, tuple((one,) if one is not None else () for one in pair)):
            return False
    if isinstance(table, Action):
        if table.verb in BY_REGION and not _keeps_region(rules, symmetry, (table.value, table.value)):
            return False
        if table.verb in BY_DIRECTION and not _keeps_directions(rules, symmetry, table.value):
            return False
        if table.together and not _keeps_directions(rules, symmetry, table.together):
            return False
        if table.falls and not _keeps_directions(rules, symmetry, ("down",)):
            return False
    if isinstance(table, Windows | When) and not _keeps_shape(rules, symmetry, table):
        return False
    along = getattr(table, "along", None)
    return along is None or _keeps_directions(rules, symmetry, along)


def _keeps_region(rules: Rules, symmetry: Symmetry, phrases: tuple[tuple[str, ...], ...]) -> bool:
    return all(
        symmetry.set(rules.union(phrases[side], side))
        == rules.union(phrases[symmetry.side(side)], symmetry.side(side))
        for side in (0, 1)
    )


def _keeps_directions(rules: Rules, symmetry: Symmetry, phrases: tuple[str, ...]) -> bool:
    image = symmetry.image
    return all(
        rules.goes(phrases, side, a, b) == rules.goes(phrases, symmetry.side(side), image[a], image[b])
        for side in (0, 1)
        for a, near in enumerate(rules.board.neighbours)
        for b in near
    )


def _keeps_shape(rules: Rules, symmetry: Symmetry, shape: Windows | When) -> bool:
    """Patterns, connected sides and `passed` directions must be invariant."""
    everywhere = frozenset(range(len(rules.board.cells)))
    if shape.pattern is not None:
        found = set(shapes(rules.board, shape, everywhere))
        if found != {symmetry.set(cells) for cells in found}:
            return False
    if isinstance(shape, Windows):
        return True
    if shape.passed is not None:
        return _keeps_directions(rules, symmetry, (shape.passed,))
    if shape.connect is None:
        return True
    joined = [Ends(rules).goals(shape, side) for side in (0, 1)]
    return all(
        {symmetry.set(edge) for edge in joined[side]} == joined[symmetry.side(side)] for side in (0, 1)
    )


def _keeps_board(rules: Rules, symmetry: Symmetry) -> bool:
    """Board symmetries preserve the drawn lines; check blocks, tracks and the other lines."""
    board = rules.board
    blocks = {frozenset(block) for block in board.blocks}
    wide = {frozenset(line.cells) for line in board.wide_lines}
    tracks = {_round(track) for track in rules.tracks}
    turned = {_round([None if n is None else symmetry.image[n] for n in track]) for track in rules.tracks}
    return (
        blocks == {symmetry.set(block) for block in blocks}
        and wide == {symmetry.set(line) for line in wide}
        and tracks == turned
    )


def _round(track: list[int | None]) -> frozenset[tuple[int | None, ...]]:
    """The canonical form of a closed track."""
    both = (track, track[::-1])
    return frozenset(tuple(way[n:] + way[:n]) for way in both for n in range(len(track)))


def image_of(rules: Rules, symmetry: Symmetry, text: str) -> str:
    """The image of a position text under a symmetry."""
    board, mover, *rest = text.split()
    changes = rules.read_rows(board)
    cells = tuple(changes.get(n) for n in range(len(rules.board.cells)))
    if symmetry.exchanges:
        mover = {"x": "o", "o": "x"}[mover]
        rest = [_exchanged(rules, field) for field in rest]
    return " ".join([rules.write_rows(symmetry.cells(cells)), mover, *rest])


def _exchanged(rules: Rules, field: str) -> str:
    if not field.startswith("hand="):
        return field
    other = {letter: rules.letters.get(p._replace(side=1 - p.side)) for p, letter in rules.letters.items()}
    held = sorted(
        (rules_order(rules, str(other[item[0]])), f"{other[item[0]]}{item[1:]}")
        for item in field[5:].split(",")
    )
    return "hand=" + ",".join(text for _, text in held)


def rules_order(rules: Rules, letter: str) -> tuple[int, int]:
    """The index of a kind in the list of hands: first's kinds, then second's."""
    piece = next(piece for piece, own in rules.letters.items() if own == letter)
    return piece.side, list(rules.kinds).index(piece.kind)


def successors(position: Position) -> list[tuple[str, str]]:
    """The set of positions after each move, with their outcomes."""
    after = [position.play(move) for move in position.legal_moves]
    return sorted((one.text, one.outcome.winner or "draw" if one.outcome else "") for one in after)
