"""A search tree as people see it: in words, as a picture, and as data. Any front end can show it."""

from __future__ import annotations

from typing import Any

from ludoteca.engine.scores import PROVED, WIN
from ludoteca.engine.tree import ENDLESS, Node, Tree
from ludoteca.games import scenes
from ludoteca.play import terms
from ludoteca.play.language import Phrases, Table
from ludoteca.render.tree import TreeNode, has_boards
from ludoteca.render.tree import tree as draw

_SINGLY = 2
"""More pruned branches of one node than these are drawn as one."""

TREES: Table = {
    "tree.win": ("win {plies}", "vence {plies}"),
    "tree.loss": ("loss {plies}", "perde {plies}"),
    "tree.draw": ("draw", "empate"),
    "tree.more": ("+{n}", "+{n}"),
    "tree.title": (
        "{game}: search tree, {depth} moves deep",
        "{game}: árvore de busca, {depth} lances à frente",
    ),
    "tree.pruning": (
        "Alpha-beta looked at {nodes} positions and left out {n} branch.|"
        "Alpha-beta looked at {nodes} positions and left out {n} branches.",
        "Alfa-beta olhou {nodes} posições e deixou de lado {n} ramo.|"
        "Alfa-beta olhou {nodes} posições e deixou de lado {n} ramos.",
    ),
    "tree.plain": (
        "Plain minimax looked at all {nodes} positions.",
        "Minimax puro olhou todas as {nodes} posições.",
    ),
    "tree.whole": ("Without pruning there are {whole}.", "Sem poda são {whole}."),
    "tree.line": ("Best line: {line}, value {value}.", "Melhor linha: {line}, valor {value}."),
    "tree.max": ("{who} to move: takes the largest value", "joga {who}: fica com o maior valor"),
    "tree.min": ("{who} to move: takes the smallest value", "joga {who}: fica com o menor valor"),
    "tree.won": ("won, after so many moves from the root", "vitória, após tantos lances desde a raiz"),
    "tree.lost": ("lost, after so many moves from the root", "derrota, após tantos lances desde a raiz"),
    "tree.number": (
        "evaluation for {who}, a plain piece being 100; ≥ and ≤: at least, at most",
        "avaliação para {who}, uma peça comum vale 100; ≥ e ≤: pelo menos, no máximo",
    ),
    "tree.main": ("the best line", "a melhor linha"),
    "tree.pruned": ("not looked at: it could change nothing", "não olhado: nada poderia mudar"),
    "tree.window": (
        "only values between α and β could still matter",
        "só valores entre α e β ainda importavam",
    ),
    "tree.note": ("{move}: value {value}, window {window}", "{move}: valor {value}, janela {window}"),
    "tree.note-pruned": ("not looked at: {moves}", "não olhados: {moves}"),
}
WORDS = Phrases(TREES)


def value_text(value: int, lang: str, ended: bool = False) -> str:
    """A value as it stands on a node; a draw is called so only where the game has `ended`."""
    if abs(value) > PROVED:
        return WORDS.say(lang, "tree.win" if value > 0 else "tree.loss", plies=WIN - abs(value))
    if ended:
        return WORDS.say(lang, "tree.draw")
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


def window_text(node: Node, lang: str) -> str:
    low = "−∞" if node.alpha == -ENDLESS else value_text(node.alpha, lang)
    high = "+∞" if node.beta == ENDLESS else value_text(node.beta, lang)
    return f"[{low}, {high}]"


# -- as a picture -------------------------------------------------------------------------------------


def twigs(tree: Tree, lang: str = "en", boards: bool | None = None) -> TreeNode:
    """The tree ready to be drawn; with boards, if nothing is said, when it is small."""
    if boards is None:
        leaves = sum(not node.children for node in tree.root.walk())
        stubs = sum(min(len(node.pruned), 1) for node in tree.root.walk())
        boards = has_boards(tree.nodes, leaves + stubs)
    main = {id(node) for node in tree.line}
    return _twig(tree.root, tree, lang, boards, main)


def _twig(node: Node, tree: Tree, lang: str, boards: bool, main: set[int]) -> TreeNode:
    window = window_text(node, lang) if tree.prunes and node.children else ""
    value = _bound(node) + value_text(node.value, lang, node.position.is_over)
    move = node.move.text if node.move else ""
    return TreeNode(
        kind=_kind(node, tree.eyes),
        move=move,
        value=value,
        window=window,
        note=WORDS.say(lang, "tree.note", move=move or tree.root.position.text, value=value,
                       window=window or window_text(node, lang)),
        is_main=id(node) in main,
        scene=scenes.scene(node.position, lang=lang) if boards else None,
        children=(*(_twig(child, tree, lang, boards, main) for child in node.children), *_stubs(node, lang)),
    )  # fmt: skip


def _bound(node: Node) -> str:
    return {"at least": "≥ ", "at most": "≤ "}.get(node.bound, "")


def _kind(node: Node, eyes: str) -> str:
    ended = node.position.outcome
    if ended:
        return "drawn" if ended.winner is None else "won" if ended.winner == eyes else "lost"
    return "leaf" if not node.children else "max" if node.is_max else "min"


def _stubs(node: Node, lang: str) -> list[TreeNode]:
    moves = [move.text for move in node.pruned]
    note = WORDS.say(lang, "tree.note-pruned", moves=" ".join(moves))
    if len(moves) > _SINGLY:
        return [TreeNode("pruned", WORDS.say(lang, "tree.more", n=len(moves)), note=note)]
    return [TreeNode("pruned", move, note=note) for move in moves]


def title(tree: Tree, lang: str) -> str:
    return WORDS.say(lang, "tree.title", game=tree.root.position.game.title(lang), depth=tree.depth)


def summary(tree: Tree, lang: str) -> str:
    """What was looked at and what came of it, in a few sentences."""
    key = "tree.pruning" if tree.prunes else "tree.plain"
    said = [WORDS.say(lang, key, nodes=tree.nodes, n=tree.branches_pruned)]
    if tree.prunes and tree.whole is not None:
        said.append(WORDS.say(lang, "tree.whole", whole=tree.whole))
    line = " ".join(node.move.text for node in tree.line if node.move)
    if line:
        value = value_text(tree.root.value, lang, tree.root.position.is_over)
        said.append(WORDS.say(lang, "tree.line", line=line, value=value))
    return " ".join(said)


def legend(tree: Tree, lang: str) -> list[tuple[str, str]]:
    """What the signs of the picture mean, of those that it shows."""
    game = tree.root.position.game
    other = "second" if tree.eyes == "first" else "first"
    who = {"max": tree.eyes, "min": other, "number": tree.eyes}
    found = {_kind(node, tree.eyes) for node in tree.root.walk()} | {"main"}
    found |= {"number"} if "leaf" in found or any(n.bound != "exact" for n in tree.root.walk()) else set()
    found |= {"pruned"} if tree.branches_pruned else set()
    found |= {"window"} if tree.prunes else set()
    shown = ("max", "min", "won", "lost", "number", "main", "pruned", "window")
    return [
        (sign, WORDS.say(lang, f"tree.{sign}", who=terms.side(lang, game, who.get(sign, tree.eyes))))
        for sign in shown
        if sign in found
    ]


def svg(tree: Tree, lang: str = "en", theme: bool = True) -> str:
    """The tree as a standalone picture."""
    return draw(twigs(tree, lang), title(tree, lang), summary(tree, lang), legend(tree, lang), theme)


# -- as data ------------------------------------------------------------------------------------------


def as_dict(tree: Tree) -> dict[str, Any]:
    """The tree as JSON holds it. All values are in the eyes of `eyes`."""
    position = tree.root.position
    return {
        "game": position.game.name,
        "position": position.text,
        "depth": tree.depth,
        "prune": tree.prunes,
        "order": tree.order,
        "eyes": tree.eyes,
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
        "alpha": None if node.alpha == -ENDLESS else node.alpha,
        "beta": None if node.beta == ENDLESS else node.beta,
        "outcome": {"winner": ended.winner, "reason": ended.reason} if ended else None,
        "cut": node.is_cut,
        "pruned": [move.text for move in node.pruned],
        "children": [_node_dict(child) for child in node.children],
    }
