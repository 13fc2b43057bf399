"""Memory of a search: the transposition table and little else, without leaks."""

import subprocess
import sys

import pytest

from ludoteca.engine import Engine, Limits
from ludoteca.games import load

_WATCHED = """
import sys
from ludoteca.engine import Engine, Limits
from ludoteca.games import load

game = load(sys.argv[1])
engine = Engine(game, 64)
engine.best(game.start(), Limits(nodes=3_000_000))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", ["tic-tackle", "alquerque"])
def test_a_search_with_64_megabytes_stays_below_150(name: str):
    told = subprocess.run([sys.executable, "-c", _WATCHED, name], capture_output=True, text=True, check=True)
    assert int(told.stdout) < 150 * 1024


def _resident() -> int:
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_searches_do_not_leak():
    game = load("tic-tackle")
    position = game.start()
    engine = Engine(game, 1)
    for _ in range(200):
        engine.best(position, Limits(nodes=50))
    before = _resident()
    for number in range(3000):
        engine.best(position, Limits(nodes=50))
        if number % 30 == 0:
            Engine(game, 1).best(position, Limits(nodes=50))
            engine.lines(position, Limits(nodes=200), 3, position.legal_moves[:4])
    assert _resident() - before < 8 * 1024
