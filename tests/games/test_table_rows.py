"""The tables of the kernel have no duplicates, and hashes of unchanged rules stay as they are."""

from __future__ import annotations

from dataclasses import fields

import pytest

from ludoteca.games import Game, load

HASHES = {
    "brandubh": "e930cbb4745ef060",
    "hasami-shogi": "29ceeb1e9cda06eb",
    "latrunculi": "0842922de7f3b691",
    "seega": "37693e04ad2b9fff",
    "tablut": "a25ee641b18c20d7",
}
"""Records carry the hash, and are refused against other rules."""


def test_no_two_rows_are_equal(game: Game):
    for table in (game.compiled.layout.windows, game.compiled.layout.sandwiches):
        rows = [[getattr(row, field.name) for field in fields(row)] for row in table]
        assert all(row not in rows[:number] for number, row in enumerate(rows))


@pytest.mark.parametrize("name", HASHES)
def test_rules_with_custodian_capture_keep_their_hash(name: str):
    assert load(name).rules_hash == HASHES[name]
