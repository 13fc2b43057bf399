"""Move notation: canonical text and click paths, with lenient parsing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ludoteca.games.compiler import Compiled
from ludoteca.games.compiler.codes import OP, OPS, PASS_RULE, SWAP_RULE
from ludoteca.kernel import Action as Action
from ludoteca.kernel.constants import NO_CELL as NO_CELL
from ludoteca.kernel.constants import PATH_APPROACH, PATH_CELL, PATH_WITHDRAWAL

_MARKS = {PATH_APPROACH: ">", PATH_WITHDRAWAL: "<"}
_BUTTON = 10_000
_BESIDE = ("rotate", "exit", "approach")
_CACHE_SIZE = 40_000
"""The most actions cached by a notation."""


@dataclass(frozen=True, slots=True)
class Move:
    """A complete move. Equal moves of equal positions are equal."""

    text: str
    """As players write it: `a1-b2`, `c3/1+`."""
    path: tuple[str, ...]
    """The cells and buttons to click, in order."""
    actions: tuple[Action, ...]
    """The kernel's actions."""

    def __str__(self) -> str:
        return self.text


PartialMove = tuple[str, tuple[str, ...], tuple[int, ...]]
"""A complete or partial move: text, path and sort key. Moves are sorted by path: cells by number, buttons
after all cells, shorter paths first. A plain tuple, because there may be tens of thousands."""
EMPTY_MOVE: PartialMove = ("", (), ())


def extended(before: PartialMove, more: PartialMove) -> PartialMove:
    """A partial move with one more action."""
    joint = "+" if before[0] and more[0][0] not in "/*" else ""
    return before[0] + joint + more[0], before[1] + more[1], before[2] + more[2]


class Notation:
    """The move notation of one game."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.names = [cell.name for cell in compiled.board.cells]
        self.ops = [one.row.op for one in compiled.rules]
        self.pit_numbers: dict[int, str] = {}
        if compiled.pits:
            n = compiled.pits.per_side
            self.pit_numbers = {i: str(i + 1) for i in range(n)} | {n + 1 + i: str(i + 1) for i in range(n)}
        placed = {(r.code, r.op) for r in compiled.data.rules if r.op in (OP["place"], OP["pair"])}
        by_side: dict[int, set[int]] = {}
        for code, _ in placed:
            by_side.setdefault(compiled.kinds.who[code], set()).add(code)
        self.names_kinds = any(len(codes) > 1 for codes in by_side.values())
        self.names_buttons = self.names_kinds or any(OPS[op] in _BESIDE for op in self.ops)
        """Whether paths of moves other than pass and swap may contain buttons that are not cells."""
        self.most_moves: int | None = None
        """Positions with more moves are not listed; see `Game.limit_moves`."""
        self._places = compiled.board.index
        self._cache: dict[tuple[int, int, int, int, bool], PartialMove] = {}

    def move(self, actions: tuple[Action, ...], taken: Iterable[bool]) -> Move:
        """The move made of these actions; `taken` tells for each whether it captured on its target cell."""
        whole = EMPTY_MOVE
        for action, captured in zip(actions, taken, strict=True):
            whole = extended(whole, self.format_action(action, captured))
        return Move(whole[0], whole[1], actions)

    def format_action(self, action: Action, captured: bool) -> PartialMove:
        """One action; `captured` tells whether it captured on its target cell. Actions without a path are
        cached."""
        key = (*action[:4], captured)
        known = None if action[4] else self._cache.get(key)
        if known is None:
            text, clicks = self._one(action, captured)
            known = text, tuple(clicks), self._order(clicks)
            if not action[4] and len(self._cache) < _CACHE_SIZE:
                self._cache[key] = known
        return known

    def _one(self, action: Action, captured: bool) -> tuple[str, list[str]]:
        rule, source, target, extra, path, _ = action
        if rule == PASS_RULE:
            return "pass", ["pass"]
        if rule == SWAP_RULE:
            return "swap", ["swap"]
        op = OPS[self.ops[rule]]
        name = self.names[target] if target != NO_CELL else ""
        if op in ("place", "pair"):
            kind = self.compiled.kinds.names[self.compiled.rules[rule].row.kind]
            cells = [self.names[source], name] if source != NO_CELL else [name]
            if not self.names_kinds:
                return "+".join(cells), cells
            return "+".join(f"{kind}@{cell}" for cell in cells), [kind, *cells]
        if op in ("shoot", "block"):
            return f"/{name}", [name]
        if op == "remove":
            return f"*{name}", [name]
        if op == "rotate":
            button = f"{extra // 2 + 1}{'+-'[extra % 2]}"
            return f"/{button}", [button]
        if op == "sow":
            return self.pit_numbers[source], [self.pit_name(source)]
        start = self.names[source]
        if op == "exit":
            return f"{start}-off", [start, "off"]
        if not path:
            return f"{start}{'x' if captured else '-'}{name}", [start, name]
        return self._chain(op, start, path)

    def _chain(self, op: str, start: str, path: tuple[int, ...]) -> tuple[str, list[str]]:
        text, clicks = start, [start]
        for entry in path:
            cell, mark = self.names[entry & PATH_CELL], _MARKS.get(entry & ~PATH_CELL, "")
            text += ("x" if op in ("leap", "fly-leap") else "-") + cell + mark
            clicks += [cell, mark] if mark else [cell]
        return text, clicks

    def pit_name(self, pit: int) -> str:
        """The cell name of a kernel pit."""
        assert self.compiled.pits is not None
        return self.names[self.compiled.pits.cell(pit)]

    def _order(self, clicks: Iterable[str]) -> tuple[int, ...]:
        known = self._places
        return tuple([known[click] if click in known else _button_place(click) for click in clicks])


def _button_place(click: str) -> int:
    return _BUTTON + int.from_bytes(click.encode()[:6])


_SPACES = re.compile(r"\s+")


def normalised(text: str) -> str:
    """Typed input normalised: case, spaces, dashes and capture signs."""
    text = _SPACES.sub("", text.strip().casefold())
    for odd, usual in ((":", "x"), ("×", "x"), ("–", "-"), ("—", "-"), ("→", "-"), ("=", "-")):
        text = text.replace(odd, usual)
    return text


def find_move(text: str, moves: Iterable[Move]) -> Move | list[Move]:
    """The move that a text stands for, or the list of candidates (empty if none)."""
    moves = list(moves)
    wanted = normalised(text)
    exact = [move for move in moves if normalised(move.text) == wanted]
    if exact:
        return exact[0] if len(exact) == 1 else exact
    loose = _without_signs(wanted)
    tests: tuple[Callable[[Move], bool], ...] = (
        lambda move: _without_signs(normalised(move.text)) == loose,
        lambda move: _ends(normalised(move.text)) == loose,
        lambda move: normalised(move.text).startswith(wanted) and not wanted[-1:].isdigit(),
        lambda move: (
            len(move.path) == 1 and wanted.isalpha() and normalised(move.text).rstrip("0123456789") == wanted
        ),
        lambda move: normalised(move.path[-1]) == wanted,
        lambda move: normalised(move.text).startswith(wanted),
    )
    for test in tests if wanted else ():
        found = [move for move in moves if test(move)]
        if found:
            return found[0] if len(found) == 1 else found
    return []


def _without_signs(text: str) -> str:
    """Ignoring dashes and capture signs."""
    return text.replace("x", "-").replace("-", "")


def _ends(text: str) -> str:
    """The first and last cell of a chain."""
    parts = re.split(r"[-x]", text)
    return parts[0] + parts[-1] if len(parts) > 2 else _without_signs(text)
