"""Ways to put a mistake right. Each is tried first: what does not help is not offered."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludoteca.games.spec import Board, Draw, End, GameSpec, Kind, Setup, Turn
from ludoteca.games.words import is_needed, keys_of
from ludoteca.workshop.changes import Change, Fix, helps
from ludoteca.workshop.mending import MAKERS, Case
from ludoteca.workshop.places import Path, path_of, where_of

if TYPE_CHECKING:
    from ludoteca.workshop.drafts import Draft
    from ludoteca.workshop.problems import Problem

MOST = 3
"""So many fixes are offered for one mistake."""


def fixes_for(draft: Draft, problem: Problem, until: float = math.inf) -> tuple[Fix, ...]:
    """The fixes that make a mistake go away without making others like it, as far as there is time to try."""
    found: list[Fix] = []
    for fix in _ideas(draft, problem):
        if len(found) == MOST or time.process_time() > until:
            break
        if all(fix.key != one.key or fix.what != one.what for one in found) and helps(fix, draft, problem):
            found.append(fix)
    return tuple(found)


def _ideas(draft: Draft, problem: Problem) -> Iterator[Fix]:
    if draft.raw is None:
        yield from _toml(draft, problem)
        return
    path = path_of(draft.raw, problem.where)
    is_there = where_of(path) == problem.where
    for pattern, make in MAKERS:
        found = re.search(pattern, problem.what)
        if found:
            yield from make(Case(draft, problem, path, is_there, found))
    if is_there and path and not _is_demanded(path):
        yield Fix("remove", str(path[-1]) if isinstance(path[-1], str) else problem.where,
                  (Change(path, is_gone=True),))  # fmt: skip


def _is_demanded(path: Path) -> bool:
    """Whether a file without it would lack something it must have."""
    tables: dict[str, type] = {
        "board": Board, "setup": Setup, "turn": Turn, "end": End, "draw": Draw, "pieces": Kind,
    }  # fmt: skip
    if len(path) == 1:
        return path[0] == "board"
    keys = [part for part in path if isinstance(part, str)]
    known = keys_of(tables.get(keys[0], GameSpec))
    return len(keys) == 2 and keys[1] in known and is_needed(known[keys[1]])


# -- texts that are not TOML --------------------------------------------------------------------------


def _toml(draft: Draft, problem: Problem) -> Iterator[Fix]:
    """Quotes and brackets that were forgotten, there or a little above; at worst, without the line."""
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
