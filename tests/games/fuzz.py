"""Fuzz test of game files: a mutated file must be refused with clear messages, or be playable.

As a program it tests a range of mutants, with time and memory limits for each, and prints the result of each:
`python -m tests.games.fuzz 0 100`. Without a range it reads one file from stdin.
"""

from __future__ import annotations

import re
import resource
import sys
import time
from random import Random

from ludoteca.errors import LimitExceeded, RulesError, UnknownGame
from ludoteca.games import Game, loads
from tests.games.mutants import mutant

SECONDS = 2
"""CPU time for one file: reading, compiling and playing three games."""
MEGABYTES = 300
"""Memory for one file, on top of the interpreter's own."""
PLIES = 6

NOT_FOR_PEOPLE = re.compile(
    r"Traceback|Error\b|Exception|NoneType|object at 0x|<class|__\w+__|\bdict\b|\btuple\b|unpack|unhashable"
)


def outcome_of(text: str, variant: str, values: dict[str, int], seed: int) -> str:
    """`refused`, `limit` or `played`. Anything else raises."""
    try:
        game = loads(text, "mutant", variant, values)
    except RulesError as refusal:
        assert refusal.problems
        for problem in refusal.problems:
            assert str(problem).startswith(("mutant.toml: ", "mutant.toml/")), problem
            assert_clear(str(problem))
        return "refused"
    except UnknownGame as refusal:
        assert str(refusal).startswith("mutant"), refusal
        assert_clear(str(refusal))
        return "refused"
    try:
        play(game, Random(seed))
    except LimitExceeded as refusal:
        assert_clear(str(refusal))
        return "limit"
    return "played"


def assert_clear(message: str) -> None:
    assert message.isprintable(), message
    assert len(message) < 2500, message
    assert not NOT_FOR_PEOPLE.search(message), message


def play(game: Game, chance: Random) -> None:
    """A few moves with position texts, then two random games."""
    position = game.start()
    for _ in range(PLIES):
        assert game.position(position.text).text == position.text
        assert (position.outcome is None) == bool(position.legal_moves)
        if not position.legal_moves:
            break
        position = position.play(chance.choice(position.legal_moves))
    assert position.draw()
    played = game.playouts(2, seed=chance.randrange(2**32))
    assert played.first + played.draw + played.second == 2


def limit_time() -> None:
    """End the process if the next file takes far too long."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS + 2, hard))


def limit_memory() -> None:
    with open("/proc/self/statm") as pages:
        taken = int(pages.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEGABYTES * 2**20,) * 2)


def main(first: int, last: int) -> None:
    loads('board = { grid = [3, 3] }\nturn = { do = "place" }').start().draw()  # trigger lazy imports
    mutant(0)
    if sys.platform == "linux":
        limit_memory()
    for number in range(first, last):
        print(number, end=" ", flush=True)
        limit_time()
        begun = time.process_time()
        came_of_it = outcome_of(*mutant(number), number)
        seconds = time.process_time() - begun
        assert seconds < SECONDS, f"{seconds:.1f} seconds"
        print(came_of_it, flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        limit_time()
        print(outcome_of(sys.stdin.read(), "", {}, 1))
    else:
        main(int(sys.argv[1]), int(sys.argv[2]))
