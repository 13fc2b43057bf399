"""The engine: an opinion on any position of any game, and the move it would play."""

from ludoteca.engine.scores import Draw, Estimate, Loss, Score, Win
from ludoteca.engine.thinking import Best, Engine, Limits

__all__ = ["Best", "Draw", "Engine", "Estimate", "Limits", "Loss", "Score", "Win"]
