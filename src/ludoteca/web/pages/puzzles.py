"""Puzzles: the list of games that have some, the puzzle of the day, and the page on which one is solved.

Nothing is computed here: lines and refutations are stored with the puzzles."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from ludoteca.errors import UnknownGame
from ludoteca.games import Game, Position
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.play.opponents import offered
from ludoteca.puzzles import Puzzle, Refutation, Step, games_with_puzzles, puzzles_path, read_puzzles
from ludoteca.web.board_view import BoardView, render_board
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import known_game
from ludoteca.web.games.seats import digest
from ludoteca.web.move_tree import tree
from ludoteca.web.pages.game import parse_path
from ludoteca.web.request_context import VISITOR, guest, language, set_cookie, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.store.errors import QuotaExceeded
from ludoteca.web.store.puzzles import Streaks, record_error, record_solved, solved_puzzles, streaks
from ludoteca.web.templating import page
from ludoteca.web.view_models import Choice, choices_of

MESSAGES = catalogue("web")

router = APIRouter(prefix="/puzzles", route_class=BoundedRoute)


def _puzzles(services: Services, game_id: str) -> tuple[Puzzle, ...]:
    """The puzzles of a library game. Raises `UnknownGame` if it has none."""
    found = read_puzzles(puzzles_path(game_id), services.game_cache.game(known_game(game_id)))
    if not found:
        raise UnknownGame("game.unknown", name=game_id, hint="")
    return found


def _puzzle_id(puzzle: Puzzle) -> str:
    return hashlib.sha256(puzzle.position.encode()).hexdigest()[:16]


def _today() -> date:
    return datetime.fromtimestamp(time.time(), UTC).date()


def daily_puzzle(services: Services, day: date) -> tuple[str, int]:
    """The game and the number of the puzzle of a day, the same for everybody."""
    number = int.from_bytes(hashlib.sha256(day.isoformat().encode()).digest()[:8])
    games = games_with_puzzles()
    game_id = games[number % len(games)]
    return game_id, number // len(games) % len(_puzzles(services, game_id)) + 1


# -- what a visitor sees ------------------------------------------------------------------------------


@dataclass(frozen=True)
class PuzzleView:
    """A puzzle on its page: a step to be solved, a refuted move, or the solution."""

    game: Game
    puzzle: Puzzle
    number: int
    of: int
    lang: str
    step: int = 0
    """Which of the solver's moves is asked for."""
    position: Position | None = None
    """The position shown, if it is not that of the step."""
    verdict: str = ""
    """`right` or `wrong` after a move, `solved` at the end."""
    said: str = ""
    ply: int | None = None
    """The ply of the solution that is shown."""
    is_daily: bool = False

    @property
    def url(self) -> str:
        return f"/puzzles/{self.game.id}/{self.number}"

    @property
    def next_url(self) -> str:
        return f"/puzzles/{self.game.id}/{self.number % self.of + 1}"

    @property
    def analysis_url(self) -> str:
        return "/analysis?" + urlencode({"game": self.game.id, "position": self.shown.text})

    @cached_property
    def line(self) -> list[Position]:
        return self.puzzle.positions(self.game)

    @property
    def at(self) -> Step:
        return self.puzzle.steps[self.step]

    @cached_property
    def shown(self) -> Position:
        if self.position is not None:
            return self.position
        return self.line[self.at.ply if self.ply is None else self.ply]

    @property
    def may_move(self) -> bool:
        return self.ply is None and self.verdict not in ("wrong", "solved")

    @property
    def flipped(self) -> bool:
        return self.puzzle.mover == "second"

    @cached_property
    def board(self) -> BoardView:
        return render_board(self.shown, self.lang, self.flipped, may_move=self.may_move)

    @property
    def paths(self) -> str:
        return json.dumps(tree(self.shown.legal_moves), separators=(",", ":")) if self.may_move else "{}"

    @property
    def choices(self) -> list[Choice]:
        return choices_of(self.shown, self.lang) if self.may_move else []

    @property
    def task(self) -> str:
        side = terms.side(self.lang, self.game, self.puzzle.mover)
        return MESSAGES.text(self.lang, f"puzzles.task-{self.puzzle.value.kind}", side=side)

    @property
    def difficulty(self) -> str:
        """Which levels find the move."""
        levels = offered(self.game).levels
        level = next((one for one in levels if one.number == self.puzzle.difficulty), None)
        if level is None:
            return MESSAGES.text(self.lang, "puzzles.hard", n=self.puzzle.difficulty)
        name = terms.level(self.lang, level.name)
        return MESSAGES.text(self.lang, "puzzles.difficulty", n=level.number, name=name)


# -- pages --------------------------------------------------------------------------------------------


@router.get("")
def puzzle_list(request: Request, services: ServicesDep) -> Response:
    visitor = guest(request).visitor
    with services.database.reading() as session:
        solved = solved_puzzles(session, visitor) if visitor else set()
    rows = []
    for game_id in games_with_puzzles():
        puzzles = _puzzles(services, game_id)
        done = sum((game_id, _puzzle_id(one)) in solved for one in puzzles)
        rows.append((services.game_cache.game(game_id), len(puzzles), done))
    lang = language(request)
    rows.sort(key=lambda row: row[0].title(lang).casefold())
    view = None
    if rows:
        game_id, number = daily_puzzle(services, _today())
        view = _view(request, services, game_id, number)
    return page(request, "puzzles.html", rows=rows, daily=view, streaks=_streaks(services, visitor))


@router.get("/today")
def puzzle_of_the_day(services: ServicesDep) -> Response:
    game_id, number = daily_puzzle(services, _today())
    return RedirectResponse(f"/puzzles/{game_id}/{number}", 303)


@router.get("/{game_id}")
def puzzles_of_game(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The first puzzle of a game that the visitor has not solved."""
    puzzles, visitor = _puzzles(services, game_id), guest(request).visitor
    with services.database.reading() as session:
        solved = solved_puzzles(session, visitor) if visitor else set()
    unsolved = (n for n, one in enumerate(puzzles, 1) if (game_id, _puzzle_id(one)) not in solved)
    return puzzle_page(request, services, _view(request, services, game_id, next(unsolved, 1)))


@router.get("/{game_id}/{number}")
def one_puzzle(
    request: Request, game_id: str, number: int, services: ServicesDep, step: int = 0, ply: int | None = None
) -> Response:
    """A puzzle at one of its steps, or its solution at a ply."""
    view = _view(request, services, game_id, number)
    if ply is not None:
        return puzzle_page(request, services, replace(view, ply=max(0, min(ply, len(view.puzzle.line)))))
    step = max(0, min(step, len(view.puzzle.steps) - 1))
    return puzzle_page(request, services, replace(view, step=step))


@router.post("/{game_id}/{number}/solution")
def show_solution(request: Request, game_id: str, number: int, services: ServicesDep) -> Response:
    """The solution, move by move. Looking at it ends a streak."""
    view = _view(request, services, game_id, number)
    response = RedirectResponse(f"{view.url}?ply=0", 303)
    _record(request, services, view, response, solved=False)
    return response


@router.post("/{game_id}/{number}/{step}/move")
def try_move(
    request: Request, game_id: str, number: int, step: int, services: ServicesDep,
    path: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    """A move: the right one is answered from the line, a wrong one by its refutation."""
    view = _view(request, services, game_id, number)
    view = replace(view, step=max(0, min(step, len(view.puzzle.steps) - 1)))
    after = view.shown.play(parse_path(path))
    assert after.last is not None
    move = after.last.text
    refuted = view.at.wrong.get(move)
    view = _refuted(view, after, move, refuted) if refuted else _continued(view, move)
    response = puzzle_page(request, services, view)
    if view.verdict in ("wrong", "solved"):
        _record(request, services, view, response, solved=view.verdict == "solved")
    return response


def _refuted(view: PuzzleView, after: Position, move: str, refuted: Refutation) -> PuzzleView:
    """The board after a wrong move and its refutation."""
    value = refuted.value
    key = f"puzzles.wrong-{value.kind}" + ("" if refuted.reply else "-at-once")
    said = MESSAGES.text(view.lang, key, move=move, n=value.plies, reply=refuted.reply)
    shown = after.play(refuted.reply) if refuted.reply else after
    return replace(view, position=shown, verdict="wrong", said=said)


def _continued(view: PuzzleView, move: str) -> PuzzleView:
    """The board after a right move and the reply, or after the last move."""
    steps, ply = view.puzzle.steps, view.at.ply
    best = view.puzzle.line[ply]
    key = "puzzles.right" if move == best else f"puzzles.also-{view.puzzle.value.kind}"
    said = MESSAGES.text(view.lang, key, move=move, best=best)
    if view.step + 1 < len(steps):
        replies = view.puzzle.line[ply + 1 : steps[view.step + 1].ply]
        said += " " + MESSAGES.text(view.lang, "puzzles.reply", reply=" ".join(replies))
        return replace(view, step=view.step + 1, verdict="right", said=said)
    left = len(view.puzzle.line) - ply - 1
    end = (
        "puzzles.held" if view.puzzle.value.kind == "draw" else "puzzles.won" if not left else "puzzles.wins"
    )
    said += " " + MESSAGES.text(view.lang, end, n=(view.puzzle.value.plies or 0) - ply - 1)
    return replace(view, position=view.line[ply + 1], verdict="solved", said=said)


def _view(request: Request, services: Services, game_id: str, number: int) -> PuzzleView:
    puzzles = _puzzles(services, game_id)
    number = max(1, min(number, len(puzzles)))
    is_daily = daily_puzzle(services, _today()) == (game_id, number)
    game = services.game_cache.game(game_id)
    return PuzzleView(game, puzzles[number - 1], number, len(puzzles), language(request), is_daily=is_daily)


def puzzle_page(request: Request, services: Services, view: PuzzleView) -> Response:
    visitor = guest(request).visitor
    with services.database.reading() as session:
        solved = solved_puzzles(session, visitor) if visitor else set()
    done = {
        number
        for number, one in enumerate(_puzzles(services, view.game.id), 1)
        if (view.game.id, _puzzle_id(one)) in solved
    } | ({view.number} if view.verdict == "solved" else set())
    template = "part/puzzle.html" if request.headers.get("hx-request") else "puzzle.html"
    return page(request, template, view=view, game=view.game, done=done)


# -- streaks ------------------------------------------------------------------------------------------


def _streaks(services: Services, visitor: str) -> Streaks:
    if not visitor:
        return Streaks()
    with services.database.reading() as session:
        return streaks(session, visitor, _today())


def _record(request: Request, services: Services, view: PuzzleView, response: Response, solved: bool) -> None:
    """Store a try of the visitor, who gets a cookie if there is none yet."""
    secret = visitor_secret(request)
    key = digest(secret), view.game.id, _puzzle_id(view.puzzle)
    try:
        if services.commands.quotas:
            services.commands.quotas.require_space()
    except QuotaExceeded:
        return  # a puzzle can be solved without being counted
    with services.database.writing() as session:
        if solved:
            record_solved(session, *key, time.time(), _today().isoformat() if view.is_daily else "")
        else:
            record_error(session, *key, time.time())
    services.classrooms.active(key[0])
    set_cookie(response, VISITOR, secret, services.settings)
