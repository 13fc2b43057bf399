"""Every file that a command reads, damaged in every way: the answer is an exit code and a sentence.

A test takes a valid file and replaces each entry by values of other types, leaves it out, cuts the file
short, and so on (`mutations`). No damage may cause an exception or a crash.
"""

from __future__ import annotations

import dataclasses
import json
import struct
import tomllib
import zlib
from collections.abc import Callable, Iterable
from datetime import date
from itertools import chain
from pathlib import Path

import pytest
import tomlkit

from ludoteca.games import load
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.tuned import own_path
from ludoteca.play.match import Match
from ludoteca.play.players import Random
from ludoteca.solver.proving.job import Job
from ludoteca.solver.retrograde.analysis import RetrogradeAnalysis
from tests.cli.conftest import Run
from tests.cli.mutations import damaged, spoilt

NODES = ("--nodes", "20")


def check(run: Run, words: Iterable[str], name: str, allowed: tuple[int, ...] = (0, 1, 2), typed="") -> int:
    """Run a command on a damaged file. An exception fails the test; the exit code is returned."""
    __tracebackhide__ = True
    try:
        answer = run(*words, typed=typed)
    except BaseException as problem:
        pytest.fail(f"{name}: {' '.join(words)}: {type(problem).__name__}: {problem}")
    assert answer.code in allowed, (name, answer)
    assert answer.code != 2 or answer.err.startswith("ludoteca: ") or "could not be read" in answer.err, name
    return answer.code


def as_toml(value: dict) -> bytes:
    return tomlkit.dumps(value).encode()


def as_json(value: dict) -> bytes:
    return json.dumps(value).encode()


def all_damages(content: bytes, value: dict, write: Callable[[dict], bytes], null: bool):
    """Names and contents: damaged entries, then damaged bytes."""
    entries = ((name, write(other)) for name, other in damaged(value, null=null))
    return chain(entries, spoilt(content))


def copied(game: str, folder: Path) -> Path:
    """A copy of a library game, without its tuned file and network."""
    file = folder / f"{game}.toml"
    file.write_bytes((LIBRARY_DIR / f"{game}.toml").read_bytes())
    return file


# -- games --------------------------------------------------------------------------------------------


def test_rules(run, tmp_path):
    file = copied("tic-tac-toe", tmp_path)
    content = file.read_bytes()
    raw = {key: value for key, value in tomllib.loads(content.decode()).items() if key != "text"}
    refused = 0
    for name, damage in all_damages(content, raw, as_toml, null=False):
        file.write_bytes(damage)
        refused += check(run, ["show", str(file)], name) == 2
    assert refused > 100


@pytest.fixture
def tuned() -> dict:
    """A tuned file with all tables that there are."""
    raw = tomllib.loads((LIBRARY_DIR / "tapatan.tuned.toml").read_text("utf-8"))
    raw |= {"weights": {"piece": 100, "cell-piece-a1": 3}, "player": {"preferred": "mcts"}}
    raw["levels"] = raw["levels"][:1]
    return raw | {"tuning": {"elo": 3.5}, "variants": {"free": {"weights": {"piece": 90}, "levels": []}}}


def test_tuned_files(run, tmp_path, tuned):
    file = copied("tapatan", tmp_path)
    beside = file.with_suffix(".tuned.toml")
    for name, damage in all_damages(as_toml(tuned), tuned, as_toml, null=False):
        beside.write_bytes(damage)
        check(run, ["best", f"{file}/free" if "variants" in name else str(file), *NODES], name)


def test_weights_that_are_not_a_table_are_named(run, tmp_path):
    file = copied("tapatan", tmp_path)
    file.with_suffix(".tuned.toml").write_text("weights = 3\n")
    answer = run("best", str(file), *NODES)
    assert (answer.code, answer.err) == (2, "ludoteca: tapatan.tuned.toml: weights: a table is expected.\n")


def test_tuned_files_of_the_user(run, tuned):
    own = own_path("tapatan")
    own.parent.mkdir(parents=True)
    for name, damage in damaged({"levels": tuned["levels"], "levels-measured": {}}, null=False):
        own.write_bytes(as_toml(damage))
        check(run, ["list"], name)
        check(run, ["play", "tapatan", "--second", "level:1"], name, typed="quit\n")


def test_networks(run, tmp_path):
    file = copied("pentago", tmp_path)
    beside = tmp_path / "pentago.network.toml"
    content = (LIBRARY_DIR / beside.name).read_bytes()
    raw = tomllib.loads(content.decode()) | {"learning": {"elo": 1.0}}
    for name, damage in all_damages(content, raw, as_toml, null=False):
        beside.write_bytes(damage)
        check(run, ["show", str(file)], name)


DEEP = {
    "arrays": "x = " + "[" * 90_000 + "]" * 90_000,
    "arrays that are not closed": "x = " + "[" * 150_000,
    "inline tables": "x = " + "{a = " * 30_000 + "1" + "}" * 30_000,
    "a dotted key": "a" + ".a" * 90_000 + " = 1",
    "a dotted key in quotes": '"a"' + " . 'a'" * 30_000 + " = 1",
    "a dotted name of a table": "[" + ".".join("a" * 50_000) + "]",
    "many digits": "x = " + "9" * 100_000,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deeply_nested_toml(run, tmp_path, text):
    """Dotted keys with many parts took the parser minutes."""
    file = copied("tapatan", tmp_path)
    for ending in (".tuned.toml", ".network.toml"):
        other = file.with_suffix(ending)
        other.write_text(text)
        check(run, ["best", str(file), *NODES], ending, allowed=(2,))
        other.unlink()
    file.write_text(text)
    for words in (["show", str(file)], ["check", str(file)], ["remix", str(file), "-o", "-"]):
        check(run, words, words[0], allowed=(1, 2))


# -- records ------------------------------------------------------------------------------------------


def record(game: str):
    match = Match(load(game), Random(1), Random(2), names=("A", "B"))
    list(match.events())
    moves = tuple(dataclasses.replace(one, comment="so") for one in match.record.moves[:4])
    return dataclasses.replace(
        match.record,
        date=date(2026, 1, 2),
        comment="well",
        moves=moves,
        result=None,
        others=(("Event", "x"),),
    )


def test_records_as_json(run, tmp_path):
    file, found = tmp_path / "record.json", record("hex:size=5")
    for name, damage in all_damages(found.to_json().encode(), found.as_dict(), as_json, null=True):
        file.write_bytes(damage)
        for command in ("record", "import"):
            check(run, [command, str(file)], name)


@pytest.mark.parametrize(
    ("game", "format_"), [("hex:size=5", "text"), ("hex:size=5", "sgf"), ("gomoku", "piskvork")]
)
def test_records_as_text(run, tmp_path, game, format_):
    file, written = tmp_path / "record", tmp_path / "written"
    file.write_text(record(game).to_text(), "utf-8")
    if format_ != "text":
        assert run("export", str(file), "--format", format_, "-o", str(written)).code == 0
    content = (file if format_ == "text" else written).read_bytes()
    lines = content.splitlines(keepends=True)
    parts = (b"", b"x\n", b"[\n", b"-1\n", b"9" * 5000 + b"\n", b"\0\n", b"(;\n", b"]\n")
    changed = (
        (f"line {number} is {part[:4]!r}", b"".join([*lines[:number], part, *lines[number + 1 :]]))
        for number in range(len(lines))
        for part in parts
    )
    for name, damage in chain(changed, spoilt(content)):
        file.write_bytes(damage)
        for command in ("record", "import", "export"):
            more = ["--format", "sgf"] if command == "export" else []
            check(run, [command, str(file), *more], name)


LONG = {
    "JSON arrays": b"{" + b'"a":[' * 100_000,
    "JSON moves": b'{"format":"ludoteca-record","version":1,"moves":'
    + b"[" * 100_000
    + b"]" * 100_000
    + b"}",
    "SGF variations": b"(" * 100_000 + b";GM[11]",
    "SGF closed variations": b"(;GM[11]SZ[5]" * 5000 + b")" * 5000,
    "SGF moves": b"(;GM[11]SZ[5]" + b";B[a1]" * 200_000 + b")",
    "SGF comment": b"(;GM[11]SZ[5]C[" + b"\\]" * 1_000_000,
    "SGF values": b"(;GM[11]AB" + b"[aa] " * 300_000,
    "SGF spaces": b"(;GM[11]B" + b" " * 1_000_000,
    "header": b'[Game "' + b"\\" * 1_000_000,
    "comment": b'[Game "hex"]\n{' + b"a" * 1_000_000,
    "move number": b'[Game "hex"]\n' + b"1" * 1_000_000 + b". a1 *",
    "brackets": b"[" * 1_000_000,
    "piskvork moves": b"Piskvorky 15x15, 11:11, 0\n" + b"1,1,0\n" * 300_000,
    "piskvork number": b"Piskvorky 15x15, 11:11, 0\n" + b"9" * 6000 + b",1,0\n",
}


@pytest.mark.parametrize("content", LONG.values(), ids=LONG)
def test_deep_and_long_records(run, tmp_path, content):
    file = tmp_path / "record"
    file.write_bytes(content)
    for command in ("record", "import"):
        check(run, [command, str(file)], command)


# -- solver -------------------------------------------------------------------------------------------

SOLVED = "three-mens-morris"


@pytest.fixture
def table(run: Run, own_folder: Path) -> Path:
    assert run("solve", SOLVED).code == 0
    (file,) = (own_folder / "tables").glob("*.table")
    return file


def parts_of(content: bytes) -> tuple[bytes, dict, bytes]:
    """The first line, the header of the second line, and the rest."""
    magic, line, body = content.split(b"\n", 2)
    return magic + b"\n", json.loads(line), body


def sealed(header: dict, index: bytes) -> dict:
    """A header with the checksum that belongs to it."""
    rest = {key: value for key, value in header.items() if key != "crc"}
    return rest | {"crc": zlib.crc32(index, zlib.crc32(json.dumps(rest, sort_keys=True).encode()))}


@pytest.mark.parametrize("with_checksum", [False, True])
def test_headers_of_tablebases(run, table, with_checksum):
    content = table.read_bytes()
    magic, header, body = parts_of(content)
    index = body[: 8 * (-(-header["indices"] // header["block"]) + 1)]
    for name, damage in damaged(header, null=True):
        changed = sealed(damage, index) if with_checksum else damage
        table.write_bytes(magic + as_json(changed) + b"\n" + body)
        check(run, ["verify", str(table)], name)
        if with_checksum and name.endswith(("left out", "null", "zero")):
            check(run, ["best", SOLVED, *NODES], name, allowed=(0,))


def test_a_block_size_of_null(run, table):
    magic, header, body = parts_of(table.read_bytes())
    table.write_bytes(magic + as_json(header | {"block": None}) + b"\n" + body)
    answer = run("verify", str(table))
    assert (answer.code, answer.err) == (2, f"ludoteca: {table} is damaged: its header cannot be read.\n")


def test_blocks_of_tablebases(run, table):
    """Blocks with a valid checksum and other contents; the kernel relies on their length."""
    magic, header, body = parts_of(table.read_bytes())
    symbols = zlib.decompress(body[20:])
    others = {
        "bomb": zlib.compress(bytes(50_000_000)), "short": zlib.compress(symbols[:-1]), "not zlib": b"x",
        "long": zlib.compress(symbols + b"\0"), "unknown symbols": zlib.compress(b"\xff" * len(symbols)),
    }  # fmt: skip
    for name, block in others.items():
        index = struct.pack("<2Q", 0, len(block) + 4)
        start = magic + as_json(sealed(header, index)) + b"\n" + index
        table.write_bytes(start + struct.pack("<I", zlib.crc32(block)) + block)
        check(run, ["verify", str(table)], name, allowed=(2,))
        check(run, ["best", SOLVED, *NODES], name, allowed=(0,))


def test_other_bytes_in_tablebases(run, table):
    content = table.read_bytes()
    magic = content.split(b"\n")[0] + b"\n"
    more = (("deep", magic + b"[" * 200_000 + b"\n"), ("no end of the header", magic + b"x" * 20_000_000))
    for name, damage in chain(spoilt(content), more):
        table.write_bytes(damage)
        check(run, ["verify", str(table)], name)
        check(run, ["best", SOLVED, *NODES], name, allowed=(0,))


def test_checkpoints_of_retrograde_analysis(run, own_folder, monkeypatch):
    monkeypatch.setattr(RetrogradeAnalysis, "discard_checkpoint", lambda self: self._save())
    assert run("solve", SOLVED).code == 0
    monkeypatch.undo()
    monkeypatch.setenv("LUDOTECA_DATA", str(own_folder))
    (table,) = (own_folder / "tables").glob("*.table")
    (file,) = (own_folder / "tables").glob("*.unfinished")
    content, right = file.read_bytes(), table.read_bytes()
    magic, header, body = parts_of(content)
    header |= {"group": 0, "done": [0]}
    write = lambda value: magic + as_json(value) + b"\n" + body  # noqa: E731
    for name, damage in all_damages(content, header, write, null=True):
        file.write_bytes(damage)
        table.unlink()
        check(run, ["value", SOLVED], name, allowed=(0,))
    file.write_bytes(b"\0" * 100)
    table.unlink()
    assert run("value", SOLVED).code == 0
    assert table.read_bytes() == right


PROOFS = [("tic-tac-toe", "alpha-beta"), ("tic-tac-toe", "proof-numbers"), ("othello:size=4", "margins")]


@pytest.mark.parametrize(("game", "method"), PROOFS)
def test_checkpoints_of_proofs(run, monkeypatch, game, method):
    """A checkpoint that is not exactly what was written is ignored."""
    files: list[Path] = []
    with monkeypatch.context() as patch:
        patch.setattr(Job, "discard", lambda self: files.append(self.save()))
        words = ["solve", game, "--method", method, "--memory", "0.01", "--json"]
        assert run(*words).code == 0
    file = files[-1]
    content = file.read_bytes()
    magic, header, body = parts_of(content)
    header["done"] = dict(list(header["done"].items())[:2])
    write = lambda value: magic + as_json(value) + b"\n" + body  # noqa: E731
    for name, damage in all_damages(content, header, write, null=True):
        file.write_bytes(damage)
        check(run, words, name, allowed=(0,))
    for body in (b"x", zlib.compress(b"\xff" * 2400), zlib.compress(bytes(300 << 20))):
        changed = header | {"done": {}, "checksum": zlib.crc32(body, zlib.crc32(b"{}"))}
        file.write_bytes(magic + as_json(changed) + b"\n" + body)
        check(run, words, "body", allowed=(0,))


def test_certificates(run, tmp_path):
    file = tmp_path / "proof"
    assert run("solve", "tic-tac-toe", "--method", "alpha-beta", "--certificate", str(file)).code == 0
    content = file.read_bytes()
    magic, header, body = parts_of(content)
    write = lambda value: magic + as_json(value) + b"\n" + body  # noqa: E731
    more = []
    for name, other in (("bomb", zlib.compress(bytes(200_000_000))), ("not zlib", b"x")):
        more.append((name, magic + as_json(header | {"checksum": zlib.crc32(other)}) + b"\n" + other))
    for name, damage in chain(all_damages(content, header, write, null=True), more):
        file.write_bytes(damage)
        check(run, ["verify", str(file)], name)
        check(run, ["verify", str(file), "--json"], name)
