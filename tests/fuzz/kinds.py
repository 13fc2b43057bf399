"""The harnesses by name. What reads something new from outside gets its harness here: a line protocol for
engines, for instance, is one more class with the lines of a session as its input."""

from __future__ import annotations

from tests.fuzz.api import Api
from tests.fuzz.drafts import Drafts
from tests.fuzz.files import Certificates, Evaluations, Networks, Tables, Tuned
from tests.fuzz.harness import Harness
from tests.fuzz.planted import Planted
from tests.fuzz.players import Players
from tests.fuzz.positions import Moves, Names, Positions
from tests.fuzz.records import Piskvork, Records, Sgf
from tests.fuzz.rules import OracleRules, Rules
from tests.fuzz.schema import Schema
from tests.fuzz.tournaments import Tournaments

KINDS: dict[str, type[Harness]] = {
    one.kind: one
    for one in (
        Rules, OracleRules, Drafts, Names, Positions, Moves, Records, Sgf, Piskvork, Players, Tables,
        Certificates, Tuned, Networks, Evaluations, Tournaments, Api, Schema,
    )
}  # fmt: skip
EVERY_KIND = {**KINDS, Planted.kind: Planted}
"""With the one that has planted faults."""
