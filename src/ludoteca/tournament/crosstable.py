"""The crosstable of a tournament: points, points by side, Elo with intervals, likelihood of superiority.

Ratings follow the Bradley–Terry model with draws (`ratings`), relative to the mean of all players. The table
depends on the results alone, not on the order in which they arrived.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ludoteca.tournament.formats import GAUNTLET, KNOCKOUT, SWISS, Format, GameKey, Results, Schedule
from ludoteca.tournament.ratings import Meeting, Rating, Ratings


@dataclass
class Tally:
    """Results of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0


@dataclass
class Line:
    """One player of a tournament."""

    player: int
    """Its number, from 0."""
    name: str
    rank: int = 0
    """From 1; equal for players whom nothing separates."""
    total: Tally = field(default_factory=Tally)
    by_side: dict[str, Tally] = field(default_factory=lambda: {"first": Tally(), "second": Tally()})
    bonus: float = 0.0
    """Points for byes, which the tally does not have."""
    tie_break: float = 0.0
    """Sonneborn–Berger; in a Swiss tournament Buchholz."""
    reached: int = 0
    """The last round of a knock-out that the player took part in; the champion is one further."""
    rating: Rating | None = None
    """Relative to the mean; None while no games connect the player with the others."""
    superiority: float | None = None
    """The likelihood that it is stronger than the next player of the table."""

    @property
    def points(self) -> float:
        return self.total.points + self.bonus

    @property
    def share(self) -> float:
        return self.total.points / self.total.games if self.total.games else 0.0


@dataclass
class Cell:
    """Results of one player against another."""

    tally: Tally = field(default_factory=Tally)
    keys: list[GameKey] = field(default_factory=list)
    superiority: float | None = None
    """The likelihood that it is stronger than the other, by all games."""


@dataclass(frozen=True)
class Crosstable:
    lines: list[Line]
    """In the order of their ranks."""
    cells: Mapping[tuple[int, int], Cell]
    """By the numbers of the two players."""
    games: int
    first_side: Tally
    """The results of those who began."""
    first_advantage: float | None = None
    """In Elo."""
    champion: int | None = None

    def cell(self, line: Line, other: Line) -> Cell:
        return self.cells[line.player, other.player]


def crosstable(
    form: Format, names: Sequence[str], results: Results, schedule: Schedule | None = None
) -> Crosstable:
    """The table of the games so far."""
    known = schedule or form.schedule(results)
    lines = [Line(number, name) for number, name in enumerate(names)]
    cells = {(one, other): Cell() for one in range(len(lines)) for other in range(len(lines)) if one != other}
    first_side = Tally()
    for key in sorted(results):
        points = results[key]
        a_begins = key.number % 2 == 0
        first_side.add(points if a_begins else 1 - points)
        for one, other, won, begins in (
            (key.a, key.b, points, a_begins),
            (key.b, key.a, 1 - points, not a_begins),
        ):
            lines[one].total.add(won)
            lines[one].by_side["first" if begins else "second"].add(won)
            cells[one, other].tally.add(won)
            cells[one, other].keys.append(key)
    _add_byes(form, lines, known)
    _add_tie_breaks(form, lines, cells)
    ratings = _rate(lines, results)
    order = _ranked(form, lines)
    if ratings:
        _add_superiority(order, cells, ratings)
    return Crosstable(
        order, cells, len(results), first_side, ratings.first_advantage if ratings else None, known.champion
    )


def _add_byes(form: Format, lines: Sequence[Line], schedule: Schedule) -> None:
    for fixture in schedule.fixtures:
        for player in (fixture.a, fixture.b):
            lines[player].reached = max(lines[player].reached, fixture.round)
    for turn, player in schedule.byes:
        lines[player].reached = max(lines[player].reached, turn)
        if form.name == SWISS:
            lines[player].bonus += form.games
    if schedule.champion is not None:
        lines[schedule.champion].reached += 1


def _add_tie_breaks(form: Format, lines: Sequence[Line], cells: Mapping[tuple[int, int], Cell]) -> None:
    for (one, other), cell in cells.items():
        if cell.keys:
            met = len({key.round for key in cell.keys}) if form.name == SWISS else cell.tally.points
            lines[one].tie_break += met * lines[other].points


# -- ranks --------------------------------------------------------------------------------------------


def _sort_key(form: Format, line: Line) -> tuple[float, ...]:
    if form.name == KNOCKOUT:
        return (-line.reached,)
    if form.name == GAUNTLET:  # the challenger plays more games than the others
        return (-line.share, -line.tie_break)
    return (-line.points, -line.tie_break)


def _ranked(form: Format, lines: Sequence[Line]) -> list[Line]:
    order = sorted(lines, key=lambda line: (*_sort_key(form, line), line.player))
    for place, line in enumerate(order):
        before = order[place - 1] if place else None
        tied = before is not None and _sort_key(form, before) == _sort_key(form, line)
        line.rank = before.rank if tied and before else place + 1
    return order


# -- ratings ------------------------------------------------------------------------------------------


def _rate(lines: Sequence[Line], results: Results) -> Ratings | None:
    """Rate all players whom games connect; the others keep no rating."""
    met: dict[tuple[int, int], Tally] = {}
    for key in sorted(results):
        a_begins = key.number % 2 == 0
        sides = (key.a, key.b) if a_begins else (key.b, key.a)
        met.setdefault(sides, Tally()).add(results[key] if a_begins else 1 - results[key])
    connected = _connected(met)
    if len(connected) < 2:
        return None
    ratings = Ratings(
        [
            Meeting(str(one), str(other), tally.wins, tally.draws, tally.losses)
            for (one, other), tally in sorted(met.items())
            if one in connected
        ],
        str(min(connected)),
    )
    for line in lines:
        if line.player in connected:
            mean = {str(other): -1 / len(connected) for other in sorted(connected)}
            mean[str(line.player)] += 1.0
            line.rating = ratings.blend(mean)
    return ratings


def _connected(met: Mapping[tuple[int, int], Tally]) -> set[int]:
    """The largest set of players connected by games."""
    groups: list[set[int]] = []
    for pair in sorted(met):
        touching = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touching] + [set(pair).union(*touching)]
    return max(groups, key=lambda group: (len(group), -min(group)), default=set())


def _add_superiority(order: Sequence[Line], cells: Mapping[tuple[int, int], Cell], ratings: Ratings) -> None:
    rated = {line.player for line in order if line.rating}
    for (one, other), cell in cells.items():
        if cell.keys and one in rated:
            cell.superiority = ratings.superiority(str(one), str(other))
    for line, below in pairwise(order):
        if line.rating and below.rating:
            line.superiority = ratings.superiority(str(line.player), str(below.player))
