"""The truth about a position: values that are proved, and how they are found. It has no opinions."""

from ludoteca.solver.answers import Answer, Estimate, Method, MoveValue, Progress, Task
from ludoteca.solver.asking import QUICK, find_table, table_for
from ludoteca.solver.checking import Verdict, verify
from ludoteca.solver.methods import METHODS, choose, estimates, method_names, solve
from ludoteca.solver.tables import Table
from ludoteca.solver.values import Value, best_line, moves_of, value_at_end

__all__ = [
    "METHODS",
    "QUICK",
    "Answer",
    "Estimate",
    "Method",
    "MoveValue",
    "Progress",
    "Table",
    "Task",
    "Value",
    "Verdict",
    "best_line",
    "choose",
    "estimates",
    "find_table",
    "method_names",
    "moves_of",
    "solve",
    "table_for",
    "value_at_end",
    "verify",
]
