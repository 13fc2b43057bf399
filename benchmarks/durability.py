"""The cost of durable commits: moves per second with SQLite's `synchronous` at `normal` and at `full`.

python benchmarks/durability.py [--moves N] [--folder FOLDER]

The commands of the server play games in a new database, in turn with each setting. `normal` may lose the last
moves in a power failure, `full` is what the server uses. The folder decides which disk is measured.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.store import database
from ludoteca.web.store.database import Database

VISITOR = digest("benchmark")
LINE = ("a1-b2", "c1-b1", "b2-a1", "b1-c1")
"""Moves of Tapatan that repeat the position."""
ROUNDS = 5
PRAGMAS = database._PRAGMAS


def moves_per_second(folder: Path, setting: str, moves: int) -> float:
    database._PRAGMAS = tuple(f"synchronous = {setting}" if "sync" in one else one for one in PRAGMAS)
    opened = Database(f"sqlite:///{folder / 'web.sqlite'}")
    opened.migrate()
    commands = GameCommands(GameRepository(opened, GameCache()), EventBus())
    setup = GameSetup(called="tapatan", kind="shared", second="human")
    seconds = played = 0.0
    while played < moves:
        game = commands.begin(setup, VISITOR, ("first", "second")).row.id
        start = time.perf_counter()
        for move in LINE:
            commands.play(game, move, Guest(VISITOR))
        seconds += time.perf_counter() - start
        played += len(LINE)
    opened.close()
    return played / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--folder", default=None, help="where the database is written")
    asked = parser.parse_args()
    found: dict[str, list[float]] = {"normal": [], "full": []}
    for _ in range(ROUNDS):
        for setting, figures in found.items():
            with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
                figures.append(moves_per_second(Path(folder), setting, asked.moves))
    for setting, figures in found.items():
        print(f"{setting:8} {statistics.median(figures):8.0f} moves per second")
    ratio = statistics.median(found["full"]) / statistics.median(found["normal"])
    print(f"full / normal {ratio:.2f}")


if __name__ == "__main__":
    main()
