"""Playing at a level: weak in horizon and attention rather than by dice, and the same everywhere.

A weak player looks a move or two ahead, does not notice all its moves (those far away and those that lead
backward are missed first), finds its own wins before it thinks of the other side's, and likes some things
more than the game's weights say, for a whole game. A strong one only looks less far than it could. Some
things nobody does: leave alone a piece that has just captured, err badly twice in a row, let go of a win
once it was seen.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ludoteca.engine.attention import Eye, Sight
from ludoteca.engine.limits import Limits
from ludoteca.engine.rng import below, swing, throw
from ludoteca.engine.scores import PROVED, WIN
from ludoteca.engine.search import Engine
from ludoteca.engine.skill import Skill
from ludoteca.games import Game, Move, Position

GUARD = 10.0
"""Seconds after which a search is cut short whatever its budget: only an overloaded machine gets there."""
BIG = 200
"""Hundredths of a plain piece: losing so much more than expected was a big error."""
_LINES, _THINKERS_LINES = 4, 2
"""How many moves are weighed against each other in the end; a thinker's nodes are better spent on depth."""
_NODES_EACH = 20
"""The least worth spending on a move: with fewer for each, only those that look best are thought about."""
_BYTES = 32
_BEYOND_THE_HORIZON = ("threats",)
"""Steps of the search that see further than its depth: not for those who look a move or two ahead."""


def shaken(weights: Mapping[str, int], seed: int, amount: int) -> dict[str, int]:
    """The weights of somebody with likes and dislikes: each up to so many thousandths larger or smaller."""
    return {
        name: weight * (1000 + swing(amount, seed, "taste", name)) // 1000 for name, weight in weights.items()
    }


@dataclass(frozen=True)
class Memory:
    """What a player remembers of a choice it made."""

    ply: int
    mover: int
    turn: int
    """The throw that decided how well it looked. An extra turn belongs to the same decision."""
    pieces: int
    """Its own, after the move."""
    expected: int = 0
    """What it thought of its prospects."""
    careless: bool = False
    """It did not look at what the other side could do."""
    win: int = 0
    """It has seen a win in so many moves."""


@dataclass(frozen=True)
class Liked:
    """A move, and what somebody thinks of it."""

    move: Move
    units: int


class Chooser:
    """Chooses the moves of a game at one strength. The same seed and the same game so far, the same move."""

    def __init__(self, game: Game, skill: Skill, seed: int) -> None:
        self.game, self.skill, self.seed = game, skill, seed
        self.cut_short = False
        """Whether the last choice ran into the guard of time, and is not the one that was due."""
        weights = shaken(game.weights, seed, 2 * skill.taste) if skill.taste else None
        beyond = () if skill.is_thinker else _BEYOND_THE_HORIZON
        self._engine = Engine(game, _megabytes(skill.nodes), weights=weights, left_out=beyond)
        self._eye = Eye(game)
        self._memories: list[Memory] = []

    def choose(self, position: Position) -> Move:
        memory = self._recall(position)
        goes_on = memory is not None and memory.ply == position.ply - 1
        turn = memory.turn if memory and goes_on else throw(self.seed, position.ply, position.text)
        now = Memory(position.ply, position.snapshot.mover, turn, 0)
        self._begun = time.perf_counter()
        if len(position.legal_moves) == 1:
            move, now = position.legal_moves[0], replace(memory or now, ply=position.ply, turn=turn)
        elif self.skill.is_thinker:
            self._engine.forget()
            move = self._think(position, now)
        else:
            self._engine.forget()
            move, now = self._glance(position, memory, now)
        self.cut_short = self.skill.is_thinker and time.perf_counter() - self._begun > GUARD
        self._memories.append(replace(now, pieces=self._own_pieces(position, move)))
        return move

    def _recall(self, position: Position) -> Memory | None:
        """The last choice before this one; what was played after it and taken back is forgotten."""
        self._memories = [memory for memory in self._memories if memory.ply < position.ply][-4:]
        own = [memory for memory in self._memories if memory.mover == position.snapshot.mover]
        return own[-1] if own else None

    def _own_pieces(self, position: Position, move: Move) -> int:
        after = position.play(move).snapshot
        return self._eye.pieces(after, position.snapshot.mover)

    # -- a strong player: only the horizon is short ---------------------------------------------------

    def _think(self, position: Position, now: Memory) -> Move:
        moves: Sequence[Move] = ()
        if len(position.legal_moves) * _NODES_EACH > self.skill.nodes:
            moves = [sight.move for sight in self._best_looking(self._eye.see(position), position)]
        count = _THINKERS_LINES if self.skill.noise else 1
        limits = Limits(seconds=GUARD, nodes=self.skill.nodes)
        return self._pick(self._lines(position, limits, count, moves), self.skill.noise, now.turn).move

    # -- a weak player: attention, too ----------------------------------------------------------------

    def _glance(self, position: Position, memory: Memory | None, now: Memory) -> tuple[Move, Memory]:
        """A move by somebody who does not see everything, in the order in which things are noticed."""
        skill, turn = self.skill, now.turn

        # Step 1. A win that was seen before is not let go of.
        if memory and memory.win:
            found = self._finish(position, memory.win)
            if found:
                return found.move, replace(now, win=max(WIN - found.units - 2, 1))

        # Step 2. One's own win at hand, if it is noticed.
        sights = self._eye.see(position)
        wins = [sight for sight in sights if self._is_won(sight, now.mover)]
        if wins and (len(wins) == len(sights) or below(1000, turn, "own win") < skill.own_win):
            return wins[below(len(wins), turn, "which win")].move, now
        sights = [sight for sight in sights if sight not in wins]

        # Step 3. How carefully? After a bad surprise as well as it can, else as its level goes.
        startled = memory is not None and memory.careless and self._is_startled(position, memory)
        careful = startled or below(1000, turn, "threat") < skill.threat
        noise = skill.noise // 4 if startled else skill.noise

        # Step 4. Which moves? All that retake, or else those that were noticed.
        retakes = self._retakes(position, sights, memory)
        if retakes:
            chosen = self._judged(position, retakes, careful, noise, turn)
            if chosen.units > -PROVED:
                return chosen.move, self._remembered(now, chosen, careful)
        noticed = sights if startled else self._noticed(sights, turn)

        # Step 5. The best of them, as far as it can tell.
        chosen = self._judged(position, noticed, careful, noise, turn)
        return chosen.move, self._remembered(now, chosen, careful)

    @staticmethod
    def _remembered(now: Memory, chosen: Liked, careful: bool) -> Memory:
        win = WIN - chosen.units - 2 if chosen.units > PROVED else 0
        return replace(now, expected=chosen.units, careless=not careful, win=max(win, 0))

    @staticmethod
    def _is_won(sight: Sight, mover: int) -> bool:
        return sight.after.snapshot.outcome == mover + 1

    def _finish(self, position: Position, plies: int) -> Liked | None:
        """The win that was seen, if it is still there."""
        (best,) = self._lines(position, Limits(nodes=4 * self.skill.nodes, depth=plies), 1)
        return best if best.units > PROVED else None

    def _is_startled(self, position: Position, memory: Memory) -> bool:
        (best,) = self._lines(position, Limits(nodes=self.skill.nodes, depth=2), 1)
        return best.units < memory.expected - BIG

    def _retakes(self, position: Position, sights: list[Sight], memory: Memory | None) -> list[Sight]:
        """The moves that capture the piece which has just captured."""
        mover = position.snapshot.mover
        lost = memory is not None and self._eye.pieces(position.snapshot, mover) < memory.pieces
        if position.last is None or not (lost or "x" in position.last.text):
            return []
        enemy = 1 - mover
        stands = [c for c in self._eye.cells(position.last) if self._eye.stands(position.snapshot, enemy, c)]
        if not stands:
            return []
        taker = stands[-1]
        return [s for s in sights if s.captured and not self._eye.stands(s.after.snapshot, enemy, taker)]

    def _noticed(self, sights: list[Sight], turn: int) -> list[Sight]:
        """Those that catch the eye, and some by chance. Always in the same order."""
        many = max(-(-len(sights) * self.skill.attention // 1000), 2)
        dice = throw(turn, "notice")
        ranked = sorted(
            sights, key=lambda s: (-s.salience - below(1000, s.move.text, after=dice), s.move.text)
        )
        kept = {sight.move for sight in ranked[:many]}
        return [sight for sight in sights if sight.move in kept]

    def _judged(self, position: Position, sights: list[Sight], careful: bool, noise: int, turn: int) -> Liked:
        """The move it likes best: at first sight, or after a look at what can follow."""
        if not careful:
            seen = [Liked(sight.move, self._looks(sight, position)) for sight in sights]
            return self._pick(sorted(seen, key=lambda one: -one.units), noise, turn)
        skill = self.skill
        depth = skill.depth // 1000 + (below(1000, turn, "depth") < skill.depth % 1000)
        moves = [sight.move for sight in self._best_looking(sights, position)]
        limits = Limits(nodes=skill.nodes, depth=depth)
        return self._pick(self._lines(position, limits, _LINES, moves), noise, turn)

    # -- both -----------------------------------------------------------------------------------------

    def _best_looking(self, sights: list[Sight], position: Position) -> list[Sight]:
        """As many as there are nodes to think about."""
        many = max(self.skill.nodes // _NODES_EACH, _LINES)
        if len(sights) <= many:
            return sights
        looks = {sight.move: self._looks(sight, position) for sight in sights}
        ranked = sorted(sights, key=lambda sight: (-looks[sight.move], -sight.salience))
        kept = {sight.move for sight in ranked[:many]}
        return [sight for sight in sights if sight.move in kept]

    def _looks(self, sight: Sight, position: Position) -> int:
        """What a move is worth at first sight."""
        mover, after = position.snapshot.mover, sight.after.snapshot
        if after.outcome:
            return {mover + 1: WIN - 1, 2 - mover: 1 - WIN}.get(after.outcome, 0)
        opinion = self._engine.opinion(sight.after)
        return opinion if after.mover == mover else -opinion

    def _lines(
        self, position: Position, limits: Limits, count: int, only: Sequence[Move] = ()
    ) -> list[Liked]:
        """What the engine likes best, the best first."""
        return [Liked(line.move, line.units) for line in self._engine.lines(position, limits, count, only)]

    @staticmethod
    def _pick(moves: Sequence[Liked], noise: int, turn: int) -> Liked:
        """The best move as somebody sees it who misjudges a little, and gives away no more than that."""
        best = moves[0]
        if not noise or abs(best.units) > PROVED:
            return best
        near = [one for one in moves if one.units >= best.units - noise]
        return max(near, key=lambda one: one.units + swing(noise, turn, "noise", one.move.text))


def _megabytes(nodes: int) -> int:
    """Room for what a search of so many nodes can remember."""
    return max(1, min(16, nodes * _BYTES >> 20))
