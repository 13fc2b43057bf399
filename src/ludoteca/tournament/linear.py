"""Small dense linear systems without a dependency: ratings have a few dozen unknowns at most."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = list[list[float]]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve a linear system."""
    return [row[0] for row in _solve(matrix, [[value] for value in right])]


def inverse(matrix: Matrix) -> Matrix:
    size = len(matrix)
    return _solve(matrix, [[float(row == column) for column in range(size)] for row in range(size)])


def _solve(matrix: Matrix, right: Matrix) -> Matrix:
    """Solve for several right-hand sides at once, by Gauss–Jordan elimination with partial pivoting."""
    rows = [[*row, *values] for row, values in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        for row in range(size):
            if row != column:
                times = rows[row][column] / pivot[column]
                if times:
                    rows[row] = [a - times * b for a, b in zip(rows[row], pivot, strict=True)]
    return [[value / rows[place][place] for value in rows[place][size:]] for place in range(size)]
