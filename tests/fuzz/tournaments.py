"""Files of tournaments, which people may edit and pass on."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import ClassVar

from ludoteca.cli.commands.tournament import stored_plan
from ludoteca.errors import LudotecaError
from ludoteca.tournament.formats import FORMATS
from ludoteca.tournament.games import GameSetup
from ludoteca.tournament.tournament_file import TournamentFile
from ludoteca.tournament.tournaments import Tournament, TournamentPlan, entrants
from tests.fuzz.harness import Harness
from tests.fuzz.mutation import mutated
from tests.fuzz.records import mutated_json


@cache
def played(format: str) -> bytes:
    """The file of a small tournament."""
    plan = TournamentPlan(GameSetup("tic-tac-toe"), entrants(["random"] * 3), format, even_openings=False)
    path = Path(tempfile.mkdtemp()) / "seed.jsonl"
    with TournamentFile(path, plan.as_dict(plan.check())) as file:
        for _ in Tournament(plan, file.games, file.add).play(0):
            pass
    return path.read_bytes()


class Tournaments(Harness):
    """A file is refused, or resumed with a table."""

    kind = "tournaments"
    refusals = (LudotecaError,)
    words: ClassVar[tuple[bytes, ...]] = (
        b"\n", b'"plan":', b'"players":[["a","random"],["b","random"]]', b'"format":"swiss"', b"knockout",
        b"gauntlet", b'"game":"1.1.2.1"', b'"game":"9.9.9.9"', b'"choices":[1,2]', b"null", b"-1", b"1e999",
        b'"sprt":[0,10]', b"2.1.2.1", b"[]", b"{}",
    )  # fmt: skip

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), *(played(one) for one in FORMATS)]

    def check(self, data: bytes) -> Iterator[str]:
        path = Path(tempfile.gettempdir()) / "fuzzed.jsonl"
        path.write_bytes(data)
        plan, _ = stored_plan(path)
        yield f"plan {plan.format}"
        if plan.setup.game != "tic-tac-toe" or plan.games > 100 or (plan.rounds or 0) > 100:
            return  # the rest would be a test of games, or take long
        described = plan.as_dict(plan.check())
        with TournamentFile(path, described) as file:
            made = Tournament(plan, file.games)
        table = made.table()
        assert table.games == len(made.results) <= len(made.games)
        yield f"table {table.games}"

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        lines = data.splitlines(keepends=True)
        if lines and chance.random() < 0.6:
            place = chance.randrange(len(lines))
            lines[place] = mutated_json(lines[place], chance).rstrip(b"\n") + b"\n"
            return b"".join(lines)
        return mutated(data, others, self.words, chance)
