"""Tablebase files: compressed, random access, validated by checksums.

A file is a magic line, a JSON header, block offsets, and the blocks. Values are coded as symbols of one byte
(two if there are more than 256 distinct values) and compressed with zlib block by block, so that probing one
position reads one block. Header and offsets have a CRC, and so has each block.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
import zlib
from collections import Counter, OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteca.errors import BadTable, Unsolvable
from ludoteca.games import Game, Position
from ludoteca.games.userdata import data_folder, write_atomically
from ludoteca.kernel import RetrogradeSolver, Tablebase
from ludoteca.kernel.constants import VALUE_DRAWN, VALUE_KNOWN
from ludoteca.solver.retrograde.endgames import endgame_space
from ludoteca.solver.retrograde.material import TooManySlices
from ludoteca.solver.retrograde.space import Space, why_not_indexable
from ludoteca.solver.retrograde.table_header import BLOCK, LONGEST, parse_header, parse_slice
from ludoteca.solver.values import Value, value_at_end, value_of

MAGIC = b"LUDOTECA TABLE 1\n"
SUFFIX = ".table"
_CACHED = 256


NEW_TABLES_VARIABLE = "LUDOTECA_NEW_TABLES"


def tables_folder() -> Path:
    """The user's directory of tables; everything in it can be recomputed."""
    return data_folder() / "tables"


def new_tables_folder() -> Path:
    """Where players put the tables they make; a server sets the variable to a folder that it bounds."""
    given = os.environ.get(NEW_TABLES_VARIABLE)
    return Path(given) if given else tables_folder()


def table_path(folder: Path, space: Space) -> Path:
    """The file of a space's table."""
    return folder / (space.file_stem + SUFFIX)


# -- writing ------------------------------------------------------------------------------------------


def write_table(path: Path, space: Space, solver: RetrogradeSolver, counts: Counter[int]) -> str:
    """Write the table of a solved space; returns its checksum."""
    symbols = sorted({VALUE_DRAWN, *(value for value in counts if value >= VALUE_KNOWN)})
    digest = hashlib.sha256()
    blocks: list[bytes] = []
    for packed in _packed(space.ranking.total, solver, symbols):
        digest.update(packed)
        blocks.append(zlib.compress(packed, 6))
    offsets = [0]
    for block in blocks:
        offsets.append(offsets[-1] + len(block) + 4)
    start = space.start
    header: dict[str, Any] = {
        "game": space.game.name, "rules": space.game.rules_hash,
        "start": [start.counts, start.hands, start.mover, start.stalled, start.clock],
        "indices": space.ranking.total, "block": BLOCK,
        "letters": symbols, "counts": {str(value): n for value, n in sorted(counts.items())},
        "checksum": digest.hexdigest(),
    }  # fmt: skip
    if space.pieces:
        header["pieces"] = space.pieces
    index = struct.pack(f"<{len(offsets)}Q", *offsets)
    header["crc"] = _crc(header, index)
    parts: list[Any] = [MAGIC, json.dumps(header).encode() + b"\n", index]
    for block in blocks:
        parts += [struct.pack("<I", zlib.crc32(block)), block]
    write_atomically(path, parts)
    return str(header["checksum"])


def _packed(total: int, solver: RetrogradeSolver, symbols: list[int]) -> Iterator[bytes]:
    """Blocks of symbols; with two-byte symbols, all low bytes come before all high bytes."""
    maps = [bytearray(65536)] + ([bytearray(65536)] if len(symbols) > 256 else [])
    for symbol, value in enumerate(symbols):
        for plane, by_value in enumerate(maps):
            by_value[value] = symbol >> (8 * plane) & 255
    for first in range(0, total, BLOCK):
        last = min(first + BLOCK, total)
        yield b"".join(solver.pack(first, last, bytes(by_value)) for by_value in maps)


def _crc(header: dict[str, Any], index: bytes) -> int:
    rest = {key: value for key, value in header.items() if key != "crc"}
    return zlib.crc32(index, zlib.crc32(json.dumps(rest, sort_keys=True).encode()))


# -- reading ------------------------------------------------------------------------------------------


class Table:
    """A table file opened for probing. Raises `BadTable` if it is damaged or made for other rules."""

    def __init__(self, path: Path, game: Game | None = None) -> None:
        self.path = path
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise BadTable("table.not-one", path=path)
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._open(game)

    def _open(self, game: Game | None) -> None:
        end = self._bytes.find(b"\n", len(MAGIC), len(MAGIC) + LONGEST) + 1
        header = parse_header(self._bytes[len(MAGIC) : end])
        if header is None:
            raise BadTable("table.damaged-header", path=self.path)
        count = -(-header["indices"] // header["block"]) + 1
        index = self._bytes[end : end + 8 * count]
        if len(index) != 8 * count or _crc(header, index) != header["crc"]:
            raise BadTable("table.header-checksum", path=self.path)
        self.header: dict[str, Any] = header
        self.game = game if game is not None else _game(header["game"])
        if self.game.rules_hash != header["rules"]:
            raise BadTable(
                "table.other-rules",
                path=self.path,
                game=header["game"],
                found=header["rules"],
                known=self.game.rules_hash,
            )
        self._offsets = struct.unpack(f"<{count}Q", index)
        self._base = end + len(index)
        self.size = self._base + self._offsets[-1]
        if len(self._bytes) != self.size or list(self._offsets) != sorted(self._offsets):
            raise BadTable("table.damaged-length", path=self.path)
        self.space = self._space(header)
        self._symbols = bytes(range(min(len(header["letters"]), 256)))
        """All valid symbols of one byte."""
        self._cache: OrderedDict[int, bytes] = OrderedDict()

    def _space(self, header: dict[str, Any]) -> Space:
        start = None if why_not_indexable(self.game) else parse_slice(header["start"], self.game)
        space: Space | None = None
        try:
            if header.get("pieces"):
                space = endgame_space(self.game, header["pieces"])
            elif start is not None:
                space = Space(self.game, [start])
        except (TooManySlices, Unsolvable):
            pass
        if space is None or space.indices != header["indices"]:
            raise BadTable("table.other-numbering", path=self.path)
        return space

    @property
    def checksum(self) -> str:
        return str(self.header["checksum"])

    @property
    def counts(self) -> Counter[int]:
        """Number of positions with each value, all symmetric images counted."""
        return Counter({int(value): n for value, n in self.header["counts"].items()})

    def value(self, position: Position) -> Value | None:
        if position.is_over:
            return value_at_end(position)
        index = self.space.index(position)
        return None if index is None else value_of(self.probe(index))

    def probe(self, index: int) -> int:
        """The stored value at an index."""
        block, at = divmod(index, self.header["block"])
        symbols = self.block(block)
        symbol = symbols[at]
        if len(self.header["letters"]) > 256:
            symbol |= symbols[len(symbols) // 2 + at] << 8
        return self._value(symbol)

    def _value(self, symbol: int) -> int:
        letters: list[int] = self.header["letters"]
        if symbol >= len(letters):
            raise BadTable("table.checksum", path=self.path)
        return letters[symbol]

    def block(self, number: int) -> bytes:
        """A block of symbols, from the cache or from the file. Raises `BadTable` if it is damaged."""
        if number in self._cache:
            self._cache.move_to_end(number)
            return self._cache[number]
        raw = self._bytes[self._base + self._offsets[number] : self._base + self._offsets[number + 1]]
        if len(raw) < 4 or struct.unpack("<I", raw[:4])[0] != zlib.crc32(raw[4:]):
            raise BadTable("table.block-checksum", path=self.path, block=number)
        symbols = self._unpacked(raw[4:], number)
        self._cache[number] = symbols
        if len(self._cache) > _CACHED:
            self._cache.popitem(last=False)
        return symbols

    def _unpacked(self, packed: bytes, number: int) -> bytes:
        """The symbols of a block, exactly one for each of its positions: the kernel relies on it."""
        letters, block = len(self.header["letters"]), self.header["block"]
        length = min(block, self.header["indices"] - number * block) * (1 if letters <= 256 else 2)
        try:
            symbols = zlib.decompressobj().decompress(packed, length + 1)
        except zlib.error:
            symbols = b""
        if len(symbols) != length or (letters <= 256 and symbols.translate(None, self._symbols)):
            raise BadTable("table.block-checksum", path=self.path, block=number)
        return symbols

    def knowledge(self) -> Tablebase:
        """The whole table in memory, for probing from the search."""
        values = tuple(self.header["letters"])
        if len(values) > 256:
            return Tablebase(self.space.ranking, self.load())
        symbols = b"".join(self.block(number) for number in range(len(self._offsets) - 1))
        return Tablebase(self.space.ranking, symbols, values)

    def load(self) -> bytearray:
        """All values, two bytes each, for the kernel. Raises `BadTable` if the checksum is wrong."""
        table = bytearray(2 * max(self.header["indices"], 1))
        solver = RetrogradeSolver(self.space.ranking, table)
        digest = hashlib.sha256()
        values = tuple(self.header["letters"])
        for number in range(len(self._offsets) - 1):
            symbols = self.block(number)
            digest.update(symbols)
            first = number * self.header["block"]
            if len(values) <= 256:
                solver.unpack(first, symbols, values)
                continue
            half = len(symbols) // 2
            for at in range(half):
                value = self._value(symbols[at] | symbols[half + at] << 8)
                struct.pack_into("=H", table, 2 * (first + at), value)
        if digest.hexdigest() != self.checksum:
            raise BadTable("table.checksum", path=self.path)
        return table


class MemoryTable:
    """A space with its values in memory."""

    def __init__(self, space: Space, values: Any) -> None:
        self.space = space
        self.values = memoryview(values).cast("H")

    def value(self, position: Position) -> Value | None:
        """The value for the side to move; None if the position is not in the space."""
        if position.is_over:
            return value_at_end(position)
        index = self.space.index(position)
        return None if index is None else value_of(self.values[index])


def _game(name: str) -> Game:
    from ludoteca.games import load

    return load(name)
