"""Check answers: each as right, wrong or missing, with the reason, and a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.exercises.exercise_tree import ExerciseNode, ExerciseTree
from ludoteca.messages import Message

Answers = Mapping[int, Mapping[str, object]] | Mapping[str, Mapping[str, object]]
"""What was answered at each node, by its number: `{3: {"value": "-4"}, 5: {"cut": True}}`. Numbers may be
texts, as a form sends them: `−∞`, `-inf`, `+3`."""

STATUSES = ("right", "wrong", "follows", "missing")
_INFINITE = {"∞", "inf", "infinity", "oo", "infinito", "infinita"}
_LONGEST = 12
_SIGNS = {"alpha": "α", "beta": "β"}
_YES = {"1", "on", "true", "yes", "x"}
_NO = {"", "0", "off", "false", "no"}


class BadAnswer(LudotecaError):
    """An answer that is not a number, or for a node or a field that the exercise does not have."""


@dataclass(frozen=True)
class Feedback:
    """What is said about one answer."""

    node: int
    what: str
    """`value`, `cut`, `alpha` or `beta`; `below`: the cuts below the node that were not found."""
    status: str
    """`right`, `wrong`, `missing`; `follows`: wrong, but right for the wrong answers below."""
    answer: float | bool | None
    solution: float | bool
    message: Message
    """Why, without giving the answer away."""

    def as_dict(self, lang: str) -> dict[str, Any]:
        found: dict[str, Any] = {"node": self.node, "field": self.what, "status": self.status}
        return found | {"text": self.message.text(lang)}


@dataclass(frozen=True)
class Review:
    """The feedback for every answer that counts, and the score."""

    feedback: tuple[Feedback, ...]
    points: int
    possible: int

    @property
    def is_complete(self) -> bool:
        """Whether every answer is right."""
        return all(one.status == "right" for one in self.feedback)

    def of(self, node: int, what: str) -> Feedback | None:
        """The feedback for one answer."""
        return next((one for one in self.feedback if (one.node, one.what) == (node, what)), None)

    def as_dict(self, lang: str) -> dict[str, Any]:
        found = [one.as_dict(lang) for one in self.feedback]
        return {
            "points": self.points,
            "possible": self.possible,
            "complete": self.is_complete,
            "feedback": found,
        }


def check(exercise: ExerciseTree, answers: Answers) -> Review:
    """Check answers node by node. Values and bounds count one point each. Of cuts, each found one counts a
    point, and each node that is wrongly marked takes one away. Marks inside a branch that is cut anyway do
    not count. Raises `BadAnswer` for an answer that cannot be read."""
    given = read_answers(exercise, answers)
    if exercise.kind == "cuts":
        return _check_cuts(exercise, given)
    told = [_check_number(exercise, node, what, given) for node, what in exercise.asked]
    return Review(tuple(told), sum(one.status == "right" for one in told), len(told))


# -- answers as people write them ---------------------------------------------------------------------

Given = dict[tuple[int, str], float | bool]


def read_answers(exercise: ExerciseTree, answers: Answers) -> Given:
    """The answers that are not empty, as numbers and yes or no. Raises `BadAnswer`."""
    found: Given = {}
    for key, fields in answers.items():
        node = _node(exercise, key)
        for what, answer in fields.items():
            if what not in node.asked:
                raise BadAnswer("exercise.not-asked", field=str(what), node=node.letter)
            read = _flag(answer, node) if what == "cut" else read_number(answer, node)
            if read is not None:
                found[node.id, what] = read
    return found


def _node(exercise: ExerciseTree, key: object) -> ExerciseNode:
    number = int(key) if isinstance(key, str) and key.isascii() and key.isdigit() else key
    if not isinstance(number, int) or not 0 <= number < len(exercise.nodes):
        raise BadAnswer("exercise.no-node", node=str(key)[:_LONGEST])
    return exercise[number]


def read_number(answer: object, node: ExerciseNode) -> float | None:
    """A number from a text such as `−∞` or `+3`; None for an empty one."""
    if answer is None or (isinstance(answer, int | float) and not isinstance(answer, bool)):
        return answer
    text = str(answer).strip().casefold().replace("−", "-").replace("–", "-").replace(" ", "")
    if not text:
        return None
    sign, rest = (-1, text[1:]) if text[0] == "-" else (1, text.removeprefix("+"))
    if rest in _INFINITE:
        return sign * inf
    if len(rest) > _LONGEST or not (rest.isascii() and rest.isdigit()):
        raise BadAnswer("exercise.not-a-number", answer=str(answer)[:_LONGEST], node=node.letter)
    return sign * int(rest)


def _flag(answer: object, node: ExerciseNode) -> bool | None:
    if answer is None or isinstance(answer, bool):
        return answer or None
    text = str(answer).strip().casefold()
    if text not in _YES | _NO:
        raise BadAnswer("exercise.not-a-mark", answer=text[:_LONGEST], node=node.letter)
    return True if text in _YES else None


# -- values and windows -------------------------------------------------------------------------------


def _check_number(exercise: ExerciseTree, node: ExerciseNode, what: str, given: Given) -> Feedback:
    answer, right = given.get((node.id, what)), exercise.solution(node, what)
    params: dict[str, object] = {}
    if answer is None:
        status, code = "missing", "missing"
    elif answer == right:
        status, code = "right", "right"
    elif what == "value":
        status, code, params = _wrong_value(exercise, node, answer, given)
    else:
        status, code, params = _wrong_bound(exercise, node, what, answer)
    name = f"{node.letter}, {_SIGNS[what]}" if what in _SIGNS else node.letter
    message = _message(f"check.{code}", node=name, **params)
    return Feedback(node.id, what, status, answer, right, message)


def _wrong_value(
    exercise: ExerciseTree, node: ExerciseNode, answer: float, given: Given
) -> tuple[str, str, dict[str, object]]:
    children = [exercise[child] for child in node.children]
    answered = [given.get((child.id, "value"), child.value) for child in children]
    values = [child.value for child in children]
    best, worst = (max, min) if node.kind == "max" else (min, max)
    if answer == best(answered):
        return "follows", "follows", {}
    if answer == worst(values) and len(set(values)) > 1:
        return "wrong", f"other-end-{node.kind}", {}
    if answer not in values:
        return "wrong", "no-child", {}
    return "wrong", f"rule-{node.kind}", {}


def _wrong_bound(
    exercise: ExerciseTree, node: ExerciseNode, what: str, answer: float
) -> tuple[str, str, dict[str, object]]:
    other = "beta" if what == "alpha" else "alpha"
    if answer == getattr(node, other):
        return "wrong", "swapped", {}
    if abs(getattr(node, what)) == inf:
        return "wrong", f"no-{what}-yet", {}
    if abs(answer) == inf:
        return "wrong", f"has-{what}", {}
    return "wrong", f"rule-{what}", {}


# -- cuts ---------------------------------------------------------------------------------------------


def _check_cuts(exercise: ExerciseTree, given: Given) -> Review:
    marked = [node for node, what in exercise.asked if (node.id, what) in given]
    missing = [node for node, what in exercise.asked if node.cut and (node.id, what) not in given]
    told = [_mark_feedback(exercise, node) for node in marked if node.cut or node.is_visited]
    points = sum(1 if one.status == "right" else -1 for one in told)
    told += [_missing_feedback(exercise, *one) for one in Counter(node.parent for node in missing).items()]
    return Review(tuple(told), max(0, points), sum(node.cut for node in exercise.nodes))


def _mark_feedback(exercise: ExerciseTree, node: ExerciseNode) -> Feedback:
    assert node.parent is not None
    parent = exercise[node.parent]
    code = "cut-right" if node.cut else "cut-first" if parent.children[0] == node.id else "cut-wrong"
    message = _message(f"check.{code}", node=node.letter, parent=parent.letter)
    return Feedback(node.id, "cut", "right" if node.cut else "wrong", True, node.cut, message)


def _missing_feedback(exercise: ExerciseTree, parent: int | None, number: int) -> Feedback:
    """The cuts that were not found, said at the node above them: it does not tell which they are."""
    assert parent is not None
    message = _message("check.cut-missing", parent=exercise[parent].letter, n=number)
    return Feedback(parent, "below", "missing", None, True, message)


def _message(code: str, **params: object) -> Message:
    return Message("exercises", code, params)
