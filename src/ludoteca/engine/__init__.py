"""The engine: evaluates positions of any game and finds moves, by alpha-beta search or by MCTS."""

from ludoteca.engine.factory import METHODS, AnyEngine, engine_for, preferred
from ludoteca.engine.limits import Clock, Limits
from ludoteca.engine.mcts import MctsEngine, MctsOptions
from ludoteca.engine.scores import Draw, Estimate, Loss, Score, Win
from ludoteca.engine.search import Engine, Line, SearchResult, Weights

__all__ = [
    "METHODS", "AnyEngine", "Clock", "Draw", "Engine", "Estimate", "Limits", "Line", "Loss", "MctsEngine",
    "MctsOptions", "Score", "SearchResult", "Weights", "Win", "engine_for", "preferred",
]  # fmt: skip
