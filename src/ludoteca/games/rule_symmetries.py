"""Symmetries of the rules: maps of the board to itself after which the same moves lead to the same positions.

The start position need not be symmetric. A candidate is a rotation or reflection of the board, with or
without an exchange of the sides; it counts if it keeps the goals and every move of many random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludoteca.games.compiler.symmetry import keeps_goals_and_steps
from ludoteca.games.game import Game
from ludoteca.games.patterns import PatternBoard, Symmetry
from ludoteca.kernel import MutablePosition, PositionState, Snapshot

_GAMES = 10
_LAST = 4
"""All of the last positions of a random game are compared, …"""
_OTHERS = 5
"""… and a few of the others."""
_LONGEST = 300
_MOST_ACTIONS = 1500
"""After this number of actions no further positions are compared."""

Hands = tuple[tuple[int, ...], tuple[int, ...]]
State = tuple[bytes, int, Hands, bytes, bool, int, int]
"""Cells, mover, hands, pits, whether a move is unfinished, anchor, outcome."""


def rule_symmetries(game: Game) -> list[Symmetry]:
    """The symmetries, the identity first. The result depends on the rules alone."""
    board = PatternBoard(game.compiled)
    samples = list(_sampled(game))
    found = []
    for swaps in (False, True) if board.can_swap else (False,):
        # Pits are places of their own: the sides have them in the same order.
        for image in game.board_symmetries[: 1 if board.pits else None]:
            one = Symmetry(_on_places(board, image, swaps), swaps)
            is_identity = not swaps and image == tuple(range(board.cells))
            if is_identity or (_keeps_goals(game, image, swaps) and _keeps(game, board, one, samples)):
                found.append(one)
    return found


def _keeps_goals(game: Game, image: tuple[int, ...], swaps: bool) -> bool:
    made = game.compiled
    return keeps_goals_and_steps(image, swaps, made.layout, made.kinds, made.rules, made.data.ends)


def _on_places(board: PatternBoard, image: tuple[int, ...], swaps: bool) -> tuple[int, ...]:
    """The image of all places: pits follow their cells, hands their sides."""
    places = list(image)
    row = board.pits // 2
    for pit in range(board.pits):
        places.append(board.cells + ((pit + row) % board.pits if swaps else pit))
    for side in range(2):
        for kind in range(board.kinds):
            places.append(board.cells + board.pits + (1 - side if swaps else side) * board.kinds + kind)
    return tuple(places)


def _sampled(game: Game) -> Iterator[PositionState]:
    """Positions of random games."""
    rng = random.Random("symmetries")
    games = [list(_random_game(game, rng)) for _ in range(_GAMES)]
    for played in games:
        yield from played[-_LAST:]
    for played in games:
        others = played[:-_LAST]
        yield from rng.sample(others, min(_OTHERS, len(others)))


def _random_game(game: Game, rng: random.Random) -> Iterator[PositionState]:
    with game.worker() as worker:
        worker.load(game.start().snapshot)
        for _ in range(_LONGEST):
            if not worker.mid_move:
                if worker.resolve():
                    return
                worker.load(worker.snapshot())
                yield worker.snapshot().state
            actions = worker.actions()
            if not actions:
                return
            worker.make(rng.choice(actions))


def _keeps(game: Game, board: PatternBoard, one: Symmetry, samples: list[PositionState]) -> bool:
    """Whether the moves of each position lead to the images of the same positions."""
    compared = 0
    with game.worker() as worker:
        for state in samples:
            if compared > _MOST_ACTIONS:
                break
            try:
                worker.restore(state._replace(history=()))
                here = {_mapped(board, one, reached) for reached in _reached(worker)}
                worker.restore(_image(board, one, state))
                there = set(_reached(worker))
            except ValueError:
                return False
            if here != there:
                return False
            compared += len(here)
    return True


def _image(board: PatternBoard, one: Symmetry, state: PositionState) -> PositionState:
    cells, mover, hands, pits, *_ = _mapped(
        board, one, (state.cells, state.mover, state.hands, state.pits, False, 0, 0)
    )
    turns = (state.turns[1], state.turns[0]) if one.swaps else state.turns
    return state._replace(cells=cells, mover=mover, hands=hands, pits=pits, turns=turns, history=())


def _reached(worker: MutablePosition) -> Iterator[State]:
    """The positions after each action."""
    for action in worker.actions():
        worker.make(action)
        yield _state(worker.snapshot())
        worker.unmake()


def _state(one: Snapshot) -> State:
    found = one.state
    anchor = found.anchor if found.mid_move else 0
    return found.cells, found.mover, found.hands, found.pits, bool(found.mid_move), anchor, found.outcome


def _mapped(board: PatternBoard, one: Symmetry, state: State) -> State:
    cells, mover, hands, pits, mid_move, anchor, outcome = state
    codes = board.partner if one.swaps else list(range(len(board.partner)))
    moved = bytearray(len(cells))
    for cell, code in enumerate(cells):
        moved[one.image[cell]] = codes[code]
    sown = bytearray(len(pits))
    for pit, seeds in enumerate(pits):
        sown[one.image[board.cells + pit] - board.cells if pit < board.pits else pit] = seeds
    if one.swaps:
        mover, hands = 1 - mover, (hands[1], hands[0])
        outcome = {1: 2, 2: 1}.get(outcome, outcome)
    anchor = one.image[anchor] if mid_move and anchor < board.cells else anchor
    return bytes(moved), mover, hands, bytes(sown), mid_move, anchor, outcome
