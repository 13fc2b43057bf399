"""The lesson of a game, in a worker: the searches, then the pages in one language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.games import Game
from ludoteca.games.reader import read_toml
from ludoteca.lessons import LessonContent, lesson_pack, make_content
from ludoteca.puzzles import puzzles_path, read_puzzles
from ludoteca.workshop.print_sheet import raw_of

Job = dict[str, Any]
Tell = Callable[[Any], None] | None


def content(job: Job, tell: Tell, game: Game) -> LessonContent:
    """What is searched. Games of the library may have puzzles in stock."""
    stored = () if job.get("file") else read_puzzles(puzzles_path(job["called"]), game)
    return make_content(
        game, stored, job["seconds"], watch=lambda step: tell({"step": step}) if tell else None
    )


def pack(job: Job, game: Game) -> str:
    """The pages."""
    raw = read_toml(job["file"], job["called"]) if job.get("file") else raw_of(job["called"])
    return lesson_pack(game, raw, job["content"], job["lang"])
