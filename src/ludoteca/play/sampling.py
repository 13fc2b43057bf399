"""Statistics of random games: results, lengths, and rules that never applied."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludoteca.engine import Engine, Limits
from ludoteca.games import Game, Position
from ludoteca.games.compiler.codes import PASS_RULE, REASONS, SWAP_RULE
from ludoteca.games.notation import Action

Clock = Callable[[], float]

_LONGEST_GAME = 200

_DRAW_RULES = {
    "repetition": "repetition",
    "no_progress": "no progress",
    "full_board": "full board",
    "length": "length",
}
"""Keys of `[draw]` in a game file and their outcome reasons."""


@dataclass(frozen=True)
class Step:
    """One move of a random game, without notation."""

    before: Position
    actions: tuple[Action, ...]
    after: Position


def random_game(game: Game, rng: random.Random, start: Position | None = None) -> Iterator[Step]:
    """A random game move by move; choices within a stage are uniform."""
    with game.worker() as worker:
        before = start or game.start()
        worker.load(before.snapshot)
        while not worker.resolve():
            actions: list[Action] = []
            while not actions or worker.mid_move:
                actions.append(rng.choice(worker.actions()))
                worker.make(actions[-1])
            worker.resolve()
            after = Position(game, worker.snapshot())
            yield Step(before, tuple(actions), after)
            # Reload: the undo stack is limited, and no move is taken back.
            worker.load(after.snapshot)
            before = after


def one_sided_game(game: Game, rng: random.Random, side: str, nodes: int = 150) -> Iterator[Step]:
    """A game in which one side searches a little and the other moves at random: often a win of that side."""
    engine, position = Engine(game, megabytes=1), game.start()
    for _ in range(_LONGEST_GAME):
        if position.is_over:
            return
        if position.mover == side:
            move = engine.best(position, Limits(nodes=nodes)).move
        else:
            move = rng.choice(position.legal_moves)
        after = position.after(move)
        yield Step(position, move.actions, after)
        position = after


@dataclass
class GameStatistics:
    """Statistics of random games."""

    game: Game
    start: Position
    games: int = 0
    moves: int = 0
    choices: int = 0
    """Legal moves, summed over all positions."""
    winners: Counter[str] = field(default_factory=Counter)
    """`first`, `second` and `draw`."""
    reasons: Counter[int] = field(default_factory=Counter)
    rules: Counter[int] = field(default_factory=Counter)
    phases: Counter[int] = field(default_factory=Counter)
    shortest: int = 0
    longest: int = 0

    @property
    def length(self) -> float:
        """The mean number of moves of a game."""
        return self.moves / self.games if self.games else 0.0

    @property
    def branching(self) -> float:
        """The mean number of legal moves."""
        return self.choices / self.moves if self.moves else 0.0

    def share(self, winner: str) -> float:
        return self.winners[winner] / self.games if self.games else 0.0

    def as_dict(self) -> dict[str, object]:
        return {
            "games": self.games,
            "results": {who: self.winners[who] for who in ("first", "draw", "second")},
            "length": self.length,
            "shortest": self.shortest,
            "longest": self.longest,
            "branching": self.branching,
        }

    # -- rules that never applied ---------------------------------------------------------------------

    def ends_not_reached(self) -> list[str]:
        """The places in the file of ends that were never reached."""
        ends = list(enumerate(self.game.compiled.ends))
        reached = {end.where for n, end in ends if self.reasons[n]}
        missing = {end.where: self.game.end_name(n) for n, end in ends if end.where not in reached}
        return [f"{where} ({name})" for where, name in missing.items()]

    def actions_not_done(self) -> list[str]:
        """The places in the file of actions that were never made."""
        made = self.game.compiled.rules
        done = {made[rule].action.where for rule in self.rules if rule < len(made)}
        places = {one.action.where: one.action.verb for one in made}
        missing = [f"{where} ({verb})" for where, verb in places.items() if where not in done]
        traits = self.game.traits
        if traits.swap and not self.rules[SWAP_RULE]:
            missing.append("swap")
        if (traits.forced_pass or traits.optional_pass) and not self.rules[PASS_RULE]:
            missing.append("pass")
        return missing

    def phases_not_reached(self) -> list[str]:
        phases = self.game.spec.phase
        return [phase.where for number, phase in enumerate(phases) if not self.phases[number]]

    def kinds_not_used(self) -> list[str]:
        """Kinds of pieces with moves that were never used."""
        names, made = self.game.compiled.kinds.names, self.game.compiled.rules
        able = {one.row.kind for one in made}
        used = {made[rule].row.kind for rule in self.rules if rule < len(made)}
        return [names[kind] for kind in sorted(able - used) if kind < len(names)]

    def draws_not_reached(self) -> list[str]:
        """The `[draw]` rules in the file that never ended a game."""
        rules = self.game.spec.draw
        if rules is None:
            return []
        seen = {REASONS[reason] for reason in self.reasons if reason in REASONS}
        defaults = type(rules)(where="draw")
        changed = [key for key in _DRAW_RULES if getattr(rules, key) != getattr(defaults, key)]
        return [_DRAW_RULES[key] for key in changed if _DRAW_RULES[key] not in seen]


def sample(
    game: Game, seconds: float, seed: int = 1, most: int = 100_000, clock: Clock = time.perf_counter,
    start: Position | None = None,
) -> GameStatistics:  # fmt: skip
    """Play random games for some seconds and at most `most`; the first game may take twice as long."""
    statistics, rng = GameStatistics(game, start or game.start()), random.Random(seed)
    until = clock() + seconds
    while statistics.games < most and clock() < (until if statistics.games else until + seconds):
        _add_game(statistics, rng, until + seconds, clock)
    return statistics


def _add_game(statistics: GameStatistics, rng: random.Random, until: float, clock: Clock) -> None:
    """Play one game, and count it if it finishes in time."""
    game, rules, phases = statistics.game, Counter[int](), Counter[int]()
    plies, choices, last = 0, 0, statistics.start
    with game.worker() as worker:
        for step in random_game(game, rng, statistics.start):
            if clock() > until:
                return
            worker.load(step.before.snapshot)
            choices += worker.perft(1, True)[0]
            rules.update(action[0] for action in step.actions)
            phases[step.before.snapshot.phase] += 1
            plies, last = plies + 1, step.after
    ended = last.outcome
    statistics.games += 1
    statistics.moves += plies
    statistics.choices += choices
    statistics.rules += rules
    statistics.phases += phases
    statistics.winners[ended.winner or "draw" if ended else "draw"] += 1
    statistics.reasons[last.snapshot.reason] += 1
    statistics.shortest = min(statistics.shortest, plies) if statistics.games > 1 else plies
    statistics.longest = max(statistics.longest, plies)
