"""Game clocks in stored games: jumps of the system clock, restarts, and the end of time."""

from dataclasses import dataclass

import pytest

from ludoteca.play.session import GameIsOver
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest
from ludoteca.web.games.steady_clock import GRACE, SteadyClock
from ludoteca.web.store.database import Database

ANA = Guest("ana")
HOUR = 3600.0


@dataclass
class Times:
    """Both clocks of a machine, set by the test."""

    wall: float = 1_790_000_000.0
    steady: float = 500.0

    def pass_by(self, seconds):
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def times():
    return Times()


@pytest.fixture
def database(tmp_path):
    found = Database(f"sqlite:///{tmp_path / 'web.sqlite'}")
    found.migrate()
    yield found
    found.close()


def server(database, times):
    """A server that starts now, by the clocks of the test."""
    clock = SteadyClock(lambda: times.wall, lambda: times.steady)
    return GameCommands(GameRepository(database, GameCache(), clock), EventBus())


def begun(commands):
    """A game of five minutes between two people at one screen, after the first move."""
    setup = GameSetup("tapatan", kind="shared", second="human", clock=300.0)
    game = commands.begin(setup, "ana", ("first", "second")).row.id
    commands.play(game, "a1-b2", ANA)
    return game


def left(commands, game):
    return commands.games.get(game).session.clock.left("second", True, commands.clock())


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 60.0, -60.0])
def test_a_jump_of_the_system_clock_neither_costs_nor_gives_time(database, times, jump):
    commands = server(database, times)
    game = begun(commands)
    times.pass_by(20)
    times.wall += jump
    assert left(commands, game) == pytest.approx(280)
    assert not commands.flag(game, ANA).is_over
    commands.play(game, "c1-b1", ANA)
    stored = commands.games.get(game)
    assert stored.session.clock.remaining["second"] == pytest.approx(280)
    assert stored.moves[-1].seconds == pytest.approx(20)


def test_time_up_is_time_up(database, times):
    commands = server(database, times)
    game = begun(commands)
    times.pass_by(301)
    assert commands.flag(game, ANA).session.lost_on_time
    with pytest.raises(GameIsOver):
        commands.undo(game, ANA)
    assert commands.games.get(game).session.clock.remaining["second"] == 0


@pytest.mark.parametrize("command", ["undo", "redo", "offer_draw", "resign"])
def test_no_command_escapes_the_end_of_time(database, times, command):
    """The time is up, and nobody has said so yet."""
    commands = server(database, times)
    game = begun(commands)
    times.pass_by(301)
    assert getattr(commands, command)(game, ANA).session.lost_on_time


def test_a_restart_counts_the_time_before_it_by_the_system_clock(database, times):
    game = begun(server(database, times))
    times.pass_by(100)
    times.steady = 3.0  # the machine was restarted as well
    commands = server(database, times)
    assert left(commands, game) == pytest.approx(200)
    times.pass_by(50)
    assert left(commands, game) == pytest.approx(150)


@pytest.mark.parametrize(("jump", "expected"), [(HOUR, GRACE), (-HOUR, 300.0)])
def test_a_restart_after_a_jump_flags_nobody_and_gives_no_more_than_the_turn(database, times, jump, expected):
    game = begun(server(database, times))
    times.pass_by(100)
    times.wall += jump
    commands = server(database, times)
    assert left(commands, game) == pytest.approx(expected)
    assert not commands.flag(game, ANA).is_over
    times.pass_by(10)
    assert left(commands, game) == pytest.approx(expected - 10), "the clock runs on from the restart"


def test_another_server_whose_clock_is_a_little_ahead(database, times):
    commands = server(database, times)
    times.pass_by(HOUR)
    ahead = server(database, Times(times.wall + 2, times.steady))
    game = begun(ahead)
    assert left(commands, game) == pytest.approx(300)
