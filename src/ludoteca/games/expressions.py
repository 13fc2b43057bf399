"""Expressions with parameters in a game file: `$size`, `${size // 2 + 1}`. Parsed, never executed."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ludoteca.errors import NONE, LudotecaError, did_you_mean
from ludoteca.games.problems import Problems, nearest, shown
from ludoteca.messages.quoting import cut

_PLACE = re.compile(r"\$(?:\{([^{}]{1,80})\}|([a-z][a-z0-9-]*))")
_REASONABLE = re.compile(r"(?:[a-z][a-z0-9_]*|[0-9]+(?![a-z_])|[ +*/%(),-])+")
_LARGEST = 10_000

_OPERATIONS: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_FUNCTIONS: dict[str, Callable[..., int]] = {"min": min, "max": max}


class ExpressionError(LudotecaError):
    """An invalid expression."""

    domain = "problems"


def evaluate(expression: str, values: Mapping[str, int]) -> int:
    """The value of an expression of whole numbers, parameters, + - * // % ( ) min max."""
    if expression in values:
        return values[expression]
    plain, names = expression, dict[str, int]()
    # A dash in a name would parse as minus. Longest names first: one may be a prefix of another.
    for number, name in enumerate(sorted(values, key=len, reverse=True)):
        plain = re.sub(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])", f"p_{number}", plain)
        names[f"p_{number}"] = values[name]
    try:
        if not _REASONABLE.fullmatch(plain):
            raise ValueError
        tree = ast.parse(plain.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionError("expression.invalid", expression=expression) from None
    return _value(tree, names, values)


def _value(node: ast.expr, names: Mapping[str, int], known: Iterable[str]) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return _within(node.value)
    if isinstance(node, ast.Name):
        if node.id not in names:
            raise _unknown(node.id, known)
        return names[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right = _value(node.left, names, known), _value(node.right, names, known)
        if isinstance(node.op, ast.FloorDiv | ast.Mod) and right == 0:
            raise ExpressionError("expression.division")
        return _within(_OPERATIONS[type(node.op)](left, right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
        if len(node.args) > 1 and not node.keywords:
            return _FUNCTIONS[node.func.id](*(_value(item, names, known) for item in node.args))
    raise ExpressionError("expression.not-allowed")


def _unknown(name: str, known: Iterable[str]) -> ExpressionError:
    hint = did_you_mean(nearest(name, known))
    has = tuple(sorted(known)) or NONE
    return ExpressionError("expression.unknown-parameter", word=cut(name, 40), hint=hint, known=has)


def _within(value: int) -> int:
    if abs(value) > _LARGEST:
        raise ExpressionError("expression.too-large", limit=_LARGEST)
    return value


def _said(place: re.Match[str], values: Mapping[str, int]) -> int:
    """The value of `${…}` or `$name`."""
    if place[2] and place[2] not in values:
        raise _unknown(place[2], values)
    return evaluate(place[1] or place[2], values)


def substitute(value: Any, values: Mapping[str, int], where: str, problems: Problems) -> Any:
    """A copy of a TOML value with all `$…` replaced. A string that is a single `$…` becomes a number."""
    if isinstance(value, dict):
        return {
            key: substitute(item, values, f"{where}.{key}" if where else key, problems)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [substitute(item, values, f"{where}[{i + 1}]", problems) for i, item in enumerate(value)]
    if not isinstance(value, str) or "$" not in value:
        return value
    try:
        whole = _PLACE.fullmatch(value)
        if whole:
            return _said(whole, values)
        return _PLACE.sub(lambda match: str(_said(match, values)), value)
    except ExpressionError as error:
        problems.add(where, "expression.in", value=shown(value), problem=error.message)
        return value
