"""Creating games: what is asked for is tried in a worker before it is stored."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.web.budgets import GAMES, SERVER, Budgets, current_client
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.new_game import GameSetup, NewGame
from ludoteca.web.players import asked_for, needs_preparation
from ludoteca.web.workers.runner import JobRunner

TRIAL_SECONDS = 10.0
"""The time limit for preparing the players, for instance for making a small tablebase."""


class GameCreation:
    """Creates games at the expense of the current client."""

    def __init__(self, commands: GameCommands, runner: JobRunner, budgets: Budgets) -> None:
        self.commands, self.runner, self.budgets = commands, runner, budgets

    def begin(self, setup: GameSetup, visitor: str = "", sides: Sequence[str] = ()) -> NewGame:
        """Check and store a new game. Raises `OverBudget`, `Busy`, or what is wrong with the setup."""
        self.budgets.spend(current_client() or SERVER, GAMES)
        players = [player for player in (setup.first, setup.second) if needs_preparation(player)]
        for player in (setup.first, setup.second):
            asked_for(player, self.commands.engines)
        if players or (setup.file and (setup.position or setup.moves)):
            job = {
                "kind": "prepare", "called": setup.called, "file": setup.file, "start": setup.position,
                "moves": list(setup.moves), "players": players,
            }  # fmt: skip
            self.runner.run(job, TRIAL_SECONDS)
        return self.commands.begin(setup, visitor, sides)
