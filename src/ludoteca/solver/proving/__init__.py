"""Forward proofs: the value of one position, searched to the end of the game, with no opinion anywhere."""

from ludoteca.solver.proving.arrows import Arrows
from ludoteca.solver.proving.lines import Lines
from ludoteca.solver.proving.margins import Margins
from ludoteca.solver.proving.numbers import Connection, ProofNumbers
from ludoteca.solver.proving.search import AlphaBeta

__all__ = ["AlphaBeta", "Arrows", "Connection", "Lines", "Margins", "ProofNumbers"]
