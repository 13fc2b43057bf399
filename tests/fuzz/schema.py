"""Requests that schemathesis generates from the OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from schemathesis import GenerationMode

from tests.fuzz.api import Api


class Schema(Api):
    """An input is the label of an operation, a mode (`positive` or `negative`) and a seed, one per line."""

    kind = "schema"
    share = 1.0
    limits = "off"
    """Otherwise the answer to a valid request may be 429 or 503."""

    def seeds(self) -> list[bytes]:
        from tests.web.test_bad_requests import CASES

        return [f"{label}\n{mode.value}\n1".encode() for mode, label in CASES]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        head = b"\n".join(data.split(b"\n")[:2])
        return head + f"\n{chance.randrange(2**32)}".encode()

    def check(self, data: bytes) -> Iterator[str]:
        from tests.web.test_bad_requests import send_generated

        label, mode, seed = data.decode().split("\n")
        timeout = 3 * self.slowest
        send_generated(self._address, label, GenerationMode(mode), int(seed), examples=5, timeout=timeout)
        yield f"{label} {mode}"
