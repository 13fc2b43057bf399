"""Network training can be interrupted and resumed, and a network is kept only if it wins its match."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from ludoteca.engine import Engine
from ludoteca.games import load
from ludoteca.games.networks import Network
from ludoteca.play.players import EnginePlayer, PlayerSpec, parse_player
from ludoteca.tournament.games import GameSetup
from ludoteca.tournament.series import Plan, Series
from ludoteca.tournament.train_network import (
    NetworkCheckpoint,
    NetworkTraining,
    NetworkTrainingOptions,
    SelfPlayGame,
    play_network_game,
    read_network_checkpoint,
    remove_checkpoint,
    samples_path,
    start_network,
)
from ludoteca.tournament.training import write_checkpoint
from ludoteca.tournament.workers import Progress

OPTIONS = NetworkTrainingOptions("tic-tac-toe", rounds=2, games=60, nodes=60, test_games=8, test_nodes=60)


class Interrupted(Exception):
    pass


def no_progress(what: str, done: int, total: int) -> None:
    pass


def run(state: NetworkCheckpoint, file: Path, progress: Progress = no_progress) -> Network | None:
    training = NetworkTraining(OPTIONS, state, file, 1, progress)
    training.run()
    return training.result()


def test_a_game_is_the_same_for_the_same_seed() -> None:
    one, other = (play_network_game(SelfPlayGame("tic-tac-toe", None, 60, seed)) for seed in (5, 6))
    again = play_network_game(SelfPlayGame("tic-tac-toe", None, 60, 5))
    assert (one.kinds, one.results) == (again.kinds, again.results)
    assert one.kinds != other.kinds
    assert len(one.kinds) == 8 * len(one)
    assert all(0 <= result <= 1 for result in one.results)


@pytest.mark.parametrize("when", ["play", "test"])
def test_a_resumed_training_ends_as_an_uninterrupted_one(tmp_path: Path, when: str) -> None:
    file = tmp_path / "checkpoints" / "network.json"

    def interrupt(what: str, done: int, total: int) -> None:
        if what == when and done == (55 if what == "play" else 3):
            raise Interrupted

    with pytest.raises(Interrupted):
        run(start_network(OPTIONS), file, interrupt)
    resumed = read_network_checkpoint(file, OPTIONS)
    assert resumed is not None
    assert resumed.played == (50 if when == "play" else 60)
    again = run(resumed, file)
    remove_checkpoint(file)
    fresh = start_network(OPTIONS)
    whole = run(fresh, file)
    assert again == whole
    assert asdict(resumed) == asdict(fresh)
    remove_checkpoint(file)
    assert list(file.parent.iterdir()) == []


def test_no_game_is_lost_between_two_checkpoints(tmp_path: Path) -> None:
    """A checkpoint written on interruption counts as many games as the sample file holds."""
    file = tmp_path / "checkpoints" / "network.json"

    def interrupt(what: str, done: int, total: int) -> None:
        if what == "play" and done == 33:
            raise Interrupted

    state = start_network(OPTIONS)
    with pytest.raises(Interrupted):
        run(state, file, interrupt)
    write_checkpoint(file, state)
    resumed = read_network_checkpoint(file, OPTIONS)
    assert resumed is not None and resumed.played == 33
    again = run(resumed, file)
    remove_checkpoint(file)
    fresh = start_network(OPTIONS)
    assert run(fresh, file) == again
    assert asdict(resumed) == asdict(fresh)


def test_a_checkpoint_of_other_options_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "network.json"
    write_checkpoint(file, start_network(OPTIONS))
    assert read_network_checkpoint(file, OPTIONS) is None  # the samples are missing
    samples_path(file).write_bytes(b"")
    assert read_network_checkpoint(file, OPTIONS) is not None
    assert read_network_checkpoint(file, NetworkTrainingOptions("tic-tac-toe", rounds=3)) is None


class Lost:
    class strength:
        elo, low, high = -30.0, -60.0, 0.0

    games, wins, draws, losses = 8, 1, 3, 4


class Won:
    class strength:
        elo, low, high = 30.0, 10.0, None

    games, wins, draws, losses = 8, 4, 3, 1


def test_a_network_that_loses_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NetworkTraining, "match", lambda *_: Lost)
    state = start_network(OPTIONS)
    assert run(state, tmp_path / "network.json") is None
    assert (state.round, state.kept, state.gain) == (2, 0, None)


def test_a_network_that_wins_is_kept_with_its_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    players: list[tuple[Any, ...]] = []

    def match(_: object, *given: Any) -> type[Won]:
        players.append(given)
        return Won

    monkeypatch.setattr(NetworkTraining, "match", match)
    network = run(start_network(OPTIONS), tmp_path / "network.json")
    assert network is not None
    assert network.story["elo"] == 30.0 and "high" not in network.story and network.story["positions"] > 100
    assert [new.network == network for new, _, _ in players] == [True, False]  # an equal gain is no gain
    assert {old.text for _, old, _ in players} == {"engine:nodes=60,network=none"}


def test_a_network_travels_as_a_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A specification with a network can be sent to a worker process, and the player there uses it."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    game = load("tic-tac-toe")
    network = Network(game.windows, (64,) * 32, (90,) * 32, bytes(sum(game.windows) * 10 * 32))
    spec = PlayerSpec("engine:nodes=50", network=network)
    player = parse_player(spec).for_game(game)
    assert isinstance(player, EnginePlayer)
    engine, plain = player.engine(game), Engine(game, 0, weights={})
    assert isinstance(engine, Engine)
    assert engine.evaluate(game.start()) == plain.evaluate(game.start()) + 32 * 90
    series = Series(Plan(GameSetup("tic-tac-toe"), spec, "random", 2))
    assert len(list(series.play(1))) == 2
    assert list(tmp_path.iterdir()) == []
