"""OpenSpiel's MCTS or alpha-beta search as a child process with a protocol of JSON lines.

This file runs alone in the interpreter that has `pyspiel`. It imports nothing of this project.

    {"do": "start", "game": "connect_four", "actions": 1, "seed": 7}
    {"do": "look"}                      legal moves, the board, and whether the game is over
    {"do": "play", "move": [3]}         a complete move: one action, or several of one mover
    {"do": "choose", "seconds": 0.2}    the bot's move, not yet played, and the time used
    {"do": "alphabeta", "depth": 6}     the time of a fixed-depth search
"""

from __future__ import annotations

import time
from typing import Any
from zlib import crc32

import pyspiel  # type: ignore[import-not-found]  # only in the interpreter that runs this

from benchmarks.versus.json_lines import serve

MEGABYTES = 1000
PLENTY = 10**9
UCT = 2.0
"""The value of OpenSpiel's example player."""


class Side:
    """One game and its bot."""

    def start(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.game = pyspiel.load_game(asked["game"])
        self.state = self.game.new_initial_state()
        self.actions = asked["actions"]
        self.seed = asked["seed"]
        return {}

    def look(self, _: dict[str, Any]) -> dict[str, Any]:
        over = self.state.is_terminal()
        return {
            "moves": [] if over else complete(self.state, self.actions),
            "board": str(self.state),
            "over": over,
            "winner": winner(self.state) if over else None,
            "mover": -1 if over else self.state.current_player(),
        }

    def play(self, asked: dict[str, Any]) -> dict[str, Any]:
        for action in asked["move"]:
            self.state.apply_action(action)
        return {}

    def choose(self, asked: dict[str, Any]) -> dict[str, Any]:
        """A move of several actions is searched once for each, and they share the time."""
        state, move, proved = self.state.clone(), list[int](), False
        started = time.perf_counter()
        for _ in range(self.actions):
            root = self.bot(asked["seconds"] / self.actions).mcts_search(state)
            # The search stops early if the result is proved or there is only one move.
            proved |= len(root.outcome) > 0 or len(root.children) == 1
            move.append(root.best_child().action)
            state.apply_action(move[-1])
        return {"move": move, "seconds": time.perf_counter() - started, "proved": proved}

    def bot(self, seconds: float) -> Any:
        self.seed += 1
        return pyspiel.MCTSBot(
            self.game, pyspiel.RandomRolloutEvaluator(1, self.seed), UCT, PLENTY, MEGABYTES, True, self.seed,
            False, pyspiel.ChildSelectionPolicy.UCT, seconds,
        )  # fmt: skip

    def alphabeta(self, asked: dict[str, Any]) -> dict[str, Any]:
        from open_spiel.python.algorithms import minimax  # type: ignore[import-not-found]

        started = time.process_time()
        value, action = minimax.alpha_beta_search(
            self.game, self.state, leaf_value, asked["depth"], self.state.current_player()
        )
        return {"seconds": time.process_time() - started, "value": value, "move": [action]}


def leaf_value(state: Any) -> float:
    """A cheap substitute for an evaluation, different from leaf to leaf. A constant would cut off every
    branch but the first, which does not happen with a real evaluation."""
    return crc32(repr(state.history()).encode()) / 2**31 - 1


def complete(state: Any, actions: int) -> list[list[int]]:
    """Every complete move: `actions` actions of one mover."""
    if actions == 1:
        return [[action] for action in state.legal_actions()]
    return [
        [first, *rest]
        for first in state.legal_actions()
        for rest in complete(state.child(first), actions - 1)
    ]


def winner(state: Any) -> int | None:
    score = state.returns()[0]
    return None if score == 0 else 0 if score > 0 else 1


if __name__ == "__main__":
    serve(Side())
