"""A harness with planted faults, to test that each kind of fault is found."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator

from ludoteca.errors import BadPosition
from tests.fuzz.harness import Harness


class Planted(Harness):
    """Each word is a fault; other inputs pass."""

    kind = "planted"
    seconds = 0.5
    megabytes = 200
    words = (b"boom ",)
    refusals = (BadPosition,)

    def seeds(self) -> list[bytes]:
        return [b"harmless text"]

    def check(self, data: bytes) -> Iterator[str]:
        yield f"length {len(data) // 10}"
        if data == b"refuse":
            raise BadPosition("position.mover", mover="z")
        if data == b"unclear":
            raise BadPosition("position.mover", mover="Traceback (most recent call last)")
        if b"boom" in data:
            raise KeyError("boom")
        if data == b"crash":
            ctypes.string_at(0)
        while data == b"loop":
            pass
        if data == b"sleep":
            time.sleep(60)
        if data == b"memory":
            bytearray(1 << 30)


class Impatient(Planted):
    """The same, with little patience for an input that only waits."""

    wall_seconds = 2.0
