"""The tasks of a class: setting them, and how far a pupil has got."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.exercises import KINDS
from ludoteca.play.opponents import offered
from ludoteca.puzzles import games_with_puzzles
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.class_store import ClassStore
from ludoteca.web.games.errors import InvalidSetup
from ludoteca.web.store.classes import Work
from ludoteca.web.store.schema import TaskRow

MOST_TASKS = 12
MOST_TIMES = 50
TASKS = ("level", "games", "puzzles", "exercise")


@dataclass(frozen=True)
class Task:
    """What a teacher asks for in a form."""

    kind: str
    called: str = ""
    detail: str = ""
    times: int = 1


def progress(task: TaskRow, work: Work) -> int:
    """How often a pupil has done what a task asks for; at most as often as it asks."""
    if task.kind == "level":
        done = sum(
            number
            for (called, opponent), number in work.wins.items()
            if called == task.called and beaten_level(opponent) >= int(task.detail)
        )
    elif task.kind == "puzzles":
        done = _sum(work.puzzles, task.called)
    elif task.kind == "games":
        done = _sum(work.games, task.called)
    else:
        done = sum(
            number
            for (called, kind), number in work.exercises.items()
            if kind == task.detail and task.called in ("", called)
        )
    return min(done, task.times)


def _sum(counted: dict[str, int], called: str) -> int:
    return counted.get(called, 0) if called else sum(counted.values())


def beaten_level(opponent: str) -> int:
    """The number of a level, from the name of a player such as `level:3`; 0 for others."""
    word, _, number = opponent.partition(":")
    return int(number) if word == "level" and number.isdecimal() else 0


class ClassTasks:
    """Commands about the tasks of a class."""

    def __init__(self, classes: ClassStore, game_cache: GameCache) -> None:
        self.classes, self.game_cache = classes, game_cache

    def add(self, classroom: str, visitor: str, task: Task) -> None:
        """Raises `InvalidSetup`, `UnknownGame`."""
        self._check(task)
        with self.classes.changing(classroom, visitor) as (session, stored):
            if len(stored.tasks) >= MOST_TASKS:
                raise InvalidSetup("class.tasks", most=MOST_TASKS)
            number = max((one.number for one in stored.tasks), default=0) + 1
            session.add(
                TaskRow(
                    classroom=classroom, number=number, kind=task.kind, called=task.called,
                    detail=task.detail, times=task.times,
                )
            )  # fmt: skip

    def _check(self, task: Task) -> None:
        if task.kind not in TASKS:
            raise InvalidSetup("class.task-kind", known=TASKS)
        if not 1 <= task.times <= MOST_TIMES:
            raise InvalidSetup("class.times", most=MOST_TIMES)
        game = self.game_cache.game(task.called) if task.called else None
        if task.kind == "level":
            levels = [one.number for one in offered(game).levels] if game else []
            if not task.detail.isdecimal() or int(task.detail) not in levels:
                raise InvalidSetup("class.level", known=tuple(map(str, levels)))
        if task.kind == "puzzles" and task.called and task.called not in games_with_puzzles():
            raise InvalidSetup("class.no-puzzles")
        if task.kind == "exercise" and (task.detail not in KINDS or not game):
            raise InvalidSetup("class.exercise", known=KINDS)

    def remove(self, classroom: str, visitor: str, number: int) -> None:
        with self.classes.changing(classroom, visitor) as (session, stored):
            for one in stored.tasks:
                if one.number == number:
                    session.delete(one)
