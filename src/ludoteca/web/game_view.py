"""A game as one visitor sees it: names, status, board, and the commands they may give."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from fastapi import Request

from ludoteca.games import SIDES, Position
from ludoteca.games.library import kebab
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.play.counters import Counter, counters
from ludoteca.play.endings import headline
from ludoteca.play.exchange import formats_for
from ludoteca.play.record_text import numbered
from ludoteca.play.session import other
from ludoteca.solver import has_values
from ludoteca.web.board_view import BoardView, render_board, side_badge
from ludoteca.web.errors import message_of
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.links import origin_for
from ludoteca.web.move_tree import page_tree
from ludoteca.web.players import level_of, name_of
from ludoteca.web.request_context import CLASS, guest, language
from ludoteca.web.services import Services
from ludoteca.web.view_models import Choice, Hint, MoveView, SeatView, choices_of, counter_views

MESSAGES = catalogue("web")


def may_show_values(stored: StoredGame) -> bool:
    """Whether anybody may see the exact values of a game now: they would decide a game between two people."""
    return stored.is_over or stored.row.kind != "link"


def names_in_class(request: Request, services: Services, stored: StoredGame) -> dict[str, tuple[str, str]]:
    """The names and animals of the players by side, on pages for somebody of the same class. Programs and
    records get none."""
    if CLASS not in request.cookies or request.url.path.startswith("/api/"):
        return {}
    owners = {seat.owner: side for side, seat in stored.row.seats.items() if seat.owner}
    found = services.classrooms.names(guest(request).visitor, list(owners))
    return {owners[owner]: called for owner, called in found.items()}


class GameView:
    """What a template needs to show a game to one visitor."""

    def __init__(
        self, request: Request, services: Services, stored: StoredGame, ply: int | None = None,
        line: tuple[str, ...] = (), at: int = 0, hint: Hint | None = None, notice: str | None = None,
        behind: bool = False,
    ) -> None:  # fmt: skip
        self.stored, self.services = stored, services
        self.line = line
        """A variation: moves that were not played, from `ply` on."""
        self.at = max(0, min(at, len(line)))
        self.hint = hint
        self._notice = notice
        self.behind = behind
        """Whether later moves are to be shown after this position."""
        self.lang = language(request)
        self.mine = guest(request).sides(stored.row)
        self._classmates = names_in_class(request, services, stored)
        self.ply = stored.session.plies if ply is None else max(0, min(ply, stored.session.plies))
        self.invite = request.cookies.get(f"invite-{stored.id}", "") if stored.is_open else ""
        self._turned = request.headers.get("x-flip") or request.query_params.get("flip", "")
        shared = origin_for(request, services.settings)
        self.origin, self.reach = shared.url, shared.reach

    @property
    def invitation(self) -> str:
        """The path that gives the free seat to whoever opens it first."""
        return f"/g/{self.stored.id}/seat/{self.invite}"

    @cached_property
    def tournament(self) -> str | None:
        """The id of the tournament that the game belongs to, if any."""
        return self.services.tournaments.tournament_of(self.stored.id)

    # -- players --------------------------------------------------------------------------------------

    @property
    def row(self) -> Any:
        return self.stored.row

    @property
    def is_past(self) -> bool:
        """Whether an earlier position or a variation is shown."""
        return self.ply < self.stored.session.plies or bool(self.line)

    @property
    def people_here(self) -> list[str]:
        return [side for side in self.mine if self.stored.is_person(side)]

    @property
    def may_move(self) -> bool:
        stored = self.stored
        return (
            not self.is_past
            and not self.behind
            and not stored.is_over
            and stored.mover in self.people_here
            and not stored.is_open
            and not stored.row.paused
        )

    @property
    def may_change(self) -> bool:
        return bool(self.mine)

    @property
    def may_analyse(self) -> bool:
        """Nobody analyses a game while playing it against another person on another screen."""
        return self.stored.is_over or self.stored.row.kind != "link" or not self.people_here

    def say(self, key: str, **values: object) -> str:
        return MESSAGES.text(self.lang, key, **values)

    def side_name(self, side: str) -> str:
        return terms.side(self.lang, self.stored.game, side)

    def name(self, side: str) -> str:
        """The name of the player of a side."""
        return self._names[side]

    @property
    def names(self) -> tuple[str, str]:
        """The names for records: a person without a name is called by the side."""
        return self._recorded("first"), self._recorded("second")

    def _recorded(self, side: str) -> str:
        is_nameless = self.stored.is_person(side) and not self.stored.session.seats[side].name
        return self.side_name(side) if is_nameless else self.name(side)

    @cached_property
    def _names(self) -> dict[str, str]:
        return {side: self._name(side) for side in SIDES}

    def _name(self, side: str) -> str:
        said = self.stored.session.seats[side].name
        if said:
            return said
        if self.people_here != [side] and side in self._classmates:
            return self._classmates[side][0]
        if not self.stored.is_person(side):
            return self._player_name(side)
        if self.stored.is_free(side):
            return self.say("play.free-seat")
        return self.say("play.you") if self.people_here == [side] else self.side_name(side)

    def _player_name(self, side: str) -> str:
        """The name of a computer player, whatever the seat is called."""
        return name_of(self.stored.player(side), self.stored.game)

    def seat(self, side: str) -> SeatView:
        stored = self.stored
        clock = stored.session.clock
        runs = clock is not None and bool(clock.started) and side == stored.mover and not stored.is_over
        return SeatView(
            side=side,
            side_name=self.side_name(side),
            name=self.name(side),
            note=self._note(side),
            is_mover=not stored.is_over and self.shown.mover == side,
            is_mine=side in self.people_here,
            is_person=stored.is_person(side),
            animal=self._animal(side),
            counters=counter_views(self.lang, self.stored.game, self.counters[side]),
            badge=side_badge(self.stored.game, side),
            left=self._left(side, runs),
            runs=runs,
        )

    def _animal(self, side: str) -> str:
        """The picture of a level or of a pupil, if there is one."""
        if side in self._classmates:
            return self._classmates[side][1]
        return kebab(self._player_name(side)) if level_of(self.stored.player(side), self.stored.game) else ""

    @cached_property
    def counters(self) -> dict[str, tuple[Counter, ...]]:
        return counters(self.shown, self.services.games.position_at(self.stored, 0))

    def _left(self, side: str, runs: bool) -> float | None:
        """The seconds on a person's clock, if there is one."""
        clock = self.stored.session.clock
        if clock is None or not self.stored.is_person(side):
            return None
        return clock.left(side, runs, self.services.commands.clock())

    def _note(self, side: str) -> str:
        if self.stored.is_person(side):
            return ""
        level = level_of(self.stored.player(side), self.stored.game)
        return terms.level_note(self.lang, level) if level else self.say("play.computer")

    @cached_property
    def seats(self) -> tuple[SeatView, SeatView]:
        """The player above the board, and the one below it."""
        below = "second" if self.flipped else "first"
        return self.seat(other(below)), self.seat(below)

    @property
    def flipped(self) -> bool:
        """By default the board is seen from the visitor's own seat."""
        if self._turned in ("0", "1"):
            return self._turned == "1"
        if self.row.turning and self.row.kind == "shared":
            return self.shown.mover == "second"
        return self.people_here == ["second"]

    # -- the board ------------------------------------------------------------------------------------

    @cached_property
    def shown(self) -> Position:
        if not self.is_past:
            return self.stored.position
        return self.services.games.position_at(self.stored, self.ply).play_all(self.line[: self.at])

    @cached_property
    def board(self) -> BoardView:
        return render_board(self.shown, self.lang, self.flipped, may_move=self.may_move)

    @cached_property
    def paths(self) -> str:
        """The legal moves as a tree of clicks, if the visitor may move."""
        return json.dumps(page_tree(self.stored.position), separators=(",", ":")) if self.may_move else "{}"

    @cached_property
    def choices(self) -> list[Choice]:
        """The clicks that are not cells, if the visitor may move."""
        return choices_of(self.stored.position, self.lang) if self.may_move else []

    # -- texts ----------------------------------------------------------------------------------------

    @property
    def failure(self) -> str:
        problem = self.services.ai_turns.failure(self.stored.id)
        if problem is None or not self.stored.waits_for_computer:
            return ""
        return message_of(problem, self.lang)

    @property
    def is_thinking(self) -> bool:
        return self.services.ai_turns.is_thinking(self.stored)

    @property
    def status(self) -> str:
        """The last move and whose turn it is, or the result."""
        stored = self.stored
        if self._notice:
            return f"{self.say(self._notice)} {self._turn()}"
        if self.line:
            return self.say("play.what-if", n=self.at, most=len(self.line))
        if self.is_past:
            if not self.ply:
                return self.say("play.at-start")
            return self.say("play.shown", n=self.ply, most=stored.session.plies)
        if stored.outcome:
            return self.result
        said = []
        if stored.moves:
            last = stored.moves[-1]
            said.append(self.say("play.moved", who=self.name(last.by), move=last.move))
            if last.by == stored.mover:
                said.append(self.say("play.extra-turn"))
        return " ".join([*said, self._turn()])

    def _turn(self) -> str:
        stored = self.stored
        if stored.is_open:
            return self.say("play.waiting")
        who = self.name(stored.mover)
        if stored.row.paused:
            return self.say("play.paused")
        if not stored.is_person(stored.mover):
            return self.say("play.thinking", who=who)
        return (
            self.say("play.your-turn")
            if self.people_here == [stored.mover]
            else terms.turn(self.lang, stored.game, stored.mover, who)
        )

    @property
    def result(self) -> str:
        """How the game ended; empty while it runs."""
        ended = self.stored.outcome
        if ended is None:
            return ""
        you = self.people_here[0] if len(self.people_here) == 1 else ""
        return headline(self.lang, self.stored.position, ended, self._names, you)

    @property
    def result_word(self) -> str:
        """`first`, `second` or `draw`, for styles and tests; empty while the game runs."""
        ended = self.stored.outcome
        return "" if ended is None else ended.winner or "draw"

    @cached_property
    def moves(self) -> list[MoveView]:
        labels = numbered(one.by for one in self.stored.moves)
        return [
            MoveView(number, label, one.move, one.by)
            for number, (one, label) in enumerate(zip(self.stored.moves, labels, strict=True), 1)
        ]

    @property
    def offer(self) -> tuple[str, str, int, bool] | None:
        """The kind of offer, who made it, its number, and whether this visitor is to answer."""
        offer = self.stored.session.offer
        return (*offer, other(offer.by) in self.people_here) if offer else None

    @property
    def explained(self) -> bool:
        """Whether the move shown can be explained: a computer's, or any once the game is over."""
        return 0 < self.ply <= len(self.stored.moves) and (
            self.stored.is_over or not self.stored.is_person(self.stored.moves[self.ply - 1].by)
        )

    @property
    def has_values(self) -> bool:
        """Whether the exact values of the moves can be shown: not while two people play on two screens."""
        return may_show_values(self.stored) and has_values(self.stored.game) and not self.line

    @property
    def has_log(self) -> bool:
        """Whether a computer has logged its search."""
        return bool(self.stored.logged)

    @cached_property
    def branches(self) -> list[tuple[str, int]]:
        return self.services.games.branches(self.stored.id)

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats the game can be exported to."""
        return formats_for(self.stored.game)

    @property
    def rules_url(self) -> str:
        return (
            f"/games/{self.stored.game.id}/rules" if self.row.file is None else f"/g/{self.stored.id}/rules"
        )

    @property
    def can_undo(self) -> bool:
        if not self.may_change or not self.stored.moves:
            return False
        people = self.people_here
        return not people or self.stored.is_over or any(one.by in people for one in self.stored.moves)

    @property
    def can_pause(self) -> bool:
        """Whether the game can be paused at all: not between two screens."""
        return self.may_change and not self.stored.session.asks_for_undo

    @property
    def can_redo(self) -> bool:
        return self.may_change and bool(self.stored.session.undone) and not self.stored.is_over
