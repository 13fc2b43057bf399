"""The tree of variations of an analysis: a record whose moves, variations and comments can be edited.

Nodes are numbered in preorder: 0 is the start, and the main line comes first, so that the number of a node of
the main line is its ply. Numbers are those of one state of the tree; every edit may change them.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ludoteca.errors import BadRecord
from ludoteca.play.record import Record, RecordedMove
from ludoteca.play.record_text import DEEPEST, Numbering

MOST_NODES = 2000
LONGEST_COMMENT = 2000
LARGEST_TEXT = 100_000
"""Bytes of the record that a link may hold."""
LARGEST_LINK = 48_000
"""Characters of a link's data that are read at all."""
_VERSION = "1"


@dataclass(eq=False)
class Node:
    """A position of the tree, by the move that leads to it."""

    move: str = ""
    by: str = ""
    comment: str = ""
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    """The first one continues the line, the others are variations."""

    def add(self, move: str, by: str, comment: str = "") -> Node:
        child = Node(move, by, comment, self)
        self.children.append(child)
        return child

    @property
    def path(self) -> tuple[Node, ...]:
        """The nodes from the start to here."""
        return tuple(self._path())[::-1]

    @property
    def line(self) -> tuple[str, ...]:
        """The moves from the start to here."""
        return tuple(node.move for node in self.path if node.parent)

    @property
    def ply(self) -> int:
        return len(self.line)

    def _path(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    @property
    def place(self) -> int:
        """The place among the moves of the same position."""
        return self.parent.children.index(self) if self.parent else 0

    @property
    def branch(self) -> Node | None:
        """The first move of the innermost variation that this node belongs to; None on the main line."""
        return next((node for node in self._path() if node.place), None)

    @property
    def last(self) -> Node:
        """The end of the line that goes on from here."""
        node = self
        while node.children:
            node = node.children[0]
        return node


@dataclass(frozen=True)
class LabelledMove:
    """A move of a line for display, with its number and the variations that replace it."""

    number: int
    label: str
    node: Node
    variations: tuple[tuple[LabelledMove, ...], ...]


class VariationTree:
    """An editable tree. Whether the moves are legal is for the caller to check."""

    def __init__(self, record: Record) -> None:
        """Raises `BadRecord` if the record is larger than the limits."""
        self._headers = replace(record, moves=(), comment="")
        self.root = Node(comment=record.comment)
        _grow(self.root, record.moves)
        self._played = self.root.last.line
        self._check()

    @property
    def nodes(self) -> list[Node]:
        """In preorder."""
        found, waiting = list[Node](), [self.root]
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting.extend(reversed(node.children))
        return found

    def node(self, number: int) -> Node:
        """Raises `BadRecord` if there is none."""
        nodes = self.nodes
        if not 0 <= number < len(nodes):
            raise BadRecord("record.no-such-node", number=number)
        return nodes[number]

    def number(self, node: Node) -> int:
        return self.nodes.index(node)

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each node, by its identity."""
        return {id(node): number for number, node in enumerate(self.nodes)}

    def record(self) -> Record:
        """The tree as a record. Its result is left out if the main line was changed."""
        result = self._headers.result if self.root.last.line == self._played else None
        return replace(self._headers, moves=_moves(self.root), comment=self.root.comment, result=result)

    def lines(self) -> tuple[LabelledMove, ...]:
        """The main line with its variations, for display."""
        return _labelled(self.root.children[:1], self.root, Numbering(), False, self.numbers)

    # -- edits ----------------------------------------------------------------------------------------

    def play(self, at: Node, moves: Sequence[tuple[str, str]]) -> Node:
        """Add a line of moves, each with its side, after a node. Moves that are there are followed."""
        for move, by in moves:
            known = next((child for child in at.children if child.move == move), None)
            at = known or at.add(move, by)
        self._check()
        return at

    def comment(self, at: Node, text: str) -> None:
        text = text.replace("\r\n", "\n").strip()
        at.comment = "".join(one for one in text if one.isprintable() or one == "\n")[:LONGEST_COMMENT]
        self._check()

    def promote(self, at: Node) -> None:
        """Make the innermost variation of a node the line that it branches off from."""
        first = at.branch
        if first is not None and first.parent is not None:
            first.parent.children.remove(first)
            first.parent.children.insert(0, first)

    def delete(self, at: Node) -> Node:
        """Delete a node and everything after it. Returns the node before it."""
        if at.parent is None:
            return at
        at.parent.children.remove(at)
        return at.parent

    def _check(self) -> None:
        nodes = self.nodes
        if len(nodes) > MOST_NODES + 1:
            raise BadRecord("record.tree-size", limit=MOST_NODES)
        if any(len(node.comment) > LONGEST_COMMENT for node in nodes):
            raise BadRecord("record.long-comment", limit=LONGEST_COMMENT)
        depths = {id(self.root): 0}
        for node in nodes[1:]:
            depths[id(node)] = depth = depths[id(node.parent)] + (node.place > 0)
            if depth > DEEPEST:
                raise BadRecord("record.too-deep")


def _grow(at: Node, moves: Sequence[RecordedMove]) -> None:
    for one in moves:
        child = at.add(one.move, one.by, one.comment)
        for line in one.variations:
            _grow(at, line)
        at = child


def _moves(at: Node) -> tuple[RecordedMove, ...]:
    """The line after a node."""
    found = []
    while at.children:
        first, *others = at.children
        variations = tuple((_recorded(one), *_moves(one)) for one in others)
        found.append(replace(_recorded(first), variations=variations))
        at = first
    return tuple(found)


def _recorded(node: Node) -> RecordedMove:
    return RecordedMove(node.move, node.by, node.comment)


def _labelled(
    starts: Sequence[Node], before: Node, at: Numbering, explicit: bool, numbers: dict[int, int]
) -> tuple[LabelledMove, ...]:
    """The line that starts with a node; a label follows every interruption by comments or variations."""
    found = []
    explicit = explicit or bool(before.comment)
    while starts:
        node = starts[0]
        others = node.parent.children[1:] if node.parent and not node.place else []
        variations = tuple(_labelled([one], Node(), at, True, numbers) for one in others)
        found.append(LabelledMove(numbers[id(node)], at.label(node.by, explicit), node, variations))
        at, explicit, starts = at.after(node.by), bool(variations or node.comment), node.children
    return tuple(found)


# -- links --------------------------------------------------------------------------------------------


def encoded(record: Record) -> str:
    """A record as the data of a link: compressed, in characters that need no escaping.

    Raises `BadRecord` if `decoded` would refuse it.
    """
    text = record.to_text().encode()
    link = _VERSION + base64.urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")
    if len(text) > LARGEST_TEXT or len(link) > LARGEST_LINK:
        raise BadRecord("record.file-too-large", limit=LARGEST_TEXT)
    return link


def decoded(link: str) -> Record:
    """The inverse of `encoded`. Raises `BadRecord`; the work is bounded whatever the link is."""
    if len(link) > LARGEST_LINK or not link.startswith(_VERSION) or not link.isascii():
        raise BadRecord("record.link")
    body = link[len(_VERSION) :]
    unpacker = zlib.decompressobj()
    try:
        data = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        text = unpacker.decompress(data, LARGEST_TEXT)
        if unpacker.unconsumed_tail or not unpacker.eof or unpacker.unused_data:
            raise BadRecord("record.link")
        return Record.from_text(text.decode())
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise BadRecord("record.link") from None
