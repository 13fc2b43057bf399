"""UGI on standard input and output for programs that do not speak it. Uses the standard library only, so that
the interpreter of another program can run it."""

from __future__ import annotations

import signal
import sys
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Asked:
    """A position and the limits of a search."""

    start: str
    """The text of the start position; empty for that of the game."""
    moves: tuple[str, ...]
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Program(Protocol):
    """A program behind the protocol."""

    name: str

    def new_game(self, address: str) -> None: ...

    def best(self, asked: Asked) -> str: ...


def say(line: str) -> None:
    print(line, flush=True)


def read_position(words: list[str]) -> tuple[str, tuple[str, ...]]:
    """The start position and the moves of a `position` command."""
    split = words.index("moves") if "moves" in words else len(words)
    start = " ".join(words[1:split]) if words[0] == "fen" else ""
    return start, tuple(words[split + 1 :])


def read_limits(words: list[str]) -> dict[str, float | int]:
    limits: dict[str, float | int] = {}
    for name, value in zip(words[::2], words[1::2], strict=False):
        if name == "movetime":
            limits["seconds"] = int(value) / 1000
        elif name in ("nodes", "depth"):
            limits[name] = int(value)
    return limits


def serve(program: Program) -> None:
    """Answer commands until `quit` or the end of the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides when to stop
    start: str = ""
    moves: tuple[str, ...] = ()
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            say(f"id name {program.name}")
            say("option name Game type string default")
            say("ugiok")
        elif command == "isready":
            say("readyok")
        elif command == "setoption" and words[:3] == ["name", "Game", "value"]:
            program.new_game(" ".join(words[3:]))
        elif command == "position":
            start, moves = read_position(words)
        elif command == "go":
            say(f"bestmove {program.best(Asked(start, moves, **read_limits(words)))}")  # type: ignore[arg-type]
        elif command == "quit":
            return
