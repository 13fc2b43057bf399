"""A network by self-play: the engine plays itself, learns from the games what all windows of a position say
together, and keeps the network if it wins a match against judging without it.

What was seen in the games lies in a file that only grows, so that learning which was stopped goes on where it
was.
"""

from __future__ import annotations

import json
import random
import struct
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.engine.network_training import (
    Eyes,
    Samples,
    Search,
    is_won_now,
    learn,
    look,
    searcher_for,
    share_of,
)
from ludoteca.games import Game, Position, load
from ludoteca.games.networks import Network, draft_path, read_network
from ludoteca.play.userdata import write_whole
from ludoteca.tournament.games import Ground
from ludoteca.tournament.series import Plan, Score
from ludoteca.tournament.tuning import Tell, as_gain, contest
from ludoteca.tournament.workers import in_order

_OPENING = (1, 9)
"""Random moves at the start of a game."""
_LONGEST = 300
_STRAY = 0.25
"""How often a random move beside the game is looked at too: a search judges more bad moves than good ones."""
_HALF = 0.5
"""A position is worth half what the search thought of it and half what became of it."""
_RECORD = struct.Struct("<ff")


@dataclass(frozen=True)
class School:
    """What is to be done."""

    game: str
    rounds: int = 2
    games: int = 6000
    """Played in each round to learn from; what was seen in earlier rounds is learnt from again."""
    nodes: int = 3000
    """For each move of these games, half of it less or more."""
    test_games: int = 200
    test_nodes: int = 4000
    seed: int = 1


@dataclass
class Report:
    """How far it has come. Can be written down and taken up again."""

    school: dict[str, Any]
    rules: str
    round: int = 0
    played: int = 0
    """Games of this round."""
    bytes: int = 0
    """Of the file of what was seen."""
    positions: int = 0
    kept: int = 0
    gain: dict[str, Any] | None = None


@dataclass(frozen=True)
class Lesson:
    """A game to be played and looked at."""

    game: str
    network: bool
    """Whether it is played with the network of the last round."""
    nodes: int
    seed: int


def _draft(name: str) -> Network | None:
    game, _, _ = _tools(name, None)
    return read_network(draft_path(game.id, game.spec.variant or ""))


@cache
def _tools(name: str, network: Network | None) -> tuple[Game, Search, Eyes]:
    game = load(name)
    return game, searcher_for(game, network), Eyes(game)


def play_lesson(lesson: Lesson) -> Samples:
    """One game of the engine against itself, after some random moves, and what was seen in it."""
    game, searcher, eyes = _tools(lesson.game, _draft(lesson.game) if lesson.network else None)
    searcher.clear_hash()
    dice = random.Random(f"school {lesson.seed}")
    position = game.start()
    for _ in range(dice.randint(*_OPENING)):
        if not position.is_over:
            position = position.play(dice.choice(position.legal_moves))
    found = Samples()
    seen: list[tuple[Position, int]] = []
    while not position.is_over and len(seen) < _LONGEST:
        units, move = look(searcher, position, max(1, round(lesson.nodes * dice.uniform(0.5, 1.5))))
        seen.append((position, units))
        if dice.random() < _STRAY:
            aside = position.play(dice.choice(position.legal_moves))
            if not aside.is_over:
                strayed, _ = look(searcher, aside, max(1, lesson.nodes // 2))
                _add(eyes, found, aside, strayed, share_of(strayed))
        position = position.play(move)
    winner = position.outcome.winner if position.outcome else None
    for one, units in seen:
        result = 0.5 if winner is None else float(winner == one.mover)
        _add(eyes, found, one, units, _HALF * share_of(units) + (1 - _HALF) * result)
    return found


def _add(eyes: Eyes, found: Samples, position: Position, units: int, result: float) -> None:
    if not is_won_now(units):
        eyes.see(found, position, result)


# -- the course of it ---------------------------------------------------------------------------------


def begin(school: School) -> Report:
    return Report(asdict(school), load(school.game).rules_hash)


def read_report(path: Path, school: School) -> Report | None:
    """Learning that was stopped, if it was of the same course and the same rules."""
    if not path.is_file() or not _seen_path(path).is_file():
        return None
    found = Report(**json.loads(path.read_text(encoding="utf-8")))
    same = found.school == asdict(school) and found.rules == load(school.game).rules_hash
    return found if same and _seen_path(path).stat().st_size >= found.bytes else None


def write_report(path: Path, report: Report) -> None:
    write_whole(path, json.dumps(asdict(report)))


def _seen_path(path: Path) -> Path:
    return path.with_suffix(".seen")


def go_to_school(school: School, report: Report, path: Path, processes: int, tell: Tell) -> Network | None:
    """Go on until all rounds are done; the best network, if one is better than none. `path` is where the
    report is kept; the network that is being learnt lies beside it."""
    game = load(school.game)
    draft = draft_path(game.id, game.spec.variant or "")
    seen = _seen_path(path)
    if not report.bytes:
        seen.parent.mkdir(parents=True, exist_ok=True)
        seen.write_bytes(b"")
    best = read_network(draft) if report.kept else None
    while report.round < school.rounds:
        _play(school, report, path, processes, tell, game)
        samples = _read(seen, game)
        network = learn(game, samples, school.seed, lambda done, of: tell("fit", done, of))
        write_whole(draft, network.text)
        report.positions = len(samples)
        score = _compare(school, processes, tell, report.round)
        report.round, report.played = report.round + 1, 0
        better = score.strength.elo > (report.gain["elo"] if report.gain else 0)
        if better:
            report.kept += 1
            report.gain = as_gain(score)
            best = network
        elif best is not None:
            write_whole(draft, best.text)
        write_report(path, report)
    if best is None or report.gain is None:
        return None
    story = {**best.story, "nodes": school.nodes, "test-nodes": school.test_nodes}
    story |= {name: value for name, value in report.gain.items() if value is not None}
    return replace(best, story=story)


def forget(path: Path, game: Game) -> None:
    """Remove what was kept to be taken up again."""
    for one in (path, _seen_path(path), draft_path(game.id, game.spec.variant or "")):
        one.unlink(missing_ok=True)


def _play(school: School, report: Report, path: Path, processes: int, tell: Tell, game: Game) -> None:
    """The games of a round, or those that are left of it."""
    first = (school.seed * 1000 + report.round) * 1_000_003
    numbers = range(first + report.played, first + school.games)
    lessons = [Lesson(school.game, report.kept > 0, school.nodes, number) for number in numbers]
    width = sum(game.windows)
    tell("play", report.played, school.games)
    with _seen_path(path).open("r+b") as file:
        file.truncate(report.bytes)
        file.seek(report.bytes)
        for samples in in_order(play_lesson, lessons, processes):
            for i, (result, before) in enumerate(zip(samples.results, samples.before, strict=True)):
                file.write(samples.kinds[i * width : (i + 1) * width] + _RECORD.pack(result, before))
            file.flush()
            report.played, report.bytes = report.played + 1, file.tell()
            if report.played % 50 == 0 or report.played == school.games:
                write_report(path, report)
            tell("play", report.played, school.games)


def _read(path: Path, game: Game) -> Samples:
    found, width = Samples(), sum(game.windows)
    whole = path.read_bytes()
    for at in range(0, len(whole), width + _RECORD.size):
        result, before = _RECORD.unpack_from(whole, at + width)
        found.kinds += whole[at : at + width]
        found.results.append(result)
        found.before.append(before)
    return found


def _compare(school: School, processes: int, tell: Tell, number: int) -> Score:
    """A match of the draft against judging without a network."""
    players = [f"engine:nodes={school.test_nodes},network={network}" for network in ("draft", "none")]
    seed = school.seed + 1000 * (number + 1)
    return contest(
        Plan(Ground(school.game), players[0], players[1], school.test_games, seed), processes, tell
    )
