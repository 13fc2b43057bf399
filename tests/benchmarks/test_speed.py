"""The speed benchmark: targets and measurements."""

from typing import Any

import pytest

from benchmarks import searching, speed

FAST: dict[str, Any] = {
    "machine": {"processor": "one"},
    "date": "2026-01-01",
    "seconds": 1.0,
    "games": [
        {"game": "tic-tackle", "cells": 25, "depth": 9, "nodes": 3_000_000, "seconds": 1.0, "rate": 3e6},
        {"game": "rastros", "cells": 25, "depth": 20, "nodes": 900, "seconds": 0.1, "rate": 9e3},
        {"game": "gomoku", "cells": 225, "depth": 5, "nodes": 600_000, "seconds": 1.0, "rate": 6e5},
    ],
    "threads": [
        {"game": "gomoku", "positions": 2, "one": 1.0, "two": 0.6, "share": 0.6, "least": 0.55, "nodes": 1.1}
    ],
    "memory": {"gomoku": 99.0},
    "stop": {"gomoku": 0.004},
    "growth": (5_000_000, 100),
}


def test_met_targets_are_reported():
    assert len(speed.verdicts(FAST)) == 6
    assert all(one.holds for one in speed.verdicts(FAST))
    assert "MISSED" not in speed.page(FAST)


@pytest.mark.parametrize(
    ("part", "slow"),
    [
        (
            "threads",
            [
                {
                    "game": "gomoku",
                    "positions": 2,
                    "one": 1.0,
                    "two": 0.7,
                    "share": 0.7,
                    "least": 0.55,
                    "nodes": 1.1,
                }
            ],
        ),
        ("memory", {"gomoku": 151.0}),
        ("stop", {"gomoku": 0.021}),
        ("growth", (5_000_000, 2_000_000)),
        ("games", [{**FAST["games"][0], "rate": 1e6}]),
    ],
)
def test_missed_targets_are_reported(part: str, slow: Any):
    assert [one.holds for one in speed.verdicts({**FAST, part: slow})].count(False) == 1


def test_missing_measurements_have_no_verdict():
    found = {key: FAST[key] for key in ("machine", "date", "seconds", "games")}
    assert len(speed.verdicts(found)) == 2
    assert "threads" not in speed.page(found)


def test_the_measurements_run():
    one = searching.reach("tic-tackle", 0.05)
    assert one.cells == 25
    assert one.nodes > 0
    assert one.rate > 0
    assert searching.think("kalah", 0.02)["nodes"] > 0
    assert searching.growth(20) is None or len(searching.growth(20) or ()) == 2
    assert all(delay >= 0 for delay in searching.stop_seconds("gomoku", 1))
