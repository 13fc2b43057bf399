"""Certificates: they are checked with nothing but the rules, and what is damaged or untrue is refused."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from ludoteca import load
from ludoteca.errors import LudotecaError
from ludoteca.solver import Task, check_certificate, is_certificate
from ludoteca.solver.proving import AlphaBeta, Connection, ProofNumbers
from ludoteca.solver.proving.certificate import MAGIC

PROVED = [
    ("tic-tac-toe", AlphaBeta()),
    ("tic-tac-toe", ProofNumbers()),
    ("mnk:width=4,height=3,in-a-row=3", AlphaBeta()),
    ("rastros", AlphaBeta()),
    ("rastros", ProofNumbers()),
    ("hex:size=3", AlphaBeta()),
    ("hex:size=3", Connection()),
    ("domineering/5x5", AlphaBeta()),
]


def proof(tmp_path: Path, name: str, method: Any) -> Path:
    path = tmp_path / "proof.certificate"
    method.solve(Task(load(name).start(), memory=64 << 20, certificate=path))
    return path


def parts(path: Path) -> tuple[dict[str, Any], bytearray]:
    line, _, body = path.read_bytes()[len(MAGIC) :].partition(b"\n")
    return json.loads(line), bytearray(zlib.decompress(body))


def rewrite(path: Path, about: dict[str, Any], numbers: bytes | bytearray) -> None:
    body = zlib.compress(bytes(numbers))
    about["checksum"] = zlib.crc32(body)
    path.write_bytes(MAGIC + json.dumps(about).encode() + b"\n" + body)


@pytest.mark.parametrize(("name", "method"), PROVED, ids=lambda one: getattr(one, "name", one))
def test_what_is_proved_can_be_checked(tmp_path: Path, name: str, method: Any) -> None:
    path = proof(tmp_path, name, method)
    report = check_certificate(path)
    assert is_certificate(path)
    assert report.sound, report.problem
    assert report.positions == sum(one["positions"] for one in parts(path)[0]["strategies"]) > 0


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    path = proof(tmp_path, "rastros", AlphaBeta())
    data = path.read_bytes()
    start = data.index(b"\n", len(MAGIC)) + 1
    for at in range(start, len(data), max(1, (len(data) - start) // 40)):
        damaged = bytearray(data)
        damaged[at] ^= 0x20
        path.write_bytes(damaged)
        assert not check_certificate(path).sound


def test_a_strategy_that_plays_worse_somewhere_is_refused(tmp_path: Path) -> None:
    """Even with the right checksum: every move is followed to the end."""
    path = proof(tmp_path, "rastros", AlphaBeta())
    about, numbers = parts(path)
    refused = 0
    for at in range(len(numbers)):
        other = bytearray(numbers)
        other[at] ^= 1
        rewrite(path, about, other)
        refused += not check_certificate(path).sound
    assert refused > len(numbers) // 2


def test_a_value_that_was_not_proved_is_refused(tmp_path: Path) -> None:
    path = proof(tmp_path, "rastros", AlphaBeta())
    about, numbers = parts(path)
    about["value"] = "loss"
    rewrite(path, about, numbers)
    assert check_certificate(path).problem == "its strategies do not prove the value"
    about["strategies"][0]["side"] = "second"
    rewrite(path, about, numbers)
    assert not check_certificate(path).sound


def test_moves_too_few_and_too_many_are_refused(tmp_path: Path) -> None:
    path = proof(tmp_path, "rastros", AlphaBeta())
    about, numbers = parts(path)
    for wrong in (numbers[:-1], numbers + b"\0"):
        about["strategies"][0]["bytes"] = len(wrong)
        rewrite(path, about, wrong)
        assert not check_certificate(path).sound


def test_other_rules_are_refused(tmp_path: Path) -> None:
    path = proof(tmp_path, "rastros", AlphaBeta())
    about, numbers = parts(path)
    about["rules"] = "0" * 16
    rewrite(path, about, numbers)
    assert check_certificate(path).problem == "it is about other rules"


def test_what_is_no_certificate_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "something"
    path.write_bytes(b"something else")
    assert not is_certificate(path)
    with pytest.raises(LudotecaError, match="is no certificate"):
        check_certificate(path)
    path.write_bytes(MAGIC + b"{}\n")
    with pytest.raises(LudotecaError, match="is damaged"):
        check_certificate(path)
