"""A tree as indented text."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.render.tree import TreeNode

_SIGNS = {
    "max": "▲",
    "min": "▼",
    "won": "■",
    "lost": "■",
    "drawn": "■",
    "leaf": "□",
    "pruned": "╳",
    "chance": "◆",
    "invalid": "∅",
}
_PLAIN = {
    "max": "^",
    "min": "v",
    "won": "#",
    "lost": "#",
    "drawn": "#",
    "leaf": "-",
    "pruned": "x",
    "chance": "o",
    "invalid": "0",
}


def tree_text(root: TreeNode, unicode: bool = True) -> list[str]:
    """One line for each node: letter, kind, move, value, window. `*` marks the principal variation."""
    return list(_lines(root, "", "", unicode))


def _lines(node: TreeNode, first: str, rest: str, unicode: bool) -> Iterator[str]:
    sign = (_SIGNS if unicode else _PLAIN)[node.kind]
    cut = _SIGNS["pruned"] if unicode else _PLAIN["pruned"]
    parts = [node.letter, cut if node.is_cut else "", sign, node.move]
    parts += [node.value if unicode else _plain(node.value), node.window]
    if not unicode:
        parts[-1] = _plain(node.window)
    yield first + " ".join(part for part in parts if part) + (" *" if node.is_main else "")
    fork, last, bar = ("├─ ", "└─ ", "│  ") if unicode else ("|- ", "`- ", "|  ")
    for number, child in enumerate(node.children):
        is_last = number == len(node.children) - 1
        yield from _lines(
            child, rest + (last if is_last else fork), rest + ("   " if is_last else bar), unicode
        )


def _plain(text: str) -> str:
    for sign, letters in (("≥", ">="), ("≤", "<="), ("−", "-"), ("∞", "oo")):
        text = text.replace(sign, letters)
    return text
