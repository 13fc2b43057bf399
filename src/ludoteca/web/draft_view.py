"""A draft as somebody sees it: cards, text, mistakes, and the game beside them."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from fastapi import Request

from ludoteca.web.board_buttons import CellButton
from ludoteca.web.board_view import BoardView, cells, plain_view
from ludoteca.web.game_view import Showing
from ludoteca.web.games.game_state import Table
from ludoteca.web.games.new_game import Order
from ludoteca.web.games.refusals import NoSuchGame
from ludoteca.web.request_context import guest, language
from ludoteca.web.services import House
from ludoteca.web.store.schema import DraftRow
from ludoteca.workshop.cards import Card
from ludoteca.workshop.drafts import Draft, is_drawn
from ludoteca.workshop.rules_text import tell_rules
from ludoteca.workshop.sandbox import Looked


class Bench:
    """What one visitor is shown of a draft."""

    def __init__(self, request: Request, house: House, row: DraftRow, note: str = "") -> None:
        self.request, self.house, self.row, self.note = request, house, row, note
        self.lang = language(request)
        self.draft = Draft(row.text, row.name)
        self.good = Draft(row.good, row.name)
        self.visitor = guest(request).visitor
        self.is_mine = bool(self.visitor) and self.visitor == row.owner
        self.origin = f"{request.url.scheme}://{request.headers.get('host', '')}"

    @property
    def url(self) -> str:
        return f"/workshop/{self.row.id}"

    # -- rules ----------------------------------------------------------------------------------------

    @cached_property
    def is_toml(self) -> bool:
        return self.draft.raw is not None

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the text; while it cannot be read, of the last that could."""
        return (self.draft if self.is_toml else self.good).cards(self.lang)

    @cached_property
    def offers(self) -> dict[tuple[str, str], int]:
        """The numbers of all offers, by place and label."""
        found = (self.draft if self.is_toml else self.good).offers(self.lang)
        return {(offer.where, offer.label): number for number, offer in enumerate(found)}

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return tell_rules(self.draft.raw or self.good.raw or {}, self.lang)

    @property
    def title(self) -> str:
        return (self.draft if self.is_toml else self.good).title(self.lang)

    @property
    def based_on(self) -> tuple[str, ...]:
        return (self.draft if self.is_toml else self.good).based_on

    # -- mistakes -------------------------------------------------------------------------------------

    @cached_property
    def problems(self) -> list[dict[str, Any]]:
        """Each with its message, its place and its fixes, numbered."""
        looked = self.house.drafts.look(self.row.text, self.row.name)
        if not isinstance(looked, Looked):
            return [
                {
                    "message": _sentence(looked.message(self.lang)),
                    "line": 1,
                    "card": "",
                    "where": "",
                    "fixes": [],
                }
            ]
        return [
            {**one, "message": one[self.lang], "fixes": [fix[self.lang] for fix in one["fixes"]]}
            for one in looked.problems
        ]

    @property
    def is_good(self) -> bool:
        return not self.problems

    @cached_property
    def wrong_lines(self) -> set[int]:
        return {problem["line"] for problem in self.problems}

    def wrong(self, where: str) -> list[tuple[int, dict[str, Any]]]:
        """The mistakes said of just this place."""
        return [(n, one) for n, one in enumerate(self.problems) if one["where"] == where]

    def wrong_on(self, card: str) -> list[tuple[int, dict[str, Any]]]:
        return [(n, one) for n, one in enumerate(self.problems) if one["card"] == card]

    def field_has(self, where: str) -> bool:
        """Whether a blank of its own shows the mistakes of a place."""
        return any(one.where == where for card in self.cards for one in card.group.every_field())

    @property
    def lines(self) -> int:
        return self.row.text.count("\n") + 1

    @property
    def can_undo(self) -> bool:
        return self.is_mine and self.row.history != "[]"

    @property
    def earlier(self) -> int:
        return len(json.loads(self.row.history))

    @property
    def picture(self) -> str:
        """The board at the start."""
        return self.house.opened.game(self.row.name, self.row.good).start().svg(lang=self.lang)

    @cached_property
    def start(self) -> BoardView | None:
        """The start as a board to click on; None where it is changed in the text only."""
        if not self.row.good:
            return None
        game = self.house.opened.game(self.row.name, self.row.good)
        return plain_view(game.start(), self.lang) if is_drawn(game) else None

    @property
    def start_rows(self) -> tuple[tuple[CellButton, ...], ...]:
        """Its cells."""
        return cells(self.house.opened.game(self.row.name, self.row.good).start(), self.lang)

    # -- the game beside it ---------------------------------------------------------------------------

    @cached_property
    def trial(self) -> Showing | None:
        """The last good rules with the computer seated; None if there were never any."""
        if not self.row.good:
            return None
        return Showing(self.request, self.house, self._table())

    def _table(self) -> Table:
        """The game beside the draft, begun if there is none, changed if the rules have."""
        desk, row = self.house.desk, self.row
        try:
            table = desk.table(row.trial) if row.trial else None
        except NoSuchGame:
            table = None
        if table is None and self.is_mine:
            order = Order(
                called=row.name, file=row.good, based_on=row.based_on, kind="computer", second="level:2"
            )
            new = desk.begin(order, self.visitor, ("first",))
            self.house.drafts.set_trial(row.id, new.row.id)
            row.trial = new.row.id
            table = desk.table(new.row.id)
        if table is None:  # somebody else looks before the maker has played
            raise NoSuchGame("there is no such game here.")
        if table.row.file != row.good and self.is_mine:
            kept = desk.change_rules(table.id, guest(self.request), row.name, row.good)
            self.note = self.note or ("" if kept else "workshop.restarted")
            table = desk.table(table.id)
        self.house.computers.see_to(table)
        return table


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
