"""A game looked over again: how the chances went, where they were given away, and another try."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import replace
from html import escape
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request, Response

from ludoteca.errors import LudotecaError
from ludoteca.play.analysis import MARKS
from ludoteca.render.graph import bands
from ludoteca.web.board_view import view
from ludoteca.web.errors import message_of
from ludoteca.web.game_view import Showing, choices_of
from ludoteca.web.games.ai_turns import MOMENT
from ludoteca.web.games.game_state import Table
from ludoteca.web.games.refusals import NotNow
from ludoteca.web.move_tree import tree
from ludoteca.web.pages.game import clicks
from ludoteca.web.pages.search_tree import sheet
from ludoteca.web.pages.tutorial import Lesson
from ludoteca.web.request_context import language
from ludoteca.web.services import House, house
from ludoteca.web.store.schema import AnalysisRow
from ludoteca.web.templating import page
from ludoteca.web.words import WORDS

router = APIRouter(prefix="/g/{game_id}/review")
Here = Annotated[House, Depends(house)]
_SECONDS = 20.0
_GOOD_ENOUGH = MARKS[-1][1]
"""A retried move that gives away less than an inaccuracy is as good as the best."""

_running: dict[tuple[str, int], dict[str, Any]] = {}
_lock = threading.Lock()


def kept(house: House, table: Table) -> dict[str, Any] | None:
    """What was found before, if the game has not changed since."""
    with house.database.reading() as session:
        row = session.get(AnalysisRow, table.id)
    found: dict[str, Any] | None = json.loads(row.found) if row and row.version == table.row.plies else None
    return found


def look_over(house: House, table: Table, names: tuple[str, str]) -> dict[str, Any]:
    """Begin to look a game over, or see how far it has got: `done` and `of`, or `problem`."""
    key = (table.id, table.row.plies)
    with _lock:
        state = _running.get(key)
        if state is not None:
            if "problem" in state:
                del _running[key]
            return state
        state = _running[key] = {"done": 0, "of": len(table.moves) + 1}
    job = house.computers.job(table, kind="analyse", record=table.record(names).as_dict(), seconds=_SECONDS)
    try:
        future = house.pool.submit(job, _SECONDS + 5, state.update)
    except LudotecaError as busy:
        with _lock:
            del _running[key]
        raise busy from None

    def finish(done: Any) -> None:
        problem = done.exception()
        try:
            if problem is None:
                _keep(house, table, done.result())
        except LudotecaError as unkept:
            problem = unkept
        if problem is None:
            with _lock:
                _running.pop(key, None)
        else:
            state["problem"] = problem

    future.add_done_callback(finish)
    return state


def _keep(house: House, table: Table, found: dict[str, Any]) -> None:
    with house.database.writing() as session:
        text = json.dumps(found, ensure_ascii=False)
        session.merge(AnalysisRow(game=table.id, version=table.row.plies, found=text))


@router.get("")
def review(request: Request, game_id: str, house: Here) -> Response:
    """The whole page, or the part of it that waits."""
    table = house.desk.table(game_id)
    at = Showing(request, house, table)
    if not table.moves:
        raise NotNow("there is nothing to look over yet.")
    if not table.is_over and at.people_here and table.row.kind != "shared":
        raise NotNow("the game is still on: look it over when it is over.")
    found = kept(house, table)
    state = None if found else look_over(house, table, (at.name("first"), at.name("second")))
    problem = state.get("problem") if state else None
    said = message_of(problem, at.lang) if isinstance(problem, LudotecaError) else ""
    part = "part/review.html" if request.headers.get("hx-request") else "review.html"
    values = _told(found, table, at) if found else {"data": None}
    return page(request, part, at=at, state=state, problem=said, **values)


def _told(found: dict[str, Any], table: Table, at: Showing) -> dict[str, Any]:
    data = found["data"][at.lang]
    return {
        "data": data,
        "summary": found["summary"][at.lang],
        "graph": _graph(found["graph"][at.lang], data["chances"], table, at),
        "marked": [(n, one) for n, one in enumerate(data["moves"], 1) if one.get("mark")],
        "percent": [None if one is None else round(100 * one) for one in data["chances"]],
    }


_NOTES = re.compile(r'(<g class="(?:inaccuracy|mistake|blunder)">)<title>.*?</title>', re.DOTALL)


def _graph(picture: str, chances: list[float | None], table: Table, at: Showing) -> str:
    """The graph with a link over each position. What was better is not told before somebody asks."""
    links = []
    for ply, (left, top, width, height) in enumerate(bands(len(chances))):
        chance = chances[ply]
        percent = "?" if chance is None else f"{round(100 * chance)} %"
        words = escape(at.say("review.point", n=ply, percent=percent))
        links.append(
            f'<a class="band" href="/g/{table.id}?ply={ply}" aria-label="{words}"><title>{words}</title>'
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"/></a>'
        )
    plain = _NOTES.sub(r"\1", sheet(picture)).replace('role="img"', 'role="group"', 1)
    return plain.removesuffix("</svg>") + "".join(links) + "</svg>"


@router.get("/{number}/better")
def better(request: Request, game_id: str, number: int, house: Here) -> Response:
    """What was better, for whoever asks."""
    table = house.desk.table(game_id)
    found = kept(house, table)
    if found is None or str(number) not in found["remarks"][language(request)]:
        raise NotNow("there is nothing to say of that move.")
    one = found["data"][language(request)]["moves"][number - 1]
    return page(request, "part/better.html", one=one, number=number, id=game_id)


# -- another try --------------------------------------------------------------------------------------


@router.get("/{number}")
def retry(request: Request, game_id: str, number: int, house: Here) -> Response:
    return _retry_page(request, house, game_id, number, _task(request, house, game_id, number))


@router.post("/{number}/move")
def try_again(
    request: Request, game_id: str, number: int, house: Here, path: Annotated[str, Form()] = ""
) -> Response:
    """Another move in place of the one that was played: right if it gives away next to nothing."""
    task = _task(request, house, game_id, number)
    table = house.desk.table(game_id)
    after = task.position.play(clicks(path))
    assert after.last is not None
    job = house.computers.job(table, kind="judge", moves=list(table.texts[: number - 1]))
    judged = house.pool.ask({**job, "path": list(after.last.path)}, MOMENT)
    lang = language(request)
    if judged["drop"] < _GOOD_ENOUGH:
        said = WORDS.say(lang, "review.right", move=after.last.text)
        return _retry_page(
            request, house, game_id, number, replace(task, position=after, verdict="right", said=said)
        )
    said = WORDS.say(lang, "review.wrong", move=after.last.text, percent=round(100 * judged["drop"]))
    return _retry_page(request, house, game_id, number, replace(task, verdict="wrong", said=said))


def _task(request: Request, house: House, game_id: str, number: int) -> Lesson:
    table = house.desk.table(game_id)
    if not 1 <= number <= len(table.moves) or not table.is_over:
        raise NotNow("there is no such move to try again.")
    at = Showing(request, house, table)
    played = table.moves[number - 1]
    task = at.say("review.task", who=at.name(played.by), move=played.move)
    return Lesson(number, len(table.moves), house.desk.position_at(table, number - 1), task, ())


def _retry_page(request: Request, house: House, game_id: str, number: int, task: Lesson) -> Response:
    table, lang = house.desk.table(game_id), language(request)
    flipped = task.position.mover == "second" if task.verdict != "right" else False
    moves = task.position.legal_moves if task.verdict != "right" else ()
    paths = json.dumps(tree(moves), separators=(",", ":"))
    choices = tuple(choices_of(task.position, lang)) if moves else ()
    shown = replace(task, board=view(task.position, lang, flipped), paths=paths, choices=choices)
    template = "part/retry.html" if request.headers.get("hx-request") else "retry.html"
    return page(request, template, at=shown, table=table, flipped=flipped, game=table.game)
