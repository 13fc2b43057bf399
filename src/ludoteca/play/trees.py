"""A search tree as text, as a picture and as data, for any front end."""

from __future__ import annotations

from typing import Any

from ludoteca.engine.scores import PROVED, WIN
from ludoteca.engine.tree import INFINITE, Node, Tree
from ludoteca.games import scenes
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.render.tree import TreeNode, has_boards
from ludoteca.render.tree import tree as draw

_SINGLY = 2
"""The most pruned branches of a node that are drawn separately."""

MESSAGES = catalogue("play")


def value_text(value: int, lang: str, ended: bool = False) -> str:
    """A value for display; 0 is called a draw only if the game has `ended`."""
    if abs(value) > PROVED:
        return MESSAGES.text(lang, "tree.win" if value > 0 else "tree.loss", plies=WIN - abs(value))
    if ended:
        return MESSAGES.text(lang, "tree.draw")
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


def window_text(node: Node, lang: str) -> str:
    low = "−∞" if node.alpha == -INFINITE else value_text(node.alpha, lang)
    high = "+∞" if node.beta == INFINITE else value_text(node.beta, lang)
    return f"[{low}, {high}]"


# -- as a picture -------------------------------------------------------------------------------------


def tree_nodes(tree: Tree, lang: str = "en", boards: bool | None = None) -> TreeNode:
    """The tree for drawing; by default a small tree has boards."""
    if boards is None:
        leaves = sum(not node.children for node in tree.root.walk())
        stubs = sum(min(len(node.pruned), 1) for node in tree.root.walk())
        boards = has_boards(tree.nodes, leaves + stubs)
    main = {id(node) for node in tree.line}
    return _tree_node(tree.root, tree, lang, boards, main)


def _tree_node(node: Node, tree: Tree, lang: str, boards: bool, main: set[int]) -> TreeNode:
    window = window_text(node, lang) if tree.prunes and node.children else ""
    value = _bound(node) + value_text(node.value, lang, node.position.is_over)
    move = node.move.text if node.move else ""
    children = (_tree_node(child, tree, lang, boards, main) for child in node.children)
    return TreeNode(
        kind=_kind(node, tree.perspective),
        move=move,
        value=value,
        window=window,
        note=MESSAGES.text(lang, "tree.note", move=move or tree.root.position.text, value=value,
                       window=window or window_text(node, lang)),
        is_main=id(node) in main,
        scene=scenes.scene(node.position, lang=lang) if boards else None,
        children=(*children, *_stubs(node, lang)),
    )  # fmt: skip


def _bound(node: Node) -> str:
    return {"at least": "≥ ", "at most": "≤ "}.get(node.bound, "")


def _kind(node: Node, perspective: str) -> str:
    ended = node.position.outcome
    if ended:
        return "drawn" if ended.winner is None else "won" if ended.winner == perspective else "lost"
    return "leaf" if not node.children else "max" if node.is_max else "min"


def _stubs(node: Node, lang: str) -> list[TreeNode]:
    moves = [move.text for move in node.pruned]
    note = MESSAGES.text(lang, "tree.note-pruned", moves=" ".join(moves))
    if len(moves) > _SINGLY:
        return [TreeNode("pruned", MESSAGES.text(lang, "tree.more", n=len(moves)), note=note)]
    return [TreeNode("pruned", move, note=note) for move in moves]


def title(tree: Tree, lang: str) -> str:
    return MESSAGES.text(lang, "tree.title", game=tree.root.position.game.title(lang), depth=tree.depth)


def summary(tree: Tree, lang: str) -> str:
    """The search and its result in a few sentences."""
    key = "tree.pruning" if tree.prunes else "tree.plain"
    parts = [MESSAGES.text(lang, key, nodes=tree.nodes, n=tree.branches_pruned)]
    if tree.prunes and tree.whole is not None:
        parts.append(MESSAGES.text(lang, "tree.whole", whole=tree.whole))
    line = " ".join(node.move.text for node in tree.line if node.move)
    if line:
        value = value_text(tree.root.value, lang, tree.root.position.is_over)
        parts.append(MESSAGES.text(lang, "tree.line", line=line, value=value))
    return " ".join(parts)


def legend(tree: Tree, lang: str) -> list[tuple[str, str]]:
    """The legend of the signs in the picture."""
    game = tree.root.position.game
    other = "second" if tree.perspective == "first" else "first"
    who = {"max": tree.perspective, "min": other, "number": tree.perspective}
    found = {_kind(node, tree.perspective) for node in tree.root.walk()} | {"main"}
    found |= {"number"} if "leaf" in found or any(n.bound != "exact" for n in tree.root.walk()) else set()
    found |= {"pruned"} if tree.branches_pruned else set()
    found |= {"window"} if tree.prunes else set()
    signs = ("max", "min", "won", "lost", "number", "main", "pruned", "window")
    return [
        (
            sign,
            MESSAGES.text(lang, f"tree.{sign}", who=terms.side(lang, game, who.get(sign, tree.perspective))),
        )
        for sign in signs
        if sign in found
    ]


def svg(tree: Tree, lang: str = "en", theme: bool = True) -> str:
    """The tree as a standalone SVG."""
    return draw(tree_nodes(tree, lang), title(tree, lang), summary(tree, lang), legend(tree, lang), theme)


# -- as data ------------------------------------------------------------------------------------------


def as_dict(tree: Tree) -> dict[str, Any]:
    """The tree as JSON. All values are from the point of view of `eyes`."""
    position = tree.root.position
    return {
        "game": position.game.name,
        "position": position.text,
        "depth": tree.depth,
        "prune": tree.prunes,
        "order": tree.order,
        "eyes": tree.perspective,
        "value": tree.root.value,
        "line": [node.move.text for node in tree.line if node.move],
        "nodes": tree.nodes,
        "branches_pruned": tree.branches_pruned,
        "nodes_without_pruning": tree.whole,
        "tree": _node_dict(tree.root),
    }


def _node_dict(node: Node) -> dict[str, Any]:
    ended = node.position.outcome
    return {
        "move": node.move.text if node.move else None,
        "position": node.position.text,
        "mover": node.position.mover,
        "value": node.value,
        "bound": node.bound,
        "alpha": None if node.alpha == -INFINITE else node.alpha,
        "beta": None if node.beta == INFINITE else node.beta,
        "outcome": {"winner": ended.winner, "reason": ended.reason} if ended else None,
        "cut": node.is_cut,
        "pruned": [move.text for move in node.pruned],
        "children": [_node_dict(child) for child in node.children],
    }
