"""A table as somebody sees it: names, whose turn, what can be done, in their language."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fastapi import Request

from ludoteca.games import SIDES, Position
from ludoteca.games.library import kebab
from ludoteca.games.scenes import hand
from ludoteca.play import terms
from ludoteca.play.exchange import formats_for
from ludoteca.play.record_text import numbered
from ludoteca.web.board_view import BoardView, view
from ludoteca.web.errors import message_of
from ludoteca.web.games import clocks
from ludoteca.web.games.game_state import Table, other
from ludoteca.web.games.players import level_of, name_of
from ludoteca.web.move_tree import beside, page_tree
from ludoteca.web.request_context import guest, language
from ludoteca.web.services import House
from ludoteca.web.words import WORDS


@dataclass(frozen=True)
class SeatView:
    """One player beside the board."""

    side: str
    side_name: str
    name: str
    note: str
    """A few words below the name: the level, the algorithm, that the seat is free."""
    is_mover: bool
    is_mine: bool
    is_person: bool
    hand: str
    animal: str
    """The picture of the level that plays, if one does."""
    left: float | None
    """Seconds on the clock, if there is one."""
    runs: bool


@dataclass(frozen=True)
class MoveView:
    number: int
    """Counted from 1."""
    label: str
    """`3.`, nothing, or `3…`."""
    text: str
    by: str


def choices_of(position: Position, lang: str) -> list[tuple[str, str, bool]]:
    """The clicks of the legal moves that are no cells: what to click, its name, whether it turns a block."""
    kinds = position.game.words(lang).pieces or {}
    found = []
    for click in beside(position):
        if click[:-1].isdecimal() and click[-1] in "+-":
            key = "play.turn-right" if click[-1] == "+" else "play.turn-left"
            found.append((click, WORDS.say(lang, key, n=click[:-1]), True))
        else:
            found.append((click, WORDS.find(lang, f"play.choice-{click}", kinds.get(click, click)), False))
    return found


@dataclass(frozen=True)
class Hint:
    """What the engine would play, told in two steps."""

    step: int
    found: dict[str, Any]

    @property
    def cells(self) -> str:
        """What is lit: the first click, then the whole path."""
        path: list[str] = self.found["path"]
        return " ".join(path if self.step > 1 else path[:1])


class Showing:
    """What one visitor is shown of a table."""

    def __init__(
        self, request: Request, house: House, table: Table, ply: int | None = None,
        line: tuple[str, ...] = (), at: int = 0, hint: Hint | None = None, said: str | None = None,
    ) -> None:  # fmt: skip
        self.table, self.house = table, house
        self.line = line
        """Moves that were not played, from the ply on: what if?"""
        self.at = max(0, min(at, len(line)))
        self.hint = hint
        self._said = said
        self.lang = language(request)
        self.mine = guest(request).sides(table.row)
        self.ply = table.row.plies if ply is None else max(0, min(ply, table.row.plies))
        self.invite = request.cookies.get(f"invite-{table.id}", "") if table.is_open else ""
        self._turned = request.headers.get("x-flip") or request.query_params.get("flip", "")
        self.origin = f"{request.url.scheme}://{request.headers.get('host', '')}"

    # -- who ------------------------------------------------------------------------------------------

    @property
    def row(self) -> Any:
        return self.table.row

    @property
    def is_past(self) -> bool:
        """Whether an earlier position is shown, or one that was never reached."""
        return self.ply < self.table.row.plies or bool(self.line)

    @property
    def people_here(self) -> list[str]:
        return [side for side in self.mine if self.table.is_person(side)]

    @property
    def may_move(self) -> bool:
        table = self.table
        return (
            not self.is_past and not table.is_over and table.mover in self.people_here and not table.is_open
        )

    @property
    def may_change(self) -> bool:
        return bool(self.mine)

    def say(self, key: str, **values: object) -> str:
        return WORDS.say(self.lang, key, **values)

    def side_name(self, side: str) -> str:
        return terms.side(self.lang, self.table.game, side)

    def name(self, side: str) -> str:
        """What the player of a side is called."""
        return self._names[side]

    @cached_property
    def _names(self) -> dict[str, str]:
        return {side: self._name(side) for side in SIDES}

    def _name(self, side: str) -> str:
        if not self.table.is_person(side):
            return name_of(self.table.player(side), self.table.game)
        said: str = getattr(self.row, f"{side}_name")
        if said:
            return said
        if self.table.owner(side) is None and getattr(self.row, f"{side}_seat"):
            return self.say("play.free-seat")
        return self.say("play.you") if self.people_here == [side] else self.side_name(side)

    def seat(self, side: str) -> SeatView:
        table, row = self.table, self.row
        runs = bool(row.turned) and side == table.mover and not table.is_over
        return SeatView(
            side=side,
            side_name=self.side_name(side),
            name=self.name(side),
            note=self._note(side),
            is_mover=not table.is_over and self.shown.mover == side,
            is_mine=side in self.people_here,
            is_person=table.is_person(side),
            animal=kebab(self.name(side)) if level_of(table.player(side)) else "",
            hand=hand(self.shown, SIDES.index(side), self.lang),
            left=clocks.left(row, side, runs, time.time()) if row.clock and table.is_person(side) else None,
            runs=runs,
        )

    def _note(self, side: str) -> str:
        if self.table.is_person(side):
            return ""
        level = level_of(self.table.player(side))
        return self.say("play.level", n=level) if level else self.say("play.computer")

    @cached_property
    def seats(self) -> tuple[SeatView, SeatView]:
        """The player above the board, and the one below."""
        below = "second" if self.flipped else "first"
        return self.seat(other(below)), self.seat(below)

    @property
    def flipped(self) -> bool:
        """By default one looks from one's own seat."""
        if self._turned in ("0", "1"):
            return self._turned == "1"
        if self.row.turning and self.row.kind == "shared":
            return self.shown.mover == "second"
        return self.people_here == ["second"]

    # -- the board ------------------------------------------------------------------------------------

    @cached_property
    def shown(self) -> Position:
        if not self.is_past:
            return self.table.position
        return self.house.desk.position_at(self.table, self.ply).play_all(self.line[: self.at])

    @cached_property
    def board(self) -> BoardView:
        return view(self.shown, self.lang, self.flipped)

    @cached_property
    def paths(self) -> str:
        """The legal moves as a tree of clicks, for whoever may make them."""
        return json.dumps(page_tree(self.table.position), separators=(",", ":")) if self.may_move else "{}"

    @cached_property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The clicks that are no cells: what to click, what it is called, whether it turns a block."""
        return choices_of(self.table.position, self.lang) if self.may_move else []

    # -- what is said ---------------------------------------------------------------------------------

    @property
    def trouble(self) -> str:
        problem = self.house.computers.trouble(self.table.id)
        if problem is None or not self.table.waits_for_computer:
            return ""
        return message_of(problem, self.lang)

    @property
    def is_thinking(self) -> bool:
        return self.house.computers.is_thinking(self.table)

    @property
    def status(self) -> str:
        """Whose turn it is, or how it ended; after the last move, in one or two sentences."""
        table = self.table
        if self._said:
            return f"{self.say(self._said)} {self._turn()}"
        if self.line:
            return self.say("play.what-if", n=self.at, most=len(self.line))
        if self.is_past:
            if not self.ply:
                return self.say("play.at-start")
            return self.say("play.shown", n=self.ply, most=table.row.plies)
        if table.outcome:
            return self.result
        said = []
        if table.moves:
            last = table.moves[-1]
            said.append(self.say("play.moved", who=self.name(last.by), move=last.move))
        return " ".join([*said, self._turn()])

    def _turn(self) -> str:
        table = self.table
        if table.is_open:
            return self.say("play.waiting")
        who = self.name(table.mover)
        if table.row.paused and not table.is_person(table.mover):
            return self.say("play.paused")
        if not table.is_person(table.mover):
            return self.say("play.thinking", who=who)
        return (
            self.say("play.your-turn")
            if self.people_here == [table.mover]
            else self.say("play.turn-of", who=who)
        )

    @property
    def result(self) -> str:
        ended = self.table.outcome
        if ended is None:
            return ""
        why = terms.reason(self.lang, ended.reason)
        if ended.winner is None:
            return self.say("play.drawn", why=why)
        return self.say("play.won", who=self.name(ended.winner), why=why)

    @property
    def result_word(self) -> str:
        """`first`, `second`, `draw`, `time`… for tests and styles; nothing while the game goes on."""
        ended = self.table.outcome
        return "" if ended is None else ended.winner or "draw"

    @cached_property
    def moves(self) -> list[MoveView]:
        labels = numbered(one.by for one in self.table.moves)
        return [
            MoveView(one.number, label, one.move, one.by)
            for one, label in zip(self.table.moves, labels, strict=True)
        ]

    @property
    def offer(self) -> tuple[str, str, bool] | None:
        """What is offered, by whom, and whether this visitor is to answer."""
        what, _, by = self.row.offer.partition(" ")
        if not what:
            return None
        return what, by, other(by) in self.people_here

    @property
    def explained(self) -> bool:
        """Whether there is a move to ask about, and it is not a person's secret plan."""
        return 0 < self.ply <= len(self.table.moves) and (
            self.table.is_over or not self.table.is_person(self.table.moves[self.ply - 1].by)
        )

    @property
    def thought(self) -> bool:
        """Whether a computer has said what it saw."""
        return any(one.thought for one in self.table.moves)

    @cached_property
    def branches(self) -> list[tuple[str, int]]:
        return self.house.desk.branches(self.table.id)

    @property
    def formats(self) -> tuple[str, ...]:
        """In what ways the game can be taken away."""
        return formats_for(self.table.game)

    @property
    def rules_url(self) -> str:
        return f"/games/{self.table.game.id}/rules" if self.row.file is None else f"/g/{self.table.id}/rules"

    @property
    def can_undo(self) -> bool:
        if not self.may_change or not self.table.moves:
            return False
        people = self.people_here
        return not people or any(one.by in people for one in self.table.moves) or self.table.is_over

    @property
    def can_redo(self) -> bool:
        return self.may_change and bool(self.table.undone) and not self.table.is_over
