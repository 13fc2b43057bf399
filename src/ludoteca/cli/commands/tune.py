"""`ludoteca tune`: the former name of `train`, which it does by default.

Two options keep what it did before: weights of the linear evaluation alone, or a network over its windows."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.commands import train
from ludoteca.cli.commands.train import Bars, finished
from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.workers_option import chosen_workers

if TYPE_CHECKING:
    from ludoteca.tournament.training import Checkpoint, TrainingOptions


class NothingToLearn(CommandError):
    """A game without windows, which a network cannot evaluate."""


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    train.arguments(parser, output)
    parser.option("--network", action="store_true", default=False, help=text("help.tune-network"))
    parser.option("--no-cells", action="store_true", default=False, help=text("help.tune-no-cells"))


def run(args: Namespace, output: Output) -> int:
    if not args.network and not args.no_cells:
        return train.run(args, output)
    (args.game,) = train.names(args, most=1)
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
        work = training.NetworkTraining(options, state, path, chosen_workers(args), bars.show)
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
        if not finished(tuning.WeightTraining(options, state, path, chosen_workers(args), bars.show), output):
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
