"""`ludoteca tune`: better weights for a game's evaluation, by self-play."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.commands.match import processes_option
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option
from ludoteca.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca.tournament.tuning import Course, State


class NothingToLearn(LudotecaError):
    """A game about which a network could say nothing."""


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
    return learn_network(asked, screen) if asked.network else learn_weights(asked, screen)


def given(asked: Namespace) -> dict[str, int]:
    """What was said of rounds, games and nodes; the rest is as usual."""
    names = ("rounds", "games", "nodes", "test_games", "test_nodes", "seed")
    return {name: value for name in names if (value := getattr(asked, name)) is not None}


def learn_network(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.games.networks import learning_path, network_path
    from ludoteca.play.userdata import write_whole
    from ludoteca.tournament.train_network import (
        School,
        begin,
        forget,
        go_to_school,
        read_report,
        write_report,
    )
    from ludoteca.tournament.tuned_file import place_for
    from ludoteca.tournament.workers import cores

    game = load(asked.game)
    if not game.windows:
        raise NothingToLearn(screen.say("tune.no-windows", game=game.title(screen.lang)))
    if game.spec.variant:
        raise NothingToLearn(screen.say("tune.no-variant", game=game.name))
    school = School(asked.game, **given(asked))
    notes = learning_path(game.id, "", ".school.json")
    place = Path(asked.output) if asked.output else network_path(place_for(asked.game, game))
    state = (None if asked.afresh else read_report(notes, school)) or begin(school)
    if state.round or state.played:
        screen.tell(screen.say("tune.resumed", round=state.round + 1, played=state.played))
    try:
        with _Bars(screen) as bars:
            network = go_to_school(school, state, notes, asked.processes or cores(), bars.show)
    except KeyboardInterrupt:
        write_report(notes, state)
        screen.tell("\n" + screen.say("tune.stopped"))
        return 130
    if network:
        write_whole(place, network.text)
    forget(notes, game)
    if asked.json:
        screen.json({"game": school.game, "kept": state.kept, "rounds": state.round, "gain": state.gain,
                     "positions": state.positions, "file": str(place) if network else None})  # fmt: skip
    else:
        tell_gain(state.gain if network else None, "tune.network-gain", place, screen)
    return 0 if network else 1


def learn_weights(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.games.networks import learning_path, network_path
    from ludoteca.tournament.tuned_file import place_for
    from ludoteca.tournament.tuning import Course, begin, keep_weights, read_state, tune, write_state
    from ludoteca.tournament.workers import cores

    game = load(asked.game)
    course = Course(asked.game, **given(asked), cells=not asked.no_cells)
    notes = learning_path(game.id, game.spec.variant or "", ".json")
    place = Path(asked.output) if asked.output else place_for(asked.game, game)
    state = (None if asked.afresh else read_state(notes, course)) or begin(course)
    if state.round or state.played:
        screen.tell(screen.say("tune.resumed", round=state.round + 1, played=state.played))
    try:
        with _Bars(screen) as bars:
            tune(course, state, asked.processes or cores(), lambda now: write_state(notes, now), bars.show)
    except KeyboardInterrupt:
        write_state(notes, state)
        screen.tell("\n" + screen.say("tune.stopped"))
        return 130
    if state.kept:
        keep_weights(place, game, course, state)
        if network_path(place).exists():
            network_path(place).unlink()
            screen.tell(screen.say("tune.network-gone"))
    notes.unlink(missing_ok=True)
    report(course, state, place, asked.json, screen)
    return 0 if state.kept else 1


def report(course: Course, state: State, place: Path, as_json: bool, screen: Screen) -> None:
    if as_json:
        file = str(place) if state.kept else None
        screen.json({"game": course.game, "weights": state.weights, "kept": state.kept, "rounds": state.round,
                     "positions": state.positions, "gain": state.gain, "file": file})  # fmt: skip
        return
    tell_gain(state.gain if state.kept else None, "tune.gain", place, screen)


def tell_gain(gain: dict[str, Any] | None, word: str, place: Path, screen: Screen) -> None:
    """How much stronger what was learnt is, and where it was written; that nothing was, without a gain."""
    if gain is None:
        screen.write(screen.say("tune.nothing"))
        return
    told = {name: "?" if gain[name] is None else f"{gain[name]:+.0f}" for name in ("elo", "low", "high")}
    screen.write(screen.say(word, games=gain["games"], **told))
    screen.write(screen.say("tune.written", file=place))


class _Bars:
    """One bar after the other: playing, learning, testing."""

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
