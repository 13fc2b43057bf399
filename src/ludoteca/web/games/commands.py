"""Everything that can be done to a game. Each deed is one transaction: it happens whole, or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import bindparam, delete, or_, select
from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, Position
from ludoteca.web.games import clocks
from ludoteca.web.games.cache import GameCache
from ludoteca.web.games.errors import GameIsOver, GameNotFound, NotAllowedNow, NotYourSeat, StaleGame
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup, PreparedGame, prepare
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.games.stored_game import StoredGame, StoredMove, other
from ludoteca.web.store.database import Database
from ludoteca.web.store.results import forget_results, write_results
from ludoteca.web.store.schema import GameRow, MoveRow, now

COMPUTER = Guest()
"""Nobody at the door: the computer moves by itself."""
_MOVES = (
    select(MoveRow.number, MoveRow.move, MoveRow.by, MoveRow.seconds, MoveRow.thinking != "")
    .where(MoveRow.game == bindparam("game"))
    .order_by(MoveRow.number)
)
_BRANCHES = (
    select(GameRow.id, GameRow.parent_ply)
    .where(GameRow.parent == bindparam("game"))
    .order_by(GameRow.created.desc())
    .limit(20)
)
"""Asked with every page: put together once."""


class GameService:
    """Begins games and changes them."""

    def __init__(
        self,
        database: Database,
        game_cache: GameCache,
        events: EventBus,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.database, self.game_cache, self.events, self.clock = database, game_cache, events, clock

    # -- looking --------------------------------------------------------------------------------------

    def get(self, game_id: str) -> StoredGame:
        """The game as it stands. Raises `GameNotFound`."""
        with self.database.reading() as session:
            row = session.get(GameRow, game_id)
            if row is None:
                raise GameNotFound("there is no such game here.")
            return self._load(session, row)

    def version(self, game_id: str) -> int:
        """How often the game has changed; 0 if there is none."""
        with self.database.reading() as session:
            return session.scalar(select(GameRow.version).where(GameRow.id == game_id)) or 0

    def games_of(self, visitor: str, most: int = 60) -> list[StoredGame]:
        """A visitor's games, the ones changed last first. Branches are found through their games."""
        mine = or_(GameRow.first_owner == visitor, GameRow.second_owner == visitor)
        with self.database.reading() as session:
            rows = session.scalars(select(GameRow).where(mine).order_by(GameRow.changed.desc()).limit(most))
            return [self._load(session, row) for row in rows.all()]

    def branches(self, game_id: str) -> list[tuple[str, int]]:
        """The games that branch off from one, and where; the newest first."""
        with self.database.reading() as session:
            return [(one, ply) for one, ply in session.connection().execute(_BRANCHES, {"game": game_id})]

    def _load(self, session: Session, row: GameRow) -> StoredGame:
        moves = tuple(StoredMove(*one) for one in session.connection().execute(_MOVES, {"game": row.id}))
        game = self.game_cache.game(row.called, row.file)
        position = self.game_cache.position(row.called, row.file, row.start, [one.move for one in moves])
        return StoredGame(row, moves, game, position)

    def thoughts(self, game_id: str) -> dict[int, str]:
        """What computers saw, as JSON, by the numbers of their moves."""
        query = select(MoveRow.number, MoveRow.thinking).where(
            MoveRow.game == game_id, MoveRow.thinking != ""
        )
        with self.database.reading() as session:
            return {number: text for number, text in session.execute(query)}

    def position_at(self, stored: StoredGame, ply: int) -> Position:
        """The position after so many moves."""
        row = stored.row
        return self.game_cache.position(row.called, row.file, row.start, stored.texts[: max(0, ply)])

    # -- beginning ------------------------------------------------------------------------------------

    def begin(self, setup: GameSetup, visitor: str = "", sides: Sequence[str] = ()) -> PreparedGame:
        """Keep a new game. The secrets of its free seats are in the answer, and nowhere else."""
        prepared = prepare(setup, self.game_cache, visitor, tuple(sides))
        with self.database.writing() as session:
            session.add(prepared.row)
            session.flush()
            session.add_all(prepared.moves)
        return prepared

    def sit_down(self, game_id: str, secret: str, visitor: str, name: str = "") -> str:
        """Take the seat that a secret opens. The secret is used up. The side that was taken."""
        with self._changing(game_id) as (_, stored):
            row = stored.row
            side = next((s for s in SIDES if getattr(row, f"{s}_seat") == digest(secret)), None)
            if side is None:
                raise NotAllowedNow("this seat is taken, or the link is not right.")
            setattr(row, f"{side}_seat", None)
            setattr(row, f"{side}_owner", visitor)
            if name:
                setattr(row, f"{side}_name", name)
            return side

    # -- playing --------------------------------------------------------------------------------------

    def play(
        self, game_id: str, move: str | Sequence[str], guest: Guest, ply: int | None = None,
        thinking: str = "", seconds: float = 0.0, unless_paused: bool = False,
    ) -> StoredGame:  # fmt: skip
        """Make a move: its text, or its path of clicks. Raises `IllegalMove` and what `refusals` holds."""
        with self._changing(game_id) as (session, stored):
            self._refuse_if_over(stored)
            if unless_paused and stored.row.paused:
                raise NotAllowedNow("the game was paused meanwhile.")
            if ply is not None and ply != stored.row.plies:
                raise StaleGame("the game has gone on meanwhile: look at the board again.")
            self._refuse_if_not_yours(stored, guest)
            by = stored.mover
            after = stored.position.play(move)
            assert after.last is not None
            spent = clocks.stop(stored.row, by, stored.is_person(by), self.clock())
            if spent is None:
                self._settle(session, stored, other(by), "time")
                return stored
            made = self._add(session, stored, after.last.text, by, thinking, seconds or spent)
            stored.row.undone = ""
            changed = StoredGame(stored.row, (*stored.moves, made), stored.game, after)
            self.game_cache.remember(
                changed.row.called, changed.row.file, changed.row.start, changed.texts, after
            )
            clocks.start(stored.row, changed.is_person(after.mover), self.clock())
            if after.outcome:
                self._settle(session, changed, after.outcome.winner, after.outcome.reason)
        return changed

    def _add(
        self,
        session: Session,
        stored: StoredGame,
        move: str,
        by: str,
        thinking: str = "",
        seconds: float = 0.0,
    ) -> StoredMove:
        stored.row.plies += 1
        stored.row.offer = ""
        number = stored.row.plies
        session.add(
            MoveRow(game=stored.id, number=number, move=move, by=by, thinking=thinking, seconds=seconds)
        )
        return StoredMove(number, move, by, seconds, bool(thinking))

    def undo(self, game_id: str, guest: Guest) -> StoredGame:
        """Take back to one's own last choice. Between two screens the other side must agree."""
        with self._changing(game_id) as (session, stored):
            sides = self._seated(stored, guest)
            if stored.row.kind == "link" and len(sides) == 1:
                if not stored.moves:
                    raise NotAllowedNow("there is nothing to take back.")
                stored.row.offer = f"undo {sides[0]}"
                return stored
            self._take_back(session, stored, sides)
        return self.get(game_id)

    def _take_back(self, session: Session, stored: StoredGame, sides: Sequence[str]) -> None:
        row = stored.row
        if row.result is not None and stored.position.outcome is None:
            row.result, row.reason = None, ""  # a resignation or an agreement is what is taken back
        else:
            kept = self._choice_before(stored, sides)
            if kept is None:
                raise NotAllowedNow("there is nothing to take back.")
            row.undone = " ".join([*stored.texts[kept:], row.undone]).strip()
            session.execute(delete(MoveRow).where(MoveRow.game == stored.id, MoveRow.number > kept))
            row.plies, row.result, row.reason = kept, None, ""
        row.offer, row.turned = "", 0.0
        forget_results(session, row.id)

    def _choice_before(self, stored: StoredGame, sides: Sequence[str]) -> int | None:
        """After how many moves one of these sides last had a choice; between computers any ply will do."""
        people = [side for side in sides if stored.is_person(side)]
        for kept in range(len(stored.moves) - 1, -1, -1):
            if not people or stored.moves[kept].by in people:
                return kept
        return None

    def redo(self, game_id: str, guest: Guest) -> StoredGame:
        """Make again what was taken back, up to one's own next choice."""
        with self._changing(game_id) as (session, stored):
            sides = self._seated(stored, guest)
            self._refuse_if_over(stored)
            if not stored.undone:
                raise NotAllowedNow("there is nothing to make again.")
            position, left = stored.position, stored.undone
            people = [side for side in sides if stored.is_person(side)]
            while left:
                by, position = position.mover, position.play(left.pop(0))
                assert position.last is not None
                self._add(session, stored, position.last.text, by)
                if not people or position.mover in people:
                    break
            stored.row.undone = " ".join(left)
            if position.outcome:
                ended = StoredGame(stored.row, stored.moves, stored.game, position)
                self._settle(session, ended, position.outcome.winner, position.outcome.reason)
        return self.get(game_id)

    # -- ending otherwise -----------------------------------------------------------------------------

    def resign(self, game_id: str, guest: Guest) -> StoredGame:
        """Give up. At a shared screen the mover gives up."""
        with self._changing(game_id) as (session, stored):
            self._refuse_if_over(stored)
            people = [side for side in self._seated(stored, guest) if stored.is_person(side)]
            if not people:
                raise NotYourSeat("only a player can give up.")
            loser = stored.mover if stored.mover in people else people[0]
            self._settle(session, stored, other(loser), "resignation")
        return self.get(game_id)

    def offer_draw(self, game_id: str, guest: Guest) -> StoredGame:
        """Offer a draw; a person answers. AITurns are asked through `thinking`."""
        with self._changing(game_id) as (_, stored):
            self._refuse_if_over(stored)
            people = [side for side in self._seated(stored, guest) if stored.is_person(side)]
            if not people:
                raise NotYourSeat("only a player can offer a draw.")
            by = stored.mover if stored.mover in people else people[0]
            stored.row.offer = f"draw {by}"
        return self.get(game_id)

    def answer(self, game_id: str, guest: Guest, accept: bool) -> StoredGame:
        """Answer the offer that stands: a draw, or to take a move back."""
        with self._changing(game_id) as (session, stored):
            what, _, by = stored.row.offer.partition(" ")
            if not what:
                raise NotAllowedNow("nothing has been offered.")
            sides = self._seated(stored, guest)
            if other(by) not in sides:
                raise NotYourSeat("the other side must answer.")
            stored.row.offer = ""
            if accept and what == "draw":
                self._refuse_if_over(stored)
                self._settle(session, stored, None, "agreement")
            elif accept:
                self._take_back(session, stored, [by])
        return self.get(game_id)

    def settle_offer(self, game_id: str, accept: bool) -> StoredGame:
        """The computer's own answer to a draw."""
        with self._changing(game_id) as (session, stored):
            if stored.row.offer.startswith("draw"):
                stored.row.offer = ""
                if accept and not stored.is_over:
                    self._settle(session, stored, None, "agreement")
        return self.get(game_id)

    def flag(self, game_id: str) -> StoredGame:
        """Somebody says that the mover's time is up: so it is if the clock here says so too."""
        with self._changing(game_id, quiet=True) as (session, stored):
            if not stored.is_over and clocks.is_up(stored.row, stored.mover, self.clock()):
                clocks.stop(stored.row, stored.mover, True, self.clock())
                self._settle(session, stored, other(stored.mover), "time")
                stored.row.version += 1
        return self.get(game_id)

    def set(self, game_id: str, guest: Guest, **values: object) -> StoredGame:
        """Change what is not the game itself: `paused`, `pace`, `hinted`, names."""
        with self._changing(game_id, quiet=values.keys() == {"hinted"}) as (_, stored):
            self._seated(stored, guest)
            for name, value in values.items():
                setattr(stored.row, name, value)
        return self.get(game_id)

    def change_rules(self, game_id: str, guest: Guest, called: str, file: str) -> bool:
        """Go on by other rules, from the same position if its moves are still legal. Whether they were."""
        game = self.game_cache.game(called, file)
        with self._changing(game_id) as (session, stored):
            self._seated(stored, guest)
            row = stored.row
            kept = self._is_playable(game, row.start, stored.texts)
            row.called, row.file, row.rules = called, file, game.rules_hash
            row.result, row.reason, row.offer, row.undone = None, "", "", ""
            forget_results(session, row.id)
            if not kept:
                session.execute(delete(MoveRow).where(MoveRow.game == row.id))
                row.plies, row.start = 0, ""
        return kept

    @staticmethod
    def _is_playable(game: Game, start: str, moves: Sequence[str]) -> bool:
        try:
            position = (game.position(start) if start else game.start()).play_all(moves)
        except LudotecaError:
            return False
        return not position.is_over

    # -- within ---------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self, game_id: str, quiet: bool = False) -> Iterator[tuple[Session, StoredGame]]:
        """A game to change, which nobody else changes meanwhile; afterwards those who watch are told."""
        with self.database.writing() as session:
            row = session.get(GameRow, game_id, with_for_update=True)
            if row is None:
                raise GameNotFound("there is no such game here.")
            version = row.version
            yield session, self._load(session, row)
            if not quiet:
                row.version += 1
            row.changed = now()
        if row.version != version:
            self.events.publish(game_id, "changed", row.version)

    def _settle(self, session: Session, stored: StoredGame, winner: str | None, reason: str) -> None:
        stored.row.result, stored.row.reason = winner or "draw", reason
        stored.row.offer, stored.row.turned = "", 0.0
        write_results(session, stored, self.clock())

    @staticmethod
    def _refuse_if_over(stored: StoredGame) -> None:
        if stored.is_over:
            raise GameIsOver(f"the game is over: {stored.outcome}.")

    @staticmethod
    def _seated(stored: StoredGame, guest: Guest) -> tuple[str, ...]:
        sides = guest.sides(stored.row)
        if not sides:
            raise NotYourSeat("you are watching this game: only its players can change it.")
        return sides

    @staticmethod
    def _refuse_if_not_yours(stored: StoredGame, guest: Guest) -> None:
        if guest is COMPUTER:
            if stored.is_person(stored.mover):
                raise StaleGame("it is not the computer's turn.")
            return
        sides = guest.sides(stored.row)
        if not sides:
            raise NotYourSeat("you are watching this game: only its players can move.")
        if stored.mover not in sides or not stored.is_person(stored.mover):
            raise NotYourSeat(f"it is {stored.mover}'s turn, not yours.")
