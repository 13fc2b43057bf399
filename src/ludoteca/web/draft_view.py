"""A draft as one visitor sees it: cards, text, problems, and a trial game."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from fastapi import Request

from ludoteca.web.board_view import BoardView, CellButton, cell_rows, render_plain_board
from ludoteca.web.game_view import GameView
from ludoteca.web.games.errors import GameNotFound
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.games.trainings import Training
from ludoteca.web.links import origin_for
from ludoteca.web.request_context import guest, language
from ludoteca.web.services import Services
from ludoteca.web.store.schema import DraftRow
from ludoteca.workshop.cards import Card
from ludoteca.workshop.drafts import Draft, is_start_clickable
from ludoteca.workshop.rules_text import describe_rules
from ludoteca.workshop.sandbox import CheckResult


class DraftView:
    """What a template needs to show a draft to one visitor."""

    def __init__(self, request: Request, services: Services, row: DraftRow, note: str = "") -> None:
        self.request, self.services, self.row, self.note = request, services, row, note
        self.lang = language(request)
        self.draft = Draft(row.text, row.name)
        self.good = Draft(row.good, row.name)
        self.visitor = guest(request).visitor
        self.is_mine = bool(self.visitor) and self.visitor == row.owner
        shared = origin_for(request, services.settings)
        self.origin, self.reach = shared.url, shared.reach

    @property
    def url(self) -> str:
        return f"/workshop/{self.row.id}"

    # -- training -------------------------------------------------------------------------------------

    @cached_property
    def training(self) -> Training | None:
        """The last training of the valid rules."""
        return self.services.trainings.get(self.row.good) if self.row.good else None

    @property
    def training_minutes(self) -> str:
        """How long a training takes."""
        minutes = self.services.trainings.seconds() / 60
        return f"{minutes:.0f}" if minutes >= 1.5 else f"{minutes:.1f}".rstrip("0").rstrip(".")

    # -- rules ----------------------------------------------------------------------------------------

    @cached_property
    def is_toml(self) -> bool:
        return self.draft.raw is not None

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the text; while it is not TOML, of the last valid text."""
        return (self.draft if self.is_toml else self.good).cards(self.lang)

    @cached_property
    def offers(self) -> dict[tuple[str, str], int]:
        """The numbers of all offers, by path and label."""
        found = (self.draft if self.is_toml else self.good).offers(self.lang)
        return {(offer.where, offer.label): number for number, offer in enumerate(found)}

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return describe_rules(self.draft.raw or self.good.raw or {}, self.lang)

    @property
    def title(self) -> str:
        return (self.draft if self.is_toml else self.good).title(self.lang)

    @property
    def based_on(self) -> tuple[str, ...]:
        return (self.draft if self.is_toml else self.good).based_on

    # -- problems -------------------------------------------------------------------------------------

    @cached_property
    def problems(self) -> list[dict[str, Any]]:
        """Each with its message, its path and its fixes."""
        checked = self.services.drafts.check(self.row.text, self.row.name)
        if not isinstance(checked, CheckResult):
            return [
                {
                    "message": _sentence(checked.text(self.lang)),
                    "line": 1,
                    "card": "",
                    "where": "",
                    "fixes": [],
                }
            ]
        return [
            {**one, "message": one[self.lang], "fixes": [fix[self.lang] for fix in one["fixes"]]}
            for one in checked.problems
        ]

    @property
    def is_valid(self) -> bool:
        return not self.problems

    @cached_property
    def problem_lines(self) -> set[int]:
        return {problem["line"] for problem in self.problems}

    def problems_at(self, where: str) -> list[tuple[int, dict[str, Any]]]:
        """The problems at a path, with their numbers."""
        return [(n, one) for n, one in enumerate(self.problems) if one["where"] == where]

    def problems_on(self, card: str) -> list[tuple[int, dict[str, Any]]]:
        return [(n, one) for n, one in enumerate(self.problems) if one["card"] == card]

    def has_field(self, where: str) -> bool:
        """Whether a field of its own shows the problems at a path."""
        return any(one.where == where for card in self.cards for one in card.group.all_fields())

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
        """The start position, as SVG."""
        return self.services.game_cache.game(self.row.name, self.row.good).start().svg(lang=self.lang)

    @cached_property
    def start(self) -> BoardView | None:
        """The start position as a board to click on; None where it can be changed in the text only."""
        if not self.row.good:
            return None
        game = self.services.game_cache.game(self.row.name, self.row.good)
        return render_plain_board(game.start(), self.lang) if is_start_clickable(game) else None

    @property
    def start_rows(self) -> list[list[CellButton]]:
        """The cells of that board."""
        return cell_rows(self.services.game_cache.game(self.row.name, self.row.good).start(), self.lang)

    # -- the trial game -------------------------------------------------------------------------------

    @cached_property
    def trial(self) -> GameView | None:
        """A game against the computer by the last valid rules; None if there were never any."""
        if not self.row.good:
            return None
        return GameView(self.request, self.services, self._load())

    def _load(self) -> StoredGame:
        """The trial game: created if there is none, updated if the rules have changed."""
        games, commands, row = self.services.games, self.services.commands, self.row
        try:
            stored = games.get(row.trial) if row.trial else None
        except GameNotFound:
            stored = None
        if stored is None and self.is_mine:
            setup = GameSetup(called=row.name, file=row.good, based_on=row.based_on)
            new = self.services.creation.begin(setup, self.visitor, ("first",))
            self.services.drafts.set_trial(row.id, new.row.id)
            row.trial = new.row.id
            stored = games.get(new.row.id)
        if stored is None:  # a visitor views it before its owner has played
            raise GameNotFound("missing.game")
        if stored.row.file != row.good and self.is_mine:
            kept = commands.change_rules(stored.id, guest(self.request), row.name, row.good)
            self.note = self.note or ("" if kept else "workshop.restarted")
            stored = games.get(stored.id)
        self.services.ai_turns.request_move(stored)
        return stored


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
