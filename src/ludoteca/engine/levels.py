"""Playing at a level: weak by a short search and limited attention, and reproducible everywhere.

A weak player searches one or two plies, overlooks moves (distant and backward ones first), finds its own wins
before it considers the opponent's, and evaluates with perturbed weights that stay the same for a whole game.
A stronger player is limited by its node count only. At every level the player recaptures, does not make two
big errors in a row, and does not give up a win that it has seen.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ludoteca.engine.attention import AttentionModel, Candidate
from ludoteca.engine.limits import Limits
from ludoteca.engine.rng import randbelow, random_bits, triangular
from ludoteca.engine.scores import PROVED, WIN
from ludoteca.engine.search import Engine
from ludoteca.engine.skill import SkillProfile
from ludoteca.games import Game, Move, Position

TIME_GUARD = 10.0
"""Seconds after which a search is stopped whatever its node limit; only an overloaded machine needs it."""
BIG_ERROR = 200
"""A loss of this many hundredths of a piece against the expected score was a big error."""
_LINES, _FULL_ATTENTION_LINES = 4, 2
"""Multi-PV lines that the noise chooses from; with full attention the nodes are better spent on depth."""
_NODES_PER_MOVE = 20
"""With fewer nodes than this per legal move, only the moves with the best evaluation are searched."""
_ENTRY_BYTES = 32
_EXTENDING_STEPS = ("threats",)
"""Search steps that look beyond the nominal depth; switched off for weak players."""


def perturbed(weights: Mapping[str, int], seed: int, amount: int) -> dict[str, int]:
    """The weights, each changed by at most `amount` thousandths."""
    return {
        name: weight * (1000 + triangular(amount, seed, "taste", name)) // 1000
        for name, weight in weights.items()
    }


@dataclass(frozen=True)
class PastChoice:
    """What the player keeps from one of its choices."""

    ply: int
    mover: int
    turn: int
    """The random bits of the decision. An extra turn shares those of the turn before it."""
    pieces: int
    """The player's own pieces after the move."""
    expected: int = 0
    """The score that it expected."""
    careless: bool = False
    """Whether it ignored the opponent's replies."""
    win: int = 0
    """Plies to a win that it has seen, or 0."""


@dataclass(frozen=True)
class ScoredMove:
    move: Move
    units: int
    line: tuple[Move, ...] = ()
    """The principal variation, if it was searched."""
    depth: int = 0


@dataclass
class ChoiceLog:
    """What a choice was based on."""

    stop: str = ""
    """Why it went no further: one of `engine.search.STOPS`, or `only-move`, `win` (an immediate one),
    `static` (positions were compared without a search)."""
    nodes: int = 0
    """Nodes of all searches of the choice."""
    evaluated: int = 0
    """Static evaluations outside of searches."""
    moves: int = 0
    """The moves it was chosen from."""
    chosen: ScoredMove | None = None
    """The move with its score, unless it was not compared with others."""


class Chooser:
    """Chooses moves at one skill. The same seed and the same game so far give the same move."""

    def __init__(self, game: Game, profile: SkillProfile, seed: int) -> None:
        self.game, self.profile, self.seed = game, profile, seed
        self.cut_short = False
        """Whether the last choice ran into the time guard and so may not be the move of the level."""
        self.log = ChoiceLog()
        """The log of the last choice."""
        noise = profile.weight_noise
        weights = perturbed(game.weights, seed, 2 * noise) if noise else None
        disabled = () if profile.has_full_attention else _EXTENDING_STEPS
        self._engine = Engine(game, _hash_megabytes(profile.nodes), weights=weights, disabled=disabled)
        self._model = AttentionModel(game)
        self._past: list[PastChoice] = []

    def choose(self, position: Position) -> Move:
        past = self._last_choice(position)
        same_turn = past is not None and past.ply == position.ply - 1
        turn = past.turn if past and same_turn else random_bits(self.seed, position.ply, position.text)
        now = PastChoice(position.ply, position.snapshot.mover, turn, 0)
        self._started = time.perf_counter()
        self.log = ChoiceLog(moves=len(position.legal_moves))
        if len(position.legal_moves) == 1:
            self.log.stop = "only-move"
            move, now = position.legal_moves[0], replace(past or now, ply=position.ply, turn=turn)
        elif self.profile.has_full_attention:
            self._engine.clear_hash()
            move = self._choose_by_search(position, now)
        else:
            self._engine.clear_hash()
            move, now = self._choose_with_attention(position, past, now)
        elapsed = time.perf_counter() - self._started
        self.cut_short = self.profile.has_full_attention and elapsed > TIME_GUARD
        self._past.append(replace(now, pieces=self._own_pieces(position, move)))
        return move

    def _last_choice(self, position: Position) -> PastChoice | None:
        """The mover's last choice before this one; choices that were taken back are dropped."""
        self._past = [past for past in self._past if past.ply < position.ply][-4:]
        own = [past for past in self._past if past.mover == position.snapshot.mover]
        return own[-1] if own else None

    def _own_pieces(self, position: Position, move: Move) -> int:
        after = position.play(move).snapshot
        return self._model.pieces(after, position.snapshot.mover)

    # -- full attention: a shorter search -------------------------------------------------------------

    def _choose_by_search(self, position: Position, now: PastChoice) -> Move:
        moves: Sequence[Move] = ()
        if len(position.legal_moves) * _NODES_PER_MOVE > self.profile.nodes:
            moves = [one.move for one in self._best_static(self._model.candidates(position), position)]
        count = _FULL_ATTENTION_LINES if self.profile.noise else 1
        limits = Limits(seconds=TIME_GUARD, nodes=self.profile.nodes)
        self.log.moves = len(moves) or len(position.legal_moves)
        return self._pick(self._lines(position, limits, count, moves), self.profile.noise, now.turn).move

    # -- limited attention ----------------------------------------------------------------------------

    def _choose_with_attention(
        self, position: Position, past: PastChoice | None, now: PastChoice
    ) -> tuple[Move, PastChoice]:
        """The choice of a player that overlooks moves, in the order in which a person notices things."""
        profile, turn = self.profile, now.turn

        # Step 1. Finish a win that was seen before.
        if past and past.win:
            found = self._finish(position, past.win)
            if found:
                self.log.chosen = found
                return found.move, replace(now, win=max(WIN - found.units - 2, 1))

        # Step 2. An immediate win, if it is noticed.
        candidates = self._model.candidates(position)
        wins = [one for one in candidates if self._is_won(one, now.mover)]
        if wins and (len(wins) == len(candidates) or randbelow(1000, turn, "own win") < profile.own_win):
            move = wins[randbelow(len(wins), turn, "which win")].move
            self.log.stop, self.log.chosen = "win", ScoredMove(move, WIN - 1, (move,), 1)
            return move, now
        candidates = [one for one in candidates if one not in wins]

        # Step 3. How careful? Fully after a big error of its own, else with the profile's probability.
        alert = past is not None and past.careless and self._has_erred(position, past)
        careful = alert or randbelow(1000, turn, "threat") < profile.threat
        noise = profile.noise // 4 if alert else profile.noise

        # Step 4. Which moves? All recaptures, else those that were noticed.
        recaptures = self._recaptures(position, candidates, past)
        if recaptures:
            chosen = self._best_of(position, recaptures, careful, noise, turn)
            if chosen.units > -PROVED:
                return chosen.move, self._as_past(now, chosen, careful)
        noticed = candidates if alert else self._noticed(candidates, turn)

        # Step 5. The best of them, as far as the player can tell.
        chosen = self._best_of(position, noticed, careful, noise, turn)
        return chosen.move, self._as_past(now, chosen, careful)

    @staticmethod
    def _as_past(now: PastChoice, chosen: ScoredMove, careful: bool) -> PastChoice:
        win = WIN - chosen.units - 2 if chosen.units > PROVED else 0
        return replace(now, expected=chosen.units, careless=not careful, win=max(win, 0))

    @staticmethod
    def _is_won(candidate: Candidate, mover: int) -> bool:
        return candidate.after.snapshot.outcome == mover + 1

    def _finish(self, position: Position, plies: int) -> ScoredMove | None:
        """The win that was seen before, if it still exists."""
        (best,) = self._lines(position, Limits(nodes=4 * self.profile.nodes, depth=plies), 1)
        return best if best.units > PROVED else None

    def _has_erred(self, position: Position, past: PastChoice) -> bool:
        (best,) = self._lines(position, Limits(nodes=self.profile.nodes, depth=2), 1)
        return best.units < past.expected - BIG_ERROR

    def _recaptures(
        self, position: Position, candidates: list[Candidate], past: PastChoice | None
    ) -> list[Candidate]:
        """The moves that capture the piece which has just captured."""
        model, mover = self._model, position.snapshot.mover
        lost = past is not None and model.pieces(position.snapshot, mover) < past.pieces
        if position.last is None or not (lost or "x" in position.last.text):
            return []
        enemy = 1 - mover
        occupied = [c for c in model.cells(position.last) if model.stands(position.snapshot, enemy, c)]
        if not occupied:
            return []
        capturer = occupied[-1]
        return [c for c in candidates if c.captured and not model.stands(c.after.snapshot, enemy, capturer)]

    def _noticed(self, candidates: list[Candidate], turn: int) -> list[Candidate]:
        """The moves with the most attention plus noise, in their original order."""
        many = max(-(-len(candidates) * self.profile.attention // 1000), 2)
        state = random_bits(turn, "notice")
        ranked = sorted(
            candidates,
            key=lambda c: (-c.attention - randbelow(1000, c.move.text, state=state), c.move.text),
        )
        kept = {one.move for one in ranked[:many]}
        return [one for one in candidates if one.move in kept]

    def _best_of(
        self, position: Position, candidates: list[Candidate], careful: bool, noise: int, turn: int
    ) -> ScoredMove:
        """The best candidate: by static evaluation, or by a shallow search if the player is careful."""
        self.log.moves = len(candidates)
        if not careful:
            self.log.stop = "static"
            scored = [ScoredMove(one.move, self._static_units(one, position)) for one in candidates]
            return self._pick(sorted(scored, key=lambda one: -one.units), noise, turn)
        profile = self.profile
        depth = profile.depth // 1000 + (randbelow(1000, turn, "depth") < profile.depth % 1000)
        moves = [one.move for one in self._best_static(candidates, position)]
        limits = Limits(nodes=profile.nodes, depth=depth)
        return self._pick(self._lines(position, limits, _LINES, moves), noise, turn)

    # -- shared ---------------------------------------------------------------------------------------

    def _best_static(self, candidates: list[Candidate], position: Position) -> list[Candidate]:
        """The candidates with the best static evaluation, as many as the node limit can search."""
        many = max(self.profile.nodes // _NODES_PER_MOVE, _LINES)
        if len(candidates) <= many:
            return candidates
        units = {one.move: self._static_units(one, position) for one in candidates}
        ranked = sorted(candidates, key=lambda one: (-units[one.move], -one.attention))
        kept = {one.move for one in ranked[:many]}
        return [one for one in candidates if one.move in kept]

    def _static_units(self, candidate: Candidate, position: Position) -> int:
        """The static evaluation after a move, for the mover."""
        mover, after = position.snapshot.mover, candidate.after.snapshot
        self.log.evaluated += 1
        if after.outcome:
            return {mover + 1: WIN - 1, 2 - mover: 1 - WIN}.get(after.outcome, 0)
        units = self._engine.evaluate(candidate.after)
        return units if after.mover == mover else -units

    def _lines(
        self, position: Position, limits: Limits, count: int, only: Sequence[Move] = ()
    ) -> list[ScoredMove]:
        """The best moves of a search, best first."""
        lines = self._engine.lines(position, limits, count, only)
        self.log.nodes += self._engine.searched
        self.log.stop = self._engine.stop_reason
        return [ScoredMove(line.move, line.units, line.continuation, line.depth) for line in lines]

    def _pick(self, moves: Sequence[ScoredMove], noise: int, turn: int) -> ScoredMove:
        """The best move under evaluation noise; never worse than the true best by more than the noise."""
        self.log.chosen = best = moves[0]
        if not noise or abs(best.units) > PROVED:
            return best
        near = [one for one in moves if one.units >= best.units - noise]
        self.log.chosen = max(
            near, key=lambda one: one.units + triangular(noise, turn, "noise", one.move.text)
        )
        return self.log.chosen


def _hash_megabytes(nodes: int) -> int:
    """The size of a transposition table for a search of this many nodes."""
    return max(1, min(16, nodes * _ENTRY_BYTES >> 20))
