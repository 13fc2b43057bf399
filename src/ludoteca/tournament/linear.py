"""Small dense linear systems without a dependency: ratings have a few dozen unknowns at most."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = list[list[float]]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve a linear system by Gauss–Jordan elimination with partial pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for row in range(size):
            if row != column:
                times = rows[row][column] / rows[column][column]
                rows[row] = [a - times * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[place][size] / rows[place][place] for place in range(size)]


def inverse(matrix: Matrix) -> Matrix:
    size = len(matrix)
    columns = [solve(matrix, [float(row == column) for row in range(size)]) for column in range(size)]
    return [[columns[column][row] for column in range(size)] for row in range(size)]
