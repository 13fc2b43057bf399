"""The laboratory of a game: a form with all options of two players, and what was entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import Request

from ludoteca.classics.evaluation_text import evaluator_about
from ludoteca.classics.evaluators import default_evaluator, fitting
from ludoteca.classics.lab import choices_for, defaults_for
from ludoteca.games import SIDES, Game
from ludoteca.play import terms
from ludoteca.play.player_forms import USUAL, Field, entered, fields_of, specification
from ludoteca.play.players import kinds
from ludoteca.web.players import OPTIONS, PERSON
from ludoteca.web.request_context import language

DEFAULT_PLAYERS = {"first": "alphabeta", "second": "level"}
MATCH_GAMES = (2, 4, 10, 20)
"""Games of a match to choose from."""


@dataclass(frozen=True)
class PlayerForm:
    """The fields of one side: the player, and its options with the values that were entered."""

    side: str
    player: str
    values: Mapping[str, str]
    fields: tuple[Field, ...]

    @property
    def usual(self) -> list[Field]:
        return [field for field in self.fields if field.name in (*USUAL, "level")]

    @property
    def others(self) -> list[Field]:
        return [field for field in self.fields if field not in self.usual]

    @property
    def spec(self) -> str:
        """The player as text. Raises `UnknownPlayer`."""
        return specification(self.player, self.values)

    @property
    def has_values_in_others(self) -> bool:
        return any(self.values.get(field.name) for field in self.others)


class LabView:
    """The page of the laboratory for one game."""

    def __init__(self, request: Request, game: Game, given: Mapping[str, str]) -> None:
        self.lang, self.game, self.given = language(request), game, given
        self.choices = choices_for(game)

    @property
    def players(self) -> list[tuple[str, str]]:
        """Every player of ours, with what it does; a person first."""
        lang = self.lang
        known = [
            (word, terms.player(lang, word, kind.about)) for word, kind in kinds().items() if word != PERSON
        ]
        return [(PERSON, terms.player(lang, PERSON)), *known]

    def form(self, side: str) -> PlayerForm:
        """From a link with the player as text, or from the fields of the form."""
        player, values = entered(self.given.get(side, ""))
        if not player:
            player = self.given.get(f"player-{side}", "")
            player = player if player in kinds() else DEFAULT_PLAYERS[side]
            values = {name: self.given.get(f"{side}.{name}", "") for name in kinds()[player].options}
        defaults = defaults_for(self.game, player, values)
        fields = fields_of(kinds()[player], OPTIONS, self.choices, defaults)
        return PlayerForm(side, player, values, tuple(fields))

    def about(self, form: PlayerForm) -> str:
        """What the player of a form does."""
        return terms.player(self.lang, form.player, kinds()[form.player].about)

    def options_url(self, side: str) -> str:
        """The address of a side's options: they depend on the player and on its evaluator."""
        asked = {"side": side} | ({"variant": self.given["variant"]} if self.given.get("variant") else {})
        return f"/games/{self.game.id}/lab/options?{urlencode(asked)}"

    @property
    def forms(self) -> dict[str, PlayerForm]:
        return {side: self.form(side) for side in SIDES}

    @property
    def sides(self) -> dict[str, str]:
        return {side: terms.side(self.lang, self.game, side) for side in SIDES}

    @property
    def default_evaluator(self) -> str:
        return default_evaluator(self.game)

    @property
    def evaluators(self) -> list[tuple[str, str]]:
        """The evaluators that fit the game, the default one first."""
        return [(name, evaluator_about(self.lang, name)) for name in fitting(self.game)]
