"""An exercise as a picture: blanks for what is asked, or the solution."""

from __future__ import annotations

from ludoteca.exercises.exercise_tree import ExerciseNode, ExerciseTree
from ludoteca.exercises.hints import number_text, window_text
from ludoteca.games import scenes
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.play.trees import AGAIN
from ludoteca.render.thumbnail import board_size
from ludoteca.render.tree import BOARD, WIDE_BOARD, TreeNode
from ludoteca.render.tree import tree as draw

MESSAGES = catalogue("exercises")
_WIDEST = 1150.0
"""A picture that would be wider has no boards: on paper they would be too small to read."""
_BLANK = "[ _______ , _______ ]"


def svg(
    exercise: ExerciseTree, lang: str, solution: bool = False, theme: bool = True, has_legend: bool = True
) -> str:
    """The tree as a standalone SVG; a page may show the legend itself."""
    root = tree_nodes(exercise, lang, solution, has_boards(exercise))
    signs = legend(exercise, lang, solution) if has_legend else ()
    return draw(root, title(exercise, lang), task(exercise, lang), signs, theme)


def tree_nodes(exercise: ExerciseTree, lang: str, solution: bool, boards: bool) -> TreeNode:
    """The tree for drawing."""
    return _tree_node(exercise, exercise[0], lang, solution, boards)


def has_boards(exercise: ExerciseTree) -> bool:
    """Whether the picture has room for a board at each node."""
    width, _ = board_size(scenes.scene(exercise.positions[0]), BOARD, WIDE_BOARD)
    leaves = sum(not node.children for node in exercise.nodes)
    return leaves * (max(width, 80) + 14) <= _WIDEST


def title(exercise: ExerciseTree, lang: str) -> str:
    game = exercise.positions[0].game
    return MESSAGES.text(lang, f"title.{exercise.kind}", game=game.title(lang))


def task(exercise: ExerciseTree, lang: str) -> str:
    """What is to be done, in a few sentences."""
    game = exercise.positions[0].game
    who = terms.side(lang, game, exercise.perspective)
    return MESSAGES.text(lang, f"task.{exercise.kind}", who=who)


def legend(exercise: ExerciseTree, lang: str, solution: bool = False) -> list[tuple[str, str]]:
    """The legend of the signs in the picture."""
    game = exercise.positions[0].game
    other = "second" if exercise.perspective == "first" else "first"
    kinds = {node.kind for node in exercise.nodes}
    signs: list[str] = [kind for kind in ("max", "min", "won", "lost", "drawn", "leaf") if kind in kinds]
    if exercise.kind != "values":
        signs += ["cut"] if solution or exercise.kind == "window" else []
        signs += ["window"]
    if any(_moves_again(exercise, node) for node in exercise.nodes):
        signs.append("again")
    found = []
    for sign in signs:
        who = terms.side(lang, game, other if sign == "min" else exercise.perspective)
        win = number_text(-exercise.win if sign == "lost" else exercise.win)
        found.append((sign, MESSAGES.text(lang, f"legend.{sign}", who=who, win=win)))
    return found


def node_name(exercise: ExerciseTree, node: ExerciseNode, lang: str) -> str:
    """A node in words, for labels and screen readers."""
    kind = MESSAGES.text(lang, f"kind.{node.kind}")
    if node.parent is None:
        return MESSAGES.text(lang, "node.root", node=node.letter, kind=kind)
    parent = exercise[node.parent].letter
    return MESSAGES.text(lang, "node.named", node=node.letter, kind=kind, parent=parent, move=node.move)


def _tree_node(
    exercise: ExerciseTree, node: ExerciseNode, lang: str, solution: bool, boards: bool
) -> TreeNode:
    shows_cuts = exercise.kind == "window" or (solution and exercise.kind == "cuts")
    return TreeNode(
        kind=node.kind,
        move=node.move + (AGAIN if _moves_again(exercise, node) else ""),
        value=_value(exercise, node, solution),
        window=_window(exercise, node, solution),
        note=node_name(exercise, node, lang),
        scene=scenes.scene(exercise.positions[node.id], lang=lang) if boards else None,
        children=tuple(
            _tree_node(exercise, exercise[child], lang, solution, boards) for child in node.children
        ),
        number=node.id,
        letter=node.letter,
        is_cut=shows_cuts and node.cut,
        is_faded=shows_cuts and not node.is_visited,
    )


def _moves_again(exercise: ExerciseTree, node: ExerciseNode) -> bool:
    """Whether the side that made the move to this node moves again."""
    if node.parent is None or node.kind in ("won", "lost", "drawn"):
        return False
    return exercise[node.parent].mover == node.mover


def _value(exercise: ExerciseTree, node: ExerciseNode, solution: bool) -> str:
    if not node.children:
        return number_text(node.value)
    if not solution:
        return ""
    if exercise.kind == "values":
        return number_text(node.value)
    sign = {"at least": "≥ ", "at most": "≤ "}.get(node.bound, "")
    return sign + number_text(node.returned)


def _window(exercise: ExerciseTree, node: ExerciseNode, solution: bool) -> str:
    if exercise.kind == "values" or not node.children or not node.is_visited:
        return ""
    if solution or node.parent is None:
        return window_text(node)
    return _BLANK if exercise.kind == "window" else ""
