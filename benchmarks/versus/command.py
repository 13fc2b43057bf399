"""The command: select matches, play the missing games, publish the totals."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from typing import Any

from benchmarks.bench import machine
from benchmarks.child import ChildError
from benchmarks.peer_side import interpreter
from benchmarks.versus import races, render, results
from benchmarks.versus.foreign import Disagreement
from benchmarks.versus.playing import Finished, play
from benchmarks.versus.results import Summary
from benchmarks.versus.rows import FOREIGN, PROGRAMS, Race, Row, with_programs
from benchmarks.versus.rows import races as listed_races
from benchmarks.versus.rows import read as listed_rows
from benchmarks.versus.signature import signature
from ludoteca.errors import LudotecaError, PlayerFault
from ludoteca.play.players import parse_player

MODULES = {"openspiel": "pyspiel", "easyai": "easyAI"}


@dataclass(frozen=True)
class Task:
    """One game to play in a worker process; it can be pickled."""

    row: Row
    number: int
    signature: str
    python: str
    programs: dict[str, str]

    def run(self) -> Finished:
        return play(self.row, self.number, self.signature, self.python, self.programs)


def run_task(task: Task) -> Finished:
    return task.run()


def ignore_interrupts() -> None:
    """Workers leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# -- selection --------------------------------------------------------------------------------------------


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Matches against other programs, older ideas and itself.")
    parser.add_argument("--opponent", action="append", default=[], help="only this group of matches.toml")
    parser.add_argument("--game", action="append", default=[], help="only this game, as the row names it")
    parser.add_argument("--row", action="append", default=[], help="only the row with this id")
    parser.add_argument("--games", type=int, help="number of games per row, instead of the row's own")
    parser.add_argument("--seconds", type=float, help="for each move, where the row leaves it open")
    parser.add_argument("--processes", type=int, default=1, help="games played in parallel (default 1)")
    parser.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND",
                        help=f"where one of {', '.join(PROGRAMS)} is on this machine")  # fmt: skip
    parser.add_argument("--minutes", type=float, help="start no further match after this time")
    parser.add_argument("--trial", action="store_true", help="publish nothing")
    parser.add_argument("--show", action="store_true", help="play nothing, write README.md again")
    parser.add_argument("--list", action="store_true", help="only list the rows")
    parser.add_argument("--json", action="store_true", help="print the sums as one JSON object")
    asked = parser.parse_args()
    asked.program = dict(text.partition("=")[::2] for text in asked.program)
    if not asked.program.keys() <= PROGRAMS.keys():
        parser.error(f"--program takes {', '.join(PROGRAMS)}")
    return asked


def chosen_rows(asked: argparse.Namespace) -> list[Row]:
    rows = [row for row in listed_rows(asked.seconds) if wants(asked, row.opponent, row.game, row.id)]
    return [replace(row, games=asked.games) if asked.games else row for row in rows]


def chosen_races(asked: argparse.Namespace) -> list[Race]:
    return [race for race in listed_races() if wants(asked, "races", race.game, race.game)]


def wants(asked: argparse.Namespace, opponent: str, game: str, row: str) -> bool:
    return (
        (not asked.opponent or opponent in asked.opponent)
        and (not asked.game or game in asked.game or game.split(":")[0].split("/")[0] in asked.game)
        and (not asked.row or row in asked.row)
    )


# -- games ------------------------------------------------------------------------------------------------


def missing_player(row: Row, programs: dict[str, str]) -> str:
    """Why a match cannot be played; empty if it can."""
    for player in (with_programs(one, programs) for one in (row.a, row.b)):
        if player in FOREIGN or player == "table":
            continue
        if "{" in player:
            return f"--program does not say where {player[player.index('{') + 1 : player.index('}')]} is"
        try:
            parse_player(player)
        except LudotecaError as problem:
            return str(problem)
    return ""


@contextmanager
def worker_pool(processes: int) -> Iterator[Any]:
    """Worker processes, terminated at the end of the block."""
    with get_context("spawn").Pool(processes, initializer=ignore_interrupts) as pool:
        yield pool


def play_row(row: Row, asked: argparse.Namespace) -> Summary | None:
    """Play the missing games of a match. None if it cannot be played here."""
    problem = missing_player(row, asked.program)
    if problem:
        say(f"{row.id}: left out: {problem}")
        return None
    mark = signature(row.game)
    done = results.kept(row, mark)
    numbers = sorted(set(range(row.games)) - {one.number for one in done})
    try:
        python = interpreter(MODULES[FOREIGN[row.b]]) if row.b in FOREIGN else ""
    except ChildError as error:
        say(f"{row.id}: left out: {error}")
        return None
    say(f"{row.id}: {len(done)} games are kept, {len(numbers)} to play")
    tasks = [Task(row, number, mark, python, asked.program) for number in numbers]
    try:
        with worker_pool(min(asked.processes, max(1, len(tasks)))) as pool:
            for one in pool.imap_unordered(run_task, tasks):
                results.keep(row, one)
                done.append(one)
                now = results.summary(row, done, mark)
                how = f"{one.result} in {len(one.moves)}"
                say(f"  {now.games}/{row.games}  {now.whole}  {now.points:g} %  ({how})")
    except KeyboardInterrupt:
        say("stopped; the finished games are kept")
        asked.stopped = True
    return results.summary(row, done, mark)


def main() -> int:
    asked = options()
    asked.stopped = False
    if asked.list:
        print(
            "\n".join(f"{row.id}: {row.a} against {row.b}, {row.games} games" for row in chosen_rows(asked))
        )
        return 0
    if asked.show:
        render.publish(results.read(), listed_rows(), listed_races())
        return 0
    sums: list[Summary] = []
    timed: list[dict[str, Any]] = []
    void = False
    started = time.monotonic()
    try:
        for row in chosen_rows(asked):
            if asked.stopped or (asked.minutes and time.monotonic() - started > 60 * asked.minutes):
                break
            try:
                found = play_row(row, asked)
            except (Disagreement, ChildError, PlayerFault) as problem:
                say(f"{row.id}: the comparison is void: {problem}")
                void = True
                continue
            if found and found.games:
                sums.append(found)
                publish(asked, [found], [])
        for race in [] if asked.stopped else chosen_races(asked):
            timed.append(races.run(race, signature(race.game), interpreter("pyspiel")))
            say(f"{race.game} to depth {race.depth}: {timed[-1]['ratio']:g} times as fast")
        publish(asked, [], timed)
    except KeyboardInterrupt:
        say("stopped")
    except (Disagreement, ChildError) as problem:
        say(f"the comparison is void: {problem}")
        void = True
    report(asked, sums, timed)
    if void:
        return 2
    return 0 if all(one.holds for one in sums) and all(one["holds"] for one in timed) else 1


def publish(asked: argparse.Namespace, sums: list[Summary], timed: list[dict[str, Any]]) -> None:
    """Write what is finished: a long run may be interrupted."""
    if not asked.trial:
        render.publish(results.write(machine(), sums, timed), listed_rows(), listed_races())


def report(asked: argparse.Namespace, sums: list[Summary], timed: list[dict[str, Any]]) -> None:
    if asked.json:
        print(json.dumps({"rows": [asdict(one) for one in sums], "races": timed}, indent=1))
        return
    for one in sums:
        verdict = "ok" if one.holds else "MISSED"
        print(f"{one.id}: {one.whole}, {one.points:g} % (wanted {one.wanted}): {verdict}")
    for race in timed:
        print(f"{race['game']} to depth {race['depth']}: {race['ratio']:g} times as fast")
