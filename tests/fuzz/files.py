"""Files that the solver and the trainer write: tablebases, certificates, weights, networks, evaluations.

People download such files from each other, so a file with correct checksums may hold anything.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

from ludoteca.errors import BadTable, BadTuning, LudotecaError, UnknownGame
from ludoteca.games import Game, load
from ludoteca.games.learnt import LearntEvaluation, geometry_hash, parse_learnt, to_bytes
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.networks import parse_network
from ludoteca.games.patterns import PatternBoard, pattern_row, read_form
from ludoteca.games.rule_symmetries import rule_symmetries
from ludoteca.games.tuned import read_tuned
from ludoteca.kernel import Evaluator, PatternTables, Searcher
from ludoteca.solver import Table, Task, solve, table_for
from ludoteca.solver.proving.certificate import MAGIC as CERTIFICATE
from ludoteca.solver.proving.checker import check_certificate
from ludoteca.solver.retrograde import tables
from tests.fuzz.harness import Harness
from tests.fuzz.mutants import damaged, mutant
from tests.fuzz.mutation import mutated
from tests.fuzz.records import mutated_json

SOLVED = ("dodgem", "tapatan")
"""Games with small tables."""
PROVED = ("tic-tac-toe", "hex:size=3")
"""Games with small certificates."""


@cache
def opened(name: str) -> Game:
    return load(name)


class _OfFiles(Harness):
    """A file whose path is given to the function under test."""

    def file(self, data: bytes, name: str) -> Path:
        """An input as a file, in the folder of the child process."""
        path = Path(tempfile.gettempdir()) / name
        path.write_bytes(data)
        return path


class Tables(_OfFiles):
    """Tablebase files. The checksums of most mutated headers are made to match."""

    kind = "tables"
    refusals = (BadTable, UnknownGame)
    words = (
        b'"block": 1',
        b'"block": 0',
        b'"indices": 0',
        b'"letters": []',
        b"null",
        b"[]",
        b"{}",
        b"-1",
        b"\n",
    )

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), *small_tables()]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        if chance.random() < 0.3:
            return mutated(data, others, self.words, chance)
        head, _, rest = data[len(tables.MAGIC) :].partition(b"\n")
        change: Callable[[bytes], bytes] = chance.choice(
            (lambda line: mutated_json(line, chance), lambda line: mutated(line, [], self.words, chance))
        )
        return tables.MAGIC + with_checksum(change(head), rest) + b"\n" + rest

    def check(self, data: bytes) -> Iterator[str]:
        path = self.file(data, "some.table")
        if not data:
            return  # an empty file cannot be mapped
        table = Table(path)
        yield f"opened {table.game.name}"
        if ".toml" in table.game.name:
            return
        assert sum(table.counts.values()) >= 0
        table.value(table.game.start())
        yield "probed"
        assert len(table.load()) == 2 * max(table.header["indices"], 1)
        table.knowledge()
        yield "loaded"


@cache
def small_tables() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for name in SOLVED:
            start = load(name).start()
            found.append(table_for(start, Task(start, folder=Path(folder))).path.read_bytes())
        return tuple(found)


def with_checksum(line: bytes, rest: bytes) -> bytes:
    """A header with a matching CRC, if it is one."""
    try:
        header = json.loads(line)
        count = -(-header["indices"] // header["block"]) + 1
        header["crc"] = tables._crc(header, rest[: 8 * count])
        return json.dumps(header).encode()
    except (ValueError, KeyError, TypeError, ZeroDivisionError, RecursionError, OverflowError):
        return line


class Certificates(_OfFiles):
    """Proofs that `ludoteca verify` reads."""

    kind = "certificates"
    share = 0.5
    refusals = (LudotecaError,)
    words = (
        b'"side"',
        b'"goal"',
        b'"bytes": 0',
        b'"value": "draw"',
        b"null",
        b"[]",
        b"-1",
        b"\xff\xff\xff",
        b"\0",
    )

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), *small_certificates()]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        head, _, rest = data[len(CERTIFICATE) :].partition(b"\n")
        if chance.random() < 0.5:
            return CERTIFICATE + mutated_json(head, chance) + b"\n" + rest
        return mutated(data, others, self.words, chance)

    def check(self, data: bytes) -> Iterator[str]:
        report = check_certificate(self.file(data, "some.certificate"))
        yield report.problem.code if report.problem else "sound"


@cache
def small_certificates() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for name in PROVED:
            start, file = load(name).start(), Path(folder) / "certificate"
            solve(Task(start, certificate=file), "alpha-beta")
            found.append(file.read_bytes())
        return tuple(found)


class Tuned(_OfFiles):
    """Files of weights and levels beside a game file, as `load` reads them."""

    kind = "tuned"
    share = 0.5
    refusals = (BadTuning,)

    def seeds(self) -> list[bytes]:
        shipped = sorted(LIBRARY_DIR.glob("*.tuned.toml"))
        return [*super().seeds(), *(file.read_bytes() for file in shipped if file.stat().st_size < 6000)]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        return mutant(data.decode("utf-8", "replace"), chance).encode("utf-8", "replace")

    def check(self, data: bytes) -> Iterator[str]:
        from ludoteca.play.opponents import offered

        rules = self.file((LIBRARY_DIR / "tapatan.toml").read_bytes(), "tapatan.toml")
        read_tuned(self.file(data, "tapatan.tuned.toml"))
        game = load(str(rules))
        yield "loaded"
        assert game.weights is not None
        assert game.tuned.player() is not None
        offer = offered(game)
        yield f"{len(offer.levels)} levels"
        assert [level.number for level in offer.levels]
        assert game.start().legal_moves


class Networks(Harness):
    """Files of evaluation networks."""

    kind = "networks"
    share = 0.5
    refusals = (BadTuning,)

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), small_network()]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        text = data.decode("utf-8", "replace")
        return (damaged if chance.random() < 0.4 else mutant)(text, chance).encode("utf-8", "replace")

    def check(self, data: bytes) -> Iterator[str]:
        network = parse_network(data, "input.network.toml")
        yield "parsed"
        assert network.row is not None
        assert parse_network(network.text, "again") == network, "the text is another network"
        for name in ("tapatan", "tic-tac-toe"):
            game = opened(name)
            if network.windows == game.windows:
                game.eval_weights(network=network)
                yield "fits"


@cache
def small_network() -> bytes:
    """A network for a small board, with all weights zero."""
    from ludoteca.games.networks import KINDS, UNITS, Network

    windows = opened("tic-tac-toe").windows
    size = sum(windows) * KINDS * UNITS
    network = Network(windows, (1,) * UNITS, (2,) * UNITS, bytes(size), {"games": 3})
    return network.text.encode()


class Evaluations(Harness):
    """Files of learnt evaluations. Most mutants get a correct checksum, so that the rest is tested too."""

    kind = "evaluations"
    share = 0.5
    refusals = (BadTuning,)

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), small_evaluation("tic-tac-toe"), small_evaluation("tapatan")]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        if chance.random() < 0.2 or len(data) < 60:
            return mutated(data, others, self.words, chance)
        head, text, weights = _parts(data)
        if chance.random() < 0.7:
            text = mutated_json(text, chance)
        if chance.random() < 0.5:
            weights = mutated(weights, others, self.words, chance)
        packed = zlib.compress(weights)
        sizes = b"".join(len(part).to_bytes(4, "little") for part in (text, packed, weights))
        body = head + sizes + text + packed
        return body + hashlib.sha256(body).digest()

    def check(self, data: bytes) -> Iterator[str]:
        learnt = parse_learnt(data, "input.eval")
        yield "parsed"
        assert parse_learnt(to_bytes(learnt), "again") == learnt
        for name in ("tapatan", "tic-tac-toe"):
            game = opened(name)
            if learnt.geometry == geometry_hash(PatternBoard(game.compiled)):
                evaluator = Evaluator(game.rules, learnt.eval_weights(game))
                Searcher(game.rules, 1, evaluator).evaluate(game.start().snapshot)
                yield "fits"


def _parts(data: bytes) -> tuple[bytes, bytes, bytes]:
    """The head without its sizes, the description and the unpacked weights, as far as they can be read."""
    size = int.from_bytes(data[12:16], "little")
    try:
        weights = zlib.decompressobj().decompress(data[24 + size : -32], 1 << 20)
    except zlib.error:
        weights = b""
    return data[:12], data[24 : 24 + size], weights


@cache
def small_evaluation(name: str) -> bytes:
    """An evaluation for a small board, with all weights zero."""
    game = opened(name)
    board, form = PatternBoard(game.compiled), read_form("lines blocks:4 stages=2")
    symmetries = tuple(rule_symmetries(game))
    tables = PatternTables(pattern_row(board, form, symmetries))
    weights = bytes(2 * tables.count * tables.stages)
    geometry = geometry_hash(board)
    return to_bytes(LearntEvaluation(game.rules_hash, geometry, form, symmetries, {"tempo": 1}, (), weights))
