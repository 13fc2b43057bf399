"""Tournaments of computers and people: their places, the games that are due, and their results.

The games are ordinary stored games. Who plays whom follows from the results alone (`tournament.formats`), so
that a tournament goes on after a restart as if there had been none.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ludoteca.games import Game
from ludoteca.play.session import HUMAN, NotAllowedNow
from ludoteca.tournament.formats import FORMATS, GAUNTLET, ROUND_ROBIN, Format, GameKey, Schedule
from ludoteca.tournament.games import derived_seed
from ludoteca.tournament.openings import openings
from ludoteca.web.budgets import GAMES, SERVER, Budgets, Client, current_client
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.errors import GameNotFound, InvalidSetup, NotYourSeat
from ludoteca.web.games.new_game import GameSetup, prepare, tidy
from ludoteca.web.games.seats import digest
from ludoteca.web.players import asked_for, needs_preparation, with_level
from ludoteca.web.store.database import Database
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.retention import delete_games
from ludoteca.web.store.schema import EntrantRow, GameRow, TournamentGameRow, TournamentRow
from ludoteca.web.workers.runner import JobRunner

RUNNING, STOPPED, OVER = "running", "stopped", "over"
MOST_PLAYERS = 16
MOST_OF_A_CLASS = 60
"""Players of a championship of a class."""
MOST_GAMES = 240
"""Of one tournament."""
MOST_GAMES_OF_A_MEETING = 20
MOST_RUNNING = 3
"""Tournaments of one visitor that run at the same time."""
ME = "me"
"""The player of a place that the maker of a tournament takes."""
_TRIAL_SECONDS = 10.0


@dataclass(frozen=True)
class Place:
    """A player that a form asks for: `me`, `human`, or a computer."""

    player: str
    name: str = ""


@dataclass(frozen=True)
class TournamentOrder:
    """What a visitor asks for."""

    called: str
    places: tuple[Place, ...]
    title: str = ""
    format: str = ROUND_ROBIN
    games: int = 2
    rounds: int | None = None
    seed: int | None = None


@dataclass(frozen=True)
class StoredTournament:
    """A tournament as it is stored."""

    row: TournamentRow
    entrants: tuple[EntrantRow, ...]
    games: Mapping[GameKey, TournamentGameRow]

    @property
    def form(self) -> Format:
        return Format(self.row.format, len(self.entrants), self.row.games, self.row.rounds)

    @property
    def results(self) -> dict[GameKey, float]:
        return {key: one.points for key, one in self.games.items() if one.points is not None}

    @property
    def active(self) -> dict[GameKey, str]:
        """The games that have begun and are not over, by their ids."""
        return {key: one.game for key, one in sorted(self.games.items()) if one.points is None}

    @property
    def schedule(self) -> Schedule:
        return self.form.schedule(self.results)

    def due(self) -> list[GameKey]:
        """Games that can begin now."""
        return [key for key in self.form.order(self.schedule.fixtures) if key not in self.games]

    def has_person(self, key: GameKey) -> bool:
        return any(self.entrants[one].player == HUMAN for one in (key.a, key.b))

    def places_of(self, visitor: str) -> list[EntrantRow]:
        return [one for one in self.entrants if visitor and one.owner == visitor]


class TournamentService:
    """Commands on tournaments. Safe to use from several threads, and from several servers."""

    def __init__(
        self, database: Database, commands: GameCommands, jobs: JobRunner, budgets: Budgets,
        quotas: Quotas | None = None,
    ) -> None:  # fmt: skip
        self.database, self.games, self.events, self.jobs = database, commands.games, commands.events, jobs
        self.engines = commands.engines
        self.budgets, self.quotas = budgets, quotas
        self.is_nameless = commands.is_nameless
        """Whether the names that a visitor enters are dropped."""
        self._lock = threading.Lock()

    @property
    def game_cache(self) -> GameCache:
        return self.games.game_cache

    # -- queries --------------------------------------------------------------------------------------

    def get(self, tournament_id: str) -> StoredTournament:
        """Raises `GameNotFound`."""
        with self.database.reading() as session:
            return _load(session, tournament_id)

    def version(self, tournament_id: str) -> int:
        with self.database.reading() as session:
            found = session.scalar(
                select(TournamentRow.version).where(TournamentRow.id == tournament_id[:24])
            )
        if found is None:
            raise GameNotFound("missing.tournament")
        return found

    def running(self) -> list[str]:
        """The ids of all tournaments that go on."""
        with self.database.reading() as session:
            return list(session.scalars(select(TournamentRow.id).where(TournamentRow.state == RUNNING)))

    def of_visitor(self, visitor: str) -> list[TournamentRow]:
        """The tournaments that a visitor made or plays in, the newest first."""
        played = select(EntrantRow.tournament).where(EntrantRow.owner == visitor)
        mine = (TournamentRow.owner == visitor) | TournamentRow.id.in_(played)
        query = select(TournamentRow).where(mine).order_by(TournamentRow.created.desc()).limit(50)
        with self.database.reading() as session:
            return list(session.scalars(query)) if visitor else []

    def tournament_of(self, game_id: str) -> str | None:
        """The tournament that a game belongs to, if any."""
        query = select(TournamentGameRow.tournament).where(TournamentGameRow.game == game_id)
        with self.database.reading() as session:
            return session.scalar(query)

    def is_game_over(self, game_id: str) -> bool:
        """Whether a game has a result, or has been deleted."""
        with self.database.reading() as session:
            found = session.execute(select(GameRow.result).where(GameRow.id == game_id)).one_or_none()
        return found is None or found[0] is not None

    def payer(self, stored: StoredTournament) -> Client:
        """Who is charged for its computers: the maker, and all tournaments together as one address.

        Makers whose browsers have not returned their cookies are one visitor together: whoever drops cookies
        gets no more of the workers by making more tournaments.
        """
        return self.budgets.client("tournaments", stored.row.owner, admit=False)

    # -- making one -----------------------------------------------------------------------------------

    def create(self, order: TournamentOrder, secret: str) -> StoredTournament:
        """Store a tournament. `secret` is that of the browser that makes it. Raises `InvalidSetup`,
        `OverBudget`, `QuotaExceeded`, or what is wrong with a player."""
        visitor = digest(secret)
        if self.is_nameless(visitor):
            order = replace(order, places=tuple(Place(one.player) for one in order.places))
        game = self.game_cache.game(order.called)

        def entrant(tournament_id: str, number: int) -> EntrantRow:
            return _entrant(tournament_id, number, order.places[number], game, secret)

        return self._create(order, visitor, self._checked(order, game), entrant)

    def create_for(self, order: TournamentOrder, visitor: str, owners: Sequence[str]) -> StoredTournament:
        """Store a tournament of people who are there already, such as a class. Raises as `create` does."""
        game = self.game_cache.game(order.called)

        def entrant(tournament_id: str, number: int) -> EntrantRow:
            return EntrantRow(
                tournament=tournament_id, number=number, name="", player=HUMAN, owner=owners[number]
            )

        return self._create(order, visitor, self._checked(order, game, MOST_OF_A_CLASS), entrant)

    def _create(
        self, order: TournamentOrder, visitor: str, form: Format,
        entrant: Callable[[str, int], EntrantRow],
    ) -> StoredTournament:  # fmt: skip
        game = self.game_cache.game(order.called)
        self.budgets.spend(current_client() or SERVER, GAMES)
        self._require_few(visitor)
        seed = order.seed if order.seed is not None else secrets.randbits(62)
        moment = datetime.now(UTC)
        row = TournamentRow(
            id=secrets.token_urlsafe(9), owner=visitor, title=tidy(order.title), called=game.name,
            rules=game.rules_hash, format=order.format, games=form.games, rounds=order.rounds,
            seed=seed & (2**62 - 1), state=RUNNING, version=1, created=moment, changed=moment,
        )  # fmt: skip
        entrants = [entrant(row.id, number) for number in range(len(order.places))]
        with self.database.writing() as session:
            session.add(row)
            session.flush()
            session.add_all(entrants)
        return self.get(row.id)

    def _checked(self, order: TournamentOrder, game: Game, most: int = MOST_PLAYERS) -> Format:
        if order.format not in FORMATS:
            raise InvalidSetup("setup.format", format=order.format, known=tuple(FORMATS))
        if not 2 <= len(order.places) <= most:
            raise InvalidSetup("tournament.players", least=2, most=most)
        if not 2 <= order.games <= MOST_GAMES_OF_A_MEETING or order.games % 2:
            raise InvalidSetup("setup.meeting-games", most=MOST_GAMES_OF_A_MEETING)
        if order.rounds is not None and not 1 <= order.rounds <= MOST_PLAYERS:
            raise InvalidSetup("setup.rounds", most=MOST_PLAYERS)
        if sum(place.player == ME for place in order.places) > 1:
            raise InvalidSetup("setup.me-twice")
        form = Format(order.format, len(order.places), order.games, order.rounds)
        if (form.total or 0) > MOST_GAMES:
            raise InvalidSetup("setup.too-many-games", games=form.total, most=MOST_GAMES)
        players = [place.player for place in order.places if place.player != ME]
        for player in players:
            asked_for(player, self.engines)
            with_level(player, game)
        slow = sorted({player for player in players if needs_preparation(player)})
        if slow:
            job = {
                "kind": "prepare",
                "called": order.called,
                "file": None,
                "start": "",
                "moves": [],
                "players": slow,
            }
            self.jobs.run(job, _TRIAL_SECONDS)
        return form

    def _require_few(self, visitor: str) -> None:
        if self.quotas:
            self.quotas.require_tournament(visitor)
        mine = (TournamentRow.owner == visitor, TournamentRow.state == RUNNING)
        with self.database.reading() as session:
            going = session.scalar(select(func.count()).select_from(TournamentRow).where(*mine)) or 0
        if going >= MOST_RUNNING:
            raise InvalidSetup("setup.running-tournaments", most=MOST_RUNNING)

    # -- people ---------------------------------------------------------------------------------------

    def join(self, tournament_id: str, secret: str, visitor: str, name: str = "") -> None:
        """Take the place that a secret gives access to, and use the secret up."""
        with self._changing(tournament_id) as (_, stored):
            free = invited(stored, secret)
            if free is None:
                raise NotAllowedNow("session.seat-taken")
            free.invitation, free.owner = None, visitor
            if name and not self.is_nameless(visitor):
                free.name = name

    def configure(self, tournament_id: str, visitor: str, running: bool) -> None:
        """Stop a tournament, or let it go on. Its maker may do so."""
        with self._changing(tournament_id) as (_, stored):
            if not visitor or stored.row.owner != visitor:
                raise NotYourSeat("seat.not-your-tournament")
            if stored.row.state == OVER:
                raise NotAllowedNow("session.tournament-over")
            stored.row.state = RUNNING if running else STOPPED

    def _changing(self, tournament_id: str) -> _Changing:
        return _Changing(self, tournament_id)

    # -- games ----------------------------------------------------------------------------------------

    def advance(self, tournament_id: str) -> dict[str, bool] | None:
        """Count finished games and begin due ones. The ids of unfinished games, and whether computers alone
        play them; None if the tournament does not go on. Raises `OverBudget`."""
        with self._lock:
            self._count_results(tournament_id)
            stored = self.get(tournament_id)
            if stored.row.state != RUNNING:
                return None
            for key in self._startable(stored):
                self._begin(stored, key)
            stored = self.get(tournament_id)
            if not stored.active and not stored.due():
                with self._changing(tournament_id) as (_, now):
                    now.row.state = OVER
                return None
        return {game: not stored.has_person(key) for key, game in stored.active.items()}

    def forfeit(self, tournament_id: str, game_id: str, side: str) -> None:
        """Count a game as lost for a computer that cannot move."""
        with self._changing(tournament_id) as (_, stored):
            for key, one in stored.games.items():
                if one.game == game_id and one.points is None:
                    one.points = float((side == "second") == (key.number % 2 == 0))

    def decide(self, tournament_id: str, game_id: str, points: float) -> None:
        """Count an unfinished game with these points for whoever is first on the board. Raises
        `NotAllowedNow`."""
        with self._changing(tournament_id) as (_, stored):
            key = next((one for one, game in stored.active.items() if game == game_id), None)
            if key is None:
                raise NotAllowedNow("session.over")
            stored.games[key].points = points if key.number % 2 == 0 else 1 - points

    def _count_results(self, tournament_id: str) -> None:
        stored = self.get(tournament_id)
        if not stored.active:
            return
        query = select(GameRow.id, GameRow.result).where(GameRow.id.in_(stored.active.values()))
        with self.database.reading() as session:
            found = {game: result for game, result in session.execute(query)}
        over = {key: found.get(game) for key, game in stored.active.items() if found.get(game) is not None}
        gone = [key for key, game in stored.active.items() if game not in found]
        if not over and not gone:
            return
        with self._changing(tournament_id) as (session, now):
            for key, result in over.items():
                a_side = "first" if key.number % 2 == 0 else "second"
                if now.games[key].points is None:
                    now.games[key].points = 0.5 if result == "draw" else float(result == a_side)
            for key in gone:  # deleted before it was over: it is played again
                session.delete(now.games[key])

    def _startable(self, stored: StoredTournament) -> Iterator[GameKey]:
        """One game of computers at a time, and one game of each person."""
        busy = {one for key in stored.active if stored.has_person(key) for one in (key.a, key.b)}
        computing = any(not stored.has_person(key) for key in stored.active)
        for key in stored.due():
            people = [one for one in (key.a, key.b) if stored.entrants[one].player == HUMAN]
            if not people:
                if not computing:
                    computing = True
                    yield key
            elif all(stored.entrants[one].owner and one not in busy for one in people):
                busy.update(people)
                yield key

    def _begin(self, stored: StoredTournament, key: GameKey) -> None:
        """Store the game of a key, at the expense of the maker."""
        self.budgets.spend(self.payer(stored), GAMES)
        if self.quotas:
            self.quotas.require_game("")
        setup = self._setup(stored, key)
        new = prepare(setup, self.game_cache, "", (), self.engines)
        for side, number in zip(("first", "second"), _sides(key), strict=True):
            entrant = stored.entrants[number]
            new.row.seats[side].invitation = None
            new.row.seats[side].owner = entrant.owner
        new.row.created = new.row.changed = datetime.now(UTC)
        with self._changing(stored.row.id) as (session, now):
            if key in now.games:  # another server was faster
                return
            session.add(TournamentGameRow(tournament=stored.row.id, key=str(key), game=new.row.id))
        self.games.add(new.row, new.session)
        with self.database.writing() as session:
            if session.get(TournamentRow, stored.row.id) is None:  # deleted meanwhile, with its class
                delete_games(session, [new.row.id])

    def _setup(self, stored: StoredTournament, key: GameKey) -> GameSetup:
        row = stored.row
        first, second = (stored.entrants[number] for number in _sides(key))
        people = [one for one in (first, second) if one.player == HUMAN]
        setup = GameSetup(
            called=row.called, kind=("watch", "computer", "link")[len(people)], first=first.player,
            second=second.player, first_name=first.name, second_name=second.name,
            seed=derived_seed(row.seed, str(key)), pace=0.0,
        )  # fmt: skip
        return setup if people else replace(setup, moves=self._opening(stored, key))

    def _opening(self, stored: StoredTournament, key: GameKey) -> tuple[str, ...]:
        """The random opening of a game between computers: the same for all pairs of players."""
        again = 0 if stored.row.format in (ROUND_ROBIN, GAUNTLET) else key.round - 1
        place = again * (stored.row.games // 2) + key.number // 2
        supply = openings(self.game_cache.game(stored.row.called).start(), stored.row.seed)
        return next(islice(supply, place, None))


class _Changing:
    """A transaction on a tournament; afterwards its watchers are told."""

    def __init__(self, service: TournamentService, tournament_id: str) -> None:
        self._service, self._id = service, tournament_id

    def __enter__(self) -> tuple[Session, StoredTournament]:
        self._writing = self._service.database.writing()
        self._session = self._writing.__enter__()
        try:
            self._stored = _load(self._session, self._id, for_update=True)
        except BaseException as problem:
            self._writing.__exit__(type(problem), problem, problem.__traceback__)
            raise
        return self._session, self._stored

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        if kind is None:
            self._stored.row.version += 1
            self._stored.row.changed = datetime.now(UTC)
        self._writing.__exit__(kind, value, trace)  # type: ignore[arg-type]
        if kind is None:
            self._service.events.publish(topic(self._id), "changed", self._stored.row.version)


def topic(tournament_id: str) -> str:
    """Under which the events of a tournament are published; no game has such an id."""
    return f"tournament {tournament_id}"


def _load(session: Session, tournament_id: str, for_update: bool = False) -> StoredTournament:
    row = session.get(TournamentRow, tournament_id[:24], with_for_update=for_update)
    if row is None:
        raise GameNotFound("missing.tournament")
    places = select(EntrantRow).where(EntrantRow.tournament == row.id).order_by(EntrantRow.number)
    played = select(TournamentGameRow).where(TournamentGameRow.tournament == row.id)
    games = {GameKey.parse(one.key): one for one in session.scalars(played)}
    return StoredTournament(row, tuple(session.scalars(places)), games)


def _sides(key: GameKey) -> tuple[int, int]:
    """The numbers of the players who are first and second."""
    return (key.a, key.b) if key.number % 2 == 0 else (key.b, key.a)


def _entrant(tournament_id: str, number: int, place: Place, game: Game, secret: str) -> EntrantRow:
    is_person = place.player in (ME, HUMAN)
    row = EntrantRow(
        tournament=tournament_id, number=number, name=tidy(place.name), invitation=None, owner=None,
        player=HUMAN if is_person else with_level(place.player, game),
    )  # fmt: skip
    if place.player == ME:
        row.owner = digest(secret)
    elif is_person:
        row.invitation = digest(invitation_secret(secret, tournament_id, number))
    return row


def invitation_secret(secret: str, tournament_id: str, number: int) -> str:
    """The secret of a free place, which only the browser of the maker can compute again."""
    text = f"tournament {tournament_id} {number}".encode()
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()[:32]


def invited(stored: StoredTournament, secret: str) -> EntrantRow | None:
    """The free place that a secret gives access to."""
    found: Sequence[EntrantRow] = [one for one in stored.entrants if one.invitation == digest(secret)]
    return found[0] if found else None
