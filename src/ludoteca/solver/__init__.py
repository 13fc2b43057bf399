"""The truth about a position: values that are proved, and how they are found. It has no opinions."""

from ludoteca.kernel import Knowledge
from ludoteca.solver.answers import Answer, Estimate, Method, MoveValue, Progress, Task
from ludoteca.solver.lookup import QUICK, find_table, table_for
from ludoteca.solver.methods import METHODS, choose, estimates, method_names, solve
from ludoteca.solver.proving.asking import proved_value
from ludoteca.solver.proving.checker import Report, check_certificate, is_certificate
from ludoteca.solver.tables import Table, tables_folder
from ludoteca.solver.values import Value, best_line, moves_of, value_at_end
from ludoteca.solver.verification import Verdict, verify

__all__ = [
    "METHODS",
    "QUICK",
    "Answer",
    "Estimate",
    "Knowledge",
    "Method",
    "MoveValue",
    "Progress",
    "Report",
    "Table",
    "Task",
    "Value",
    "Verdict",
    "best_line",
    "check_certificate",
    "choose",
    "estimates",
    "find_table",
    "is_certificate",
    "method_names",
    "moves_of",
    "proved_value",
    "solve",
    "table_for",
    "tables_folder",
    "value_at_end",
    "verify",
]
