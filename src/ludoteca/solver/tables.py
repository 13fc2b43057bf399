"""Tables of solved positions on disk: small, telling what they are, and refused when they are not sound.

A table is a line that says so, a line of JSON, the places of its blocks, and the blocks: values as letters of
one byte (of two where there are more than 256), packed with zlib. A block is read alone, so that asking for a
position costs microseconds. What the JSON says, and where the blocks are, is signed by `crc`; every block by
its own.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import struct
import zlib
from collections import Counter, OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteca.errors import BadTable
from ludoteca.games import Game, Position
from ludoteca.games.userdata import data_folder, write_whole
from ludoteca.kernel import Knowledge, Solver
from ludoteca.solver.backwards import file_stem
from ludoteca.solver.material import Slice
from ludoteca.solver.space import Space
from ludoteca.solver.values import DRAWN, KNOWN, Value, value_at_end, value_of

MAGIC = b"LUDOTECA TABLE 1\n"
BLOCK = 4096
"""Positions in a block."""
SUFFIX = ".table"
_CACHED = 256
_FIELDS = {"game", "rules", "start", "indices", "block", "letters", "counts", "checksum", "crc"}


def tables_folder() -> Path:
    """Where a person's tables are kept: much room, and nothing that could not be made again."""
    return data_folder() / "tables"


def table_path(folder: Path, space: Space) -> Path:
    """Where the table of a space is kept."""
    return folder / (file_stem(space) + SUFFIX)


# -- writing ------------------------------------------------------------------------------------------


def write_table(path: Path, space: Space, solver: Solver, counts: Counter[int]) -> str:
    """Write the table of a solved space. Its checksum."""
    found = sorted({DRAWN, *(value for value in counts if value >= KNOWN)})
    digest = hashlib.sha256()
    blocks: list[bytes] = []
    for packed in _packed(space.ranking.total, solver, found):
        digest.update(packed)
        blocks.append(zlib.compress(packed, 6))
    places = [0]
    for block in blocks:
        places.append(places[-1] + len(block) + 4)
    start = space.slices.start
    said: dict[str, Any] = {
        "game": space.game.name, "rules": space.game.rules_hash,
        "start": [start.counts, start.hands, start.mover, start.stalled, start.clock],
        "indices": space.ranking.total, "block": BLOCK,
        "letters": found, "counts": {str(value): n for value, n in sorted(counts.items())},
        "checksum": digest.hexdigest(),
    }  # fmt: skip
    index = struct.pack(f"<{len(places)}Q", *places)
    said["crc"] = _crc(said, index)
    parts: list[Any] = [MAGIC, json.dumps(said).encode() + b"\n", index]
    for block in blocks:
        parts += [struct.pack("<I", zlib.crc32(block)), block]
    write_whole(path, parts)
    return str(said["checksum"])


def _packed(total: int, solver: Solver, found: list[int]) -> Iterator[bytes]:
    """Blocks of letters; the high bytes follow the low ones where a byte does not do."""
    maps = [bytearray(65536)] + ([bytearray(65536)] if len(found) > 256 else [])
    for letter, value in enumerate(found):
        for plane, letters in enumerate(maps):
            letters[value] = letter >> (8 * plane) & 255
    for first in range(0, total, BLOCK):
        last = min(first + BLOCK, total)
        yield b"".join(solver.pack(first, last, bytes(letters)) for letters in maps)


def _crc(said: dict[str, Any], index: bytes) -> int:
    rest = {key: value for key, value in said.items() if key != "crc"}
    return zlib.crc32(index, zlib.crc32(json.dumps(rest, sort_keys=True).encode()))


# -- reading ------------------------------------------------------------------------------------------


class Table:
    """A table on disk, opened for asking. Raises `BadTable` if it is damaged or made by other rules."""

    def __init__(self, path: Path, game: Game | None = None) -> None:
        self.path = path
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise BadTable(f"{path} is not a table of solved positions.")
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._open(game)

    def _open(self, game: Game | None) -> None:
        end = self._bytes.find(b"\n", len(MAGIC)) + 1
        line = self._bytes[len(MAGIC) : end]
        try:
            said = json.loads(line)
        except ValueError:
            said = None
        if not isinstance(said, dict) or not _FIELDS <= said.keys():
            raise BadTable(f"{self.path} is damaged: its description cannot be read.")
        many = -(-said["indices"] // said["block"]) + 1
        index = self._bytes[end : end + 8 * many]
        if len(index) != 8 * many or _crc(said, index) != said["crc"]:
            raise BadTable(f"{self.path} is damaged: its description does not fit its signature.")
        self.said: dict[str, Any] = said
        self.game = game if game is not None else _game(said["game"])
        if self.game.rules_hash != said["rules"]:
            raise BadTable(
                f"{self.path} was made by other rules of {said['game']}: {said['rules']}, while here they "
                f"are {self.game.rules_hash}."
            )
        self._places = struct.unpack(f"<{many}Q", index)
        self._base = end + len(index)
        self.size = self._base + self._places[-1]
        if len(self._bytes) != self.size:
            raise BadTable(f"{self.path} is damaged: it does not have the length that it should.")
        counts, hands, *rest = said["start"]
        self.space = Space(self.game, Slice(tuple(counts), (tuple(hands[0]), tuple(hands[1])), *rest))
        if self.space.indices != said["indices"]:
            raise BadTable(f"{self.path} numbers its positions in another way.")
        self._cache: OrderedDict[int, bytes] = OrderedDict()

    @property
    def checksum(self) -> str:
        return str(self.said["checksum"])

    @property
    def counts(self) -> Counter[int]:
        """How many positions have each value; all images of each counted."""
        return Counter({int(value): n for value, n in self.said["counts"].items()})

    def value(self, position: Position) -> Value | None:
        if position.is_over:
            return value_at_end(position)
        index = self.space.index(position)
        return None if index is None else value_of(self.number(index))

    def number(self, index: int) -> int:
        """The number that stands at an index."""
        block, at = divmod(index, self.said["block"])
        letters = self.block(block)
        letter = letters[at]
        if len(self.said["letters"]) > 256:
            letter |= letters[len(letters) // 2 + at] << 8
        return int(self.said["letters"][letter])

    def block(self, number: int) -> bytes:
        """A block of letters, from the cache or from the file. Raises `BadTable` if it is damaged."""
        if number in self._cache:
            self._cache.move_to_end(number)
            return self._cache[number]
        raw = self._bytes[self._base + self._places[number] : self._base + self._places[number + 1]]
        if len(raw) < 4 or struct.unpack("<I", raw[:4])[0] != zlib.crc32(raw[4:]):
            raise BadTable(f"{self.path} is damaged: block {number} does not fit its signature.")
        letters = zlib.decompress(raw[4:])
        self._cache[number] = letters
        if len(self._cache) > _CACHED:
            self._cache.popitem(last=False)
        return letters

    def knowledge(self) -> Knowledge:
        """All of it in memory, for a search to ask."""
        values = tuple(self.said["letters"])
        if len(values) > 256:
            return Knowledge(self.space.ranking, self.load())
        letters = b"".join(self.block(number) for number in range(len(self._places) - 1))
        return Knowledge(self.space.ranking, letters, values)

    def load(self) -> bytearray:
        """All numbers, two bytes each, for the kernel. Raises `BadTable` if the checksum is wrong."""
        table = bytearray(2 * max(self.said["indices"], 1))
        solver = Solver(self.space.ranking, table)
        digest = hashlib.sha256()
        values = tuple(self.said["letters"])
        for number in range(len(self._places) - 1):
            letters = self.block(number)
            digest.update(letters)
            first = number * self.said["block"]
            if len(values) <= 256:
                solver.unpack(first, letters, values)
                continue
            half = len(letters) // 2
            for at in range(half):
                struct.pack_into("=H", table, 2 * (first + at), values[letters[at] | letters[half + at] << 8])
        if digest.hexdigest() != self.checksum:
            raise BadTable(f"{self.path} is damaged: its checksum is wrong.")
        return table


def _game(name: str) -> Game:
    from ludoteca.games import load

    return load(name)
