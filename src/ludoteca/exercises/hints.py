"""Hints for a node, each more definite than the one before; the last one is the answer."""

from __future__ import annotations

from math import inf

from ludoteca.exercises.exercise_tree import ExerciseNode, ExerciseTree
from ludoteca.messages import Message


def hints(exercise: ExerciseTree, node: int) -> list[Message]:
    """The hints for a node; none if nothing is asked of it."""
    one = exercise[node]
    if not one.asked:
        return []
    if exercise.kind == "values":
        return _value_hints(exercise, one)
    return _cut_hints(exercise, one) if exercise.kind == "cuts" else _window_hints(exercise, one)


def number_text(value: float | None) -> str:
    """A value or a bound as the page writes it: `−∞`, `+3`."""
    if value is None:
        return ""
    if abs(value) == inf:
        return "+∞" if value > 0 else "−∞"
    return f"+{value:g}" if value > 0 else f"−{-value:g}" if value else "0"


def window_text(node: ExerciseNode) -> str:
    return f"[{number_text(node.alpha)}, {number_text(node.beta)}]"


def _value_hints(exercise: ExerciseTree, node: ExerciseNode) -> list[Message]:
    values = ", ".join(number_text(exercise[child].value) for child in node.children)
    letters = ", ".join(exercise[child].letter for child in node.children)
    return [
        _message(f"hint.value-{node.kind}", node=node.letter, children=letters),
        _message(f"hint.value-of-{node.kind}", values=values),
        _message("hint.answer", node=node.letter, answer=number_text(node.value)),
    ]


def _cut_hints(exercise: ExerciseTree, node: ExerciseNode) -> list[Message]:
    assert node.parent is not None
    parent = exercise[node.parent]
    if not parent.is_visited:
        answer = _message("hint.cut-inside", node=node.letter)
        return [_message("hint.cut-above", node=node.letter), answer]
    before = parent.children[: parent.children.index(node.id)]
    if not before:
        return [_message("hint.cut-first", node=node.letter), _message("hint.cut-no", node=node.letter)]
    return [
        _message("hint.cut-rule", parent=parent.letter),
        _message("hint.cut-window", parent=parent.letter, window=window_text(parent)),
        _message("hint.cut-yes" if node.cut else "hint.cut-no", node=node.letter),
    ]


def _window_hints(exercise: ExerciseTree, node: ExerciseNode) -> list[Message]:
    assert node.parent is not None
    parent = exercise[node.parent]
    before = [exercise[child] for child in parent.children[: parent.children.index(node.id)]]
    returned = ", ".join(number_text(child.returned) for child in before)
    code = "hint.window-first" if not before else f"hint.window-{parent.kind}"
    found = [_message(code, node=node.letter, parent=parent.letter)]
    if before:
        found.append(_message("hint.window-values", parent=parent.letter, window=window_text(parent),
                              values=returned))  # fmt: skip
    return [*found, _message("hint.answer", node=node.letter, answer=window_text(node))]


def _message(code: str, **params: object) -> Message:
    return Message("exercises", code, params)
