"""A player in another interpreter, with a protocol of JSON lines."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from benchmarks.versus.translation import Actions, Notation, our_rows
from ludoteca.games import SIDES, Move, Position

HERE = Path(__file__).parent
ROOT = HERE.parents[1]  # where the bots find `benchmarks`
SCRIPTS = {"openspiel": HERE / "openspiel_bot.py", "easyai": HERE / "easyai_bot.py"}


class Disagreement(Exception):
    """The two programs disagree about the game; the message says where."""


class Foreign:
    """The player of another program, which follows the game move by move."""

    def __init__(self, python: str, program: str, notation: Notation, seed: int) -> None:
        self.notation = notation
        self._child = subprocess.Popen(
            [python, str(SCRIPTS[program])], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        self.ask("start", game=notation.theirs, actions=notation.actions, seed=seed)

    def __enter__(self) -> Foreign:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.kill()
        self._child.communicate()

    def ask(self, what: str, **more: Any) -> dict[str, Any]:
        assert self._child.stdin and self._child.stdout
        self._child.stdin.write(json.dumps({"do": what, **more}) + "\n")
        self._child.stdin.flush()
        answer = self._child.stdout.readline()
        if not answer:
            raise Disagreement(f"the other program died when it was asked to {what}")
        found: dict[str, Any] = json.loads(answer)
        return found

    def agree(self, position: Position) -> dict[Actions, Move]:
        """Compare legal moves and boards. Returns our legal moves by the other program's actions."""
        theirs = self.ask("look")
        where = f"{position.game.name} at {position.text}"
        if theirs["over"] != position.is_over:
            raise Disagreement(f"{where}: over here {position.is_over}, there {theirs['over']}")
        if self.notation.rows(theirs["board"]) != our_rows(position):
            raise Disagreement(f"{where}: the board there is\n{theirs['board']}")
        if position.outcome:
            winner = None if theirs["winner"] is None else SIDES[theirs["winner"]]
            if winner != position.outcome.winner:
                raise Disagreement(f"{where}: the winner there is {winner}")
            return {}
        if SIDES[theirs["mover"]] != position.mover:
            raise Disagreement(f"{where}: the mover there is {SIDES[theirs['mover']]}")
        ours = {self.notation.move(move.text): move for move in position.legal_moves}
        listed = {tuple(move) for move in theirs["moves"]}
        if set(ours) != listed or len(ours) != len(position.legal_moves):
            here = sorted(ours[words].text for words in set(ours) - listed)
            raise Disagreement(f"{where}: only here {here}, only there {sorted(listed - set(ours))}")
        return ours

    def choose(self, seconds: float) -> tuple[Actions, float | None]:
        """Its move, and the seconds it used; None if it stopped early."""
        answer = self.ask("choose", seconds=seconds)
        return tuple(answer["move"]), None if answer["proved"] else answer["seconds"]

    def play(self, words: Actions) -> None:
        self.ask("play", move=list(words))
