"""`ludoteca tune`: train evaluation weights or a network by self-play."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.commands.match import processes_option
from ludoteca.cli.errors import CommandError
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option

if TYPE_CHECKING:
    from ludoteca.tournament.training import Checkpoint, Training, TrainingOptions


class NothingToLearn(CommandError):
    """A game without windows, which a network cannot evaluate."""


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    number = say("help.NUMBER")
    for name, least in (("rounds", 1), ("games", 1), ("nodes", 10), ("test-games", 2), ("test-nodes", 10)):
        reader = whole(screen, least, 10**7)
        parser.option(f"--{name}", metavar=number, type=reader, default=None, help=say(f"help.tune-{name}"))
    parser.option(
        "--seed", metavar=say("help.SEED"), type=whole(screen, 0, 2**31), default=1, help=say("help.seed")
    )
    parser.option("--network", action="store_true", default=False, help=say("help.tune-network"))
    parser.option("--no-cells", action="store_true", default=False, help=say("help.tune-no-cells"))
    parser.option("--output", metavar=say("help.FILE"), default="", help=say("help.tune-output"))
    parser.option("--afresh", action="store_true", default=False, help=say("help.tune-afresh"))
    processes_option(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    return train_network(asked, screen) if asked.network else train_weights(asked, screen)


def given(asked: Namespace) -> dict[str, int]:
    """The options that were given; the others keep their defaults."""
    names = ("rounds", "games", "nodes", "test_games", "test_nodes", "seed")
    return {name: value for name in names if (value := getattr(asked, name)) is not None}


def train_network(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.games.networks import checkpoint_path, network_path
    from ludoteca.games.userdata import write_text
    from ludoteca.tournament import train_network as training
    from ludoteca.tournament.tuned_file import tuned_file_for

    game = load(asked.game)
    if not game.windows:
        raise NothingToLearn("tune.no-windows", game=game.title(screen.lang))
    if game.spec.variant:
        raise NothingToLearn("tune.no-variant", game=game.name)
    options = training.NetworkTrainingOptions(asked.game, **given(asked))
    path = checkpoint_path(game.id, "", ".network.json")
    place = Path(asked.output) if asked.output else network_path(tuned_file_for(asked.game, game))
    saved = None if asked.afresh else training.read_network_checkpoint(path, options)
    state = saved or training.start_network(options)
    with _Bars(screen) as bars:
        work = training.NetworkTraining(options, state, path, processes(asked), bars.show)
        if not finished(work, screen):
            return 130
    network = work.result()
    if network:
        write_text(place, network.text)
    training.remove_checkpoint(path)
    report(options, state, {}, place if network else None, asked.json, screen, "tune.network-gain")
    return 0 if network else 1


def train_weights(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.games.networks import checkpoint_path, network_path
    from ludoteca.tournament import tuning
    from ludoteca.tournament.training import read_checkpoint
    from ludoteca.tournament.tuned_file import tuned_file_for

    game = load(asked.game)
    options = tuning.WeightTrainingOptions(asked.game, **given(asked), cells=not asked.no_cells)
    path = checkpoint_path(game.id, game.spec.variant or "", ".json")
    place = Path(asked.output) if asked.output else tuned_file_for(asked.game, game)
    saved = None if asked.afresh else read_checkpoint(path, tuning.WeightCheckpoint, options)
    state = saved or tuning.start_weights(options)
    with _Bars(screen) as bars:
        if not finished(tuning.WeightTraining(options, state, path, processes(asked), bars.show), screen):
            return 130
    if state.kept:
        tuning.write_weights(place, game, options, state)
        if network_path(place).exists():
            network_path(place).unlink()
            screen.tell(screen.say("tune.network-gone"))
    path.unlink(missing_ok=True)
    weights = {"weights": state.weights}
    report(options, state, weights, place if state.kept else None, asked.json, screen, "tune.gain")
    return 0 if state.kept else 1


def processes(asked: Namespace) -> int:
    from ludoteca.system import cores

    return asked.processes or cores()


def finished(work: Training[Any, Any, Any, Any], screen: Screen) -> bool:
    """Run a training, or resume it. False if it was interrupted; then its state is saved."""
    state = work.state
    if state.round or state.played:
        screen.tell(screen.say("tune.resumed", round=state.round + 1, played=state.played))
    try:
        work.run()
    except KeyboardInterrupt:
        work.save()
        screen.tell("\n" + screen.say("tune.stopped"))
        return False
    return True


def report(
    options: TrainingOptions, state: Checkpoint, more: dict[str, Any], place: Path | None, as_json: bool,
    screen: Screen, word: str,
) -> None:  # fmt: skip
    """The gain and the file written; `place` is None if nothing was better."""
    if as_json:
        screen.json({"game": options.game, **more, "kept": state.kept, "rounds": state.round,
                     "positions": state.positions, "gain": state.gain,
                     "file": str(place) if place else None})  # fmt: skip
        return
    if place is None or state.gain is None:
        screen.write(screen.say("tune.nothing"))
        return
    gain = state.gain
    told = {name: "?" if gain[name] is None else f"{gain[name]:+.0f}" for name in ("elo", "low", "high")}
    screen.write(screen.say(word, games=gain["games"], **told))
    screen.write(screen.say("tune.written", file=place))


class _Bars:
    """A progress bar for each step: self-play, fitting, test match."""

    def __init__(self, screen: Screen) -> None:
        from ludoteca.cli.progress import Progress

        self._screen, self._make = screen, Progress
        self._now: Progress | None = None
        self._what = ("", 0)

    def __enter__(self) -> _Bars:
        return self

    def show(self, what: str, done: int, total: int) -> None:
        if self._now is None or self._what != (what, total):
            self.close()
            self._now = self._make(self._screen, total).__enter__()
            self._what = (what, total)
        self._now.show(done, self._screen.say(f"tune.{what}"))

    def close(self) -> None:
        if self._now is not None:
            self._now.__exit__(None, None, None)
            self._now = None

    def __exit__(self, *_: object) -> None:
        self.close()
