"""`ludoteca tune`: better weights for a game's evaluation, by self-play."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.commands.match import processes_option
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.starting import game_argument, json_option

if TYPE_CHECKING:
    from ludoteca.tournament.tuning import Course, State


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    number = say("help.NUMBER")
    for name, least, usual in (
        ("rounds", 1, 2), ("games", 1, 600), ("nodes", 10, 1500), ("test-games", 2, 200),
        ("test-nodes", 10, 4000),
    ):  # fmt: skip
        reader = whole(screen, least, 10**7)
        parser.option(f"--{name}", metavar=number, type=reader, default=usual, help=say(f"help.tune-{name}"))
    parser.option(
        "--seed", metavar=say("help.SEED"), type=whole(screen, 0, 2**31), default=1, help=say("help.seed")
    )
    parser.option("--no-cells", action="store_true", default=False, help=say("help.tune-no-cells"))
    parser.option("--output", metavar=say("help.FILE"), default="", help=say("help.tune-output"))
    parser.option("--afresh", action="store_true", default=False, help=say("help.tune-afresh"))
    processes_option(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.play.folder import data_folder
    from ludoteca.tournament.measured import place_for
    from ludoteca.tournament.tuning import Course, begin, keep_weights, read_state, tune, write_state
    from ludoteca.tournament.workers import cores

    game = load(asked.game)
    course = Course(
        asked.game, asked.rounds, asked.games, asked.nodes, asked.test_games, asked.test_nodes, asked.seed,
        not asked.no_cells,
    )  # fmt: skip
    notes = data_folder() / "tuning" / f"{game.id}{'-' + game.spec.variant if game.spec.variant else ''}.json"
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
    notes.unlink(missing_ok=True)
    report(course, state, place, asked.json, screen)
    return 0 if state.kept else 1


def report(course: Course, state: State, place: Path, as_json: bool, screen: Screen) -> None:
    if as_json:
        file = str(place) if state.kept else None
        screen.json({"game": course.game, "weights": state.weights, "kept": state.kept, "rounds": state.round,
                     "positions": state.positions, "gain": state.gain, "file": file})  # fmt: skip
        return
    if not state.kept or state.gain is None:
        screen.write(screen.say("tune.nothing"))
        return
    gain = {
        name: "?" if state.gain[name] is None else f"{state.gain[name]:+.0f}"
        for name in ("elo", "low", "high")
    }
    screen.write(screen.say("tune.gain", games=state.gain["games"], **gain))
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
