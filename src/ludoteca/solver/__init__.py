"""Solver: exact values of positions by retrograde analysis and forward proofs; no heuristic values."""

from ludoteca.kernel import Tablebase
from ludoteca.solver.answers import Answer, MoveValue
from ludoteca.solver.endgame_tables import EndgameTables
from ludoteca.solver.exact import ExactSource
from ludoteca.solver.methods import METHODS, Method, choose, estimates, method_names, proved_value, solve
from ludoteca.solver.position_values import has_values, source_of, values_of
from ludoteca.solver.proving.checker import Report, check_certificate, is_certificate
from ludoteca.solver.retrograde.endgames import endgame_space, largest_endgame_space, why_no_endgames
from ludoteca.solver.retrograde.lookup import QUICK, find_endgames, find_table, make_table, table_for
from ludoteca.solver.retrograde.method import endgame_estimate
from ludoteca.solver.retrograde.tables import Table, new_tables_folder, tables_folder
from ludoteca.solver.retrograde.verification import Verdict, verify
from ludoteca.solver.task import Estimate, Progress, Task
from ludoteca.solver.values import Value, best_line, moves_of, value_at_end

__all__ = [
    "METHODS",
    "QUICK",
    "Answer",
    "EndgameTables",
    "Estimate",
    "ExactSource",
    "Method",
    "MoveValue",
    "Progress",
    "Report",
    "Table",
    "Tablebase",
    "Task",
    "Value",
    "Verdict",
    "best_line",
    "check_certificate",
    "choose",
    "endgame_estimate",
    "endgame_space",
    "estimates",
    "find_endgames",
    "find_table",
    "has_values",
    "is_certificate",
    "largest_endgame_space",
    "make_table",
    "method_names",
    "moves_of",
    "new_tables_folder",
    "proved_value",
    "solve",
    "source_of",
    "table_for",
    "tables_folder",
    "value_at_end",
    "values_of",
    "verify",
    "why_no_endgames",
]
