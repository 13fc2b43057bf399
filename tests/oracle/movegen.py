"""Move generation for one stage of a move."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.games.spec import Action
from tests.oracle.movement import Movement
from tests.oracle.placement import Placement
from tests.oracle.sowing import Sowing
from tests.oracle.state import SHARED, MoveResult


class MoveGenerator(Movement, Placement, Sowing):
    """Generates the actions of one side. Each verb of the language is a method."""

    def of(self, choices: tuple[Action | str, ...] | None) -> Iterator[MoveResult]:
        """All actions of a `do`. `"move"` stands for the moves of each piece's kind."""
        self.choices = choices or ()
        given = [choice for choice in choices or () if isinstance(choice, Action)]
        for action in given:
            if action.verb not in ("step", "slide", "leap", "fly", "exit"):
                yield from getattr(self, action.verb)(action)
        for cell, piece in enumerate(self.cells):
            if piece is None or piece.side not in (self.side, SHARED):
                continue
            moving = [action for action in given if action.verb in ("step", "slide", "leap", "fly", "exit")]
            actions = [action for action in moving if action.kind in (None, piece.kind)]
            if choices and "move" in choices:
                actions += self.rules.kinds[piece.kind].moves
            for action in actions:
                if self.is_possible(action, cell):
                    yield from getattr(self, action.verb)(action, cell, piece, actions)
