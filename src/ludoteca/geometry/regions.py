"""Sets of cells by phrase: `far row`, `a1-c1 and e5`, `not corners`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import combinations
from math import hypot

from ludoteca.errors import NONE, did_you_mean
from ludoteca.geometry.board import Board, BoardError
from ludoteca.geometry.lattice import letters
from ludoteca.messages import Message
from ludoteca.messages.quoting import cut

Cells = frozenset[int]

REGION_WORDS = (
    "all", "centre", "corners", "edge", "far row", "far rows N", "near row", "near rows N",
    "row N", "rows N-M", "column c", "columns a-c", "not …",
)  # fmt: skip
"""Keywords of phrases, besides cells (`a1`), runs of cells (`a1-c1`) and named regions."""
_WAYS = ("up", "down", "left", "right")
_LONGEST_WORD, _LONGEST_LIST = 80, 300
"""Longer words and lists are cut in messages."""
_STARTS = ("far", "near", "row", "rows", "column", "columns", "not")


class UnknownRegion(BoardError):
    """A phrase contains a word that is neither a region nor a cell."""


def region(
    board: Board, phrase: str, forward: str = "up", named: Mapping[str, frozenset[int]] | None = None
) -> frozenset[int]:
    """The cells of a phrase. Spaces, commas and `and` join its parts; a leading `not` negates it.

    `forward` is the owner's direction: `up`, `down`, `left` or `right`. Rows are counted as cells
    are named: from 1 at the bottom, on hexagonal boards from 1 at the top.
    """
    if forward not in _WAYS:
        raise BoardError("region.unknown-forward", word=forward, known=_WAYS)
    words = [word for word in phrase.replace(",", " ").split() if word != "and"]
    reader = _Reader(board, forward, named or {}, phrase, words)
    if words[:1] == ["not"]:
        reader.place = 1
        return frozenset(range(len(board.cells))) - reader.read()
    return reader.read()


class _Reader:
    """A recursive-descent parser of phrases."""

    def __init__(
        self, board: Board, forward: str, named: Mapping[str, Cells], phrase: str, words: list[str]
    ) -> None:
        self.board, self.forward, self.named = board, forward, named
        self.phrase, self.words, self.place = phrase, words, 0
        self.longest_name = max((len(name.split()) for name in named), default=0)

    def read(self) -> Cells:
        if self.place == len(self.words):
            raise self.unknown("")
        parts = []
        while self.place < len(self.words):
            parts.append(self.part())
        return frozenset().union(*parts)

    def part(self) -> Cells:
        for length in range(min(self.longest_name, len(self.words) - self.place), 0, -1):
            name = " ".join(self.words[self.place : self.place + length])
            if name in self.named:
                self.place += length
                return self.named[name]
        word = self.take()
        if word in self.board.index:
            return frozenset([self.board.index[word]])
        if word in _PLAIN:
            return _PLAIN[word](self.board)
        if word in ("far", "near"):
            return self.reach(word)
        if word in ("row", "rows"):
            return self.span(word, _rows(self.board), self.take())
        if word in ("column", "columns"):
            return self.span(word, _columns(self.board), self.take())
        return self.run(word)

    def take(self) -> str:
        if self.place == len(self.words):
            raise self.error("region.incomplete", after=self.words[-1])
        self.place += 1
        return self.words[self.place - 1]

    def reach(self, end: str) -> Cells:
        """`far row`, `near rows 2`: the rows at one end of the owner's direction."""
        word, count = self.take(), 1
        if word not in ("row", "rows"):
            raise self.error("region.row-expected", after=end, found=word)
        if word == "rows":
            number = self.take()
            if not number.isdecimal() or number == "0":
                raise self.error("region.number-expected", end=end, found=number)
            count = int(number)
        ranks = _ranks(self.board, self.forward)
        return _union(ranks[-count:] if end == "far" else ranks[:count])

    def span(self, word: str, groups: Mapping[str, Cells], text: str) -> Cells:
        """`rows 2-3`, `column c`: one row or column, or a range."""
        names = list(groups)
        ends = [text] if text in groups else text.split("-")
        if len(ends) > 2 or any(end not in groups for end in ends):
            code = "region.no-such-row" if word in ("row", "rows") else "region.no-such-column"
            known = Message("errors", "range", {"low": names[0], "high": names[-1]}) if names else NONE
            raise self.error(code, name=text, known=known)
        first, last = sorted((names.index(ends[0]), names.index(ends[-1])))
        return _union([groups[name] for name in names[first : last + 1]])

    def run(self, word: str) -> Cells:
        """`a1-c1`: the cells on the straight line between two cells, inclusive."""
        for place, letter in enumerate(word):
            start, end = word[:place], word[place + 1 :]
            if letter == "-" and start in self.board.index and end in self.board.index:
                cells = _between(self.board, self.board.index[start], self.board.index[end])
                if cells:
                    return cells
                raise self.error("region.not-straight", start=start, end=end)
        raise self.unknown(word)

    def unknown(self, word: str) -> UnknownRegion:
        known = [*REGION_WORDS, *self.named]
        from difflib import get_close_matches  # only needed on an error

        close = get_close_matches(word, [*known, *_STARTS, *self.board.index], n=1, cutoff=0.5)
        code = "region.unknown" if word else "region.no-words"
        shown = {"known": cut(", ".join(known), _LONGEST_LIST), "example": self.board.cells[0].name}
        return self.error(code, word=cut(word, _LONGEST_WORD), hint=did_you_mean("".join(close)), **shown)

    def error(self, code: str, **params: object) -> UnknownRegion:
        return UnknownRegion(code, phrase=cut(self.phrase, _LONGEST_WORD), **params)


def _union(groups: list[Cells]) -> Cells:
    return frozenset().union(*groups)


def _all(board: Board) -> Cells:
    return frozenset(range(len(board.cells)))


def _edge(board: Board) -> Cells:
    return _union([frozenset(side) for side in board.sides.values()])


def _corners(board: Board) -> Cells:
    """The cells that belong to two sides."""
    sides = {frozenset(side) for side in board.sides.values()}
    return reduce(lambda found, pair: found | (pair[0] & pair[1]), combinations(sides, 2), frozenset[int]())


def _centre(board: Board) -> Cells:
    """The cells nearest to the centre."""
    x = min(cell.x for cell in board.cells) + board.width / 2
    y = min(cell.y for cell in board.cells) + board.height / 2
    distances = [round(hypot(cell.x - x, cell.y - y), 6) for cell in board.cells]
    return frozenset(n for n, distance in enumerate(distances) if distance == min(distances))


_PLAIN: dict[str, Callable[[Board], Cells]] = {
    "all": _all,
    "centre": _centre,
    "corners": _corners,
    "edge": _edge,
}


def _rows(board: Board) -> dict[str, Cells]:
    """The rows by number."""
    rows = [frozenset(n for n in row if n is not None) for row in board.rows]
    ordered = rows if board.shape == "hex" else rows[::-1]
    return {str(number): row for number, row in enumerate(ordered, start=1)}


def _columns(board: Board) -> dict[str, Cells]:
    """The columns by letter, as in cell names; on graphs, from the left."""
    if board.shape in ("grid", "hex"):
        found: dict[str, set[int]] = {}
        for n, cell in enumerate(board.cells):
            found.setdefault(cell.name.rstrip("0123456789"), set()).add(n)
        names = sorted(found, key=lambda name: (len(name), name))
        return {name: frozenset(found[name]) for name in names}
    return {letters(place): column for place, column in enumerate(_ranks(board, "right"))}


def _ranks(board: Board, forward: str) -> list[Cells]:
    """The rows in the order of the forward direction; the columns if it is sideways."""
    rows = [frozenset(n for n in row if n is not None) for row in board.rows]
    if forward in ("up", "down"):
        return rows[::-1] if forward == "up" else rows
    places = sorted({round(cell.x, 6) for cell in board.cells}, reverse=forward == "left")
    return [frozenset(n for n, cell in enumerate(board.cells) if round(cell.x, 6) == x) for x in places]


def _between(board: Board, start: int, end: int) -> Cells:
    """The cells on the segment from start to end; empty if it is not a row, column or diagonal."""
    a, b = board.cells[start], board.cells[end]
    dx, dy = b.x - a.x, b.y - a.y
    if not _is_straight(board.shape, dx, dy):
        return frozenset()
    found = set()
    for n, cell in enumerate(board.cells):
        x, y = cell.x - a.x, cell.y - a.y
        is_between = -1e-6 <= x * dx + y * dy <= dx * dx + dy * dy + 1e-6
        if is_between and abs(x * dy - y * dx) < 1e-6:
            found.add(n)
    return frozenset(found)


def _is_straight(shape: str, dx: float, dy: float) -> bool:
    slopes = [abs(dx), abs(dy), abs(abs(dx) - abs(dy))]
    if shape == "hex":
        slopes = [abs(dy), abs(abs(dy) - abs(dx) * 3**0.5)]
    return shape not in ("grid", "hex") or min(slopes) < 1e-6
