"""The game review beside the analysis board: evaluation graph, mistakes, better moves, and retries."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from ludoteca.errors import LudotecaError
from ludoteca.messages import catalogue
from ludoteca.play.analysis import MARKS
from ludoteca.play.session import NotAllowedNow
from ludoteca.render.graph import bands
from ludoteca.web.analysis_view import Analysis
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.errors import message_of
from ludoteca.web.game_view import GameView
from ludoteca.web.games.ai_turns import QUERY_SECONDS
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.pages.search_tree import sheet
from ludoteca.web.request_context import language
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page

MESSAGES = catalogue("web")

router = APIRouter(prefix="/g/{game_id}/review", route_class=BoundedRoute)
_GOOD_ENOUGH = MARKS[-1][1]
"""A retried move that loses less than an inaccuracy counts as right."""


@dataclass(frozen=True)
class Mistakes:
    """The mistakes of one side, or of both."""

    title: str
    marked: list[tuple[int, dict[str, Any]]]
    """The number of each move, and what the review says of it."""
    is_open: bool


@dataclass(frozen=True)
class Review:
    """What the panel shows."""

    players: GameView
    state: dict[str, Any] | None = None
    """The progress of an analysis that runs."""
    problem: str = ""
    summary: str = ""
    graph: str = ""
    percent: tuple[int | None, ...] = ()
    mistakes: tuple[Mistakes, ...] = ()

    @property
    def is_done(self) -> bool:
        return bool(self.graph)


def review_of(
    request: Request, services: Services, stored: StoredGame | None, ply: int = -1
) -> Review | None:
    """The review of a finished game, or its progress. None if the game is not over."""
    if stored is None or not stored.is_over or not stored.moves:
        return None
    players = GameView(request, services, stored)
    found = services.reviews.get(stored)
    if found is None:
        try:
            state = services.reviews.start(stored, players.names)
        except LudotecaError as refused:
            state = {"problem": refused}
        problem = state.get("problem")
        said = message_of(problem, players.lang) if isinstance(problem, LudotecaError) else ""
        return Review(players, state, said)
    data = found["data"][players.lang]
    return Review(
        players,
        summary=found["summary"][players.lang],
        graph=_graph(found["graph"][players.lang], data["chances"], stored, players, ply),
        percent=tuple(None if one is None else round(100 * one) for one in data["chances"]),
        mistakes=_mistakes(data["moves"], players),
    )


def _mistakes(moves: list[dict[str, Any]], players: GameView) -> tuple[Mistakes, ...]:
    """One's own first, those of the other side folded; all in one list for those who play both or none."""
    marked = [(number, one) for number, one in enumerate(moves, 1) if one.get("mark")]
    if len(players.people_here) != 1:
        return (Mistakes(players.say("review.mistakes"), marked, True),)
    (own,) = players.people_here
    mine = [one for one in marked if one[1]["by"] == own]
    rest = [one for one in marked if one[1]["by"] != own]
    who = players.name("second" if own == "first" else "first")
    return (
        Mistakes(players.say("analysis.my-mistakes"), mine, True),
        Mistakes(players.say("analysis.other-mistakes", who=who), rest, False),
    )


_NOTES = re.compile(r'(<g class="(?:inaccuracy|mistake|blunder)">)<title>.*?</title>', re.DOTALL)


def _graph(
    picture: str, chances: list[float | None], stored: StoredGame, players: GameView, shown: int
) -> str:
    """The graph with a link over each position. Better moves are shown on request only."""
    links = []
    for ply, (left, top, width, height) in enumerate(bands(len(chances))):
        chance = chances[ply]
        percent = "?" if chance is None else f"{round(100 * chance)} %"
        words = escape(players.say("review.point", n=ply, percent=percent))
        now = ' aria-current="step"' if ply == shown else ""
        links.append(
            f'<a class="band" href="/analysis?g={stored.id}&amp;at={ply}" hx-post="/analysis" '
            f'hx-vals=\'{{"ply": {ply}}}\' aria-label="{words}"{now}><title>{words}</title>'
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"/></a>'
        )
    plain = _NOTES.sub(r"\1", sheet(picture)).replace('role="img"', 'role="group"', 1)
    return plain.removesuffix("</svg>") + "".join(links) + "</svg>"


# -- retries ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """Of a move that was tried instead of a mistake."""

    word: str
    """`right` or `wrong`."""
    text: str


def task_of(analysis: Analysis, players: GameView) -> str:
    """What a retry asks for."""
    played = _require_move(analysis.stored, analysis.retry).moves[analysis.retry - 1]
    return players.say("review.task", who=players.name(played.by), move=played.move)


def at_ply(analysis: Analysis, ply: int) -> Analysis:
    """The position after some moves of the game, whatever else was analysed."""
    assert analysis.stored
    moves = [(one.move, one.by) for one in analysis.stored.moves[: max(0, ply)]]
    return replace(analysis, node=analysis.tree.play(analysis.tree.root, moves), retry=0)


def start_retry(analysis: Analysis, number: int) -> Analysis:
    _require_move(analysis.stored, number)
    return replace(at_ply(analysis, number - 1), retry=number)


def judge(
    services: Services, analysis: Analysis, move: str | list[str], lang: str
) -> tuple[Analysis, Verdict]:
    """Try another move: right if it loses less than an inaccuracy, and then it is a variation."""
    stored, number = _require_move(analysis.stored, analysis.retry), analysis.retry
    before = start_retry(analysis, number)
    after = before.position(services).play(move)
    assert after.last is not None
    job = stored.job("compare", moves=list(stored.texts[: number - 1]))
    drop = services.jobs.run({**job, "path": list(after.last.path)}, QUERY_SECONDS)["drop"]
    if drop < _GOOD_ENOUGH:
        said = MESSAGES.text(lang, "review.right", move=after.last.text)
        return replace(before.play(services, [after.last.text]), retry=0), Verdict("right", said)
    said = MESSAGES.text(lang, "review.wrong", move=after.last.text, percent=round(100 * drop))
    return before, Verdict("wrong", said)


def _require_move(stored: StoredGame | None, number: int) -> StoredGame:
    if stored is None or not stored.is_over or not 1 <= number <= len(stored.moves):
        raise NotAllowedNow("request.no-such-move")
    return stored


# -- routes -------------------------------------------------------------------------------------------


@router.get("")
def review(game_id: str, services: ServicesDep) -> Response:
    """The address of earlier versions."""
    if not services.games.get(game_id).moves:
        raise NotAllowedNow("session.no-moves")
    return RedirectResponse(f"/analysis?g={game_id}&at=0", 308)


@router.get("/panel")
def panel(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The panel alone, which a page fetches until the analysis is done."""
    found = review_of(request, services, services.games.get(game_id))
    if found is None:
        raise NotAllowedNow("session.not-over")
    return page(request, "part/review.html", review=found)


@router.get("/{number}/better")
def better(request: Request, game_id: str, number: int, services: ServicesDep) -> Response:
    """The better move, shown on request."""
    stored = services.games.get(game_id)
    found = services.reviews.get(stored)
    if found is None or str(number) not in found["remarks"][language(request)]:
        raise NotAllowedNow("request.no-such-move")
    one = found["data"][language(request)]["moves"][number - 1]
    return page(request, "part/better.html", one=one, number=number)


@router.get("/{number}")
def retry(game_id: str, number: int, services: ServicesDep) -> Response:
    """The address of earlier versions."""
    _require_move(services.games.get(game_id), number)
    return RedirectResponse(f"/analysis?g={game_id}&retry={number}", 308)
