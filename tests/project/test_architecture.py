"""ARCHITECTURE.md names files that exist, and follows one click through at most thirty of them."""

from __future__ import annotations

import re

import pytest

from tests.project.test_project_rules import PACKAGE, ROOT

TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`((?:[\w-]+/)+[\w.-]+\.(?:py|pyi|pxi|html|js|css|po|md))`", TEXT)))
STEPS = re.findall(r"^\| (\d+) \| `([^`]+)` \| ([^|]+) \|$", TEXT, re.MULTILINE)
MAX_STEPS = 30


@pytest.mark.parametrize("path", PATHS)
def test_named_files_exist(path: str) -> None:
    assert any((folder / path).is_file() for folder in (PACKAGE, PACKAGE.parent, ROOT))


def test_the_walk_of_one_click_is_short_and_every_file_decides_something() -> None:
    walk = [(int(number), file, decision) for number, file, decision in STEPS if "/" in file]
    assert [number for number, _, _ in walk] == list(range(1, len(walk) + 1))
    assert 20 <= len(walk) <= MAX_STEPS
    assert len({file for _, file, _ in walk}) == len(walk)
    assert not any(re.search(r"`[^`]+\.\w+`", decision) for _, _, decision in walk), "one file in each row"
    assert all(decision.strip() for _, _, decision in walk)
