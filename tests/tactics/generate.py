"""Find cases for the suite.

    python -m tests.tactics.generate GAME [--seconds 60] [--cases 10] [--seed 1]

Positions come from self-play with some random moves, or are random placements of few pieces; whether one is a
test case is decided by proof alone. Cases whose best move also has the best static evaluation are left out.
The new cases replace those of the game in the suite.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from time import process_time

from ludoteca.engine import Engine
from ludoteca.games import Game, Position, load
from tests.tactics.cases import Case, read, write
from tests.tactics.forced_wins import BudgetExceeded, ForcedWinSearch
from tests.tactics.prove import LATER, SHORTEST, other
from tests.tactics.retrograde import Table
from tests.tactics.settings import Settings, settings_for
from tests.tactics.sources import pieces, played, scattered

HARD = 3
"""Proofs over the budget in one game after which it is given up."""

MOST_EMPTY_PASSES = 4
"""Passes through the table of a small game that may find nothing new."""

Children = dict[str, Position]
"""The positions after each move, by its text."""


# -- by search ------------------------------------------------------------------------------------------


def in_play(game: Game, how: Settings, chance: Random) -> Iterator[Case]:
    """At most one case near the end of a game: neighbouring positions are alike."""
    hard = 0
    for position in candidates(game, how, chance):
        try:
            case = as_case(position, how)
        except BudgetExceeded:
            hard += 1
            if hard == HARD:
                return  # earlier positions are no easier
            continue
        if case and not is_plain(case):
            yield case
            return


def candidates(game: Game, how: Settings, chance: Random) -> list[Position]:
    """Candidate positions, the last of a game first."""
    if how.scattered:
        position = scattered(game, how, chance)
        return [position] if position else []
    line = played(game, how, chance)
    late = [one for one in line[how.earliest : -4] if len(one.legal_moves) <= how.choices]
    return [game.position(one.text) for one in reversed(late)]


def as_case(position: Position, how: Settings) -> Case | None:
    """The test case of a position, if it is one."""
    if len(position.legal_moves) < 2 or position.is_over:
        return None
    own = ForcedWinSearch(position.game, position.mover, how.most_nodes)
    if own.within(position, SHORTEST["win"] - 1):
        return None
    theirs = ForcedWinSearch(position.game, other(position.mover), how.most_nodes)
    after = {move.text: position.play(move) for move in position.legal_moves}
    judge = {"exhaustion": to_the_end, "force": by_force, "near": nearby}[how.proof]
    return judge(position, how, after, own, theirs)


def to_the_end(
    position: Position, how: Settings, after: Children, own: ForcedWinSearch, theirs: ForcedWinSearch
) -> Case | None:
    """By the value of every move, where positions cannot repeat."""
    wins: list[str] = []
    for text, child in after.items():
        if own.ever(child):
            wins.append(text)
        if len(wins) > 1:
            return None
    if wins:
        plies = own.distance(position, how.reach)
        return _case(position, "win", wins[0], plies, "exhaustion") if plies else None
    safe: list[str] = []
    for text, child in after.items():
        if not theirs.ever(child):
            safe.append(text)
        if len(safe) > 1:
            return None
    losses = [theirs.distance(child, how.reach) for text, child in after.items() if text not in safe]
    if not safe or None in losses:
        return None
    longest = 1 + max(plies for plies in losses if plies is not None)
    return _case(position, "save", safe[0], longest, "exhaustion") if longest >= SHORTEST["save"] else None


def by_force(
    position: Position, how: Settings, after: Children, own: ForcedWinSearch, theirs: ForcedWinSearch
) -> Case | None:
    """A win while every other move loses, which is provable even with repetitions."""
    doubtful = [text for text, child in after.items() if not theirs.within(child, 1)]
    if not 2 <= len(doubtful) <= how.doubtful:
        return None  # no threat, or only one defence
    plies = own.distance(position, how.reach)
    if plies is None:
        return None
    wins = [text for text in doubtful if own.within(after[text], plies - 1)]
    rest = [after[text] for text in doubtful if text not in wins]
    if len(wins) > 1 or any(theirs.distance(child, how.reach) is None for child in rest):
        return None
    return _case(position, "win", wins[0], plies, "force")


def nearby(
    position: Position, how: Settings, after: Children, own: ForcedWinSearch, theirs: ForcedWinSearch
) -> Case | None:
    """A win, while no other move wins within some more plies."""
    plies = own.distance(position, how.reach)
    if plies is None:
        return None
    wins = [text for text, child in after.items() if own.within(child, plies - 1)]
    rest = [child for text, child in after.items() if text not in wins]
    if len(wins) > 1 or any(own.within(child, plies - 1 + LATER) for child in rest):
        return None
    return _case(position, "win", wins[0], plies, "near")


def _case(position: Position, kind: str, best: str, plies: int, proof: str) -> Case:
    return Case(position.game.name, position.text, kind, best, plies, proof)


# -- by table -------------------------------------------------------------------------------------------


def in_tables(game: Game, how: Settings, chance: Random) -> Iterator[Case]:
    """Cases from complete tables of endgames, a few from each table."""
    small = scattered(game, how, chance) if how.scattered else few_left(game, how, chance)
    if small is None:
        return
    try:
        table = Table(small, how.most_positions)
    except BudgetExceeded:
        return
    worth = [position for position, value in zip(table, table.values(), strict=True)
             if value.winner is None or value.plies >= SHORTEST["win"]]  # fmt: skip
    cases = 0
    for position in chance.sample(worth, len(worth)):
        case = tabled(game.position(position.text), table, how.reach)
        if case and not is_plain(case):
            yield case
            cases += 1
        if cases == how.of_each_table:
            return


def few_left(game: Game, how: Settings, chance: Random) -> Position | None:
    """The position to build a table from: the first with few enough pieces, the start, or a late one."""
    if how.pieces == 0:
        line = played(game, how, chance)[how.earliest :]
        return game.position(line[0].text)
    line = played(game, how, chance) if how.pieces < pieces(game.start()) else [game.start()]
    small = next((one for one in line if not one.is_over and pieces(one) <= how.pieces), None)
    return game.position(small.text) if small else None


def tabled(position: Position, table: Table, reach: int) -> Case | None:
    mover = position.mover
    values = {move.text: table.value(position.play(move)) for move in position.legal_moves}
    name, text = position.game.name, position.text
    if len(values) < 2:
        return None
    if table.value(position).winner == mover:
        wins = [move for move, value in values.items() if value.winner == mover]
        plies = table.value(position).plies
        return Case(name, text, "win", wins[0], plies, "table") if len(wins) == 1 and plies <= reach else None
    safe = [move for move, value in values.items() if value.winner is None]
    if len(safe) != 1 or any(value.winner == mover for value in values.values()):
        return None
    longest = 1 + max(value.plies for value in values.values())
    fits = SHORTEST["save"] <= longest <= reach
    return Case(name, text, "save", safe[0], longest, "table") if fits else None


# -- choosing -------------------------------------------------------------------------------------------


def look(case: Case) -> bytes:
    """A canonical key of a position under symmetries and exchange of sides."""
    position = case.opened()
    game, kinds = position.game, position.game.compiled.kinds
    if game.compiled.data.sowing:
        return position.text.encode()
    exchanged = {
        code: kinds.code_of[2 - kinds.who[code]][kinds.kind_of[code]] or code
        for code in range(2, len(kinds.who)) if kinds.who[code] in (1, 2)
    }  # fmt: skip
    cells = position.snapshot.cells
    boards = (cells, bytes(exchanged.get(code, code) for code in cells))
    return min(bytes(board[cell] for cell in turn) for turn in game.board_symmetries for board in boards)


def is_plain(case: Case) -> bool:
    """Whether a one-ply search with static evaluation finds the move."""
    position = case.opened()
    engine = Engine(position.game, megabytes=1)
    worth: dict[str, int] = {}
    for move in position.legal_moves:
        after = position.play(move)
        seen = 0 if after.is_over else engine.evaluate(after)
        worth[move.text] = seen if after.mover == position.mover else -seen
    return max(worth, key=worth.__getitem__) == case.best


@dataclass
class Search:
    """Searches for cases of one game until there are enough or time is up."""

    game: Game
    how: Settings
    seconds: float
    wanted: int
    seed: int

    def run(self) -> list[Case]:
        chosen: dict[bytes, Case] = {}
        end, chance = process_time() + self.seconds, Random(f"{self.game.name} {self.seed}")
        barren = 0
        while process_time() < end and len(chosen) < self.wanted and barren < MOST_EMPTY_PASSES:
            before = len(chosen)
            self._one_source(chosen, chance)
            barren = barren + 1 if len(chosen) == before and not self.how.varied else 0
        return list(chosen.values())

    def _one_source(self, chosen: dict[bytes, Case], chance: Random) -> None:
        source = in_tables if self.how.proof == "table" else in_play
        for case in source(self.game, self.how, chance):
            if look(case) in chosen:
                continue
            chosen[look(case)] = case
            print(f"{case.game}  {case.position}  {case.kind} {case.best} {case.plies} by {case.proof}",
                  file=sys.stderr)  # fmt: skip
            if len(chosen) == self.wanted:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description="Find positions with one winning or one saving move.")
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time for each game")
    parser.add_argument("--cases", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.games:
        game = load(name)
        new = Search(game, settings_for(name), options.seconds, options.cases, options.seed).run()
        write([case for case in read() if case.game != game.name] + new)


if __name__ == "__main__":
    main()
