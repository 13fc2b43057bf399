"""Everything that a player can do at one stage of a move."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.games.spec import Action
from tests.oracle.moving import Moving
from tests.oracle.placing import Placing
from tests.oracle.sowing import Sowing
from tests.oracle.state import SHARED, Deed


class Deeds(Moving, Placing, Sowing):
    """The deeds of one side, on the board as it stands. Each verb of the language is a method."""

    def of(self, choices: tuple[Action | str, ...] | None) -> Iterator[Deed]:
        """Everything that a `do` allows. `"move"` means what each piece's own kind allows."""
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
