"""A search tree as SVG: small trees from the top down, with boards; large ones from left to right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ludoteca.render.chart import chart, text_width
from ludoteca.render.markup import Point, label, number, points, tag, words
from ludoteca.render.scene import Scene
from ludoteca.render.thumbnail import board_size, thumbnail
from ludoteca.render.tree_layout import layout_tree

KINDS = ("max", "min", "chance", "leaf", "won", "lost", "drawn", "pruned", "invalid")
_STUBS = ("pruned", "invalid")
"""Kinds that are drawn as a label alone."""
MOST_ACROSS = 30
"""Trees with more leaves are drawn from left to right."""
MOST_BOARDS = 70
"""Trees with more nodes are drawn without boards."""

_MARGIN = 16.0
_VALUE, _LABEL, _SMALL = 13.0, 13.0, 10.5
_PLATE, _ROOF = 24.0, 7.0
BOARD, WIDE_BOARD = 62.0, 108.0
_FILL = {"max": "plate", "min": "plate", "chance": "plate", "won": "good", "lost": "bad"}


@dataclass(frozen=True)
class TreeNode:
    """A node of a tree to draw."""

    kind: str
    """`max`, `min` and `chance` nodes; `won`, `lost`, `drawn` and `leaf` end a branch; `pruned` was cut off,
    and `invalid` is no legal move."""
    move: str = ""
    """The move that led here."""
    value: str = ""
    window: str = ""
    note: str = ""
    """A tooltip, also for screen readers."""
    is_main: bool = False
    """Whether it belongs to the principal variation."""
    scene: Scene | None = None
    children: tuple[TreeNode, ...] = ()
    number: int | None = None
    """The number of the node for scripts, in `data-node`; its edge has it in `data-edge`."""
    letter: str = ""
    """The name of the node in an exercise, beside its box."""
    is_cut: bool = False
    """Whether the branch to this node is marked as cut off; the node is drawn all the same."""
    is_faded: bool = False
    """Whether the node is drawn in the faint colour: a search does not enter it."""

    def walk(self) -> Iterator[TreeNode]:
        yield self
        for child in self.children:
            yield from child.walk()


def has_boards(nodes: int, leaves: int) -> bool:
    """Whether a tree of this size is drawn with a board at each node."""
    return nodes <= MOST_BOARDS and leaves <= MOST_ACROSS


def tree(
    root: TreeNode,
    title: str,
    description: str = "",
    legend: Sequence[tuple[str, str]] = (),
    theme: bool = True,
) -> str:
    """The tree as SVG. The `legend` explains node kinds, `main`, `window` or `number`."""
    leaves = sum(not one.children for one in root.walk())
    plan = _Downward(root, theme) if leaves <= MOST_ACROSS else _Sideways(root, theme)
    foot = _legend(legend, plan.height + 8)
    height = plan.height + 8 + 22 * len(legend) + _MARGIN
    width = max([plan.width, *(2 * _MARGIN + 50 + text_width(what, _LABEL) for _, what in legend)])
    # A legend may be wider than a small tree.
    middle = f"translate({number((width - plan.width) / 2)} 0)" if width > plan.width else None
    drawn = tag("g", plan.edges(), plan.nodes(), transform=middle)
    return chart(title, description, width, height, drawn, foot)


class _Plan:
    """The layout of a tree."""

    def __init__(self, root: TreeNode, theme: bool) -> None:
        self.root, self.theme = root, theme
        self.plate = max(46.0, *(text_width(one.value, _VALUE) + 12 for one in root.walk()))
        self.at: dict[int, Point] = {}
        self.width = self.height = 0.0

    def _widest(self, what: str, size: float) -> float:
        return max(text_width(getattr(one, what), size) for one in self.root.walk())

    def levels(self) -> Iterator[tuple[int, TreeNode]]:
        row, level = [self.root], 0
        while row:
            yield from ((level, node) for node in row)
            row, level = [child for node in row for child in node.children], level + 1

    def edges(self) -> str:
        """The principal variation last, so that it is on top."""
        pairs = [(node, child) for node in self.root.walk() for child in node.children]
        pairs.sort(key=lambda pair: pair[1].is_main)
        return tag("g", *(self._edge(*pair) for pair in pairs), fill="none", stroke_linecap="round")

    def _edge(self, parent: TreeNode, child: TreeNode) -> str:
        style = {"class_": "accent-line", "stroke_width": "3.5"} if child.is_main else {"class_": "rule-line"}
        if child.kind in _STUBS or child.is_faded:
            style = {"class_": "faint-line", "stroke_dasharray": "1 5" if child.kind == "invalid" else "4 4"}
        place = {f"data_{child.kind}": child.number} if child.kind in _STUBS else {"data_edge": child.number}
        line = tag("path", d=self._curve(parent, child), **style, **place)
        return line + _cut_mark(self._middle(parent, child)) if child.is_cut else line

    def nodes(self) -> str:
        return tag("g", *(self._node(node) for node in self.root.walk()))

    def _curve(self, parent: TreeNode, child: TreeNode) -> str:
        raise NotImplementedError

    def _middle(self, parent: TreeNode, child: TreeNode) -> Point:
        """The middle of an edge."""
        raise NotImplementedError

    def _node(self, node: TreeNode) -> str:
        raise NotImplementedError


class _Downward(_Plan):
    """Root at the top; under each move its board, if any, and its value."""

    def __init__(self, root: TreeNode, theme: bool) -> None:
        super().__init__(root, theme)
        # All boards of a tree have the same size.
        self.board = board_size(root.scene, BOARD, WIDE_BOARD) if root.scene else (0.0, 0.0)
        self.step = 18 + self.board[1] + 2 * _ROOF + _PLATE + 14 + 34
        places = layout_tree(root, lambda node: node.children, self._room)
        for level, node in self.levels():
            self.at[id(node)] = (_MARGIN + places[id(node)], _MARGIN + level * self.step)
        self.width = max(x + self._room(t) / 2 for t in root.walk() for x, _ in [self.at[id(t)]]) + _MARGIN
        self.height = max(y for _, y in self.at.values()) + self.step - 34 + 6

    def _room(self, node: TreeNode) -> float:
        if node.kind in _STUBS:
            return text_width(node.move, _LABEL) + 14
        plate = self.plate + (2 * (text_width(node.letter, _LABEL) + 6) if node.letter else 0)
        return max(plate, self.board[0], text_width(node.move, _LABEL), text_width(node.window, _SMALL)) + 14

    def _curve(self, parent: TreeNode, child: TreeNode) -> str:
        (x1, start), (x2, end) = self._ends(parent, child)
        return f"M{points([(x1, start)])}C{points([(x1, start + 16), (x2, end - 16), (x2, end)])}"

    def _ends(self, parent: TreeNode, child: TreeNode) -> tuple[Point, Point]:
        (x1, y1), (x2, y2) = self.at[id(parent)], self.at[id(child)]
        return (x1, y1 + self.step - 30), (x2, y2 - 2)

    def _middle(self, parent: TreeNode, child: TreeNode) -> Point:
        (x1, start), (x2, end) = self._ends(parent, child)
        return (x1 + x2) / 2, (start + end) / 2

    def _node(self, node: TreeNode) -> str:
        x, y = self.at[id(node)]
        note = [tag("title", words(node.note))] if node.note else []
        if node.kind in _STUBS:
            text = label(node.move, (x, y + 7), class_="faint", font_size=_SMALL + 1)
            return tag("g", *note, text, **{f"data_{node.kind}": node.number})
        parts = [_move(node, (x, y + 7), "middle")]
        if node.scene:
            parts.append(thumbnail(node.scene, (x, y + 18 + self.board[1] / 2), self.board, self.theme))
        middle = y + 18 + self.board[1] + _ROOF + _PLATE / 2 + 1
        parts += [_plate(node, (x, middle), self.plate)]
        if node.letter:
            place = x - self.plate / 2 - 5
            parts.append(
                _aside(
                    node.letter, place, middle, "end", class_="accent", font_size=_LABEL, font_weight="700"
                )
            )
        if node.window:
            under = middle + _PLATE / 2 + _ROOF + 7
            parts.append(label(node.window, (x, under), class_="faint", font_size=_SMALL, data_is="window"))
        return tag("g", *note, *parts, class_=node.kind, data_node=node.number, opacity=_opacity(node))


class _Sideways(_Plan):
    """Root at the left; each node is a row: move, value, window."""

    def __init__(self, root: TreeNode, theme: bool) -> None:
        super().__init__(root, theme)
        self.words = self._widest("move", _LABEL) + 6
        self.tail = self._widest("window", _SMALL) + 8
        self.step = self.words + self.plate + self.tail + 40
        places = layout_tree(root, lambda node: node.children, self._room)
        for level, node in self.levels():
            self.at[id(node)] = (_MARGIN + level * self.step, _MARGIN + places[id(node)])
        self.width = max(x for x, _ in self.at.values()) + self.step - 40 + _MARGIN
        self.height = max(y for _, y in self.at.values()) + _PLATE

    @staticmethod
    def _room(node: TreeNode) -> float:
        return 42.0 if node.children else 18.0 if node.kind in _STUBS else 31.0

    def _curve(self, parent: TreeNode, child: TreeNode) -> str:
        (x1, y1), (x2, y2) = self.at[id(parent)], self.at[id(child)]
        start = x1 + self.words + self.plate + self.tail
        end = min(
            x2 + self.words - text_width(child.move, _LABEL) * (1.15 if child.is_main else 1) - 9, x2 + 4
        )
        bend = min(x2 - 8, end)
        return (
            f"M{points([(start, y1)])}C{points([(start + 20, y1), (bend - 20, y2), (bend, y2)])}"
            f"L{points([(end, y2)])}"
        )

    def _middle(self, parent: TreeNode, child: TreeNode) -> Point:
        (x1, y1), (x2, y2) = self.at[id(parent)], self.at[id(child)]
        return (x1 + self.words + self.plate + self.tail + x2) / 2, (y1 + y2) / 2

    def _node(self, node: TreeNode) -> str:
        x, y = self.at[id(node)]
        note = [tag("title", words(node.note))] if node.note else []
        end = x + self.words
        if node.kind in _STUBS:
            text = _aside(node.move, end - 4, y, "end", class_="faint", font_size=_SMALL + 1)
            return tag("g", *note, text, **{f"data_{node.kind}": node.number})
        parts = [_move(node, (end - 5, y), "end"), _plate(node, (end + self.plate / 2, y), self.plate)]
        if node.window:
            place = end + self.plate + 5
            style = {"class_": "faint", "data_is": "window"}
            parts.append(_aside(node.window, place, y, "start", font_size=_SMALL, **style))
        return tag("g", *note, *parts, class_=node.kind, data_node=node.number, opacity=_opacity(node))


def _opacity(node: TreeNode) -> float | None:
    return 0.5 if node.is_faded else None


def _cut_mark(at: Point) -> str:
    """Two short strokes across an edge."""
    x, y = at
    strokes = (f"M{points([(x - 9, y + shift + 3)])}L{points([(x + 9, y + shift - 3)])}" for shift in (-3, 3))
    return tag("path", d="".join(strokes), class_="warn-line", stroke_width=2.5)


def _aside(text: str, x: float, y: float, anchor: str, **style: str | float) -> str:
    return tag("text", words(text), x=x, y=y, dy="0.35em", text_anchor=anchor, **style)


def _move(node: TreeNode, at: Point, anchor: str) -> str:
    if not node.move:
        return ""
    weight = "700" if node.is_main else None
    style = {"class_": "accent" if node.is_main else "ink", "font_weight": weight}
    return tag("text", words(node.move), x=at[0], y=at[1], dy="0.35em", text_anchor=anchor,
               font_size=_LABEL, **style)  # fmt: skip


def _plate(node: TreeNode, at: Point, width: float, height: float = _PLATE) -> str:
    """The value in a box whose shape shows the kind of node: pointed upwards for max, downwards for min, both
    for chance."""
    x, y = at
    half, tall = width / 2, height / 2
    slope = _ROOF * height / _PLATE
    roof = slope if node.kind in ("max", "chance") else 0.0
    keel = slope if node.kind in ("min", "chance") else 0.0
    corners = [(x - half, y - tall), (x, y - tall - roof), (x + half, y - tall),
               (x + half, y + tall), (x, y + tall + keel), (x - half, y + tall)]  # fmt: skip
    line = "accent-line" if node.is_main else "faint-line"
    shape = tag(
        "polygon", points=points(corners), class_=f"{_FILL.get(node.kind, 'paper')} {line}",
        stroke_width=2.5 if node.is_main else 1.2, stroke_linejoin="round",
    )  # fmt: skip
    weight = "700" if node.is_main else None
    value = label(node.value, (x, y), class_="ink", font_size=_VALUE, font_weight=weight, data_is="value")
    return shape + value


# -- the legend ---------------------------------------------------------------------------------------


def legend_signs(entries: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The legend for pages that show it as text: the sign of each entry as a small SVG, and the words."""
    return [[_small_sign(sign), what] for sign, what in entries]


def _small_sign(sign: str) -> str:
    view = f"{number(_MARGIN - 4)} 0 44 22"
    drawn = _SIGNS.get(sign, _box(sign))(11)
    return tag("svg", drawn, viewBox=view, width=44, height=22, class_="ludoteca sheet", aria_hidden="true")


def _legend(entries: Sequence[tuple[str, str]], top: float) -> str:
    rows = []
    for place, (sign, what) in enumerate(entries):
        y = top + 22 * place + 11
        rows.append(_SIGNS.get(sign, _box(sign))(y))
        rows.append(_aside(what, _MARGIN + 46, y, "start", class_="ink", font_size=_LABEL))
    return tag("g", *rows)


def _box(kind: str) -> Callable[[float], str]:
    return lambda y: _plate(TreeNode(kind), (_MARGIN + 18, y), 26, 12) if kind in KINDS else ""


def _main_sign(y: float) -> str:
    return tag("line", x1=_MARGIN, x2=_MARGIN + 36, y1=y, y2=y, class_="accent-line", stroke_width=3.5)


def _cut_sign(y: float) -> str:
    line = tag("line", x1=_MARGIN + 18, x2=_MARGIN + 18, y1=y - 9, y2=y + 9, class_="faint-line")
    return line + _cut_mark((_MARGIN + 18, y))


def _pruned_sign(y: float) -> str:
    return tag("line", x1=_MARGIN, x2=_MARGIN + 36, y1=y, y2=y, class_="faint-line", stroke_dasharray="4 4")


def _window_sign(y: float) -> str:
    return label("[α, β]", (_MARGIN + 18, y), class_="faint", font_size=_SMALL)


def _again_sign(y: float) -> str:
    return label("↻", (_MARGIN + 18, y), class_="ink", font_size=_VALUE)


def _invalid_sign(y: float) -> str:
    return label("∅", (_MARGIN + 18, y), class_="faint", font_size=_VALUE)


def _number_sign(y: float) -> str:
    return label("123", (_MARGIN + 18, y), class_="ink", font_size=_VALUE)


_SIGNS: dict[str, Callable[[float], str]] = {
    "main": _main_sign, "cut": _cut_sign, "pruned": _pruned_sign, "window": _window_sign,
    "number": _number_sign, "again": _again_sign, "invalid": _invalid_sign,
}  # fmt: skip
