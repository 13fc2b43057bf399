"""The truth about a position: values that are proved, and how they are found. It has no opinions."""

from ludoteca.solver.answers import Answer, Estimate, Method, MoveValue, Progress, Task
from ludoteca.solver.methods import METHODS, choose, estimates, method_names, solve

__all__ = [
    "METHODS",
    "Answer",
    "Estimate",
    "Method",
    "MoveValue",
    "Progress",
    "Task",
    "choose",
    "estimates",
    "method_names",
    "solve",
]
