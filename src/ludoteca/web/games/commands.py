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
from ludoteca.web.games.cache import Opened
from ludoteca.web.games.events import News
from ludoteca.web.games.game_state import Made, Table, other
from ludoteca.web.games.new_game import Order, Prepared, prepare
from ludoteca.web.games.refusals import IsOver, NoSuchGame, NotNow, NotYours, OutOfStep
from ludoteca.web.games.seats import Guest, digest
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


class Desk:
    """Begins games and changes them."""

    def __init__(
        self, database: Database, opened: Opened, news: News, clock: Callable[[], float] = time.time
    ) -> None:
        self.database, self.opened, self.news, self.clock = database, opened, news, clock

    # -- looking --------------------------------------------------------------------------------------

    def table(self, game_id: str) -> Table:
        """The game as it stands. Raises `NoSuchGame`."""
        with self.database.reading() as session:
            row = session.get(GameRow, game_id)
            if row is None:
                raise NoSuchGame("there is no such game here.")
            return self._table(session, row)

    def version(self, game_id: str) -> int:
        """How often the game has changed; 0 if there is none."""
        with self.database.reading() as session:
            return session.scalar(select(GameRow.version).where(GameRow.id == game_id)) or 0

    def games_of(self, visitor: str, most: int = 60) -> list[Table]:
        """A visitor's games, the ones changed last first. Branches are found through their games."""
        mine = or_(GameRow.first_owner == visitor, GameRow.second_owner == visitor)
        with self.database.reading() as session:
            rows = session.scalars(select(GameRow).where(mine).order_by(GameRow.changed.desc()).limit(most))
            return [self._table(session, row) for row in rows.all()]

    def branches(self, game_id: str) -> list[tuple[str, int]]:
        """The games that branch off from one, and where; the newest first."""
        with self.database.reading() as session:
            return [(one, ply) for one, ply in session.connection().execute(_BRANCHES, {"game": game_id})]

    def _table(self, session: Session, row: GameRow) -> Table:
        moves = tuple(Made(*one) for one in session.connection().execute(_MOVES, {"game": row.id}))
        game = self.opened.game(row.called, row.file)
        position = self.opened.position(row.called, row.file, row.start, [one.move for one in moves])
        return Table(row, moves, game, position)

    def thoughts(self, game_id: str) -> dict[int, str]:
        """What computers saw, as JSON, by the numbers of their moves."""
        query = select(MoveRow.number, MoveRow.thinking).where(
            MoveRow.game == game_id, MoveRow.thinking != ""
        )
        with self.database.reading() as session:
            return {number: text for number, text in session.execute(query)}

    def position_at(self, table: Table, ply: int) -> Position:
        """The position after so many moves."""
        row = table.row
        return self.opened.position(row.called, row.file, row.start, table.texts[: max(0, ply)])

    # -- beginning ------------------------------------------------------------------------------------

    def begin(self, order: Order, visitor: str = "", sides: Sequence[str] = ()) -> Prepared:
        """Keep a new game. The secrets of its free seats are in the answer, and nowhere else."""
        prepared = prepare(order, self.opened, visitor, tuple(sides))
        with self.database.writing() as session:
            session.add(prepared.row)
            session.flush()
            session.add_all(prepared.moves)
        return prepared

    def sit_down(self, game_id: str, secret: str, visitor: str, name: str = "") -> str:
        """Take the seat that a secret opens. The secret is used up. The side that was taken."""
        with self._changing(game_id) as (_, table):
            row = table.row
            side = next((s for s in SIDES if getattr(row, f"{s}_seat") == digest(secret)), None)
            if side is None:
                raise NotNow("this seat is taken, or the link is not right.")
            setattr(row, f"{side}_seat", None)
            setattr(row, f"{side}_owner", visitor)
            if name:
                setattr(row, f"{side}_name", name)
            return side

    # -- playing --------------------------------------------------------------------------------------

    def play(
        self, game_id: str, move: str | Sequence[str], guest: Guest, ply: int | None = None,
        thinking: str = "", seconds: float = 0.0, unless_paused: bool = False,
    ) -> Table:  # fmt: skip
        """Make a move: its text, or its path of clicks. Raises `IllegalMove` and what `refusals` holds."""
        with self._changing(game_id) as (session, table):
            self._refuse_if_over(table)
            if unless_paused and table.row.paused:
                raise NotNow("the game was paused meanwhile.")
            if ply is not None and ply != table.row.plies:
                raise OutOfStep("the game has gone on meanwhile: look at the board again.")
            self._refuse_if_not_yours(table, guest)
            by = table.mover
            after = table.position.play(move)
            assert after.last is not None
            spent = clocks.stop(table.row, by, table.is_person(by), self.clock())
            if spent is None:
                self._settle(session, table, other(by), "time")
                return table
            made = self._add(session, table, after.last.text, by, thinking, seconds or spent)
            table.row.undone = ""
            changed = Table(table.row, (*table.moves, made), table.game, after)
            self.opened.remember(
                changed.row.called, changed.row.file, changed.row.start, changed.texts, after
            )
            clocks.start(table.row, changed.is_person(after.mover), self.clock())
            if after.outcome:
                self._settle(session, changed, after.outcome.winner, after.outcome.reason)
        return changed

    def _add(
        self, session: Session, table: Table, move: str, by: str, thinking: str = "", seconds: float = 0.0
    ) -> Made:
        table.row.plies += 1
        table.row.offer = ""
        number = table.row.plies
        session.add(
            MoveRow(game=table.id, number=number, move=move, by=by, thinking=thinking, seconds=seconds)
        )
        return Made(number, move, by, seconds, bool(thinking))

    def undo(self, game_id: str, guest: Guest) -> Table:
        """Take back to one's own last choice. Between two screens the other side must agree."""
        with self._changing(game_id) as (session, table):
            sides = self._seated(table, guest)
            if table.row.kind == "link" and len(sides) == 1:
                if not table.moves:
                    raise NotNow("there is nothing to take back.")
                table.row.offer = f"undo {sides[0]}"
                return table
            self._take_back(session, table, sides)
        return self.table(game_id)

    def _take_back(self, session: Session, table: Table, sides: Sequence[str]) -> None:
        row = table.row
        if row.result is not None and table.position.outcome is None:
            row.result, row.reason = None, ""  # a resignation or an agreement is what is taken back
        else:
            kept = self._choice_before(table, sides)
            if kept is None:
                raise NotNow("there is nothing to take back.")
            row.undone = " ".join([*table.texts[kept:], row.undone]).strip()
            session.execute(delete(MoveRow).where(MoveRow.game == table.id, MoveRow.number > kept))
            row.plies, row.result, row.reason = kept, None, ""
        row.offer, row.turned = "", 0.0
        forget_results(session, row.id)

    def _choice_before(self, table: Table, sides: Sequence[str]) -> int | None:
        """After how many moves one of these sides last had a choice; between computers any ply will do."""
        people = [side for side in sides if table.is_person(side)]
        for kept in range(len(table.moves) - 1, -1, -1):
            if not people or table.moves[kept].by in people:
                return kept
        return None

    def redo(self, game_id: str, guest: Guest) -> Table:
        """Make again what was taken back, up to one's own next choice."""
        with self._changing(game_id) as (session, table):
            sides = self._seated(table, guest)
            self._refuse_if_over(table)
            if not table.undone:
                raise NotNow("there is nothing to make again.")
            position, left = table.position, table.undone
            people = [side for side in sides if table.is_person(side)]
            while left:
                by, position = position.mover, position.play(left.pop(0))
                assert position.last is not None
                self._add(session, table, position.last.text, by)
                if not people or position.mover in people:
                    break
            table.row.undone = " ".join(left)
            if position.outcome:
                ended = Table(table.row, table.moves, table.game, position)
                self._settle(session, ended, position.outcome.winner, position.outcome.reason)
        return self.table(game_id)

    # -- ending otherwise -----------------------------------------------------------------------------

    def resign(self, game_id: str, guest: Guest) -> Table:
        """Give up. At a shared screen the mover gives up."""
        with self._changing(game_id) as (session, table):
            self._refuse_if_over(table)
            people = [side for side in self._seated(table, guest) if table.is_person(side)]
            if not people:
                raise NotYours("only a player can give up.")
            loser = table.mover if table.mover in people else people[0]
            self._settle(session, table, other(loser), "resignation")
        return self.table(game_id)

    def offer_draw(self, game_id: str, guest: Guest) -> Table:
        """Offer a draw; a person answers. Computers are asked through `thinking`."""
        with self._changing(game_id) as (_, table):
            self._refuse_if_over(table)
            people = [side for side in self._seated(table, guest) if table.is_person(side)]
            if not people:
                raise NotYours("only a player can offer a draw.")
            by = table.mover if table.mover in people else people[0]
            table.row.offer = f"draw {by}"
        return self.table(game_id)

    def answer(self, game_id: str, guest: Guest, accept: bool) -> Table:
        """Answer the offer that stands: a draw, or to take a move back."""
        with self._changing(game_id) as (session, table):
            what, _, by = table.row.offer.partition(" ")
            if not what:
                raise NotNow("nothing has been offered.")
            sides = self._seated(table, guest)
            if other(by) not in sides:
                raise NotYours("the other side must answer.")
            table.row.offer = ""
            if accept and what == "draw":
                self._refuse_if_over(table)
                self._settle(session, table, None, "agreement")
            elif accept:
                self._take_back(session, table, [by])
        return self.table(game_id)

    def settle_offer(self, game_id: str, accept: bool) -> Table:
        """The computer's own answer to a draw."""
        with self._changing(game_id) as (session, table):
            if table.row.offer.startswith("draw"):
                table.row.offer = ""
                if accept and not table.is_over:
                    self._settle(session, table, None, "agreement")
        return self.table(game_id)

    def flag(self, game_id: str) -> Table:
        """Somebody says that the mover's time is up: so it is if the clock here says so too."""
        with self._changing(game_id, quiet=True) as (session, table):
            if not table.is_over and clocks.is_up(table.row, table.mover, self.clock()):
                clocks.stop(table.row, table.mover, True, self.clock())
                self._settle(session, table, other(table.mover), "time")
                table.row.version += 1
        return self.table(game_id)

    def set(self, game_id: str, guest: Guest, **values: object) -> Table:
        """Change what is not the game itself: `paused`, `pace`, `hinted`, names."""
        with self._changing(game_id, quiet=values.keys() == {"hinted"}) as (_, table):
            self._seated(table, guest)
            for name, value in values.items():
                setattr(table.row, name, value)
        return self.table(game_id)

    def change_rules(self, game_id: str, guest: Guest, called: str, file: str) -> bool:
        """Go on by other rules, from the same position if its moves are still legal. Whether they were."""
        game = self.opened.game(called, file)
        with self._changing(game_id) as (session, table):
            self._seated(table, guest)
            row = table.row
            kept = self._is_playable(game, row.start, table.texts)
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
    def _changing(self, game_id: str, quiet: bool = False) -> Iterator[tuple[Session, Table]]:
        """A game to change, which nobody else changes meanwhile; afterwards those who watch are told."""
        with self.database.writing() as session:
            row = session.get(GameRow, game_id, with_for_update=True)
            if row is None:
                raise NoSuchGame("there is no such game here.")
            version = row.version
            yield session, self._table(session, row)
            if not quiet:
                row.version += 1
            row.changed = now()
        if row.version != version:
            self.news.tell(game_id, "changed", row.version)

    def _settle(self, session: Session, table: Table, winner: str | None, reason: str) -> None:
        table.row.result, table.row.reason = winner or "draw", reason
        table.row.offer, table.row.turned = "", 0.0
        write_results(session, table, self.clock())

    @staticmethod
    def _refuse_if_over(table: Table) -> None:
        if table.is_over:
            raise IsOver(f"the game is over: {table.outcome}.")

    @staticmethod
    def _seated(table: Table, guest: Guest) -> tuple[str, ...]:
        sides = guest.sides(table.row)
        if not sides:
            raise NotYours("you are watching this game: only its players can change it.")
        return sides

    @staticmethod
    def _refuse_if_not_yours(table: Table, guest: Guest) -> None:
        if guest is COMPUTER:
            if table.is_person(table.mover):
                raise OutOfStep("it is not the computer's turn.")
            return
        sides = guest.sides(table.row)
        if not sides:
            raise NotYours("you are watching this game: only its players can move.")
        if table.mover not in sides or not table.is_person(table.mover):
            raise NotYours(f"it is {table.mover}'s turn, not yours.")
