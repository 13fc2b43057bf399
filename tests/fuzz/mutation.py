"""Mutations of bytes that know no grammar, for inputs that are lines of text or binary files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

LONGEST = 20_000
"""A mutated input is cut at this many bytes."""
NUMBER = re.compile(rb"-?\d+")
NUMBERS = (
    b"0", b"1", b"-1", b"2", b"7", b"19", b"52", b"99", b"255", b"256", b"65536", b"4294967296", b"9" * 20,
    b"9" * 5000, b"1e9", b"nan", b"0x10", "٣".encode(), "²".encode(), b"-0", b"00",
)  # fmt: skip
ODD = (
    b"", b" ", b"\n", b"\r\n", b"\t", b"\0", b'"', b"'", b"\\", b"/", b"[", b"]", b"{", b"}", b"(", b")",
    b";", b":", b",", b"=", b".", b"*", b"#", b"-", b"+", b"\xff", b"\xc3", "é".encode(), "…".encode(),
    "\u2028".encode(), "\u202e".encode(), "\ufeff".encode(), "🂡".encode(), "İ".encode(), "ß".encode(),
    b"\x1b[31m", b"\x85", b"\xed\xa0\x80",
)  # fmt: skip
Mutation = Callable[[bytes, Sequence[bytes], Sequence[bytes], Random], bytes]


def mutated(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    """The input after one or several random changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        data = chance.choice(MUTATIONS)(data, others, words, chance)
    return data[:LONGEST]


def _span(data: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.choice((1, 1, 2, 4, 8, 30, 200)))


def insert(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice([*ODD, *words, *words]) + data[at:]


def replace(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + chance.choice([*ODD, *words]) + data[end:]


def delete(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + data[end:]


def flip(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def repeat(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    start, end = _span(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 2, 10, 300)) + data[end:]


def move(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    start, end = _span(data, chance)
    rest = data[:start] + data[end:]
    at = chance.randrange(len(rest) + 1)
    return rest[:at] + data[start:end] + rest[at:]


def renumber(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    """Replace a number by a neighbour or by an odd one."""
    found = list(NUMBER.finditer(data))
    if not found:
        return data
    one = chance.choice(found)
    near = str(int(one[0][:18]) + chance.choice((-2, -1, 1, 2))).encode()
    return data[: one.start()] + chance.choice((near, near, *NUMBERS)) + data[one.end() :]


def splice(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    """The beginning of one input and the end of another."""
    other = chance.choice(others) if others else data
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def graft(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    """A piece of another input in the place of a piece of this one."""
    other = chance.choice(others) if others else data
    (start, end), (first, last) = _span(data, chance), _span(other, chance)
    return data[:start] + other[first:last] + data[end:]


def shuffle_lines(data: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


MUTATIONS: tuple[Mutation, ...] = (
    insert, insert, replace, delete, flip, repeat, move, renumber, renumber, splice, graft, shuffle_lines,
)  # fmt: skip
