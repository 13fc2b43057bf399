"""Experiments continue after an interruption, from a checkpoint that survives being cut off."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from ludoteca.classics.experiments import (
    BadCheckpoint,
    Checkpoint,
    Experiment,
    Outcome,
    Result,
    Row,
    Work,
    verdicts,
)
from ludoteca.classics.experiments.contests import Contest
from ludoteca.classics.experiments.rows import Stopped
from ludoteca.classics.players import AlphaBeta
from ludoteca.games import load
from ludoteca.system import IS_POSIX


def scores(work: Work, games: int = 6) -> list[object]:
    contest = Contest("tic-tac-toe", "alphabeta:depth=2", "random", plies=1)
    return [tally.score for tally in contest.play(work, games)]


def measure(work: Work) -> Iterator[Row]:
    """Searches and two matches, as an experiment has them."""
    for depth in (2, 4):
        found = work.search(AlphaBeta(depth=depth), load("tic-tac-toe").start())
        yield Row("plain-nodes", found.nodes, "count", None, {"depth": depth})
    for depth in (2, 4):
        for tally in Contest("tic-tac-toe", f"alphabeta:depth={depth}", "random").play(work, 20):
            check = verdicts.score(tally.score, verdicts.ABOVE)
            yield Row("depth-against", tally.score, "match", None, {"high": depth, "low": 0}, check)


SMALL = Experiment("small", "thesis", measure)


def test_units_of_a_checkpoint_are_not_computed_again(tmp_path: Path):
    computed: list[int] = []

    def square(number: int) -> int:
        computed.append(number)
        return number * number

    for _ in range(2):
        with Checkpoint(tmp_path / "check.jsonl", quick=True) as kept:
            work = Work(quick=True, checkpoint=kept)
            work.begin("some")
            assert [work.unit(f"unit {n}", partial(square, n)) for n in range(3)] == [0, 1, 4]
    assert computed == [0, 1, 2]


def test_a_unit_with_another_label_is_computed_again(tmp_path: Path):
    with Checkpoint(tmp_path / "check.jsonl", quick=True) as kept:
        for label, expected in (("depth 3", 3), ("depth 4", 4), ("depth 3", 3)):
            work = Work(checkpoint=kept)
            work.begin("some")
            assert work.unit(label, partial(int, expected)) == expected
        assert len(kept.units) == 2


@pytest.mark.parametrize("workers", [0, 1])
def test_a_match_continues_after_an_interruption(tmp_path: Path, workers: int):
    file, whole = tmp_path / "check.jsonl", scores(Work())
    with Checkpoint(file, quick=False) as kept:
        work = Work(workers=workers, checkpoint=kept)
        played = Contest("tic-tac-toe", "alphabeta:depth=2", "random", plies=1).play(work, 6)
        next(played)
        next(played)
        work.stop()
        with pytest.raises(Stopped):
            list(played)
        before = len(kept.units)
    assert 2 <= before < 6
    with Checkpoint(file, quick=False) as kept:
        assert len(kept.units) == before
        assert scores(Work(workers=workers, checkpoint=kept)) == whole
        assert len(kept.units) == 6


def test_an_experiment_continues_after_an_interruption(tmp_path: Path):
    file = tmp_path / "check.jsonl"
    seen: list[Result] = []
    with Checkpoint(file, quick=True) as kept:
        work = Work(quick=True, checkpoint=kept)

        def stop(result: Result) -> None:
            seen.append(result)
            if len(seen) == 5:
                work.stop()

        with pytest.raises(Stopped):
            SMALL.run(work, stop)
        before = len(kept.units)
    assert before >= 5
    with Checkpoint(file, quick=True) as kept:
        continued = SMALL.run(Work(quick=True, checkpoint=kept))
    whole = SMALL.run(Work(quick=True))
    assert continued.rows == whole.rows
    assert continued.verdict is whole.verdict is Outcome.HELD


def test_timings_are_kept(tmp_path: Path):
    position, found = load("tic-tac-toe").start(), []
    for _ in range(2):
        with Checkpoint(tmp_path / "check.jsonl", quick=False) as kept:
            work = Work(checkpoint=kept)
            work.begin("some")
            found.append(work.search(AlphaBeta(depth=4), position))
    assert found[0] == found[1]


def test_a_line_that_was_cut_off_is_removed(tmp_path: Path):
    file = tmp_path / "check.jsonl"
    with Checkpoint(file, quick=False) as kept:
        kept.add("a", 1)
        kept.add("b", 2)
    file.write_bytes(file.read_bytes()[:-3])
    with Checkpoint(file, quick=False) as kept:
        assert kept.units == {"a": 1}
        kept.add("b", 3)
    with Checkpoint(file, quick=False) as kept:
        assert kept.units == {"a": 1, "b": 3}


def test_quick_and_full_runs_have_files_of_their_own(tmp_path: Path):
    file = tmp_path / "check.jsonl"
    Checkpoint(file, quick=True).close()
    with pytest.raises(BadCheckpoint, match="another kind of run"):
        Checkpoint(file, quick=False)
    with Checkpoint(file, quick=False, afresh=True) as kept:
        assert kept.units == {}


@pytest.mark.parametrize("line", ["no JSON", "[]", "{}", json.dumps({"format": "other", "version": 1})])
def test_other_files_are_refused(tmp_path: Path, line: str):
    file = tmp_path / "check.jsonl"
    file.write_text(line + "\n")
    with pytest.raises(BadCheckpoint, match="not a checkpoint of experiments"):
        Checkpoint(file, quick=False)


@pytest.mark.skipif(not IS_POSIX, reason="without locks on files in this system")
def test_one_run_at_a_time(tmp_path: Path):
    with Checkpoint(tmp_path / "check.jsonl", quick=False):
        with pytest.raises(BadCheckpoint, match="in use by another run"):
            Checkpoint(tmp_path / "check.jsonl", quick=False)
