"""Whole matches between two of our own processes, driven by runners that know the protocols' texts alone."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import ExitStack

import pytest


class Program:
    """A program with lines in and out."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "ludoteca", "engine", *words]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def read(self, pattern: str) -> re.Match[str]:
        """The next line, which must fit the pattern."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline().rstrip("\n")
        found = re.fullmatch(pattern, line)
        assert found, line
        return found

    def read_until(self, pattern: str) -> re.Match[str]:
        """The next line that fits the pattern."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.fullmatch(pattern, line.rstrip("\n")):
                return found
        raise AssertionError("the program has ended")

    def ends(self) -> int:
        return self._process.wait(30)


def five_in_a_row(stones: set[tuple[int, int]]) -> bool:
    """Whether five stones stand in a line: freestyle Gomoku."""
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(
        all((x + n * dx, y + n * dy) in stones for n in range(5)) for x, y in stones for dx, dy in ways
    )


@pytest.mark.parametrize("size", [15, 9])
def test_a_game_of_gomoku_through_piskvork(size):
    with Program("--protocol", "piskvork") as black, Program("--protocol", "piskvork", "gomoku") as white:
        for player in (black, white):
            player.send(f"START {size}")
            player.read("OK.*")
            player.send("INFO timeout_turn 30")
        boards: list[set[tuple[int, int]]] = [set(), set()]
        command = "BEGIN"
        for number in range(size * size):
            player = (black, white)[number % 2]
            player.send(command)
            move = player.read(r"(\d+),(\d+)")
            cell = int(move[1]), int(move[2])
            assert cell not in boards[0] | boards[1]
            assert 0 <= cell[0] < size and 0 <= cell[1] < size
            boards[number % 2].add(cell)
            if five_in_a_row(boards[number % 2]):
                break
            command = f"TURN {move[0]}"
        assert five_in_a_row(boards[0]) or five_in_a_row(boards[1]) or len(boards[0] | boards[1]) == size**2
        for player in (black, white):
            player.send("END")
            assert player.ends() == 0


class Breakthrough:
    """The rules of Breakthrough, for a runner that must know what is legal."""

    def __init__(self) -> None:
        self.sides: list[set[tuple[int, int]]] = [
            {(x, y) for x in range(8) for y in (0, 1)},
            {(x, y) for x in range(8) for y in (6, 7)},
        ]
        self.mover = 0

    def play(self, text: str) -> bool:
        """Make a move. Whether it wins."""
        found = re.fullmatch(r"([a-h])([1-8])([-x])([a-h])([1-8])", text)
        assert found, text
        source = "abcdefgh".index(found[1]), int(found[2]) - 1
        target = "abcdefgh".index(found[4]), int(found[5]) - 1
        own, other = self.sides[self.mover], self.sides[1 - self.mover]
        assert source in own and target not in own
        assert target[1] - source[1] == (-1 if self.mover else 1)
        assert abs(target[0] - source[0]) <= 1
        assert target not in other or target[0] != source[0]
        assert (found[3] == "x") == (target in other)
        own.remove(source)
        own.add(target)
        other.discard(target)
        self.mover = 1 - self.mover
        return target[1] == (0 if self.mover == 0 else 7) or not other


def test_a_match_of_breakthrough_through_ugi():
    with ExitStack() as stack:
        players = [stack.enter_context(Program()), stack.enter_context(Program("breakthrough"))]
        for player in players:
            player.send("ugi")
            player.read_until("ugiok")
            player.send("setoption name Game value breakthrough")
            player.send("isready")
            player.read_until("readyok")
        for game in range(2):
            for player in players:
                player.send("uginewgame")
            board, moves = Breakthrough(), list[str]()
            while True:
                player = players[(len(moves) + game) % 2]
                player.send("position startpos" + (f" moves {' '.join(moves)}" if moves else ""))
                player.send("go nodes 300")
                moves.append(player.read_until(r"bestmove (\S+)")[1])
                if board.play(moves[-1]):
                    break
                assert len(moves) < 300
            winner = "p1win" if len(moves) % 2 else "p2win"
            for player in players:
                player.send(f"position startpos moves {' '.join(moves)}")
                player.send("query gameover")
                player.read("response true")
                player.send("query result")
                player.read(f"response {winner}")
        for player in players:
            player.send("quit")
            assert player.ends() == 0
