"""A tree as indented lines of text, for terminals, logs and tests."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.render.tree import TreeNode

_SIGNS = {"max": "▲", "min": "▼", "won": "■", "lost": "■", "drawn": "■", "leaf": "□", "pruned": "╳"}
_PLAIN = {"max": "^", "min": "v", "won": "#", "lost": "#", "drawn": "#", "leaf": "-", "pruned": "x"}


def tree_text(root: TreeNode, unicode: bool = True) -> list[str]:
    """One line a node: a sign for its kind, the move, the value, the window. `*` marks the best line."""
    return list(_lines(root, "", "", unicode))


def _lines(twig: TreeNode, first: str, rest: str, unicode: bool) -> Iterator[str]:
    sign = (_SIGNS if unicode else _PLAIN)[twig.kind]
    said = [sign, twig.move, twig.value if unicode else _plain(twig.value), twig.window]
    if not unicode:
        said[-1] = _plain(twig.window)
    yield first + " ".join(part for part in said if part) + (" *" if twig.is_main else "")
    fork, last, bar = ("├─ ", "└─ ", "│  ") if unicode else ("|- ", "`- ", "|  ")
    for number, child in enumerate(twig.children):
        is_last = number == len(twig.children) - 1
        yield from _lines(
            child, rest + (last if is_last else fork), rest + ("   " if is_last else bar), unicode
        )


def _plain(text: str) -> str:
    for sign, letters in (("≥", ">="), ("≤", "<="), ("−", "-"), ("∞", "oo")):
        text = text.replace(sign, letters)
    return text
