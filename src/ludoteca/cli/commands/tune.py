"""`ludoteca tune`: train evaluation weights or a network by self-play."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.commands.match import processes_option
from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import game_argument, json_option

if TYPE_CHECKING:
    from ludoteca.tournament.training import Checkpoint, Training, TrainingOptions


class NothingToLearn(CommandError):
    """A game without windows, which a network cannot evaluate."""


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    number = text("help.NUMBER")
    for name, least in (("rounds", 1), ("games", 1), ("nodes", 10), ("test-games", 2), ("test-nodes", 10)):
        reader = integer(output, least, 10**7)
        parser.option(f"--{name}", metavar=number, type=reader, default=None, help=text(f"help.tune-{name}"))
    parser.option(
        "--seed", metavar=text("help.SEED"), type=integer(output, 0, 2**31), default=1, help=text("help.seed")
    )
    parser.option("--network", action="store_true", default=False, help=text("help.tune-network"))
    parser.option("--no-cells", action="store_true", default=False, help=text("help.tune-no-cells"))
    parser.option("--output", metavar=text("help.FILE"), default="", help=text("help.tune-output"))
    parser.option("--afresh", action="store_true", default=False, help=text("help.tune-afresh"))
    processes_option(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    return train_network(args, output) if args.network else train_weights(args, output)


def given(args: Namespace) -> dict[str, int]:
    """The options that were given; the others keep their defaults."""
    names = ("rounds", "games", "nodes", "test_games", "test_nodes", "seed")
    return {name: value for name in names if (value := getattr(args, name)) is not None}


def train_network(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.games.networks import checkpoint_path, network_path
    from ludoteca.games.userdata import write_text
    from ludoteca.tournament import train_network as training
    from ludoteca.tournament.tuned_file import tuned_file_for

    game = load(args.game)
    if not game.windows:
        raise NothingToLearn("tune.no-windows", game=game.title(output.lang))
    if game.spec.variant:
        raise NothingToLearn("tune.no-variant", game=game.name)
    options = training.NetworkTrainingOptions(args.game, **given(args))
    path = checkpoint_path(game.id, "", ".network.json")
    place = Path(args.output) if args.output else network_path(tuned_file_for(args.game, game))
    saved = None if args.afresh else training.read_network_checkpoint(path, options)
    state = saved or training.start_network(options)
    with Bars(output) as bars:
        work = training.NetworkTraining(options, state, path, processes(args), bars.show)
        if not finished(work, output):
            return 130
    network = work.result()
    if network:
        write_text(place, network.text)
    training.remove_checkpoint(path)
    report(options, state, {}, place if network else None, args.json, output, "tune.network-gain")
    return 0 if network else 1


def train_weights(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.games.networks import checkpoint_path, network_path
    from ludoteca.tournament import tuning
    from ludoteca.tournament.training import read_checkpoint
    from ludoteca.tournament.tuned_file import tuned_file_for

    game = load(args.game)
    options = tuning.WeightTrainingOptions(args.game, **given(args), cells=not args.no_cells)
    path = checkpoint_path(game.id, game.spec.variant or "", ".json")
    place = Path(args.output) if args.output else tuned_file_for(args.game, game)
    saved = None if args.afresh else read_checkpoint(path, tuning.WeightCheckpoint, options)
    state = saved or tuning.start_weights(options)
    with Bars(output) as bars:
        if not finished(tuning.WeightTraining(options, state, path, processes(args), bars.show), output):
            return 130
    if state.kept:
        tuning.write_weights(place, game, options, state)
        if network_path(place).exists():
            network_path(place).unlink()
            output.write_error(output.text("tune.network-gone"))
    path.unlink(missing_ok=True)
    weights = {"weights": state.weights}
    report(options, state, weights, place if state.kept else None, args.json, output, "tune.gain")
    return 0 if state.kept else 1


def processes(args: Namespace) -> int:
    from ludoteca.system import cores

    return args.processes or cores()


def finished(work: Training[Any, Any, Any, Any], output: Output) -> bool:
    """Run a training, or resume it. False if it was interrupted; then its state is saved."""
    state = work.state
    if state.round or state.played:
        output.write_error(output.text("tune.resumed", round=state.round + 1, played=state.played))
    try:
        work.run()
    except KeyboardInterrupt:
        work.save()
        output.write_stopped("tune.stopped")
        return False
    return True


def report(
    options: TrainingOptions, state: Checkpoint, more: dict[str, Any], place: Path | None, as_json: bool,
    output: Output, word: str,
) -> None:  # fmt: skip
    """The gain and the file written; `place` is None if nothing was better."""
    if as_json:
        output.json({"game": options.game, **more, "kept": state.kept, "rounds": state.round,
                     "positions": state.positions, "gain": state.gain,
                     "file": str(place) if place else None})  # fmt: skip
        return
    if place is None or state.gain is None:
        output.write(output.text("tune.nothing"))
        return
    gain = state.gain
    told = {name: "?" if gain[name] is None else f"{gain[name]:+.0f}" for name in ("elo", "low", "high")}
    output.write(output.text(word, games=gain["games"], **told))
    output.write(output.text("tune.written", file=place))


class Bars:
    """A progress bar for each step: self-play, fitting, test match."""

    def __init__(self, output: Output) -> None:
        from ludoteca.cli.progress import Progress

        self._screen, self._make = output, Progress
        self._now: Progress | None = None
        self._what = ("", 0)

    def __enter__(self) -> Bars:
        return self

    def show(self, what: str, done: int, total: int) -> None:
        if self._now is None or self._what != (what, total):
            self.close()
            self._now = self._make(self._screen, total).__enter__()
            self._what = (what, total)
        self._now.show(done, self._screen.text(f"tune.{what}"))

    def close(self) -> None:
        if self._now is not None:
            self._now.__exit__(None, None, None)
            self._now = None

    def __exit__(self, *_: object) -> None:
        self.close()
