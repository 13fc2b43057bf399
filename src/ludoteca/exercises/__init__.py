"""Exercises on search trees: fill in values, mark the cuts of alpha-beta, fill in its windows.

An exercise is made from any position of any game; the same position, kind, seed and size give the same one.
Answers are checked node by node. It is drawn for screen and paper, with blanks or with the solution.

| module | contents |
|---|---|
| `exercise_tree` | the tree and its nodes as data |
| `exercise` | an exercise: a tree that can be drawn |
| `making` | the choice of a small tree, and its values, windows and cuts |
| `checking` | answers as a person writes them, feedback for each node, the score |
| `hints` | hints for a node, from the rule to the answer |
| `drawing` | the tree as SVG |
| `paper` | a printable page with a solution page |
"""

from ludoteca.exercises.checking import BadAnswer, Feedback, Review, check
from ludoteca.exercises.exercise import Exercise
from ludoteca.exercises.exercise_tree import KINDS, SIZES, ExerciseError, ExerciseNode
from ludoteca.exercises.hints import hints
from ludoteca.exercises.making import make_exercise

__all__ = [
    "KINDS", "SIZES", "BadAnswer", "Exercise", "ExerciseError", "ExerciseNode", "Feedback", "Review", "check",
    "hints", "make_exercise",
]  # fmt: skip
