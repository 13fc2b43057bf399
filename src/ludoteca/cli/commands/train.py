"""`ludoteca train`: learn the evaluation of games by self-play."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.parser import number as decimal
from ludoteca.cli.start_options import json_option
from ludoteca.cli.workers_option import chosen_workers, workers_option

if TYPE_CHECKING:
    from ludoteca.tournament.learning import Learning, LearningOptions
    from ludoteca.tournament.training import Training


class NoGame(CommandError):
    """Neither a game nor `--all` was given, or both, or one output file for several games."""


_NUMBERS = (("rounds", 1), ("games", 1), ("nodes", 10), ("test-games", 2), ("test-nodes", 10))


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.argument("game", metavar=text("help.GAME"), nargs="*", default=[], help=text("help.train-game"))
    parser.option("--all", action="store_true", default=False, help=text("help.train-all"))
    number = text("help.NUMBER")
    for name, least in _NUMBERS:
        reader = integer(output, least, 10**7)
        parser.option(f"--{name}", metavar=number, type=reader, default=None, help=text(f"help.tune-{name}"))
    parser.option(
        "--minutes",
        metavar=number,
        type=decimal(output, 0, 10**5),
        default=None,
        help=text("help.train-minutes"),
    )
    parser.option(
        "--seed", metavar=text("help.SEED"), type=integer(output, 0, 2**31), default=1, help=text("help.seed")
    )
    parser.option("--form", metavar=text("help.TEXT"), default=None, help=text("help.train-form"))
    parser.option("--output", metavar=text("help.FILE"), default="", help=text("help.train-output"))
    parser.option("--afresh", action="store_true", default=False, help=text("help.tune-afresh"))
    workers_option(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    """Train all games in turn. 0 if some evaluation was improved."""
    found = []
    for name in names(args):
        row = _train(args, name, output)
        if row is None:
            return 130
        found.append(row)
    if args.json:
        output.json(found if len(found) > 1 or args.all else found[0])
    return 0 if any(row["file"] for row in found) else 1


def names(args: Namespace, most: int = 1 << 20) -> list[str]:
    """The games to train. Raises `NoGame`."""
    from ludoteca.games.library import ids

    if bool(args.game) == args.all:
        raise NoGame("train.which")
    found = ids() if args.all else list(args.game)
    if len(found) > (1 if args.output else most):
        raise NoGame("train.one-output")
    return found


def _options(args: Namespace, name: str) -> LearningOptions:
    from ludoteca.games.patterns import read_form
    from ludoteca.tournament.learning import LearningOptions

    names = ("rounds", "games", "nodes", "test_games", "test_nodes", "minutes", "seed", "form")
    given = {one: value for one in names if (value := getattr(args, one)) is not None}
    if args.form is not None and args.form != "auto":
        try:
            given["form"] = read_form(args.form).text
        except ValueError as problem:
            raise NoGame("train.form", word=str(problem)) from None
    return LearningOptions(name, **given)


def _train(args: Namespace, name: str, output: Output) -> dict[str, Any] | None:
    """Train one game, or resume its training. None if it was interrupted."""
    from ludoteca.games import load
    from ludoteca.games.learnt import learnt_path, to_bytes
    from ludoteca.games.userdata import write_bytes
    from ludoteca.tournament import learning
    from ludoteca.tournament.tuned_file import tuned_file_for

    game = load(name)
    options = _options(args, name)
    path = learning.checkpoint_path(game)
    place = (
        Path(args.output) if args.output else learnt_path(tuned_file_for(name, game), game.spec.variant or "")
    )
    saved = None if args.afresh else learning.read_learning(path, options)
    state = saved or learning.start_learning(options)
    with Bars(output) as bars:
        work = learning.Learning(options, state, path, chosen_workers(args), bars.show)
        if not finished(work, output):
            return None
    found = work.result()
    if found:
        write_bytes(place, to_bytes(found))
    learning.remove_checkpoint(path)
    row = {
        "game": name, "kept": state.kept, "rounds": state.round, "games": state.games,
        "positions": state.positions, "form": state.form, "gain": state.gain, "seconds": state.seconds,
        "file": str(place) if found else None,
    }  # fmt: skip
    if not args.json:
        _report(row, game.title(output.lang), output)
    return row


def finished(work: Learning | Training[Any, Any, Any, Any], output: Output) -> bool:
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


def _report(row: dict[str, Any], title: str, output: Output) -> None:
    gain = row["gain"]
    if row["file"] is None or gain is None:
        output.write(output.text("train.nothing", game=title, positions=row["positions"]))
        return
    told = {name: "?" if gain[name] is None else f"{gain[name]:+.0f}" for name in ("elo", "low", "high")}
    output.write(
        output.text("train.gain", game=title, games=gain["games"], positions=row["positions"], **told)
    )
    output.write(output.text("tune.written", file=row["file"]))


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
