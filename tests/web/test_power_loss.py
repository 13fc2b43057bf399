"""Power failures and failing writes at every point of a command's transaction: every move that was answered
is there, none twice, and the database is intact."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from ludoteca.errors import LudotecaError
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.errors import StaleGame
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.store import database as database_module
from ludoteca.web.store.database import CannotStore, Database
from tests.web import apsw_dbapi
from tests.web.fault_disk import FAULTS, Disk, FaultFileSystem

ANA = digest("ana")
GUEST = Guest(ANA)
CACHE = GameCache()
State = tuple[tuple[str, ...], str | None, int]
"""The moves, the result, and the number of stored results."""

LINE: tuple[Callable[[GameCommands, str], object], ...] = (
    *(lambda commands, game, move=move: commands.play(game, move, GUEST) for move in ("a1", "a2", "b1")),
    lambda commands, game: commands.undo(game, GUEST),
    lambda commands, game: commands.redo(game, GUEST),
    lambda commands, game: commands.play(game, "b2", GUEST),
    lambda commands, game: commands.undo(game, GUEST),
    *(lambda commands, game, move=move: commands.play(game, move, GUEST) for move in ("b2", "c1")),
)
"""Commands of a game of Tic-Tac-Toe, which its last move wins."""


@pytest.fixture
def disk(request, monkeypatch):
    """The file system of our own `Database`. There is a checkpoint after a few pages, so that its writes are
    in the record too."""
    system = FaultFileSystem(f"fault-{request.node.name[:40]}")
    monkeypatch.setattr(apsw_dbapi, "vfs", system.name)
    monkeypatch.setattr(database_module, "create_engine", partial(create_engine, module=apsw_dbapi))
    pragmas = (*database_module._PRAGMAS, "wal_autocheckpoint = 12")
    monkeypatch.setattr(database_module, "_PRAGMAS", pragmas)
    yield system
    system.unregister()


def open_commands(file: Path) -> GameCommands:
    database = Database(f"sqlite:///{file}")
    database.migrate()
    return GameCommands(GameRepository(database, CACHE), EventBus())


def begin(commands: GameCommands) -> str:
    setup = GameSetup(called="tic-tac-toe", kind="shared", second="human", first_name="Ana")
    return commands.begin(setup, ANA, ("first", "second")).row.id


def state(commands: GameCommands, game: str) -> State:
    stored = commands.games.get(game)
    with commands.games.database.reading() as session:
        numbers = list(session.scalars(text("select number from moves order by number")))
        results = session.scalar(text("select count(*) from results")) or 0
    assert numbers == list(range(1, stored.row.plies + 1))  # none missing, none twice
    return stored.texts, stored.row.result, results


def require_intact(database: Database) -> None:
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("pragma integrity_check").scalars().all() == ["ok"]
        assert connection.exec_driver_sql("pragma foreign_key_check").all() == []


def reopened(folder: Path, game: str) -> State:
    """What a server finds after the power is back; the game can go on."""
    commands = open_commands(folder / "web.sqlite")
    try:
        require_intact(commands.games.database)
        found = state(commands, game)
        if found[1] is None:
            stored = commands.games.get(game)
            commands.play(game, stored.position.legal_moves[0].text, GUEST, stored.row.plies)
        return found
    finally:
        commands.games.database.close()


def record(disk: FaultFileSystem, folder: Path) -> tuple[Disk, str, list[State]]:
    """Run all commands. The disk before the first of them, the game, and its state after each."""
    folder.mkdir()
    commands = open_commands(folder / "web.sqlite")
    game = begin(commands)
    before = Disk.of(folder)
    disk.operations.clear()
    states = [state(commands, game)]
    for command in LINE:
        command(commands, game)
        disk.operations.append(("answer",))
        states.append(state(commands, game))
    commands.games.database.close()
    return before, game, states


CUTS = {
    "nothing that was not synced is kept": (0.0, 1),
    "everything is kept": (1.0, 1),
    "some sectors are kept": (0.5, 1),
    "most sectors are kept": (0.9, 1),
}


@pytest.mark.parametrize("cut", CUTS)
def test_the_power_fails_after_any_write(disk, tmp_path, monkeypatch, cut):
    part, repetitions = CUTS[cut]
    before, game, states = record(disk, tmp_path / "recorded")
    answers = [number for number, one in enumerate(disk.operations) if one[0] == "answer"]
    end = answers[-1] + 1
    assert (
        sum(one[0] == "sync" and one[1] == "web.sqlite" for one in disk.operations[:end]) >= 2
    )  # checkpoints
    monkeypatch.undo()  # the power is back: the ordinary file system and module
    for cut_at in range(end + 1):
        answered = sum(number < cut_at for number in answers)
        for seed in range(repetitions):
            folder = tmp_path / f"{cut_at}-{seed}"
            after = Disk({name: bytearray(found) for name, found in before.safe.items()})
            after.run(disk.operations[:cut_at]).cut_power(random.Random(1000 * cut_at + seed), part)
            after.write_to(folder)
            # The command that was interrupted is there, or it is not; those answered before are.
            assert reopened(folder, game) in states[answered : answered + 2], (cut_at, seed)
            shutil.rmtree(folder)


@pytest.mark.parametrize("fault", FAULTS, ids=("i/o error", "disk full", "torn write"))
def test_any_write_fails(disk, tmp_path, fault):
    """The command is answered with an error and has no effect, or it is done. Repeated, it is done once."""
    start = tmp_path / "start"
    start.mkdir()
    commands = open_commands(start / "web.sqlite")
    game = begin(commands)
    commands.play(game, "a1", GUEST)
    commands.games.database.close()
    failures = 0
    for number in range(1000):
        folder = Path(shutil.copytree(start, tmp_path / str(number)))
        commands = open_commands(folder / "web.sqlite")
        disk.operations.clear()
        disk.fail_at, disk.fault = number, fault
        refused = not _accepted(commands, game, "a2", 1)
        failures += refused
        disk.fault = None
        injected = len(disk.operations) > number
        if refused:
            assert state(commands, game)[0] == ("a1",)
            assert _accepted(commands, game, "a2", 1)
        with pytest.raises(StaleGame):
            commands.play(game, "b1", GUEST, 1)
        assert state(commands, game)[0] == ("a1", "a2")
        commands.games.database.close()
        assert reopened(folder, game)[0] == ("a1", "a2")
        shutil.rmtree(folder)
        if not injected:
            break
    assert failures >= 3  # header, frames and sync of the write-ahead log


def _accepted(commands: GameCommands, game: str, move: str, ply: int) -> bool:
    try:
        commands.play(game, move, GUEST, ply)
    except CannotStore:
        return False
    return True


def test_the_model_of_the_disk_loses_what_was_not_synced(tmp_path):
    writes = [("write", "f", 0, b"a" * 600), ("sync", "f"), ("write", "f", 600, b"b" * 600)]
    assert Disk({}).run(writes).cut_power(None, 0.0).safe == {"f": b"a" * 600}
    assert Disk({}).run(writes).cut_power(None, 1.0).safe == {"f": b"a" * 600 + b"b" * 600}
    torn = {len(Disk({}).run(writes).cut_power(random.Random(n), 0.5).safe["f"]) for n in range(20)}
    assert torn == {600, 600 + 512, 1200}


def test_an_error_of_the_database_is_no_other_error(disk, tmp_path):
    """The adapter reports as `sqlite3` does."""
    commands = open_commands(tmp_path / "web.sqlite")
    disk.operations.clear()
    disk.fail_at, disk.fault = 0, FAULTS[1]
    with pytest.raises(LudotecaError) as refused:
        begin(commands)
    commands.games.database.close()
    assert refused.value.code == "database.unavailable"
