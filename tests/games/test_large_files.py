"""Large game files load quickly: in a few times the processor time of a loop of a million steps."""

from __future__ import annotations

import time

import pytest

from ludoteca.games import loads

RATIO = 60
"""A reference loop takes about 0.04 s of processor time on an idle machine, more on a busy one."""

LARGE = "board.grid = [19, 20]\n"
ARMIES = LARGE + 'setup = { first = { piece = "near rows 4" }, second = { piece = "near rows 4" } }\n'
MANY = (
    '"step", "slide", { leap = "all", take = true }, { leap = "forward", over = "own" },'
    ' { step = "forward diagonal", onto = "enemy" }, { slide = "diagonal", onto = "enemy" }'
)
ROWS = [" ".join(f"p{row * 19 + column}" for column in range(19)) for row in range(20)]
COLUMNS = [" ".join(f"p{row * 19 + column}" for row in range(20)) for column in range(19)]
POINTS = ", ".join(f"p{n} = [{n % 19}, {n // 19}]" for n in range(380))
JOINED = ", ".join(f'"{line}"' for line in ROWS + COLUMNS)

DRAWN = 'turn.do = "place"\nend = { result = "draw", when = '

FILES = {
    "five in a row": f"{LARGE}{DRAWN}{{ align = 5, exactly = true }} }}",
    "a pattern": f'{LARGE}{DRAWN}{{ pattern = "x.x/xxx" }} }}',
    "filled lines": f"{LARGE}{DRAWN}{{ filled-line = 5 }} }}",
    "shapes to avoid": f'{LARGE}turn.do = {{ place = "anywhere", without = {{ align = 3 }} }}',
    "leaps": f'{ARMIES}turn = {{ do = ["step", {{ leap = "all", over = "any" }}], chain = "free" }}',
    "several leaps": f'{ARMIES}turn.do = ["step", {{ leap = "up", over = "any" }}, {{ leap = "down" }}]',
    "approach": f'{ARMIES}turn = {{ do = {{ step = "all", approach = true }}, capture = "compulsory" }}',
    "custody": f'{ARMIES}turn.do = {{ slide = "all", custody = {{ along = "all", runs = true }} }}',
    "counted": f'{ARMIES}turn.do = {{ slide = "all", counted = true, over = "own" }}',
    "passing": f'{ARMIES}{DRAWN}{{ passed = "up" }} }}',
    "six kinds": LARGE + "".join(f"pieces.k{n}.moves = [{MANY}]\n" for n in range(6)),
    "a wheel": 'board.wheel = [24, 15]\nturn.do = ["place", { leap = "all", over = "any", chain = "free" }]',
    "hexagons": 'board.hex = [19, 19]\nturn.do = { place = "all", apart = true, without = { align = 4 } }',
    "points": f'board = {{ points = {{ {POINTS} }}, joined = [{JOINED}] }}\nturn.do = ["place", "step"]',
    "long phrases": f'{LARGE}turn.do = {{ place = "{" ".join(["a1 b2 c3 d4"] * 150)}" }}',
}


def reference_seconds() -> float:
    """Processor time of a fixed loop, on this machine as busy as it is."""
    begun = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number
    return time.process_time() - begun


@pytest.mark.parametrize("name", FILES)
def test_large_games_load_quickly(name: str):
    before = reference_seconds()
    begun = time.process_time()
    game = loads(FILES[name])
    spent = time.process_time() - begun
    assert spent < RATIO * max(before, reference_seconds())
    assert game.start().draw()
