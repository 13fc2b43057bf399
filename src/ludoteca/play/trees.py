"""A search tree as text, as a picture and as data, for any front end."""

from __future__ import annotations

from math import inf
from typing import Any

from ludoteca.engine.recording import Step
from ludoteca.engine.scores import PROVED, WIN
from ludoteca.engine.tree import EngineScorer, Node, Tree
from ludoteca.games import Position, scenes
from ludoteca.messages import catalogue, localized
from ludoteca.play import terms
from ludoteca.render.tree import TreeNode, has_boards
from ludoteca.render.tree import tree as draw

_SINGLY = 2
"""The most pruned branches of a node that are drawn separately."""

_WON = 5e8
"""Values above this are those of finished games, where an evaluator has its own scale."""

MESSAGES = catalogue("play")


def value_text(value: float, lang: str, ended: bool = False) -> str:
    """A value of the engine for display; 0 is called a draw only if the game has `ended`."""
    if abs(value) > PROVED:
        return MESSAGES.text(lang, "tree.win" if value > 0 else "tree.loss", plies=round(WIN - abs(value)))
    if ended and not value:
        return MESSAGES.text(lang, "tree.draw")
    return number_text(value, lang)


def number_text(value: float, lang: str) -> str:
    """A number with its sign and at most two decimals."""
    if abs(value) == inf:
        return "+∞" if value > 0 else "−∞"
    digits = localized(f"{abs(value):.2f}".rstrip("0").rstrip("."), lang)
    return (
        f"+{digits}" if value > 0 and digits != "0" else f"−{digits}" if value < 0 and digits != "0" else "0"
    )


class ValueTexts:
    """Values and windows of one tree as texts; those of negamax are for the side to move at a node."""

    def __init__(self, tree: Tree, lang: str) -> None:
        self.lang = lang
        self.is_engine = isinstance(tree.scorer, EngineScorer)
        self.infinity = tree.scorer.infinity
        self.negates = tree.algorithm == "negamax"

    def value(self, node: Node, value: float, ended: bool = False) -> str:
        """A value at a node."""
        return self._text(-value if self.negates and not node.is_max else value, ended)

    def window(self, node: Node, alpha: float, beta: float) -> tuple[str, str]:
        """The bounds of a window at a node."""
        if self.negates and not node.is_max:
            alpha, beta = -beta, -alpha
        return self._bound(alpha), self._bound(beta)

    def window_text(self, node: Node) -> str:
        return "[{}, {}]".format(*self.window(node, node.alpha, node.beta))

    def _bound(self, value: float) -> str:
        if abs(value) >= self.infinity:
            return "+∞" if value > 0 else "−∞"
        return self._text(value)

    def _text(self, value: float, ended: bool = False) -> str:
        if self.is_engine:
            return value_text(value, self.lang, ended)
        if _WON < abs(value) < inf:
            return MESSAGES.text(self.lang, "tree.value-won" if value > 0 else "tree.value-lost")
        return number_text(value, self.lang)


# -- as a picture -------------------------------------------------------------------------------------


def tree_nodes(tree: Tree, lang: str = "en", boards: bool | None = None) -> TreeNode:
    """The tree for drawing; by default a small tree has boards."""
    if boards is None:
        leaves = sum(not node.children for node in tree.root.walk())
        stubs = sum(min(len(node.pruned), 1) for node in tree.root.walk())
        boards = has_boards(tree.nodes, leaves + stubs)
    main = {id(node) for node in tree.line}
    return _tree_node(tree.root, tree, lang, boards, main)


def _tree_node(
    node: Node, tree: Tree, lang: str, boards: bool, main: set[int], again: bool = False
) -> TreeNode:
    texts = ValueTexts(tree, lang)
    window = texts.window_text(node) if tree.prunes and node.children else ""
    value = _bound(node) + texts.value(node, node.value, node.position.is_over)
    move = (node.move.text if node.move else "") + (AGAIN if again else "")
    children = (
        _tree_node(child, tree, lang, boards, main, is_extra_turn(node, child)) for child in node.children
    )
    return TreeNode(
        kind=_kind(node, tree),
        move=move,
        value=value,
        window=window,
        note=MESSAGES.text(lang, "tree.note", move=move or tree.root.position.text, value=value,
                       window=window or texts.window_text(node)),
        is_main=id(node) in main,
        scene=scenes.scene(node.position, lang=lang) if boards else None,
        children=(*children, *_stubs(node, lang), *_invalid(node, lang)),
        number=node.id,
    )  # fmt: skip


AGAIN = " ↻"
"""The mark of a move after which the same side moves again."""


def is_extra_turn(node: Node, child: Node) -> bool:
    """Whether the side that moved at a node moves again at its child."""
    return child.position.mover == node.position.mover and not child.position.is_over


def _bound(node: Node) -> str:
    return {"at least": "≥ ", "at most": "≤ "}.get(node.bound, "")


def _kind(node: Node, tree: Tree) -> str:
    ended = node.position.outcome
    if ended:
        return "drawn" if ended.winner is None else "won" if ended.winner == tree.perspective else "lost"
    if not node.children:
        return "leaf"
    return "max" if node.is_max else "chance" if tree.algorithm == "expectiminimax" else "min"


def _stubs(node: Node, lang: str) -> list[TreeNode]:
    moves = [move.text for move in node.pruned]
    note = MESSAGES.text(lang, "tree.note-pruned", moves=" ".join(moves))
    if len(moves) > _SINGLY:
        more = MESSAGES.text(lang, "tree.more", n=len(moves))
        return [TreeNode("pruned", more, note=note, number=node.id)]
    return [TreeNode("pruned", move, note=note, number=node.id) for move in moves]


def _invalid(node: Node, lang: str) -> list[TreeNode]:
    """The empty pits of the side to move: children that a sowing game does not have."""
    pits = empty_pits(node.position) if node.children else []
    if not pits:
        return []
    note = MESSAGES.text(lang, "tree.note-invalid", pits=" ".join(pits))
    names = [" ".join(pits)] if len(pits) > _SINGLY else pits
    return [TreeNode("invalid", f"∅ {name}", note=note, number=node.id) for name in names]


def empty_pits(position: Position) -> list[str]:
    """The names of the empty pits of the side to move; none on other boards."""
    board = position.game.board
    if board.shape != "pits":
        return []
    row = board.sides["bottom" if position.mover == "first" else "top"]
    empty = sorted(cell for cell in row if not position.snapshot.pits[cell])
    return [board.cells[cell].name.rstrip("'") for cell in empty]


def title(tree: Tree, lang: str) -> str:
    return MESSAGES.text(lang, "tree.title", game=tree.root.position.game.title(lang), depth=tree.depth)


def summary(tree: Tree, lang: str) -> str:
    """The search and its result in a few sentences."""
    key = "tree.pruning" if tree.prunes else f"tree.searched-{tree.algorithm}"
    parts = [MESSAGES.text(lang, key, nodes=tree.nodes, n=tree.branches_pruned)]
    if tree.prunes and tree.whole is not None:
        parts.append(MESSAGES.text(lang, "tree.whole", whole=tree.whole))
    line = " ".join(node.move.text for node in tree.line if node.move)
    if line:
        value = ValueTexts(tree, lang).value(tree.root, tree.root.value, tree.root.position.is_over)
        parts.append(MESSAGES.text(lang, "tree.line", line=line, value=value))
    return " ".join(parts)


def legend(tree: Tree, lang: str) -> list[tuple[str, str]]:
    """The legend of the signs in the picture."""
    game = tree.root.position.game
    other = "second" if tree.perspective == "first" else "first"
    who = {"max": tree.perspective, "min": other, "chance": other, "number": tree.perspective}
    found = {_kind(node, tree) for node in tree.root.walk()} | {"main"}
    found |= {"number"} if "leaf" in found or any(n.bound != "exact" for n in tree.root.walk()) else set()
    found |= {"pruned"} if tree.branches_pruned else set()
    found |= {"window"} if tree.prunes else set()
    nodes = list(tree.root.walk())
    found |= (
        {"again"} if any(is_extra_turn(node, child) for node in nodes for child in node.children) else set()
    )
    found |= {"invalid"} if any(node.children and empty_pits(node.position) for node in nodes) else set()
    signs = ("max", "min", "chance", "won", "lost", "number", "main", "pruned", "window", "again", "invalid")
    return [
        (
            sign,
            MESSAGES.text(
                lang, _legend_key(sign, tree), who=terms.side(lang, game, who.get(sign, tree.perspective))
            ),
        )
        for sign in signs
        if sign in found
    ]


def _legend_key(sign: str, tree: Tree) -> str:
    """The key of a sign's sentence: the reports count in other units, and negamax for the side to move."""
    if tree.algorithm == "negamax" and sign in ("max", "min", "won", "lost", "number"):
        return "tree.negamax" if sign in ("max", "min") else f"tree.{sign}-negamax"
    if isinstance(tree.scorer, EngineScorer) or sign not in ("won", "lost", "number"):
        return f"tree.{sign}"
    return f"tree.{sign}-plain"


def svg(tree: Tree, lang: str = "en", theme: bool = True, has_legend: bool = True) -> str:
    """The tree as a standalone SVG; a page may show the legend itself."""
    signs = legend(tree, lang) if has_legend else ()
    return draw(tree_nodes(tree, lang), title(tree, lang), summary(tree, lang), signs, theme)


# -- as an outline ------------------------------------------------------------------------------------


def outline(tree: Tree, lang: str) -> dict[str, Any]:
    """The tree as nested values for a list, with the texts of the picture."""
    return _outline(tree.root, tree, ValueTexts(tree, lang))


def _outline(node: Node, tree: Tree, texts: ValueTexts, again: bool = False) -> dict[str, Any]:
    return {
        "move": node.move.text if node.move else "",
        "position": node.position.text,
        "kind": "max" if node.is_max else "chance" if tree.algorithm == "expectiminimax" else "min",
        "again": again,
        "value": _bound(node) + texts.value(node, node.value, node.position.is_over),
        "window": texts.window_text(node) if tree.prunes and node.children else "",
        "pruned": [move.text for move in node.pruned],
        "invalid": empty_pits(node.position) if node.children else [],
        "children": [_outline(one, tree, texts, is_extra_turn(node, one)) for one in node.children],
    }


# -- step by step --------------------------------------------------------------------------------------

MOST_STEPS = 1200
"""Searches with more steps are not played step by step."""


def steps(tree: Tree, lang: str) -> list[dict[str, Any]]:
    """The steps of the search with texts for display; none if there are too many of them."""
    found = tree.record.steps
    if len(found) > MOST_STEPS:
        return []
    nodes = {node.id: node for node in tree.root.walk()}
    names = _names(tree.root, lang)
    texts = ValueTexts(tree, lang)
    return [_step(step, nodes, names, texts, tree, lang) for step in found]


def _names(root: Node, lang: str) -> dict[int, str]:
    """Nodes by the moves that lead to them."""
    names = {root.id: MESSAGES.text(lang, "tree.step-root")}
    below = {root.id: ""}
    for node in root.walk():
        for child in node.children:
            assert child.move is not None
            below[child.id] = f"{below[node.id]} {child.move.text}".strip()
            names[child.id] = below[child.id]
    return names


def _step(
    step: Step, nodes: dict[int, Node], names: dict[int, str], texts: ValueTexts, tree: Tree, lang: str
) -> dict[str, Any]:
    node = nodes[step.node]
    alpha, beta = texts.window(node, step.alpha, step.beta)
    ended = step.kind == "leaf" and node.position.is_over
    value = "" if step.value is None else texts.value(node, step.value, ended)
    said: dict[str, object] = {"node": names[step.node], "value": value, "n": step.count}
    said |= {"alpha": alpha, "beta": beta}
    if step.child is not None:
        child = nodes[step.child]
        said |= {"child": names[step.child], "returned": texts.value(child, child.value)}
        said["own"] = texts.value(node, child.value)
    if step.cutter is not None:
        said["cutter"] = names[step.cutter]
    return {
        "kind": step.kind,
        "node": step.node,
        "value": value,
        "window": f"[{alpha}, {beta}]" if tree.prunes else "",
        "count": step.count,
        "text": MESSAGES.text(lang, f"tree.step-{_step_key(step, node, tree)}", **said),
    }


def _step_key(step: Step, node: Node, tree: Tree) -> str:
    """Which sentence tells a step."""
    kind = "max" if node.is_max else "chance" if tree.algorithm == "expectiminimax" else "min"
    if step.kind == "update":
        better = "better" if step.is_better else "same"
        if tree.algorithm == "negamax":
            return f"update-negamax-{better}"
        window = "-window" if tree.prunes and step.is_better else ""
        return "update-chance" if kind == "chance" else f"update-{kind}-{better}{window}"
    if step.kind == "enter":
        return "enter-window" if tree.prunes else "enter"
    return f"cut-{kind}" if step.kind == "cut" else step.kind


# -- as data ------------------------------------------------------------------------------------------


def as_dict(tree: Tree) -> dict[str, Any]:
    """The tree as JSON. All values are from the point of view of `eyes`."""
    position = tree.root.position
    return {
        "game": position.game.name,
        "position": position.text,
        "depth": tree.depth,
        "algorithm": tree.algorithm,
        "prune": tree.prunes,
        "order": tree.order,
        "eyes": tree.perspective,
        "value": tree.root.value,
        "line": [node.move.text for node in tree.line if node.move],
        "nodes": tree.nodes,
        "branches_pruned": tree.branches_pruned,
        "nodes_without_pruning": tree.whole,
        "leaves": tree.record.leaves,
        "tree": _node_dict(tree.root, tree.scorer.infinity),
    }


def _node_dict(node: Node, infinity: float, again: bool = False) -> dict[str, Any]:
    ended = node.position.outcome
    return {
        "id": node.id,
        "move": node.move.text if node.move else None,
        "position": node.position.text,
        "mover": node.position.mover,
        "again": again,
        "value": node.value,
        "bound": node.bound,
        "alpha": None if node.alpha <= -infinity else node.alpha,
        "beta": None if node.beta >= infinity else node.beta,
        "outcome": {"winner": ended.winner, "reason": ended.reason} if ended else None,
        "cut": node.is_cut,
        "pruned": [move.text for move in node.pruned],
        "invalid": empty_pits(node.position) if node.children else [],
        "children": [_node_dict(child, infinity, is_extra_turn(node, child)) for child in node.children],
    }
