"""Fixes for problems of a draft. Every fix is tried before it is offered."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludoteca.games.fields import is_required, keys_of
from ludoteca.games.spec import Board, Draw, End, GameSpec, Kind, Setup, Turn
from ludoteca.workshop.drafts import Draft, resized_start
from ludoteca.workshop.problems import Fix, Problem, helps, problem_of
from ludoteca.workshop.toml_edit import Edit
from ludoteca.workshop.toml_positions import Path, format_path, resolve_path

MOST = 3
"""Fixes offered for one problem."""
MOST_FIXED = 8
"""Problems of a draft for which fixes are tried."""
SECONDS = 0.4
"""Time limit for trying fixes: on a large board each trial takes long."""


def diagnose(draft: Draft) -> tuple[Problem, ...]:
    """The problems of a draft, each with fixes that remove it."""
    found = [problem_of(draft, message) for message in draft.messages]
    until = time.process_time() + SECONDS
    return tuple(
        replace(one, fixes=fixes_for(draft, one, until)) if n < MOST_FIXED else one
        for n, one in enumerate(found)
    )


def fixes_for(draft: Draft, problem: Problem, until: float = math.inf) -> tuple[Fix, ...]:
    """Fixes that remove a problem without adding others of its kind, as many as the time allows."""
    found: list[Fix] = []
    for fix in _candidates(draft, problem):
        if len(found) == MOST or time.process_time() > until:
            break
        if all(fix.key != one.key or fix.what != one.what for one in found) and helps(fix, draft, problem):
            found.append(fix)
    return tuple(found)


def _candidates(draft: Draft, problem: Problem) -> Iterator[Fix]:
    if draft.raw is None:
        yield from _toml(draft, problem)
        return
    path = resolve_path(draft.raw, problem.where)
    is_there = format_path(path) == problem.where
    for pattern, make in MAKERS:
        found = re.search(pattern, problem.what)
        if found:
            yield from make(Case(draft, problem, path, is_there, found))
    if is_there and path and not _is_required(path):
        yield Fix("remove", str(path[-1]) if isinstance(path[-1], str) else problem.where,
                  (Edit(path, is_removed=True),))  # fmt: skip


def _is_required(path: Path) -> bool:
    """Whether the file must have a value at a path."""
    tables: dict[str, type] = {
        "board": Board, "setup": Setup, "turn": Turn, "end": End, "draw": Draw, "pieces": Kind,
    }  # fmt: skip
    if len(path) == 1:
        return path[0] == "board"
    keys = [part for part in path if isinstance(part, str)]
    known = keys_of(tables.get(keys[0], GameSpec))
    return len(keys) == 2 and keys[1] in known and is_required(known[keys[1]])


# -- invalid TOML --------------------------------------------------------------------------


def _toml(draft: Draft, problem: Problem) -> Iterator[Fix]:
    """Missing quotes and brackets, on the line or just above it; as a last resort, drop the line."""
    lines = draft.text.split("\n")
    last = min(max(problem.line, 1), len(lines))
    told = [number for number in range(last, 0, -1) if lines[number - 1].strip()][:3]

    def with_line(number: int, said: str | None) -> str:
        changed = [] if said is None else [said]
        return "\n".join([*lines[: number - 1], *changed, *lines[number:]])

    for number in told:
        bare = re.fullmatch(r"(\s*[\w.\"'-]+\s*=\s*)([^\"'\[{#\n]+?)(\s*(?:#.*)?)", lines[number - 1])
        if bare:
            yield Fix("quote", text=with_line(number, f'{bare[1]}"{bare[2]}"{bare[3]}'))
    for number in told:
        for closing in ('"', "]", "}", " }", "]]", '"]', '" }'):
            yield Fix("close", closing.strip(), text=with_line(number, lines[number - 1].rstrip() + closing))
    for number in told[:1]:
        yield Fix("drop-line", str(number), text=with_line(number, None))


@dataclass(frozen=True)
class Case:
    """A problem and the match of its message."""

    draft: Draft
    problem: Problem
    path: Path
    is_there: bool
    """Whether the path leads exactly to the place of the problem."""
    found: re.Match[str]

    @property
    def value(self) -> Any:
        value: Any = self.draft.raw
        for part in self.path:
            value = value[part]
        return value

    def put(self, key: str, what: object, value: Any, *more: str | int) -> Fix:
        return Fix(key, str(what), (Edit((*self.path, *more), value),))


def _nearest(case: Case) -> Iterator[Fix]:
    """Replace a key, a value or a word of a value by the nearest known word."""
    near = case.found[1]
    value = case.value
    wrong = re.search(r'"([^"]+)"', case.problem.what.partition(" Did you mean")[0])
    if "no such key" in case.problem.what or "does not go with" in case.problem.what:
        if case.is_there:
            yield _renamed(case.path, near, value)
        return
    if isinstance(value, str):
        said = value.replace(wrong[1], near) if wrong and wrong[1] in value else near
        yield case.put("use", near, said)
    if isinstance(value, list) and wrong:
        fixed = [one.replace(wrong[1], near) if isinstance(one, str) else one for one in value]
        yield case.put("use", near, fixed)
    if isinstance(value, dict) and wrong and wrong[1] in value:
        yield _renamed((*case.path, wrong[1]), near, value[wrong[1]])
    if case.path and isinstance(case.path[-1], str) and wrong and wrong[1] == case.path[-1]:
        yield _renamed(case.path, near, value)


def _renamed(path: Path, name: str, value: Any) -> Fix:
    return Fix("use", name, (Edit(path, is_removed=True), Edit((*path[:-1], name), value)))


def _range(case: Case) -> Iterator[Fix]:
    """The nearest number in the allowed range."""
    least, most = int(case.found[1]), int(case.found[2])
    value = case.value
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
        value = int(value)
    number = value if isinstance(value, int) and not isinstance(value, bool) else least
    yield case.put("use", min(max(number, least), most), min(max(number, least), most))


def _words(case: Case) -> Iterator[Fix]:
    for known in re.findall(r'"([^"]+)"', case.found[1])[:2]:
        yield case.put("use", known, known)


_EXAMPLES: dict[str, Any] = {
    "board": {"grid": [3, 3]}, "when": {"align": 3}, "result": "owner wins", "do": "place", "position": "",
    "default": 5, "to": "piece", "at": "far row",
}  # fmt: skip


def _missing(case: Case) -> Iterator[Fix]:
    key = case.found[1]
    if key in _EXAMPLES and case.is_there:
        value = _EXAMPLES[key]
        if key == "result" and isinstance(case.value.get("when"), str):
            value = "mover loses"
        yield case.put("add", key, value, key)


def _line_too_long(case: Case) -> Iterator[Fix]:
    """A shorter line, or a larger board."""
    key = next((one for one in ("align", "filled-line") if one in case.value), None)
    if key is None:
        return
    asked = int(case.found[1])
    for shorter in range(asked - 1, 1, -1):
        fix = case.put("use", shorter, shorter, key)
        if helps(fix, case.draft, case.problem):
            yield fix
            break
    yield from _larger(case, asked)


def _larger(case: Case, side: int) -> Iterator[Fix]:
    board = (case.draft.raw or {}).get("board")
    for shape in ("grid", "hex"):
        if isinstance(board, dict) and isinstance(board.get(shape), list) and side < 20:
            grown = Edit(("board", shape), [side, side])
            start = resized_start(case.draft.raw, side, side)
            yield Fix("grow", f"{side}×{side}", (grown, *start))


def _start(case: Case) -> Iterator[Fix]:
    """The start position is drawn for another board size."""
    board = (case.draft.raw or {}).get("board")
    size = board.get("grid") or board.get("hex") if isinstance(board, dict) else None
    if isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) for n in size):
        yield Fix("fit-start", "", resized_start(case.draft.raw, size[0], size[1]))
    yield Fix("empty-start", "", (Edit(case.path, is_removed=True),))


def _one_of(case: Case) -> Iterator[Fix]:
    """Keep one of several conditions or verbs."""
    words = re.findall(r'"([^"]+)"', case.found[1])
    for kept in words[:2]:
        rest = tuple(Edit((*case.path, one), is_removed=True) for one in words if one != kept)
        yield Fix("use", kept, rest)


def _either(case: Case) -> Iterator[Fix]:
    for key in ("turn", "phase"):
        yield Fix("remove", key, (Edit((key,), is_removed=True),))


def _result(case: Case) -> Iterator[Fix]:
    no_move = case.found[0].startswith("with")
    for known in ("mover loses", "mover wins") if no_move else ("owner wins", "owner loses"):
        yield case.put("use", known, known)


def _numbers(case: Case) -> Iterator[Fix]:
    value = case.value
    wanted = int(case.found[1])
    if isinstance(value, list) and value:
        fixed = [*value, *[value[-1]] * wanted][:wanted]
        yield case.put("use", ", ".join(map(str, fixed)), fixed)
    elif not isinstance(value, list | dict):
        yield case.put("use", ", ".join([str(value)] * wanted), [value] * wanted)


def _list(case: Case) -> Iterator[Fix]:
    wanted = re.search(r"list of (\d+)", case.problem.what)
    if wanted and not isinstance(case.value, dict):
        fixed = [case.value] * int(wanted[1])
        yield case.put("use", ", ".join(map(str, fixed)), fixed)


def _flag(case: Case) -> Iterator[Fix]:
    yield case.put("use", "true", True)
    yield case.put("use", "false", False)


def _text(case: Case) -> Iterator[Fix]:
    if isinstance(case.value, int | float):
        yield case.put("use", case.value, str(case.value))


def _until(case: Case) -> Iterator[Fix]:
    yield case.put("add", "hands are empty", "hands are empty", "until")


def _said(key: str, value: Any, *path: str) -> Callable[[Case], Iterator[Fix]]:
    """A fixed value at a fixed place."""

    def make(case: Case) -> Iterator[Fix]:
        where = path if path and path[0] in ("setup", "board") else (*case.path, *path)
        yield Fix("add", key, (Edit(where, value),))

    return make


def _then(case: Case) -> Iterator[Fix]:
    """A shot in the place of a piece's move."""
    if case.path[-1] == "do":
        yield Fix("move-then", "", (Edit(case.path, "slide"), Edit((*case.path[:-1], "then"), "shoot")))


def _whole_end(case: Case) -> Iterator[Fix]:
    if case.path[:1] == ("end",) and len(case.path) > 1:
        yield Fix("remove", format_path(case.path[:2]), (Edit(case.path[:2], is_removed=True),))


MAKERS: tuple[tuple[str, Callable[[Case], Iterator[Fix]]], ...] = (
    (r'Did you mean "([^"]+)"\?', _nearest),
    (r"Allowed: (-?\d+) to (-?\d+)", _range),
    (r"whole number from (-?\d+) to (-?\d+)", _range),
    (r"is not known here\..* Allowed: (.+)", _words),
    (r'the key "(.+?)" is missing', _missing),
    (r"a line of (\d+) does not fit", _line_too_long),
    (r"it has \d+ rows, and|row \d+ (?:has|is longer)", _start),
    (r"(?:condition|verb) is enough, not (.+?)\.", _one_of),
    (r'one "turn" or several "phase"s', _either),
    (r'with "no move" say|goes with "no move" only', _result),
    (r"(\d+) values are wanted", _numbers),
    (r"is not a list", _list),
    (r"is neither true nor false", _flag),
    (r"is not a text", _text),
    (r'another follows needs "until"', _until),
    (r'"moves are made" and the key "moves"', _said("moves = 2", 2, "moves")),
    (r'a board of pits needs "seeds"', _said("seeds = 4", 4, "setup", "seeds")),
    (r'the board needs the key "block"', _said("block = 3", 3, "board", "block")),
    (r"long leaps must capture", _said("take", True, "take")),
    (r'after = "a shape" and the key', _said("shape", {"align": 3}, "shape")),
    (r'say it in "then"', _then),
    (r"needs a board with cells, not pits", _whole_end),
)
