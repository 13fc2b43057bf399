"""OpenSpiel, driven from Python: perft without bulk counting, and random playouts.

This file runs alone in the interpreter that has `pyspiel` and prints one JSON object. It imports nothing of
this project.

    python openspiel_side.py perft connect_four --depth 6
    python openspiel_side.py perft "mnk(m=5,n=5,k=4)" "gomoku(size=5,connect=4)" --depth 4
    python openspiel_side.py playouts "hex(board_size=11)" --seconds 2

If OpenSpiel has several ids of a game, or several methods to walk its tree, the fastest is used.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from itertools import pairwise
from time import process_time
from typing import Any

import pyspiel  # type: ignore[import-not-found]  # only in the interpreter that runs this

PLIES_OF_THREE = 3
TRIALS = 3
TRIAL_SECONDS = 0.1

State = Any
Walk = Callable[[State, int, list[int]], None]


# Each walk has three versions: with copies (`child`, or `clone` and `apply_action`) and with make and unmake
# (`apply_action` and `undo_action`). They are written out because one more Python call per move would be
# charged to OpenSpiel. At the last depth the move is made without further calls.


def ply_by_child(state: State, left: int, counts: list[int]) -> None:
    actions = state.legal_actions()
    counts[-left] += len(actions)
    child = state.child
    if left == 1:
        for action in actions:
            child(action)
        return
    for action in actions:
        ply_by_child(child(action), left - 1, counts)


def ply_by_clone(state: State, left: int, counts: list[int]) -> None:
    actions = state.legal_actions()
    counts[-left] += len(actions)
    clone = state.clone
    for action in actions:
        child = clone()
        child.apply_action(action)
        if left > 1:
            ply_by_clone(child, left - 1, counts)


def ply_by_undo(state: State, left: int, counts: list[int]) -> None:
    actions = state.legal_actions()
    if not actions:
        return
    counts[-left] += len(actions)
    mover = state.current_player()
    apply, undo = state.apply_action, state.undo_action
    if left == 1:
        for action in actions:
            apply(action)
            undo(mover, action)
        return
    for action in actions:
        apply(action)
        ply_by_undo(state, left - 1, counts)
        undo(mover, action)


def mover_by_child(state: State, left: int, counts: list[int]) -> None:
    mover = state.current_player()
    for action in state.legal_actions():
        child = state.child(action)
        if child.current_player() == mover:
            mover_by_child(child, left, counts)
            continue
        counts[-left] += 1
        if left > 1:
            mover_by_child(child, left - 1, counts)


def mover_by_clone(state: State, left: int, counts: list[int]) -> None:
    mover = state.current_player()
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        if child.current_player() == mover:
            mover_by_clone(child, left, counts)
            continue
        counts[-left] += 1
        if left > 1:
            mover_by_clone(child, left - 1, counts)


def mover_by_undo(state: State, left: int, counts: list[int]) -> None:
    mover = state.current_player()
    apply, undo, player = state.apply_action, state.undo_action, state.current_player
    for action in state.legal_actions():
        apply(action)
        if player() == mover:
            mover_by_undo(state, left, counts)
        else:
            counts[-left] += 1
            if left > 1:
                mover_by_undo(state, left - 1, counts)
        undo(mover, action)


def three_by_child(state: State, left: int, counts: list[int]) -> None:
    for source in state.legal_actions():
        lifted = state.child(source)
        for target in lifted.legal_actions():
            moved = lifted.child(target)
            shots = moved.legal_actions()
            counts[-left] += len(shots)
            for shot in shots:
                child = moved.child(shot)
                if left > 1:
                    three_by_child(child, left - 1, counts)


def three_by_clone(state: State, left: int, counts: list[int]) -> None:
    for source in state.legal_actions():
        lifted = state.clone()
        lifted.apply_action(source)
        for target in lifted.legal_actions():
            moved = lifted.clone()
            moved.apply_action(target)
            shots = moved.legal_actions()
            counts[-left] += len(shots)
            for shot in shots:
                child = moved.clone()
                child.apply_action(shot)
                if left > 1:
                    three_by_clone(child, left - 1, counts)


def three_by_undo(state: State, left: int, counts: list[int]) -> None:
    mover = state.current_player()
    apply, undo, legal = state.apply_action, state.undo_action, state.legal_actions
    for source in legal():
        apply(source)
        for target in legal():
            apply(target)
            shots = legal()
            counts[-left] += len(shots)
            for shot in shots:
                apply(shot)
                if left > 1:
                    three_by_undo(state, left - 1, counts)
                undo(mover, shot)
            undo(mover, target)
        undo(mover, source)


# How plies form a complete move. "ply": each is one. "mover": a move lasts while the same player
# is to move (chains of jumps, mill then removal). "three": slide from, slide to, shoot.
WALKS: dict[str, dict[str, Walk]] = {
    "ply": {"child": ply_by_child, "clone": ply_by_clone, "undo": ply_by_undo},
    "mover": {"child": mover_by_child, "clone": mover_by_clone, "undo": mover_by_undo},
    "three": {"child": three_by_child, "clone": three_by_clone, "undo": three_by_undo},
}


def timed_walk(game: str, way: str, turn: str, depth: int, budget: float) -> tuple[list[int], float, int]:
    """The counts of one walk, the seconds of all, and the number of walks within the budget."""
    walk = WALKS[turn][way]
    counts: list[int] = []
    seconds, walks = 0.0, 0
    while seconds < budget or not walks:
        counts = [0] * depth
        state = pyspiel.load_game(game).new_initial_state()
        began = process_time()
        walk(state, depth, counts)
        seconds += process_time() - began
        walks += 1
    return counts, seconds, walks


def perft(games: list[str], depth: int, turn: str, way: str, budget: float) -> dict[str, Any]:
    tried = {} if way else try_ways(games, max(1, depth - 1), turn)
    if tried:
        game, way = max(tried, key=lambda pair: tried[pair])
    else:
        game = games[0]
    counts, seconds, walks = timed_walk(game, way, turn, depth, budget)
    return {
        "game": game,
        "way": way,
        "counts": counts,
        "nodes": sum(counts) * walks,
        "seconds": seconds,
        "tried": {f"{game} by {way}": rate for (game, way), rate in tried.items()},
    }


def try_ways(games: list[str], depth: int, turn: str) -> dict[tuple[str, str], float]:
    """Moves per second of each id and method that works, at a small depth."""
    rates: dict[tuple[str, str], float] = {}
    reference: list[int] = []
    # They alternate and the best round counts, so that load on the machine does not affect the choice.
    for game, way in [(game, way) for game in games for way in WALKS[turn]] * TRIALS:
        try:
            counts, seconds, walks = timed_walk(game, way, turn, depth, TRIAL_SECONDS)
        except pyspiel.SpielError:
            continue  # this game has no undo
        reference = reference or counts
        # A method with wrong counts (an incomplete undo) is excluded. Copies come first in WALKS, so that the
        # reference is never an undo.
        if counts == reference:
            rates[game, way] = max(rates.get((game, way), 0.0), sum(counts) * walks / seconds)
    return rates


def playouts(games: list[str], budget: float, turn: str, seed: int) -> dict[str, Any]:
    if len(games) > 1:
        trials = [play(game, TRIAL_SECONDS, turn, seed) for game in games]
        games = [max(trials, key=lambda trial: trial["moves"] / trial["seconds"])["game"]]
    return play(games[0], budget, turn, seed)


def play(game: str, budget: float, turn: str, seed: int) -> dict[str, Any]:
    """Random games for about `budget` CPU seconds; only the playing is timed."""
    start = pyspiel.load_game(game).new_initial_state()
    chance = random.Random(seed).random
    played = moves = 0
    seconds = 0.0
    results = {"first": 0, "draw": 0, "second": 0}
    while seconds < budget:
        began = process_time()
        state = start.clone()
        legal, apply = state.legal_actions, state.apply_action
        # In all these games a finished position has no moves, which is the cheapest end test.
        while actions := legal():
            apply(actions[int(chance() * len(actions))])
        seconds += process_time() - began
        if not state.is_terminal():
            sys.exit(f"{game}: a position without moves that is not terminal")
        played += 1
        moves += complete_moves(start, state.history(), turn)
        score = state.returns()[0]
        results["first" if score > 0 else "second" if score < 0 else "draw"] += 1
    return {"game": game, "playouts": played, "moves": moves, "seconds": seconds, "results": results}


def complete_moves(start: State, history: list[int], turn: str) -> int:
    if turn == "ply":
        return len(history)
    if turn == "three":
        return len(history) // PLIES_OF_THREE
    state = start.clone()
    movers = [state.current_player()]
    for action in history:
        state.apply_action(action)
        movers.append(state.current_player())
    return sum(before != after for before, after in pairwise(movers))


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel from Python: perft and random playouts.")
    parser.add_argument("what", choices=("perft", "playouts"))
    parser.add_argument("games", nargs="+")
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--turn", choices=tuple(WALKS), default="ply")
    parser.add_argument("--way", default="", help="child, clone or undo; by default the fastest")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "perft":
        answer = perft(options.games, options.depth, options.turn, options.way, options.seconds)
    else:
        answer = playouts(options.games, options.seconds, options.turn, options.seed)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
