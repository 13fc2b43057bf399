"""What a visitor sees of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fastapi import Request

from ludoteca.games import Game
from ludoteca.messages import catalogue, localized
from ludoteca.play.session import HUMAN
from ludoteca.tournament.crosstable import Cell, Crosstable, Line, crosstable
from ludoteca.tournament.crosstable_text import Labels, grid, points_text, rating_text, side_text, svg
from ludoteca.tournament.formats import KNOCKOUT, SWISS, GameKey
from ludoteca.web.games.tournaments import OVER, StoredTournament, invitation_secret
from ludoteca.web.links import origin_for
from ludoteca.web.players import level_of
from ludoteca.web.request_context import CLASS, VISITOR, guest, language
from ludoteca.web.services import Services
from ludoteca.web.store.schema import EntrantRow

MESSAGES = catalogue("web")


@dataclass(frozen=True)
class GameLine:
    """One game in a list."""

    id: str
    label: str
    first: str
    second: str
    result: str
    is_mine: bool


@dataclass(frozen=True)
class Invitation:
    """A free place and the link to it."""

    name: str
    link: str


class TournamentView:
    """A tournament for one visitor."""

    def __init__(self, request: Request, services: Services, stored: StoredTournament) -> None:
        self.stored, self.row = stored, stored.row
        self.lang = language(request)
        self.visitor = guest(request).visitor
        owners = [one.owner for one in stored.entrants if one.owner]
        in_class = CLASS in request.cookies and not request.url.path.endswith((".json", ".svg"))
        self._classmates = services.classrooms.names(self.visitor, owners) if in_class else {}
        self.game: Game = services.game_cache.game(stored.row.called)
        self._origin = origin_for(request, services.settings)
        self._secret = request.cookies.get(VISITOR, "")

    def say(self, key: str, **values: object) -> str:
        return MESSAGES.text(self.lang, key, **values)

    # -- names ----------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> list[str]:
        """The names of the players; equal ones get numbers."""
        found: list[str] = []
        for one in self.stored.entrants:
            name = single = self._name(one)
            number = 1
            while name in found:
                number += 1
                name = f"{single} {number}"
            found.append(name)
        return found

    def _name(self, one: EntrantRow) -> str:
        if one.name:
            return one.name
        if one.owner in self._classmates:
            return self._classmates[one.owner][0]
        if one.player == HUMAN:
            return self.say("tournament.person", n=one.number + 1)
        level = level_of(one.player, self.game)
        return f"{level.name} ({level.number})" if level else one.player

    @property
    def title(self) -> str:
        kind = "tournament.match-of" if self.is_match else "tournament.of"
        return self.row.title or self.say(kind, game=self.game.title(self.lang))

    @property
    def is_match(self) -> bool:
        """Whether two players play each other, whatever the format."""
        return len(self.stored.entrants) == 2

    @property
    def format_name(self) -> str:
        return self.say(f"tournament.format-{self.row.format}")

    # -- state ----------------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        return f"/tournaments/{self.row.id}"

    @property
    def is_maker(self) -> bool:
        return bool(self.visitor) and self.visitor == self.row.owner

    @property
    def is_over(self) -> bool:
        return self.row.state == OVER

    @cached_property
    def done(self) -> int:
        return len(self.stored.results)

    @property
    def total(self) -> int | None:
        return self.stored.form.total

    @property
    def invitations(self) -> list[Invitation]:
        """The free places with their links, for the browser that made the tournament."""
        if not self.is_maker or not self._secret:
            return []
        return [
            Invitation(self.names[one.number], self._invitation(one.number))
            for one in self.stored.entrants
            if one.invitation
        ]

    def _invitation(self, number: int) -> str:
        secret = invitation_secret(self._secret, self.row.id, number)
        return f"{self._origin.url}{self.url}/seat/{secret}"

    @property
    def free(self) -> int:
        return sum(bool(one.invitation) for one in self.stored.entrants)

    # -- table ----------------------------------------------------------------------------------------

    @cached_property
    def table(self) -> Crosstable:
        return crosstable(self.stored.form, self.names, self.stored.results, self.stored.schedule)

    @property
    def winner(self) -> str:
        """The name of the winner, once there is one alone."""
        if not self.is_over:
            return ""
        first = [line for line in self.table.lines if line.rank == 1]
        return first[0].name if len(first) == 1 else ""

    def points(self, value: float) -> str:
        return points_text(value)

    def rating(self, line: Line) -> str:
        return rating_text(line.rating)

    def superiority(self, value: float | None) -> str:
        return "–" if value is None else localized(f"{100 * value:.0f}", self.lang)

    def by_side(self, line: Line, side: str) -> str:
        return side_text(line.by_side[side])

    def cell(self, line: Line, other: Line) -> Cell:
        return self.table.cell(line, other)

    def strength(self, cell: Cell) -> str:
        """The colour of a cell: `w0` to `w4` from all games lost to all games won; empty without games."""
        if not cell.tally.games:
            return ""
        return f"w{round(4 * cell.tally.points / cell.tally.games)}"

    def picture(self) -> str:
        """The table as SVG."""
        heads = ("player", "points", "games", "elo", "superiority", "first", "second")
        labels = Labels(
            {name: self.say(f"tournament.head-{name}") for name in heads},
            lambda number: localized(f"{number:.1f}", self.lang),
        )
        return svg(grid(self.table, labels), self.title)

    def as_dict(self) -> dict[str, object]:
        """The table for programs."""
        return {
            "id": self.row.id, "game": self.row.called, "format": self.row.format, "state": self.row.state,
            "games": self.done, "total": self.total,
            "players": [
                {
                    "rank": line.rank, "name": line.name, "player": self.stored.entrants[line.player].player,
                    "points": line.points, "games": line.total.games,
                    "elo": line.rating and round(line.rating.elo, 1),
                    "interval": line.rating and [round(line.rating.low, 1), round(line.rating.high, 1)],
                    "against": {
                        other.name: vars(self.cell(line, other).tally)
                        for other in self.table.lines if other is not line and self.cell(line, other).keys
                    },
                }
                for line in self.table.lines
            ],
        }  # fmt: skip

    # -- games ----------------------------------------------------------------------------------------

    def line(self, key: GameKey) -> GameLine:
        one = self.stored.games[key]
        first, second = (key.a, key.b) if key.number % 2 == 0 else (key.b, key.a)
        places = {place.number for place in self.stored.places_of(self.visitor)}
        result = self.say("tournament.running")
        if one.points is not None:
            points = one.points if first == key.a else 1 - one.points
            result = f"{points_text(points)} : {points_text(1 - points)}"
        label = self.say("tournament.game-label", round=key.round, n=key.number + 1)
        return GameLine(one.game, label, self.names[first], self.names[second], result,
                        bool(places & {first, second}))  # fmt: skip

    @property
    def now_playing(self) -> list[GameLine]:
        return [self.line(key) for key in self.stored.active]

    @property
    def my_games(self) -> list[GameLine]:
        return [one for one in self.now_playing if one.is_mine]

    def between(self, a: int, b: int) -> list[GameLine]:
        """The games of two players, in the order of the rounds."""
        return [self.line(key) for key in sorted(self.stored.games) if {key.a, key.b} == {a, b}]

    @property
    def rounds(self) -> list[tuple[int, list[tuple[str, str, str, str]]]]:
        """The meetings of each round of a Swiss tournament or knock-out: names, score, and the link."""
        if self.row.format not in (SWISS, KNOCKOUT):
            return []
        found: dict[int, list[tuple[str, str, str, str]]] = {}
        for one in self.stored.schedule.fixtures:
            known = [self.stored.results.get(key) for key in one.keys()]
            over = [points for points in known if points is not None]
            score = f"{points_text(sum(over))} : {points_text(len(over) - sum(over))}" if over else "–"
            link = f"{self.url}/games?a={one.a + 1}&b={one.b + 1}"
            found.setdefault(one.round, []).append((self.names[one.a], self.names[one.b], score, link))
        for turn, player in self.stored.schedule.byes:
            bye = (self.names[player], self.say("tournament.bye"), "", "")
            found.setdefault(turn, []).append(bye)
        return sorted(found.items())
