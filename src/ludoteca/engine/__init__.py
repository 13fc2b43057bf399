"""The engine: an opinion on any position of any game, and the move it would play."""

from ludoteca.engine.limits import Clock, Limits
from ludoteca.engine.montecarlo import Habits, TreeEngine
from ludoteca.engine.preferred import METHODS, Thinking, engine_for, preferred
from ludoteca.engine.scores import Draw, Estimate, Loss, Score, Win
from ludoteca.engine.thinking import Best, Engine, Line, Weights

__all__ = [
    "METHODS", "Best", "Clock", "Draw", "Engine", "Estimate", "Habits", "Limits", "Line", "Loss", "Score",
    "Thinking", "TreeEngine", "Weights", "Win", "engine_for", "preferred",
]  # fmt: skip
