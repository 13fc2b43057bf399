"""Which games can be proved by search to the end, and the rules that the proof uses."""

from __future__ import annotations

from ludoteca.games import Game
from ludoteca.kernel import Rules


def why_not_convergent(game: Game) -> str | None:
    """Why a search to the end of the game would be unsound or infinite; None if it is neither."""
    traits = game.traits
    if traits.counts_turns or traits.counts_stalls:
        return "counts"
    if traits.optional_pass:
        return "passing"
    return None if traits.progresses else "cycles"


def rules_without_counters(game: Game) -> Rules:
    """The rules used for a proof: without move counters, with endless play a draw."""
    data = game.compiled.data._replace(no_progress=0, repetition=0, length=60000)
    return Rules(data, game.rules.default_weights)


def plies_counted(game: Game) -> int:
    """Up to which ply the move number is part of a position's state."""
    return max(2 if game.traits.swap else 0, game.traits.last_counted_ply)
