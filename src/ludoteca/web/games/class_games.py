"""The games of a class: pairs of pupils, and championships."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludoteca.play.opponents import offered
from ludoteca.play.session import HUMAN
from ludoteca.tournament.formats import KNOCKOUT, ROUND_ROBIN, SWISS
from ludoteca.web.budgets import GAMES, SERVER, Budgets, current_client
from ludoteca.web.games.class_store import ClassStore, StoredClass, now
from ludoteca.web.games.errors import GameNotFound, InvalidSetup
from ludoteca.web.games.new_game import GameSetup, prepare
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.tournaments import Place, TournamentOrder, TournamentService
from ludoteca.web.store.classes import PairGame, games_between
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import ClassTournamentRow

MOST_CUPS = 10
"""Championships of a class."""
FORMATS = (SWISS, KNOCKOUT, ROUND_ROBIN)
"""Formats of a championship."""


class ClassGames:
    """Commands and queries about the games of a class."""

    def __init__(
        self, classes: ClassStore, games: GameRepository, tournaments: TournamentService, budgets: Budgets,
        quotas: Quotas,
    ) -> None:  # fmt: skip
        self.classes, self.games, self.tournaments = classes, games, tournaments
        self.budgets, self.quotas = budgets, quotas

    def between(self, stored: StoredClass) -> list[PairGame]:
        """The games between two pupils, the oldest first."""
        with self.classes.database.reading() as session:
            return games_between(session, [one.visitor for one in stored.pupils])

    def pair(
        self, classroom: str, visitor: str, called: str, numbers: Sequence[int] = (), level: int | None = None
    ) -> int:
        """Begin games between pupils: those with the numbers given, or all who have no game of the class.
        Whoever is left over plays that level or the nearest one, if one is given. Returns how many pairs.
        Raises `InvalidSetup`."""
        stored = self.classes.require_teacher(classroom, visitor)
        levels = offered(self.games.game_cache.game(called))
        player = f"level:{levels.nearest(level).number}" if level is not None else ""
        played = self.between(stored)
        busy = {who for one in played if one.result is None for who in (one.first, one.second)}
        chosen = [stored.pupil(number).visitor for number in dict.fromkeys(numbers)]
        chosen = chosen or [one.visitor for one in stored.pupils if one.visitor not in busy]
        if len(chosen) < 2:
            raise InvalidSetup("class.pair")
        pairs, left = pairing(chosen, [(one.first, one.second) for one in played], random.SystemRandom())
        self.budgets.spend(current_client() or SERVER, GAMES, len(pairs))
        for a, b in pairs:
            self._begin(GameSetup(called=called, kind="link", first=HUMAN, second=HUMAN), a, b)
        if left and player:
            self._begin(GameSetup(called=called, first=HUMAN, second=player), left, None)
        with self.classes.changing(classroom, visitor):
            pass
        return len(pairs)

    def _begin(self, setup: GameSetup, first: str, second: str | None) -> None:
        self.quotas.require_game("")
        new = prepare(setup, self.games.game_cache, "", ())
        for side, owner in (("first", first), ("second", second)):
            new.row.seats[side].invitation, new.row.seats[side].owner = None, owner
        new.row.created = new.row.changed = now()
        self.games.add(new.row, new.session)

    def championship(
        self, classroom: str, visitor: str, called: str, format: str = SWISS, rounds: int | None = None
    ) -> str:
        """A tournament of all pupils: its id. Raises what `TournamentService.create` raises."""
        stored = self.classes.require_teacher(classroom, visitor)
        if format not in FORMATS:
            raise InvalidSetup("setup.format", format=format, known=FORMATS)
        if len(stored.tournaments) >= MOST_CUPS:
            raise InvalidSetup("class.cups", most=MOST_CUPS)
        order = TournamentOrder(
            called=called, places=tuple(Place(HUMAN) for _ in stored.pupils), format=format, rounds=rounds,
        )  # fmt: skip
        owners = [one.visitor for one in stored.pupils]
        cup = self.tournaments.create_for(order, visitor, owners)
        with self.classes.changing(classroom, visitor) as (session, _):
            session.add(ClassTournamentRow(classroom=classroom, tournament=cup.row.id))
        return cup.row.id

    def decide(self, classroom: str, visitor: str, tournament: str, game: str, points: float) -> None:
        """Give the first player of an unfinished game of a championship some points: a pupil has gone."""
        stored = self.classes.require_teacher(classroom, visitor)
        if tournament not in stored.tournaments or points not in (0.0, 0.5, 1.0):
            raise GameNotFound("missing.tournament")
        self.tournaments.decide(tournament, game, points)


def pairing(
    players: Sequence[str], met: Sequence[tuple[str, str]], rng: random.Random
) -> tuple[list[tuple[str, str]], str]:
    """Random pairs with as few rematches as the best of some shuffles has, and who is left over. Whoever was
    second last time against the same player is first now."""
    counts: dict[frozenset[str], int] = {}
    played: dict[str, int] = {}
    for a, b in met:
        counts[frozenset((a, b))] = counts.get(frozenset((a, b)), 0) + 1
        played[a], played[b] = played.get(a, 0) + 1, played.get(b, 0) + 1

    def cost(order: Sequence[str]) -> tuple[int, int]:
        rematches = sum(counts.get(frozenset(pair), 0) for pair in zip(order[::2], order[1::2], strict=False))
        rested = -played.get(order[-1], 0) if len(order) % 2 else 0
        return rematches, rested

    best = min((rng.sample(list(players), len(players)) for _ in range(200)), key=cost)
    pairs = [
        (b, a)
        if met and (a, b) == next((one for one in reversed(met) if set(one) == {a, b}), None)
        else (a, b)
        for a, b in zip(best[::2], best[1::2], strict=False)
    ]
    return pairs, best[-1] if len(best) % 2 else ""
