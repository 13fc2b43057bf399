"""Puzzles and their files (`ID.puzzles.json` beside a game file).

A puzzle is a position in which exactly one move wins, or exactly one saves the draw, with its proof: the
value and the distance, the principal line, and a refutation of every wrong move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games import Game, Position
from ludoteca.games.files import PUZZLES, Damaged, parse_json, read_text
from ludoteca.games.library import LIBRARY_DIR, name_parts
from ludoteca.games.userdata import write_atomically
from ludoteca.solver import Value

SUFFIX = ".puzzles.json"
FORMAT = 1
KINDS = ("win", "draw", "loss")


class BadPuzzles(LudotecaError):
    """A puzzle file that cannot be read, or is for other rules."""


@dataclass(frozen=True)
class Refutation:
    """Why a move is wrong."""

    value: Value
    """The value of the move for the solver's side."""
    reply: str
    """The opponent's best reply; empty if the move ends the game."""


@dataclass(frozen=True)
class Step:
    """One move of the solver's side."""

    ply: int
    """Its index in the line."""
    also: tuple[str, ...]
    """Other moves that keep the value; none at the first step."""
    wrong: Mapping[str, Refutation]


@dataclass(frozen=True)
class Puzzle:
    """A position with exactly one winning or exactly one drawing move."""

    position: str
    mover: str
    """The solver's side."""
    value: Value
    """The value for the mover: `win` with its distance, or `draw`."""
    line: tuple[str, ...]
    """The principal line; the first move is the solution."""
    steps: tuple[Step, ...]
    """The solver's moves that are asked for, in order."""
    levels: tuple[int, ...]
    """The levels that find the first move."""
    difficulty: int
    """The lowest level from which on every level finds the first move; one more than the last level if none
    does."""
    method: str
    """How it was proved: `retrograde`, `lines`, `alpha-beta` or `search`."""

    @property
    def solution(self) -> str:
        return self.line[0]

    def positions(self, game: Game) -> list[Position]:
        """The positions of the principal line, the puzzle's own first."""
        found = [game.position(self.position)]
        for move in self.line:
            found.append(found[-1].play(move))
        return found

    def as_dict(self) -> dict[str, Any]:
        """The object of the file and of `--json`."""
        return {
            "position": self.position, "mover": self.mover, "solution": self.solution,
            "value": self.value.kind, "plies": self.value.plies, "difficulty": self.difficulty,
            "levels": list(self.levels), "method": self.method, "line": list(self.line),
            "steps": [
                {
                    "ply": step.ply, "also": list(step.also),
                    "wrong": {
                        move: [one.value.kind, one.value.plies, one.reply] for move, one in step.wrong.items()
                    },
                }
                for step in self.steps
            ],
        }  # fmt: skip


def puzzle_of(raw: Mapping[str, Any]) -> Puzzle:
    """The puzzle of an object from a file. Raises `KeyError`, `TypeError` or `ValueError` if it is none."""
    steps = tuple(
        Step(
            int(step["ply"]),
            tuple(map(str, step["also"])),
            {
                str(move): Refutation(_value(kind, plies), str(reply))
                for move, (kind, plies, reply) in step["wrong"].items()
            },
        )
        for step in raw["steps"]
    )
    line = tuple(map(str, raw["line"]))
    if not line or not steps or str(raw["solution"]) != line[0]:
        raise ValueError("a puzzle needs a line and steps")
    return Puzzle(
        str(raw["position"]), str(raw["mover"]), _value(raw["value"], raw["plies"]), line, steps,
        tuple(map(int, raw["levels"])), int(raw["difficulty"]), str(raw["method"]),
    )  # fmt: skip


def _value(kind: object, plies: object) -> Value:
    if kind not in KINDS or not (plies is None or isinstance(plies, int)):
        raise ValueError("not a value")
    return Value(str(kind), plies)


# -- files --------------------------------------------------------------------------------------------


def puzzles_path(name: str) -> Path:
    """The puzzle file of a game, as `load` names it: beside its file, one for each variant."""
    game_id, variant, values, file = name_parts(name)
    folder, stem = (LIBRARY_DIR, game_id) if file is None else (file.parent, file.stem)
    parts = [stem, *([variant] if variant else []), *(f"{key}={value}" for key, value in values.items())]
    return folder / (".".join(parts) + SUFFIX)


def games_with_puzzles() -> list[str]:
    """The ids of the library games that have puzzles."""
    names = (path.name.removesuffix(SUFFIX) for path in LIBRARY_DIR.glob(f"*{SUFFIX}"))
    return sorted(name for name in names if "." not in name)


def read_puzzles(path: Path, game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a file; none if there is no file. Raises `BadPuzzles`, also for other rules."""
    if not path.is_file():
        return ()
    rules, puzzles = _read(path, path.stat().st_mtime)
    if rules != game.rules_hash:
        raise BadPuzzles("puzzles.other-rules", file=path.name)
    return puzzles


@lru_cache(maxsize=128)
def _read(path: Path, changed: float) -> tuple[str, tuple[Puzzle, ...]]:
    try:
        raw = parse_json(read_text(path, PUZZLES))
        if not isinstance(raw, dict) or raw["format"] != FORMAT:
            raise ValueError("another format")
        return str(raw["rules"]), tuple(puzzle_of(one) for one in raw["puzzles"])
    except (Damaged, KeyError, TypeError, ValueError, AttributeError):
        raise BadPuzzles("puzzles.unreadable", file=path.name) from None


def write_puzzles(path: Path, game: Game, puzzles: Iterable[Puzzle]) -> None:
    """Replace the file: one line for each puzzle, the easiest first."""
    write_atomically(path, _lines(game, sorted(puzzles, key=_easiest_first)))


def _easiest_first(puzzle: Puzzle) -> tuple[int, int, str]:
    return puzzle.difficulty, puzzle.value.plies or 0, puzzle.position


def _lines(game: Game, puzzles: list[Puzzle]) -> Iterator[bytes]:
    head = {"format": FORMAT, "game": game.name, "rules": game.rules_hash}
    yield json.dumps(head)[:-1].encode() + b', "puzzles": [\n'
    texts = [json.dumps(one.as_dict(), ensure_ascii=False, separators=(",", ":")) for one in puzzles]
    yield ",\n".join(texts).encode() + b"\n]}\n"
