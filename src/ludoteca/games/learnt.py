"""Learnt evaluations (`ID.eval` beside a game file): pattern tables, weights of cells and of scalar terms.

A file is binary: a header, a JSON description, compressed weights and a checksum. The rules do not depend on
it. Nothing in a file is trusted: sizes and numbers are checked, and a damaged file is refused."""

from __future__ import annotations

import hashlib
import json
import struct
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.errors import BadTuning
from ludoteca.games.files import TUNING, read_bytes
from ludoteca.games.patterns import PatternBoard, PatternForm, Symmetry, pattern_row, read_form
from ludoteca.games.userdata import data_folder, write_bytes
from ludoteca.kernel import LIMITS, EvalWeights, PatternTables

if TYPE_CHECKING:
    from ludoteca.games.game import Game

MAGIC = b"LUDOEVAL"
VERSION = 1
SUFFIX = ".eval"
TABLE_UNITS = 4
"""Table entries per evaluation unit."""
LARGEST = 20_000
MOST_KEPT_BYTES = 50_000_000
"""The size of the folder of kept evaluations."""
_HEAD = struct.Struct("<8sHHIII")
"""Magic, version, reserved, bytes of the description, of the packed and of the unpacked weights."""
_MOST_BYTES = 64 << 20
_MOST_SYMMETRIES = 64


@dataclass(frozen=True)
class LearntEvaluation:
    """What was learnt from self-play: how to evaluate positions of one game."""

    rules: str
    """The hash of the rules it was learnt for."""
    geometry: str
    """A hash of board, pieces and ends: an evaluation fits all rules with the same one."""
    form: PatternForm
    symmetries: tuple[Symmetry, ...]
    scalars: Mapping[str, int]
    """Weights of the scalar terms by name, in evaluation units."""
    cells: tuple[int, ...]
    """Weights of pieces on cells, numbered by `cell_numbers`."""
    tables: bytes
    """Weights of the pattern tables: 16-bit integers, stage by stage."""
    story: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False)
    """How it was trained."""

    def __hash__(self) -> int:
        return hash((self.rules, self.form, self.tables))

    def eval_weights(self, game: Game) -> EvalWeights:
        """The evaluation for the kernel. Raises `BadTuning` if it does not fit the game."""
        return _eval_weights(self, game)

    def _eval_weights(self, game: Game) -> EvalWeights:
        board = PatternBoard(game.compiled)
        if not _are_symmetries(self.symmetries, board):
            raise BadTuning("tuning.learnt-size", file=game.file)
        terms = game.compiled.eval_terms
        zero = dict.fromkeys(terms.weights, 0)
        row = terms.eval_weights({**zero, **self.scalars})
        if self.cells:
            numbers, count = cell_numbers(board, self.symmetries)
            if count != len(self.cells):
                raise BadTuning("tuning.learnt-size", file=game.file)
            row = row._replace(cells=_on_cells(board, numbers, self.cells, row.cells))
        return row._replace(patterns=self.pattern_tables(board, game.file))

    def pattern_tables(self, board: PatternBoard, name: str) -> PatternTables:
        try:
            return PatternTables(pattern_row(board, self.form, self.symmetries), self.tables)
        except (ValueError, OverflowError):
            raise BadTuning("tuning.learnt-size", file=name) from None


def _are_symmetries(symmetries: Sequence[Symmetry], board: PatternBoard) -> bool:
    """Whether all map places to places and cells to cells, and the first is the identity."""
    first = symmetries[0]
    if first.swaps or first.image != tuple(range(board.places)):
        return False
    return all(
        len(one.image) == board.places and max(one.image[: board.cells]) < board.cells for one in symmetries
    )


@lru_cache(maxsize=8)
def _eval_weights(learnt: LearntEvaluation, game: Game) -> EvalWeights:
    """Tables take some time to build: those in use are kept."""
    return learnt._eval_weights(game)


def geometry_hash(board: PatternBoard) -> str:
    """Equal for games whose patterns have the same places and contents, and which end alike."""
    cells = [(round(cell.x, 3), round(cell.y, 3)) for cell in board.board.cells]
    lines = sorted(line.cells for line in {*board.board.lines, *board.board.wide_lines})
    kinds = board.compiled.kinds
    ends = sorted((row.type, row.result, row.owners) for row in board.compiled.data.ends)
    found = [cells, lines, board.codes, kinds.who, kinds.kind_of, board.pits, board.hands, ends]
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()[:16]


# -- weights of pieces on cells -----------------------------------------------------------------------


def cell_numbers(board: PatternBoard, symmetries: Sequence[Symmetry]) -> tuple[array[int], int]:
    """The number of the weight of each code on each cell, and the number of weights.

    -1 stands for none, and a number n below it for the negative of weight -2 - n: pieces of the second player
    count against the first."""
    who = board.compiled.kinds.who
    if board.pits or not any(who[code] in (1, 2) for code in board.codes):
        return array("i"), 0
    numbers = array("i", [-1]) * ((LIMITS["codes"] + 1) * board.cells)
    count = 0
    for code in board.codes:
        if who[code] not in (1, 2):
            continue
        for cell in range(board.cells):
            if numbers[code * board.cells + cell] != -1:
                continue
            for one in symmetries:
                other = board.partner[code] if one.swaps else code
                at = other * board.cells + one.image[cell]
                if numbers[at] == -1:
                    numbers[at] = count if who[other] == 1 else -2 - count
            count += 1
    return numbers, count


def _on_cells(
    board: PatternBoard, numbers: array[int], weights: Sequence[int], start: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Piece-square tables from the first player's point of view."""
    found = [list(row) for row in start]
    for code in range(len(found)):
        for cell in range(min(board.cells, len(found[code]))):
            number = numbers[code * board.cells + cell]
            if number != -1:
                found[code][cell] += weights[number] if number >= 0 else -weights[-2 - number]
    return found


# -- files --------------------------------------------------------------------------------------------


def learnt_path(game_file: Path, variant: str = "") -> Path:
    """The file of a game or variant, given its game file or its tuned file."""
    name = game_file.name.removesuffix(".toml").removesuffix(".tuned")
    return game_file.with_name(f"{name}{'.' + variant if variant else ''}{SUFFIX}")


def to_bytes(learnt: LearntEvaluation) -> bytes:
    """The content of a file."""
    places = len(learnt.symmetries[0].image)
    images = array("H", [place for one in learnt.symmetries for place in one.image])
    described = {
        "rules": learnt.rules, "geometry": learnt.geometry, "form": learnt.form.text, "places": places,
        "swaps": [int(one.swaps) for one in learnt.symmetries], "scalars": dict(learnt.scalars),
        "cells": len(learnt.cells), "story": dict(learnt.story),
    }  # fmt: skip
    text = json.dumps(described, sort_keys=True, separators=(",", ":")).encode()
    raw = _little(images) + _little(array("h", learnt.cells)) + learnt.tables
    packed = zlib.compress(raw, 9)
    head = _HEAD.pack(MAGIC, VERSION, 0, len(text), len(packed), len(raw))
    return (body := head + text + packed) + hashlib.sha256(body).digest()


def parse_learnt(data: bytes, name: str) -> LearntEvaluation:
    """The evaluation in a file's content; `name` is for error messages. Raises `BadTuning`."""
    if len(data) < _HEAD.size + 32 or data[:8] != MAGIC:
        raise BadTuning("tuning.learnt-format", file=name)
    _, version, _, text_size, packed_size, raw_size = _HEAD.unpack_from(data)
    if version != VERSION:
        raise BadTuning("tuning.learnt-version", file=name, version=version)
    body, digest = data[:-32], data[-32:]
    if len(body) != _HEAD.size + text_size + packed_size or hashlib.sha256(body).digest() != digest:
        raise BadTuning("tuning.learnt-checksum", file=name)
    if raw_size > _MOST_BYTES:
        raise BadTuning("tuning.learnt-size", file=name)
    try:
        return _parse(body, text_size, raw_size)
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, zlib.error, RecursionError):
        raise BadTuning("tuning.learnt-format", file=name) from None


def _parse(body: bytes, text_size: int, raw_size: int) -> LearntEvaluation:
    at = _HEAD.size + text_size
    given = json.loads(body[_HEAD.size : at])
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(body[at:], raw_size + 1)
    if len(raw) != raw_size or not unpacker.eof:
        raise ValueError
    places, swaps, cells = _whole(given["places"]), given["swaps"], _whole(given["cells"])
    if not 1 <= len(swaps) <= _MOST_SYMMETRIES or not 1 <= places <= 1024:
        raise ValueError
    split = 2 * places * len(swaps)
    if len(raw) < split + 2 * cells:
        raise ValueError
    images = _numbers("H", raw[:split])
    symmetries = []
    for number, swap in enumerate(swaps):
        image = tuple(images[number * places : (number + 1) * places])
        if sorted(image) != list(range(places)):
            raise ValueError
        symmetries.append(Symmetry(image, bool(swap)))
    scalars = {str(name): _whole(weight, LARGEST) for name, weight in dict(given["scalars"]).items()}
    return LearntEvaluation(
        str(given["rules"]), str(given["geometry"]), read_form(str(given["form"])), tuple(symmetries),
        scalars, tuple(_numbers("h", raw[split : split + 2 * cells])), raw[split + 2 * cells :],
        dict(given["story"]),
    )  # fmt: skip


def _whole(value: object, most: int = _MOST_BYTES) -> int:
    if type(value) is not int or abs(value) > most:
        raise ValueError
    return value


def _little(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _numbers(kind: str, raw: bytes) -> array[int]:
    found = array(kind)
    found.frombytes(raw)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def kept_path(rules: str) -> Path:
    """The file of an evaluation for rules without a file of their own, such as those of the workshop."""
    return data_folder() / "learnt" / f"{rules}{SUFFIX}"


def kept_version(rules: str) -> int:
    """Another number whenever an evaluation for these rules is kept; 0 if there is none."""
    try:
        return kept_path(rules).stat().st_mtime_ns
    except OSError:
        return 0


def keep_learnt(learnt: LearntEvaluation) -> None:
    """Keep an evaluation in the user's data folder, for all games with the same rules. The folder is bounded:
    the oldest files are deleted. Raises `CannotWrite`."""
    path = kept_path(learnt.rules)
    write_bytes(path, to_bytes(learnt))
    files = [(file, file.stat()) for file in path.parent.glob(f"*{SUFFIX}")]
    size = 0
    for file, status in sorted(files, key=lambda found: found[1].st_mtime_ns, reverse=True):
        size += status.st_size
        if size > MOST_KEPT_BYTES:
            file.unlink(missing_ok=True)


def read_learnt(path: Path) -> LearntEvaluation:
    """The evaluation in a file. Raises `BadTuning`."""
    return parse_learnt(read_bytes(path, TUNING), path.name)


@dataclass(frozen=True)
class LearntFile:
    """The content of a file, read with the game and parsed when it is first needed."""

    name: str
    data: bytes = field(repr=False)

    @cached_property
    def learnt(self) -> LearntEvaluation:
        """Raises `BadTuning`."""
        return parse_learnt(self.data, self.name)


def learnt_files(tuned: Path) -> dict[str, LearntFile]:
    """The learnt evaluations beside a tuned file, by variant; that of the game itself has no name."""
    whole = learnt_path(tuned)
    found: dict[str, LearntFile] = {}
    for file in (whole, *sorted(tuned.parent.glob(f"{escape(whole.stem)}.*{SUFFIX}"))):
        if file.is_file():
            variant = file.name.removesuffix(SUFFIX)[len(whole.stem) + 1 :]
            found[variant] = LearntFile(file.name, read_bytes(file, TUNING))
    return found
