"""Table files: validation, and resuming after interruption."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from ludoteca.errors import BadTable, Stopped
from ludoteca.games import load, loads
from ludoteca.solver import Table, Task, find_table, solve, table_for
from ludoteca.solver.retrograde.verification import verify


@pytest.fixture
def table(tmp_path):
    start = load("dodgem").start()
    return table_for(start, Task(start, folder=tmp_path))


def test_table_header(table):
    line = table.path.read_bytes().splitlines()[1]
    header = json.loads(line)
    assert header["game"] == "dodgem"
    assert header["rules"] == load("dodgem").rules_hash
    assert len(header["checksum"]) == 64


def test_tables_are_reproducible(table, tmp_path):
    again = table_for(load("dodgem").start(), Task(load("dodgem").start(), folder=tmp_path / "again"))
    assert again.path.read_bytes() == table.path.read_bytes()


def test_other_rules_are_refused(table):
    with pytest.raises(BadTable, match="made by other rules of dodgem"):
        Table(table.path, load("tapatan"))


def test_other_files_are_refused(tmp_path):
    file = tmp_path / "some.table"
    file.write_text("Once upon a time")
    with pytest.raises(BadTable, match="is not a table"):
        Table(file)


def test_damaged_bytes_are_detected(table):
    """Opening or loading the file fails wherever one byte is changed."""
    sound = table.path.read_bytes()
    rng = random.Random(1)
    for at in [*range(40), *rng.sample(range(len(sound)), 30)]:
        broken = bytearray(sound)
        broken[at] ^= 1 << rng.randrange(8)
        table.path.write_bytes(broken)
        with pytest.raises(BadTable):
            Table(table.path, load("dodgem")).load()
    table.path.write_bytes(sound[:-1])
    with pytest.raises(BadTable, match="length"):
        Table(table.path)


def test_wrong_values_are_found(tmp_path):
    """Verification fails for a table with matching checksums but wrong values."""
    from collections import Counter

    from ludoteca.kernel import RetrogradeSolver
    from ludoteca.solver.retrograde.tables import write_table

    start = load("dodgem").start()
    table = table_for(start, Task(start, folder=tmp_path))
    values = table.load()
    view = memoryview(values).cast("H")
    index = table.space.index(start)
    assert index is not None
    view[index] += 2
    counts = Counter({value: 1 for value in view if value >= 0x8000})
    write_table(table.path, table.space, RetrogradeSolver(table.space.ranking, values), counts)
    verdict = verify(Table(table.path), Task(start))
    assert verdict.wrong > 0
    assert verdict.example


def test_stopped_analysis_resumes(tmp_path, monkeypatch):
    monkeypatch.setattr("ludoteca.solver.retrograde.analysis.CHUNK", 256)
    start = load("picaria").start()
    whole = table_for(start, Task(start, folder=tmp_path / "whole"))
    stops = 0
    for attempt in range(200):
        patience = iter([False] * (3 + attempt))
        task = Task(start, folder=tmp_path / "parts", stopped=partial(next, patience, True))
        try:
            parts = table_for(start, task)
            break
        except Stopped:
            stops += 1
    assert stops > 3
    assert parts.checksum == whole.checksum
    assert not list((tmp_path / "parts").glob("*.unfinished"))


CHILD = """
import sys
from pathlib import Path
from ludoteca.games import load
import ludoteca.solver.retrograde.analysis as analysis
from ludoteca.solver import Task, table_for
analysis.CHUNK = 512
start = load("picaria").start()
print("begun", flush=True)
print(table_for(start, Task(start, threads=2, folder=Path(sys.argv[1]), keep_every=0.0)).checksum)
"""


@pytest.mark.parametrize("times", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_analysis_resumes_with_same_checksum(tmp_path, times):
    start = load("picaria").start()
    want = table_for(start, Task(start, folder=tmp_path / "whole")).checksum
    rng = random.Random(5)
    folder = tmp_path / "killed"
    for _ in range(times):
        with subprocess.Popen([sys.executable, "-c", CHILD, str(folder)], stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(rng.uniform(0, 0.3))
            os.kill(child.pid, signal.SIGKILL)
        found = find_table(start, folder)
        if found is not None:
            assert found.checksum == want
            found.path.unlink()
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(folder)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-1] == want


def test_other_material_has_its_own_table(tmp_path):
    game = load("tapatan")
    position = game.position("x2/1o1/2x x")
    table = table_for(position, Task(position, folder=tmp_path))
    value = table.value(position)
    assert value is not None
    assert value.kind == "draw"


def test_table_larger_than_memory_is_mapped(tmp_path):
    start = load("picaria").start()
    usual = solve(Task(start, folder=tmp_path / "usual"))
    mapped = solve(Task(start, folder=tmp_path / "mapped", memory=4096))
    assert usual.as_dict() | {"seconds": 0, "file": ""} == mapped.as_dict() | {"seconds": 0, "file": ""}


def test_user_defined_game_can_be_solved(tmp_path):
    text = """
family = "alignment"
[board]
grid = [3, 2]
lines = "orthogonal"
[setup]
board = "x1o/o1x"
[turn]
do = "step"
[[end]]
when = { align = 2, on = "anywhere" }
result = "owner wins"
"""
    start = loads(text, "tiny").start()
    answer = solve(Task(start, folder=tmp_path))
    assert answer.value == "win"


@pytest.mark.parametrize("name", ["dodgem", "fox-and-hounds/5x5", "picaria"])
def test_answer_from_saved_table_is_identical(name, tmp_path):
    start = load(name).start()
    made, read = (solve(Task(start, folder=tmp_path)).as_dict() | {"seconds": 0} for _ in range(2))
    assert made == read


def test_large_tables_use_stored_counts(tmp_path, monkeypatch):
    """Without a second pass over the positions, the counts in the file are used."""
    monkeypatch.setattr("ludoteca.solver.retrograde.statistics.COUNTED_ONE_BY_ONE", 0)
    start = load("dodgem").start()
    made, read = (solve(Task(start, folder=tmp_path)).as_dict() | {"seconds": 0} for _ in range(2))
    assert made == read
    assert len(made["example_moves"]) == made["longest"]
