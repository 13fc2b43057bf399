"""The engine: an opinion on any position of any game, and the move it would play."""

from ludoteca.engine.factory import METHODS, Thinking, engine_for, preferred
from ludoteca.engine.limits import Clock, Limits
from ludoteca.engine.mcts import Habits, TreeEngine
from ludoteca.engine.scores import Draw, Estimate, Loss, Score, Win
from ludoteca.engine.search import Best, Engine, Line, Weights

__all__ = [
    "METHODS", "Best", "Clock", "Draw", "Engine", "Estimate", "Habits", "Limits", "Line", "Loss", "Score",
    "Thinking", "TreeEngine", "Weights", "Win", "engine_for", "preferred",
]  # fmt: skip
