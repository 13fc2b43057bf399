"""Certificates: valid ones pass, damaged or false ones are refused."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from ludoteca import load
from ludoteca.errors import LudotecaError
from ludoteca.solver import Task, check_certificate, is_certificate
from ludoteca.solver.methods import AlphaBeta, Connection, ProofNumbers
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


def problem_of(path: Path) -> str:
    problem = check_certificate(path).problem
    assert problem is not None
    return problem.code


def rewrite(path: Path, header: dict[str, Any], numbers: bytes | bytearray) -> None:
    body = zlib.compress(bytes(numbers))
    header["checksum"] = zlib.crc32(body)
    path.write_bytes(MAGIC + json.dumps(header).encode() + b"\n" + body)


@pytest.mark.parametrize(("name", "method"), PROVED, ids=lambda one: getattr(one, "name", one))
def test_certificates_are_valid(tmp_path: Path, name: str, method: Any) -> None:
    path = proof(tmp_path, name, method)
    report = check_certificate(path)
    assert is_certificate(path)
    assert report.sound, report.problem
    assert report.positions == sum(one["positions"] for one in parts(path)[0]["strategies"]) > 0


def test_damaged_bytes_are_detected(tmp_path: Path) -> None:
    path = proof(tmp_path, "rastros", AlphaBeta())
    data = path.read_bytes()
    start = data.index(b"\n", len(MAGIC)) + 1
    for at in range(start, len(data), max(1, (len(data) - start) // 40)):
        damaged = bytearray(data)
        damaged[at] ^= 0x20
        path.write_bytes(damaged)
        assert not check_certificate(path).sound


def test_strategy_with_a_wrong_move_is_refused(tmp_path: Path) -> None:
    """Even with a matching checksum."""
    path = proof(tmp_path, "rastros", AlphaBeta())
    header, numbers = parts(path)
    refused = 0
    for at in range(len(numbers)):
        other = bytearray(numbers)
        other[at] ^= 1
        rewrite(path, header, other)
        refused += not check_certificate(path).sound
    assert refused > len(numbers) // 2


def test_false_claim_is_refused(tmp_path: Path) -> None:
    path = proof(tmp_path, "rastros", AlphaBeta())
    header, numbers = parts(path)
    header["value"] = "loss"
    rewrite(path, header, numbers)
    assert problem_of(path) == "certificate.strategies"
    header["strategies"][0]["side"] = "second"
    rewrite(path, header, numbers)
    assert not check_certificate(path).sound


def test_missing_and_surplus_moves_are_refused(tmp_path: Path) -> None:
    path = proof(tmp_path, "rastros", AlphaBeta())
    header, numbers = parts(path)
    for wrong in (numbers[:-1], numbers + b"\0"):
        header["strategies"][0]["bytes"] = len(wrong)
        rewrite(path, header, wrong)
        assert not check_certificate(path).sound


def test_other_rules_are_refused(tmp_path: Path) -> None:
    path = proof(tmp_path, "rastros", AlphaBeta())
    header, numbers = parts(path)
    header["rules"] = "0" * 16
    rewrite(path, header, numbers)
    assert problem_of(path) == "certificate.other-rules"


def test_other_files_are_not_certificates(tmp_path: Path) -> None:
    path = tmp_path / "something"
    path.write_bytes(b"something else")
    assert not is_certificate(path)
    with pytest.raises(LudotecaError, match="is not a certificate"):
        check_certificate(path)
    path.write_bytes(MAGIC + b"{}\n")
    with pytest.raises(LudotecaError, match="is damaged"):
        check_certificate(path)
